// The page around the models: which one is shown, which one next to it, language and theme.

import { download, el, fill } from "./dom";
import { gallery } from "./gallery";
import { help, listenFor } from "./help";
import { Overlay } from "./overlay";
import { Pane } from "./pane";
import { choose, tool } from "./panels/controls";
import { chooseLanguage, currentLanguage, type Key, t } from "./texts";
import type { Tools } from "./tools";
import type { Entry, Report } from "./types";

export class App {
  private readonly header = el("header");
  private readonly main = el("main");
  private readonly overlay = new Overlay(this.main);
  private panes: Pane[] = [];
  private cards: { element: HTMLElement; end: () => void } | null = null;
  private shown: Entry | null = null;
  private compared: Entry | null = null;

  constructor(
    private readonly report: Report,
    private readonly tools: Tools | null = null,
  ) {
    document.body.append(this.header, this.main);
    chooseLanguage(currentLanguage());
    listenFor("?", help);
    listenFor("b", () => this.beforeAndAfter());
    this.open(report.entries.length === 1 ? report.entries[0]! : null);
  }

  get entries(): readonly Entry[] {
    return this.report.entries;
  }

  /** The model that is shown. */
  get current(): Entry | null {
    return this.shown;
  }

  /** Shows other models: one of them, or all. */
  replace(entries: Entry[], shown: Entry | null = null): void {
    this.report.entries.forEach((entry) => entry.close());
    this.report.entries = entries;
    this.open(entries.length === 1 ? entries[0]! : shown);
  }

  /** Opens the panel of the model that is shown. */
  turnTo(key: Key): void {
    this.panes[0]?.panel.turnTo(key);
  }

  /** Shows a further model next to one that is there. */
  compare(entry: Entry, compared: Entry): void {
    if (!this.report.entries.includes(compared)) this.report.entries.push(compared);
    this.open(entry, compared);
  }

  /** Shows the first of two models and the second by turns; where there is one, what its conversion makes of it. */
  private beforeAndAfter(): void {
    if (!this.shown) return;
    this.overlay.alternate();
    if (this.compared) this.head();
    else if (this.shown.error === null) void this.tools?.convertAndCompare(this.shown);
  }

  /** Shows a model, or all of them. */
  open(entry: Entry | null, compared: Entry | null = null): void {
    const focus = document.activeElement;
    this.change(entry, compared);
    this.refocus(focus);
  }

  private change(entry: Entry | null, compared: Entry | null): void {
    [this.shown, this.compared].forEach((old) => old && old !== entry && old !== compared && old.close());
    this.shown = entry;
    this.compared = compared;
    document.title = entry ? `${entry.name} – retromesh` : "retromesh";
    this.head();
    if (!entry) {
      this.clear();
      this.cards = this.tools?.all(this) ?? gallery(this.report.entries, (chosen) => this.open(chosen));
      fill(this.main, this.cards.element);
      this.main.className = "";
      return;
    }
    const entries = compared ? [entry, compared] : [entry];
    if (this.panes.length !== entries.length) {
      this.clear();
      this.panes = entries.map(() => new Pane(this.report, this.tools));
      this.main.className = compared ? "two" : "one";
      fill(this.main, ...this.panes.flatMap((pane) => [pane.picture, pane.panel.element]));
    }
    this.overlay.apply();
    const known = entry.error;
    this.panes.forEach((pane, place) => {
      void pane.show(entries[place]!, entries[1 - place] ?? null).then(() => {
        // What cannot be read cannot be saved.
        if (place !== 0 || entry !== this.shown || entry.error === known) return;
        const focus = document.activeElement;
        this.head();
        this.refocus(focus);
      });
    });
    this.link();
  }

  private clear(): void {
    this.cards?.end();
    this.cards = null;
    this.panes.forEach((pane) => pane.end());
    this.panes = [];
  }

  /** Lets two cameras move as one. */
  private link(): void {
    const [a, b] = this.panes.map((pane) => pane.stage);
    if (!a || !b) return;
    const follow = (from: typeof a, to: typeof a) => () => {
      const scale = to.eye.radius / from.eye.radius;
      to.eye.yaw = from.eye.yaw;
      to.eye.pitch = from.eye.pitch;
      to.eye.distance = from.eye.distance * scale;
      to.draw();
    };
    a.onMove = follow(a, b);
    b.onMove = follow(b, a);
  }

  private head(): void {
    const { entries } = this.report;
    const named = entries.map((entry) => ({ text: entry.name, value: entry as Entry | null }));
    const many = entries.length > 1;
    const others = [{ text: t("nothing"), value: null }, ...named.filter(({ value }) => value !== this.shown)];
    const shown = this.shown;
    fill(
      this.header,
      el("h1", {}, "retromesh"),
      ...(this.tools?.buttons(this) ?? []),
      many && choose("model", [{ text: t(this.tools ? "all_models" : "gallery"), value: null }, ...named], shown, (entry) => this.open(entry)),
      many && shown && choose("compare", others, this.compared, (compared) => this.open(shown, compared)),
      this.compared && this.overlay.controls(),
      el("span", { class: "space" }),
      shown && shown.error === null && el("button", { type: "button", name: "save-glb", class: this.tools?.likely(shown) ? "" : "main", onclick: () => void this.saveGlb(shown) }, t("save_glb")),
      ...((shown && shown.error === null && this.tools?.actions(shown)) || []),
      shown && shown.error === null && tool("save_picture", "save_picture", () => void this.savePicture(shown)),
      tool("theme", "theme", () => this.paint()),
      el(
        "button",
        { type: "button", name: "language", class: "tool", title: t("language"), lang: currentLanguage() === "en" ? "de" : "en", onclick: () => this.translate() },
        currentLanguage() === "en" ? "DE" : "EN",
      ),
    );
  }

  /** Changes between light and dark; at first they are as the system has them. */
  private paint(): void {
    const { dataset } = document.documentElement;
    const isDark = dataset.theme ? dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    dataset.theme = isDark ? "light" : "dark";
  }

  private translate(): void {
    chooseLanguage(currentLanguage() === "en" ? "de" : "en");
    this.open(this.shown, this.compared);
  }

  /** Gives the focus, where the element that had it is gone, to the one in its place, or else to what is new. */
  private refocus(old: Element | null): void {
    if (!old || old.isConnected) return;
    const name = old.getAttribute("name");
    const same = name && this.header.querySelector<HTMLElement>(`[name="${name}"]`);
    (same || this.main.querySelector<HTMLElement>(".view canvas") || this.main.querySelector<HTMLElement>("button, [tabindex]"))?.focus();
  }

  private async saveGlb(entry: Entry): Promise<void> {
    const { glb } = await entry.open();
    if (glb) download(`${stem(entry.name)}.glb`, new Blob([glb], { type: "model/gltf-binary" }));
  }

  private async savePicture(entry: Entry): Promise<void> {
    const picture = await this.panes[0]?.stage?.picture();
    if (picture) download(`${stem(entry.name)}.png`, picture);
  }
}

/** Returns the name of a file without its folders and its extension. */
export function stem(name: string): string {
  const file = name.split(/[\\/]/).pop() ?? "";
  return file.replace(/\.[^.]*$/, "") || "model";
}
