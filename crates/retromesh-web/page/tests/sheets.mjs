// The faces laid flat over their texture, and the named selections.

import { framed, quiet, reveal, shown, until, watched } from "./browser.mjs";
import { check, fixture, page } from "./program.mjs";

/** Runs in the page: the share of a canvas that has about this colour. */
async function share([link, color]) {
  const image = new Image();
  image.src = link;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let found = 0;
  for (let i = 0; i < data.length; i += 4) if (color.every((value, place) => Math.abs(data[i + place] - value) < 24)) found += 1;
  return (found * 4) / data.length;
}

/** Returns the share of a part of the page that has about this colour. */
export async function shareOf(view, selector, color) {
  const shot = await view.page.locator(selector).screenshot();
  return view.page.evaluate(share, [`data:image/png;base64,${shot.toString("base64")}`, color]);
}

export async function sheets(browser, textured) {
  const view = await watched(browser);
  await view.page.goto(page("uv.html", textured));
  await shown(view.page, "quad.obj");
  await view.page.locator("[name=show-uv]").click();
  await view.page.locator(".uv [role=status]:not(:empty)").waitFor();
  await framed(view.page);
  check(!(await view.page.locator(".view canvas").isVisible()), "the picture stays next to the texture");
  // The four colours of the texture; and the edges of the faces, which cross it.
  for (const color of [
    [250, 40, 30],
    [60, 40, 220],
    [60, 200, 30],
    [250, 200, 220],
  ]) {
    const found = await shareOf(view, ".uv canvas", color);
    check(found > 0.05, `the colour ${color} of the texture takes ${found} of the sheet`);
  }
  check((await shareOf(view, ".uv canvas", [255, 211, 77])) > 0.001, "the edges of the faces are not drawn");
  check((await view.page.locator(".uv [role=status]").textContent()) === "4 Triangles", "the sheet does not count its triangles");
  await view.page.locator("[name=show-picture]").click();
  check(await view.page.locator(".view canvas").isVisible(), "the picture does not come back");
  quiet(view, "uv");

  await view.page.goto(page("selections.html", fixture("p3d/sp3x-selections.p3d")));
  await shown(view.page, "sp3x-selections.p3d");
  await reveal(view.page, "selections");
  const all = view.page.locator("[data-section=selections] button");
  const names = await all.allTextContents();
  const before = await shareOf(view, ".view canvas", [255, 138, 61]);
  check(before === 0, "something is marked before anything is chosen");
  let marked = 0;
  for (let place = 0; place < names.length; place++) {
    await all.nth(place).click();
    await framed(view.page);
    if ((await shareOf(view, ".view canvas", [255, 138, 61])) > 0) marked += 1;
  }
  check(marked > 0, "no selection is marked in the picture");
  await all.nth(names.length - 1).click();
  await until(view.page, async () => (await shareOf(view, ".view canvas", [255, 138, 61])) === 0, "the mark stays");
  quiet(view, "selections");

  // Three of one code are one finding.
  await view.page.goto(page("badge.html", fixture("b3d/rotation-long.b3d")));
  await shown(view.page, "rotation-long.b3d");
  const badge = await view.page.locator("[name=show-report] .badge").textContent();
  check(badge === "1", `one finding is counted as ${badge}`);
  quiet(view, "badge");
  await view.context.close();
  return `faces over their texture; ${marked} of ${names.length} selections marked in the picture`;
}
