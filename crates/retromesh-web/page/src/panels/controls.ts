// Labelled controls.

import { el } from "../dom";
import { type IconName, icon } from "../icons";
import { type Key, t } from "../texts";

/** A switch with its label. */
export function toggle(key: Key, on: boolean, change: (on: boolean) => void): HTMLElement {
  const box = el("input", { type: "checkbox", name: key, onchange: () => change(box.checked) });
  box.checked = on;
  return el("label", { class: "toggle" }, box, t(key));
}

export interface Choice<T> {
  text: string;
  value: T;
  /** What it is for, in English. */
  about?: string;
}

/** A list to choose from, with its label. */
export function choose<T>(key: Key, choices: Choice<T>[], chosen: T, change: (value: T) => void): HTMLElement {
  const select = el("select", { name: key, "aria-label": t(key), onchange: () => change(choices[select.selectedIndex]!.value) });
  select.append(...choices.map(({ text, about }) => el("option", about ? { title: about } : {}, text)));
  select.selectedIndex = Math.max(
    0,
    choices.findIndex(({ value }) => value === chosen),
  );
  return el("label", { class: "choice" }, el("span", {}, t(key)), select);
}

/** A part of the panel that opens and closes. */
export function section(key: Key, open: boolean, ...children: (Node | string)[]): HTMLDetailsElement {
  return el("details", { open, class: "section", "data-section": key }, el("summary", {}, t(key)), ...children);
}

/** A table with a heading in each row. */
export function facts(rows: (readonly [string, ...string[]])[]): HTMLElement {
  const row = ([head, ...cells]: readonly [string, ...string[]]) => el("tr", {}, el("th", { scope: "row" }, head), ...cells.map((cell) => el("td", {}, cell)));
  return el("table", {}, el("tbody", {}, ...rows.map(row)));
}

/** A button that is an icon; its text is its name and its tooltip. */
export function tool(key: Key, name: IconName, press: () => void, more: Record<string, string> = {}): HTMLButtonElement {
  return el("button", { type: "button", name: key, class: "tool", title: t(key), "aria-label": t(key), onclick: press, ...more }, icon(name));
}

/** A switch that is an icon. */
export function switched(key: Key, name: IconName, on: boolean, change: (on: boolean) => void): HTMLElement {
  const made = toggle(key, on, change);
  made.className = "tool";
  made.title = t(key);
  made.replaceChildren(made.firstElementChild!, icon(name), el("span", { class: "unseen" }, t(key)));
  return made;
}

/** What opens below an icon; a press elsewhere and Escape close it. */
export function menu(key: Key, name: IconName, ...children: (Node | string)[]): HTMLDetailsElement {
  const made = el("details", { class: "menu", "data-section": key }, el("summary", { class: "tool", title: t(key), "aria-label": t(key) }, icon(name)), el("div", { class: "inside" }, ...children));
  const away = (event: Event) => {
    if (event instanceof KeyboardEvent ? event.key === "Escape" : !made.contains(event.target as Node)) made.open = false;
  };
  made.addEventListener("toggle", () => {
    for (const heard of ["pointerdown", "keydown"]) document[made.open ? "addEventListener" : "removeEventListener"](heard, away);
  });
  return made;
}

/** What is searched and sorted. */
export interface Item {
  name: string;
  size: number;
  /** Whether it cannot be shown. */
  bad: boolean;
  element: HTMLElement;
}

const ORDERS = {
  as_given: null,
  by_name: (a: Item, b: Item) => a.name.localeCompare(b.name),
  by_size: (a: Item, b: Item) => b.size - a.size,
  problems_first: (a: Item, b: Item) => Number(b.bad) - Number(a.bad),
};
type Order = keyof typeof ORDERS;

/** A field to search names in and a list of orders; `show` gets the elements that are left. */
export function sieve(items: () => readonly Item[], show: (elements: HTMLElement[]) => void): HTMLElement[] {
  let order: Order = "as_given";
  const search = el("input", { type: "search", name: "search-models", "aria-label": t("search_models"), placeholder: t("search_models"), oninput: () => update() });
  const update = () => {
    const wanted = search.value.toLowerCase();
    const found = items().filter(({ name }) => name.toLowerCase().includes(wanted));
    const by = ORDERS[order];
    show((by ? found.sort(by) : found).map(({ element }) => element));
  };
  const orders = (Object.keys(ORDERS) as Order[]).map((value) => ({ text: t(value), value }));
  const sorted = choose<Order>("order", orders, order, (chosen) => {
    order = chosen;
    update();
  });
  return [search, sorted];
}
