// `node tests/shots.mjs [PROGRAM ROOT]`: takes the pictures of the documentation anew, and those that docs/design/page.md says were looked at
// into target/pictures.

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { framed, launch, press, reveal, shown, watched } from "./browser.mjs";
import { lightMapped } from "./dressed.mjs";
import { fixture, folder, page, root } from "./program.mjs";
import { drop, seen, settled, site } from "./site.mjs";

const SIZE = { viewport: { width: 1200, height: 720 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const TUBE = "skin-tube-animated.b3d";
const browser = await launch();

/** Opens a page of the program; returns it once a model is shown, or at once where there are several. */
async function viewer(files, options = SIZE) {
  const view = await watched(browser, options);
  await view.page.goto(page("shot.html", ...files));
  if (files.length === 1) await shown(view.page, files[0].split("/").pop());
  return view;
}

/** Drops a fixture on the page that models are dropped on. */
async function dropped(name, options = SIZE) {
  const view = await site(browser, options);
  await drop(view, fixture(name));
  await seen(view, name.split("/").pop());
  return view;
}

async function converted() {
  const view = await dropped(`b3d/${TUBE}`);
  const section = await reveal(view.page, "convert");
  await section.locator("[name=format]").selectOption({ label: "Wavefront OBJ (.obj)" });
  await section.locator("[name=convert]").click();
  await section.locator("[name=save]").waitFor();
  return view;
}

async function bytes() {
  const view = await dropped("b3d/triangle.b3d");
  await view.page.locator("[name=show-hex]").click();
  await view.page.locator(".hex .numbers i").nth(33).click();
  await view.page.locator(".hex .marked").first().waitFor();
  return view;
}

async function table() {
  const view = await site(browser, SIZE);
  const names = ["b3d/letter-f.b3d", `b3d/${TUBE}`, "b3d/everything.b3d", "p3d/sp3x-cube.p3d", "p3d/odol-levels.p3d", "gltf/stage.glb", "b3d/bad/three-bytes.b3d"];
  await drop(view, ...names.map(fixture));
  await settled(view);
  return view;
}

async function clip(options) {
  const view = await viewer([fixture(`b3d/${TUBE}`)], options);
  await view.page.locator(".chip", { hasText: "bend" }).click();
  await view.page.locator("[name=moment]").fill("0.5");
  await press(view.page, "[name=view-iso]");
  return view;
}

async function skeleton() {
  const view = await clip(SIZE);
  for (const name of ["wireframe", "skeleton"]) await press(view.page, `[name=${name}]`);
  return view;
}

async function compared(isLaid) {
  const view = await viewer([fixture("b3d/letter-f.b3d"), fixture("b3d/letter-f-turned.b3d")]);
  await view.page.locator("[name=model]").selectOption({ label: "letter-f.b3d" });
  await shown(view.page, "letter-f.b3d");
  await view.page.locator("[name=compare]").selectOption({ label: "letter-f-turned.b3d" });
  await view.page.waitForFunction(() => document.querySelectorAll(".view canvas[data-shown]").length === 2);
  if (isLaid) await view.page.locator("[name=overlay]").check();
  return view;
}

async function report() {
  const view = await dropped("b3d/texture-blends.b3d");
  await view.page.locator("[name=show-report]").click();
  return view;
}

async function gallery() {
  const view = await viewer([fixture("b3d"), fixture("p3d")]);
  await view.page.waitForFunction(() => document.querySelectorAll(".card img").length > 8);
  return view;
}

const documented = join(root, "docs/images");
const looked = join(root, "target/pictures");
const SHOTS = [
  [documented, "page-start", () => site(browser, SIZE)],
  [documented, "page-convert", converted],
  [documented, "page-bytes", bytes],
  [documented, "page-table", table],
  [documented, "viewer", skeleton],
  [documented, "viewer-compare", () => compared(false)],
  [looked, "light", () => dropped("b3d/everything.b3d")],
  [looked, "dark", () => dropped("b3d/everything.b3d", { ...SIZE, colorScheme: "dark" })],
  [looked, "phone", () => clip(PHONE)],
  [looked, "mid-clip", () => clip(SIZE)],
  [looked, "room", () => viewer(lightMapped().filter((path) => path.endsWith("room.rmesh")))],
  [looked, "missing", () => dropped("b3d/texture-paths.b3d")],
  [looked, "broken", () => dropped("b3d/bad/three-bytes.b3d")],
  [looked, "gallery", gallery],
  [looked, "overlay", () => compared(true)],
  [looked, "report", report],
  [looked, "german", () => dropped(`b3d/${TUBE}`, { ...SIZE, locale: "de-DE" })],
];

try {
  mkdirSync(looked, { recursive: true });
  for (const [place, name, take] of SHOTS) {
    const view = await take();
    await framed(view.page);
    // The mouse rests on nothing.
    await view.page.mouse.move(0, 719);
    await view.page.waitForTimeout(300);
    await view.page.screenshot({ path: join(place, `${name}.png`) });
    await view.context.close();
    console.log(`pictures: ${name}`);
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
