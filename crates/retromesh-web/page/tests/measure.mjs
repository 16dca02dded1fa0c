// `node tests/measure.mjs PROGRAM ROOT`: the site as it is served, and its figures.

import { rmSync } from "node:fs";
import { launch } from "./browser.mjs";
import { kept, memory, sizes, speed, times } from "./engine.mjs";
import { hosted } from "./hosted.mjs";
import { folder } from "./program.mjs";

const browser = await launch();
try {
  const steps = { sizes, speed, kept, hosted: () => hosted(browser), "drop to picture": () => times(browser), "dropped models": () => memory(browser) };
  for (const [name, step] of Object.entries(steps)) {
    const begun = Date.now();
    console.log(`web: ${name}: ${await step()} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
