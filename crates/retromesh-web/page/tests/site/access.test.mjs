// The page that models are dropped on: every state of it by axe-core, in every look; and the main task with keys alone.

import { judge, judgeTabs } from "../axe.mjs";
import { drop, open, seen, settled } from "../drop.mjs";
import { bothShown, expect, focus, focused, saved, test, turned } from "../kit.mjs";
import { fixture } from "../program.mjs";

// German has the longest texts, so it is tried where there is least room.
for (const [what, options] of [
  ["light", {}],
  ["dark", { colorScheme: "dark" }],
  ["German on a phone", { locale: "de-DE", viewport: { width: 360, height: 740 } }],
])
  test.describe(what, () => {
    test.use(options);
    test("no serious violation in any state", async ({ page, viewport }) => {
      await open(page);
      await judge(page, "start");
      await drop(page, fixture("b3d/keys-split-by-range.b3d"));
      await seen(page, "keys-split-by-range.b3d");
      await page.locator("[name=other-formats]").click();
      await page.locator("[data-section=convert] [name=format]").selectOption("BGBTech BMD (.bmd)");
      await page.locator("[name=convert]").click();
      await page.locator("[name=save]").waitFor();
      await judgeTabs(page, "panel");
      if (viewport.width < 700) await page.locator(".panel [name=close_panel]").click();
      for (const [sheet, drawn] of [
        ["show-uv", ".uv [role=status]:not(:empty), .uv > p"],
        ["show-hex", ".hex i"],
      ]) {
        await page.locator(`[name=${sheet}]`).click();
        await page.locator(drawn).first().waitFor();
        await judge(page, sheet);
      }
      await page.locator("[name=show-picture]").click();
      await page.locator("[name=other-formats]").click();
      await page.locator("[name=compare-converted]").click();
      await bothShown(page);
      await judge(page, "compare");
      await drop(page, fixture("b3d/bad"));
      await settled(page);
      await judge(page, "table");
      await page.locator("tr[data-state=bad] button").first().click();
      await page.locator(".status.failed").waitFor();
      await judge(page, "broken");
    });
  });

test("a file is opened, turned, seen byte by byte, converted and saved with keys alone", async ({ page }) => {
  await open(page);
  await focus(page, "[name=start-files]");
  const choosing = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  await (await choosing).setFiles(fixture("b3d/skin-tube-animated.b3d"));
  await seen(page, "skin-tube-animated.b3d");
  expect(await focused(page, ".view canvas"), "the picture gets the focus of the button that is gone").toBe(true);
  await turned(page);
  await focus(page, "[name=show-hex]");
  await page.keyboard.press("Enter");
  await focus(page, ".hex");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".where")).toContainText("magic");
  await focus(page, "[name=show-convert]");
  await page.keyboard.press("Enter");
  await focus(page, "[data-section=convert] [name=format]");
  await page.keyboard.press("b");
  await focus(page, "[name=convert]");
  await page.keyboard.press("Enter");
  await page.locator("[name=save]").waitFor();
  await focus(page, "[name=save]");
  const { name } = await saved(page, () => page.keyboard.press("Enter"));
  expect(name).toMatch(/^skin-tube-animated\./);
  await focus(page, "[name=repair], [data-section=lint] > summary");
  await page.locator("[name=language]").focus();
  await page.keyboard.press("Enter");
  expect(await focused(page, "header [name=language]"), "the header keeps the focus when it is drawn anew").toBe(true);
  await page.locator("[name=close]").focus();
  await page.keyboard.press("Enter");
  await page.locator(".start").waitFor();
  expect(await focused(page, ".start button"), "the empty page gets the focus of the button that is gone").toBe(true);
});
