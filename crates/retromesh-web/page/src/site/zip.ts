// Writes zip files. The browser deflates, off the page's own thread.

import type { MadeFile } from "../engine";

/** Sizes and places have 32 bits. */
const MAX = 0xffff_ffff;

/** Gives paths that no other has, whatever the case of their letters. */
export class Names {
  private readonly taken = new Set<string>();
  /** The number from which a path that was taken is tried again. */
  private readonly next = new Map<string, number>();

  free(path: string): string {
    const key = path.toLowerCase();
    for (let number = this.next.get(key) ?? 2, tried = path; ; number++) {
      if (!this.taken.has(tried.toLowerCase())) {
        this.taken.add(tried.toLowerCase());
        this.next.set(key, number);
        return tried;
      }
      tried = path.replace(/(\.[^./]*)?$/, ` (${number})$1`);
    }
  }
}

export class Zip {
  private readonly parts: BlobPart[] = [];
  private readonly heads: Uint8Array<ArrayBuffer>[] = [];
  private readonly names = new Names();
  /** The files by their paths in small letters, packed. */
  private readonly held = new Map<string, { size: number; packed: Blob }>();
  private length = 0;

  /** Returns whether there is a file of this path: one with these bytes, or another. */
  async has({ path, bytes }: MadeFile): Promise<"none" | "it" | "another"> {
    const held = this.held.get(path.toLowerCase());
    if (!held) return "none";
    if (held.size !== bytes.length) return "another";
    const [own, other] = [await gzipped(bytes), new Uint8Array(await held.packed.arrayBuffer())];
    const packed = body(own);
    return packed.length === other.length && packed.every((byte, at) => byte === other[at]) ? "it" : "another";
  }

  /** Adds a file, unless it is there. */
  async add(file: MadeFile): Promise<void> {
    const { path, bytes } = file;
    if ((await this.has(file)) === "it") return;
    const free = this.names.free(path);
    const name = new TextEncoder().encode(free);
    const gzip = await gzipped(bytes);
    const packed = body(gzip);
    const sum = new DataView(gzip.buffer).getUint32(gzip.length - 8, true);
    if (this.length + packed.length + name.length + 30 > MAX || this.heads.length >= 0xfffe) throw new Error("a zip file holds 4 GiB and 65,534 files");
    const head = (signature: number, more: number) => {
      const out = new DataView(new ArrayBuffer(30 + more + name.length));
      out.setUint32(0, signature, true);
      const at = more > 0 ? 6 : 4;
      if (more > 0) out.setUint16(4, 20, true);
      // Version 2, names in UTF-8, deflate, the first day that it can name.
      [20, 0x800, 8, 0, 33].forEach((value, place) => out.setUint16(at + place * 2, value, true));
      [sum, packed.length, bytes.length].forEach((value, place) => out.setUint32(at + 10 + place * 4, value, true));
      out.setUint16(at + 22, name.length, true);
      if (more > 0) out.setUint32(42, this.length, true);
      new Uint8Array(out.buffer).set(name, 30 + more);
      return new Uint8Array(out.buffer);
    };
    this.heads.push(head(0x02014b50, 16));
    const local = head(0x04034b50, 0);
    const blob = new Blob([packed]);
    this.held.set(free.toLowerCase(), { size: bytes.length, packed: blob });
    this.parts.push(local, blob);
    this.length += local.length + packed.length;
  }

  finish(): Blob {
    const end = new DataView(new ArrayBuffer(22));
    end.setUint32(0, 0x06054b50, true);
    [8, 10].forEach((place) => end.setUint16(place, this.heads.length, true));
    end.setUint32(
      12,
      this.heads.reduce((sum, head) => sum + head.length, 0),
      true,
    );
    end.setUint32(16, this.length, true);
    return new Blob([...this.parts, ...this.heads, end], { type: "application/zip" });
  }
}

async function gzipped(bytes: MadeFile["bytes"]): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Returns what a zip file needs of a gzip file: what is between the ten bytes of its head and the checksum at its end. */
function body(gzip: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return gzip.subarray(10, gzip.length - 8);
}

/** Returns what is to be downloaded: the only file, or a zip file of all. */
export async function parcel(files: readonly MadeFile[], name: string): Promise<{ name: string; blob: Blob }> {
  const [only] = files;
  if (only && files.length === 1) return { name: only.path.split("/").pop()!, blob: new Blob([only.bytes]) };
  const zip = new Zip();
  for (const file of files) await zip.add(file);
  return { name: `${name}.zip`, blob: zip.finish() };
}
