// The clips, with their frames.

import { el } from "../dom";
import type { Model } from "../model";
import { number, t } from "../texts";

/** This many clips are listed. */
const MAX = 1000;

/** Makes the list; nothing for a model that does not move. */
export function animationPanel({ clips }: Model): HTMLElement | null {
  if (clips.length === 0) return null;
  const head = [t("clip"), t("frames"), t("rate"), t("seconds")].map((text) => el("th", { scope: "col" }, text));
  const rows = clips.slice(0, MAX).map(({ name, clip, first, rate, looping }) => {
    const cells = [`${number(first, 2)} – ${number(first + clip.duration * rate, 2)}`, number(rate, 2), `${number(clip.duration, 2)}${looping ? " ↻" : ""}`];
    return el("tr", {}, el("th", { scope: "row" }, name || t("nameless")), ...cells.map((cell) => el("td", {}, cell)));
  });
  return el("table", { class: "clips" }, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows));
}
