// How long a texture of the game (`.paa`, `.pac`) says that its picture is, by its first bytes: what it holds is for the engine to say.

/** The words that name a type of texel; a file without one begins with its tags. */
const TYPES = new Set([0xff01, 0xff02, 0xff03, 0xff04, 0xff05, 0x4444, 0x1555, 0x8080, 0x8888]);
/** The first letters of a tag, "GGAT". */
const TAG = 0x54414747;
/** The sides that mark a level of another packing; the true ones follow. */
const [MARK_WIDTH, MARK_HEIGHT] = [1234, 8765];

/** Returns where the largest picture of a texture ends; null where its first bytes do not say that. */
export function endOfPicture(head: Uint8Array): number | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  try {
    let at = TYPES.has(view.getUint16(0, true)) ? 2 : 0;
    while (view.getUint32(at, true) === TAG) at += 12 + view.getUint32(at + 8, true);
    at += 2 + view.getUint16(at, true) * 3;
    if (view.getUint16(at, true) === MARK_WIDTH && view.getUint16(at + 2, true) === MARK_HEIGHT) at += 4;
    const size = view.getUint16(at + 4, true) | (view.getUint8(at + 6) << 16);
    return at + 7 + size;
  } catch {
    return null;
  }
}
