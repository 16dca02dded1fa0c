// `retromesh view --watch` in the browser: the page follows its file, nobody else is answered, Ctrl-C ends it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { SMALL, shown, watched } from "./browser.mjs";
import { check, fixture, folder, program } from "./program.mjs";

const NAME = "größe and space.b3d";

/** Asks for a path under a name; returns the status of the answer. */
async function status(url, headers) {
  const asked = request(url, { headers });
  asked.end();
  const [answer] = await once(asked, "response");
  answer.resume();
  return answer.statusCode;
}

/** Serves an empty page; what it asks for elsewhere comes from another origin. */
async function stranger() {
  const server = createServer((_, response) => response.setHeader("Content-Type", "text/html").end("<title>x</title>"));
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { server, url: `http://127.0.0.1:${server.address().port}/` };
}

export async function watch(browser) {
  const model = join(folder, NAME);
  copyFileSync(fixture("b3d/triangle.b3d"), model);
  const served = spawn(program, ["view", "-q", "--watch", "--no-open", model], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(served, "exit");
  const other = await stranger();
  try {
    const [line] = await once(createInterface({ input: served.stdout }), "line");
    const url = new URL(line);
    check(url.hostname === "127.0.0.1" && /^\/[0-9a-f]{32}\/$/.test(url.pathname), `the page is at ${url}`);
    const view = await watched(browser, { viewport: SMALL });
    const { page, said, asked } = view;
    await page.goto(url.href);
    await shown(page, NAME);
    const faces = () => page.locator("[data-section=statistics] tr", { hasText: "Triangles" }).locator("td").textContent();
    check((await faces()) === "1", `the page shows ${await faces()} triangles`);
    copyFileSync(fixture("b3d/letter-f.b3d"), model);
    await page.waitForFunction(() =>
      [...document.querySelectorAll("[data-section=statistics] tr")].some((row) => row.textContent.includes("Triangles") && row.querySelector("td").textContent !== "1"),
    );
    await shown(page, NAME);
    const elsewhere = asked.filter((place) => !place.startsWith(url.href) && !/^(blob|data):/.test(place));
    check(elsewhere.length === 0, `the page asks for ${elsewhere.join(", ")}`);
    check(said.length === 0, `the console says: ${said.join("; ")}`);
    await view.context.close();

    const host = { Host: url.host };
    const statuses = await Promise.all([status(url, host), status(url, { Host: "evil.example" }), status(url, { ...host, Origin: other.url.slice(0, -1) }), status(new URL("/", url), host)]);
    check(statuses.join() === "200,403,403,403", `the server answers ${statuses}`);
    const foreign = await watched(browser);
    await foreign.page.goto(other.url);
    const read = await foreign.page.evaluate(
      (url) =>
        fetch(url, { mode: "no-cors" }).then(
          () => "went through",
          () => "refused",
        ),
      url.href,
    );
    check(read === "refused", "a page of another origin reads the answer");
    await foreign.context.close();
  } finally {
    other.server.close();
    served.kill("SIGINT");
  }
  const [code, signal] = await ended;
  check(signal === "SIGINT" || code > 0, "it ends as if nobody had ended it");
  return "the page follows its file, other hosts and origins are refused, Ctrl-C ends it";
}
