// The Lua of mods of Luanti, which the program reads and the page does not: clips that the Lua alone names are missing in what is made here.

import { el } from "../dom";
import { t } from "../texts";
import type { Work } from "./work";

/** What gives the models their clips, where the Lua of some works is left unread; null where there is none, or the target is of no mods. */
export function luaCommand(works: readonly Work[], target: string | null): string | null {
  if (!target?.startsWith("luanti")) return null;
  const sets = [...new Set(works.map(({ files }) => files))];
  const hasLua = sets.some((files) => files.some(({ path }) => /\.lua$/i.test(path)));
  return hasLua ? `retromesh convert MOD -d OUT --target ${target} --lua` : null;
}

/** Says that the Lua is not read, and by what it is. */
export function luaNote(works: readonly Work[], target: string | null): HTMLElement | false {
  const command = luaCommand(works, target);
  return command !== null && el("p", { class: "lua" }, `${t("lua_unread")} `, el("code", {}, command));
}

/** Says the same in lines of the report, which is in English. */
export function luaReport(works: readonly Work[], target: string | null): string[] {
  const command = luaCommand(works, target);
  return command === null ? [] : ["", `${t("lua_unread", "en")} ${command}`];
}
