// Reads the archives of Operation Flashpoint and Arma. A table of names and sizes comes first, then the bytes of the files in its order;
// files may be packed by LZSS. What they say of themselves is not trusted.

import type { NamedFile } from "../engine";
import { rest } from "../pace";
import { BadArchive, MAX_BYTES, MAX_FILES, named, type Unpacked, view } from "./archive";

/** The table ends within this many bytes. */
const LONGEST_TABLE = 1 << 24;
const PROPERTIES = 0x56657273;
const PACKED = 0x43707273;
/** Eight matches of 18 bytes cost 17. */
const MAX_RATIO = (8 * 18) / 17;

interface Entry {
  path: string | null;
  isPacked: boolean;
  size: number;
  from: number;
  to: number;
}

/** Unpacks a PBO file whole; `max` bytes at most. The files lie below the path by which the game knows the archive, where it says one. */
export async function unpbo(pbo: Blob, max = MAX_BYTES): Promise<Unpacked> {
  const { prefix, entries } = table(await view(pbo, 0, Math.min(pbo.size, LONGEST_TABLE)));
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > max) throw new BadArchive(`${total} bytes are more than ${max}`);
  const files: NamedFile[] = [];
  for (const { path, isPacked, size, from, to } of entries) {
    if (to > pbo.size) throw new BadArchive("it points past its end");
    if (path === null) continue;
    const stored = pbo.slice(from, to);
    const data = isPacked ? new Blob([unlzss(new Uint8Array(await stored.arrayBuffer()), size, path)]) : stored;
    files.push({ path: prefix === null ? path : `${prefix}/${path}`, data });
    await rest();
  }
  return { files, damaged: [] };
}

function table(bytes: DataView<ArrayBuffer>): { prefix: string | null; entries: Entry[] } {
  let at = 0;
  const text = (): Uint8Array => {
    const start = at;
    while (at < bytes.byteLength && bytes.getUint8(at) !== 0) at += 1;
    if (at >= bytes.byteLength) throw new BadArchive("its table is damaged");
    return new Uint8Array(bytes.buffer, start, at++ - start);
  };
  const record = () => {
    const name = text();
    if (at + 20 > bytes.byteLength) throw new BadArchive("its table is damaged");
    const [method, unpacked, , , stored] = [0, 4, 8, 12, 16].map((place) => bytes.getUint32(at + place, true)) as [number, number, number, number, number];
    at += 20;
    return { name, method, unpacked, stored };
  };
  let prefix: string | null = null;
  let next = record();
  if (next.name.length === 0 && next.method === PROPERTIES) {
    for (let name = text(); name.length > 0; name = text()) {
      const value = text();
      if (new TextDecoder().decode(name).toLowerCase() === "prefix") prefix ??= named(value, false);
    }
    next = record();
  }
  const found: Entry[] = [];
  for (; next.name.length > 0; next = record()) {
    const { method, unpacked, stored } = next;
    if (method !== 0 && method !== PACKED) throw new BadArchive(`a file is stored by method 0x${method.toString(16)}`);
    const isPacked = method === PACKED && unpacked !== 0 && unpacked !== stored;
    found.push({ path: named(next.name, false), isPacked, size: isPacked ? unpacked : stored, from: 0, to: stored });
    if (found.length > MAX_FILES) throw new BadArchive(`more than ${MAX_FILES} files`);
  }
  let place = at;
  for (const entry of found) [entry.from, entry.to, place] = [place, place + entry.to, place + entry.to];
  return { prefix, entries: found };
}

/** Unpacks LZSS: flags for eight items, the lowest bit first; 1 is a byte, 0 a match of two bytes. The sum of the bytes follows. */
function unlzss(packed: Uint8Array, size: number, path: string): Uint8Array<ArrayBuffer> {
  const damaged = () => new BadArchive(`${path}: its bytes are damaged`);
  if (size > packed.length * MAX_RATIO + 18) throw damaged();
  const out = new Uint8Array(size);
  let [from, to] = [0, 0];
  for (let flags = 0, left = 0; to < size; left -= 1, flags >>= 1) {
    if (left === 0) [flags, left] = [packed[from++] ?? 0, 8];
    if (from + (flags & 1 ? 1 : 2) > packed.length) throw damaged();
    if (flags & 1) {
      out[to++] = packed[from++]!;
      continue;
    }
    const [low, high] = [packed[from++]!, packed[from++]!];
    // Distance 0 is the whole window, which begins full of blanks.
    const distance = low | ((high & 0xf0) << 4) || 4096;
    for (let length = (high & 15) + 3; length > 0 && to < size; length--, to++) out[to] = to < distance ? 32 : out[to - distance]!;
  }
  if (from + 4 > packed.length) throw damaged();
  const stored = new DataView(packed.buffer, packed.byteOffset + from, 4).getUint32(0, true);
  // Packers disagree about the sign of bytes.
  let [unsigned, signed] = [0, 0];
  for (const byte of out) [unsigned, signed] = [(unsigned + byte) >>> 0, (signed + ((byte << 24) >> 24)) >>> 0];
  if (stored !== unsigned && stored !== signed) throw damaged();
  return out;
}
