// Files that are taken together: all of them converted into one zip file as the program does it, what that loses, and what cannot be read.

import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { drop, open, seen, settled } from "../drop.mjs";
import { expect, reveal, SMALL, saved, test } from "../kit.mjs";
import { dressed, folder, square, texturedQuad } from "../made.mjs";
import { fixture, own, retromesh } from "../program.mjs";
import { unzipped, zipped } from "../zip.mjs";

test.use(SMALL);
test.beforeEach(({ page }) => open(page));

/** Two models, each with another image of one name in it. */
function twoSkins() {
  const quad = texturedQuad();
  const at = folder("two", {});
  for (const [name, color] of Object.entries({ red: [250, 0, 0], blue: [0, 0, 250] })) {
    writeFileSync(join(quad, "../four.png"), square(...color));
    retromesh("convert", "-q", "-f", "--extras", "drop", quad, "-o", join(at, `${name}.glb`));
  }
  return at;
}

/** Two rooms that share their textures. */
function rooms() {
  const room = dressed(fixture("rmesh/room.rmesh"));
  copyFileSync(room, join(room, "../other.rmesh"));
  return join(room, "..");
}

const all = (path) =>
  readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() && !entry.name.startsWith(".") ? [relative(path, join(entry.parentPath, entry.name))] : []));

for (const [what, make, label, to, target] of [
  ["images of one name", twoSkins, "Blitz3D (.b3d)", "b3d", "luanti"],
  ["textures of several rooms", rooms, "Wavefront OBJ (.obj)", "obj"],
  [
    "names with three extensions",
    () => folder("same", { "rat.b3d": "b3d/letter-f.b3d", "rat.glb": "gltf/shapes.glb", "rat.x": "x/skin.x", "cat.b3d": "b3d/letter-f.b3d" }),
    "Wavefront OBJ (.obj)",
    "obj",
  ],
  ["textures", () => folder("paa", { "a.paa": "paa/dxt5.paa", "b.paa": "paa/dxt1-corners.paa" }), "image (.png)", "png"],
  ["pictures of few colours", () => folder("few", { "a.png": square(1, 200, 3), "b.png": square(200, 2, 3) }), "Operation Flashpoint PAA (.paa)", "pac", "p8"],
  ["pictures", () => folder("png", { "a.png": square(1, 200, 3), "b.png": square(200, 2, 3) }), "Operation Flashpoint PAA (.paa)", "paa"],
])
  test(`${what} become what the program makes of them`, async ({ page }) => {
    const place = make();
    await drop(page, place);
    await settled(page);
    const { bytes } = await saved(page, async () => {
      if (["png", "paa", "pac"].includes(to)) await expect(page.locator(".batch [name=format] option:checked"), "the likely format").toHaveText(label);
      else await page.locator(".batch [name=format]").selectOption(label);
      if (target) await page.locator(".batch [name=target]").selectOption(target);
      await page.locator("[name=save-all]").click();
    });
    const files = unzipped(bytes);
    files.delete("report.txt");
    retromesh("convert", "-q", "-f", "--to", to, ...(target ? ["--target", target] : []), "-d", own("out"), place);
    const made = all(own("out"));
    expect([...files.keys()].sort()).toEqual(made.map((name) => `${basename(place)}/${name}`).sort());
    for (const name of made) expect(files.get(`${basename(place)}/${name}`).equals(readFileSync(own("out", name))), `${name} has the bytes that the program writes`).toBe(true);
  });

test("all that is lost is counted, filtered and reported", async ({ page }) => {
  await drop(page, folder("lossy", { "all.b3d": "b3d/everything.b3d", "f.b3d": "b3d/letter-f.b3d", "x.b3d": "b3d/bad/bb3d-too-short.b3d" }));
  await settled(page);
  await page.locator(".batch [name=format]").selectOption("Wavefront OBJ (.obj)");
  const { bytes } = await saved(page, () => page.locator("[name=save-all]").click());
  await expect(page.locator(".batch .progress")).toHaveText(/^Converted: 2 · .*With losses: 1.* · Failed: 1 \(errors\.txt\) · report\.txt$/);
  await expect(page.locator(".batch tr[data-state=lossy] .state")).toHaveText(/^\.obj: Lost: \d/);
  await page.locator(".batch [name=only]").selectOption("What loses something");
  await expect(page.locator(".batch tbody tr:visible th")).toHaveText(["lossy/all.b3d"]);
  const files = unzipped(bytes);
  expect(files.get("report.txt").toString()).toMatch(/^Wavefront OBJ \(\.obj\).*\n\nlossy\/all\.b3d -> lossy\/all\.obj\n(.*\n)* {2}lost lost-keys x\d+\n/);
  expect(files.get("report.txt").toString(), "what failed is in errors.txt alone").not.toContain("x.b3d");
  expect(files.get("errors.txt").toString()).toMatch(/^lossy\/x\.b3d: /);
});

