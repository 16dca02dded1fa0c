// The site as a server offers it: it works without the network once it was there, asks nobody else, and outlives an engine that breaks.

import { copyFileSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { drop, seen } from "../drop.mjs";
import { expect, SMALL, test } from "../kit.mjs";
import { fixture, own, root } from "../program.mjs";

test.use(SMALL);

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

test("an engine that breaks down is started again; without the server the site shows models", async ({ page, heard }) => {
  const { server, url } = await served();
  heard.home = url;
  await page.goto(url);
  await page.locator(".start").waitFor();
  const policy = await page.locator("meta[http-equiv]").getAttribute("content");
  expect(policy).toMatch(/^default-src 'none'/);
  expect(policy.replace("'wasm-unsafe-eval'", "")).not.toMatch(/https?:|\*|unsafe-(inline|eval)/);
  const isInstallable = await page.evaluate(async () => {
    const manifest = await (await fetch(document.querySelector("link[rel=manifest]").href)).json();
    return manifest.display === "standalone" && manifest.icons.length > 0 && Boolean(await navigator.serviceWorker.ready);
  });
  expect(isInstallable).toBe(true);

  copyFileSync(fixture("b3d/letter-f.b3d"), own("breaks.b3d"));
  await drop(page, own("breaks.b3d"));
  await page.locator(".status.failed").waitFor();
  await expect(page.locator("body")).toContainText("the engine broke down");
  await drop(page, fixture("b3d/letter-f.b3d"));
  expect(await seen(page, "letter-f.b3d"), "the engine comes back").not.toContain("broke");

  server.close();
  server.closeAllConnections();
  await page.reload();
  await page.locator(".start").waitFor();
  await drop(page, fixture("b3d/skin-tube-animated.b3d"));
  await seen(page, "skin-tube-animated.b3d");
  heard.said = heard.said.filter((line) => !/Failed to load resource|ERR_CONNECTION_REFUSED/.test(line));
});
