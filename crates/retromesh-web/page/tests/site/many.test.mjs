// Many files at once: folders, zip files, a thousand models, all of them saved as one zip file; and zip files that lie.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { drop, open, seen, settled } from "../drop.mjs";
import { expect, figure, SMALL, saved, test, unhindered } from "../kit.mjs";
import { fixture, own, retromesh } from "../program.mjs";
import { unzipped, zipped } from "../zip.mjs";

test.use(SMALL);
test.beforeEach(({ page }) => open(page));

const MODEL = readFileSync(fixture("b3d/letter-f.b3d"));
const put = (name, bytes) => (writeFileSync(own(name), bytes), own(name));

test("a zip file and an addon are opened", async ({ page }) => {
  await drop(page, put("good.zip", zipped({ "models/größe/letter.b3d": MODEL, "../../out.b3d": MODEL, "C:/drive.b3d": MODEL, "models/": Buffer.alloc(0), "read.txt": Buffer.from("x") })));
  await seen(page, "good/models/größe/letter.b3d");
  await drop(page, fixture("pbo/plain.pbo"));
  await seen(page, "plain/plain.p3d");
});

test("archives that lie are refused, and what is whole next to them is shown", async ({ page }) => {
  const notice = page.locator(".notice");
  const bad = {
    "size.zip": zipped({ "a.b3d": Buffer.alloc(1 << 24) }, { size: 10 }),
    "large.zip": zipped({ "a.b3d": MODEL }, { size: 0xfffffff0 }),
    "place.zip": zipped({ "a.b3d": MODEL }, { at: 0x7fffffff }),
    "count.zip": zipped({ "a.b3d": MODEL }, { count: 60000 }),
    "name.zip": zipped({ [`${"x".repeat(5000)}.b3d`]: MODEL }),
    "stored-sum.zip": zipped({ "a.b3d": MODEL }, { stored: true, sum: 1 }),
    "stored-size.zip": zipped({ "a.b3d": MODEL }, { stored: true, size: 0 }),
    "cut.zip": zipped({ "a.b3d": MODEL }, { stored: true }).subarray(0, -30),
    "short.zip": Buffer.from("PK\x05\x06", "latin1"),
    "none.zip": Buffer.from("this is no zip file"),
    ...Object.fromEntries(["bomb", "checksum", "encrypted", "entry-cut", "table-cut"].map((name) => [`${name}.pbo`, readFileSync(fixture(`pbo/bad/${name}.pbo`))])),
    "sum.zip": zipped({ "a.b3d": MODEL }, { sum: 1 }),
  };
  for (const [name, bytes] of Object.entries(bad)) {
    await notice.evaluate((notice) => (notice.textContent = ""));
    await drop(page, put(name, bytes));
    await expect(notice, `${name} is refused`).toContainText("could not be read");
  }
  await drop(page, own("cut.zip"));
  const said = retromesh("info", own("cut.zip")).stderr.match(/expected a ZIP.*/)[0];
  await expect(notice).toContainText(said);
  await drop(page, own("sum.zip"), fixture("b3d/letter-f.b3d"));
  await seen(page, "letter-f.b3d");
  await expect(notice).toHaveText(/sum\.zip: .*damaged/);
});

test("a damaged file in a zip file is listed, and all others in it are shown", async ({ page }) => {
  const bytes = zipped({ "models/a.b3d": MODEL, "models/x.b3d": Buffer.from("damaged in here"), "models/z.b3d": MODEL }, { stored: true });
  bytes[bytes.indexOf("damaged in here")] ^= 1;
  await drop(page, put("bad.zip", bytes));
  await settled(page);
  await expect(page.locator(".batch tbody th")).toHaveText(["bad/models/a.b3d", "bad/models/z.b3d"]);
  await expect(page.locator(".notice li")).toHaveText(["bad.zip: models/x.b3d: its bytes are damaged"]);
});

test("8,000 files of one name do not keep the page waiting", async ({ page }) => {
  const path = put("same.zip", zipped(new Array(8000).fill(["m.txt", Buffer.from("x")]), { stored: true }));
  await unhindered(page, 100, async () => {
    await drop(page, path);
    await expect(page.locator(".notice")).toHaveText(/no model/i);
  });
});

test("4,000 models in an archive do not keep the page waiting", async ({ page }) => {
  const files = Array.from({ length: 4000 }, (_, number) => [`m${number}.b3d`, Buffer.from("x")]);
  const path = put("models.zip", zipped(files, { stored: true }));
  await unhindered(page, 100, async () => {
    await drop(page, path);
    await expect(page.locator(".batch tbody tr")).toHaveCount(4000);
  });
});

test("files that ask for much do not keep the page waiting", ({ page }) =>
  unhindered(page, 100, async () => {
    for (const name of ["placed-often.glb", "shared-accessor.glb"]) {
      await drop(page, fixture(`growth/${name}`));
      expect(await seen(page, name)).toMatch(/would exceed/);
    }
  }));

test("a thousand models are read, drawn and saved as one zip file", async ({ page }) => {
  mkdirSync(own("thousand/deep"), { recursive: true });
  for (let i = 0; i < 1000; i++) put(`thousand/${i % 2 ? "deep/" : ""}model-${i}.b3d`, i % 100 === 7 ? MODEL.subarray(0, 60) : MODEL);
  const begun = Date.now();
  await drop(page, own("thousand"));
  await page.locator(".batch").waitFor();
  const first = Date.now() - begun;
  await settled(page);
  figure(`the table after ${first} ms, all read and drawn after ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  await expect(page.locator("tr[data-state=bad]")).toHaveCount(10);
  await expect(page.locator(".batch img")).toHaveCount(990);
  const files = unzipped((await saved(page, () => page.locator("[name=save-all]").click())).bytes);
  const output = own("letter-f.glb");
  expect(retromesh("convert", "-q", "-f", "-o", output, fixture("b3d/letter-f.b3d")).status).toBe(0);
  expect(files.size).toBe(991);
  expect(files.has("errors.txt")).toBe(true);
  for (const name of ["thousand/model-0.glb", "thousand/deep/model-1.glb"]) expect(files.get(name).equals(readFileSync(output)), `${name} has the bytes that the program writes`).toBe(true);
});
