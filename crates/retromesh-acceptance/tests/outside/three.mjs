// Poses GLB files with three.js, or models of any format with the package `@retromesh/three` below the folder RETROMESH_THREE. The first argument
// is the folder of the tools, the second that of the results, the others are the files. For file 3 `3.poses` has, one after another: the
// number of the animation (-1 at rest), the seconds, the number of corners of triangles, and the corners in the world, all as 32-bit floats.
import { createRequire } from "node:module";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const [tools, target, ...files] = process.argv.slice(1);
const trial = process.env.RETROMESH_THREE;
const require = createRequire((trial ?? tools) + "/");
// What `require` finds is another copy than the one that the loader uses.
const three = await import(pathToFileURL(require.resolve("three").replace("three.cjs", "three.module.js")));
globalThis.self = globalThis;
const { GLTFLoader } = await import(pathToFileURL(require.resolve("three/addons/loaders/GLTFLoader.js")));
const ours = trial && (await import(pathToFileURL(require.resolve("@retromesh/three")))).RetromeshLoader;
ours?.setEngine(readFileSync(require.resolve("@retromesh/three/engine.wasm")));
/** Parts of a clip's length at which it is posed. */
const MOMENTS = [0.25, 0.5, 0.75];

function corners(scenes) {
  const found = [];
  const place = new three.Vector3();
  for (const scene of scenes) {
    scene.updateMatrixWorld(true);
    scene.traverse((object) => {
      if (!object.isMesh) return;
      const { index, attributes } = object.geometry;
      const count = index ? index.count : attributes.position.count;
      for (let i = 0; i < count; i++) {
        object.getVertexPosition(index ? index.getX(i) : i, place);
        found.push(...place.applyMatrix4(object.matrixWorld).toArray());
      }
    });
  }
  return found;
}

for (const [number, file] of files.entries()) {
  try {
    const loader = ours ? new ours().setLookup(() => null) : new GLTFLoader();
    // There are no pictures here, and none are looked at.
    (ours ? loader.gltf : loader).register(() => ({ name: "no_pictures", loadTexture: async () => new three.Texture() }));
    if (ours) {
      loader.gltf.setKTX2Loader({ load: (_, done) => done(new three.Texture()) });
      // What BOGLE keeps in files of their own.
      const next = join(dirname(file), "geometries");
      for (const name of existsSync(next) ? readdirSync(next) : []) loader.addFile(`geometries/${name}`, readFileSync(join(next, name)));
    }
    const bytes = readFileSync(file);
    const model = await loader.parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), ours ? file : "");
    const out = [];
    const pose = (animation, seconds) => {
      const all = corners(model.scenes);
      out.push(animation, seconds, all.length / 3);
      for (const value of all) out.push(value);
    };
    pose(-1, 0);
    // Three poses of a model, of its first three clips.
    const clips = Math.min(model.animations.length, MOMENTS.length);
    for (const [at, moment] of MOMENTS.entries()) {
      if (clips === 0) break;
      const clip = model.animations[at % clips];
      const mixers = model.scenes.map((scene) => new three.AnimationMixer(scene));
      // Seconds that the file can say.
      const seconds = Math.fround(clip.duration * moment);
      for (const mixer of mixers) {
        mixer.clipAction(clip).play();
        mixer.setTime(seconds);
      }
      pose(at % clips, seconds);
      // Else the next clip would begin where this one left what it does not move.
      for (const mixer of mixers) mixer.stopAllAction();
    }
    writeFileSync(`${target}/${number}.poses`, Buffer.from(new Float32Array(out).buffer));
  } catch (error) {
    console.log(`three.js refused ${file}: ${String(error.message).split("\n")[0]}`);
  }
}
