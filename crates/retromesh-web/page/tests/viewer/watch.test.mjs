// `retromesh view --watch` in the browser: the page follows its file, nobody else is answered, Ctrl-C ends it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { createInterface } from "node:readline";
import { expect, SMALL, shown, test } from "../kit.mjs";
import { fixture, own, program } from "../program.mjs";

test.use(SMALL);

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

test("the page follows its file, other hosts and origins are refused, Ctrl-C ends it", async ({ page, context, heard }) => {
  const model = own(NAME);
  copyFileSync(fixture("b3d/triangle.b3d"), model);
  const served = spawn(program, ["view", "-q", "--watch", "--no-open", model], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(served, "exit");
  const other = await stranger();
  try {
    const [line] = await once(createInterface({ input: served.stdout }), "line");
    const url = new URL(line);
    expect(line).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/);
    heard.home = url.href;
    await page.goto(url.href);
    await shown(page, NAME);
    const faces = page.locator("[data-section=statistics] tr", { hasText: "Triangles" }).locator("td");
    await expect(faces).toHaveText("1");
    copyFileSync(fixture("b3d/letter-f.b3d"), model);
    await expect(faces).not.toHaveText("1");
    await shown(page, NAME);

    const host = { Host: url.host };
    const statuses = [status(url, host), status(url, { Host: "evil.example" }), status(url, { ...host, Origin: other.url.slice(0, -1) }), status(new URL("/", url), host)];
    expect(await Promise.all(statuses)).toEqual([200, 403, 403, 403]);
    const foreign = await context.newPage();
    await foreign.goto(other.url);
    const read = await foreign.evaluate(
      (url) =>
        fetch(url, { mode: "no-cors" }).then(
          () => "went through",
          () => "refused",
        ),
      url.href,
    );
    expect(read, "a page of another origin asks").toBe("refused");
    await page.close();
  } finally {
    other.server.close();
    served.kill("SIGINT");
  }
  const [code, signal] = await ended;
  expect(signal === "SIGINT" || code > 0, "it ends as what was ended").toBe(true);
});
