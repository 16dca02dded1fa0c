// The page asks nobody for anything; names stay texts; files made to harm give their error, and the page lives.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { quiet, reveal, SMALL } from "./browser.mjs";
import { check, fixture, folder } from "./program.mjs";
import { EVIL, evil, tried } from "./safety.mjs";
import { drop, seen, settled, site } from "./site.mjs";

export async function guard(browser) {
  const view = await site(browser, { offline: true, viewport: SMALL });
  const { page } = view;
  page.on("dialog", () => view.said.push("a script of a name ran"));
  const file = join(folder, `${EVIL}.gltf`);
  writeFileSync(file, JSON.stringify(evil()));
  await drop(view, file);
  await seen(view, `${EVIL}.gltf`);
  await reveal(page, "nodes");
  const texts = await page.locator("h2, .nodes button").allTextContents();
  check(texts[0] === `${EVIL}.gltf` && texts.some((text) => text.startsWith(EVIL)), `names do not show as they are: ${texts}`);
  for (const name of ["show-uv", "show-hex", "show-picture"]) await page.locator(`[name=${name}]`).click();
  check((await page.locator("img, [onerror]").count()) === 0, "a name became an element");
  const folders = ["b3d/bad", "p3d/bad", "bmd/bad", "paa/bad", "obj/bad", "b3d/fuzz"];
  let bad = 0;
  for (const name of folders) {
    // Two folders of one name look alike, so the table before is marked.
    await page.evaluate(() => document.querySelector(".batch")?.classList.add("before"));
    await drop(view, fixture(name));
    await page.locator(".batch:not(.before)").waitFor();
    await settled(view);
    bad += await page.locator("tr[data-state=bad]").count();
    const blank = await page.locator("tr[data-state=bad] .failed:empty").count();
    check(blank === 0, `${name}: an error says nothing`);
  }
  check(bad > 50, `of the files made to harm only ${bad} failed`);
  await drop(view, fixture("b3d/letter-f.b3d"));
  check((await seen(view, "letter-f.b3d")) === "", "the page does not live on");
  quiet(view, "guard");
  const result = await tried(page);
  check(result.fetched === "refused" && result.image === "refused" && !result.ran, `the policy lets through: ${JSON.stringify(result)}`);
  check(!/https?:|\*|unsafe-(inline|eval)/.test(result.policy.replace("'wasm-unsafe-eval'", "")), `the policy names a place: ${result.policy}`);
  await view.context.close();
  return `names are texts, nothing is asked for, ${bad} files made to harm gave their error`;
}
