// The program, and what it makes of fixtures.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "@playwright/test";

/** `cargo xtask` says which program; otherwise it is what was built last. */
export const root = resolve(import.meta.dirname, "../../../..");
export const program = process.env.RETROMESH ?? join(root, "target/debug/retromesh");
export const fixture = (name) => join(root, "fixtures", name);

/** The folders of models. What asks for very much is bounded by `cargo xtask ci growth`; an archive is several models, and motion alone is none. */
export const FORMATS = readdirSync(fixture("")).filter((name) => !name.includes(".") && !["growth", "pbo", "zip", "rtm"].includes(name));

/** Returns a path in the folder of the running test. */
export const own = (...names) => test.info().outputPath(...names);

export function retromesh(...words) {
  const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (error) throw error;
  return { status, stdout, stderr };
}

/** Writes a page of models and returns where it is. */
export function written(name, ...words) {
  const path = own(name);
  const { status, stderr } = retromesh("view", "-q", "-f", "-o", path, ...words);
  if (status > 1) throw new Error(stderr);
  return pathToFileURL(path).href;
}

/** Lists the models in a folder and below it. */
export function filesBelow(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  const no = [".tsv", ".mtl", ".json", ".bin", ".txt", ".rvmat", ".png"];
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return no.includes(extname(entry.name)) ? [] : [path];
  });
}

/** Converts files to GLB; returns the bytes by the path of the input. */
export function converted(files) {
  const all = new Map();
  for (const [number, place] of [...new Set(files.map(dirname))].entries()) {
    const report = own(`written-${number}.jsonl`);
    const group = files.filter((file) => dirname(file) === place);
    retromesh("convert", "-q", "-f", "--to", "glb", "-d", `${report}.out`, "--report", report, ...group);
    const lines = readFileSync(report, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    for (const { error, input, output } of lines) if (error === null) all.set(input, () => readFileSync(output));
  }
  return all;
}
