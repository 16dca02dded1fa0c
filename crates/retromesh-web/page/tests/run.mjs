// `node tests/run.mjs PROGRAM ROOT [FOLDER...]`: holds the pages of the program to their promises, in Chromium.

import { readdirSync, rmSync } from "node:fs";
import { access } from "./access.mjs";
import { launch } from "./browser.mjs";
import { memory, times } from "./lasting.mjs";
import { models } from "./models.mjs";
import { pictures, texturedQuad } from "./pictures.mjs";
import { fixture, folder } from "./program.mjs";
import { safety } from "./safety.mjs";

// What asks for very much is bounded by `cargo xtask growth`.
const formats = readdirSync(fixture("")).filter((name) => !name.includes(".") && name !== "growth");
const folders = [...formats.map(fixture), ...process.argv.slice(4)];
const browser = await launch();
try {
  const steps = [
    ["safety", () => safety(browser)],
    ["access", () => access(browser)],
    ["pictures", () => pictures(browser, texturedQuad())],
    ...folders.map((path) => [path, () => models(browser, path)]),
    ["memory", () => memory(browser)],
    ["times", () => times(browser)],
  ];
  for (const [name, step] of steps) {
    const begun = Date.now();
    const told = await step();
    console.log(`web: ${name}: ${told} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
