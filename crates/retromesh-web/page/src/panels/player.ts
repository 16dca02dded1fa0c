// The time line: a chip for each clip, play, step, scrub, speed.

import { el } from "../dom";
import { icon } from "../icons";
import type { Clip } from "../model";
import type { Stage } from "../stage";
import { number, t } from "../texts";
import { choose, toggle, tool } from "./controls";

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];
/** This many clips have a chip. */
const MAX = 1000;

/** Makes the time line; nothing for a model that does not move. */
export function timeLine(stage: Stage): HTMLElement | null {
  const { model, player } = stage;
  if (!model || !player || model.clips.length === 0) return null;
  const moment = el("input", {
    type: "range",
    min: 0,
    max: 1,
    step: "any",
    name: "moment",
    "aria-label": t("moment"),
    oninput: () => {
      player.playing = false;
      player.seek(Number(moment.value) * player.duration);
      update();
      stage.draw();
    },
  });
  const status = el("output", { class: "moment" });
  const play = tool("play", "play", () => act(() => player.toggle()), { class: "tool main" });
  const back = tool("step_back", "step_back", () => act(() => player.step(-1)));
  const on = tool("step_on", "step_on", () => act(() => player.step(1)));
  const loops = el("span");
  let does: "play" | "pause" | "choose_clip" | null = null;
  let chosen: Clip | null = null;
  const act = (what: () => void) => {
    what();
    update();
    stage.draw();
  };
  const update = () => {
    moment.value = String(player.duration > 0 ? player.seconds / player.duration : 0);
    const text = `${t("frame")} ${number(player.frame, 2)} · ${number(player.seconds, 2)} / ${number(player.duration, 2)} ${t("seconds")}`;
    status.textContent = text;
    moment.setAttribute("aria-valuetext", text);
    for (const control of [moment, back, on]) control.disabled = !player.clip;
    play.disabled = !player.canPlay;
    if (player.clip !== chosen) show();
    const now = player.playing ? "pause" : player.canPlay ? "play" : "choose_clip";
    if (now === does) return;
    does = now;
    play.replaceChildren(icon(now === "pause" ? "pause" : "play"));
    play.title = t(now);
    play.setAttribute("aria-label", play.title);
  };
  const chips: HTMLElement[] = [];
  const show = () => {
    chosen = player.clip;
    chips.forEach((chip, place) => chip.setAttribute("aria-pressed", String((model.clips[place - 1] ?? null) === player.clip)));
    loops.replaceChildren(toggle("loop", player.loop, (on) => (player.loop = on)));
  };
  const chooseClip = (place: number) =>
    act(() => {
      player.choose(model.clips[place - 1] ?? null);
      if (player.duration > 0) player.playing = true;
      show();
    });
  const names = [t("rest"), ...model.clips.slice(0, MAX).map(({ name }) => name || t("nameless"))];
  chips.push(...names.map((name, place) => el("button", { type: "button", class: "chip", onclick: () => chooseClip(place) }, name)));
  stage.onMoment = update;
  show();
  update();
  return el(
    "div",
    { class: "player", role: "group", "aria-label": t("animation") },
    el("div", { class: "chips", role: "group", "aria-label": t("clip") }, ...chips),
    el(
      "div",
      { class: "line" },
      back,
      play,
      on,
      moment,
      status,
      choose(
        "speed",
        SPEEDS.map((value) => ({ text: `${number(value, 2)}×`, value })),
        player.speed,
        (speed) => (player.speed = speed),
      ),
      loops,
    ),
  );
}
