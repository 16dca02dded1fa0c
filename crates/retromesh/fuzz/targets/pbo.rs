#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    retromesh_fuzz::archive("pbo", bytes);
});
