// The picture of the page is that of `retromesh render` from the same camera: nothing is mirrored, no texture upside down.

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, figure, press, shown, still, test } from "../kit.mjs";
import { dressed, lightMapped, texturedQuad } from "../made.mjs";
import { fixture, own, retromesh, written } from "../program.mjs";

/** The maximum that a colour may differ in the mean, of 255. */
const MAX = 1;
/** The same for rooms, whose small squares far away are mixed from other texels. */
const MAX_IN_ROOMS = 2;
const MODELS = ["b3d/letter-f.b3d", "b3d/everything.b3d", "b3d/skin-tube.b3d", "gltf/stage.glb", "p3d/odol-levels.p3d", "p3d/sp3x-cube.p3d"];

test("textured quad", ({ page }) => compare(page, texturedQuad(), MAX));
for (const name of MODELS) test(name, ({ page }) => compare(page, fixture(name), MAX));
// Of light-mapped models both sides of faces are compared.
for (const path of lightMapped()) test(`light maps: ${basename(path)}`, ({ page }) => compare(page, dressed(path), MAX_IN_ROOMS, ["--back-faces"]));

async function compare(page, file, max, more = []) {
  await page.goto(written("picture.html", file));
  await shown(page, basename(file));
  await page.evaluate(() => Object.assign(document.querySelector(".picture canvas").style, { position: "fixed", inset: "0 auto auto 0", width: "512px", height: "512px", zIndex: "9" }));
  await page.waitForFunction(() => document.querySelector(".picture canvas").width === 512);
  // With both sides of faces the page need not look for the side that they turn to.
  if (more.length > 0) await press(page, "[name=back_faces]");
  await press(page, "[name=view-iso]");
  // The ground is none of the model's.
  await press(page, "[name=shadow]");
  const shot = await still(page, () => page.screenshot({ clip: { x: 0, y: 0, width: 512, height: 512 } }));
  expect(retromesh("render", "-q", "-f", "-o", own("drawn.png"), ...more, file).status).toBe(0);
  const links = [shot, readFileSync(own("drawn.png"))].map((bytes) => `data:image/png;base64,${bytes.toString("base64")}`);
  const [mean, spread] = await page.evaluate(differ, links);
  expect(spread, "the picture is empty").toBeGreaterThan(0.2);
  expect(mean, "the mean difference from the picture of render").toBeLessThanOrEqual(max);
  figure(`${mean.toFixed(2)} of 255 from the picture of render`);
}

/** Runs in the page: the mean difference of two pictures, and how far the colours of the first are spread. */
async function differ(links) {
  const [a, b] = await Promise.all(
    links.map(async (link) => {
      const image = new Image();
      image.src = link;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height).data;
    }),
  );
  let [sum, spread] = [a.length === b.length ? 0 : Infinity, 0];
  for (let i = 0; i < a.length; i++) {
    sum += Math.abs(a[i] - b[i]);
    spread += Math.abs(a[i] - a[i % 4]);
  }
  return [sum / ((a.length * 3) / 4), spread / a.length];
}
