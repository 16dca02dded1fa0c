// Which of many files are models; all others are next to them.

import type { Engine, Format, NamedFile, Unread } from "../engine";
import { t } from "../texts";
import { bare, base, extension, folderOf, isGltf } from "./paths";
import { Work } from "./work";

interface Reader {
  engine: Engine;
  formats: readonly Format[];
}

/** This many files of one name, but for its extension, join a model. */
const MAX_ALIKE = 8;

/** What models of an extension name next to them that is no image. */
const NEXT: Readonly<Record<string, string>> = { gltf: "bin", obj: "mtl", p3d: "rtm" };
/** This many such files get a place in the folders of models. */
const MAX_NEXT = 20_000;

/** Files that are never a model of their own. */
const SIDECARS = /\.(bin|mtl|rvmat|png|jpe?g|gif|bmp|tga|dds|webp|ktx2|txt|md|pdf|html?|json|lua|ini|cfg|cpp|wav|ogg|mp3|tsv|csv)$/i;

/** Returns whether the name of a file says nothing of what is known to be no model. */
export function isStrange(path: string): boolean {
  return !isHidden(path) && !SIDECARS.test(path);
}

function isHidden(path: string): boolean {
  return /(^|\/)\./.test(path);
}

/** What of a drop without a model joins the models that are there: all of it, pictures, or nothing. */
type Joining = "all" | "pictures" | "nothing";

/** Says what of some files joins the models that are there, where no model is among the files. */
export function joining(works: readonly Work[], files: readonly NamedFile[], formats: readonly Format[]): Joining {
  const isLost = (work: Work) => isGltf(work) && work.error !== null;
  const hasBuffers = files.some(({ path }) => extension(path) === "bin");
  if (works.some((work) => work.missing.length > 0 || (hasBuffers && isLost(work)))) return "all";
  const models = new Set(formats.filter(({ picture }) => !picture).flatMap(({ extensions }) => extensions));
  return works.some((work) => models.has(extension(work.path)) && (work.error === null || isLost(work))) ? "pictures" : "nothing";
}

/** Lists the files that are pictures by their names. */
export function picturesAmong(files: readonly NamedFile[], formats: readonly Format[]): NamedFile[] {
  return endingAs(files, formats, true);
}

function endingAs(files: readonly NamedFile[], formats: readonly Format[], isPicture: boolean): NamedFile[] {
  const wanted = new Set(formats.filter(({ picture }) => picture === isPicture).flatMap(({ extensions }) => extensions));
  return files.filter(({ path }) => wanted.has(extension(path)));
}

/** Lists the models among files: those whose names say so; else, unless that joins others, pictures; else what could be one. Null for none. */
export function modelsAmong(files: readonly NamedFile[], { engine, formats }: Reader, joins: Joining): Work[] | null {
  let found = endingAs(files, formats, false);
  if (found.length === 0 && joins !== "all") {
    found = picturesAmong(files, formats);
    if (found.length > 0 && joins === "pictures") return null;
    if (found.length === 0) found = files.filter(({ path }) => !SIDECARS.test(path));
  }
  return found.length > 0 ? found.map(({ path }) => new Work(engine, formats, path, files)) : null;
}

/** This many files are asked for at a time: others may be waiting. */
const AT_ONCE = 100;

/** Lists the files next to models that nobody reads, and pictures that are cut. */
export async function strangers(files: readonly NamedFile[], works: readonly Work[], engine: Engine): Promise<Unread[]> {
  const models = new Set(works.map(({ path }) => path));
  const isDoubtful = (path: string) => !models.has(path) && (isStrange(path) || (!isHidden(path) && /\.(png|jpe?g|bmp)$/i.test(path)));
  const paths = files.map(({ path }) => path).filter(isDoubtful);
  const isArchive = (path: string) => /\.(zip|pbo)$/i.test(path);
  const found = paths.filter(isArchive).map((path) => ({ path, why: t("archive_inside") }));
  const asked = paths.filter((path) => !isArchive(path));
  for (let at = 0; at < asked.length; at += AT_ONCE) {
    const some = asked.slice(at, at + AT_ONCE);
    try {
      found.push(...(await engine.strangers(files, some)));
    } catch {
      // The engine broke down over one of them, which hides no other.
      const one = (path: string) => engine.strangers(files, [path]).catch((error: unknown) => [{ path, why: error instanceof Error ? error.message : String(error) }]);
      for (const path of some) found.push(...(await one(path)));
    }
  }
  return found;
}

/** Puts further files next to models that are there; each is also found by its name alone, whatever its folder is called. */
export function withMore(works: readonly Work[], files: readonly NamedFile[]): Work[] {
  const all = new Map<readonly NamedFile[], NamedFile[]>();
  for (const set of new Set(works.map(({ files }) => files)))
    all.set(
      set,
      joined(
        set,
        files,
        works.filter((work) => work.files === set),
      ),
    );
  return works.map((work) => work.among(all.get(work.files)!));
}

function joined(here: readonly NamedFile[], coming: readonly NamedFile[], works: readonly Work[]): NamedFile[] {
  const before = new Map(here.map(({ path, data }) => [path, data]));
  // What comes again replaces what came under its path, also where that was placed.
  const anew = new Map(coming.map(({ path, data }) => [before.get(path), data]));
  const all = new Map(here.map(({ path, data }) => [path, anew.get(data) ?? data]));
  const put = (path: string, { data }: NamedFile) => all.set(path, data);
  const add = (path: string, file: NamedFile) => all.has(path) || put(path, file);
  for (const file of coming) put(file.path, file);
  const byName = new Map<string, Map<string, NamedFile>>();
  for (const file of coming) {
    const name = base(file.path);
    add(name, file);
    const alike = byName.get(bare(name)) ?? new Map<string, NamedFile>();
    if (alike.size < MAX_ALIKE) alike.set(name, alike.get(name) ?? file);
    byName.set(bare(name), alike);
  }
  // Textures of games are looked for along their paths, else next to the model alone.
  for (const { path, missing } of works) {
    const folder = folderOf(path);
    for (const image of missing) byName.get(bare(base(image)))?.forEach((file, name) => add(folder + name, file));
  }
  placeNext(works, coming, (path, file, isAnew) => (isAnew ? put(path, file) : add(path, file)));
  return [...all].map(([path, data]) => ({ path, data }));
}

/** Places what models name next to them that is no image in their folders; where a model cannot be read, in place of what is there. */
function placeNext(works: readonly Work[], coming: readonly NamedFile[], place: (path: string, file: NamedFile, isAnew: boolean) => void): void {
  const folders = new Map<string, { folder: string; wanted: string; isBroken: boolean }>();
  for (const { path, error } of works) {
    const [folder, wanted] = [folderOf(path), NEXT[extension(path)]];
    const key = `${folder}${wanted}`;
    if (wanted) folders.set(key, { folder, wanted, isBroken: error !== null || folders.get(key)?.isBroken === true });
  }
  let left = MAX_NEXT;
  for (const { folder, wanted, isBroken } of folders.values())
    for (const file of coming.filter(({ path }) => extension(path) === wanted)) {
      if (left-- <= 0) return;
      place(folder + file.path, file, isBroken);
      place(folder + base(file.path), file, isBroken);
    }
}
