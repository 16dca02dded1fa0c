// Two pictures laid on each other: how much of the second is seen, and what differs.

import { el } from "./dom";
import { toggle } from "./panels/controls";
import { t } from "./texts";

export class Overlay {
  private isOn = false;
  private isMarked = false;
  /** How much of the second is seen, of 100. */
  private share = 50;

  constructor(private readonly main: HTMLElement) {}

  /** Makes its controls. */
  controls(): HTMLElement {
    const share = el("input", { type: "range", name: "share", min: 0, max: 100, "aria-label": t("share"), title: t("share") });
    const show = () => {
      share.value = String(this.share);
      this.apply();
    };
    const change = (act: (on: boolean) => void) => (on: boolean) => {
      act(on);
      this.apply();
    };
    const on = toggle(
      "overlay",
      this.isOn,
      change((on) => (this.isOn = on)),
    );
    const marked = toggle(
      "differing",
      this.isMarked,
      change((on) => (this.isMarked = on)),
    );
    share.oninput = () => {
      this.share = Number(share.value);
      this.apply();
    };
    show();
    return el("div", { class: "overlay", role: "group", "aria-label": t("overlay") }, on, share, marked);
  }

  /** Shows only the first picture or only the second, by turns. */
  alternate(): void {
    this.share = this.isOn && this.share === 100 ? 0 : 100;
    this.isOn = true;
    this.isMarked = false;
  }

  /** Makes the pictures as they are wanted. */
  apply(): void {
    const isTwo = this.main.classList.contains("two");
    this.main.classList.toggle("laid", isTwo && this.isOn);
    this.main.classList.toggle("marked", isTwo && this.isMarked);
    this.main.style.setProperty("--share", String(this.share / 100));
  }
}
