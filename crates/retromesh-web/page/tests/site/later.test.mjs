// What is dropped when models are there already: it joins them, and changes nothing else.

import { readFileSync } from "node:fs";
import { drop, open, seen, settled } from "../drop.mjs";
import { expect, reveal, SMALL, still, test } from "../kit.mjs";
import { folder, square, texturedQuad } from "../made.mjs";
import { own } from "../program.mjs";

test.use(SMALL);
test.beforeEach(({ page }) => open(page));

const PLAIN = "b3d/letter-f.b3d";
const NAMING = "b3d/texture-paths.b3d";
const names = (page) => page.locator(".batch tbody th");
const said = (page) => page.locator(".notice:not([hidden]) li");

test("pictures that no model names replace no model, and are listed", async ({ page }) => {
  const mod = { "models/a.b3d": PLAIN, "models/b.b3d": PLAIN, "init.lua": Buffer.from('texture = "Skin.png"') };
  await drop(page, folder("mod", mod));
  await settled(page);
  await drop(page, folder("textures", { "a.png": square(250, 0, 0), "skin.png": square(0, 0, 250) }));
  await expect(said(page)).toHaveText([/^textures\/a\.png: no model here names it$/, /^textures\/skin\.png: only Lua names it/]);
  await expect(page.locator(".notice")).toContainText("These pictures are not used");
  await expect(names(page)).toHaveText(["mod/models/a.b3d", "mod/models/b.b3d"]);
});

test("of pictures for one model those alone are listed that it does not use", async ({ page }) => {
  await drop(page, folder("game", { "deep/x.b3d": NAMING, "maps/grass.png": square(0, 200, 0) }));
  await seen(page, "game/deep/x.b3d");
  const more = { "Stone.JPG": square(90, 90, 90), "grass.png": square(1, 1, 1), "other.png": square(2, 2, 2) };
  await drop(page, folder("more", more));
  await expect(said(page)).toHaveText([/^more\/grass\.png: the models that name it have another/, /^more\/other\.png: no model/]);
  await expect(page.locator(".missing-bar")).toHaveText(/^3 /);
});

test("a texture that comes again in its folder replaces the one before, and an equal one is not called another", async ({ page }) => {
  const canvas = page.locator(".view canvas").first();
  const picture = () => still(page, () => canvas.screenshot());
  await drop(page, folder("game", { "deep/quad.obj": readFileSync(texturedQuad()), "deep/quad.mtl": readFileSync(own("quad/quad.mtl")) }));
  await seen(page, "game/deep/quad.obj");
  const again = async (place) => {
    await page.evaluate(() => document.querySelector(".panel h2").replaceChildren());
    await drop(page, place);
    await seen(page, "game/deep/quad.obj");
    return picture();
  };
  const red = await again(folder("one/tex", { "four.png": square(250, 0, 0) }));
  const blue = await again(folder("two/tex", { "four.png": square(0, 0, 250) }));
  expect(blue.equals(red), "the newer one is shown").toBe(false);
  const notice = page.locator(".notice");
  await again(folder("three/other", { "four.png": square(0, 0, 250), "none.png": square(1, 1, 1) }));
  await expect(notice.locator("li")).toHaveText([/^other\/none\.png: no model/]);
  expect((await again(own("one/tex"))).equals(red), "the first one comes back").toBe(true);
  await expect(notice).toBeHidden();
});

test("the newer texture of one path is the one that is used", async ({ page }) => {
  await drop(page, folder("game", { "deep/x.b3d": NAMING }));
  await seen(page, "game/deep/x.b3d");
  for (const [place, red] of [
    ["one", 90],
    ["two", 200],
  ])
    await drop(page, folder(`${place}/tex`, { "stone.jpg": square(red, 0, 0), [`${place}.png`]: square(0, 0, 0) })).then(() =>
      expect(said(page)).toHaveText([new RegExp(`^tex/${place}\\.png: no model`)]),
    );
});

test("a picture is shown by itself where no model is there", async ({ page }) => {
  folder("pictures", { "a.png": square(250, 0, 0), "b.png": square(0, 250, 0) });
  for (const name of ["a.png", "b.png"]) {
    await drop(page, own("pictures", name));
    await seen(page, name);
  }
});