test("what cannot be read next to models is listed with the reason", async ({ page }) => {
  const cut = square(1, 2, 3).subarray(0, 70);
  const strange = {
    "mod.rar": Buffer.from("Rar!\x1a\x07"),
    "old.fbx": Buffer.from("Kaydara FBX Binary  \0"),
    "cut.png": cut,
    "cut.paa": readFileSync(fixture("paa/dxt5.paa")).subarray(0, -20),
    "whole.paa": "paa/dxt5.paa",
    "whole.pac": "paa/p8-marked.pac",
    "later.paa": "paa/later-level-cut.paa",
    "notes.cpp": Buffer.from("int a;"),
    LICENSE: Buffer.from("MIT"),
    "good.png": square(1, 2, 3),
  };
  const notice = page.locator(".notice");
  await drop(page, folder("one", { "f.b3d": "b3d/letter-f.b3d", ...strange }));
  await seen(page, "one/f.b3d");
  await expect(notice.locator("li")).toHaveText([/^one\/cut\.paa: .*truncated/, /^one\/cut\.png: /, /^one\/mod\.rar: .*unpack it first/, /^one\/old\.fbx: .*Blender/]);
  await drop(page, folder("many", { "a.b3d": "b3d/letter-f.b3d", "b.b3d": "b3d/letter-f.b3d", ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`m${i}.rar`, strange["mod.rar"]])) }));
  await settled(page);
  await expect(notice.locator("summary")).toHaveText("2 more");
});

test("models under other names are listed, and shown alone", async ({ page }) => {
  const notice = page.locator(".notice");
  const others = { owl: "b3d/letter-f.b3d", "owl.bak": "b3d/letter-f.b3d", LICENSE: Buffer.from("MIT"), Makefile: Buffer.from("all:\n\tgo\n"), "skin.png": square(1, 2, 3) };
  await drop(page, folder("birds", { "f.b3d": "b3d/letter-f.b3d", ...others }));
  await seen(page, "birds/f.b3d");
  await expect(notice.locator("li")).toHaveText([/^birds\/owl: a model .* another name/, /^birds\/owl\.bak: a model .* another name/]);
  await drop(page, folder("later", { "owl.old": "b3d/letter-f.b3d", "none.png": square(9, 9, 9) }));
  await expect(notice.locator("li")).toHaveText([/^later\/owl\.old: a model .* another name/, /^later\/none\.png: no model/]);
  await page.locator("[name=close]").click();
  await drop(page, own("birds/owl.bak"));
  await seen(page, "owl.bak");
  await expect(notice).toBeHidden();
});

test("motion next to models is listed, and empty archives and folders are named", async ({ page }) => {
  const notice = page.locator(".notice");
  await expect(page.locator(".formats")).toContainText(".rtm");
  folder("hollow/inside", {});
  writeFileSync(own("empty.zip"), zipped({}));
  for (const name of ["hollow", "empty.zip"]) {
    await drop(page, own(name));
    await expect(notice.locator("li")).toHaveText([`${name}: there is no file in it`]);
    await expect(page.locator(".start")).toBeVisible();
  }
  await drop(page, own("hollow"), own("empty.zip"), fixture("b3d/letter-f.b3d"));
  await seen(page, "letter-f.b3d");
  await expect(notice.locator("li")).toHaveText([/^hollow: /, /^empty\.zip: /]);
  await drop(page, folder("moving", { "bones.p3d": "p3d/odol-levels.p3d", "turn.rtm": "rtm/turn.rtm" }));
  await seen(page, "moving/bones.p3d");
  await expect(notice.locator("li")).toHaveText(["turn.rtm · retromesh view bones.p3d --animation turn.rtm"]);
  await page.locator("[name=close]").click();
  await drop(page, join(own("moving"), "turn.rtm"));
  await seen(page, "turn.rtm");
  await expect(notice).toBeHidden();
});

test("a picture of few colours becomes a texture with a palette", async ({ page }) => {
  await drop(page, join(folder("few", { "a.png": square(1, 200, 3) }), "a.png"));
  await seen(page, "a.png");
  const section = await reveal(page, "convert");
  await section.locator("[name=target]").selectOption("p8");
  await section.locator("[name=convert]").click();
  const { name, bytes } = await saved(page, () => section.locator("[name=save]").click());
  retromesh("convert", "-q", "-f", "--target", "p8", own("few/a.png"), "-o", own("a.pac"));
  expect(name).toBe("a.pac");
  expect(bytes.equals(readFileSync(own("a.pac"))), "it has the bytes that the program writes").toBe(true);
});

