// The page by axe-core: for screen readers, and where there is little room.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect } from "./kit.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Judges a page; what is serious fails, and so does a page that is too wide. */
export async function judge(page, what) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }));
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes[0].html}`),
    what,
  ).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${what}: pixels too wide`).toBeLessThanOrEqual(0);
}

/** Judges a page with each tab of its panel in sight and all of it open. */
export async function judgeTabs(page, what) {
  if (!(await page.locator(".panel").first().isVisible())) await page.locator("[name=panel]").first().click();
  for (const tab of await page.locator(".panel").first().locator(".tabs button").all()) {
    await tab.dispatchEvent("click");
    await page.evaluate(() => document.querySelectorAll("details").forEach((section) => (section.open = true)));
    await judge(page, `${await tab.textContent()}, ${what}`);
  }
  await page.evaluate(() => document.querySelectorAll("details.menu").forEach((menu) => (menu.open = false)));
}
