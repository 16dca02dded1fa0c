// The Lua of mods of Luanti, which the program reads and the page does not: clips that the Lua alone names are missing in what is made here.

import { el } from "../dom";
import { type Language, t } from "../texts";
import { topOf, word } from "./command";
import { extension } from "./paths";
import type { Work } from "./work";

/** What stands for the folder of a mod where its name is not known. */
const PLACEHOLDER = "MOD";

/** A command of the program, and the folder that it names. */
interface Command {
  command: string;
  folder: string | null;
}

/**
 * What gives the models their clips, where the Lua of some works is left unread; null where there is none, or the target is of no mods.
 * `to` is the extension of what is made.
 */
function luaCommand(works: readonly Work[], target: string | null, to: string): Command | null {
  if (!target?.startsWith("luanti")) return null;
  const sets = [...new Set(works.map(({ files }) => files))];
  const lua = sets.flatMap((files) => files.map(({ path }) => path).filter((path) => /\.lua$/i.test(path)));
  if (lua.length === 0) return null;
  const [top, ...others] = new Set(works.map(({ path }) => topOf(path)));
  const folder = top && others.length === 0 && lua.some((path) => topOf(path) === top) ? word(top) : null;
  // The program makes glTF where nothing else is named, and leaves out what is of that format already.
  const family = (extension: string) => (extension === "gltf" ? "glb" : extension);
  const isOfFormat = works.every(({ path }) => family(extension(path)) === family(to));
  const formats = [to !== "glb" && `--to ${to}`, isOfFormat && `--from ${extension(works[0]!.path)}`];
  return { command: ["retromesh convert", folder ?? PLACEHOLDER, "-d OUT", ...formats, `--target ${target} --lua`].filter(Boolean).join(" "), folder };
}

/** Says where the command is to be run. */
function where({ folder }: Command, language?: Language): string {
  return folder === null ? t("lua_placeholder", language) : `${t("lua_where", language)} ${folder}.`;
}

/** Says that the Lua is not read, and by what it is. */
export function luaNote(works: readonly Work[], target: string | null, to: string): HTMLElement | false {
  const command = luaCommand(works, target, to);
  return command !== null && el("p", { class: "lua" }, `${t("lua_unread")} `, el("code", {}, command.command), ` ${where(command)}`);
}

/** Says the same in lines of the report, which is in English. */
export function luaReport(works: readonly Work[], target: string | null, to: string): string[] {
  const command = luaCommand(works, target, to);
  return command === null ? [] : ["", `${t("lua_unread", "en")} ${command.command}`, where(command, "en")];
}
