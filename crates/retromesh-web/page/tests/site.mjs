// The page that models are dropped on, and what a person does on it.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { watched } from "./browser.mjs";
import { root } from "./program.mjs";

/** The page in one file, as `cargo xtask web` builds it. */
const PAGE = join(root, "target/web/retromesh.html");

export async function site(browser, options = {}) {
  const view = await watched(browser, options);
  await view.page.goto(pathToFileURL(PAGE).href);
  await view.page.locator(".start").waitFor();
  return view;
}

/** Drops files and folders on the page, as a person does from the file manager. */
export async function drop({ page, context }, ...paths) {
  const session = await context.newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) await session.send("Input.dispatchDragEvent", { type, x: 40, y: 120, data });
  await session.detach();
}

/** Waits until a model is shown, or the page says why it is not; returns what it says. */
export async function seen({ page }, name) {
  await page.waitForFunction(
    (name) => document.querySelector(".panel h2")?.textContent === name && (document.querySelector(".view canvas")?.dataset.shown === name || document.querySelector(".status.failed")),
    name,
  );
  return page.locator(".status").first().textContent();
}

/** Waits until the table has nothing left to read; for each of its rows as long as for anything. */
export async function settled({ page }) {
  for (let left = Infinity; left > 0; ) {
    const now = await page.waitForFunction((left) => {
      const rows = document.querySelectorAll(".batch tbody tr").length;
      const now = document.querySelectorAll(".batch tbody tr:not([data-state])").length;
      return rows > 0 && (now === 0 || now < left) && { now };
    }, left);
    left = (await now.jsonValue()).now;
  }
}
