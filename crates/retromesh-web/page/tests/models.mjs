// Every model of a folder is shown without a word on the console, and gives the GLB that the program writes.

import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { quiet, shown, watched } from "./browser.mjs";
import { check, converted, page } from "./program.mjs";

export async function models(browser, folder) {
  const files = converted(folder);
  const url = page(`models-${basename(folder)}.html`, folder);
  const view = await watched(browser);
  await view.page.goto(url);
  const names = await view.page.locator("[name=model] option").allTextContents();
  let failed = 0;
  for (const name of names.slice(1)) {
    await view.page.evaluate(() => document.querySelectorAll(".picture canvas").forEach((canvas) => delete canvas.dataset.shown));
    await view.page.locator("[name=model]").selectOption({ label: name });
    const told = await shown(view.page, name);
    quiet(view, name);
    const file = files.get(join(folder, name));
    if (!file) {
      failed += 1;
      check(/cannot be shown\. \w/.test(told), `${name} failed, and the page says: ${told}`);
      continue;
    }
    check(!/cannot be shown/.test(told), `${name}: ${told}`);
    const coming = view.page.waitForEvent("download");
    await view.page.locator("[name=save-glb]").click();
    const saved = readFileSync(await (await coming).path());
    check(saved.equals(file()), `${name}: the page saves another GLB than the program writes`);
  }
  await view.context.close();
  return `${names.length - 1 - failed} shown with their bytes, ${failed} with their error`;
}
