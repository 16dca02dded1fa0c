// A stage that is kept for the next model: a browser takes long to begin with graphics, and does nothing else meanwhile.

import { el } from "./dom";
import { listen } from "./gestures";
import { Stage } from "./stage";

let spare: Stage | null = null;

export function takeStage(): Stage {
  const taken = spare?.isAlive ? spare : made();
  spare = null;
  return taken;
}

/** Takes a stage back; one is kept. */
export function leave(stage: Stage): void {
  if (spare || !stage.isAlive) return stage.end();
  stage.reset();
  spare = stage;
}

function made(): Stage {
  const stage = new Stage(el("canvas", { tabindex: 0, role: "img" }));
  listen(stage);
  return stage;
}
