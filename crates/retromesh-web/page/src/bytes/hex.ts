// The bytes as hexadecimal numbers and as characters.

import { el } from "../dom";
import { t } from "../texts";
import { Rows } from "./rows";

const ROW = 22;

export class Hex {
  readonly rows: Rows;
  private cursor = -1;
  private from = 0;
  private to = 0;
  private across = 16;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly chosen: (offset: number) => void,
  ) {
    const onclick = (event: MouseEvent) => {
      const at = (event.target as HTMLElement).dataset.at;
      if (at !== undefined) this.choose(Number(at));
    };
    this.rows = new Rows(ROW, (row) => this.row(row), { class: "hex", tabindex: 0, role: "group", "aria-label": t("hex_keys"), onclick, onkeydown: (event: KeyboardEvent) => this.key(event) });
  }

  /** Fits as many bytes into a row as the width allows. */
  measure(): void {
    const across = this.rows.element.clientWidth < 530 ? 8 : 16;
    this.across = across;
    this.rows.resize(Math.ceil(this.bytes.length / across));
  }

  private choose(offset: number): void {
    const at = Math.max(0, Math.min(this.bytes.length - 1, offset));
    this.point(at);
    this.chosen(at);
  }

  /** Marks one byte. */
  point(offset: number): void {
    this.cursor = offset;
    this.rows.reveal(Math.floor(offset / this.across));
  }

  /** Marks the bytes of a structure. */
  mark(from: number, to: number, reveal: boolean): void {
    [this.from, this.to] = [from, to];
    if (reveal) this.rows.reveal(Math.floor(from / this.across));
    else this.rows.draw();
  }

  private key(event: KeyboardEvent): void {
    const page = this.across * (this.rows.fit - 1);
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.across, ArrowDown: this.across, PageUp: -page, PageDown: page, Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.choose(Math.max(0, this.cursor) + step);
  }

  private row(number: number): HTMLElement {
    const first = number * this.across;
    const end = Math.min(first + this.across, this.bytes.length);
    const row = el("div", { class: "line" }, el("span", { class: "offset" }, first.toString(16).padStart(8, "0")));
    for (const show of [hexOf, charOf]) {
      const part = el("span", { class: show === hexOf ? "numbers" : "chars" });
      for (let at = first; at < end; at++) {
        const cell = document.createElement("i");
        cell.textContent = show(this.bytes[at]!);
        cell.dataset.at = String(at);
        if (at >= this.from && at < this.to) cell.className = "marked";
        if (at === this.cursor) cell.className += " cursor";
        part.append(cell);
      }
      row.append(part);
    }
    return row;
  }
}

function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}

function charOf(byte: number): string {
  return byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : byte === 0x20 ? "\u00a0" : "·";
}
