// Which of many files are models; all others are next to them.

import type { Engine, Format, NamedFile, Unread } from "../engine";
import { t } from "../texts";
import { Work } from "./work";

interface Reader {
  engine: Engine;
  formats: readonly Format[];
}

/** Files that are never a model of their own. */
const SIDECARS = /\.(bin|mtl|rvmat|png|jpe?g|gif|bmp|tga|dds|webp|ktx2|txt|md|pdf|html?|json|lua|ini|cfg|cpp|wav|ogg|mp3|tsv|csv)$/i;

/**
 * Lists the models among files: those whose names say so; else pictures; else what could be one. Null for none. Where images are
 * `awaited`, pictures are these, and no models.
 */
export function modelsAmong(files: readonly NamedFile[], { engine, formats }: Reader, awaited: boolean): Work[] | null {
  const ends = (picture: boolean) => formats.filter((format) => format.picture === picture).flatMap(({ extensions }) => extensions);
  const [models, pictures] = [ends(false), ends(true)];
  const named = (extensions: string[]) => {
    const wanted = new Set(extensions);
    return files.filter(({ path }) => wanted.has(extension(path)));
  };
  const others = () => [named(pictures), files.filter(({ path }) => !SIDECARS.test(path))];
  const found = [named(models), ...(awaited ? [] : others())].find((some) => some.length > 0);
  return found?.map(({ path }) => new Work(engine, formats, path, files)) ?? null;
}

/** This many files are asked for at a time: others may be waiting. */
const AT_ONCE = 100;

/** Lists the files next to models that nobody reads, and pictures that are cut. */
export async function strangers(files: readonly NamedFile[], works: readonly Work[], engine: Engine): Promise<Unread[]> {
  const models = new Set(works.map(({ path }) => path));
  const isDoubtful = (path: string) => !models.has(path) && !/(^|\/)\./.test(path) && (!SIDECARS.test(path) || /\.(png|jpe?g|bmp)$/i.test(path));
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
  const coming = new Set(files.map(({ path }) => path));
  return works.map((work) => {
    const more =
      all.get(work.files) ??
      joined(
        work.files.filter(({ path }) => !coming.has(path)),
        files,
      );
    all.set(work.files, more);
    return work.among(more);
  });
}

function joined(here: readonly NamedFile[], coming: readonly NamedFile[]): NamedFile[] {
  const known = new Set([...here, ...coming].map(({ path }) => path));
  const byName = coming.flatMap(({ path, data }): NamedFile[] => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (known.has(name)) return [];
    known.add(name);
    return [{ path: name, data }];
  });
  return [...here, ...coming, ...byName];
}

/** Returns the extension of a path, in small letters. */
export function extension(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
}
