// The page that models are dropped on, and what a person does on it.

import { pathToFileURL } from "node:url";
import { expect } from "@playwright/test";
import { root } from "./program.mjs";

/** Opens the page in one file, as `cargo xtask web` builds it. */
export async function open(page) {
  await page.goto(pathToFileURL(`${root}/target/web/retromesh.html`).href);
  await page.locator(".start").waitFor();
}

/** Drops files and folders on the page, as a person does from the file manager. */
export async function drop(page, ...paths) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) await session.send("Input.dispatchDragEvent", { type, x: 40, y: 120, data });
  await session.detach();
}

/** Waits until a model is shown, or the page says why it is not; returns what it says. */
export async function seen(page, name) {
  await page.waitForFunction(
    (name) => document.querySelector(".panel h2")?.textContent === name && (document.querySelector(".view canvas")?.dataset.shown === name || document.querySelector(".status.failed")),
    name,
  );
  return page.locator(".status").first().textContent();
}

/** Waits until the table has nothing left to read. */
export async function settled(page) {
  await page.locator(".batch tbody tr").first().waitFor();
  await expect(page.locator(".batch tbody tr:not([data-state])")).toHaveCount(0, { timeout: 0 });
}
