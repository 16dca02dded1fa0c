// One sheet at a time, chosen by buttons: what takes the place of the picture, and the parts of the panel.

import { el, fill } from "./dom";
import { type Key, number, t } from "./texts";

export interface Sheet {
  key: Key;
  element: HTMLElement;
  /** A number that its button has, where it is not 0. */
  badge?: number;
  /** Called when it comes into sight. */
  show?: () => void;
  end?: () => void;
}

export class Sheets {
  readonly element = el("div", { class: "tabs", role: "group", "aria-label": t("show") });
  private sheets: Sheet[] = [];

  /** `chosen` is the sheet that is in sight at first; where it is not offered, the first one. */
  constructor(
    private readonly place: HTMLElement,
    private chosen: Key,
    private readonly onChoose: (key: Key) => void = () => undefined,
  ) {}

  /** Offers other sheets; the one in sight stays where it is still there. */
  offer(sheets: Sheet[]): void {
    const stays = new Set(sheets.map(({ element }) => element));
    for (const { element, end } of this.sheets) {
      end?.();
      if (!stays.has(element)) element.remove();
    }
    this.sheets = sheets;
    const press = (key: Key) => {
      this.choose(key);
      this.onChoose(key);
    };
    const buttons = sheets.map(({ key, badge }) => el("button", { type: "button", name: `show-${key}`, onclick: () => press(key) }, t(key), !!badge && el("small", { class: "badge" }, number(badge))));
    fill(this.element, ...buttons);
    this.element.hidden = sheets.length < 2;
    // What is there keeps the focus.
    this.place.append(...sheets.map(({ element }) => element).filter((element) => element.parentElement !== this.place));
    this.choose(sheets.some(({ key }) => key === this.chosen) ? this.chosen : (sheets[0]?.key ?? this.chosen));
  }

  choose(chosen: Key): void {
    this.chosen = chosen;
    this.sheets.forEach(({ key, element, show }, number) => {
      element.hidden = key !== chosen;
      const button = this.element.children[number];
      button?.setAttribute("aria-pressed", String(key === chosen));
      if (key !== chosen) return;
      button?.scrollIntoView({ block: "nearest", inline: "nearest" });
      show?.();
    });
  }

  clear(): void {
    this.offer([]);
  }
}
