// Names from files stay texts; nothing is asked for from anywhere; the policy holds.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { quiet, reveal, shown, watched } from "./browser.mjs";
import { check, folder, page } from "./program.mjs";

export const EVIL = "<img src=x onerror=alert(1)>";

/** A model all of whose names would be elements, were they not texts. */
export function evil() {
  const triangle = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer).toString("base64");
  return {
    asset: { version: "2.0" },
    scenes: [{ nodes: [0] }],
    nodes: [{ name: EVIL, mesh: 0 }],
    materials: [{ name: EVIL }],
    meshes: [{ name: EVIL, primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [1, 1, 0] }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${triangle}` }],
  };
}

/** Tries what the policy of a page forbids. */
export function tried(page) {
  return page.evaluate(async () => {
    const fetched = await fetch("https://example.org/").then(
      () => "went through",
      () => "refused",
    );
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.body.append(script);
    const image = await new Promise((done) => {
      const made = new Image();
      made.onload = () => done("loaded");
      made.onerror = () => done("refused");
      made.src = "https://example.org/x.png";
    });
    return { fetched, image, ran: window.ran === true, policy: document.querySelector("meta[http-equiv]").content };
  });
}

export async function safety(browser) {
  const file = join(folder, `${EVIL} größe 木.gltf`);
  writeFileSync(file, JSON.stringify(evil()));
  const url = page("safe page größe.html", file);
  const view = await watched(browser, { offline: true });
  view.page.on("dialog", () => view.said.push("a script of a name ran"));
  await view.page.goto(url);
  await shown(view.page, `${EVIL} größe 木.gltf`);
  await reveal(view.page, "nodes");
  const texts = await view.page.locator("h2, .nodes button").allTextContents();
  check(texts[0] === `${EVIL} größe 木.gltf` && texts.some((text) => text.startsWith(EVIL)), `names do not show as they are: ${texts}`);
  check((await view.page.locator("img").count()) === 0, "a name became an element");
  quiet(view, "safety");
  const result = await tried(view.page);
  check(result.fetched === "refused" && result.image === "refused" && !result.ran, `the policy lets through: ${JSON.stringify(result)}`);
  check(!/https?:|\*|unsafe/.test(result.policy), `the policy names a place: ${result.policy}`);
  await view.context.close();
  return "names are texts, the policy refuses fetch, image and script";
}
