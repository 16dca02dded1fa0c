// Packs glTF files with gltf-transform in several ways. The first argument is the folder of the tools, the second that of the results, the
// others are the files: the result for file 3 packed by Draco is `3.draco.glb`, and what the reference decoder makes of that, without
// packing, is `3.draco-twin.glb`.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [tools, target, ...files] = process.argv.slice(1);
const require = createRequire(tools + "/");
const load = (name) => import(pathToFileURL(require.resolve(name)));
const { NodeIO, Logger } = await load("@gltf-transform/core");
const { ALL_EXTENSIONS } = await load("@gltf-transform/extensions");
const { dedup, draco, instance, meshopt, prune, reorder, textureCompress, unpartition, weld } = await load("@gltf-transform/functions");
const { MeshoptEncoder, MeshoptDecoder } = await load("meshoptimizer");
const draco3d = (await load("draco3dgltf")).default;
const sharp = (await load("sharp")).default;
await MeshoptEncoder.ready;
const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({
  "draco3d.encoder": await draco3d.createEncoderModule(),
  "draco3d.decoder": await draco3d.createDecoderModule(),
  "meshopt.encoder": MeshoptEncoder,
  "meshopt.decoder": MeshoptDecoder,
});
const paint = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#c04020" } }).png().toBuffer();
const ways = {
  plain: [],
  // For rooms, whose waypoints and props are nodes with extras alone.
  kept: [prune({ keepExtras: true }), dedup(), weld()],
  tidy: [prune(), dedup(), reorder({ encoder: MeshoptEncoder }), weld()],
  draco: [draco()],
  meshopt: [meshopt({ encoder: MeshoptEncoder, level: "medium" })],
  // As somebody who paints over all images.
  painted: [(document) => document.getRoot().listTextures().forEach((texture) => texture.setImage(paint).setMimeType("image/png"))],
  webp: [textureCompress({ encoder: sharp, targetFormat: "webp", lossless: true })],
  instances: [instance({ min: 2 })],
};
for (const [number, file] of files.entries()) {
  for (const [way, transforms] of Object.entries(ways)) {
    try {
      const document = await io.read(file);
      document.setLogger(new Logger(Logger.Verbosity.SILENT));
      await document.transform(...transforms, unpartition());
      await io.write(`${target}/${number}.${way}.glb`, document);
      const twin = await io.read(`${target}/${number}.${way}.glb`);
      const packing = ["KHR_draco_mesh_compression", "EXT_meshopt_compression"];
      const extensions = twin.getRoot().listExtensionsUsed().filter((used) => packing.includes(used.extensionName));
      if (extensions.length === 0) continue;
      extensions.forEach((extension) => extension.dispose());
      await io.write(`${target}/${number}.${way}-twin.glb`, twin);
    } catch (error) {
      console.log(`gltf-transform (${way}) refused ${file}: ${error.message.split("\n")[0]}`);
    }
  }
}
