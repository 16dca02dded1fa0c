// The panel at the side: tabs, of which one is in sight. On a small screen it is a sheet over the lower half, which begins closed.

import { el, fill } from "../dom";
import { type Sheet, Sheets } from "../sheets";
import { type Key, t } from "../texts";
import { tool } from "./controls";

const SMALL = "(max-width: 700px)";

/** What was chosen is kept from model to model. */
let lastTab: Key = "model";
let lastOpen = !matchMedia(SMALL).matches;

export interface Tab {
  key: Key;
  badge?: number;
  content: (Node | string | null | undefined | false)[];
}

export class Panel {
  readonly element = el("aside", { class: "panel", tabindex: -1, "aria-label": t("panel") });
  readonly button = tool("panel", "panel", () => this.toggle());
  private isOpen = lastOpen;
  private readonly title = el("h2");
  private readonly body = el("div", { class: "body", tabindex: 0, role: "region", "aria-label": t("panel") });
  private readonly tabs = new Sheets(this.body, lastTab, (key) => (lastTab = key));

  constructor() {
    this.element.append(
      el(
        "div",
        { class: "top" },
        this.tabs.element,
        tool("close_panel", "close_panel", () => this.toggle()),
      ),
      this.title,
      this.body,
    );
    this.apply();
  }

  /** Shows what is known of another model; a tab without content is left out. */
  show(title: string, tabs: Tab[]): void {
    fill(this.title, title);
    const sheets = tabs.map(({ key, badge, content }): Sheet => ({ key, badge: badge ?? 0, element: el("div", { "data-tab": key }, ...content) }));
    this.tabs.offer(sheets.filter(({ element }) => element.hasChildNodes()));
  }

  /** Opens the panel at a tab. */
  turnTo(key: Key): void {
    lastTab = key;
    this.tabs.choose(key);
    if (!this.isOpen) this.toggle();
  }

  private toggle(): void {
    this.isOpen = lastOpen = !this.isOpen;
    this.apply();
    if (!this.isOpen) this.button.focus();
  }

  private apply(): void {
    this.element.hidden = !this.isOpen;
    this.button.setAttribute("aria-expanded", String(this.isOpen));
  }
}
