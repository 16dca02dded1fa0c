// What is done with one model on the page: converted after its losses are reported, checked, repaired, compared, looked at byte by byte.

import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { drop, open, seen } from "../drop.mjs";
import { bothShown, expect, reveal, saved, test, turned } from "../kit.mjs";
import { png, texturedQuad } from "../made.mjs";
import { fixture, own, retromesh } from "../program.mjs";

test.beforeEach(({ page }) => open(page));

/** Drops a fixture on the page. */
async function dropped(page, name) {
  await drop(page, fixture(`b3d/${name}`));
  return seen(page, name.split("/").pop());
}

for (const [extension, label] of Object.entries({ glb: "glTF (.glb)", bmd: "BGBTech BMD (.bmd)", obj: "Wavefront OBJ (.obj)", b3d: "Blitz3D (.b3d)" }))
  test(`converted to ${extension} with the codes and bytes of the program`, async ({ page }) => {
    await dropped(page, "lightmap-giles.b3d");
    const section = await reveal(page, "convert");
    await expect(section.locator("[name=format] option:checked"), "the likely target").toHaveText("glTF (.glb)");
    await section.locator("[name=convert]").click();
    await section.locator("[name=save]").waitFor();
    if (extension !== "glb") {
      await section.locator("[name=format]").selectOption(label);
      await expect(section.locator("[name=save]"), "what belongs to another format cannot be saved").toHaveCount(0);
      await section.locator("[name=convert]").click();
      await section.locator("[name=save]").waitFor();
    }
    const codes = await section.locator(".findings code").allTextContents();
    retromesh("convert", "-q", "-f", "--to", extension, "-d", own("desk"), "--report", own("report.jsonl"), fixture("b3d/lightmap-giles.b3d"));
    const { output, diagnostics } = JSON.parse(readFileSync(own("report.jsonl"), "utf8"));
    expect(codes.sort()).toEqual([...new Set(diagnostics.map(({ code }) => code))].sort());
    const texts = await section.locator(".findings > li > p").allTextContents();
    expect(texts.length > 0 && texts.every((text) => text.length > 8), "all codes are explained").toBe(true);
    const { name, bytes } = await saved(page, () => page.locator("[name=save]").click());
    if (extension === "obj") {
      expect(name).toMatch(/\.zip$/);
      expect(bytes.toString("latin1", 0, 4)).toBe("PK\x03\x04");
    } else {
      expect(name).toBe(`lightmap-giles.${extension}`);
      expect(bytes.equals(readFileSync(output)), "the page saves the bytes that the program writes").toBe(true);
    }
  });

// Sums and sines of rotations, in which processors differ where nothing says their order.
for (const [name, label] of [
  ["x/skin.x", "BGBTech BMD (.bmd)"],
  ["x/frame-sheared.x", "bOGL (.bo3d)"],
  ["b3d/skin-placed.b3d", "bOGL (.bo3d)"],
])
  test(`${name} to ${label} by the bits of the program`, async ({ page }) => {
    await drop(page, fixture(name));
    await seen(page, name.split("/").pop());
    const section = await reveal(page, "convert");
    await section.locator("[name=format]").selectOption(label);
    await section.locator("[name=convert]").click();
    const { name: output, bytes } = await saved(page, () => section.locator("[name=save]").click());
    retromesh("convert", "-q", "-f", fixture(name), "-o", own(output));
    expect(bytes.equals(readFileSync(own(output))), "the page saves the bytes that the program writes").toBe(true);
  });

test("checked, repaired and compared as by the program", async ({ page }) => {
  await dropped(page, "keys-split-by-range.b3d");
  const section = await reveal(page, "lint");
  await section.locator("[name=engine]").waitFor();
  const names = await section.locator("[name=engine] option").allTextContents();
  await section.locator("[name=engine]").selectOption({ index: names.findIndex((name) => name.startsWith("luanti")) });
  await section.locator("code", { hasText: "b3d-several-keys" }).waitFor();
  await section.locator("[name=repair]").click();
  await section.locator("[name=save-repaired]").waitFor();
  const [input, output] = [fixture("b3d/keys-split-by-range.b3d"), own("repaired.b3d")];
  retromesh("repair", "-q", "-f", "--target", "luanti", input, "-o", output);
  const { name, bytes } = await saved(page, () => page.locator("[name=save-repaired]").click());
  expect(name).toBe("keys-split-by-range-luanti.b3d");
  expect(bytes.equals(readFileSync(output)), "the page repairs as the program").toBe(true);
  await page.locator("[name=compare-repaired]").click();
  await bothShown(page);
  const listed = await reveal(page, "differences");
  await expect(listed.locator("li")).toHaveText(retromesh("diff", input, output).stdout.trim().split("\n").slice(0, -1));
});

