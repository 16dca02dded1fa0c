// `npm run dev`: serves the page on this machine, bundled anew whenever it is loaded. `/` is the page that models are dropped on;
// `/view/fixtures/b3d/letter-f.b3d` is the page that `retromesh view` writes of a file of the repository, with the sources of now.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";

const PORT = Number(process.env.PORT ?? 5173);
const ROOT = resolve("../../..");
const at = (...parts) => join(ROOT, "target", ...parts);
const PROGRAM = process.env.RETROMESH ?? at("debug", process.platform === "win32" ? "retromesh.exe" : "retromesh");
const TYPES = {
  "": "text/html",
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

const lacks = (what, command) => `There is no ${what} yet: run \`${command}\`.`;
const engine = [at("wasm/glue/engine.js"), at("wasm/glue/engine_bg.wasm")];
const noEngine = () => !engine.every((file) => existsSync(file)) && lacks("engine", "cargo xtask web");
const noProgram = () => !existsSync(PROGRAM) && lacks("program", "cargo build");

/** Runs a command; what it says is the answer where it fails. */
function run(program, ...words) {
  const { status, stderr, error } = spawnSync(program, words, { encoding: "utf8" });
  if (error || status > 1) throw new Error(stderr || String(error));
}

/** Returns the page of a model: what the program puts into it, with the viewer of now. */
function viewed(path) {
  const [written, viewer] = [at("dev-model.html"), at("dev-viewer.html")];
  run(PROGRAM, "view", "-q", "-f", "-o", written, resolve(ROOT, path));
  run("node", "build.mjs", viewer);
  const page = readFileSync(written, "utf8");
  const models = page.slice(page.indexOf("<script"), page.lastIndexOf("<script>"));
  return readFileSync(viewer, "utf8").replace("<!-- models -->", () => models);
}

function answer(path) {
  if (path.startsWith("view/")) return noProgram() || viewed(path.slice(5));
  if (path === "") {
    if (noEngine()) return noEngine();
    run("node", "build-site.mjs", ...engine, at("web"));
  }
  return readFileSync(at("web", path || "index.html"));
}

createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname.slice(1));
  const isOut = path.split("/").includes("..");
  try {
    if (isOut) throw new Error("not found");
    const content = answer(path);
    response.setHeader("Content-Type", path.startsWith("view/") ? "text/html" : (TYPES[extname(path)] ?? "application/octet-stream")).end(content);
  } catch (error) {
    response.writeHead(404, { "Content-Type": "text/plain" }).end(String(error));
  }
}).listen(PORT, "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${PORT}/ ${noEngine() || "is the page that models are dropped on."}`);
  console.log(`http://127.0.0.1:${PORT}/view/fixtures/b3d/letter-f.b3d ${noProgram() || "is the page of a model."}`);
});
