// What is done with one model on the page: converted after its losses are reported, checked, repaired, compared, looked at byte by byte.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { quiet, reveal, saved, still, until } from "./browser.mjs";
import { texturedQuad } from "./pictures.mjs";
import { check, fixture, folder, retromesh } from "./program.mjs";
import { drop, seen, site } from "./site.mjs";

export async function desk(browser) {
  const view = await site(browser);
  const reported = [];
  for (const step of [converts, repairs, compares, bytes, broken, pasted, chosen, rooted]) reported.push(await step(view, view.page));
  quiet(view, "desk");
  await view.context.close();
  return reported.join("; ");
}

async function converts(view, page) {
  const file = fixture("b3d/lightmap-giles.b3d");
  await drop(view, file);
  await seen(view, "lightmap-giles.b3d");
  const section = await reveal(page, "convert");
  check((await section.locator("[name=format] option:checked").textContent()) === "glTF (.glb)", "the likely target is not chosen");
  const kinds = { "glTF (.glb)": "glb", "BGBTech BMD (.bmd)": "bmd", "Wavefront OBJ (.obj)": "obj", "Blitz3D (.b3d)": "b3d" };
  for (const [label, extension] of Object.entries(kinds)) {
    await section.locator("[name=format]").selectOption({ label });
    check((await section.locator("[name=save]").count()) === 0, "what belongs to another format can still be saved");
    await section.locator("[name=convert]").click();
    await section.locator("[name=save]").waitFor();
    const codes = await section.locator(".findings code").allTextContents();
    const report = join(folder, `desk-${extension}.jsonl`);
    retromesh("convert", "-q", "-f", "--to", extension, "-d", join(folder, "desk"), "--report", report, file);
    const { output, diagnostics } = JSON.parse(readFileSync(report, "utf8"));
    const wanted = [...new Set(diagnostics.map(({ code }) => code))].sort();
    check([...codes].sort().join() === wanted.join(), `${extension}: the page tells ${codes}, the program ${wanted}`);
    const texts = await section.locator(".findings > li > p").allTextContents();
    check(texts.length > 0 && texts.every((text) => text.length > 8), `${extension}: a code is not explained`);
    const { name, bytes } = await saved(page, () => page.locator("[name=save]").click());
    if (extension === "obj") {
      check(name.endsWith(".zip"), `${name}: several files are not in one`);
      check(bytes.subarray(0, 4).toString("latin1") === "PK\x03\x04", `${name} is no zip file`);
      continue;
    }
    check(name === `lightmap-giles.${extension}` && bytes.equals(readFileSync(output)), `${name}: the page saves other bytes than the program writes`);
  }
  return "four formats converted with the codes and bytes of the program";
}

async function repairs(view, page) {
  const file = fixture("b3d/keys-split-by-range.b3d");
  await drop(view, file);
  await seen(view, "keys-split-by-range.b3d");
  const section = await reveal(page, "lint");
  await section.locator("[name=engine]").waitFor();
  const names = await section.locator("[name=engine] option").allTextContents();
  const place = names.findIndex((name) => name.startsWith("luanti"));
  await section.locator("[name=engine]").selectOption({ index: place });
  await section.locator("code", { hasText: "b3d-several-keys" }).waitFor();
  await section.locator("[name=repair]").click();
  await section.locator("[name=save-repaired]").waitFor();
  const output = join(folder, "repaired.b3d");
  retromesh("repair", "-q", "-f", "--target", "luanti", file, "-o", output);
  const { name, bytes } = await saved(page, () => page.locator("[name=save-repaired]").click());
  check(name === "keys-split-by-range-luanti.b3d" && bytes.equals(readFileSync(output)), `${name}: the page repairs otherwise than the program`);
  return "checked and repaired as by the program";
}

