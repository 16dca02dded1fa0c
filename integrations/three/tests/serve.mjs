// Serves the package, three.js and the fixtures to a browser of this machine: `npm run example`.

import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

export const here = fileURLToPath(new URL("..", import.meta.url));
export const fixtures = resolve(here, "../../fixtures");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/** Returns a server of the package's folder, with the fixtures below `fixtures/`, and its address. */
export async function serve(port = 0) {
  const server = createServer(({ url }, answer) => {
    const path = normalize(decodeURIComponent(new URL(url, "http://localhost").pathname));
    const file = path.startsWith("/fixtures/") ? join(fixtures, path.slice("/fixtures".length)) : join(here, path);
    if (path.includes("..") || !extname(file) || !existsSync(file)) return answer.writeHead(404).end();
    answer.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(answer);
  });
  await new Promise((done) => server.listen(port, "127.0.0.1", done));
  return { server, address: `http://127.0.0.1:${server.address().port}/` };
}

if (argv[1] === fileURLToPath(import.meta.url)) console.log(`${(await serve(8080)).address}example/index.html?model=/fixtures/b3d/skin-tube-animated.b3d`);
