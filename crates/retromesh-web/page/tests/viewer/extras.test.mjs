// The axes in the corner, the studio light, two pictures on each other, and before and after by a key.

import { copyFileSync } from "node:fs";
import { shareOf } from "../color.mjs";
import { bothShown, choose, expect, press, shown, still, test } from "../kit.mjs";
import { fixture, own, written } from "../program.mjs";

const LETTER = fixture("b3d/letter-f.b3d");

test("a press on an axis is its side", async ({ page }) => {
  await page.goto(written("gizmo.html", LETTER));
  await shown(page, "letter-f.b3d");
  const first = await still(page);
  for (const side of ["top", "right"]) {
    await page.locator(`.gizmo [data-view=${side}] circle`).click();
    const pressed = await still(page);
    expect(pressed.equals(first), `a press on the axis of ${side} changes nothing`).toBe(false);
    await press(page, "[name=view-iso]");
    await press(page, `[name=view-${side}]`);
    expect(pressed.equals(await still(page)), `the axis of ${side} shows the side of the menu`).toBe(true);
    await press(page, "[name=view-iso]");
    expect(first.equals(await still(page)), "the picture comes back").toBe(true);
  }
});

test("a flat model is seen from the side that its faces look to", async ({ page }) => {
  await page.goto(written("flat.html", fixture("b3d/texture-paths.b3d")));
  await shown(page, "texture-paths.b3d");
  const before = await still(page);
  await press(page, "[name=back_faces]");
  expect(before.equals(await still(page)), "back faces add nothing").toBe(true);
});

test("studio light, and back to the light of render", async ({ page }) => {
  await page.goto(written("studio.html", LETTER));
  await shown(page, "letter-f.b3d");
  const before = await still(page);
  await press(page, "[name=studio]");
  expect(before.equals(await still(page))).toBe(false);
  await press(page, "[name=studio]");
  expect(before.equals(await still(page))).toBe(true);
});

test("no axes where there is no model", async ({ page }) => {
  await page.goto(written("broken.html", LETTER, fixture("b3d/bad/three-bytes.b3d")));
  await choose(page, "three-bytes.b3d");
  await page.locator(".status.failed").waitFor();
  await expect(page.locator(".gizmo")).toBeHidden();
});

test("two pictures on each other with differences marked, by turns with B", async ({ page }) => {
  const same = own("letter-f-again.b3d");
  copyFileSync(LETTER, same);
  await page.goto(written("overlay.html", LETTER, fixture("b3d/letter-f-turned.b3d"), same));
  await choose(page, "letter-f.b3d");
  await shown(page, "letter-f.b3d");
  const compared = async (name) => {
    await page.locator("[name=compare]").selectOption(name);
    await bothShown(page);
    await expect(page.locator(".view canvas").nth(1)).toHaveAttribute("data-shown", name);
  };
  const second = page.locator(".picture").nth(1);
  const boxes = () => Promise.all([0, 1].map((place) => page.locator(".view canvas").nth(place).boundingBox()));
  const areSideBySide = async () => {
    const [a, b] = await boxes();
    return a.x !== b.x;
  };
  await compared("letter-f-turned.b3d");
  await expect.poll(areSideBySide).toBe(true);
  await page.locator("[name=overlay]").check();
  const [a, b] = await boxes();
  expect(a).toEqual(b);
  await expect(second).toHaveCSS("opacity", "0.5");
  await page.locator("[name=share]").fill("20");
  await expect(second).toHaveCSS("opacity", "0.2");
  await page.locator("[name=differing]").check();
  // Where nothing differs, the picture is black.
  const black = () => shareOf(page.locator(".view canvas").first(), [0, 0, 0]);
  await expect.poll(async () => (await black()) > 0.5 && (await black()) < 0.995, "what differs is marked").toBe(true);
  await compared("letter-f-again.b3d");
  await expect.poll(black, "what is equal is not marked").toBeGreaterThan(0.995);
  await page.keyboard.press("b");
  await expect(second).toHaveCSS("opacity", "1");
  await expect(page.locator("[name=differing]")).not.toBeChecked();
  await page.keyboard.press("b");
  await expect(second).toHaveCSS("opacity", "0");
  await page.keyboard.press("?");
  await expect(page.locator(".help kbd").getByText("B", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.locator("[name=overlay]").uncheck();
  await expect.poll(areSideBySide).toBe(true);
});
