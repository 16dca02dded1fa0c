// Reads zip files. What they say of themselves is not trusted: sizes, counts and names are bounded, and every file is held to its
// checksum. The browser inflates, off the page's own thread.

import type { NamedFile, Unread } from "../engine";
import { rest } from "../pace";
import { BadArchive, MAX_BYTES, MAX_FILES, named, type Unpacked, view } from "./archive";

/** The end of the directory is in this many last bytes. */
const TAIL = 65_557;
/** As the program says it. */
const CUT = "expected a ZIP archive, found one that is cut or damaged: missing end of central directory";

interface Member {
  path: string;
  method: number;
  sum: number;
  packed: number;
  size: number;
  at: number;
}

/** Unpacks a zip file; `max` bytes at most. A file that is damaged hides no other. */
export async function unzip(zip: Blob, max = MAX_BYTES): Promise<Unpacked> {
  const members = await directory(zip);
  const total = members.reduce((sum, { size }) => sum + size, 0);
  if (total > max) throw new BadArchive(`${total} bytes are more than ${max}`);
  const files: NamedFile[] = [];
  const damaged: Unread[] = [];
  for (const member of members) {
    const { path } = member;
    try {
      files.push({ path, data: await content(zip, member) });
    } catch (error) {
      if (!(error instanceof BadArchive)) throw error;
      damaged.push({ path, why: error.message });
    }
    await rest();
  }
  return { files, damaged };
}

/** Reads the list at the end of the file. */
async function directory(zip: Blob): Promise<Member[]> {
  const tail = await view(zip, Math.max(0, zip.size - TAIL), zip.size);
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new BadArchive(`${CUT}; get it again, or repair it with \`zip -FF\``);
  const count = tail.getUint16(end + 10, true);
  const [length, start] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  if (count === 0xffff || start === 0xffffffff) throw new BadArchive("it is of the 64-bit kind");
  if (count > MAX_FILES) throw new BadArchive(`${count} files are more than ${MAX_FILES}`);
  const list = await view(zip, start, start + length);
  const members: Member[] = [];
  for (let at = 0, number = 0; number < count; number++) {
    if (at + 46 > length || list.getUint32(at, true) !== 0x02014b50) throw new BadArchive("its directory is damaged");
    const [flags, name, more, remark] = [8, 28, 30, 32].map((place) => list.getUint16(at + place, true)) as [number, number, number, number];
    if (at + 46 + name > length) throw new BadArchive("its directory is damaged");
    const bytes = new Uint8Array(list.buffer, at + 46, name);
    const path = named(bytes, (flags & 0x800) !== 0);
    if (flags & 1) throw new BadArchive("it is encrypted");
    if (path !== null) {
      const [sum, packed, size] = [16, 20, 24].map((place) => list.getUint32(at + place, true)) as [number, number, number];
      members.push({ path, method: list.getUint16(at + 10, true), sum, packed, size, at: list.getUint32(at + 42, true) });
    }
    at += 46 + name + more + remark;
  }
  return members;
}

/** What each byte does to a checksum. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});
/** This many bytes are summed up before others have their turn. */
const PIECE = 1 << 20;

/** Returns the checksum of bytes, as zip files have it. */
async function checksum(bytes: Blob): Promise<number> {
  let sum = ~0;
  for (let at = 0; at < bytes.size; at += PIECE) {
    for (const byte of new Uint8Array(await bytes.slice(at, at + PIECE).arrayBuffer())) sum = TABLE[(sum ^ byte) & 255]! ^ (sum >>> 8);
    await rest();
  }
  return ~sum >>> 0;
}

async function content(zip: Blob, { method, sum, packed, size, at }: Member): Promise<Blob> {
  const head = await view(zip, at, Math.min(at + 30, zip.size));
  if (head.byteLength < 30 || head.getUint32(0, true) !== 0x04034b50) throw new BadArchive("its head is damaged");
  const from = at + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  if (from + packed > zip.size) throw new BadArchive("it points past its end");
  const inside = zip.slice(from, from + packed);
  if (method === 0 && packed !== size) throw new BadArchive("it is not of the size that it says");
  if (method === 0) {
    if ((await checksum(inside)) !== sum) throw new BadArchive("its bytes are damaged");
    return inside;
  }
  if (method !== 8) throw new BadArchive(`it is packed by method ${method}, not deflate`);
  // As a gzip file the browser holds it to its checksum and its size.
  const tail = new DataView(new ArrayBuffer(8));
  tail.setUint32(0, sum, true);
  tail.setUint32(4, size, true);
  const gzip = new Blob([new Uint8Array([31, 139, 8, 0, 0, 0, 0, 0, 0, 255]), inside, tail]);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = gzip.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  let length = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.length;
      if (length > size) break;
      parts.push(part.value);
    }
  } catch {
    throw new BadArchive("its bytes are damaged");
  }
  if (length !== size) {
    await reader.cancel().catch(() => undefined);
    throw new BadArchive("it is not of the size that it says");
  }
  return new Blob(parts);
}
