// The structures of a file as a tree.

import { el } from "../dom";
import type { Layout } from "../engine";
import { t } from "../texts";
import { around, hasInside, kindOf, title } from "./layout";
import { Rows } from "./rows";

const ROW = 24;
/** Values are asked for where entries are at most so far from each other. */
const GAP = 64;

export class Tree {
  readonly rows: Rows;
  private readonly open = new Set<number>();
  private readonly values = new Map<number, string>();
  private shown: number[] = [];
  private chosen = -1;

  constructor(
    private readonly layout: Layout,
    private readonly ask: (first: number, end: number) => Promise<string[]>,
    private readonly onChoose: (entry: number) => void,
  ) {
    const onclick = (event: MouseEvent) => this.click(event.target as HTMLElement);
    const props = { class: "tree", role: "tree", tabindex: 0, "aria-label": t("structure"), onclick, onkeydown: (event: KeyboardEvent) => this.key(event) };
    this.rows = new Rows(
      ROW,
      (row) => this.row(row),
      props,
      (first, end) => void this.fetch(first, end),
    );
    // One or two levels are open at first, where they are short.
    const count = layout.start.length;
    for (let at = 0; at < count; at = Math.max(at + 1, layout.next[at]!)) if (count < 4000 || hasInside(layout, at)) this.open.add(at);
    this.list();
  }

  private list(): void {
    const { next } = this.layout;
    const shown: number[] = [];
    for (let at = 0; at < next.length; ) {
      shown.push(at);
      at = this.open.has(at) ? at + 1 : Math.max(next[at]!, at + 1);
    }
    this.shown = shown;
    this.rows.resize(shown.length);
  }

  /** Chooses an entry, and opens all that is around it. */
  choose(entry: number): void {
    this.chosen = entry;
    const outer = around(this.layout, entry)
      .slice(0, -1)
      .filter((at) => !this.open.has(at));
    outer.forEach((at) => this.open.add(at));
    if (outer.length > 0) this.list();
    this.rows.reveal(this.place(entry));
  }

  /** Returns in which row an entry is. */
  private place(entry: number): number {
    let [low, high] = [0, this.shown.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.shown[middle]! < entry) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private turn(entry: number): void {
    if (!this.open.delete(entry)) this.open.add(entry);
    this.list();
  }

  private click(target: HTMLElement): void {
    const row = target.closest<HTMLElement>("[data-entry]");
    if (!row) return;
    const entry = Number(row.dataset.entry);
    if (target.classList.contains("twist")) this.turn(entry);
    this.choose(entry);
    this.onChoose(entry);
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const place = this.place(this.chosen);
    const is = (key: string) => event.key === key;
    const isOpen = this.open.has(this.chosen);
    const parent = around(this.layout, this.chosen).at(-2);
    let to = this.chosen < 0 ? this.shown[0] : undefined;
    if (to === undefined) {
      if (is("ArrowDown")) to = this.shown[place + 1];
      else if (is("ArrowUp")) to = this.shown[place - 1];
      else if (is("Home")) to = this.shown[0];
      else if (is("End")) to = this.shown.at(-1);
      else if (is("ArrowRight") && isOpen && hasInside(this.layout, this.chosen)) to = this.chosen + 1;
      else if (is("ArrowLeft") && !isOpen) to = parent;
      else if (is("Enter") || is(" ") || is("ArrowRight") || is("ArrowLeft")) {
        if (hasInside(this.layout, this.chosen)) this.turn(this.chosen);
        to = this.chosen;
      } else return;
    }
    event.preventDefault();
    if (to === undefined) return;
    this.choose(to);
    this.onChoose(to);
  }

  private row(number: number): HTMLElement {
    const { layout } = this;
    const entry = this.shown[number]!;
    const isOpen = this.open.has(entry);
    const inside = hasInside(layout, entry);
    const row = el(
      "div",
      {
        class: "line",
        id: `entry-${entry}`,
        role: "treeitem",
        "data-entry": entry,
        "aria-level": layout.depth[entry]! + 1,
        "aria-selected": String(entry === this.chosen),
        "aria-expanded": inside ? String(isOpen) : null,
      },
      el("span", { class: "twist", "aria-hidden": "true" }, inside ? (isOpen ? "▾" : "▸") : ""),
      el("span", { class: "name" }, title(layout, entry)),
      el("small", {}, ` ${kindOf(layout, entry)} `),
      el("span", { class: "value" }, this.values.get(entry) ?? ""),
    );
    row.style.paddingInlineStart = `${Math.min(layout.depth[entry]!, 24) * 0.9}em`;
    return row;
  }

  /** Asks for the values of the rows in sight. */
  private async fetch(first: number, end: number): Promise<void> {
    if (this.chosen >= 0) this.rows.element.setAttribute("aria-activedescendant", `entry-${this.chosen}`);
    const wanted = this.shown.slice(first, end).filter((entry) => !this.values.has(entry));
    if (wanted.length === 0) return;
    wanted.forEach((entry) => this.values.set(entry, ""));
    const groups: [number, number][] = [];
    for (const entry of wanted) {
      const last = groups.at(-1);
      if (last && entry - last[1] < GAP) last[1] = entry + 1;
      else groups.push([entry, entry + 1]);
    }
    try {
      for (const [from, to] of groups) (await this.ask(from, to)).forEach((value, place) => this.values.set(from + place, value));
      this.rows.draw();
    } catch {
      // A model that was closed meanwhile has no values any more.
    }
  }

  end(): void {
    this.rows.end();
  }
}
