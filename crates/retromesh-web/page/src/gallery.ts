// Several models at a glance.

import { el, fill } from "./dom";
import { sieve } from "./panels/controls";
import { Stage } from "./stage";
import { number, t } from "./texts";
import type { Entry } from "./types";

const SIDE = 192;

/** Makes the cards; their pictures come one after the other. */
export function gallery(entries: Entry[], open: (entry: Entry) => void): { element: HTMLElement; end: () => void } {
  let ended = false;
  const pictures = entries.map(() => el("img", { alt: "", width: SIDE, height: SIDE, hidden: true }));
  const cards = entries.map((entry, place) =>
    el(
      "li",
      {},
      el(
        "button",
        { type: "button", class: "card", onclick: () => open(entry) },
        pictures[place]!,
        el("span", { class: "name" }, entry.name),
        entry.error !== null ? el("small", { class: "failed" }, entry.error) : el("small", {}, entry.format, entry.size ? ` · ${number(entry.size)} B` : ""),
      ),
    ),
  );
  const list = el("ul", {}, ...cards);
  const items = entries.map(({ name, size, error }, place) => ({ name, size: size ?? 0, bad: error !== null, element: cards[place]! }));
  const bar = sieve(
    () => items,
    (elements) => fill(list, ...elements),
  );
  const draw = async () => {
    const canvas = el("canvas", { class: "drawn", width: SIDE, height: SIDE, "aria-hidden": "true" });
    document.body.append(canvas);
    const stage = new Stage(canvas);
    for (const [place, entry] of entries.entries()) {
      if (ended) break;
      if (entry.error !== null) continue;
      try {
        const { glb, missing } = await entry.open();
        if (!glb) continue;
        await stage.take(glb, missing);
        if (stage.inSight().length === 0) continue;
        stage.drawNow();
        pictures[place]!.src = canvas.toDataURL();
        pictures[place]!.hidden = false;
      } catch {
        // What cannot be drawn has no picture; opening it says why.
      }
      await new Promise((done) => setTimeout(done));
    }
    stage.end();
    canvas.remove();
  };
  // Without WebGL there are names alone.
  draw().catch(() => undefined);
  const element = el("section", { class: "gallery", "aria-label": t("gallery") }, el("div", { class: "row" }, ...bar), list);
  return { element, end: () => (ended = true) };
}
