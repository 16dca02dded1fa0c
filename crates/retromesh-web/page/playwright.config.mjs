// `npx playwright test --project NAME`: holds the pages of the program (`chromium`, `firefox`) and the page that models are dropped on
// (`site`) to their promises; `pictures` takes the pictures of the documentation, `others` compares with other viewers.

import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { program } from "./tests/program.mjs";

if (!existsSync(program)) throw new Error("there is no program yet: run `cargo build`");

/** Where Firefox puts what it saves. */
export const DOWNLOADS = `${import.meta.dirname}/../../../target/page-saved`;

const software = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];
const chromium = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [...software, "--enable-precise-memory-info", "--js-flags=--expose-gc"],
};
/** Firefox as it is given away speaks WebDriver BiDi; it has WebGL where there is a screen, such as that of xvfb-run. */
const firefox = {
  executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
  downloadsPath: DOWNLOADS,
  firefoxUserPrefs: { "webgl.force-enabled": true },
};

export default defineConfig({
  testDir: "tests",
  preserveOutput: "failures-only",
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  reporter: "list",
  // A loaded machine is slow, and no test fails for that.
  timeout: 900_000,
  expect: { timeout: 180_000 },
  use: { viewport: { width: 1200, height: 800 }, colorScheme: "light", locale: "en-GB", launchOptions: chromium },
  // Each has a folder of its own, so that they can run at the same time.
  projects: [
    { name: "chromium", testMatch: "viewer/*" },
    // One after the other, as Firefox gives keys to one window alone.
    { name: "firefox", testMatch: "viewer/*", workers: 1, use: { browserName: "firefox", channel: "moz-firefox", headless: false, launchOptions: firefox } },
    { name: "figures", testMatch: "figures/*", workers: 1 },
    { name: "site", testMatch: "site/*", dependencies: ["figures"] },
    { name: "pictures", testMatch: "shots.test.mjs" },
    { name: "others", testMatch: "others/*.test.mjs", workers: 1 },
  ].map((project) => ({ ...project, outputDir: `../../../target/page-tests/${project.name}` })),
});
