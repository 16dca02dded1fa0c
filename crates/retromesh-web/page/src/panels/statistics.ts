// The figures of a model, and of two side by side.

import { el } from "../dom";
import { type Key, number, t } from "../texts";
import type { Facts } from "../types";
import { facts, section } from "./controls";

const COUNTS = [
  ["bytes", "bytes"],
  ["nodes", "nodes"],
  ["meshes", "meshes"],
  ["parts", "parts"],
  ["vertices", "vertices"],
  ["faces", "faces_count"],
  ["triangles", "triangles"],
  ["materials", "materials"],
  ["skins", "skins"],
  ["joints", "joints"],
  ["morph_targets", "morph_targets"],
  ["vertex_frames", "vertex_frames"],
  ["lods", "lods"],
  ["lights", "lights"],
  ["cameras", "cameras"],
] as const satisfies (readonly [keyof Facts, Key])[];

type Row = readonly [string, string];

function rows(of: Facts): Row[] {
  const size = of.bounds ? of.bounds.max.map((max, axis) => number(max - of.bounds!.min[axis]!, 3)).join(" × ") : "–";
  const counts = COUNTS.map(([fact, key]): Row => [t(key), number(of[fact])]);
  return [[t("format"), `${of.format_name} ${of.version}`], ...counts, [t("textures"), number(of.textures.length)], [t("size"), size]];
}

export function statisticsPanel(of: Facts): HTMLElement {
  const properties = of.properties.map(({ name, value }): Row => [name, value]);
  const proxies = of.proxies.map(({ path }) => el("li", {}, path));
  return section(
    "statistics",
    true,
    facts(rows(of).filter(([, value]) => value !== "0")),
    ...(properties.length > 0 ? [el("h3", {}, t("properties")), facts(properties)] : []),
    ...(proxies.length > 0 ? [el("h3", {}, t("proxies")), el("ul", {}, ...proxies)] : []),
  );
}

/** Lists the figures that differ, and what else is reported about the differences. */
export function differencesPanel(a: Facts, b: Facts, reported: string[]): HTMLElement {
  const others = rows(b);
  const different = rows(a).flatMap(([head, value], row) => {
    const other = others[row]![1];
    return value === other ? [] : [[head, value, other] as const];
  });
  const sentences = reported.length > 0 ? [el("ul", {}, ...reported.map((sentence) => el("li", {}, sentence)))] : [];
  return section("differences", true, different.length > 0 ? facts(different) : el("p", {}, t("no_differences")), ...sentences);
}
