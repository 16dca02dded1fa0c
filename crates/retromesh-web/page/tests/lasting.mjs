// How soon a model is shown, and what a hundred models leave in memory.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { quiet, SMALL, shown, watched } from "./browser.mjs";
import { check, fixture, folder, page } from "./program.mjs";

export async function memory(browser) {
  const view = await watched(browser, { viewport: SMALL });
  await view.page.goto(page("lasting.html", fixture("b3d/letter-f.b3d"), fixture("b3d/skin-tube-animated.b3d"), fixture("p3d/odol-levels.p3d")));
  const names = (await view.page.locator("[name=model] option").allTextContents()).slice(1);
  const used = async () => {
    await view.page.evaluate(() => window.gc());
    return view.page.evaluate(() => performance.memory.usedJSHeapSize);
  };
  let first = 0;
  for (let i = 0; i < 110; i++) {
    const name = names[i % names.length];
    await view.page.evaluate(() => document.querySelectorAll(".picture canvas").forEach((canvas) => delete canvas.dataset.shown));
    await view.page.locator("[name=model]").selectOption({ label: name });
    await shown(view.page, name);
    if (i === 9) first = await used();
  }
  const growth = await grown(view.page, used, first);
  quiet(view, "memory");
  await view.context.close();
  return `the heap after 110 models is ${growth} times that after 10`;
}

/** Returns how many times as large the heap is as it was. What is about to be freed is given the time for it. */
export async function grown(page, used, first) {
  let last = await used();
  for (let tries = 0; tries < 20 && last > first * 1.2; tries++) {
    await page.waitForTimeout(500);
    last = await used();
  }
  check(last <= first * 1.2, `after 100 models more the heap is ${(last / first).toFixed(2)} times as large`);
  return (last / first).toFixed(2);
}

/** Makes a plane of this many points to a side, as OBJ. */
function plane(side) {
  const lines = [];
  for (let i = 0; i < side * side; i++) lines.push(`v ${i % side} ${Math.sin(i * 0.01).toFixed(4)} ${Math.floor(i / side)}`);
  for (let y = 0; y < side - 1; y++) for (let x = 1; x < side; x++) lines.push(`f ${y * side + x} ${(y + 1) * side + x} ${(y + 1) * side + x + 1} ${y * side + x + 1}`);
  const path = join(folder, `plane-${side}.obj`);
  writeFileSync(path, lines.join("\n"));
  return path;
}

export async function times(browser) {
  const reported = [];
  for (const side of [160, 1000]) {
    const view = await watched(browser, { viewport: SMALL });
    const path = plane(side);
    const url = page("times.html", path);
    const begun = Date.now();
    await view.page.goto(url);
    await shown(view.page, `plane-${side}.obj`);
    reported.push(`${side * side} vertices ${Date.now() - begun} ms`);
    await view.context.close();
  }
  return `from opening the page to the picture: ${reported.join(", ")}`;
}
