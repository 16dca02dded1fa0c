// The picture of the page is that of `retromesh render` from the same camera: nothing is mirrored, no texture upside down.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { press, quiet, shown, still, watched } from "./browser.mjs";
import { lightMapped } from "./dressed.mjs";
import { check, fixture, folder, page, retromesh } from "./program.mjs";

/** The maximum that a colour may differ in the mean, of 255. */
const MAX = 1;
/** The same for rooms, whose small squares far away are mixed from other texels. */
const MAX_IN_ROOMS = 2;
const MODELS = ["b3d/letter-f.b3d", "b3d/everything.b3d", "b3d/skin-tube.b3d", "gltf/stage.glb", "p3d/odol-levels.p3d", "p3d/sp3x-cube.p3d"];

export async function pictures(browser) {
  const reported = [];
  // Of light-mapped models both sides of faces are compared.
  const both = lightMapped();
  for (const file of [texturedQuad(), ...MODELS.map(fixture), ...both]) {
    const name = basename(file);
    const view = await watched(browser);
    await view.page.goto(page("picture.html", file));
    await shown(view.page, name);
    await view.page.evaluate(() => Object.assign(document.querySelector(".picture canvas").style, { position: "fixed", inset: "0 auto auto 0", width: "512px", height: "512px", zIndex: "9" }));
    await view.page.waitForFunction(() => document.querySelector(".picture canvas").width === 512);
    await press(view.page, "[name=view-iso]");
    // The ground is none of the model's.
    await press(view.page, "[name=shadow]");
    if (both.includes(file)) await press(view.page, "[name=back_faces]");
    const shot = await still(view.page, () => view.page.screenshot({ clip: { x: 0, y: 0, width: 512, height: 512 } }));
    const drawn = join(folder, "drawn.png");
    check(retromesh("render", "-q", "-f", "-o", drawn, ...(both.includes(file) ? ["--back-faces"] : []), file).status === 0, `${name} is not drawn`);
    const [mean, spread] = await view.page.evaluate(
      differ,
      [shot, readFileSync(drawn)].map((bytes) => `data:image/png;base64,${bytes.toString("base64")}`),
    );
    check(spread > 0.2, `${name}: the picture is empty`);
    check(mean <= (both.includes(file) ? MAX_IN_ROOMS : MAX), `${name}: the picture differs from that of render by ${mean} in the mean`);
    quiet(view, name);
    reported.push(`${name} ${mean.toFixed(2)}`);
    await view.context.close();
  }
  return `mean differences of 255, at most ${MAX}, ${MAX_IN_ROOMS} of light-mapped ones: ${reported.join(", ")}`;
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

/** Makes a quad with a picture whose four corners have four colours. */
export function texturedQuad() {
  const folder_ = join(folder, "quad");
  mkdirSync(folder_, { recursive: true });
  const bmp = Buffer.alloc(54 + 16 * 16 * 3);
  bmp.write("BM", 0);
  bmp.writeUInt32LE(bmp.length, 2);
  bmp.writeUInt32LE(54, 10);
  bmp.writeUInt32LE(40, 14);
  bmp.writeInt32LE(16, 18);
  bmp.writeInt32LE(16, 22);
  bmp.writeUInt16LE(1, 26);
  bmp.writeUInt16LE(24, 28);
  for (let y = 0; y < 16; y++) for (let x = 0; x < 16; x++) bmp.set([x < 8 ? 30 : 220, y < 8 ? 40 : 200, x < 8 === y < 8 ? 250 : 60], 54 + (y * 16 + x) * 3);
  writeFileSync(join(folder_, "four.bmp"), bmp);
  writeFileSync(join(folder_, "quad.mtl"), "newmtl four\nKd 1 1 1\nmap_Kd four.bmp\n");
  const path = join(folder_, "quad.obj");
  writeFileSync(path, "mtllib quad.mtl\nv -1 0 -1\nv 1 0 -1\nv 1 1.5 1\nv -1 1.5 1\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nusemtl four\nf 1/1 2/2 3/3 4/4\nf 4/4 3/3 2/2 1/1\n");
  return path;
}