/** What is dropped later, after which the choices stay. */
const LATER = {
  "a texture": () => folder("later", { "stone.jpg": square(90, 90, 90) }),
  "a picture that no model names": () => folder("later", { "none.png": square(90, 90, 90) }),
  buffers: () => folder("later", { "more.bin": Buffer.from("x") }),
  "the same folder": () => own("mod"),
};

for (const [what, make] of Object.entries(LATER))
  test(`the format and the engine stay when ${what} comes later`, async ({ page }) => {
    await drop(page, folder("mod", { "a.b3d": PLAIN, "b.b3d": NAMING, "c.glb": "gltf/shapes.glb", "c.b3d": PLAIN }));
    await settled(page);
    const table = page.locator(".batch");
    await table.locator("[name=format]").selectOption("Blitz3D (.b3d)");
    await table.locator("[name=target]").selectOption("luanti");
    const place = make();
    const again = async () => {
      await page.evaluate(() => document.querySelector("main > *").setAttribute("data-old", ""));
      await drop(page, place);
      await expect(page.locator("main > [data-old]")).toHaveCount(0);
    };
    await again();
    await expect(table.locator("[name=format] option:checked")).toHaveText("Blitz3D (.b3d)");
    await expect(table.locator("[name=target] option:checked")).toHaveText("luanti");
    await page.locator("[name=model]").selectOption("mod/c.glb");
    await seen(page, "mod/c.glb");
    const section = await reveal(page, "convert");
    await expect(section.locator("[name=original] option:checked")).toHaveText("mod/c.b3d");
    await section.locator("[name=format]").selectOption("glTF (.gltf)");
    await section.locator("[name=target]").selectOption("luanti-frames");
    await page.evaluate(() => document.querySelector(".panel h2").replaceChildren());
    await drop(page, place);
    await seen(page, "mod/c.glb");
    await expect(section.locator("[name=format] option:checked")).toHaveText("glTF (.gltf)");
    await expect(section.locator("[name=target] option:checked")).toHaveText("luanti-frames");
  });

test("what is set for writing stays when a texture comes later, and when another model is shown meanwhile", async ({ page }) => {
  await drop(page, folder("mod", { "a.b3d": NAMING, "b.b3d": PLAIN }));
  await page.locator("[name=model]").selectOption("mod/a.b3d");
  await seen(page, "mod/a.b3d");
  const section = await reveal(page, "convert");
  await section.locator("[name=format]").selectOption("Operation Flashpoint P3D (.p3d)");
  await section.locator("[name=target]").selectOption("odol7");
  await section.locator("summary", { hasText: "Settings" }).click();
  const color = section.locator("[name=setting-mean-color]");
  await color.fill("FF102030");
  await page.evaluate(() => document.querySelector(".panel h2").replaceChildren());
  await drop(page, folder("later", { "stone.jpg": square(90, 90, 90) }));
  await seen(page, "mod/a.b3d");
  await expect(color).toHaveValue("FF102030");
  await expect(color, "what is set is in sight").toBeVisible();
  await page.locator("[name=model]").selectOption("mod/b.b3d");
  await seen(page, "mod/b.b3d");
  await page.locator("[name=model]").selectOption("mod/a.b3d");
  await seen(page, "mod/a.b3d");
  await expect(color).toHaveValue("FF102030");
});

test("what the bar says of missing images helps: the folder of both, or that of the images after it", async ({ page }) => {
  const bar = page.locator(".missing-bar");
  folder("game", { "models/deep/x.b3d": NAMING, "maps/grass.png": square(0, 200, 0), "other/below/stone.jpg": square(90, 90, 90) });
  await drop(page, own("game/models"));
  await seen(page, "models/deep/x.b3d");
  await expect(bar).toHaveText(/^5 .*the folder that holds models and images, or that of the images alone/);
  await drop(page, own("game"));
  await seen(page, "game/models/deep/x.b3d");
  await expect(bar).toHaveText(/^4 /);
  await drop(page, own("game/other"));
  await expect(bar).toHaveText(/^3 /);
  await page.locator("[name=language]").click();
  await expect(bar).toHaveText(/den Ordner mit Modellen und Bildern ab/);
});
