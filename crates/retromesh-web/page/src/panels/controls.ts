// Labelled controls.

import { el } from "../dom";
import { t, type Key } from "../texts";

/** A switch with its label. */
export function toggle(key: Key, on: boolean, change: (on: boolean) => void): HTMLElement {
  const box = el("input", { type: "checkbox", name: key, onchange: () => change(box.checked) });
  box.checked = on;
  return el("label", { class: "toggle" }, box, t(key));
}

export interface Choice<T> {
  text: string;
  value: T;
}

/** A list to choose from, with its label. */
export function choose<T>(key: Key, choices: Choice<T>[], chosen: T, change: (value: T) => void): HTMLElement {
  const select = el("select", { name: key, onchange: () => change(choices[select.selectedIndex]!.value) });
  select.append(...choices.map(({ text }) => el("option", {}, text)));
  select.selectedIndex = Math.max(0, choices.findIndex(({ value }) => value === chosen));
  return el("label", { class: "choice" }, el("span", {}, t(key)), select);
}

/** A part of the panel that opens and closes. */
export function section(key: Key, open: boolean, ...children: (Node | string)[]): HTMLDetailsElement {
  return el("details", { open, class: "section", "data-section": key }, el("summary", {}, t(key)), ...children);
}

/** A table with a heading in each row. */
export function facts(rows: (readonly [string, ...string[]])[]): HTMLElement {
  const row = ([head, ...cells]: readonly [string, ...string[]]) =>
    el("tr", {}, el("th", { scope: "row" }, head), ...cells.map((cell) => el("td", {}, cell)));
  return el("table", {}, el("tbody", {}, ...rows.map(row)));
}
