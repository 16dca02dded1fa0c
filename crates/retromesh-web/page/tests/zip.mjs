// Zip files: true ones, and ones that lie.

import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";
import { expect } from "@playwright/test";

/** Makes a zip file, packed unless `lie` says `stored`; what `lie` says is written in the place of the truth. */
export function zipped(files, lie = {}) {
  const [parts, heads] = [[], []];
  let at = 0;
  for (const [name, content] of Array.isArray(files) ? files : Object.entries(files)) {
    const path = Buffer.from(name);
    const packed = lie.stored ? content : deflateRawSync(content);
    const facts = Buffer.alloc(26);
    [
      [20, 0],
      [0x800, 2],
      [lie.stored ? 0 : 8, 4],
      [33, 8],
      [path.length, 22],
    ].forEach(([value, place]) => facts.writeUInt16LE(value, place));
    [
      [lie.sum ?? crc32(content), 10],
      [packed.length, 14],
      [lie.size ?? content.length, 18],
    ].forEach(([value, place]) => facts.writeUInt32LE(value >>> 0, place));
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), facts, path, packed]);
    const central = Buffer.concat([Buffer.from("PK\x01\x02\x14\0", "latin1"), facts, Buffer.alloc(14), path]);
    central.writeUInt32LE(lie.at ?? at, 42);
    parts.push(local);
    heads.push(central);
    at += local.length;
  }
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  [8, 10].forEach((place) => end.writeUInt16LE(lie.count ?? heads.length, place));
  end.writeUInt32LE(
    heads.reduce((sum, head) => sum + head.length, 0),
    12,
  );
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...heads, end]);
}

/** Reads a zip file that the page has made. */
export function unzipped(bytes) {
  const files = new Map();
  const end = bytes.lastIndexOf("PK\x05\x06", undefined, "latin1");
  for (let at = bytes.readUInt32LE(end + 16), left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, size, name] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24), bytes.readUInt16LE(at + 28)];
    const from = bytes.readUInt32LE(at + 42);
    const start = from + 30 + bytes.readUInt16LE(from + 26) + bytes.readUInt16LE(from + 28);
    const content = inflateRawSync(bytes.subarray(start, start + packed));
    expect([content.length, crc32(content)], name).toEqual([size, bytes.readUInt32LE(at + 16)]);
    files.set(bytes.toString("utf8", at + 46, at + 46 + name), content);
    at += 46 + name;
  }
  return files;
}
