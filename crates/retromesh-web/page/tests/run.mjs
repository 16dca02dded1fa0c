// `node tests/run.mjs PROGRAM ROOT [FOLDER...]`: holds the pages of the program to their promises, in Chromium.

import { readdirSync, rmSync } from "node:fs";
import { access, siteAccess } from "./access.mjs";
import { launch } from "./browser.mjs";
import { desk } from "./desk.mjs";
import { drops } from "./drops.mjs";
import { guard } from "./guard.mjs";
import { memory, times } from "./lasting.mjs";
import { many } from "./many.mjs";
import { models } from "./models.mjs";
import { pictures, texturedQuad } from "./pictures.mjs";
import { fixture, folder } from "./program.mjs";
import { safety } from "./safety.mjs";
import { sheets } from "./sheets.mjs";
import { isBuilt } from "./site.mjs";
import { watch } from "./watch.mjs";

// What asks for very much is bounded by `cargo xtask growth`.
const formats = readdirSync(fixture("")).filter((name) => !name.includes(".") && name !== "growth");
const folders = [...formats.map(fixture), ...process.argv.slice(4)];
let shownFor = 0;
const browser = await launch();
try {
  const steps = [
    ["safety", () => safety(browser)],
    ["access", () => access(browser)],
    ["pictures", () => pictures(browser, texturedQuad())],
    ["sheets", () => sheets(browser, texturedQuad())],
    ["watch", () => watch(browser)],
    ...(isBuilt ? [["page: access", () => siteAccess(browser)]] : []),
    ...folders.map((path) => [path, () => models(browser, path)]),
  ];
  const alone = [
    ["memory", () => memory(browser)],
    ["times", () => times(browser)],
  ];
  const site = [
    ["page: desk", () => desk(browser)],
    ["page: guard", () => guard(browser)],
    ["page: many", () => many(browser)],
    ...folders.map((path) => [`page: ${path}`, () => drops(browser, path)]),
  ];
  if (!isBuilt) console.log("web: the page that models are dropped on is not built, so it is not tried");
  // Both at once, as each of them waits for one core at a time.
  await Promise.all([run(steps), run(isBuilt ? site : [])]);
  console.log(`web: all models of ${folders.length} folders shown and dropped: ${shownFor.toFixed(0)} s of work, two at a time`);
  // A million vertices drawn by software keep all other pages of the browser waiting.
  await run(alone);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Does one step after the other, and says what each tells and how long it takes. */
async function run(steps) {
  for (const [name, step] of steps) {
    const begun = Date.now();
    const told = await step();
    const seconds = (Date.now() - begun) / 1000;
    if (folders.some((path) => name.endsWith(path))) shownFor += seconds;
    console.log(`web: ${name}: ${told} (${seconds.toFixed(1)} s)`);
  }
}