async function compares(view, page) {
  await page.locator("[name=compare-repaired]").click();
  await page.waitForFunction(() => document.querySelectorAll(".view canvas[data-shown]").length === 2);
  const listed = await reveal(page, "differences");
  await listed.waitFor();
  const reported = retromesh("diff", fixture("b3d/keys-split-by-range.b3d"), join(folder, "repaired.b3d")).stdout.trim().split("\n").slice(0, -1);
  check((await listed.locator("li").allTextContents()).join("\n") === reported.join("\n"), "the page lists other differences than the program");
  await page.locator(".view canvas").first().focus();
  const picture = () => page.locator(".view canvas").nth(1).screenshot();
  await drop(view, fixture("b3d/letter-f.b3d"), fixture("b3d/letter-f-turned.b3d"));
  await page.locator("[name=model]").waitFor();
  await page.locator("[name=model]").selectOption({ label: "letter-f.b3d" });
  await seen(view, "letter-f.b3d");
  await page.locator("[name=compare]").selectOption({ label: "letter-f-turned.b3d" });
  await page.waitForFunction(() => document.querySelectorAll(".view canvas[data-shown]").length === 2);
  await page.locator(".view canvas").first().focus();
  const before = await still(page, picture);
  await page.keyboard.press("ArrowRight");
  await until(page, async () => !before.equals(await picture()), "the camera of the second model does not follow");
  await drop(view, fixture("b3d/letter-f.b3d"));
  await seen(view, "letter-f.b3d");
  await page.keyboard.press("b");
  await page.waitForFunction(() => document.querySelectorAll(".laid .view canvas[data-shown]").length === 2);
  check(/→/.test(await page.locator("[name=compare] option:checked").textContent()), "B does not show what a conversion makes");
  return "two side by side with their differences and one camera, before and after a conversion by a key";
}

async function bytes(view, page) {
  await drop(view, fixture("b3d/triangle.b3d"));
  await seen(view, "triangle.b3d");
  await page.locator("[name=show-hex]").click();
  await page.locator(".hex i").first().waitFor();
  const where = () => page.locator(".where").textContent();
  const marked = () => page.locator(".hex .numbers .marked").allTextContents();
  const wait = (text) => page.waitForFunction((text) => document.querySelector(".where")?.textContent.includes(text), text);
  await page.locator(".hex .numbers i").nth(33).click();
  await wait("position");
  check(/^0x21 /.test(await where()) && (await marked()).length === 12, `byte 0x21 is reported as ${await where()}, with ${(await marked()).length} bytes`);
  await page.locator(".tree [role=treeitem]", { hasText: "magic" }).click();
  await wait("BB3D");
  check((await marked()).join(" ") === "42 42 33 44", `the magic is ${await marked()}`);
  await page.locator(".hex").focus();
  await page.keyboard.press("End");
  await wait("0xa0");
  await page.locator(".tree").focus();
  await page.keyboard.press("Home");
  await wait("magic");
  await page.keyboard.press("ArrowDown");
  await wait("size");
  await page.locator("[name=show-picture]").click();
  return "bytes name their structure, structures mark their bytes";
}

async function broken(view, page) {
  await drop(view, fixture("b3d/bad/three-bytes.b3d"));
  const reported = await seen(view, "three-bytes.b3d");
  check(/truncated/.test(reported), `the page says: ${reported}`);
  await page.locator("[name=save-glb]").waitFor({ state: "detached" });
  await page.locator("[name=see-bytes]").click();
  await page.locator(".hex .cursor").first().waitFor();
  await page.locator("[name=show-picture]").click();
  return "a broken file says where it is broken";
}

async function pasted(view, page) {
  const model = readFileSync(fixture("b3d/letter-f.b3d")).toString("base64");
  await page.evaluate((model) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([Uint8Array.from(atob(model), (letter) => letter.charCodeAt(0))], "pasted.b3d"));
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, model);
  await seen(view, "pasted.b3d");
  return "a pasted file is shown";
}

async function chosen(view, page) {
  const choosing = page.waitForEvent("filechooser");
  await page.locator("[name=open-folder]").click();
  await (await choosing).setFiles(dirname(texturedQuad()));
  check((await seen(view, "quad/quad.obj")) === "", "a chosen folder is not shown");
  check((await page.locator(".panel .missing").count()) === 0, "the texture next to a model of a chosen folder is not found");
  return "a chosen folder is shown with its texture";
}

/** What was dropped is searched from its top, and images that come later are found whatever their folder is called. */
async function rooted(view, page) {
  const place = join(folder, "game");
  const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC", "base64");
  for (const [path, bytes] of [
    ["models/deep/x.b3d", readFileSync(fixture("b3d/texture-paths.b3d"))],
    ["maps/grass.png", png],
  ]) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), bytes);
  }
  const missing = async (count) => {
    await page
      .waitForFunction((count) => document.querySelector(".missing-bar:not([hidden])")?.textContent.startsWith(`${count} `), count)
      .catch(() => check(false, `not ${count} images are missing`));
  };
  await drop(view, place);
  await seen(view, "game/models/deep/x.b3d");
  await missing(4);
  const later = join(folder, "pictures from elsewhere");
  mkdirSync(later, { recursive: true });
  writeFileSync(join(later, "stone.jpg"), png);
  await drop(view, later);
  await missing(3);
  return "images are found above the model, and when they come later";
}
