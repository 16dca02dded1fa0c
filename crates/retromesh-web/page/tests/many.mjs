// Many files at once: folders, zip files, a thousand models, all of them saved as one zip file; and zip files that lie.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";
import { PATIENCE, quiet, SMALL } from "./browser.mjs";
import { check, fixture, folder, retromesh } from "./program.mjs";
import { drop, seen, settled, site } from "./site.mjs";

export async function many(browser) {
  const view = await site(browser, { viewport: SMALL });
  const reported = [await zips(view), await thousand(view)];
  quiet(view, "many");
  await view.context.close();
  return reported.join("; ");
}

/** Makes a zip file, packed unless `lie` says `stored`; what `lie` says is written in the place of the truth. */
function zipped(files, lie = {}) {
  const [parts, heads] = [[], []];
  let at = 0;
  for (const [name, content] of Array.isArray(files) ? files : Object.entries(files)) {
    const path = Buffer.from(name);
    const packed = lie.stored ? content : deflateRawSync(content);
    const facts = Buffer.alloc(26);
    [
      [20, 0],
      [0x800, 2],
      [lie.stored ? 0 : 8, 4],
      [33, 8],
      [path.length, 22],
    ].forEach(([value, place]) => facts.writeUInt16LE(value, place));
    [
      [lie.sum ?? crc32(content), 10],
      [packed.length, 14],
      [lie.size ?? content.length, 18],
    ].forEach(([value, place]) => facts.writeUInt32LE(value >>> 0, place));
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), facts, path, packed]);
    const central = Buffer.concat([Buffer.from("PK\x01\x02\x14\0", "latin1"), facts, Buffer.alloc(14), path]);
    central.writeUInt32LE(lie.at ?? at, 42);
    parts.push(local);
    heads.push(central);
    at += local.length;
  }
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  [8, 10].forEach((place) => end.writeUInt16LE(lie.count ?? heads.length, place));
  end.writeUInt32LE(
    heads.reduce((sum, head) => sum + head.length, 0),
    12,
  );
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...heads, end]);
}

/** Reads a zip file that the page has made. */
function unzipped(bytes) {
  const files = new Map();
  const end = bytes.lastIndexOf("PK\x05\x06", undefined, "latin1");
  for (let at = bytes.readUInt32LE(end + 16), left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, size, name] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24), bytes.readUInt16LE(at + 28)];
    const from = bytes.readUInt32LE(at + 42);
    const start = from + 30 + bytes.readUInt16LE(from + 26) + bytes.readUInt16LE(from + 28);
    const content = inflateRawSync(bytes.subarray(start, start + packed));
    check(content.length === size && crc32(content) === bytes.readUInt32LE(at + 16), "the page writes a wrong checksum");
    files.set(bytes.toString("utf8", at + 46, at + 46 + name), content);
    at += 46 + name;
  }
  return files;
}

async function zips(view) {
  const { page } = view;
  const put = (name, bytes) => (writeFileSync(join(folder, name), bytes), join(folder, name));
  const model = readFileSync(fixture("b3d/letter-f.b3d"));
  const good = put("good.zip", zipped({ "models/größe/letter.b3d": model, "../../out.b3d": model, "C:/drive.b3d": model, "models/": Buffer.alloc(0), "read.txt": Buffer.from("x") }));
  await drop(view, good);
  await seen(view, "good/models/größe/letter.b3d");
  await drop(view, fixture("pbo/plain.pbo"));
  await seen(view, "plain/plain.p3d");
  const bomb = Buffer.alloc(1 << 24);
  const bad = {
    "sum.zip": zipped({ "a.b3d": model }, { sum: 1 }),
    "size.zip": zipped({ "a.b3d": bomb }, { size: 10 }),
    "large.zip": zipped({ "a.b3d": model }, { size: 0xfffffff0 }),
    "place.zip": zipped({ "a.b3d": model }, { at: 0x7fffffff }),
    "count.zip": zipped({ "a.b3d": model }, { count: 60000 }),
    "name.zip": zipped({ [`${"x".repeat(5000)}.b3d`]: model }),
    "stored-sum.zip": zipped({ "a.b3d": model }, { stored: true, sum: 1 }),
    "stored-size.zip": zipped({ "a.b3d": model }, { stored: true, size: 0 }),
    "short.zip": Buffer.from("PK\x05\x06", "latin1"),
    "none.zip": Buffer.from("this is no zip file"),
    ...Object.fromEntries(["bomb", "checksum", "encrypted", "entry-cut", "table-cut"].map((name) => [`${name}.pbo`, readFileSync(fixture(`pbo/bad/${name}.pbo`))])),
  };
  for (const [name, bytes] of Object.entries(bad)) {
    await page.evaluate(() => (document.querySelector(".notice").textContent = ""));
    await drop(view, put(name, bytes));
    await page.waitForFunction(() => /could not be read/.test(document.querySelector(".notice").textContent)).catch(() => check(false, `${name} is taken`));
  }
  // What is whole next to it is shown.
  await drop(view, put("sum.zip", bad["sum.zip"]), fixture("b3d/letter-f.b3d"));
  await seen(view, "letter-f.b3d");
  check(/sum\.zip: .*damaged/.test(await page.locator(".notice").textContent()), "an archive that is left out is not named");
  const longest = [await same(view, put), await much(view)];
  // The page lives, and textures that come later join the model.
  await drop(view, fixture("b3d/texture-paths.b3d"));
  await seen(view, "texture-paths.b3d");
  return `a zip file and an addon opened, ${Object.keys(bad).length} that lie refused; the longest task over 8,000 files of one name ${longest[0]} ms, over files that ask for much ${longest[1]} ms`;
}

