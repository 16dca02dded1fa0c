// Builds the page that models are dropped on: `node build-site.mjs GLUE.js ENGINE.wasm FOLDER` writes the site into the folder, and
// `retromesh.html`, which is all of it in one file.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { bundle, element, hashed, page, short } from "./bundle.mjs";
import { icon } from "./icon.mjs";

const [glue, wasm, folder] = process.argv.slice(2);
const alias = { "retromesh-glue": resolve(glue) };
const engine = readFileSync(wasm);
const [worker, script, hosted, style] = await Promise.all([bundle("src/engine/worker.ts", { alias }), bundle("src/site.ts"), bundle("src/hosted.ts"), bundle("src/style.css")]);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

/** Writes a file of the site under a name that changes with its content. */
function put(name, content) {
  const at = name.replace(".", `-${short(content)}.`);
  writeFileSync(join(folder, at), content);
  return at;
}

const at = {
  script: put("page.js", hosted),
  style: put("page.css", style),
  worker: put("worker.js", worker),
  engine: put("engine.wasm", engine),
  icon: put("icon.svg", icon),
};
const manifest = {
  name: "retromesh",
  short_name: "retromesh",
  description: "Views and converts legacy game models",
  start_url: "./",
  display: "standalone",
  background_color: "#16181d",
  theme_color: "#16181d",
  icons: [{ src: at.icon, sizes: "any", type: "image/svg+xml", purpose: "any" }],
};
at.manifest = put("site.webmanifest", JSON.stringify(manifest));

const hostedSources = ["script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self' blob: data:", "connect-src 'self'", "manifest-src 'self'", "worker-src 'self' blob:"];
const links = [`<link rel="icon" href="${at.icon}">`, `<link rel="manifest" href="${at.manifest}">`, `<link rel="stylesheet" href="${at.style}">`];
const sidecars = [
  `<script type="text/plain" id="engine-worker" data-at="${at.worker}"></script>`,
  `<script type="text/plain" id="engine" data-at="${at.engine}"></script>`,
  `<script src="${at.script}"></script>`,
];
const index = page(hostedSources, links.join("\n"), sidecars.join("\n"));
writeFileSync(join(folder, "index.html"), index);

const files = ["./", ...Object.values(at)];
const service = await bundle("src/service.ts", {
  define: { FILES: JSON.stringify(files), VERSION: JSON.stringify(short(index + files.join())) },
});
writeFileSync(join(folder, "service.js"), service);

const sources = [`script-src ${hashed(script)} 'wasm-unsafe-eval'`, `style-src ${hashed(style)}`, "img-src blob: data:", "connect-src 'none'", "worker-src blob:"];
const packed = (content) => gzipSync(content, { level: 9 }).toString("base64");
const head = `<link rel="icon" href="data:image/svg+xml;base64,${Buffer.from(icon).toString("base64")}">\n${element("style", "", style)}`;
const inside = [element("script", ' type="text/plain" id="engine-worker"', packed(worker)), element("script", ' type="text/plain" id="engine"', packed(engine)), element("script", "", script)];
const single = page(sources, head, inside.join("\n"));
writeFileSync(join(folder, "retromesh.html"), single);

const sizes = { script: hosted, style, worker, engine, "retromesh.html": single };
for (const [name, content] of Object.entries(sizes)) {
  console.log(`${name}: ${content.length} bytes, ${gzipSync(content, { level: 9 }).length} packed`);
}
