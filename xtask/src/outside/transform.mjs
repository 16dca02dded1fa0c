// Takes GLB files through gltf-transform: prune, dedup, reorder, weld. The first argument is the folder of the tools, the others
// are pairs of paths, separated by a tab.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [tools, ...pairs] = process.argv.slice(1);
const require = createRequire(tools + "/");
const load = (name) => import(pathToFileURL(require.resolve(name)));
const { NodeIO, Logger } = await load("@gltf-transform/core");
const { ALL_EXTENSIONS } = await load("@gltf-transform/extensions");
const { prune, dedup, reorder, weld } = await load("@gltf-transform/functions");
const { MeshoptEncoder } = await load("meshoptimizer");
await MeshoptEncoder.ready;
for (const pair of pairs) {
  const [from, to] = pair.split("\t");
  const io = new NodeIO().registerExtensions(ALL_EXTENSIONS);
  try {
    const document = await io.read(from);
    document.setLogger(new Logger(Logger.Verbosity.SILENT));
    await document.transform(prune(), dedup(), reorder({ encoder: MeshoptEncoder }), weld());
    await io.write(to, document);
  } catch (error) {
    console.log(`gltf-transform refused ${from}: ${error.message}`);
  }
}
