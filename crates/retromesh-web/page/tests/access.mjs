// The page without a mouse, for screen readers, in both languages, light and dark, on a phone.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { shown, watched } from "./browser.mjs";
import { check, fixture, page } from "./program.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const NAME = "skin-tube-animated.b3d";

/** Judges a page by axe-core; what is serious fails. */
async function judged(view, what) {
  await view.page.evaluate(axe);
  const { violations } = await view.page.evaluate(() => window.axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }));
  const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  check(bad.length === 0, `${what}: ${bad.map(({ id, nodes }) => `${id} (${nodes[0].html})`).join("; ")}`);
  return violations.length;
}

export async function access(browser) {
  const one = page("access.html", fixture(`b3d/${NAME}`));
  const two = page("access-two.html", fixture("b3d/letter-f.b3d"), fixture("b3d/texture-paths.b3d"), fixture("b3d/bad/three-bytes.b3d"));
  let minor = 0;
  for (const [what, options] of [["light", {}], ["dark", { colorScheme: "dark" }], ["phone", { viewport: { width: 390, height: 844 } }], ["German", { locale: "de-DE" }]]) {
    const view = await watched(browser, options);
    await view.page.goto(one);
    await shown(view.page, NAME);
    await view.page.evaluate(() => document.querySelectorAll("details").forEach((section) => (section.open = true)));
    minor += await judged(view, what);
    const wide = await view.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    check(wide <= 0, `${what}: the page is ${wide} pixels too wide`);
    await view.page.goto(two);
    minor += await judged(view, `gallery, ${what}`);
    await view.context.close();
  }
  await keyboard(browser, two);
  return `no serious violation, ${minor} minor; the main task by keyboard`;
}

/** Opens a model of the gallery, turns it, plays it and saves it with keys alone. */
async function keyboard(browser, url) {
  const view = await watched(browser);
  await view.page.goto(url);
  const focus = async (selector) => {
    for (let i = 0; i < 60; i++) {
      if (await view.page.evaluate((selector) => document.activeElement?.matches(selector) === true, selector)) return;
      await view.page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not come to ${selector}`);
  };
  await focus(".card");
  await view.page.keyboard.press("Enter");
  await shown(view.page, "letter-f.b3d");
  await focus(".picture canvas");
  const picture = () => view.page.screenshot();
  const before = await picture();
  await view.page.keyboard.press("ArrowRight");
  await view.page.waitForTimeout(200);
  check(!before.equals(await picture()), "an arrow key does not turn the model");
  await focus("[name=grid]");
  await view.page.keyboard.press("Space");
  check(await view.page.locator("[name=grid]").isChecked(), "the space bar does not switch the grid on");
  const coming = view.page.waitForEvent("download");
  await focus("[name=save-glb]");
  await view.page.keyboard.press("Enter");
  check((await coming).suggestedFilename() === "letter-f.glb", "the key does not save the GLB");
  await view.context.close();
}
