// Takes the pictures of the documentation anew, and those that docs/design/page.md says were looked at into target/pictures.

import { join } from "node:path";
import { drop, open, seen, settled } from "./drop.mjs";
import { bothShown, choose, framed, press, reveal, shown, test } from "./kit.mjs";
import { dressed, lightMapped } from "./made.mjs";
import { fixture, root, written } from "./program.mjs";

const DOCUMENTED = join(root, "docs/images");
const LOOKED = join(root, "target/pictures");
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const TUBE = "b3d/skin-tube-animated.b3d";

test.use({ viewport: { width: 1200, height: 720 } });

/** Takes a picture of the page after something was done on it. */
function picture(place, name, act, options = {}) {
  test.describe(name, () => {
    test.use(options);
    test("picture", async ({ page }) => {
      await act(page);
      await framed(page);
      // The mouse rests on nothing.
      await page.mouse.move(0, 719);
      await page.waitForTimeout(300);
      await page.screenshot({ path: join(place, `${name}.png`) });
    });
  });
}

/** Opens a page of the program, until a model is shown where there is one. */
async function viewer(page, ...files) {
  await page.goto(written("shot.html", ...files));
  if (files.length === 1) await shown(page, files[0].split("/").pop());
}

/** Drops a fixture on the page that models are dropped on. */
const dropped = (name) => async (page) => {
  await open(page);
  await drop(page, fixture(name));
  await seen(page, name.split("/").pop());
};

async function clip(page) {
  await viewer(page, fixture(TUBE));
  await page.locator(".chip", { hasText: "bend" }).click();
  await page.locator("[name=moment]").fill("0.5");
  await press(page, "[name=view-iso]");
}

async function compared(page) {
  await viewer(page, fixture("b3d/letter-f.b3d"), fixture("b3d/letter-f-turned.b3d"));
  await choose(page, "letter-f.b3d");
  await shown(page, "letter-f.b3d");
  await page.locator("[name=compare]").selectOption("letter-f-turned.b3d");
  await bothShown(page);
}

picture(DOCUMENTED, "page-start", open);
picture(DOCUMENTED, "page-convert", async (page) => {
  await dropped(TUBE)(page);
  const section = await reveal(page, "convert");
  await section.locator("[name=format]").selectOption("Wavefront OBJ (.obj)");
  await section.locator("[name=convert]").click();
  await section.locator("[name=save]").waitFor();
});
picture(DOCUMENTED, "page-bytes", async (page) => {
  await dropped("b3d/triangle.b3d")(page);
  await page.locator("[name=show-hex]").click();
  await page.locator(".hex .numbers i").nth(33).click();
  await page.locator(".hex .marked").first().waitFor();
});
picture(DOCUMENTED, "page-table", async (page) => {
  await open(page);
  const names = ["b3d/letter-f.b3d", TUBE, "b3d/everything.b3d", "p3d/sp3x-cube.p3d", "p3d/odol-levels.p3d", "gltf/stage.glb", "b3d/bad/three-bytes.b3d"];
  await drop(page, ...names.map(fixture));
  await settled(page);
});
picture(DOCUMENTED, "viewer", async (page) => {
  await clip(page);
  for (const name of ["wireframe", "skeleton"]) await press(page, `[name=${name}]`);
});
picture(DOCUMENTED, "viewer-compare", compared);
picture(LOOKED, "light", dropped("b3d/everything.b3d"));
picture(LOOKED, "dark", dropped("b3d/everything.b3d"), { colorScheme: "dark" });
picture(LOOKED, "phone", clip, PHONE);
picture(LOOKED, "mid-clip", clip);
picture(LOOKED, "room", (page) => viewer(page, dressed(lightMapped().find((path) => path.endsWith("/room.rmesh")))));
picture(LOOKED, "missing", dropped("b3d/texture-paths.b3d"));
picture(LOOKED, "broken", dropped("b3d/bad/three-bytes.b3d"));
picture(LOOKED, "gallery", async (page) => {
  await viewer(page, fixture("b3d"), fixture("p3d"));
  await page.locator(".card img").nth(8).waitFor();
});
picture(LOOKED, "overlay", async (page) => {
  await compared(page);
  await page.locator("[name=overlay]").check();
});
picture(LOOKED, "report", async (page) => {
  await dropped("b3d/texture-blends.b3d")(page);
  await page.locator("[name=show-report]").click();
});
picture(LOOKED, "german", dropped(TUBE), { locale: "de-DE" });
