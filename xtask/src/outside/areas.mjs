// Reads polygons as JSON and prints the area of each as mapbox's earcut cuts it. The last argument is the folder of the tools.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const require = createRequire(process.argv.at(-1) + "/");
const loaded = await import(pathToFileURL(require.resolve("earcut")));
const earcut = loaded.default?.default ?? loaded.default ?? loaded;
const areas = JSON.parse(readFileSync(0, "utf8")).map((polygon) => {
  const cut = earcut(polygon.flat());
  let area = 0;
  for (let i = 0; i < cut.length; i += 3) {
    const [a, b, c] = [cut[i], cut[i + 1], cut[i + 2]].map((corner) => polygon[corner]);
    area += Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
  }
  return area;
});
console.log(JSON.stringify(areas));
