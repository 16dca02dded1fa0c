// Chromium, without a window and with WebGL in software; and a page in it that is watched.

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const PLACES = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** A window in which drawing by software takes little time. */
export const SMALL = { width: 760, height: 420 };

export async function launch() {
  const executablePath = PLACES.find((place) => place && existsSync(place));
  if (!executablePath) throw new Error("there is no Chromium");
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--enable-precise-memory-info", "--js-flags=--expose-gc"],
  });
}

/** Opens a page; what it says and what it asks the network for is kept. */
export async function watched(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, deviceScaleFactor: 1, colorScheme: "light", locale: "en-GB", acceptDownloads: true, ...options });
  const page = await context.newPage();
  const said = [];
  const asked = [];
  page.on("console", (message) => (message.type() === "error" || message.type() === "warning") && said.push(message.text()));
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("request", (request) => asked.push(request.url()));
  return { context, page, said, asked };
}

/** Waits until a model is shown; returns what the page says of it. */
export async function shown(page, name) {
  await page.waitForFunction((name) => [...document.querySelectorAll(".picture canvas")].some((canvas) => canvas.dataset.shown === name) || document.querySelector(".told.failed"), name, { timeout: 60_000 });
  return page.locator(".told").first().textContent();
}

/** Fails where the page said anything, or asked for what is not in it. */
export function quiet({ said, asked }, what) {
  if (said.length > 0) throw new Error(`${what}: the console says: ${said.join("; ")}`);
  const outside = asked.filter((url) => !/^(file|blob|data):/.test(url));
  if (outside.length > 0) throw new Error(`${what}: the page asks for ${outside.join(", ")}`);
}