/** Returns for how many milliseconds at most the page did nothing else while something is done; a loaded machine is slow, too. */
async function longest({ page }, what, act) {
  const gap = page.evaluate(
    () =>
      new Promise((done) => {
        let [last, max] = [performance.now(), 0];
        const timer = setInterval(() => ((max = Math.max(max, performance.now() - last)), (last = performance.now())), 5);
        globalThis.stopped = () => (clearInterval(timer), done(max));
      }),
  );
  // Where what is done fails, that is what is reported.
  gap.catch(() => undefined);
  await act();
  await page.evaluate(() => globalThis.stopped());
  const max = Math.round(await gap);
  check(max < 500, `${what} keep the page waiting for ${max} ms`);
  return max;
}

/** Thousands of files of one name, stored. */
async function same(view, put) {
  // Otherwise they join the model that is there.
  await view.page.locator("[name=close]").click();
  await view.page.locator(".start").waitFor();
  const path = put("same.zip", zipped(new Array(8000).fill(["m.txt", Buffer.from("x")]), { stored: true }));
  return longest(view, "8,000 files of one name", async () => {
    await drop(view, path);
    await view.page.waitForFunction(() => /no model/i.test(document.querySelector(".notice").textContent));
  });
}

/** Small files that ask for very much: the engine says that they do, in its worker. */
function much(view) {
  return longest(view, "files that ask for much", async () => {
    for (const name of ["placed-often.glb", "shared-accessor.glb"]) {
      await drop(view, fixture(`growth/${name}`));
      check(/would exceed/.test(await seen(view, name)), `${name} is shown`);
    }
  });
}

async function thousand(view) {
  const { page } = view;
  const place = join(folder, "thousand");
  mkdirSync(join(place, "deep"), { recursive: true });
  const model = readFileSync(fixture("b3d/letter-f.b3d"));
  for (let i = 0; i < 1000; i++) writeFileSync(join(place, i % 2 ? "deep" : "", `model-${i}.b3d`), i % 100 === 7 ? model.subarray(0, 60) : model);
  const begun = Date.now();
  await drop(view, place);
  await page.locator(".batch").waitFor();
  const first = Date.now() - begun;
  await settled(view);
  const all = Date.now() - begun;
  const counts = await page.evaluate(() => ["good", "lossy", "bad"].map((state) => document.querySelectorAll(`tr[data-state=${state}]`).length));
  check(counts[0] + counts[1] === 990 && counts[2] === 10, `of 1,000 models the table has ${counts}`);
  check((await page.locator(".batch img").count()) === 990, "pictures are missing");
  const coming = page.waitForEvent("download", { timeout: 5 * PATIENCE });
  await page.locator("[name=save-all]").click();
  const files = unzipped(readFileSync(await (await coming).path()));
  const output = join(folder, "letter-f.glb");
  check(retromesh("convert", "-q", "-f", "-o", output, fixture("b3d/letter-f.b3d")).status === 0, "the program does not convert letter-f");
  const wanted = readFileSync(output);
  check(files.size === 991 && files.has("errors.txt"), `the zip file has ${files.size} files`);
  check(
    ["thousand/model-0.glb", "thousand/deep/model-1.glb"].every((name) => files.get(name)?.equals(wanted)),
    "the zip file has other bytes than the program writes",
  );
  return `1,000 files: the table after ${first} ms, all read and drawn after ${(all / 1000).toFixed(1)} s, saved as one zip file`;
}
