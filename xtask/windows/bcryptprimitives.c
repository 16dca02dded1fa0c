/* Random bytes for Rust's standard library: Wine has no bcryptprimitives.dll before 9.0. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size)
{
    const SIZE_T most = 0x10000000;
    while (size > 0) {
        ULONG step = (ULONG)(size < most ? size : most);
        if (!RtlGenRandom(data, step))
            return FALSE;
        data += step;
        size -= step;
    }
    return TRUE;
}
