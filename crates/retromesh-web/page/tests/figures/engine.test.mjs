// The engine: how large it is, how long it takes compared with the program, how soon a dropped model is shown, whether the page is kept
// waiting meanwhile, and what closed models leave in memory.

import { copyFileSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { drop, open, seen } from "../drop.mjs";
import { expect, figure, grown, SMALL, test, unhindered } from "../kit.mjs";
import { planeAsB3d } from "../made.mjs";
import { filesBelow, fixture, own, program, retromesh, root } from "../program.mjs";

test.use(SMALL);

const SIDES = [137, 1035];

test("sizes", () => {
  const packed = (path) => gzipSync(readFileSync(join(root, path)), { level: 9 }).length;
  const engine = packed("target/wasm/glue/engine_bg.wasm");
  const viewer = readFileSync(join(root, "crates/retromesh-cli/assets/viewer.html.gz")).length;
  expect(engine).toBeLessThanOrEqual(2_000_000);
  expect(viewer).toBeLessThanOrEqual(220_000);
  figure(`packed: engine ${engine} bytes, viewer ${viewer}, retromesh.html ${packed("target/web/retromesh.html")}`);
});

/** Starts the engine in this process; returns what opens a file in it, as the worker does, and how many bytes it takes. */
async function direct() {
  // By its name this is a module.
  copyFileSync(join(root, "target/wasm/glue/engine.js"), own("engine.mjs"));
  const glue = await import(pathToFileURL(own("engine.mjs")));
  const { memory } = glue.initSync({ module: new WebAssembly.Module(readFileSync(join(root, "target/wasm/glue/engine_bg.wasm"))) });
  let content;
  globalThis.readFile = () => content;
  globalThis.breakDown = console.error;
  const open = (path) => {
    content = readFileSync(path);
    const set = new glue.FileSet(1, [path], Float64Array.of(content.length));
    const begun = performance.now();
    const model = set.open(path, "{}");
    const shown = model.show();
    const glb = shown.take();
    const time = performance.now() - begun;
    [shown, model, set].forEach((held) => held.free());
    return { time, glb };
  };
  return { open, bytes: () => memory.buffer.byteLength };
}

/** Puts the best of some runs of the engine next to the program's; the first one also compiles what it runs. */
for (const side of SIDES)
  test(`speed: ${side * side} vertices`, async () => {
    const path = planeAsB3d(side);
    const engine = await direct();
    const runs = [0, 1, 2].map(() => engine.open(path));
    const output = `${path}.glb`;
    const times = [0, 1, 2].map(() => {
      const begun = performance.now();
      retromesh("convert", "-q", "-f", path, "-o", output);
      return performance.now() - begun;
    });
    expect(Buffer.compare(runs[0].glb, readFileSync(output)), "the engine writes the GLB that the program writes").toBe(0);
    const [wasm, native] = [Math.min(...runs.map(({ time }) => time)), Math.min(...times)];
    figure(`${wasm.toFixed(0)} ms (first ${runs[0].time.toFixed(0)}), ${program} ${native.toFixed(0)} ms (${(wasm / native).toFixed(2)} times)`);
  });

test("what models of all formats leave in one engine", async () => {
  const engine = await direct();
  const files = filesBelow(fixture("")).filter((path) => !path.includes("growth"));
  files.slice(0, 10).forEach((path) => engine.open(path));
  const after = [0, 1, 2].map(() => (files.forEach((path) => engine.open(path)), engine.bytes()));
  expect(after[2], "after three rounds of models, and one").toBeLessThanOrEqual(after[0] * 1.2);
  figure(`after ${files.length} models the engine takes ${after[0]} bytes, after ${3 * files.length} ${(after[2] / after[0]).toFixed(2)} times as many`);
});

for (const side of SIDES)
  test(`from the drop to the picture of ${side * side} vertices`, async ({ page }) => {
    const path = planeAsB3d(side);
    await open(page);
    await page.evaluate(() => {
      window.measured = { shown: 0 };
      document.addEventListener("drop", () => (window.measured.begun = performance.now()), true);
      const look = () => (document.querySelector(".view canvas")?.dataset.shown ? (window.measured.shown = performance.now()) : setTimeout(look));
      look();
    });
    // What the page does once when it is there is done.
    await page.waitForTimeout(1000);
    await unhindered(page, 50, async () => {
      await drop(page, path);
      await seen(page, basename(path));
    });
    const { begun, shown } = await page.evaluate(() => window.measured);
    figure(`${(shown - begun).toFixed(0)} ms`);
  });

test("memory after a hundred dropped models", async ({ page, context }) => {
  await open(page);
  const names = ["b3d/letter-f.b3d", "b3d/skin-tube-animated.b3d", "p3d/odol-levels.p3d", "bgl/cameras.bgl"];
  const session = await context.newCDPSession(page);
  const used = async () => (await session.send("Runtime.getHeapUsage")).usedSize;
  let first = 0;
  for (let i = 0; i < 110; i++) {
    const name = names[i % names.length];
    await drop(page, fixture(name));
    await seen(page, basename(name));
    await page.locator("[name=close]").click();
    await page.locator(".start").waitFor();
    if (i === 9) first = await page.evaluate(() => window.gc()).then(used);
  }
  figure(`the heap after 110 models is ${await grown(page, used, first)} times that after 10`);
});
