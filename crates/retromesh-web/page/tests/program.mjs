// The program, and what it makes of fixtures.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** What `cargo xtask` calls it with; `npm test` takes what was built last. */
export const root = process.argv[3] ?? resolve("../../..");
export const program = process.argv[2] ?? join(root, "target/debug/retromesh");
export const folder = mkdtempSync(join(tmpdir(), "retromesh-web-"));
export const fixture = (name) => join(root, "fixtures", name);

if (!existsSync(program)) throw new Error("there is no program yet: run `cargo build`");

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
  for (const group of grouped(files).values()) {
    const report = join(mkdtempSync(join(folder, "written-")), "report.jsonl");
    retromesh("convert", "-q", "-f", "--to", "glb", "-d", `${report}.out`, "--report", report, ...group);
    const lines = readFileSync(report, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    for (const { error, input, output } of lines) if (error === null) all.set(input, () => readFileSync(output));
  }
  return all;
}

function grouped(files) {
  const groups = new Map();
  for (const file of files) groups.set(dirname(file), [...(groups.get(dirname(file)) ?? []), file]);
  return groups;
}

export function check(holds, what) {
  if (!holds) throw new Error(what);
}
