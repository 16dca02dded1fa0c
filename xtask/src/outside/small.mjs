// Has gltf-transform unpack what meshoptimizer packed, by meshoptimizer's own decoder; whole numbers stay. The first argument is the folder of
// the tools, the others are files: `1.glb` becomes `1.out.glb`.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [tools, ...files] = process.argv.slice(1);
const require = createRequire(tools + "/");
const load = (name) => import(pathToFileURL(require.resolve(name)));
const { NodeIO } = await load("@gltf-transform/core");
const { ALL_EXTENSIONS } = await load("@gltf-transform/extensions");
const { MeshoptDecoder } = await load("meshoptimizer");
await MeshoptDecoder.ready;
const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({ "meshopt.decoder": MeshoptDecoder });
for (const file of files) {
  try {
    const document = await io.read(file);
    const used = document.getRoot().listExtensionsUsed();
    used.filter((extension) => extension.extensionName === "EXT_meshopt_compression").forEach((extension) => extension.dispose());
    await io.write(file.replace(/glb$/, "out.glb"), document);
  } catch (error) {
    console.log(`gltf-transform refused ${file}: ${error.message.split("\n")[0]}`);
  }
}
