// The faces of a material laid flat over its texture.

import * as THREE from "three";
import { el, fill } from "./dom";
import type { Mesh, Model } from "./model";
import { choose } from "./panels/controls";
import type { Sheet } from "./sheets";
import { number, t } from "./texts";

/** This many faces are drawn; more would only blacken the picture. */
const MAX = 200_000;
const MARGIN = 24;
/** The farthest from the texture that is still drawn, in textures. */
const FAR = 16;

/** What can be laid flat: the faces of one material, as one of its textures places them. */
interface Layer {
  name: string;
  meshes: Mesh[];
  texture: THREE.Texture | null;
  /** Null where it is missing. */
  image: CanvasImageSource | null;
  set: number;
}

export function uvSheet(model: Model): Sheet {
  const canvas = el("canvas", { role: "img" });
  const status = el("p", { class: "advice", role: "status" });
  const layers = layersOf(model);
  let layer = layers[0];
  const draw = () => {
    if (!layer || canvas.clientWidth === 0) return;
    const count = paint(canvas, layer);
    status.textContent = `${number(count)} ${t("triangles")}${count > MAX ? `, ${number(MAX)} ${t("drawn")}` : ""}`;
    canvas.setAttribute("aria-label", `${t("uv")}: ${layer.name}`);
  };
  const watch = new ResizeObserver(draw);
  watch.observe(canvas);
  const chooser = choose(
    "layer",
    layers.map((value) => ({ text: value.name, value })),
    layer,
    (chosen) => {
      layer = chosen;
      draw();
    },
  );
  const element = el("div", { class: "sheet uv" });
  if (layer) fill(element, el("div", { class: "row" }, chooser, status), canvas);
  else fill(element, el("p", {}, t("no_uv")));
  return { key: "uv", element, end: () => watch.disconnect() };
}

function layersOf(model: Model): Layer[] {
  const mapped = model.meshes.filter(({ mesh }) => mesh.geometry.hasAttribute("uv"));
  const numbers = [...new Set(mapped.map(({ material }) => material))];
  return numbers.flatMap((material): Layer[] => {
    const meshes = mapped.filter((mesh) => mesh.material === material);
    const known = model.materials[material ?? -1];
    const name = known?.name || t("nameless");
    const layers = (known?.textures ?? []).flatMap(({ texture, slot, name: image, missing }): Layer[] =>
      texture
        ? [{ name: [name, image === name ? "" : image, slot].filter(Boolean).join(" · "), meshes, texture, image: missing ? null : (texture.image as CanvasImageSource | null), set: texture.channel }]
        : [],
    );
    return layers.length > 0 ? layers : [{ name, meshes, texture: null, image: null, set: 0 }];
  });
}

/** Gives the corners of each triangle on the texture, and returns how many triangles there are. */
function triangles({ meshes, texture, set }: Layer, each: (corners: THREE.Vector2[]) => void): number {
  let count = 0;
  const corners = [0, 1, 2].map(() => new THREE.Vector2());
  for (const { mesh } of meshes) {
    const { geometry } = mesh;
    const uvs = geometry.getAttribute(set === 0 ? "uv" : `uv${set}`);
    if (!uvs) continue;
    const length = geometry.index?.count ?? uvs.count;
    for (let i = 0; i + 2 < length; i += 3, count++) {
      if (count >= MAX) continue;
      corners.forEach((corner, place) => {
        corner.fromBufferAttribute(uvs as THREE.BufferAttribute, geometry.index ? geometry.index.getX(i + place) : i + place);
        if (texture) corner.applyMatrix3(texture.matrix);
      });
      if (corners.every(({ x, y }) => Math.abs(x) <= FAR && Math.abs(y) <= FAR)) each(corners);
    }
  }
  return count;
}

function paint(canvas: HTMLCanvasElement, layer: Layer): number {
  const ratio = Math.min(devicePixelRatio, 2);
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const area = new THREE.Box2(new THREE.Vector2(0, 0), new THREE.Vector2(1, 1));
  const count = triangles(layer, (corners) => corners.forEach((corner) => area.expandByPoint(corner)));
  const size = area.getSize(new THREE.Vector2());
  const scale = Math.max(1, Math.min((width - 2 * MARGIN) / size.x, (height - 2 * MARGIN) / size.y));
  const x = (u: number) => width / 2 + (u - (area.min.x + area.max.x) / 2) * scale;
  const y = (v: number) => height / 2 + (v - (area.min.y + area.max.y) / 2) * scale;
  const context = canvas.getContext("2d")!;
  context.scale(ratio, ratio);
  for (let u = Math.floor(area.min.x); u < area.max.x; u++) {
    for (let v = Math.floor(area.min.y); v < area.max.y; v++) tile(context, layer.image, { x: x(u), y: y(v), side: scale, inside: u === 0 && v === 0 });
  }
  const edges = new Path2D();
  triangles(layer, ([a, b, c]) => {
    edges.moveTo(x(a!.x), y(a!.y));
    edges.lineTo(x(b!.x), y(b!.y));
    edges.lineTo(x(c!.x), y(c!.y));
    edges.closePath();
  });
  // Dark under bright, so that edges are seen on every texture.
  for (const [style, wide] of [
    ["rgb(0 0 0 / 0.55)", 2.5],
    ["#ffd34d", 1],
  ] as const) {
    context.strokeStyle = style;
    context.lineWidth = wide;
    context.stroke(edges);
  }
  return count;
}

/** Draws the texture once; beyond its own place it is faint. */
function tile(context: CanvasRenderingContext2D, image: CanvasImageSource | null, at: { x: number; y: number; side: number; inside: boolean }): void {
  const { x, y, side, inside } = at;
  context.globalAlpha = inside ? 1 : 0.35;
  context.fillStyle = "#6d7480";
  context.fillRect(x, y, side, side);
  context.imageSmoothingEnabled = false;
  if (image) context.drawImage(image, x, y, side, side);
  context.globalAlpha = 1;
  context.strokeStyle = "#11141a";
  context.lineWidth = 1;
  context.strokeRect(x, y, side, side);
}
