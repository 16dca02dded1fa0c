// A page in a browser that is watched, and what a person does on it.

import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test as base, expect } from "@playwright/test";
import { DOWNLOADS } from "../playwright.config.mjs";

export { expect };

/** A window in which drawing by software takes little time. */
export const SMALL = { viewport: { width: 760, height: 420 } };

/** Playwright puts `body {}` into the page before it takes a picture in Firefox, and the policy of the page refuses that; this is its hash. */
const OWN_STYLE = "sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA=";

export const test = base.extend({
  /** What the page says and what it asks the network for; a test fails where that is anything. What begins with `home` may be asked for. */
  heard: [
    async ({ page }, use) => {
      const heard = { said: [], asked: [], home: "file:" };
      // The browser hands file choosers over to the test from a moment after it was asked to, and a key press can come before that
      // moment. So it is asked long before.
      page.on("filechooser", () => undefined);
      const say = (text) => !text.includes(OWN_STYLE) && heard.said.push(text);
      page.on("console", (message) => ["error", "warning"].includes(message.type()) && say(message.text()));
      page.on("pageerror", (error) => say(String(error)));
      page.on("dialog", () => heard.said.push("a script of a name ran"));
      page.on("request", (request) => heard.asked.push(request.url()));
      await use(heard);
      quiet(heard);
    },
    { auto: true },
  ],
});

/** Fails where the page said anything, or asked for what is not in it. */
export function quiet({ said, asked, home }) {
  expect(said, "the console says something").toEqual([]);
  const outside = asked.filter((url) => !url.startsWith(home) && !/^(blob|data):/.test(url));
  expect(outside, "the page asks for something").toEqual([]);
}

/** Keeps a figure in the report of a test. */
export function figure(text) {
  test.info().annotations.push({ type: "figure", description: text });
  console.log(`figure: ${test.info().title}: ${text}`);
}

/** Waits until a model is shown; returns what the page says of it. */
export async function shown(page, name) {
  await page.waitForFunction((name) => [...document.querySelectorAll(".picture canvas")].some((canvas) => canvas.dataset.shown === name) || document.querySelector(".status.failed"), name);
  return page.locator(".status").first().textContent();
}

/** Waits until two pictures are shown. */
export const bothShown = (page) => expect(page.locator(".view canvas[data-shown]")).toHaveCount(2);

/** Chooses a model by its place in the list, or by its name; it is shown anew. */
export async function choose(page, model) {
  await page.evaluate(() => document.querySelectorAll(".picture canvas").forEach((canvas) => delete canvas.dataset.shown));
  await page.locator("[name=model]").selectOption(model);
}

/** Lets the page draw: it does so before a frame. */
export function framed(page) {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Takes pictures of a part of the page until two in a row are equal; returns the last. */
export async function still(page, take = () => page.locator(".view canvas").first().screenshot()) {
  for (let before = null; ; ) {
    await framed(page);
    const now = await take();
    if (before?.equals(now)) return now;
    before = now;
  }
}

/** Opens the part of the panel that has this name, and the tab that it is on. */
export async function reveal(page, name) {
  const section = page.locator(`[data-section=${name}]`).first();
  await section.waitFor({ state: "attached" });
  const tab = await section.evaluate((section) => section.closest("[data-tab]").dataset.tab);
  await page.locator(`.panel [name=show-${tab}]`).first().click();
  if ((await section.getAttribute("open")) === null) await section.locator("summary").first().click();
  return section;
}

/** Presses what may be out of sight, such as an entry of a menu. */
export const press = (page, selector) => page.locator(selector).first().dispatchEvent("click");

/** Returns whether an element has the focus. */
export const focused = (page, selector) => page.evaluate((selector) => document.activeElement?.matches(selector) === true, selector);

/** Goes on by Tab, or back, until an element has the focus. */
export async function focus(page, selector, key = "Tab") {
  for (let i = 0; i < 120; i++) {
    if (await focused(page, selector)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not come to ${selector}`);
}

/** Turns the model, whose picture has the focus, by a key; `picture` is the one that follows. */
export async function turned(page, picture = page.locator(".view canvas").first()) {
  const before = await still(page, () => picture.screenshot());
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => before.equals(await picture.screenshot()), "an arrow key does not turn the model").toBe(false);
}

/** Returns whether a page is one of Firefox, of which WebDriver BiDi does not offer all. */
export const isFirefox = (page) => page.context().browser().browserType().name() === "firefox";

/** Does what saves a file; returns the name and the bytes of that. Firefox does not report it to Playwright, so there it is looked for. */
export async function saved(page, act) {
  if (!isFirefox(page)) {
    const coming = page.waitForEvent("download");
    await act();
    const download = await coming;
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  }
  rmSync(DOWNLOADS, { recursive: true, force: true });
  await act();
  const names = () => readdirSync(DOWNLOADS).filter((name) => readFileSync(join(DOWNLOADS, name)).length > 0);
  await expect.poll(() => names().filter((name) => !name.endsWith(".part")).length, "nothing is saved").toBe(1);
  const [name] = names();
  return { name, bytes: readFileSync(join(DOWNLOADS, name)) };
}

/** Returns how many times as large the heap is as it was. What is about to be freed is given the time for it. */
export async function grown(page, used, first) {
  let last = 0;
  const growth = async () => {
    await page.evaluate(() => window.gc());
    last = (await used()) / first;
    return last;
  };
  await expect.poll(growth, { message: "the heap grows with each model", timeout: 10_000 }).toBeLessThanOrEqual(1.2);
  return last.toFixed(2);
}

/**
 * Fails where a task of the page takes longer than some milliseconds while something is done. It is processor time: on
 * a loaded machine tasks wait, too.
 */
export async function unhindered(page, most, act) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ["-*", "disabled-by-default-devtools.timeline"] });
  await act();
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const place = ({ pid, tid }) => `${pid} ${tid}`;
  const mains = new Set(traceEvents.filter(({ args }) => args.name === "CrRendererMain").map(place));
  const tasks = traceEvents.filter((event) => event.name === "RunTask" && mains.has(place(event)));
  // Some tasks have their time by the clock alone, which is no less; one that runs when the recording ends has none.
  const ended = tasks.filter(({ dur }) => dur !== undefined);
  const longest = Math.max(...ended.map(({ tdur, dur }) => tdur ?? dur)) / 1000;
  expect(longest).toBeGreaterThan(0);
  expect(longest, "a task keeps the page waiting").toBeLessThan(most);
  figure(`the longest task takes ${Math.round(longest)} ms of processor time`);
}
