// What the loader gives in node, where there are no pictures.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { LoadingManager, Texture } from "three";
import { fixtures, here, serve } from "./serve.mjs";

globalThis.self = globalThis;
// three.js reports progress by an event that node has not.
globalThis.ProgressEvent ??= class extends Event {};
const { RetromeshLoader } = await import("../dist/index.js");
RetromeshLoader.setEngine(readFileSync(join(here, "dist/engine.wasm")));

let server;
let address;
before(async () => ({ server, address } = await serve()));
after(() => server.close());

function loader(manager) {
  const made = new RetromeshLoader(manager);
  made.gltf.register(() => ({ name: "no_pictures", loadTexture: async () => new Texture() }));
  return made;
}
const bytes = (name) => readFileSync(join(fixtures, name));

test("a model of a file is what GLTFLoader gives", async () => {
  const model = await loader().parseAsync(bytes("b3d/skin-tube-animated.b3d"), "tube.b3d");
  assert.deepEqual(Object.keys(model).sort(), ["animations", "asset", "cameras", "parser", "scene", "scenes", "userData"]);
  assert.equal(model.userData.retromesh.format, "b3d");
  assert.match(model.userData.retromesh.program, /^retromesh \d/);
  assert.ok(model.animations.length > 0 && model.animations[0].duration > 0);
  let skinned = 0;
  model.scene.traverse((object) => (skinned += Number(object.isSkinnedMesh ?? false)));
  assert.ok(skinned > 0);
});

test("callbacks are called as GLTFLoader calls them", async () => {
  const model = await new Promise((done, failed) => loader().parse(bytes("b3d/minimal.b3d").buffer.slice(0, 4), "", failed, done));
  assert.match(String(model), /unknown format/i);
  const opened = await new Promise((done, failed) => loader().parse(new Uint8Array(bytes("b3d/minimal.b3d")), "", done, failed));
  assert.ok(opened.scene.isObject3D);
});

test("a model is fetched with the images next to it, and the manager hears the end once", async () => {
  const manager = new LoadingManager();
  let ends = 0;
  manager.onLoad = () => ends++;
  const asked = [];
  const images = loader(manager).setLookup((name, folder) => {
    asked.push([name, folder.replace(address, "")]);
    return `${address}fixtures/zip/none.png`;
  });
  const model = await images.loadAsync(`${address}fixtures/b3d/texture-paths.b3d?v=1`);
  assert.ok(asked.length > 0 && asked.every(([name, folder]) => folder === "fixtures/b3d/" && !/\\|\.\.|:|^\//.test(name)), JSON.stringify(asked));
  assert.equal(model.userData.retromesh.missing.length, asked.length);
  assert.ok(Array.isArray(model.userData.retromesh.findings));
  await new Promise((done) => setTimeout(done));
  assert.equal(ends, 1);
  await assert.rejects(images.loadAsync(`${address}fixtures/b3d/none.b3d`));
});

test("images come by the lookup, by files, and by the resource path", async () => {
  const name = "bo3d/texture-path.bo3d";
  const { missing } = (await loader().setLookup(() => null).parseAsync(bytes(name), "a.bo3d")).userData.retromesh;
  assert.equal(missing.length, 1);
  const image = pixel();
  const found = async (made) => (await made.parseAsync(bytes(name), "http://127.0.0.1/models/a.bo3d")).userData.retromesh.missing;
  assert.deepEqual(await found(loader().setLookup(() => image)), []);
  const asked = [];
  const looked = loader().setLookup((path, folder) => void asked.push(folder) ?? null);
  assert.equal((await found(looked.setResourcePath("http://127.0.0.1/images/"))).length, 1);
  assert.deepEqual(asked, ["http://127.0.0.1/images/"]);
  const file = missing[0].replaceAll("\\", "/").split("/").at(-1);
  assert.deepEqual(await found(loader().setLookup(() => null).addFile(file, image)), []);
});

test("formats are listed, settings reach them", async () => {
  const formats = await RetromeshLoader.formats();
  assert.ok(formats.some(({ id, extensions }) => id === "b3d" && extensions.includes("b3d")));
  const model = await loader().setSettings({ "no-such-setting": ["1"] }).parseAsync(bytes("b3d/minimal.b3d"), "a.b3d");
  assert.ok(model.scene);
});

test("no damaged model does more than fail", async () => {
  let failed = 0;
  for (const format of ["b3d", "bmd", "bo3d", "p3d", "rmesh", "x"]) {
    for (const name of readdirSync(join(fixtures, format, "bad"))) {
      await loader().setLookup(() => null).parseAsync(bytes(`${format}/bad/${name}`), name).catch((error) => {
        assert.doesNotMatch(error.message, /broke down/);
        failed++;
      });
    }
  }
  assert.ok(failed > 20, `${failed}`);
});

/** A PNG of one white pixel. */
function pixel() {
  return Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTjx8gAAAABJRU5ErkJggg==", "base64");
}
