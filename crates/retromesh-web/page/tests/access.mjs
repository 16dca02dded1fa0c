// The page without a mouse, for screen readers, in both languages, light and dark, on a phone.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isFirefox, saved, shown, still, until, watched } from "./browser.mjs";
import { check, fixture, page } from "./program.mjs";
import { drop, seen, settled, site } from "./site.mjs";

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

/** Judges a page with each tab of its panel in sight and all of it open. */
async function judgedByTab(view, what) {
  const { page } = view;
  if (!(await page.locator(".panel").first().isVisible())) await page.locator("[name=panel]").first().click();
  let minor = 0;
  for (const tab of await page.locator(".panel").first().locator(".tabs button").all()) {
    await tab.evaluate((button) => button.click());
    await page.evaluate(() => document.querySelectorAll("details").forEach((section) => (section.open = true)));
    minor += await judged(view, `${await tab.textContent()}, ${what}`);
  }
  await page.evaluate(() => document.querySelectorAll("details.menu").forEach((menu) => (menu.open = false)));
  return minor;
}

export async function access(browser) {
  const one = page("access.html", fixture(`b3d/${NAME}`));
  const two = page("access-two.html", fixture("b3d/letter-f.b3d"), fixture("b3d/texture-paths.b3d"), fixture("b3d/bad/three-bytes.b3d"));
  let minor = 0;
  for (const [what, options] of [
    ["light", {}],
    ["dark", { colorScheme: "dark" }],
    ["phone", { viewport: { width: 390, height: 844 } }],
    ["German", { locale: "de-DE" }],
  ]) {
    const view = await watched(browser, options);
    await view.page.goto(one);
    await shown(view.page, NAME);
    await inForce(view.page, options);
    if (what === "phone") await roomy(view.page);
    minor += await judgedByTab(view, what);
    const wide = await view.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    check(wide <= 0, `${what}: the page is ${wide} pixels too wide`);
    await view.page.goto(two);
    await inForce(view.page, options);
    minor += await judged(view, `gallery, ${what}`);
    await view.context.close();
  }
  await keyboard(browser, two);
  await without(browser, one);
  return `no serious violation, ${minor} minor; the main task by keyboard`;
}

/** Makes sure that the page has the colours and the language that are wanted; Firefox does not take them from here, so dark ones are chosen on the page. */
async function inForce(page, { colorScheme = "light", locale = "en-GB" }) {
  if (isFirefox(page) && colorScheme === "dark") await page.locator("[name=theme]").click();
  const found = await page.evaluate(() => {
    const wanted = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    return [document.documentElement.dataset.theme ?? wanted, document.documentElement.lang].join();
  });
  check(found === `${colorScheme},${locale.slice(0, 2)}`, `the page is ${found}, not ${colorScheme}, ${locale}`);
}

/** On a phone the model has at least 70 % of the height, before and after the panel was open. */
async function roomy(page) {
  const share = () => page.evaluate(() => document.querySelector(".view canvas").clientHeight / innerHeight);
  check((await share()) >= 0.7, `on a phone the model has ${await share()} of the height`);
  await page.locator("[name=panel]").click();
  await page.locator(".panel [name=close_panel]").click();
  check(!(await page.locator(".panel").isVisible()), "the panel does not close");
  check((await share()) >= 0.7, `on a phone the model has ${await share()} of the height once the panel was open`);
}

/** Without scripts the page says what it needs; `?` lists the keys. */
async function without(browser, url) {
  const bare = await watched(browser, { javaScriptEnabled: false });
  // Firefox cannot be asked to switch scripts off.
  if (!isFirefox(bare.page)) {
    await bare.page.goto(url);
    check(/JavaScript/.test(await bare.page.locator("body").innerText()), "without scripts the page says nothing");
  }
  await bare.context.close();
  const view = await watched(browser);
  await view.page.goto(url);
  await shown(view.page, NAME);
  await view.page.keyboard.press("?");
  await view.page.locator("dialog[open]").waitFor();
  await judged(view, "keys");
  await view.page.keyboard.press("Escape");
  await view.page.locator("dialog").waitFor({ state: "detached" });
  await view.context.close();
}

/** Goes on by Tab, or back, until an element has the focus. */
function focusing({ page }) {
  return async (selector, key = "Tab") => {
    for (let i = 0; i < 120; i++) {
      if (await page.evaluate((selector) => document.activeElement?.matches(selector) === true, selector)) return;
      await page.keyboard.press(key);
    }
    throw new Error(`${key} does not come to ${selector}`);
  };
}

