// The model that another one was made from: what other programs have taken away comes from it again.

import { el, fill } from "../dom";
import type { NamedFile } from "../engine";
import { choose } from "../panels/controls";
import { type Key, t } from "../texts";
import { brought, chosen, type Taken } from "./intake";
import { modelsAmong } from "./models";
import { isGltf } from "./paths";
import type { Site } from "./site";
import type { Work } from "./work";

/** This many models are offered. */
const MAX = 1000;

/** Returns the path without its extension, as names are alike. */
function bare(path: string): string {
  return path.replace(/\.[^./]*$/, "").toLowerCase();
}

/** Returns the model that another one is converted like: the one that was chosen, or for glTF the one next to it under the same name. */
export function originalOf(work: Work, site: Site): Work | null {
  if (work.original !== undefined) return work.original;
  const name = bare(work.path);
  // OBJ holds nothing that glTF does not.
  const held = site.formats.filter(({ id, writes, picture }) => writes && !picture && id !== "gltf" && id !== "obj").flatMap(({ extensions }) => extensions);
  const isTwin = (other: Work) => other.files === work.files && bare(other.path) === name && held.some((extension) => other.path.toLowerCase().endsWith(`.${extension}`));
  return (work.original = (isGltf(work) && (site.app.entries as readonly Work[]).find(isTwin)) || null);
}

/** Lets the original be chosen among the models that are there, or brought; `change` is called with each. */
export function originalChoice(work: Work, site: Site, change: () => void): HTMLElement {
  const list = el("div");
  const note = el("p", { role: "status" });
  const is = (a: Work | null, b: Work | null) => a?.path === b?.path && a?.files === b?.files;
  let others = (site.app.entries as readonly Work[]).filter((other) => other.files === work.files && other.path !== work.path).slice(0, MAX);
  const show = (say: Key | null) => {
    const now = originalOf(work, site);
    if (now && !others.some((other) => is(other, now))) others = [now, ...others];
    const choices = [{ text: t("nothing"), value: null as Work | null }, ...others.map((value) => ({ text: value.name, value }))];
    fill(
      list,
      choose("original", choices, choices.find(({ value }) => is(value, now))?.value ?? null, (chosen) => take(chosen)),
    );
    fill(note, say ? t(say) : now ? t(bare(now.path) === bare(work.path) ? "original_found" : "original_used") : isGltf(work) && t("original_none"));
  };
  const take = (original: Work | null) => {
    work.original = original;
    show(null);
    change();
  };
  const bring = async (coming: Promise<Taken>) => {
    const files: readonly NamedFile[] = (await coming).files;
    const found = modelsAmong(files, site, "all") ?? [];
    const [first] = found;
    if (!first) return show("no_model");
    const last = (path: string) => bare(path.slice(path.lastIndexOf("/") + 1));
    others = [...found, ...others].slice(0, MAX);
    take(found.find(({ path }) => last(path) === last(work.path)) ?? first);
  };
  const input = el("input", { type: "file", multiple: true, class: "chooser", tabindex: -1, "aria-hidden": "true" });
  input.onchange = () => void bring(chosen(input.files ?? [], () => undefined));
  const button = el("button", { type: "button", name: "bring-original", onclick: () => input.click() }, t("original_bring"));
  const content = [list, el("div", { class: "buttons" }, button, input), note];
  const isAwaited = isGltf(work) || originalOf(work, site) !== null;
  const element: HTMLElement = isAwaited ? el("div", { class: "original" }, ...content) : el("details", { class: "original" }, el("summary", {}, t("original")), ...content);
  element.addEventListener("drop", (event) => {
    if (!event.dataTransfer) return;
    event.preventDefault();
    // The page would show it instead.
    event.stopPropagation();
    document.body.classList.remove("dropping");
    void bring(brought(event.dataTransfer, () => undefined));
  });
  show(null);
  return element;
}
