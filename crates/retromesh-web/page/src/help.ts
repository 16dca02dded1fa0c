// The keys, as a window over the page.

import { el } from "./dom";
import { t } from "./texts";

/** Each key, and what it does; the first are those of the picture. */
const KEYS = [
  ["← → ↑ ↓", "key_turn"],
  ["⇧ ← → ↑ ↓", "key_move"],
  ["+ −", "key_zoom"],
  ["F", "fit"],
  ["␣", "key_play"],
  [", .", "key_step"],
  ["B", "key_before"],
  ["?", "help"],
] as const;

export function help(): void {
  const rows = KEYS.map(([keys, key]) => el("tr", {}, el("th", { scope: "row" }, el("kbd", {}, keys)), el("td", {}, t(key))));
  const window_ = el(
    "dialog",
    { class: "help", "aria-labelledby": "help", onclose: () => window_.remove() },
    el("h2", { id: "help" }, t("help")),
    el("table", {}, el("tbody", {}, ...rows)),
    el("p", { class: "advice" }, t("mouse")),
    el("form", { method: "dialog" }, el("button", { class: "main" }, t("close"))),
  );
  document.body.append(window_);
  window_.showModal();
}

/** Does something when a key is pressed, but where a text is being written or a window is open. */
export function listenFor(key: string, act: () => void): void {
  document.addEventListener("keydown", (event) => {
    const writes = event.target instanceof HTMLElement && event.target.matches("input:not([type=checkbox], [type=range]), textarea, select");
    const other = event.ctrlKey || event.altKey || event.metaKey || event.key.toLowerCase() !== key;
    if (other || writes || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    act();
  });
}
