// What first users want, in as few steps as docs/design/page.md says: a step is a drop, a press, a choice or a word that is typed.

import { mkdirSync, writeFileSync } from "node:fs";
import { shareOf } from "../color.mjs";
import { drop, open, seen } from "../drop.mjs";
import { expect, figure, saved, test } from "../kit.mjs";
import { png } from "../made.mjs";
import { fixture, own } from "../program.mjs";

/** Tries a task; `act` gets what counts the steps, and returns once the user has what was wanted. */
function task(name, steps, act) {
  test(name, async ({ page }) => {
    await open(page);
    const begun = Date.now();
    let count = 0;
    const step = (done) => ((count += 1), done);
    await act(page, {
      drop: (path) => step(drop(page, path)),
      press: (selector) => step(page.locator(selector).first().click()),
      choose: (selector, label) => step(page.locator(selector).selectOption(label)),
      type: (selector, text) => step(page.locator(selector).first().fill(text)),
    });
    figure(`${count} steps, ${((Date.now() - begun) / 1000).toFixed(1)} s of the page`);
    expect(count).toBe(steps);
  });
}

task("see a mob walk", 2, async (page, user) => {
  await user.drop(fixture("b3d/skin-tube-animated.b3d"));
  await user.press(".chip:nth-of-type(2)");
  const moment = page.locator("[name=moment]");
  const first = await moment.inputValue();
  await expect(moment).not.toHaveValue(first);
});

task("find why a texture is missing, and bring it", 3, async (page, user) => {
  mkdirSync(own("textures"));
  writeFileSync(
    own("textures/stone.jpg"),
    png(() => [90, 90, 90]),
  );
  await user.drop(fixture("b3d/texture-paths.b3d"));
  await expect(page.locator(".missing-bar")).toHaveText(/^5 /);
  await user.press("[name=which-images]");
  await expect(page.locator(".panel .missing", { hasText: "stone.jpg" }).first()).toBeVisible();
  await user.drop(own("textures"));
  await expect(page.locator(".missing-bar")).toHaveText(/^4 /);
});

task("convert a tank", 2, async (page, user) => {
  await user.drop(fixture("p3d/odol-levels.p3d"));
  const { name } = await saved(page, () => user.press("[name=save-glb]"));
  expect(name).toBe("odol-levels.glb");
});

task("see what a conversion to another format loses", 4, async (page, user) => {
  await user.drop(fixture("b3d/everything.b3d"));
  await user.press("[name=other-formats]");
  await user.choose("[data-section=convert] [name=format]", "Wavefront OBJ (.obj)");
  await user.press("[name=convert]");
  await expect(page.locator("[data-section=convert] .findings li").first()).toBeVisible();
});

task("find a bone", 4, async (page, user) => {
  await user.drop(fixture("b3d/skin-tube-animated.b3d"));
  await seen(page, "skin-tube-animated.b3d");
  await user.press("[data-section=nodes] summary");
  await user.type("[data-section=nodes] [name=search]", "knee");
  await user.press("[data-section=nodes] .nodes button");
  await expect.poll(() => shareOf(page.locator(".view canvas"), [255, 138, 61])).toBeGreaterThan(0);
});
