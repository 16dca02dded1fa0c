// The axes in the corner, the studio light, two pictures on each other, and before and after by a key.

import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { framed, press, quiet, shown, still, until, watched } from "./browser.mjs";
import { check, fixture, folder, page } from "./program.mjs";
import { shareOf } from "./sheets.mjs";

export async function extras(browser) {
  const view = await watched(browser);
  await gizmo(view);
  await studio(view);
  await overlay(view);
  await view.context.close();
  return "a press on an axis is its side, studio light, two pictures on each other with differences marked, by turns with B";
}

const picture = (page) => still(page, () => page.locator(".view canvas").first().screenshot());

async function gizmo(view) {
  const { page: tab } = view;
  await tab.goto(page("gizmo.html", fixture("b3d/letter-f.b3d")));
  await shown(tab, "letter-f.b3d");
  const first = await picture(tab);
  for (const side of ["top", "right"]) {
    await tab.locator(`.gizmo [data-view=${side}] circle`).click();
    const pressed = await picture(tab);
    check(!pressed.equals(first), `a press on the axis of ${side} changes nothing`);
    await press(tab, "[name=view-iso]");
    await press(tab, `[name=view-${side}]`);
    check(pressed.equals(await picture(tab)), `the axis of ${side} shows another side than the menu`);
    await press(tab, "[name=view-iso]");
    check(first.equals(await picture(tab)), "the picture does not come back");
  }
}

async function studio(view) {
  const { page: tab } = view;
  const before = await picture(tab);
  await press(tab, "[name=studio]");
  check(!before.equals(await picture(tab)), "the studio light changes nothing");
  await press(tab, "[name=studio]");
  check(before.equals(await picture(tab)), "the light of render does not come back");
  quiet(view, "studio");
  await tab.goto(page("broken.html", fixture("b3d/letter-f.b3d"), fixture("b3d/bad/three-bytes.b3d")));
  await tab.locator("[name=model]").selectOption({ label: "three-bytes.b3d" });
  await tab.locator(".status.failed").waitFor();
  check(!(await tab.locator(".gizmo").isVisible()), "there are axes where there is no model");
}

async function overlay(view) {
  const { page: tab } = view;
  const same = join(folder, "letter-f-again.b3d");
  copyFileSync(fixture("b3d/letter-f.b3d"), same);
  await tab.goto(page("overlay.html", fixture("b3d/letter-f.b3d"), fixture("b3d/letter-f-turned.b3d"), same));
  await tab.locator("[name=model]").selectOption({ label: "letter-f.b3d" });
  await shown(tab, "letter-f.b3d");
  const compared = async (name) => {
    await tab.locator("[name=compare]").selectOption({ label: name });
    await tab.waitForFunction((name) => document.querySelectorAll(".view canvas")[1]?.dataset.shown === name, name);
    await framed(tab);
  };
  const opacity = () => tab.evaluate(() => getComputedStyle(document.querySelectorAll(".picture")[1]).opacity);
  const boxes = () => Promise.all([0, 1].map((place) => tab.locator(".view canvas").nth(place).boundingBox()));
  await compared("letter-f-turned.b3d");
  check((await boxes())[0].x !== (await boxes())[1].x, "two models are not side by side at first");
  await tab.locator("[name=overlay]").check();
  const [a, b] = await boxes();
  check(
    ["x", "y", "width", "height"].every((of) => a[of] === b[of]),
    `the pictures do not lie on each other: ${JSON.stringify([a, b])}`,
  );
  check((await opacity()) === "0.5", `half of the second is seen at first, not ${await opacity()}`);
  await tab.locator("[name=share]").fill("20");
  check((await opacity()) === "0.2", "the slider changes nothing");
  await tab.locator("[name=differing]").check();
  // Where nothing differs, the picture is black.
  const black = () => shareOf(view, ".view canvas >> nth=0", [0, 0, 0]);
  await until(tab, async () => (await black()) > 0.5 && (await black()) < 0.995, "what differs is not marked");
  await compared("letter-f-again.b3d");
  await until(tab, async () => (await black()) > 0.995, "what is equal is marked");
  await tab.keyboard.press("b");
  check((await opacity()) === "1" && !(await tab.locator("[name=differing]").isChecked()), "B does not show the second");
  await tab.keyboard.press("b");
  check((await opacity()) === "0", "B does not show the first again");
  await tab.keyboard.press("?");
  check((await tab.locator(".help kbd").allTextContents()).includes("B"), "the keys do not list B");
  await tab.keyboard.press("Escape");
  await tab.locator("[name=overlay]").uncheck();
  check((await boxes())[0].x !== (await boxes())[1].x, "they are not side by side again");
  quiet(view, "overlay");
}
