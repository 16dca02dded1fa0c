// Names from files stay texts; nothing is asked for from anywhere; the policy holds.

import { writeFileSync } from "node:fs";
import { EVIL, evil, refuses } from "../evil.mjs";
import { expect, reveal, shown, test } from "../kit.mjs";
import { own, written } from "../program.mjs";

test.use({ offline: true });

test("names are texts, the policy refuses fetch, image and script", async ({ page, heard }) => {
  const name = `${EVIL} größe 木.gltf`;
  writeFileSync(own(name), JSON.stringify(evil()));
  await page.goto(written("safe page größe.html", own(name)));
  await shown(page, name);
  await reveal(page, "nodes");
  await expect(page.locator("h2").first()).toHaveText(name);
  await expect(page.locator(".nodes button", { hasText: EVIL }).first()).toBeVisible();
  await expect(page.locator("img"), "a name became an element").toHaveCount(0);
  expect(await refuses(page, heard)).not.toMatch(/https?:|\*|unsafe/);
});
