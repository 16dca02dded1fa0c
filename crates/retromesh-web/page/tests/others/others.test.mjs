// From the drop to the drawing and to the picture, and turning the model, next to two viewers that others made: `npm run others`. Each figure is the median
// of some runs in pages that are opened for it; processor time is that of all threads of the pages and of the software that draws.

import { statSync } from "node:fs";
import { loadavg } from "node:os";
import { basename } from "node:path";
import { bundle } from "../../bundle.mjs";
import { drop, open } from "../drop.mjs";
import { framed, SMALL, test } from "../kit.mjs";
import { planeAsB3d } from "../made.mjs";
import { own, retromesh } from "../program.mjs";

test.use(SMALL);

const RUNS = 5;
const STEPS = 5;
const VIEWERS = { "this page": null, "Online3DViewer 0.18.0": "online3dviewer", "three.js 0.187.0": "threeEditor" };

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Makes a plane in each format that is compared; only this page reads the first. Text of two million faces would take 200 MB. */
function planes(side) {
  const b3d = planeAsB3d(side);
  return [b3d, ...["glb", ...(side < 1000 ? ["obj"] : [])].map((to) => (retromesh("convert", "-q", "-f", "-o", own(`plane-${side}.${to}`), b3d), own(`plane-${side}.${to}`)))];
}

/** Opens a viewer; `window.measured` has what is measured of it from the next drop on. */
async function ready(page, viewer, script) {
  if (viewer === null) await open(page);
  else {
    await page.setContent(`<body style="margin:0"><div id="stage" style="width:760px;height:420px"></div></body>`);
    await page.addScriptTag({ content: script });
  }
  await page.evaluate((viewer) => {
    const measured = { begun: 0, asked: 0, shown: 0, longest: 0 };
    window.measured = measured;
    const done = () => {
      measured.asked = performance.now();
      requestAnimationFrame(() => requestAnimationFrame(() => (measured.shown = performance.now())));
    };
    new PerformanceObserver((list) => (measured.longest = Math.max(measured.longest, ...list.getEntries().map(({ duration }) => duration)))).observe({ type: "longtask" });
    const show = viewer && window.viewers[viewer]();
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener(
      "drop",
      (event) => {
        event.preventDefault();
        measured.begun = performance.now();
        if (show) show(event.dataTransfer.files[0]).then(done);
        else {
          const look = () => (document.querySelector(".view canvas")?.dataset.shown ? done() : setTimeout(look, 2));
          look();
        }
      },
      true,
    );
  }, viewer);
  await page.waitForTimeout(500);
}

/** Returns the seconds of processor time that pages and drawing have taken. */
async function spent(session) {
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  return processInfo.reduce((sum, { type, cpuTime }) => sum + (type === "browser" ? 0 : cpuTime), 0);
}

async function measure(page, session, [viewer, script], path) {
  await ready(page, viewer, script);
  const before = await spent(session);
  await drop(page, path);
  await page.waitForFunction(() => window.measured.shown > 0);
  const { begun, asked, shown, longest } = await page.evaluate(() => window.measured);
  const loaded = await spent(session);
  await page.mouse.move(300, 210);
  await page.mouse.down();
  for (let step = 1; step <= STEPS; step++) {
    await page.mouse.move(300 + step * 20, 210 + step * 4);
    await framed(page);
  }
  await page.mouse.up();
  return { asked: asked - begun, picture: shown - begun, longest, processor: (loaded - before) * 1000, turn: (((await spent(session)) - loaded) * 1000) / STEPS };
}

test("from the drop to the picture, and turning", async ({ browser, contextOptions }) => {
  test.setTimeout(0);
  const script = await bundle("tests/others/viewers.mjs");
  const session = await browser.newBrowserCDPSession();
  const rows = [];
  for (const side of [137, 708, 1035])
    for (const path of planes(side)) {
      const viewers = Object.entries(VIEWERS).filter(([, viewer]) => viewer === null || !path.endsWith(".b3d"));
      const runs = new Map(viewers.map(([name]) => [name, []]));
      // In turns, so that all of them have the machine as it is.
      for (let run = 0; run < RUNS; run++) {
        for (const [name, viewer] of viewers) {
          const page = await browser.newPage(contextOptions);
          runs.get(name).push(await measure(page, session, [viewer, script], path));
          await page.close();
        }
      }
      for (const [name, all] of runs) {
        const columns = ["asked", "picture", "longest", "processor", "turn"].map((key) => median(all.map((run) => run[key])).toFixed(0));
        rows.push(`| ${basename(path)}, ${(statSync(path).size / 1e6).toFixed(1)} MB | ${name} | ${columns.join(" | ")} |`);
        console.log(rows.at(-1), `load ${loadavg()[0].toFixed(1)}`);
      }
    }
});
