// The page without a model: what may be put on it.

import { el } from "../dom";
import { t } from "../texts";
import { MOTION } from "./motions";
import type { Site } from "./site";

export function start(site: Site): HTMLElement {
  const row = (endings: string, name: string) => el("li", {}, el("code", {}, endings), ` ${name}`);
  const rows = site.formats.map(({ name, extensions }) => row(extensions.map((extension) => `.${extension}`).join(" "), name));
  // The engine lists what models and pictures are in, and motion is neither.
  rows.push(row(MOTION, "Operation Flashpoint RTM"));
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
