// Models with images made for them: light that grows across the light map, and squares of a colour of its own for every other image.

import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { fixture, folder, retromesh } from "./program.mjs";

/** How the exporters of light maps order and join them: after the picture, before it, added, multiplied, multiplied twofold. */
const FIXTURES = ["b3d/lightmap-3dws.b3d", "b3d/lightmap-giles.b3d", "b3d/lightmap-maplet.b3d", "rmesh/light-maps.rmesh", "rmesh/room.rmesh"];
/** This many rooms of a folder of real files are tried, where there is one. */
const REAL = 10;
const SIDE = 64;

/** Makes a PNG file; `color` says what is at a place from 0 to 1. */
function png(color) {
  const row = (y) => [0, ...Array.from({ length: SIDE }, (_, x) => color(x / SIDE, y / SIDE)).flat()];
  const size = Buffer.alloc(13);
  [SIDE, SIDE].forEach((side, place) => size.writeUInt32BE(side, place * 4));
  size.set([8, 2, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.from(Array.from({ length: SIDE }, (_, y) => row(y)).flat()));
  const chunk = (name, content) => {
    const body = Buffer.concat([Buffer.from(name), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", size), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

/** Copies a model into a folder of its own, with every image that it names. */
function dressed(path) {
  const place = join(folder, "dressed", basename(path));
  mkdirSync(place, { recursive: true });
  const copy = join(place, basename(path));
  copyFileSync(path, copy);
  const facts = JSON.parse(retromesh("info", "--json", copy).stdout);
  for (const image of (Array.isArray(facts) ? facts[0] : facts).images) {
    const name = image.split(/[\\/]/).pop();
    const [r, g, b] = [...Buffer.from(String(crc32(name)).padStart(9, "0").slice(-6))].filter((_, i) => i % 2).map((digit) => 40 + (digit % 10) * 20);
    const square = (u, v) => [r, g, b].map((c) => ((Math.floor(u * 8) + Math.floor(v * 8)) % 2 ? c : Math.floor(c * 0.6)));
    const light = (u, v) => [160 * u, 120 * v, 90 * (1 - u)].map((c) => Math.floor(c) + 10);
    writeFileSync(join(place, name), png(/lm/i.test(name) ? light : square));
  }
  return copy;
}

/** Makes the models with light maps: those of the repository, and rooms of a folder of real files. */
export function lightMapped() {
  const corpus = process.env.RETROMESH_CORPUS && join(process.env.RETROMESH_CORPUS, "rmesh");
  const rooms = corpus
    ? readdirSync(corpus)
        .filter((name) => name.endsWith(".rmesh"))
        .slice(0, REAL)
    : [];
  return [...FIXTURES.map(fixture), ...rooms.map((name) => join(corpus, name))].map(dressed);
}
