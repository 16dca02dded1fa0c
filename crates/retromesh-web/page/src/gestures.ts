// Mouse, fingers and keys on the picture.

import type { Stage } from "./stage";

const TURN = 0.4;
const STEP = 10;

export function listen(stage: Stage): void {
  const { canvas, eye } = stage;
  const down = new Map<number, { x: number; y: number }>();
  let travelled = 0;
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    down.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (down.size === 1) travelled = 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const now = { x: event.offsetX, y: event.offsetY };
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    const shorter = Math.min(canvas.clientWidth, canvas.clientHeight);
    travelled += Math.abs(dx) + Math.abs(dy);
    if (down.size === 2) {
      const other = [...down].find(([id]) => id !== event.pointerId)![1];
      const apart = (a: { x: number; y: number }) => Math.hypot(a.x - other.x, a.y - other.y) || 1;
      eye.zoom(apart(before) / apart(now));
      eye.move(dx / shorter / 2, dy / shorter / 2);
    } else if (event.buttons & 6 || event.shiftKey) eye.move(dx / shorter, dy / shorter);
    else eye.turn(-dx * TURN, dy * TURN);
    down.set(event.pointerId, now);
    stage.moved();
  });
  const up = (event: PointerEvent) => {
    if (down.delete(event.pointerId) && event.type === "pointerup" && travelled < 4) stage.onPick(event.offsetX, event.offsetY);
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      eye.zoom(Math.exp(Math.max(-100, Math.min(100, event.deltaY)) * 0.002));
      stage.moved();
    },
    { passive: false },
  );
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !key(stage, event.key, event.shiftKey)) return;
    event.preventDefault();
  });
}

function key(stage: Stage, name: string, shift: boolean): boolean {
  const { eye, player } = stage;
  const arrows: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  const arrow = arrows[name];
  if (name === "f" || name === "F") {
    void stage.fit();
    return true;
  }
  if (arrow && shift) eye.move(-arrow[0] / 20, -arrow[1] / 20);
  else if (arrow) eye.turn(arrow[0] * STEP, arrow[1] * STEP);
  else if (name === "+" || name === "=") eye.zoom(0.85);
  else if (name === "-") eye.zoom(1 / 0.85);
  else if (name === " ") player?.toggle();
  else if (name === "," || name === ".") player?.step(name === "." ? 1 : -1);
  else return false;
  stage.moved();
  stage.onMoment();
  return true;
}
