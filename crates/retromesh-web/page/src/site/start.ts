// The page without a model: what may be put on it.

import { el } from "../dom";
import { t } from "../texts";
import type { Site } from "./site";

export function start(site: Site): HTMLElement {
  const rows = site.formats.map(({ name, extensions }) => el("li", {}, el("code", {}, extensions.map((extension) => `.${extension}`).join(" ")), ` ${name}`));
  return el(
    "section",
    { class: "start", "aria-labelledby": "start" },
    el(
      "div",
      { class: "target" },
      el("h2", { id: "start" }, t("drop_here")),
      el("p", {}, t("drop_what")),
      el(
        "div",
        { class: "buttons" },
        el("button", { type: "button", class: "main", name: "start-files", onclick: () => site.choose(false) }, t("open_files")),
        el("button", { type: "button", name: "start-folder", onclick: () => site.choose(true) }, t("open_folder")),
      ),
      el("p", { class: "advice" }, t("stays_here")),
    ),
    el("h3", {}, t("known_formats")),
    el("ul", { class: "formats" }, ...rows),
  );
}
