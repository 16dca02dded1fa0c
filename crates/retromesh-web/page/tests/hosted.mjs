// The site as a server offers it: it works without the network once it was there, asks nobody else, and outlives an engine that breaks.

import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { SMALL, watched } from "./browser.mjs";
import { check, fixture, folder, root } from "./program.mjs";
import { drop, seen } from "./site.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };

/** An engine that breaks down over files of this name. */
const BREAKS = `;{const read=self.readFile;self.readFile=(set,path)=>{if(path.includes("breaks"))throw new WebAssembly.RuntimeError("unreachable");return read(set,path)}}`;

async function served() {
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://localhost").pathname.slice(1) || "index.html";
    try {
      const content = readFileSync(join(root, "target/web", name));
      response.setHeader("Content-Type", TYPES[extname(name)] ?? "application/octet-stream");
      response.end(name.startsWith("worker") ? content + BREAKS : content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { server, url: `http://127.0.0.1:${server.address().port}/` };
}

export async function hosted(browser) {
  const { server, url } = await served();
  const view = await watched(browser, { viewport: SMALL });
  const { page, context, said, asked } = view;
  await page.goto(url);
  await page.locator(".start").waitFor();
  const policy = await page.locator("meta[http-equiv]").getAttribute("content");
  check(policy.startsWith("default-src 'none'") && !/https?:|\*|unsafe-(inline|eval)/.test(policy.replace("'wasm-unsafe-eval'", "")), `the policy names a place: ${policy}`);
  const isInstallable = await page.evaluate(async () => {
    const manifest = await (await fetch(document.querySelector("link[rel=manifest]").href)).json();
    return manifest.display === "standalone" && manifest.icons.length > 0 && Boolean(await navigator.serviceWorker.ready);
  });
  check(isInstallable, "the site cannot be installed");

  const bad = join(folder, "breaks.b3d");
  writeFileSync(bad, readFileSync(fixture("b3d/letter-f.b3d")));
  await drop(view, bad);
  await page.locator(".status.failed").waitFor();
  const why = await page.locator("body").innerText();
  check(why.includes("the engine broke down"), `no word of the engine that broke down: ${why.slice(0, 300)}`);
  await drop(view, fixture("b3d/letter-f.b3d"));
  check(!(await seen(view, "letter-f.b3d")).includes("broke"), "the engine did not come back");

  server.close();
  server.closeAllConnections();
  await page.reload();
  await page.locator(".start").waitFor();
  await drop(view, fixture("b3d/skin-tube-animated.b3d"));
  await seen(view, "skin-tube-animated.b3d");
  const elsewhere = asked.filter((asked) => !asked.startsWith(url) && !asked.startsWith("blob:") && !asked.startsWith("data:"));
  check(elsewhere.length === 0, `the site asks ${elsewhere.join(", ")}`);
  const wrong = said.filter((line) => !/Failed to load resource|ERR_CONNECTION_REFUSED/.test(line));
  check(wrong.length === 0, `the console says: ${wrong.join("; ")}`);
  await context.close();
  return "an engine that breaks down is started again; without the server the site shows models";
}
