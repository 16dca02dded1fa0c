// The bar of the clip: which one, play, scrub, speed.

import { el } from "../dom";
import type { Stage } from "../stage";
import { number, t } from "../texts";
import { choose, toggle } from "./controls";

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];

/** Makes the bar; nothing for a model that does not move. */
export function playerBar(stage: Stage): HTMLElement | null {
  const { model, player } = stage;
  if (!model || !player || model.clips.length === 0) return null;
  const moment = el("input", {
    type: "range", min: 0, max: 1, step: "any", name: "moment", "aria-label": t("moment"),
    oninput: () => {
      player.playing = false;
      player.seek(Number(moment.value) * player.duration);
      update();
      stage.draw();
    },
  });
  const status = el("output", { class: "moment" });
  const play = el("button", { type: "button", name: "play", onclick: () => act(() => player.toggle()) });
  const back = el("button", { type: "button", "aria-label": t("step_back"), title: t("step_back"), onclick: () => act(() => player.step(-1)) }, "◂");
  const on = el("button", { type: "button", "aria-label": t("step_on"), title: t("step_on"), onclick: () => act(() => player.step(1)) }, "▸");
  const loops = el("span");
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
    play.textContent = player.playing ? t("pause") : t("play");
    for (const control of [moment, play, back, on]) control.disabled = !player.clip;
  };
  const chooseClip = (number: number) =>
    act(() => {
      player.choose(model.clips[number] ?? null);
      loops.replaceChildren(toggle("loop", player.loop, (on) => (player.loop = on)));
      if (player.duration > 0) player.playing = true;
    });
  const clips = [{ text: t("rest"), value: -1 }, ...model.clips.map(({ name }, value) => ({ text: name || t("nameless"), value }))];
  const chosen = player.clip ? model.clips.indexOf(player.clip) : -1;
  loops.append(toggle("loop", player.loop, (on) => (player.loop = on)));
  stage.onMoment = update;
  update();
  return el(
    "div",
    { class: "player", role: "group", "aria-label": t("clip") },
    choose("clip", clips, chosen, chooseClip),
    back, play, on, moment, status,
    choose("speed", SPEEDS.map((value) => ({ text: `${number(value, 2)}×`, value })), player.speed, (speed) => (player.speed = speed)),
    loops,
  );
}
