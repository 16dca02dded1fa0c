// What helps those who use the page for the first time: engines that are explained, all clips in sight, no empty points in lists.

import { drop, open, seen } from "../drop.mjs";
import { expect, press, reveal, test } from "../kit.mjs";
import { folder } from "../made.mjs";
import { fixture } from "../program.mjs";

test.beforeEach(({ page }) => open(page));

/** Chooses each engine of a list, and expects what the program says of it. */
async function explained(place) {
  await place.locator("[name=format]").selectOption("Blitz3D (.b3d)");
  for (const [name, about] of Object.entries({ luanti: "Luanti (Minetest) and its tools", openb3d: "OpenB3D and MiniB3D" })) {
    await place.locator("[name=target]").selectOption(name);
    await expect(place.locator(".engines small")).toHaveText(about);
    await expect(place.locator("[name=target] option:checked")).toHaveAttribute("title", about);
  }
}

test("engines are explained, for one model and for many", async ({ page }) => {
  await drop(page, fixture("b3d/letter-f.b3d"));
  await seen(page, "letter-f.b3d");
  await explained(await reveal(page, "convert"));
  await drop(page, folder("two", { "a.b3d": "b3d/letter-f.b3d", "b.b3d": "b3d/letter-f.b3d" }));
  await explained(page.locator(".batch"));
});

test("all clips are in sight in a narrow window", async ({ page }) => {
  await page.setViewportSize({ width: 340, height: 640 });
  await drop(page, fixture("b3d/seqs.b3d"));
  await seen(page, "seqs.b3d");
  const cut = await page.locator(".chips").evaluate((row) => [...row.children].filter((chip) => chip.getBoundingClientRect().right > row.getBoundingClientRect().right).length);
  expect(cut).toBe(0);
  await expect(page.locator(".chip")).toHaveCount(6);
});

test("a finding without a place has no empty point", async ({ page }) => {
  await drop(page, fixture("x/nothing.x"));
  await seen(page, "nothing.x");
  await press(page, ".panel [name=show-report]");
  const points = page.locator("[data-tab=report] .findings li");
  await expect(points.filter({ hasText: "empty-model" })).toHaveCount(1);
  for (const text of await points.allTextContents()) expect(text.trim()).not.toBe("");
});
