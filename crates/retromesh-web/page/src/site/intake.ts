// Files out of what was dropped, chosen or pasted: those in folders and in archives, too.

import type { NamedFile, Unread } from "../engine";
import { rest } from "../pace";
import { t } from "../texts";
import type { Unpack } from "./archive";
import { unpbo } from "./unpbo";
import { unzip } from "./unzip";

/** This many files are taken at once. */
const MAX = 20_000;

/** What reads the archives of an extension. */
const ARCHIVES: Readonly<Record<string, Unpack>> = { pbo: unpbo, zip: unzip };

export class TooMuch extends Error {}

/** Called now and then with how many files there are so far. */
type Tell = (count: number) => void;

/** The files of a drop, and what of it could not be read. */
export interface Taken {
  files: NamedFile[];
  unread: Unread[];
}

/** A file, or a folder that lists what is in it. */
interface Place {
  name: string;
  file: (() => Promise<File>) | null;
  inside: () => Promise<Place[]>;
}

/** What newer browsers know of an item. */
interface Handed extends DataTransferItem {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
}

/** Lists what a drop or a paste brings. The browser forgets it when the event is over, so that must be asked for at once. */
export async function brought(transfer: DataTransfer, tell: Tell): Promise<Taken> {
  const items = [...transfer.items].filter(({ kind }) => kind === "file");
  const files = [...transfer.files];
  // The older way to look into folders does not work on pages that are opened from disk; the newer one not in every browser.
  const entries = items.map((item) => item.webkitGetAsEntry?.() ?? null);
  if (!entries.some((entry) => entry?.isDirectory)) return unpacked(files.map(named), tell);
  const handles = items.map((item) => (item as Handed).getAsFileSystemHandle?.() ?? null);
  const held = (await Promise.all(handles)).filter((handle) => handle !== null);
  return walk(held.length > 0 ? held.map(ofHandle) : entries.filter((entry) => entry !== null).map(ofEntry), tell);
}

/** Lists files that were chosen; those of a folder have their path in it. */
export function chosen(files: Iterable<File>, tell: Tell): Promise<Taken> {
  return unpacked([...files].map(named), tell);
}

function named(file: File): NamedFile {
  return { path: file.webkitRelativePath || file.name, data: file };
}

async function walk(places: Place[], tell: Tell): Promise<Taken> {
  const found: NamedFile[] = [];
  const unread: Unread[] = [];
  const waiting = places.map((place) => ({ place, folder: "" }));
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { place, folder } = next;
    const path = `${folder}${place.name}`;
    try {
      if (place.file) found.push({ path, data: await place.file() });
      else waiting.push(...(await place.inside()).map((inner) => ({ place: inner, folder: `${path}/` })));
    } catch (error) {
      if (error instanceof TooMuch) throw error;
      unread.push({ path, why: reason(error) });
    }
    if (found.length + waiting.length > MAX) throw new TooMuch(String(MAX));
    tell(found.length);
  }
  const filled = new Set([...found, ...unread].map(({ path }) => path.split("/", 1)[0]));
  unread.push(...places.filter(({ name }) => !filled.has(name)).map(({ name }) => ({ path: name, why: t("nothing_inside") })));
  return unpacked(found, tell, unread);
}

function ofHandle(handle: FileSystemHandle): Place {
  if (handle.kind === "file") return { name: handle.name, file: () => (handle as FileSystemFileHandle).getFile(), inside: async () => [] };
  const inside = async () => {
    const all: Place[] = [];
    for await (const inner of (handle as FileSystemDirectoryHandle).values()) {
      all.push(ofHandle(inner));
      if (all.length > MAX) throw new TooMuch(String(MAX));
    }
    return all.sort((a, b) => (a.name < b.name ? -1 : 1));
  };
  return { name: handle.name, file: null, inside };
}

function ofEntry(entry: FileSystemEntry): Place {
  const file = () => new Promise<File>((done, refuse) => (entry as FileSystemFileEntry).file(done, refuse));
  return { name: entry.name, file: entry.isFile ? file : null, inside: async () => (await listed(entry as FileSystemDirectoryEntry)).map(ofEntry) };
}

/** Lists a folder, which the browser gives a hundred entries at a time. */
async function listed(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, refuse) => reader.readEntries(done, refuse));
    if (some.length === 0) return all;
    all.push(...some);
    if (all.length > MAX) throw new TooMuch(String(MAX));
  }
}

/** Puts what is in archives into their place; an archive that cannot be read is left out and named. */
async function unpacked(files: NamedFile[], tell: Tell, unread: Unread[] = []): Promise<Taken> {
  const all = new Map<string, NamedFile>();
  const last = new Map<string, number>();
  for (const file of files) {
    const [, folder, extension] = /^(.*)\.([^./]*)$/.exec(file.path) ?? [];
    const unpack = ARCHIVES[(extension ?? "").toLowerCase()];
    let found = [file];
    if (unpack && file.data instanceof Blob) {
      try {
        const { files, damaged } = await unpack(file.data);
        found = files.map(({ path, data }) => ({ path: `${folder}/${path}`, data }));
        unread.push(...damaged.map(({ path, why }) => ({ path: file.path, why: `${path}: ${why}` })));
        if (found.length + damaged.length === 0) unread.push({ path: file.path, why: t("nothing_inside") });
      } catch (error) {
        unread.push({ path: file.path, why: reason(error) });
        continue;
      }
    }
    for (const one of found) {
      all.set(free(one.path, all, last), one);
      await rest();
    }
    if (all.size > MAX) throw new TooMuch(String(MAX));
    tell(all.size);
  }
  return { files: [...all].map(([path, { data }]) => ({ path, data })), unread };
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns a path that no other file has; `last` is the number that each path got last. */
function free(path: string, taken: Map<string, unknown>, last: Map<string, number>): string {
  let tried = path;
  for (let number = last.get(path) ?? 1; taken.has(tried); tried = path.replace(/(\.[^./]*)?$/, ` (${number})$1`)) last.set(path, ++number);
  return tried;
}
