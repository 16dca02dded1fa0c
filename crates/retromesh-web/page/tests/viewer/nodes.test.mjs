// The tree of nodes: what is chosen there is marked in the picture, bones too, which have no size.

import { shareOf } from "../color.mjs";
import { expect, reveal, shown, test } from "../kit.mjs";
import { fixture, written } from "../program.mjs";

test("a bone is found by its name and marked in the picture", async ({ page }) => {
  await page.goto(written("nodes.html", fixture("b3d/skin-tube-animated.b3d")));
  await shown(page, "skin-tube-animated.b3d");
  const mark = () => shareOf(page.locator(".view canvas"), [255, 138, 61]);
  expect(await mark()).toBe(0);
  const nodes = await reveal(page, "nodes");
  await nodes.locator("[name=search]").fill("knee");
  await nodes.locator(".nodes button").last().click();
  await expect.poll(mark).toBeGreaterThan(0);
});
