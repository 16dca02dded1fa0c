// The materials, with small pictures of their textures.

import { el } from "../dom";
import type { Model } from "../model";
import { t } from "../texts";

const SIDE = 64;

/** Makes the list; nothing for a model without materials. */
export function materialsPanel(model: Model, missing: string[]): HTMLElement | null {
  if (model.materials.length === 0 && missing.length === 0) return null;
  const materials = model.materials.map((material) =>
    el(
      "li",
      {},
      el("strong", {}, material.name || t("nameless")),
      el(
        "ul",
        { class: "textures" },
        ...material.textures.map(({ slot, name, texture, missing }) =>
          el(
            "li",
            { class: missing && "missing" },
            missing || !texture ? null : thumbnail(texture.image as CanvasImageSource),
            el("span", {}, name, el("small", {}, ` ${slot}${missing ? `, ${t("missing")}` : ""}`)),
          ),
        ),
      ),
    ),
  );
  const named = missing.map((name) => el("li", { class: "missing" }, name));
  return el("div", {}, ...(named.length > 0 ? [el("h3", {}, t("missing_images")), el("ul", {}, ...named)] : []), el("ul", { class: "materials" }, ...materials));
}

function thumbnail(image: CanvasImageSource): HTMLCanvasElement {
  const canvas = el("canvas", { width: SIDE, height: SIDE, "aria-hidden": "true" });
  canvas.getContext("2d")?.drawImage(image, 0, 0, SIDE, SIDE);
  return canvas;
}
