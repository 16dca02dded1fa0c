// Poses GLB files with Babylon.js, as `three.mjs` does with three.js; of several scenes it shows one.
import { createRequire } from "node:module";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [tools, target, ...files] = process.argv.slice(1);
const require = createRequire(tools + "/");
const load = (name) => import(pathToFileURL(require.resolve(name)));
const babylon = await load("@babylonjs/core");
await load("@babylonjs/loaders/glTF/index.js");
babylon.Logger.LogLevels = 0;
/** Parts of a clip's length at which it is posed. */
const MOMENTS = [0.25, 0.5, 0.75];
/** Frames that the loader makes of a second. */
const RATE = 60;
const gltf = { skipMaterials: true, animationStartMode: 0, extensionOptions: { MSFT_lod: { enabled: false } } };

/** Loads a file anew, as a clip leaves what it moved where it is, and returns its clips and the corners of its triangles in the world. */
async function posed(bytes, at, moment) {
  const engine = new babylon.NullEngine();
  const scene = new babylon.Scene(engine);
  scene.useRightHandedSystem = true;
  const model = await babylon.LoadAssetContainerAsync(bytes, scene, { pluginExtension: ".glb", pluginOptions: { gltf } });
  model.addAllToScene();
  const clips = Math.min(model.animationGroups.length, MOMENTS.length);
  let seconds = 0;
  if (at >= 0 && clips > 0) {
    const clip = model.animationGroups[at % clips];
    seconds = Math.fround((clip.to / RATE) * moment);
    clip.start(false);
    clip.goToFrame(seconds * RATE);
    clip.pause();
  }
  model.transformNodes.forEach((node) => node.computeWorldMatrix(true));
  model.meshes.forEach((mesh) => mesh.computeWorldMatrix(true));
  model.skeletons.forEach((skeleton) => skeleton.prepare(true));
  const corners = [];
  for (const mesh of model.meshes) {
    if (!mesh.geometry || !mesh.getIndices()?.length) continue;
    const positions = mesh.getPositionData(true, true);
    const world = mesh.computeWorldMatrix(true);
    for (const vertex of mesh.getIndices()) {
      const place = babylon.Vector3.FromArray(positions, vertex * 3);
      corners.push(...babylon.Vector3.TransformCoordinates(place, world).asArray());
    }
  }
  engine.dispose();
  return { clips, seconds, corners };
}

for (const [number, file] of files.entries()) {
  try {
    const bytes = new Uint8Array(readFileSync(file));
    const out = [];
    for (const [at, moment] of [[-1, 0], ...MOMENTS.entries()]) {
      const { clips, seconds, corners } = await posed(bytes, at, moment);
      if (at >= 0 && clips === 0) break;
      out.push(at < 0 ? -1 : at % clips, seconds, corners.length / 3);
      for (const value of corners) out.push(value);
    }
    writeFileSync(`${target}/${number}.poses`, Buffer.from(new Float32Array(out).buffer));
  } catch (error) {
    console.log(`Babylon.js refused ${file}: ${String(error.message).split("\n")[0]}`);
  }
}
