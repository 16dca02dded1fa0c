// Levels of detail: which there are, and which nodes of them are drawn.

import type { Object3D } from "three";
import type { Node } from "./model";

/** The nodes of one level, wherever they are. */
export interface Level {
  name: string;
  nodes: Set<Node>;
}

/** Lists the levels, from the finest. */
export function levels(nodes: Node[]): Level[] {
  const found = new Map<string, Level>();
  const byLevel = nodes.filter((node) => node.own.lod).sort((a, b) => a.own.lod!.level - b.own.lod!.level);
  for (const node of byLevel) {
    const { level, role, value } = node.own.lod!;
    const key = `${level} ${role} ${value}`;
    const known = found.get(key) ?? { name: `${role} ${short(value)} ${node.name}`, nodes: new Set() };
    known.nodes.add(node);
    found.set(key, known);
  }
  return [...found.values()];
}

/** Returns of all siblings the finest level that is seen, or the first where none is to be seen. */
export function finest(all: Level[]): Set<Node> {
  const best = new Map<Object3D | null, Node>();
  for (const node of all.flatMap((level) => [...level.nodes])) {
    const { parent } = node.object;
    const known = best.get(parent);
    const isBetter = known?.own.lod?.role !== "visual" && node.own.lod?.role === "visual";
    if (!known || isBetter) best.set(parent, node);
  }
  return new Set(best.values());
}

function short(value: number): string {
  return value >= 1e6 ? value.toExponential(1) : String(Math.round(value * 1000) / 1000);
}
