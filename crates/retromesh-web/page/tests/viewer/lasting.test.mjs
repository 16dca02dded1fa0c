// How soon a model is shown, and what sixty models leave in memory.

import { choose, figure, grown, SMALL, shown, test } from "../kit.mjs";
import { planeAsObj } from "../made.mjs";
import { fixture, written } from "../program.mjs";

test.use(SMALL);

test("memory after sixty models", async ({ page, browserName }) => {
  test.skip(browserName === "firefox", "Firefox does not report how much memory a page holds");
  const names = ["b3d/letter-f.b3d", "b3d/skin-tube-animated.b3d", "p3d/odol-levels.p3d"];
  await page.goto(written("lasting.html", ...names.map(fixture)));
  const used = () => page.evaluate(() => performance.memory.usedJSHeapSize);
  let first = 0;
  for (let i = 0; i < 60; i++) {
    const name = names[i % names.length].split("/")[1];
    await choose(page, name);
    await shown(page, name);
    if (i === 9) first = await page.evaluate(() => window.gc()).then(used);
  }
  figure(`the heap after 60 models is ${await grown(page, used, first)} times that after 10`);
});

for (const side of [160, 1000])
  test(`from opening the page to the picture of ${side * side} vertices`, async ({ page }) => {
    const url = written("times.html", planeAsObj(side));
    const begun = Date.now();
    await page.goto(url);
    await shown(page, `plane-${side}.obj`);
    figure(`${Date.now() - begun} ms`);
  });
