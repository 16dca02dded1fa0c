// Motions next to a model: the path and the command that the page names move it, on the page and by the program.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { drop, open, seen } from "../drop.mjs";
import { expect, reveal, SMALL, test } from "../kit.mjs";
import { folder, square } from "../made.mjs";
import { fixture, own, program } from "../program.mjs";

test.use(SMALL);
test.beforeEach(({ page }) => open(page));

/** Where a motion is in the folder "my game", whose model is `models/my bones.p3d`, and what the page says. */
const ROWS = {
  "models/turn.rtm": ["turn.rtm", 'retromesh view "models/my bones.p3d" --animation turn.rtm'],
  "models/two words/turn.rtm": ["two words/turn.rtm", 'retromesh view "models/my bones.p3d" --animation "two words/turn.rtm"'],
  "anim dir/turn.rtm": ["../anim dir/turn.rtm", 'retromesh view "models/my bones.p3d" --animation "../anim dir/turn.rtm" --root .'],
};

for (const [path, [name, command]] of Object.entries(ROWS))
  test(`${path} moves the model by the path and the command that are named`, async ({ page }) => {
    const place = folder("my game", { "models/my bones.p3d": "p3d/odol-levels.p3d", [path]: "rtm/turn.rtm" });
    await drop(page, place);
    await seen(page, "my game/models/my bones.p3d");
    await expect(page.locator(".notice li")).toHaveText([`${name} · ${command}`]);
    const section = await reveal(page, "reading");
    await section.locator("[name=setting-animation]").fill(name);
    await section.locator("[name=read-again]").click();
    await expect(page.locator(".chip")).toHaveCount(2);
    await expect(section.locator("[name=setting-animation]"), "what is set is still there").toHaveValue(name);
    await drop(page, folder("later", { "cube.paa": "paa/argb1555.paa", "none.png": square(1, 2, 3) }));
    await expect(page.locator(".notice li")).toHaveText([/none/]);
    await expect(page.locator(".chip"), "it moves when more files come").toHaveCount(2);
    const words = command.match(/"[^"]*"|\S+/g).map((word) => word.replaceAll('"', ""));
    const { status, stderr } = spawnSync(program, [...words.slice(1), "--no-open", "-o", own("view.html")], { cwd: place, encoding: "utf8" });
    expect(stderr).not.toMatch(/^error/m);
    expect(status).toBeLessThan(2);
  });

test("a motion without a folder, and one that no quotes make safe", async ({ page }) => {
  const place = folder("$(x)", { "bones.p3d": "p3d/odol-levels.p3d", "`x`.rtm": "rtm/turn.rtm" });
  await drop(page, join(place, "bones.p3d"), fixture("rtm/turn.rtm"));
  await expect(page.locator(".notice li")).toHaveText(["turn.rtm · retromesh view bones.p3d --animation turn.rtm"]);
  await drop(page, place);
  await expect(page.locator(".notice li")).toHaveText(["`x`.rtm · retromesh view MODEL --animation FILE"]);
});
