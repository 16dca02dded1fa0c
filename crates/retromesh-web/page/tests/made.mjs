// Models made for the tests: planes of many faces, a quad whose corners have four colours, and models with an image for each name.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { fixture, own, retromesh } from "./program.mjs";

/** How the exporters of light maps order and join them: after the picture, before it, added, multiplied, multiplied twofold. */
const LIGHT_MAPPED = ["b3d/lightmap-3dws.b3d", "b3d/lightmap-giles.b3d", "b3d/lightmap-maplet.b3d", "rmesh/light-maps.rmesh", "rmesh/room.rmesh"];
/** This many rooms of a folder of real files are tried, where there is one. */
const REAL = 10;
const SIDE = 64;

/** Makes a PNG file; `color` says what is at a place from 0 to 1. */
export function png(color, side = SIDE) {
  const row = (y) => [0, ...Array.from({ length: side }, (_, x) => color(x / side, y / side)).flat()];
  const size = Buffer.alloc(13);
  [side, side].forEach((side, place) => size.writeUInt32BE(side, place * 4));
  size.set([8, 2, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.from(Array.from({ length: side }, (_, y) => row(y)).flat()));
  const chunk = (name, content) => {
    const body = Buffer.concat([Buffer.from(name), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", size), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

/** Makes a PNG file of one colour. */
export const square = (r, g, b) => png(() => [r, g, b], 16);

/** Makes a folder of files by path: bytes, or the fixture that they are copied from. */
export function folder(name, files) {
  mkdirSync(own(name), { recursive: true });
  for (const [file, from] of Object.entries(files)) {
    mkdirSync(dirname(own(name, file)), { recursive: true });
    if (typeof from === "string") copyFileSync(fixture(from), own(name, file));
    else writeFileSync(own(name, file), from);
  }
  return own(name);
}

/** Copies a model into a folder of its own, with every image that it names: light that grows, or squares of a colour of its own. */
export function dressed(path) {
  const place = own("dressed", basename(path));
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

/** Lists the models with light maps: those of the repository, and rooms of a folder of real files. */
export function lightMapped() {
  const corpus = process.env.RETROMESH_CORPUS && join(process.env.RETROMESH_CORPUS, "rmesh");
  const rooms = corpus ? readdirSync(corpus).filter((name) => name.endsWith(".rmesh")) : [];
  return [...LIGHT_MAPPED.map(fixture), ...rooms.slice(0, REAL).map((name) => join(corpus, name))];
}

/** Makes a quad with a picture whose four corners have four colours. */
export function texturedQuad() {
  const place = own("quad");
  mkdirSync(place, { recursive: true });
  const four = (u, v) => [u < 0.5 === v >= 0.5 ? 250 : 60, v >= 0.5 ? 40 : 200, u < 0.5 ? 30 : 220];
  writeFileSync(join(place, "four.png"), png(four, 16));
  writeFileSync(join(place, "quad.mtl"), "newmtl four\nKd 1 1 1\nmap_Kd four.png\n");
  const path = join(place, "quad.obj");
  writeFileSync(path, "mtllib quad.mtl\nv -1 0 -1\nv 1 0 -1\nv 1 1.5 1\nv -1 1.5 1\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nusemtl four\nf 1/1 2/2 3/3 4/4\nf 4/4 3/3 2/2 1/1\n");
  return path;
}

/** Makes a plane of this many points to a side, as OBJ. */
export function planeAsObj(side) {
  const lines = [];
  for (let i = 0; i < side * side; i++) lines.push(`v ${i % side} ${Math.sin(i * 0.01).toFixed(4)} ${Math.floor(i / side)}`);
  for (let y = 0; y < side - 1; y++) for (let x = 1; x < side; x++) lines.push(`f ${y * side + x} ${(y + 1) * side + x} ${(y + 1) * side + x + 1} ${y * side + x + 1}`);
  const path = own(`plane-${side}.obj`);
  writeFileSync(path, lines.join("\n"));
  return path;
}

/** Makes a plane of this many points to a side, as B3D: 56 bytes each. */
export function planeAsB3d(side) {
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
  const path = own(`plane-${side}.b3d`);
  writeFileSync(path, bytes);
  return path;
}

/** Makes a GLB of a model, as programs write it that keep nothing of what glTF has no place for. */
export function edited(path) {
  const glb = own("edited.glb");
  retromesh("convert", "-q", "-f", "-o", glb, path);
  const bytes = readFileSync(glb);
  const length = bytes.readUInt32LE(12);
  const json = JSON.parse(bytes.toString("utf8", 20, 20 + length), (key, value) => (key === "extras" ? undefined : value));
  json.asset.generator = "another program";
  bytes.write(JSON.stringify(json).padEnd(length), 20);
  return bytes;
}
