// Every model of a folder is shown without a word on the console, and gives the GLB that the program writes.

import { basename } from "node:path";
import { gunzipSync } from "node:zlib";
import { choose, expect, quiet, SMALL, saved, shown, test } from "../kit.mjs";
import { converted, FORMATS, filesBelow, fixture, written } from "../program.mjs";

test.use(SMALL);

/** Of this many models one is saved by its button, which takes longer. */
const SAVED = 8;

for (const format of FORMATS)
  test(`models: ${format}`, async ({ page, heard }) => {
    const files = filesBelow(fixture(format));
    const made = converted(files);
    await page.goto(written(`models-${format}.html`, ...files));
    // The first place is that of the gallery.
    expect((await page.locator("[name=model] option").allTextContents()).slice(1)).toEqual(files.map((path) => basename(path)));
    let good = 0;
    for (const [place, path] of files.entries()) {
      const name = basename(path);
      await choose(page, { index: place + 1 });
      const reported = await shown(page, name);
      quiet(heard);
      const file = made.get(path);
      if (!file) {
        expect(reported, `${name} failed`).toMatch(/cannot be shown\. \w/);
        continue;
      }
      expect(reported, name).not.toMatch(/cannot be shown/);
      const carried = await page.locator(`#glb-${place}`).textContent();
      expect(gunzipSync(Buffer.from(carried, "base64")).equals(file()), `${name}: the page carries the GLB that the program writes`).toBe(true);
      good += 1;
      if (good % SAVED !== 1) continue;
      const { bytes } = await saved(page, () => page.locator("[name=save-glb]").click());
      expect(bytes.equals(file()), `${name}: the page saves the GLB that the program writes`).toBe(true);
    }
  });