/** The page that models are dropped on: every state of it, in every look. */
export async function siteAccess(browser) {
  let minor = 0;
  // German has the longest texts, so it is tried where there is least room.
  const conditions = [
    ["light", {}],
    ["dark", { colorScheme: "dark" }],
    ["German on a phone", { locale: "de-DE", viewport: { width: 360, height: 740 } }],
  ];
  for (const [what, options] of conditions) {
    const view = await site(browser, options);
    const { page } = view;
    const judge = async (state) => {
      minor += await judged(view, `${state}, ${what}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      check(wide <= 0, `${state}, ${what}: the page is ${wide} pixels too wide`);
    };
    await judge("start");
    await drop(view, fixture("b3d/keys-split-by-range.b3d"));
    await seen(view, "keys-split-by-range.b3d");
    await page.locator("[name=other-formats]").click();
    await page.locator("[data-section=convert] [name=format]").selectOption({ label: "BGBTech BMD (.bmd)" });
    await page.locator("[name=convert]").click();
    await page.locator("[name=save]").waitFor();
    minor += await judgedByTab(view, `panel, ${what}`);
    if (page.viewportSize().width < 700) await page.locator(".panel [name=close_panel]").click();
    for (const [sheet, drawn] of [
      ["show-uv", ".uv [role=status]:not(:empty), .uv > p"],
      ["show-hex", ".hex i"],
    ]) {
      await page.locator(`[name=${sheet}]`).click();
      await page.locator(drawn).first().waitFor();
      await judge(sheet);
    }
    await page.locator("[name=show-picture]").click();
    await page.locator("[name=other-formats]").click();
    await page.locator("[name=compare-converted]").click();
    await page.waitForFunction(() => document.querySelectorAll(".view canvas[data-shown]").length === 2);
    await judge("compare");
    await drop(view, fixture("b3d/bad"));
    await settled(view);
    await judge("table");
    await page.locator("tr[data-state=bad] button").first().click();
    await page.locator(".status.failed").waitFor();
    await judge("broken");
    await view.context.close();
  }
  await siteKeyboard(browser);
  return `no serious violation in seven states and three conditions, ${minor} minor; from the file to the saved conversion by keyboard`;
}

/** Turns the model, whose picture has the focus, by a key. */
async function turned(page) {
  const picture = () => page.locator(".view canvas").screenshot();
  const before = await still(page, picture);
  await page.keyboard.press("ArrowRight");
  await until(page, async () => !before.equals(await picture()), "an arrow key does not turn the model");
}

/** Opens a file, turns it, looks at its bytes, converts it and saves the result with keys alone. */
async function siteKeyboard(browser) {
  const view = await site(browser);
  const { page } = view;
  const focus = focusing(view);
  await focus("[name=start-files]");
  const choosing = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  await (await choosing).setFiles(fixture("b3d/skin-tube-animated.b3d"));
  await seen(view, "skin-tube-animated.b3d");
  const focused = (selector) => page.evaluate((selector) => document.activeElement?.matches(selector), selector);
  check(await focused(".view canvas"), "the picture does not get the focus of the button that is gone");
  await turned(page);
  await focus("[name=show-hex]");
  await page.keyboard.press("Enter");
  await focus(".hex");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector(".where")?.textContent.includes("magic"));
  await focus("[name=show-convert]");
  await page.keyboard.press("Enter");
  await focus("[data-section=convert] [name=format]");
  await page.keyboard.press("b");
  await focus("[name=convert]");
  await page.keyboard.press("Enter");
  await page.locator("[name=save]").waitFor();
  await focus("[name=save]");
  const { name } = await saved(page, () => page.keyboard.press("Enter"));
  check(name.startsWith("skin-tube-animated."), "the key does not save the conversion");
  await focus("[name=repair], [data-section=lint] > summary");
  await page.locator("[name=language]").focus();
  await page.keyboard.press("Enter");
  check(await focused("header [name=language]"), "the header loses the focus when it is drawn anew");
  await page.locator("[name=close]").focus();
  await page.keyboard.press("Enter");
  await page.locator(".start").waitFor();
  check(await focused(".start button"), "the empty page does not get the focus of the button that is gone");
  await view.context.close();
}

/** Opens a model of the gallery, turns it, plays it and saves it with keys alone. */
async function keyboard(browser, url) {
  const view = await watched(browser);
  await view.page.goto(url);
  const focus = focusing(view);
  await focus(".card");
  await view.page.keyboard.press("Enter");
  await shown(view.page, "letter-f.b3d");
  await focus(".picture canvas");
  await turned(view.page);
  await focus("[name=grid]", "Shift+Tab");
  await view.page.keyboard.press("Space");
  await until(view.page, () => view.page.locator("[name=grid]").isChecked(), "the space bar does not switch the grid on");
  await focus("[name=save-glb]", "Shift+Tab");
  const { name } = await saved(view.page, () => view.page.keyboard.press("Enter"));
  check(name === "letter-f.glb", "the key does not save the GLB");
  await view.context.close();
}
