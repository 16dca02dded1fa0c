// Loads GLB files in three.js and in Babylon.js, and saves them from there. The arguments are as those of `pack.mjs`: what three.js makes of file 3 is
// `3.three.glb`. There are no pictures here: neither engine decodes any in node.
import { createRequire } from "node:module";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [tools, target, ...files] = process.argv.slice(1);
const require = createRequire(tools + "/");
const load = (name) => import(pathToFileURL(require.resolve(name)));

globalThis.self = globalThis;
/** What the exporter of three.js asks of a browser. */
globalThis.FileReader = class {
  async readAsArrayBuffer(blob) {
    this.result = await blob.arrayBuffer();
    this.onloadend();
  }
};
const { GLTFLoader } = await load("three/addons/loaders/GLTFLoader.js");
const { GLTFExporter } = await load("three/addons/exporters/GLTFExporter.js");
const babylon = await load("@babylonjs/core");
await load("@babylonjs/loaders/glTF/index.js");
const { GLTF2Export } = await load("@babylonjs/serializers/glTF/index.js");
babylon.Logger.LogLevels = 0;

const ways = {
  async three(bytes) {
    const loader = new GLTFLoader().register(() => ({ name: "no_pictures", loadTexture: async () => null }));
    const { scenes, animations } = await loader.parseAsync(bytes.buffer, "");
    return new Uint8Array(await new GLTFExporter().parseAsync(scenes, { binary: true, animations, onlyVisible: false }));
  },
  async babylon(bytes) {
    const engine = new babylon.NullEngine();
    const scene = new babylon.Scene(engine);
    scene.useRightHandedSystem = true;
    const gltf = { animationStartMode: 0, extensionOptions: { MSFT_lod: { enabled: false } } };
    await babylon.AppendSceneAsync(bytes, scene, { pluginExtension: ".glb", pluginOptions: { gltf } });
    const { files } = await GLTF2Export.GLBAsync(scene, "model");
    engine.dispose();
    return new Uint8Array(await files["model.glb"].arrayBuffer());
  },
};
console.warn = console.error = () => {};
for (const [number, file] of files.entries()) {
  for (const [way, save] of Object.entries(ways)) {
    try {
      writeFileSync(`${target}/${number}.${way}.glb`, await save(Uint8Array.from(readFileSync(file))));
    } catch (error) {
      console.log(`${way} refused ${file}: ${String(error?.message ?? error).split("\n")[0]}`);
    }
  }
}
