// Files that can be read and that are not shown, as their names do not say what they are.

import type { NamedFile, Unread } from "../engine";
import { t } from "../texts";
import { isStrange } from "./models";
import { MOTION } from "./motions";
import { extension } from "./paths";
import type { Looking } from "./unused";
import type { Work } from "./work";

/** Lists the models and pictures under other names among files; `works` are those that are shown, and of `known` one knows already why they are not. */
export async function misnamed(files: readonly NamedFile[], works: readonly Work[], known: readonly Unread[], { engine, formats, isWanted }: Looking): Promise<Unread[]> {
  const extensions = new Set(["zip", "pbo", MOTION.slice(1), ...formats.flatMap(({ extensions }) => extensions)]);
  const done = new Set([...works, ...known].map(({ path }) => path));
  const found: Unread[] = [];
  for (const { path } of files) {
    if (done.has(path) || !isStrange(path) || extensions.has(extension(path))) continue;
    if (!isWanted()) break;
    const { id, format } = await engine.open(path, files);
    void engine.close(id);
    if (format !== "") found.push({ path, why: t("misnamed") });
  }
  return found;
}
