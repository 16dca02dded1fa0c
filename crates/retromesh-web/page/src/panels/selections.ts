// The named selections; a chosen one is marked in the picture.

import { el } from "../dom";
import { selections } from "../selections";
import type { Stage } from "../stage";
import { number, t } from "../texts";
import { section } from "./controls";

/** This many are listed. */
const MAX = 2000;

/** Makes the list; nothing for a model without selections. */
export function selectionsPanel(stage: Stage): HTMLElement | null {
  const all = stage.model ? selections(stage.model) : [];
  if (all.length === 0) return null;
  let pressed: HTMLElement | null = null;
  const items = all.slice(0, MAX).map((selection) => {
    const button = el(
      "button",
      { type: "button", "aria-pressed": "false", onclick: () => press(selection) },
      selection.name || t("nameless"),
      el("small", {}, ` ${t("vertices")}: ${number(selection.vertices)}`),
    );
    const press = (chosen: typeof selection) => {
      const again = pressed === button;
      pressed?.setAttribute("aria-pressed", "false");
      pressed = again ? null : button;
      pressed?.setAttribute("aria-pressed", "true");
      stage.highlight(again ? null : chosen);
    };
    return el("li", {}, button);
  });
  const left = all.length - items.length;
  return section("selections", false, el("ul", { class: "nodes" }, ...items, left > 0 && el("li", {}, `${number(left)} ${t("more")}`)));
}
