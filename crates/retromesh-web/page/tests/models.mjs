// Every model of a folder is shown without a word on the console, and gives the GLB that the program writes.

import { basename } from "node:path";
import { gunzipSync } from "node:zlib";
import { quiet, SMALL, saved, shown, watched } from "./browser.mjs";
import { check, converted, filesBelow, page } from "./program.mjs";

/** Of this many models one is saved by its button, which takes longer. */
const SAVED = 8;

/** Shows the models of a folder. */
export async function models(browser, folder) {
  const files = filesBelow(folder);
  const written = converted(files);
  const url = page(`models-${basename(folder)}.html`, ...files);
  const view = await watched(browser, { viewport: SMALL });
  await view.page.goto(url);
  const names = await view.page.locator("[name=model] option").allTextContents();
  let [good, failed] = [0, 0];
  for (const [place, path] of files.entries()) {
    // The first place is that of the gallery.
    const name = names[place + 1];
    check(name === basename(path), `the page has ${name} in the place of ${path}`);
    await view.page.evaluate(() => document.querySelectorAll(".picture canvas").forEach((canvas) => delete canvas.dataset.shown));
    await view.page.locator("[name=model]").selectOption({ index: place + 1 });
    const reported = await shown(view.page, name);
    quiet(view, name);
    const file = written.get(path);
    if (!file) {
      failed += 1;
      check(/cannot be shown\. \w/.test(reported), `${name} failed, and the page says: ${reported}`);
      continue;
    }
    check(!/cannot be shown/.test(reported), `${name}: ${reported}`);
    const carried = await view.page.evaluate((place) => document.getElementById(`glb-${place}`).textContent, place);
    check(gunzipSync(Buffer.from(carried, "base64")).equals(file()), `${name}: the page carries another GLB than the program writes`);
    good += 1;
    if (good % SAVED !== 1) continue;
    const { bytes } = await saved(view.page, () => view.page.locator("[name=save-glb]").click());
    check(bytes.equals(file()), `${name}: the page saves another GLB than the program writes`);
  }
  await view.context.close();
  return `${good} shown with their bytes, ${failed} with their error`;
}
