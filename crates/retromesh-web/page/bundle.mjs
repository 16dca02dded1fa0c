// Bundles sources and puts them into pages. A page's policy names no place but, where it has to, the page's own.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { build } from "esbuild";

const common = { bundle: true, minify: true, write: false, charset: "utf8", legalComments: "eof", logLevel: "warning" };

/** Bundles a script or a style. */
export async function bundle(entry, more = {}) {
  const script = entry.endsWith(".ts") ? { format: "iife", target: "es2022" } : {};
  return (await build({ ...common, ...script, ...more, entryPoints: [entry] })).outputFiles[0].text.trim();
}

/** Returns the source expression of a policy that stands for an element's text. */
export const hashed = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Returns a short hash for names of files. */
export const short = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 12);

/** Makes an element of a text that must not end it. */
export function element(name, attributes, text) {
  if (/<\/(script|style)|<!--/i.test(text)) throw new Error("the text would end its own element");
  return `<${name}${attributes}>${text}</${name}>`;
}

/** Makes a page: the sources that it may use beyond images in it, and what is in its head and its body. */
export function page(sources, head, body) {
  const policy = ["default-src 'none'", ...sources, "base-uri 'none'", "form-action 'none'"].join("; ");
  const parts = { policy, head, body };
  return readFileSync("page.html", "utf8").replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
}
