// The example page in Chromium: without a network, and without a word in the console.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { chromium } from "playwright-core";
import { serve } from "./serve.mjs";

const PLACES = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const PATIENCE = 180_000;

test("the example shows models without a network", { timeout: 2 * PATIENCE }, async () => {
  const executablePath = PLACES.find((place) => place && existsSync(place));
  assert.ok(executablePath, "there is no Chromium");
  const { server, address } = await serve();
  const browser = await chromium.launch({ executablePath, timeout: PATIENCE, args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
  try {
    for (const model of ["b3d/skin-tube-animated.b3d", "p3d/odol-no-texture.p3d", "rmesh/no-texture.rmesh"]) {
      const page = await browser.newPage({ viewport: { width: 480, height: 320 } });
      const said = [];
      page.on("console", (message) => message.type() === "error" && said.push(message.text()));
      page.on("pageerror", (error) => said.push(String(error)));
      page.on("request", (request) => !/^(blob|data):/.test(request.url()) && !request.url().startsWith(address) && said.push(request.url()));
      await page.goto(`${address}example/index.html?model=/fixtures/${model}`);
      await page.waitForFunction(() => document.body.dataset.shown, undefined, { timeout: PATIENCE });
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${model.replace("/", "-")}.png` });
      assert.deepEqual(said, []);
      await page.close();
    }
  } finally {
    await browser.close();
    server.close();
  }
});
