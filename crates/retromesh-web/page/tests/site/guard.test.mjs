// The page asks nobody for anything; names stay texts; files made to harm give their error, and the page lives.

import { writeFileSync } from "node:fs";
import { drop, open, seen, settled } from "../drop.mjs";
import { EVIL, evil, refuses } from "../evil.mjs";
import { expect, reveal, SMALL, test } from "../kit.mjs";
import { fixture, own } from "../program.mjs";

test.use({ ...SMALL, offline: true });
test.beforeEach(({ page }) => open(page));

test("names are texts, the policy refuses fetch, image and script", async ({ page, heard }) => {
  const name = `${EVIL}.gltf`;
  writeFileSync(own(name), JSON.stringify(evil()));
  await drop(page, own(name));
  await seen(page, name);
  await reveal(page, "nodes");
  await expect(page.locator("h2").first()).toHaveText(name);
  await expect(page.locator(".nodes button", { hasText: EVIL }).first()).toBeVisible();
  for (const name of ["show-uv", "show-hex", "show-picture"]) await page.locator(`[name=${name}]`).click();
  await expect(page.locator("img, [onerror]"), "a name became an element").toHaveCount(0);
  expect((await refuses(page, heard)).replace("'wasm-unsafe-eval'", "")).not.toMatch(/https?:|\*|unsafe-(inline|eval)/);
});

test("files made to harm give their error", async ({ page }) => {
  let bad = 0;
  for (const name of ["b3d/bad", "p3d/bad", "bmd/bad", "paa/bad", "obj/bad", "b3d/fuzz"]) {
    // Two folders of one name look alike, so the table before is marked.
    await page.evaluate(() => document.querySelector(".batch")?.classList.add("before"));
    await drop(page, fixture(name));
    await page.locator(".batch:not(.before)").waitFor();
    await settled(page);
    bad += await page.locator("tr[data-state=bad]").count();
    await expect(page.locator("tr[data-state=bad] .failed:empty"), `${name}: an error says nothing`).toHaveCount(0);
  }
  expect(bad).toBeGreaterThan(50);
  await drop(page, fixture("b3d/letter-f.b3d"));
  expect(await seen(page, "letter-f.b3d"), "the page lives on").toBe("");
});
