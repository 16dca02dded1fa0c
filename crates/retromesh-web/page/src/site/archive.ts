// What the readers of archives share: why one is not read, what is bounded, and which names stay inside.

import type { NamedFile, Unread } from "../engine";

export const MAX_FILES = 20_000;
/** The maximum number of bytes that come out of one archive. */
export const MAX_BYTES = 1 << 30;
const LONGEST_NAME = 1024;

/** Why an archive is not read. */
export class BadArchive extends Error {}

/** The files of an archive, and those of which the bytes are damaged. */
export interface Unpacked {
  files: NamedFile[];
  damaged: Unread[];
}

/** Unpacks an archive whole; `max` bytes at most. The paths are those that a game knows the files by. */
export type Unpack = (archive: Blob, max?: number) => Promise<Unpacked>;

/** Reads a part of an archive. */
export async function view(archive: Blob, from: number, to: number): Promise<DataView<ArrayBuffer>> {
  if (from < 0 || from > to || to > archive.size) throw new BadArchive("it points past its end");
  return new DataView(await archive.slice(from, to).arrayBuffer());
}

/** Returns the path of a file inside; null for folders, and for names that lead out of the place of the archive. */
export function named(bytes: Uint8Array, isUtf8: boolean): string | null {
  if (bytes.length > LONGEST_NAME) throw new BadArchive(`a name is longer than ${LONGEST_NAME} bytes`);
  const text = new TextDecoder(isUtf8 || utf8(bytes) ? "utf-8" : "windows-1252").decode(bytes).replaceAll("\\", "/");
  const parts = text.split("/").filter((part) => part !== "" && part !== ".");
  const isBad = text.endsWith("/") || parts.length === 0 || parts.includes("..") || /^[a-z]:/i.test(text) || text.includes("\0");
  return isBad ? null : parts.join("/");
}

function utf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
