// Every model of a folder, dropped on the page with all that is next to it, is shown without a word on the console, and gives the GLB that
// the program writes.

import { createHash } from "node:crypto";
import { basename, relative, sep } from "node:path";
import { quiet, SMALL, saved } from "./browser.mjs";
import { check, converted, filesBelow } from "./program.mjs";
import { drop, seen, site } from "./site.mjs";

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

export async function drops(browser, folder) {
  const files = filesBelow(folder);
  const written = converted(files);
  const view = await site(browser, { viewport: SMALL });
  await drop(view, folder);
  await view.page.locator(".batch").waitFor();
  const names = await view.page.locator("[name=model] option").allTextContents();
  const place = new Map(names.map((name, place) => [name, place]));
  const others = [];
  let [failed, sidecars] = [0, 0];
  for (const [number, path] of files.entries()) {
    const name = [basename(folder), ...relative(folder, path).split(sep)].join("/");
    if (!place.has(name)) {
      // Textures are next to models; what else lies there is no model for the program either.
      check(!written.has(path) || /\.pa[ac]$/.test(path), `${name} is not among the models on the page`);
      sidecars += 1;
      continue;
    }
    await view.page.locator("[name=model]").selectOption({ index: place.get(name) });
    const reported = await seen(view, name);
    quiet(view, name);
    const file = written.get(path);
    if (!file) {
      failed += 1;
      check(/cannot be shown\. \w/.test(reported), `${name} failed, and the page says: ${reported}`);
      continue;
    }
    check(!/cannot be shown/.test(reported), `${name}: ${reported}`);
    const wanted = file();
    const isSame = (await view.page.evaluate(pressed)) === createHash("sha256").update(wanted).digest("hex");
    if (isSame && number % SAVED !== 0) continue;
    const { bytes } = await saved(view.page, () => view.page.locator("[name=save-glb]").click());
    if (!bytes.equals(wanted)) others.push(name);
  }
  await view.context.close();
  check(others.length === 0, `of ${others.length} models of ${files.length} the page saves another GLB than the program writes: ${others.join(", ")}`);
  return `${files.length - failed - sidecars} dropped, shown and saved with the program's bytes, ${failed} with their error, ${sidecars} next to them`;
}
