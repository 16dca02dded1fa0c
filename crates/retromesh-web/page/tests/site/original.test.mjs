// What other programs have taken away of a model comes from its original, as by `retromesh convert --like`; and what is chosen beforehand.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { drop, open, seen } from "../drop.mjs";
import { expect, reveal, saved, test } from "../kit.mjs";
import { edited } from "../made.mjs";
import { fixture, own, retromesh } from "../program.mjs";

test.beforeEach(({ page }) => open(page));

/** Converts the model that is shown and saves it; the bytes must be those of the program. */
async function convertedAs(page, section, ...words) {
  await section.locator("[name=convert]").click();
  const { name, bytes } = await saved(page, () => section.locator("[name=save]").click());
  retromesh("convert", "-q", "-f", "-o", own(name), ...words);
  expect(bytes.equals(readFileSync(own(name))), "the page saves the bytes that the program writes").toBe(true);
}

/** Makes a folder with an edited GLB, and perhaps its original under the same name. */
function folder(path, isPair) {
  const [extension] = path.split(".").slice(-1);
  mkdirSync(own("pair"));
  writeFileSync(own("pair/a.glb"), edited(fixture(path)));
  copyFileSync(fixture(path), own(isPair ? `pair/A.${extension}` : `other.${extension}`));
  return [own("pair/a.glb"), own(isPair ? `pair/A.${extension}` : `other.${extension}`)];
}

const ROWS = [
  ["b3d/skin-tube-animated.b3d", "Blitz3D (.b3d)", null],
  ["p3d/odol-cube.p3d", "Operation Flashpoint P3D (.p3d)", "odol7"],
  ["p3d/p3dm-special-levels.p3d", "Operation Flashpoint P3D (.p3d)", "p3dm"],
];

for (const [path, format, target] of ROWS)
  test(`a GLB becomes ${path} again next to its original`, async ({ page }) => {
    const [glb, original] = folder(path, true);
    await drop(page, own("pair"));
    await page.locator("[name=model]").selectOption("pair/a.glb");
    await seen(page, "pair/a.glb");
    const section = await reveal(page, "convert");
    await expect(section.locator("[name=original] option:checked")).toHaveText(`pair/A.${path.split(".").pop()}`);
    await expect(section.locator(".original p")).toContainText("same name");
    await expect(section.locator("[name=format] option:checked")).toHaveText(format);
    if (target) await expect(section.locator("[name=target] option:checked")).toHaveText(target);
    await convertedAs(page, section, glb, "--like", original);
    await expect(section.locator(".findings code", { hasText: "restored" })).toBeVisible();
    await section.locator("[name=original]").selectOption({ index: 0 });
    await expect(section.locator(".original p")).toContainText("keep its frames");
    await expect(section.locator("[name=format] option:checked")).toHaveText("Blitz3D (.b3d)");
  });

test("an original is brought, and what is none is refused", async ({ page }) => {
  const [glb, original] = folder("p3d/odol-cube.p3d", false);
  await drop(page, glb);
  await seen(page, "a.glb");
  const section = await reveal(page, "convert");
  const bring = async (path) => {
    const choosing = page.waitForEvent("filechooser");
    await section.locator("[name=bring-original]").click();
    await (await choosing).setFiles(path);
  };
  await expect(section.locator(".original p")).toContainText("keep its frames");
  await bring(fixture("paa/argb1555.paa"));
  await expect(section.locator(".original p")).toContainText("no model");
  await bring(original);
  await expect(section.locator("[name=original] option:checked")).toHaveText("other.p3d");
  await expect(section.locator("[name=target] option:checked")).toHaveText("odol7");
  await convertedAs(page, section, glb, "--like", original);
});

test("an original is dropped on the panel, and the model stays", async ({ page }) => {
  const [glb, original] = folder("b3d/skin-tube-animated.b3d", false);
  await drop(page, glb);
  await seen(page, "a.glb");
  const section = await reveal(page, "convert");
  const bytes = readFileSync(original).toString("base64");
  await section.locator(".original").evaluate((element, bytes) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], "other.b3d"));
    element.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, bytes);
  await expect(section.locator("[name=original] option:checked")).toHaveText("other.b3d");
  await expect(page.locator(".panel h2")).toHaveText("a.glb");
  await convertedAs(page, section, glb, "--like", original);
});

for (const [name, target] of [
  ["p3dm-materials", "p3dm"],
  ["sp3x-cube", "mlod"],
  ["odol-cube", "mlod"],
])
  test(`${name} to .p3d as by the program`, async ({ page }) => {
    await drop(page, fixture(`p3d/${name}.p3d`));
    await seen(page, `${name}.p3d`);
    const section = await reveal(page, "convert");
    await section.locator("[name=format]").selectOption("Operation Flashpoint P3D (.p3d)");
    await expect(section.locator("[name=target] option:checked")).toHaveText(target);
    await convertedAs(page, section, fixture(`p3d/${name}.p3d`));
  });

test("the format that was chosen is kept for models of the same format alone", async ({ page }) => {
  const preset = async (path, format) => {
    await drop(page, fixture(path));
    await seen(page, path.split("/").pop());
    const section = await reveal(page, "convert");
    await expect(section.locator("[name=format] option:checked")).toHaveText(format);
    return section.locator("[name=format]");
  };
  await (await preset("gltf/shapes.glb", "Blitz3D (.b3d)")).selectOption("Operation Flashpoint P3D (.p3d)");
  await preset("b3d/letter-f.b3d", "glTF (.glb)");
  await preset("gltf/shapes.glb", "Operation Flashpoint P3D (.p3d)");
});

test("advice says what does it on this page", async ({ page }) => {
  await drop(page, fixture("b3d/texture-paths.b3d"));
  await seen(page, "texture-paths.b3d");
  await page.locator(".panel [name=show-report]").first().click();
  await page.locator(".panel summary", { hasText: "What can I do?" }).first().click();
  await expect(page.locator(".panel .findings")).toContainText(["On this page: drop the folder"]);
});

test("Play plays the one clip of a model at rest", async ({ page }) => {
  await drop(page, fixture("b3d/frame-base-0.b3d"));
  await seen(page, "frame-base-0.b3d");
  await page.locator(".player [name=play]").click();
  await expect(page.locator(".chip").nth(1)).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(".player [name=moment]")).not.toHaveValue("0");
});

test("Play asks for a clip where there are several", async ({ page }) => {
  await drop(page, fixture("gltf/rigs.glb"));
  await seen(page, "rigs.glb");
  const play = page.locator(".player [name=play]");
  await expect(play).toBeDisabled();
  await expect(play).toHaveAttribute("title", /choose a clip first/);
  await page.locator(".chip").nth(1).click();
  await expect(play).toHaveAttribute("title", /^(Play|Pause)$/);
});

test("textures of a game join a model in a folder, whatever theirs is called", async ({ page }) => {
  for (const folder of ["mod/Model", "elsewhere"]) mkdirSync(own(folder), { recursive: true });
  copyFileSync(fixture("p3d/odol-cube.p3d"), own("mod/Model/a.p3d"));
  copyFileSync(fixture("paa/argb1555.paa"), own("elsewhere/Cube.paa"));
  await drop(page, own("mod"));
  await seen(page, "mod/Model/a.p3d");
  await expect(page.locator(".missing-bar")).toHaveText(/^1 /);
  await drop(page, own("elsewhere"));
  await expect(page.locator(".missing-bar")).toBeHidden();
});
