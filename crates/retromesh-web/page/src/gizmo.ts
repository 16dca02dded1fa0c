// The axes in a corner of the picture: they say where up is, and a press on an end shows the model from there.

import { type Eye, VIEWS, type View } from "./camera";
import { drawn } from "./icons";
import { t } from "./texts";

/** Each end of an axis: the side that it shows, its letter, its colour. */
const ENDS: readonly (readonly [View, string, string])[] = [
  ["right", "X", "#e5484d"],
  ["left", "", "#e5484d"],
  ["top", "Y", "#3f9142"],
  ["bottom", "", "#3f9142"],
  ["back", "Z", "#3a76e0"],
  ["front", "", "#3a76e0"],
];
const LENGTH = 36;

/** Makes the axes, and what turns them as the camera is. All of it can be had by keys: the same sides are in the menu. */
export function gizmo(press: (view: View) => void): { element: SVGElement; turn: (eye: Eye) => void } {
  const element = drawn("svg", { viewBox: "-50 -50 100 100", class: "gizmo", "aria-hidden": "true" });
  const ends = ENDS.map(([view, letter, color]) => {
    const end = drawn("g", { "data-view": view });
    const title = drawn("title", {});
    title.textContent = t(view);
    const line = drawn("line", { stroke: color, "stroke-width": letter ? 3 : 0 });
    const ball = drawn("circle", { r: letter ? 10 : 7, fill: color, "fill-opacity": letter ? 1 : 0.45 });
    const text = drawn("text", { "text-anchor": "middle", "dominant-baseline": "central" });
    text.textContent = letter;
    end.append(title, line, ball, text);
    ball.addEventListener("click", () => press(view));
    return { view, end, line, ball, text };
  });
  const turn = (eye: Eye) => {
    const [right, up, back] = eye.axes();
    const placed = ends.map((parts) => {
      const towards = eye.towards(VIEWS[parts.view]);
      const [x, y] = [towards.dot(right) * LENGTH, -towards.dot(up) * LENGTH];
      for (const [element, across, down] of [
        [parts.line, "x2", "y2"],
        [parts.ball, "cx", "cy"],
        [parts.text, "x", "y"],
      ] as const) {
        element.setAttribute(across, x.toFixed(2));
        element.setAttribute(down, y.toFixed(2));
      }
      return { end: parts.end, near: towards.dot(back) };
    });
    // What is nearer lies on top.
    element.append(...placed.sort((a, b) => a.near - b.near).map(({ end }) => end));
  };
  return { element, turn };
}
