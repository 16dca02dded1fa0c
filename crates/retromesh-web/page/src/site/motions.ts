// Motions next to models: how a model is made to move by one, on this page and by the program.

import { el } from "../dom";
import type { NamedFile } from "../engine";
import { topOf, word } from "./command";
import { base, extension, folderOf } from "./paths";
import type { Work } from "./work";

/** The ending of files of motion: models move by them, and alone they are shown. */
export const MOTION = ".rtm";

/** The command where the places of the files are not known. */
const COMMAND = "retromesh view MODEL --animation FILE";

/** Lists the motions among files that are shown next to models, and so not themselves: the name for the setting, and the command. */
export function motions(files: readonly NamedFile[], works: readonly Work[], haveJoined: boolean): HTMLElement[] {
  const all = files.map(({ path }) => path).filter((path) => path.toLowerCase().endsWith(MOTION));
  // Of thousands of models the page is kept waiting.
  if (all.length === 0) return [];
  const shown = new Set(works.map(({ path }) => path));
  const found = all.filter((path) => !shown.has(path));
  const near = nearest(works.map(({ path }) => path).filter((path) => extension(path) === "p3d"));
  return found.map((path) => {
    const model = near(path);
    // What came later is next to each model; where it is on the disk is not known.
    const name = haveJoined || model === null ? base(path) : relative(folderOf(model), path);
    return el("span", {}, el("code", {}, name), " · ", el("code", {}, (!haveJoined && model !== null && command(model, path)) || COMMAND));
  });
}

/** Finds the model that is nearest to a motion: in its folder, or else below the nearest folder above it that has one. */
function nearest(models: readonly string[]): (motion: string) => string | null {
  const [inside, below] = [new Map<string, string>(), new Map<string, string>()];
  for (const model of models) {
    const folder = folderOf(model);
    if (!inside.has(folder)) inside.set(folder, model);
    for (const above of upwards(folder)) if (!below.has(above)) below.set(above, model);
  }
  return (motion) => {
    const folder = folderOf(motion);
    const above = upwards(folder).find((above) => below.has(above));
    return inside.get(folder) ?? (above === undefined ? null : below.get(above)!);
  };
}

/** Lists a folder and those above it. */
function upwards(folder: string): string[] {
  const all = [folder];
  for (let at = folder; at !== ""; ) all.push((at = folderOf(at.slice(0, -1))));
  return all;
}

/** Returns a path as it leads from a folder to a file. */
function relative(folder: string, path: string): string {
  const above = upwards(folder);
  const common = above.findIndex((above) => path.startsWith(above));
  return "../".repeat(common) + path.slice(above[common]!.length);
}

/** Returns the command, to be run in the folder that was dropped; null where a name cannot be put into one. */
function command(model: string, motion: string): string | null {
  const top = topOf(model);
  const isBelow = top !== "" && top === topOf(motion);
  const [file, from] = [word(isBelow ? model.slice(top.length + 1) : model), relative(folderOf(model), motion)];
  const name = word(from);
  // The program reads files outside of the model's folder where it is allowed to.
  return file && name && `retromesh view ${file} --animation ${name}${from.startsWith("../") ? " --root ." : ""}`;
}
