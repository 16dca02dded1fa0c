// The engine: how long it takes compared with the program, how soon a dropped model is shown, whether the page stands still meanwhile, and
// what closed models leave in memory.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { quiet, SMALL } from "./browser.mjs";
import { grown } from "./lasting.mjs";
import { check, filesBelow, fixture, folder, program, retromesh, root } from "./program.mjs";
import { drop, seen, site } from "./site.mjs";

/** Makes a plane of this many points to a side, as B3D: 56 bytes each. */
function plane(side) {
  const quads = (side - 1) ** 2;
  const vertices = 12 + side * side * 32;
  const triangles = 4 + quads * 24;
  const mesh = 4 + 8 + vertices + 8 + triangles;
  const node = 1 + 40 + 8 + mesh;
  const bytes = Buffer.alloc(8 + 4 + 8 + node);
  let at = 0;
  const int = (value) => (at = bytes.writeInt32LE(value, at));
  const floats = (...values) => values.forEach((value) => (at = bytes.writeFloatLE(value, at)));
  const chunk = (name, length) => ((at += bytes.write(name, at, "latin1")), int(length));
  chunk("BB3D", bytes.length - 8);
  int(1);
  chunk("NODE", node);
  at += 1;
  floats(0, 0, 0, 1, 1, 1, 1, 0, 0, 0);
  chunk("MESH", mesh);
  int(-1);
  chunk("VRTS", vertices);
  [1, 1, 2].forEach(int);
  for (let i = 0; i < side * side; i++) {
    const [x, z] = [i % side, Math.floor(i / side)];
    floats(x, Math.sin(i * 0.01), z, 0, 1, 0, x / side, z / side);
  }
  chunk("TRIS", triangles);
  int(-1);
  for (let z = 0; z < side - 1; z++) {
    for (let x = 0; x < side - 1; x++) {
      const a = z * side + x;
      [a, a + side, a + 1, a + 1, a + side, a + side + 1].forEach(int);
    }
  }
  const path = join(folder, `plane-${side}.b3d`);
  writeFileSync(path, bytes);
  return path;
}

/** Starts the engine in this process; returns what opens a file in it, as the worker does, and how many bytes it takes. */
async function direct() {
  const glue = await import(pathToFileURL(join(root, "target/wasm/glue/engine.js")));
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

/** Opens and closes models of all formats in one engine. */
export async function kept() {
  const engine = await direct();
  const files = filesBelow(fixture("")).filter((path) => !path.includes("growth"));
  files.slice(0, 10).forEach((path) => engine.open(path));
  const after = [];
  for (let round = 0; round < 3; round++) {
    files.forEach((path) => engine.open(path));
    after.push(engine.bytes());
  }
  check(after[2] <= after[0] * 1.2, `the engine takes ${after} bytes after one round of models, two and three`);
  return `after ${files.length} models the engine takes ${after[0]} bytes, after ${3 * files.length} ${(after[2] / after[0]).toFixed(2)} times as many`;
}

/** Puts the best of some runs of the engine next to the program's; the first one also compiles what it runs. */
export async function speed() {
  const reported = [];
  const engine = await direct();
  for (const path of [plane(137), plane(1035)]) {
    const runs = [0, 1, 2].map(() => engine.open(path));
    const made = runs[0];
    const output = `${path}.glb`;
    const times = [0, 1, 2].map(() => {
      const begun = performance.now();
      retromesh("convert", "-q", "-f", path, "-o", output);
      return performance.now() - begun;
    });
    check(made.glb && Buffer.compare(made.glb, readFileSync(output)) === 0, `${path}: the engine writes another GLB than the program`);
    const [wasm, native] = [Math.min(...runs.map(({ time }) => time)), Math.min(...times)];
    reported.push(
      `${(readFileSync(path).length / 1e6).toFixed(1)} MB ${wasm.toFixed(0)} ms (first ${made.time.toFixed(0)}), the program ${native.toFixed(0)} ms (${(wasm / native).toFixed(2)} times)`,
    );
  }
  return `${reported.join("; ")}; the program is ${program}`;
}

export function sizes() {
  const packed = (path) => gzipSync(readFileSync(join(root, path)), { level: 9 }).length;
  const [engine, page, viewer] = [packed("target/wasm/glue/engine_bg.wasm"), packed("target/web/retromesh.html"), readFileSync(join(root, "crates/retromesh-cli/assets/viewer.html.gz")).length];
  check(engine <= 2_000_000, `the engine takes ${engine} bytes packed, more than 2,000,000`);
  check(viewer <= 220_000, `the viewer takes ${viewer} bytes packed, more than 220,000`);
  return `packed: engine ${engine} bytes, viewer ${viewer}, retromesh.html ${page}`;
}

/** Returns how long it takes from the drop to the picture, and the longest time for which the page did nothing else. */
export async function times(browser) {
  const reported = [];
  for (const side of [137, 1035]) {
    const view = await site(browser, { viewport: SMALL });
    const path = plane(side);
    await view.page.evaluate(() => {
      window.measured = { longest: 0, shown: 0, long: [] };
      document.addEventListener("drop", () => (window.measured.begun = performance.now()), true);
      new PerformanceObserver((list) => window.measured.long.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
      const look = (last) => {
        const now = performance.now();
        if (window.measured.begun && !window.measured.shown) {
          window.measured.longest = Math.max(window.measured.longest, now - last);
          if (document.querySelector(".view canvas")?.dataset.shown) window.measured.shown = now;
        }
        setTimeout(look, 0, now);
      };
      look(performance.now());
    });
    await drop(view, path);
    await seen(view, `plane-${side}.b3d`);
    await view.page.waitForFunction(() => window.measured.shown > 0);
    const { begun, shown, longest, long } = await view.page.evaluate(() => window.measured);
    quiet(view, "times");
    reported.push(`${side * side} vertices ${(shown - begun).toFixed(0)} ms, longest without a turn ${longest.toFixed(0)} ms, long tasks ${long.map(Math.round).join(" ") || "none"}`);
    await view.context.close();
  }
  return `from the drop to the picture: ${reported.join("; ")}`;
}

/** Opens and closes a hundred models. */
export async function memory(browser) {
  const view = await site(browser, { viewport: SMALL });
  const names = ["b3d/letter-f.b3d", "b3d/skin-tube-animated.b3d", "p3d/odol-levels.p3d", "bgl/cameras.bgl"];
  const session = await view.context.newCDPSession(view.page);
  const used = async () => {
    await view.page.evaluate(() => window.gc());
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    return usedSize;
  };
  let first = 0;
  for (let i = 0; i < 110; i++) {
    const name = names[i % names.length];
    await drop(view, fixture(name));
    await seen(view, name.split("/")[1]);
    await view.page.locator("[name=close]").click();
    await view.page.locator(".start").waitFor();
    if (i === 9) first = await used();
  }
  const growth = await grown(view.page, used, first);
  quiet(view, "memory");
  await view.context.close();
  return `the heap after 110 dropped models is ${growth} times that after 10`;
}
