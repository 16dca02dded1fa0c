// Chromium or Firefox, with WebGL in software; and a page in it that is watched.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium, firefox } from "playwright-core";
import { folder } from "./program.mjs";

const PLACES = { chromium: process.env.CHROMIUM ?? "/usr/bin/chromium", firefox: process.env.FIREFOX ?? "/usr/bin/firefox-esr" };

/** So long anything may take, in milliseconds: a loaded machine is slow, and no test fails for that. */
export const PATIENCE = 180_000;

/** Where Firefox puts what it saves. */
const DOWNLOADS = join(folder, "saved");

/** A window in which drawing by software takes little time. */
export const SMALL = { width: 760, height: 420 };

export async function launch(name = "chromium") {
  const executablePath = PLACES[name];
  if (!existsSync(executablePath)) throw new Error(`there is no ${name}`);
  if (name === "firefox") return launchFirefox(executablePath);
  return chromium.launch({
    executablePath,
    timeout: PATIENCE,
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--enable-precise-memory-info", "--js-flags=--expose-gc"],
  });
}

/** Firefox as it is given away speaks WebDriver BiDi; it has WebGL where there is a screen, so it gets one that nobody sees. */
async function launchFirefox(executablePath) {
  const screen = spawn(process.env.XVFB ?? "Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  process.on("exit", () => screen.kill());
  const line = once(createInterface({ input: screen.stdio[3] }), "line");
  const [display] = await Promise.race([line, once(screen, "error").then(([error]) => Promise.reject(error))]);
  screen.stdio[3].unref();
  screen.unref();
  mkdirSync(DOWNLOADS);
  return firefox.launch({
    executablePath,
    downloadsPath: DOWNLOADS,
    channel: "moz-firefox",
    headless: false,
    timeout: PATIENCE,
    env: { ...process.env, DISPLAY: `:${display}` },
    firefoxUserPrefs: { "webgl.force-enabled": true },
  });
}

/** Playwright puts `body {}` into the page before it takes a picture in Firefox, and the policy of the page refuses that; this is its hash. */
const OWN_STYLE = "sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA=";

/** Returns whether a page is one of Firefox, of which WebDriver BiDi does not offer all. */
export const isFirefox = (page) => page.context().browser().browserType().name() === "firefox";

/** Opens a page; what it says and what it asks the network for is kept. */
export async function watched(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, deviceScaleFactor: 1, colorScheme: "light", locale: "en-GB", acceptDownloads: true, ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  // The browser hands file choosers over to the test from a moment after it was asked to, and a key press can come before that moment.
  // So it is asked long before.
  page.on("filechooser", () => undefined);
  const said = [];
  const asked = [];
  const say = (text) => !text.includes(OWN_STYLE) && said.push(text);
  page.on("console", (message) => (message.type() === "error" || message.type() === "warning") && say(message.text()));
  page.on("pageerror", (error) => say(String(error)));
  page.on("request", (request) => asked.push(request.url()));
  return { context, page, said, asked };
}

/** Waits until a model is shown; returns what the page says of it. */
export async function shown(page, name) {
  await page.waitForFunction((name) => [...document.querySelectorAll(".picture canvas")].some((canvas) => canvas.dataset.shown === name) || document.querySelector(".status.failed"), name);
  return page.locator(".status").first().textContent();
}

/** Lets the page draw: it does so before a frame. */
export function framed(page) {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Takes pictures until two in a row are equal; returns the last. */
export async function still(page, take) {
  for (let before = null; ; ) {
    await framed(page);
    const now = await take();
    if (before?.equals(now)) return now;
    before = now;
  }
}

/** Asks again and again until the answer is yes. */
export async function until(page, ask, what) {
  for (const end = Date.now() + PATIENCE; ; ) {
    await framed(page);
    if (await ask()) return;
    if (Date.now() > end) throw new Error(what);
  }
}

/** Fails where the page said anything, or asked for what is not in it. */
export function quiet({ said, asked }, what) {
  if (said.length > 0) throw new Error(`${what}: the console says: ${said.join("; ")}`);
  const outside = asked.filter((url) => !/^(file|blob|data):/.test(url));
  if (outside.length > 0) throw new Error(`${what}: the page asks for ${outside.join(", ")}`);
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
export const press = (page, selector) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.click());

/** Does what saves a file; returns the name and the bytes of that. Firefox does not report it to Playwright, so there it is looked for. */
export async function saved(page, act) {
  if (!isFirefox(page)) {
    const coming = page.waitForEvent("download");
    await act();
    const download = await coming;
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  }
  await act();
  let names = [];
  await until(page, () => (names = readdirSync(DOWNLOADS)).length === 1 && !names[0].endsWith(".part") && readFileSync(join(DOWNLOADS, names[0])).length > 0, "nothing is saved");
  const bytes = readFileSync(join(DOWNLOADS, names[0]));
  rmSync(join(DOWNLOADS, names[0]));
  return { name: names[0], bytes };
}
