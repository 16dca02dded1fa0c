// The faces laid flat over their texture, the named selections, and the number of findings.

import { shareOf } from "../color.mjs";
import { expect, framed, reveal, shown, test } from "../kit.mjs";
import { texturedQuad } from "../made.mjs";
import { fixture, written } from "../program.mjs";

test("faces over their texture", async ({ page }) => {
  await page.goto(written("uv.html", texturedQuad()));
  await shown(page, "quad.obj");
  await page.locator("[name=show-uv]").click();
  await expect(page.locator(".uv [role=status]")).toHaveText("4 Triangles");
  await framed(page);
  const picture = page.locator(".view canvas");
  await expect(picture).toBeHidden();
  // The four colours of the texture; and the edges of the faces, which cross it.
  for (const color of [
    [250, 40, 30],
    [60, 40, 220],
    [60, 200, 30],
    [250, 200, 220],
  ]) {
    expect(await shareOf(page.locator(".uv canvas"), color), `the share of ${color}`).toBeGreaterThan(0.05);
  }
  expect(await shareOf(page.locator(".uv canvas"), [255, 211, 77]), "the share of edges").toBeGreaterThan(0.001);
  await page.locator("[name=show-picture]").click();
  await expect(picture).toBeVisible();
});

test("selections marked in the picture", async ({ page }) => {
  await page.goto(written("selections.html", fixture("p3d/sp3x-selections.p3d")));
  await shown(page, "sp3x-selections.p3d");
  await reveal(page, "selections");
  const mark = () => shareOf(page.locator(".view canvas"), [255, 138, 61]);
  expect(await mark(), "something is marked before anything is chosen").toBe(0);
  const all = await page.locator("[data-section=selections] button").all();
  let marked = 0;
  for (const button of all) {
    await button.click();
    await framed(page);
    if ((await mark()) > 0) marked += 1;
  }
  expect(marked).toBeGreaterThan(0);
  await all.at(-1).click();
  await expect.poll(mark, "the mark stays").toBe(0);
});

test("three of one code are one finding", async ({ page }) => {
  await page.goto(written("badge.html", fixture("b3d/rotation-long.b3d")));
  await shown(page, "rotation-long.b3d");
  await expect(page.locator("[name=show-report] .badge")).toHaveText("1");
});