test("two side by side with one camera", async ({ page }) => {
  await drop(page, fixture("b3d/letter-f.b3d"), fixture("b3d/letter-f-turned.b3d"));
  await page.locator("[name=model]").selectOption("letter-f.b3d");
  await seen(page, "letter-f.b3d");
  await page.locator("[name=compare]").selectOption("letter-f-turned.b3d");
  await bothShown(page);
  await page.locator(".view canvas").first().focus();
  await turned(page, page.locator(".view canvas").nth(1));
});

test("each of two models is converted for an engine of its own", async ({ page }) => {
  await drop(page, fixture("b3d/letter-f.b3d"), fixture("gltf/shapes.glb"));
  await page.locator("[name=model]").selectOption("letter-f.b3d");
  await seen(page, "letter-f.b3d");
  await page.locator("[name=compare]").selectOption("shapes.glb");
  await bothShown(page);
  const section = await reveal(page, "convert");
  await section.locator("[name=convert]").click();
  await expect(section.locator("[name=save], .failed")).toHaveAttribute("name", "save");
});

test("before and after a conversion by a key", async ({ page }) => {
  await dropped(page, "letter-f.b3d");
  await page.keyboard.press("b");
  await expect(page.locator(".laid .view canvas[data-shown]")).toHaveCount(2);
  await expect(page.locator("[name=compare] option:checked")).toContainText("→");
});

test("bytes name their structure, structures mark their bytes", async ({ page }) => {
  await dropped(page, "triangle.b3d");
  await page.locator("[name=show-hex]").click();
  const where = page.locator(".where");
  const marked = page.locator(".hex .numbers .marked");
  await page.locator(".hex .numbers i").nth(33).click();
  await expect(where).toHaveText(/^0x21 .*position/);
  await expect(marked).toHaveCount(12);
  await page.locator(".tree [role=treeitem]", { hasText: "magic" }).click();
  await expect(where).toContainText("BB3D");
  await expect(marked).toHaveText(["42", "42", "33", "44"]);
  await page.locator(".hex").focus();
  await page.keyboard.press("End");
  await expect(where).toContainText("0xa0");
  await page.locator(".tree").focus();
  await page.keyboard.press("Home");
  await expect(where).toContainText("magic");
  await page.keyboard.press("ArrowDown");
  await expect(where).toContainText("size");
});

test("a broken file says where it is broken", async ({ page }) => {
  expect(await dropped(page, "bad/three-bytes.b3d")).toMatch(/truncated/);
  await expect(page.locator("[name=save-glb]")).toHaveCount(0);
  await page.locator("[name=see-bytes]").click();
  await page.locator(".hex .cursor").first().waitFor();
});

test("a pasted file is shown", async ({ page }) => {
  await page.evaluate(
    (model) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([Uint8Array.from(atob(model), (letter) => letter.charCodeAt(0))], "pasted.b3d"));
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    },
    readFileSync(fixture("b3d/letter-f.b3d")).toString("base64"),
  );
  await seen(page, "pasted.b3d");
});

test("a chosen folder is shown with its texture", async ({ page }) => {
  await dropped(page, "letter-f.b3d");
  const choosing = page.waitForEvent("filechooser");
  await page.locator("[name=open-folder]").click();
  await (await choosing).setFiles(dirname(texturedQuad()));
  expect(await seen(page, "quad/quad.obj")).toBe("");
  await expect(page.locator(".panel .missing")).toHaveCount(0);
});

test("buffers that come later join a glTF in a folder", async ({ page }) => {
  mkdirSync(own("alone"));
  mkdirSync(own("bring"));
  retromesh("convert", "-q", "-f", fixture("gltf/shapes.glb"), "-o", own("bring/shapes.gltf"));
  renameSync(own("bring/shapes.gltf"), own("alone/shapes.gltf"));
  await drop(page, own("alone"));
  expect(await seen(page, "alone/shapes.gltf")).toMatch(/cannot be shown/);
  const [bin] = readdirSync(own("bring")).filter((name) => name.endsWith(".bin"));
  await drop(page, own("bring", bin));
  await page.locator("[name=save-glb]").waitFor();
  expect(await seen(page, "alone/shapes.gltf")).toBe("");
});

test("images are found above the model, and when they come later, whatever their folder is called", async ({ page }) => {
  const white = png(() => [255, 255, 255]);
  for (const [path, bytes] of [
    ["game/models/deep/x.b3d", readFileSync(fixture("b3d/texture-paths.b3d"))],
    ["game/maps/grass.png", white],
    ["pictures from elsewhere/stone.jpg", white],
  ]) {
    mkdirSync(dirname(own(path)), { recursive: true });
    writeFileSync(own(path), bytes);
  }
  const missing = page.locator(".missing-bar:not([hidden])");
  await drop(page, own("game"));
  await seen(page, "game/models/deep/x.b3d");
  await expect(missing).toHaveText(/^4 /);
  await drop(page, own("pictures from elsewhere"));
  await expect(missing).toHaveText(/^3 /);
});
