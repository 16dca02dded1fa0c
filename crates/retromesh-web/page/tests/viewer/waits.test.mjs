// What takes long: the page says for how long and how much it reads, and ends it where it is asked to; all other models go on.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "../../bundle.mjs";
import { expect, SMALL, test } from "../kit.mjs";
import { own } from "../program.mjs";

test.use(SMALL);

/** An engine that never comes to an end with the file "slow", and refuses all others. */
const ENGINE = `
const paths = new Map();
onmessage = ({ data }) => {
  if (data.what === "open") paths.set(data.id, data.path);
  while (data.what === "show" && paths.get(data.id) === "slow");
  const shown = { id: data.id, name: "", error: "no model", format: "", offset: null, findings: [], missing: [], glb: null };
  postMessage({ call: data.call, memory: 0, value: data.what === "show" ? shown : null });
};`;

const from = (name) => `from ${JSON.stringify(join(import.meta.dirname, "../../src", name))};`;
const PAGE = `
import { Client } ${from("engine/client")}
import { Pane } ${from("pane")}
import { Work } ${from("site/work")}
const engine = new Client(${JSON.stringify(ENGINE)}, new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)));
const files = ["slow", "other"].map((path) => ({ path, data: new Uint8Array(1234567) }));
const pane = new Pane({ program: "", changes: null, codes: {}, entries: [] }, null);
document.body.append(pane.picture, pane.panel.element);
const slow = new Work(engine, [], "slow", files);
const show = () => pane.show(slow, null);
const others = () => Promise.all(Array.from({ length: 9 }, () => new Work(engine, [], "other", files).open()));
Object.assign(window, { show, others });`;

test("what takes long is timed, and ended where that is asked for", async ({ page }) => {
  writeFileSync(own("waits.ts"), PAGE);
  await page.setContent("<body></body>");
  await page.addScriptTag({ content: await bundle(own("waits.ts")) });
  const status = page.locator(".status");
  const shown = page.evaluate(() => window.show());
  await expect(status).toHaveText(/^Loading … [2-9]\d* s · 1,234,567 B/);
  // They are more than there are workers: some of them wait for the one that never ends.
  const others = page.evaluate(() => window.others());
  await status.locator("[name=cancel]").click();
  await shown;
  await expect(status).toContainText("cancelled");
  expect((await others).map(({ error }) => error)).toEqual(new Array(9).fill("no model"));
  await page.evaluate(() => void window.show());
  await status.locator("[name=cancel]").waitFor();
});
