// `node tests/run.mjs [PROGRAM ROOT viewer|firefox|site]`: holds the pages of the program, or the site, to their promises, in Chromium; the
// pages of the program in Firefox.

import { readdirSync, rmSync } from "node:fs";
import { access, siteAccess } from "./access.mjs";
import { launch } from "./browser.mjs";
import { desk } from "./desk.mjs";
import { drops } from "./drops.mjs";
import { extras } from "./extras.mjs";
import { guard } from "./guard.mjs";
import { memory, times } from "./lasting.mjs";
import { many } from "./many.mjs";
import { models } from "./models.mjs";
import { pictures, texturedQuad } from "./pictures.mjs";
import { fixture, folder } from "./program.mjs";
import { safety } from "./safety.mjs";
import { sheets } from "./sheets.mjs";
import { waits } from "./waits.mjs";
import { watch } from "./watch.mjs";

// What asks for very much is bounded by `cargo xtask ci growth`; an archive is several models, and motion alone is none.
const others = ["growth", "pbo", "zip", "rtm"];
const formats = readdirSync(fixture("")).filter((name) => !name.includes(".") && !others.includes(name));
const folders = formats.map(fixture);
let shownFor = 0;
const what = process.argv[4] ?? "viewer";
const browser = await launch(what === "firefox" ? what : "chromium");
const pages = [
  ["safety", () => safety(browser)],
  ["access", () => access(browser)],
  ["pictures", () => pictures(browser)],
  ["sheets", () => sheets(browser, texturedQuad())],
  ["extras", () => extras(browser)],
  ["watch", () => watch(browser)],
  ["waits", () => waits(browser)],
];
const shownModels = folders.map((path) => [path, () => models(browser, path)]);
const parts = {
  viewer: [
    pages,
    shownModels,
    // A million vertices drawn by software keep all other pages of the browser waiting.
    [
      ["memory", () => memory(browser)],
      ["times", () => times(browser)],
    ],
  ],
  // One after the other, as Firefox gives keys to one window alone. It does not report how much memory a page holds.
  firefox: [[...pages, ...shownModels, ["times", () => times(browser)]], [], []],
  site: [
    [
      ["access", () => siteAccess(browser)],
      ["desk", () => desk(browser)],
      ["guard", () => guard(browser)],
      ["many", () => many(browser)],
    ],
    folders.map((path) => [path, () => drops(browser, path)]),
    [],
  ],
};
try {
  const [steps, all, alone] = parts[what];
  // Both at once, as each of them waits for one core at a time.
  await Promise.all([run(steps), run(all)]);
  console.log(`web: models of ${folders.length} folders shown: ${shownFor.toFixed(0)} s of work`);
  await run(alone);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Does one step after the other, and says what each answers and how long it takes. */
async function run(steps) {
  for (const [name, step] of steps) {
    const begun = Date.now();
    const answer = await step();
    const seconds = (Date.now() - begun) / 1000;
    if (folders.some((path) => name.endsWith(path))) shownFor += seconds;
    console.log(`web: ${name}: ${answer} (${seconds.toFixed(1)} s)`);
  }
}
