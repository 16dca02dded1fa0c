// Questions about which byte is what.

import type { Layout } from "../engine";

/** Bytes shown twice are where they were shown first. */
const SHARED = "shared";

/** Returns the innermost entry that has a byte; -1 where none has it. */
export function entryAt(layout: Layout, offset: number): number {
  let found = -1;
  for (let at = 0, end = layout.start.length; at < end; ) {
    const start = layout.start[at]!;
    const isIn = offset >= start && offset - start < layout.length[at]! && layout.kinds[layout.kind[at]!] !== SHARED;
    if (!isIn) at = Math.max(layout.next[at]!, at + 1);
    else {
      found = at;
      end = layout.next[at]!;
      at += 1;
    }
  }
  return found;
}

/** Lists the entries around one, from the outermost to itself. */
export function around(layout: Layout, entry: number): number[] {
  const chain: number[] = [];
  for (let at = 0, end = layout.start.length; at <= entry && at < end; ) {
    const next = Math.max(layout.next[at]!, at + 1);
    if (entry >= next) at = next;
    else {
      chain.push(at);
      at += 1;
      end = next;
    }
  }
  return chain;
}

export function title(layout: Layout, entry: number): string {
  const index = layout.index[entry]!;
  return `${layout.names[layout.name[entry]!] ?? ""}${index >= 0 ? `[${index}]` : ""}`;
}

export function kindOf(layout: Layout, entry: number): string {
  return layout.kinds[layout.kind[entry]!] ?? "";
}

export function hasInside(layout: Layout, entry: number): boolean {
  return layout.next[entry]! > entry + 1;
}
