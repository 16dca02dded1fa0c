// Bundles the page into one file: `node build.mjs OUT`. Its policy names its script and its style by their hashes, and no place.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const options = { bundle: true, minify: true, write: false, charset: "utf8", legalComments: "none", logLevel: "warning" };
const bundle = async (entry, more) => (await build({ ...options, ...more, entryPoints: [entry] })).outputFiles[0].text.trim();
const script = await bundle("src/viewer.ts", { format: "iife", target: "es2022" });
const style = await bundle("src/style.css", {});
if (/<\/(script|style)|<!--/i.test(script + style)) throw new Error("the bundle would end its own element");

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)}`,
  `style-src ${hash(style)}`,
  "img-src blob: data:",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const page = readFileSync("page.html", "utf8");
const parts = { policy, style, script };
writeFileSync(process.argv[2], page.replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]));
