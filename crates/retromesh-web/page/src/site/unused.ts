// Pictures that were brought to models that are there: which of them no model uses, and why.

import type { Engine, Format, NamedFile, Unread } from "../engine";
import { t } from "../texts";
import { picturesAmong } from "./models";
import { bare, base, folderOf } from "./paths";
import type { Work } from "./work";

/** What looks for the pictures of models. */
export interface Looking {
  engine: Engine;
  formats: readonly Format[];
  /** Whether somebody still wants to know. */
  isWanted: () => boolean;
}

/** Lists the pictures among files that joined models, and that none of these uses, with the reason. */
export async function unused(coming: readonly NamedFile[], works: readonly Work[], { engine, formats, isWanted }: Looking): Promise<Unread[]> {
  let left = picturesAmong(coming, formats);
  const named = new Set<string>();
  const shown = new Map<string, Set<NamedFile["data"]>>();
  const places = new Map<readonly NamedFile[], Map<string, NamedFile["data"]>>();
  for (const work of works) {
    if (left.length === 0 || !isWanted()) return [];
    const { files, path } = work;
    const known = places.get(files) ?? new Map(files.map(({ path, data }) => [path, data]));
    places.set(files, known);
    const used = new Set<NamedFile["data"]>();
    for (const image of await images(work, engine)) {
      named.add(bare(base(image.path)));
      const data = image.file === null ? undefined : known.get(inside(folderOf(path) + image.file));
      if (!data) continue;
      used.add(data);
      const name = bare(base(image.file!));
      shown.set(name, (shown.get(name) ?? new Set()).add(data));
    }
    left = left.filter(({ data }) => !used.has(data));
  }
  left = await without(left, shown);
  const lua = left.length > 0 ? await namesInLua(works) : new Set();
  return left.map(({ path }) => {
    const name = base(path).toLowerCase();
    return { path, why: t(named.has(bare(name)) ? "picture_other" : lua.has(name) ? "picture_lua" : "picture_unnamed") };
  });
}

/** Leaves out files that are equal to one of their name that is shown. */
async function without(files: readonly NamedFile[], shown: ReadonlyMap<string, Iterable<NamedFile["data"]>>): Promise<NamedFile[]> {
  const left: NamedFile[] = [];
  for (const file of files) {
    const own = new Blob([file.data]);
    const alike = [...(shown.get(bare(base(file.path))) ?? [])].map((data) => new Blob([data])).filter(({ size }) => size === own.size);
    let isShown = false;
    for (const other of alike) isShown ||= await isEqual(own, other);
    if (!isShown) left.push(file);
  }
  return left;
}

async function isEqual(a: Blob, b: Blob): Promise<boolean> {
  try {
    const [one, other] = (await Promise.all([a.arrayBuffer(), b.arrayBuffer()])).map((bytes) => new Uint8Array(bytes));
    return one!.every((byte, place) => byte === other![place]);
  } catch {
    return false;
  }
}

/** Lists the images of a model; none where it cannot be read. It is opened on its own, as others open and close it meanwhile. */
async function images(work: Work, engine: Engine): Promise<{ path: string; file: string | null }[]> {
  const own = work.among(work.files);
  try {
    return await engine.textures((await own.open()).id);
  } catch {
    return [];
  } finally {
    own.close();
  }
}

/** Lists what may be a name of a file in the Lua next to models, in small letters. */
async function namesInLua(works: readonly Work[]): Promise<Set<string>> {
  const files = new Set([...new Set(works.map(({ files }) => files))].flat().flatMap(({ path, data }) => (/\.lua$/i.test(path) ? [data] : [])));
  const names = new Set<string>();
  for (const data of files) {
    const text = await new Blob([data]).text().catch(() => "");
    for (const name of text.toLowerCase().match(/[\w-]+\.\w+/g) ?? []) names.add(name);
  }
  return names;
}

/** Resolves the steps upwards in a path. */
function inside(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
