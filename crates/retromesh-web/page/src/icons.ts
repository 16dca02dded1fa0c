// Icons of Lucide, drawn as elements: the page loads nothing.

import {
  Bone,
  Box,
  Camera,
  CircleQuestionMark,
  Contrast,
  Expand,
  Grid3x3,
  type IconNode,
  Image,
  Lightbulb,
  Maximize,
  PanelRight,
  Pause,
  Play,
  SlidersHorizontal,
  StepBack,
  StepForward,
  TriangleAlert,
  X,
} from "lucide";

const ICONS = {
  fit: Maximize,
  view: SlidersHorizontal,
  wireframe: Box,
  skeleton: Bone,
  texture: Image,
  lightmap: Lightbulb,
  grid: Grid3x3,
  full_screen: Expand,
  help: CircleQuestionMark,
  panel: PanelRight,
  save_picture: Camera,
  theme: Contrast,
  play: Play,
  pause: Pause,
  step_back: StepBack,
  step_on: StepForward,
  close_panel: X,
  missing: TriangleAlert,
} satisfies Record<string, IconNode>;
export type IconName = keyof typeof ICONS;

/** Makes an icon; what it stands for is said by the control around it. */
export function icon(name: IconName): SVGElement {
  const made = drawn("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" });
  made.append(...ICONS[name].map(([tag, attributes]) => drawn(tag, attributes)));
  return made;
}

/** Makes an element of a drawing. */
export function drawn(tag: string, attributes: Record<string, string | number | undefined>): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
