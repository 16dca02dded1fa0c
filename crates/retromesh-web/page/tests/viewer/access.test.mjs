// The page without a mouse, for screen readers, in both languages, light and dark, on a phone, without scripts.

import { judge, judgeTabs } from "../axe.mjs";
import { expect, focus, isFirefox, saved, shown, test, turned } from "../kit.mjs";
import { fixture, written } from "../program.mjs";

const NAME = "skin-tube-animated.b3d";
const one = () => written("access.html", fixture(`b3d/${NAME}`));
const several = () => written("access-several.html", ...["letter-f.b3d", "texture-paths.b3d", "bad/three-bytes.b3d"].map((name) => fixture(`b3d/${name}`)));

for (const [what, options, wanted] of [
  ["light", {}, "light,en"],
  ["dark", { colorScheme: "dark" }, "dark,en"],
  ["phone", { viewport: { width: 390, height: 844 } }, "light,en"],
  ["German", { locale: "de-DE" }, "light,de"],
])
  test.describe(what, () => {
    test.use(options);

    /** Firefox does not take dark colours from here, so they are chosen on the page. */
    const hasLook = async (page) => {
      if (isFirefox(page) && what === "dark") await page.locator("[name=theme]").click();
      const found = await page.evaluate(() => {
        const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
        return [document.documentElement.dataset.theme ?? (isDark ? "dark" : "light"), document.documentElement.lang].join();
      });
      expect(found).toBe(wanted);
    };

    test("no serious violation", async ({ page }) => {
      await page.goto(one());
      await shown(page, NAME);
      await hasLook(page);
      if (what === "phone") await isRoomy(page);
      await judgeTabs(page, what);
      await page.goto(several());
      await hasLook(page);
      await judge(page, "gallery");
    });
  });

/** On a phone the model has at least 70 % of the height, before and after the panel was open. */
async function isRoomy(page) {
  const share = () => page.evaluate(() => document.querySelector(".view canvas").clientHeight / innerHeight);
  expect(await share()).toBeGreaterThanOrEqual(0.7);
  await page.locator("[name=panel]").click();
  await page.locator(".panel [name=close_panel]").click();
  await expect(page.locator(".panel")).toBeHidden();
  expect(await share(), "once the panel was open").toBeGreaterThanOrEqual(0.7);
}

test("a question mark lists the keys", async ({ page }) => {
  await page.goto(one());
  await shown(page, NAME);
  await page.keyboard.press("?");
  await page.locator("dialog[open]").waitFor();
  await judge(page, "keys");
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog")).toHaveCount(0);
});

test("a model of the gallery is opened, turned and saved with keys alone", async ({ page }) => {
  await page.goto(several());
  await focus(page, ".card");
  await page.keyboard.press("Enter");
  await shown(page, "letter-f.b3d");
  await focus(page, ".picture canvas");
  await turned(page);
  await focus(page, "[name=grid]", "Shift+Tab");
  await page.keyboard.press("Space");
  await expect(page.locator("[name=grid]")).toBeChecked();
  await focus(page, "[name=save-glb]", "Shift+Tab");
  const { name } = await saved(page, () => page.keyboard.press("Enter"));
  expect(name).toBe("letter-f.glb");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("the page says what it needs", async ({ page, browserName }) => {
    test.skip(browserName === "firefox", "Firefox cannot be asked to switch scripts off");
    await page.goto(one());
    await expect(page.locator("body")).toContainText("JavaScript", { useInnerText: true });
  });
});
