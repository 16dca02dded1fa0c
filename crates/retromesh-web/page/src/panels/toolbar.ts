// How the model is shown: a switch for what is asked for often, and a menu for the rest.

import { VIEWS, type View } from "../camera";
import { el } from "../dom";
import { help } from "../help";
import { BACKGROUND, OVERLAYS, type Overlay, PARTS, type Part, type Stage } from "../stage";
import { LOOK_NAMES, type Look } from "../surface";
import { number, t } from "../texts";
import { choose, menu, switched, toggle, tool } from "./controls";

const QUICK = ["wireframe", "skeleton", "texture", "lightmap", "grid"] as const satisfies readonly (Overlay | Part)[];
/** Steps of exposure, in which each doubles the light. */
const BRIGHTNESS = { min: -1, max: 3, step: 0.5 };

export function toolbar(stage: Stage, picture: HTMLElement): HTMLElement {
  const set = (part: Overlay | Part) => (on: boolean) => {
    stage.shows[part] = on;
    stage.apply();
  };
  const quick = QUICK.filter((part) => part !== "lightmap" || stage.hasLightMaps);
  const others = [...OVERLAYS, ...PARTS].filter((part) => !QUICK.some((name) => name === part));
  const full = () => void (document.fullscreenElement ? document.exitFullscreen() : picture.requestFullscreen());
  return el(
    "div",
    { class: "toolbar", role: "group", "aria-label": t("view") },
    tool("fit", "fit", () => void stage.fit()),
    ...quick.map((part) => switched(part, part, stage.shows[part], set(part))),
    menu("view", "view", ...options(stage), el("div", { class: "toggles" }, ...others.map((part) => toggle(part, stage.shows[part], set(part))))),
    document.fullscreenEnabled && tool("full_screen", "full_screen", full),
    tool("help", "help", help),
  );
}

function options(stage: Stage): HTMLElement[] {
  const views = Object.keys(VIEWS) as View[];
  const button = (view: View) => el("button", { type: "button", name: `view-${view}`, onclick: () => void stage.fit(view) }, t(view));
  const color = el("input", { type: "color", name: "background", value: BACKGROUND, oninput: () => stage.background(color.value) });
  const light = el("input", { type: "range", name: "brightness", ...BRIGHTNESS, value: Math.log2(stage.shared.exposure.value) });
  const tell = () => light.setAttribute("aria-valuetext", number(Number(light.value), 1));
  light.oninput = () => {
    stage.shared.exposure.value = 2 ** Number(light.value);
    tell();
    stage.draw();
  };
  tell();
  const levels = (stage.model?.levels ?? []).map((level) => ({ text: level.name, value: level as Stage["level"] }));
  const level = choose<Stage["level"]>("level", [{ text: t("finest"), value: "finest" }, ...levels, { text: t("all"), value: "all" }], stage.level, (chosen) => {
    stage.level = chosen;
    stage.apply();
    void stage.fit();
  });
  const choices = LOOK_NAMES.map((look) => ({ text: t(look), value: look }));
  return [
    el("div", { class: "buttons", role: "group", "aria-label": t("from") }, ...views.map(button)),
    ...(levels.length > 0 ? [level] : []),
    choose<Look>("look", choices, LOOK_NAMES[stage.shared.look.value] ?? "shaded", (look) => stage.look(look)),
    el("label", { class: "choice" }, el("span", {}, t("brightness")), light),
    el("label", { class: "choice" }, el("span", {}, t("background")), color),
  ];
}
