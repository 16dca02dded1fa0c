// `node build.mjs GLUE.js ENGINE.wasm`: builds the package into `dist`; `cargo xtask web` makes these two. Without them, those that are there stay.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const [glue, engine] = process.argv.slice(2);
process.chdir(fileURLToPath(new URL(".", import.meta.url)));
mkdirSync("dist", { recursive: true });
if (glue) {
  // A function makes each engine, so that a page can have several, and what one of them calls is not global.
  const define = { "globalThis.readFile": "host.readFile", "globalThis.breakDown": "host.breakDown" };
  const made = await build({ entryPoints: [glue], define, bundle: true, minify: true, write: false, format: "iife", globalName: "glue", target: "es2022", logOverride: { "empty-import-meta": "silent" } });
  const text = made.outputFiles[0].text.trim();
  for (const call of Object.values(define)) if (!text.includes(call)) throw new Error(`the glue does not call ${call}`);
  writeFileSync("dist/glue.js", `export function instantiate(module, host) {\n${text}\nglue.initSync({ module });\nreturn glue;\n}\n`);
  copyFileSync(engine, "dist/engine.wasm");
}
execFileSync(process.execPath, ["node_modules/typescript/bin/tsc"], { stdio: "inherit" });
