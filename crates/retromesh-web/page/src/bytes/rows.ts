// A list of any length, of which only the rows in sight are made. Where it would be taller than browsers allow, its bar is to scale.

import { el, fill } from "../dom";

/** The tallest that an element is made, in pixels. */
const TALLEST = 8_000_000;

export class Rows {
  readonly element: HTMLElement;
  private readonly space = el("div", { class: "space-for-rows" });
  private readonly window = el("div", { class: "window" });
  private readonly watch = new ResizeObserver(() => this.draw());
  private count = 0;
  private top = 0;
  private wanted = false;
  /** Where the bar was put by this list itself. */
  private put = -1;

  constructor(
    private readonly height: number,
    private readonly row: (number: number) => HTMLElement,
    props: Parameters<typeof el>[1],
    private readonly drawn: (first: number, end: number) => void = () => undefined,
  ) {
    this.space.append(this.window);
    this.element = el("div", { ...props, class: `rows ${String(props?.class ?? "")}` }, this.space);
    this.element.addEventListener("scroll", () => this.scrolled());
    this.element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.watch.observe(this.element);
  }

  /** Says how many rows there are. */
  resize(count: number): void {
    this.count = count;
    this.space.style.height = `${Math.min(count * this.height, TALLEST)}px`;
    this.to(this.top);
  }

  get fit(): number {
    return Math.max(1, Math.floor(this.element.clientHeight / this.height));
  }

  private get last(): number {
    return Math.max(0, this.count - this.fit);
  }

  /** Brings a row into sight, in the middle where it is not. */
  reveal(number: number): void {
    if (number < this.top || number >= this.top + this.fit) this.to(number - Math.floor(this.fit / 3));
    else this.draw();
  }

  private to(top: number): void {
    this.top = Math.max(0, Math.min(this.last, top));
    const max = this.element.scrollHeight - this.element.clientHeight;
    this.put = this.last > 0 ? Math.round((this.top / this.last) * max) : 0;
    this.element.scrollTop = this.put;
    this.draw();
  }

  private scrolled(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.element;
    if (Math.abs(scrollTop - this.put) < 1.5) return;
    this.put = -1;
    const max = scrollHeight - clientHeight;
    this.top = max > 0 ? Math.round((scrollTop / max) * this.last) : 0;
    this.draw();
  }

  /** Where the bar is to scale, a turn of the wheel would leap over rows. */
  private wheel(event: WheelEvent): void {
    if (event.ctrlKey || this.count * this.height <= TALLEST) return;
    event.preventDefault();
    this.to(this.top + Math.round(event.deltaMode === 0 ? event.deltaY / this.height : event.deltaY));
  }

  /** Makes the rows in sight anew, before the next frame. */
  draw(): void {
    if (this.wanted) return;
    this.wanted = true;
    requestAnimationFrame(() => {
      this.wanted = false;
      const first = Math.min(this.top, this.last);
      const end = Math.min(this.count, first + this.fit + 1);
      fill(this.window, ...Array.from({ length: end - first }, (_, place) => this.row(first + place)));
      this.drawn(first, end);
    });
  }

  end(): void {
    this.watch.disconnect();
  }
}
