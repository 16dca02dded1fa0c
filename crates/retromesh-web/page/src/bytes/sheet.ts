// The bytes of a file next to its structures: choosing the one marks the other.

import { el, fill } from "../dom";
import type { Engine, Layout } from "../engine";
import type { Sheet } from "../sheets";
import type { Work } from "../site/work";
import { number, t } from "../texts";
import { Hex } from "./hex";
import { around, entryAt, kindOf, title } from "./layout";
import { Tree } from "./tree";

export function bytesSheet(work: Work, engine: Engine, bring: () => void): Sheet {
  const element = el("div", { class: "sheet bytes" });
  const status = el("p", { class: "where", role: "status" });
  let begun: Promise<{ go: (offset: number) => void; end: () => void } | null> | null = null;
  const show = () => {
    begun ??= build(work, engine, { element, status }).catch((error: unknown) => {
      fill(element, el("p", { class: "failed" }, error instanceof Error ? error.message : String(error)));
      return null;
    });
    return begun;
  };
  work.showByte = (offset) => {
    bring();
    void show().then((made) => made?.go(offset));
  };
  return { key: "hex", element, show: () => void show(), end: () => void begun?.then((made) => made?.end()) };
}

async function build(work: Work, engine: Engine, { element, status }: { element: HTMLElement; status: HTMLElement }) {
  const { id, offset } = await work.open();
  const bytes = await engine.bytes(id);
  let refusal = "";
  const layout = await engine.layout(id).catch((error: unknown) => {
    refusal = error instanceof Error ? error.message : String(error);
    return null;
  });
  const say = async (at: number | null, entry: number) => {
    const known = layout && entry >= 0 ? describe(layout, entry) : "";
    const [value] = layout && entry >= 0 ? await engine.values(id, entry, entry + 1).catch(() => [""]) : [""];
    status.textContent = [at === null ? "" : `0x${at.toString(16)}`, known, value && `= ${value}`].filter(Boolean).join(" · ");
  };
  const name = (at: number) => {
    const entry = layout ? entryAt(layout, at) : -1;
    if (layout && entry >= 0) {
      tree?.choose(entry);
      hex.mark(layout.start[entry]!, layout.start[entry]! + layout.length[entry]!, false);
    }
    void say(at, entry);
  };
  const hex = new Hex(bytes, name);
  const tree =
    layout &&
    new Tree(
      layout,
      (first, end) => engine.values(id, first, end),
      (entry) => {
        hex.mark(layout.start[entry]!, layout.start[entry]! + layout.length[entry]!, true);
        void say(null, entry);
      },
    );
  const left = tree?.rows.element ?? el("p", { class: "advice" }, `${t("no_layout")} ${refusal}`);
  fill(element, status, el("div", { class: "halves" }, left, hex.rows.element));
  const watch = new ResizeObserver(() => hex.measure());
  watch.observe(hex.rows.element);
  hex.measure();
  const go = (at: number) => {
    hex.point(at);
    name(at);
  };
  // What is wrong with a broken file is best seen where it was found out.
  if (offset !== null && offset < bytes.length) go(offset);
  else status.textContent = `${number(bytes.length)} ${t("bytes")}`;
  return { go, end: () => (watch.disconnect(), hex.rows.end(), tree?.end()) };
}

function describe(layout: Layout, entry: number): string {
  const path = around(layout, entry)
    .map((at) => title(layout, at))
    .join(" › ");
  return `${path} · ${kindOf(layout, entry)} · ${number(layout.length[entry]!)} ${t("bytes")}`;
}