test("a texture becomes a picture, a picture a texture, and a wrong name is said", async ({ page }) => {
  for (const [file, label] of Object.entries({ "a.paa": "image (.png)", "b.png": "Operation Flashpoint PAA (.paa)" })) {
    await drop(page, join(folder("pictures", { "a.paa": "paa/dxt5.paa", "b.png": square(9, 9, 9) }), file));
    await seen(page, file);
    const section = await reveal(page, "convert");
    await expect(section.locator("[name=format] option:checked")).toHaveText(label);
    await section.locator("[name=convert]").click();
    const { name, bytes } = await saved(page, () => section.locator("[name=save]").click());
    retromesh("convert", "-q", "-f", own("pictures", file), "-o", own(name));
    expect(bytes.equals(readFileSync(own(name))), `${name} has the bytes that the program writes`).toBe(true);
  }
  await drop(page, join(folder("wrong", { "picture.b3d": square(9, 9, 9) }), "picture.b3d"));
  await seen(page, "picture.b3d");
  await expect(page.locator(".panel code", { hasText: "misnamed-file" }).first()).toBeAttached();
});

/** Models of a mod, what is dropped of it, the format, and the command that reads its Lua. */
const MODS = {
  "a mod": [["a.b3d", "b.b3d"], "mod", "glTF (.glb)", "mod -d OUT --target luanti", "where this folder is: mod."],
  "a mod with a blank": [["a.b3d", "skin.x"], "my mod", "glTF (.gltf)", '"my mod" -d OUT --to gltf --target luanti', 'where this folder is: "my mod".'],
  "a mod that stays B3D": [["a.b3d", "b.b3d"], "mod", "Blitz3D (.b3d)", "mod -d OUT --to b3d --from b3d --target luanti", "where this folder is: mod."],
  "a mod that stays X": [["skin.x", "other.x"], "mod", "DirectX (.x)", "mod -d OUT --to x --from x --target luanti", "where this folder is: mod."],
  "a mod that is glTF": [["a.glb", "b.glb"], "mod", "glTF (.glb)", "mod -d OUT --from glb --target luanti", "where this folder is: mod."],
  "files without a folder": [["a.b3d", "b.b3d"], "", "glTF (.glb)", "MOD -d OUT --target luanti", "in place of MOD"],
  "a name that no quotes make safe": [["a.b3d", "b.b3d"], "$(x)", "glTF (.glb)", "MOD -d OUT --target luanti", "in place of MOD"],
};
const OF = { b3d: "b3d/letter-f.b3d", x: "x/skin.x", glb: "gltf/shapes.glb" };

for (const [what, [models, name, format, words, where]] of Object.entries(MODS))
  test(`where the Lua of ${what} is not read, that is said, with a command that reads it`, async ({ page }) => {
    const command = `retromesh convert ${words} --lua`;
    const place = folder(join("mods", name || "files"), { ...Object.fromEntries(models.map((file) => [file, OF[file.split(".").pop()]])), "init.lua": Buffer.from("return {}\n") });
    await drop(page, ...(name ? [place] : [...models, "init.lua"].map((file) => join(place, file))));
    await settled(page);
    const batch = page.locator(".batch");
    await expect(batch.locator(".lua")).toHaveCount(0);
    await batch.locator("[name=format]").selectOption(format);
    await batch.locator("[name=target]").selectOption("luanti");
    await expect(batch.locator(".lua code")).toHaveText(command);
    await expect(batch.locator(".lua")).toContainText(where);
    // As a shell reads it; the program does not refuse it.
    const said = words
      .replace("MOD", name ? `"${name}"` : "files")
      .match(/"[^"]*"|\S+/g)
      .map((word) => word.replaceAll('"', ""));
    const placed = (word) => (word === "OUT" ? own("OUT") : word === (name || "files") ? join(own("mods"), word) : word);
    expect(retromesh("convert", "-q", ...said.map(placed), "--lua").stderr, "the program does what the page says").not.toMatch(/^error/m);
    const { bytes } = await saved(page, () => page.locator("[name=save-all]").click());
    const report = unzipped(bytes).get("report.txt").toString();
    expect(report).toContain(`${command}\n`);
    expect(report).toMatch(/luanti\n\nThe Lua of these files/);
  });

test("the Lua of a mod is a matter of its engines alone", async ({ page }) => {
  await drop(page, folder("mod", { "a.b3d": "b3d/letter-f.b3d", "init.lua": Buffer.from("return {}\n") }));
  await seen(page, "mod/a.b3d");
  const section = await reveal(page, "convert");
  await section.locator("[name=convert]").click();
  await section.locator("[name=save]").waitFor();
  await expect(section.locator(".lua"), "an engine without mods has no Lua").toHaveCount(0);
  await section.locator("[name=target]").selectOption("luanti");
  await section.locator("[name=convert]").click();
  await expect(section.locator(".lua code")).toHaveText("retromesh convert mod -d OUT --target luanti --lua");
});
