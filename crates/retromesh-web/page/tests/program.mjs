// The program, and what it makes of fixtures.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export const program = process.argv[2];
export const root = process.argv[3];
export const folder = mkdtempSync(join(tmpdir(), "retromesh-web-"));
export const fixture = (name) => join(root, "fixtures", name);

export function retromesh(...words) {
  const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (error) throw error;
  return { status, stdout, stderr };
}

/** Writes a page of models and returns where it is. */
export function page(name, ...words) {
  const path = join(folder, name);
  const { status, stderr } = retromesh("view", "-q", "-f", "-o", path, ...words);
  if (status > 1) throw new Error(stderr);
  return pathToFileURL(path).href;
}

/** Converts files to GLB; returns the bytes by the path of the input. */
export function converted(...words) {
  const report = join(folder, `${Math.random()}.jsonl`);
  retromesh("convert", "-q", "-f", "--to", "glb", "-d", `${report}.out`, "--report", report, ...words);
  const lines = readFileSync(report, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  return new Map(lines.filter((line) => line.error === null).map((line) => [line.input, () => readFileSync(line.output)]));
}

export function check(holds, what) {
  if (!holds) throw new Error(what);
}
