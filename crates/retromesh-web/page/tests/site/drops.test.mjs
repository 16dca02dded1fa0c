// Every model of a folder, dropped on the page with all that is next to it, is shown without a word on the console, and gives the GLB that
// the program writes.

import { createHash } from "node:crypto";
import { basename, relative, sep } from "node:path";
import { drop, open, seen } from "../drop.mjs";
import { expect, figure, quiet, SMALL, saved, test } from "../kit.mjs";
import { converted, FORMATS, filesBelow, fixture } from "../program.mjs";

test.use(SMALL);

/** Of this many models one is saved as a file, which takes longer; of all others the bytes are taken from the button. */
const SAVED = 16;

/** Runs in the page: presses the button, and returns the hash of what it would save. */
async function pressed() {
  const make = URL.createObjectURL;
  const click = HTMLAnchorElement.prototype.click;
  const blob = await new Promise((done) => {
    URL.createObjectURL = (blob) => (done(blob), make.call(URL, blob));
    HTMLAnchorElement.prototype.click = () => undefined;
    document.querySelector("[name=save-glb]").click();
  });
  URL.createObjectURL = make;
  HTMLAnchorElement.prototype.click = click;
  const hash = await crypto.subtle.digest("SHA-256", await blob.arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

for (const format of FORMATS)
  test(`dropped models: ${format}`, async ({ page, heard }) => {
    const folder = fixture(format);
    const files = filesBelow(folder);
    const made = converted(files);
    await open(page);
    await drop(page, folder);
    await page.locator(".batch").waitFor();
    const names = await page.locator("[name=model] option").allTextContents();
    const counts = { good: 0, failed: 0, "next to them": 0 };
    for (const [number, path] of files.entries()) {
      const name = [basename(folder), ...relative(folder, path).split(sep)].join("/");
      const file = made.get(path);
      if (!names.includes(name)) {
        // Textures and motion are next to models; what else lies there is no model for the program either.
        expect(file === undefined || /\.(pa[ac]|rtm)$/.test(path), `${name} is no model on the page, so it is none for the program`).toBe(true);
        counts["next to them"] += 1;
        continue;
      }
      await page.locator("[name=model]").selectOption({ index: names.indexOf(name) });
      const reported = await seen(page, name);
      quiet(heard);
      if (!file) {
        counts.failed += 1;
        expect(reported, `${name} failed`).toMatch(/cannot be shown\. \w/);
        continue;
      }
      counts.good += 1;
      expect(reported, name).not.toMatch(/cannot be shown/);
      const wanted = file();
      expect.soft(await page.evaluate(pressed), `${name}: the page makes the GLB that the program writes`).toBe(createHash("sha256").update(wanted).digest("hex"));
      if (number % SAVED !== 0) continue;
      const { bytes } = await saved(page, () => page.locator("[name=save-glb]").click());
      expect.soft(bytes.equals(wanted), `${name}: the page saves that`).toBe(true);
    }
    figure(JSON.stringify(counts));
  });
