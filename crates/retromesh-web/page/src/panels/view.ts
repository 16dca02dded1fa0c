// How the model is shown.

import { el } from "../dom";
import { VIEWS, type View } from "../camera";
import { BACKGROUND, OVERLAYS, PARTS, type Stage } from "../stage";
import { LOOK_NAMES, type Look } from "../surface";
import { t } from "../texts";
import { choose, section, toggle } from "./controls";

export function viewPanel(stage: Stage, background: (color: string) => void): HTMLElement {
  const { model } = stage;
  const views = Object.keys(VIEWS) as View[];
  const button = (view: View) => el("button", { type: "button", onclick: () => void stage.fit(view) }, t(view));
  const color = el("input", { type: "color", name: "background", value: BACKGROUND, oninput: () => background(color.value) });
  const switches = [...OVERLAYS, ...PARTS].map((part) =>
    toggle(part, stage.shows[part], (on) => {
      stage.shows[part] = on;
      stage.apply();
    }),
  );
  const levels = (model?.levels ?? []).map((level) => ({ text: level.name, value: level as Stage["level"] }));
  const level = choose<Stage["level"]>(
    "level",
    [{ text: t("finest"), value: "finest" }, ...levels, { text: t("all"), value: "all" }],
    stage.level,
    (chosen) => {
      stage.level = chosen;
      stage.apply();
      void stage.fit();
    },
  );
  const choices = LOOK_NAMES.map((look) => ({ text: t(look), value: look }));
  return section(
    "view",
    true,
    el("div", { class: "buttons", role: "group", "aria-label": t("from") }, el("button", { type: "button", onclick: () => void stage.fit() }, t("fit")), ...views.map(button)),
    ...(levels.length > 0 ? [level] : []),
    choose<Look>("look", choices, LOOK_NAMES[stage.shared.look.value] ?? "shaded", (look) => stage.look(look)),
    el("label", { class: "choice" }, el("span", {}, t("background")), color),
    el("div", { class: "toggles" }, ...switches),
  );
}
