// Models of all formats are shown without a word on the console, and each page carries the GLB that the program writes.

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { choose, expect, isFirefox, quiet, SMALL, saved, shown, test } from "../kit.mjs";
import { converted, FORMATS, filesBelow, fixture, written } from "../program.mjs";

test.use(SMALL);

/** Of this many models the gate shows one, and those that cannot be shown; Firefox, which is not in the gate, shows all. */
const SHOWN = 5;
/** Of this many that are shown one is saved by its button, which takes longer. */
const SAVED = 3;

/** Returns the GLB at a place of a page's text. */
function carried(text, place) {
  const [, base64] = text.match(new RegExp(`id="glb-${place}">([^<]*)<`)) ?? [];
  return base64 && gunzipSync(Buffer.from(base64, "base64"));
}

for (const format of FORMATS)
  test(`models: ${format}`, async ({ page, heard }) => {
    const files = filesBelow(fixture(format));
    const made = converted(files);
    const url = written(`models-${format}.html`, ...files);
    const text = readFileSync(fileURLToPath(url), "utf8");
    await page.goto(url);
    // The first place is that of the gallery.
    expect((await page.locator("[name=model] option").allTextContents()).slice(1)).toEqual(files.map((path) => basename(path)));
    let good = 0;
    for (const [place, path] of files.entries()) {
      const name = basename(path);
      const file = made.get(path);
      if (file) expect(carried(text, place)?.equals(file()), `${name}: the page carries the GLB that the program writes`).toBe(true);
      if (file && place % SHOWN !== 0 && !isFirefox(page)) continue;
      await choose(page, { index: place + 1 });
      const reported = await shown(page, name);
      quiet(heard);
      if (!file) {
        expect(reported, `${name} failed`).toMatch(/cannot be shown\. \w/);
        continue;
      }
      expect(reported, name).not.toMatch(/cannot be shown/);
      good += 1;
      if (good % SAVED !== 1) continue;
      const { bytes } = await saved(page, () => page.locator("[name=save-glb]").click());
      expect(bytes.equals(file()), `${name}: the page saves the GLB that the program writes`).toBe(true);
    }
    expect(good, "none is shown").toBeGreaterThan(0);
  });
