// What takes the place of the picture: one sheet at a time, chosen by buttons above it.

import { el, fill } from "./dom";
import { t, type Key } from "./texts";

export interface Sheet {
  key: Key;
  element: HTMLElement;
  /** Called when it comes into sight. */
  show?: () => void;
  end?: () => void;
}

export class Sheets {
  readonly element = el("div", { class: "tabs", role: "group", "aria-label": t("show") });
  private sheets: Sheet[] = [];
  private chosen: Key = "picture";

  constructor(private readonly place: HTMLElement) {}

  /** Offers other sheets; the one in sight stays where it is still there. */
  offer(sheets: Sheet[]): void {
    this.clear();
    this.sheets = sheets;
    const buttons = sheets.map(({ key }) => el("button", { type: "button", name: `show-${key}`, onclick: () => this.choose(key) }, t(key)));
    fill(this.element, ...buttons);
    this.element.hidden = sheets.length < 2;
    this.place.append(...sheets.map(({ element }) => element).filter((element) => !element.isConnected));
    this.choose(sheets.some(({ key }) => key === this.chosen) ? this.chosen : "picture");
  }

  choose(chosen: Key): void {
    this.chosen = chosen;
    this.sheets.forEach(({ key, element, show }, number) => {
      element.hidden = key !== chosen;
      this.element.children[number]?.setAttribute("aria-pressed", String(key === chosen));
      if (key === chosen) show?.();
    });
  }

  clear(): void {
    for (const { key, element, end } of this.sheets) {
      end?.();
      if (key !== "picture") element.remove();
    }
    this.sheets = [];
    this.element.hidden = true;
  }
}
