// The picture of a model: draws when something has changed, and only then.

import * as THREE from "three";
import { bounds, corners, Eye, VIEWS, type View } from "./camera";
import { isSeenFrom } from "./facing";
import { finest, type Level } from "./levels";
import { load, type Mesh, type Model, type Node } from "./model";
import { axes, frame, grid, Mark, Skeleton, shadow } from "./overlays";
import { atOnce, inTurns, type Steps } from "./pace";
import { Player } from "./player";
import { highlight, type Selection } from "./selections";
import { LOOK_NAMES, type Look, switches } from "./surface";
import { done, upload } from "./upload";

// The numbers of colours are shown as they are in the files.
THREE.ColorManagement.enabled = false;

export const OVERLAYS = ["grid", "axes", "wireframe", "skeleton", "box", "shadow"] as const;
export type Overlay = (typeof OVERLAYS)[number];
/** What the view may show or leave out. */
export const PARTS = ["texture", "lightmap", "colors", "back_faces", "hidden", "studio"] as const;
export type Part = (typeof PARTS)[number];

export const BACKGROUND = "#3a3f46";
/** What a view shows at first. */
const usual = (): Record<Overlay | Part, boolean> => ({
  grid: false,
  axes: false,
  wireframe: false,
  skeleton: false,
  box: false,
  shadow: true,
  texture: true,
  lightmap: true,
  colors: true,
  back_faces: false,
  hidden: false,
  studio: false,
});
const ratio = () => Math.min(devicePixelRatio, 2);
const nothing = (): void => undefined;

export class Stage {
  readonly eye = new Eye();
  readonly shared = switches();
  model: Model | null = null;
  player: Player | null = null;
  /** Called when the moment of the clip has changed. */
  onMoment: () => void = nothing;
  /** Called when the camera has moved. */
  onMove: () => void = nothing;
  /** Called before a picture is drawn. */
  onDraw: () => void = nothing;
  /** Called when a place of the picture was clicked at, in pixels. */
  onPick: (x: number, y: number) => void = nothing;
  level: Level | "finest" | "all" = "finest";
  shows = usual();
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private readonly extras = new THREE.Group();
  private skeleton: Skeleton | null = null;
  private marked: Mark | null = null;
  private unmark: () => void = () => undefined;
  /** The frame that a picture is asked for; 0 for none. */
  private wanted = 0;
  /** Whether the camera is where all is seen, or is about to. */
  private fitted = false;
  /** Counts how often the camera was sent elsewhere. */
  private sent = 0;
  private last = 0;

  constructor(readonly canvas: HTMLCanvasElement) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
    this.background(BACKGROUND);
    new ResizeObserver(() => this.resize()).observe(canvas);
  }

  background(color: string): void {
    this.renderer.setClearColor(new THREE.Color(color), 1);
    this.canvas.style.background = color;
    this.draw();
  }

  private resize(): void {
    // Before there is a model to be drawn the colour of the canvas is the picture.
    if (!this.model?.root.parent || !this.measure()) return;
    if (this.fitted) void this.fit();
    // At once, as the canvas is empty after it.
    this.drawNow();
  }

  /** Makes the picture as large as the canvas; returns whether there is any. */
  private measure(): boolean {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return false;
    if (!this.fits()) this.renderer.setDrawingBufferSize(clientWidth, clientHeight, ratio());
    return true;
  }

  private fits(): boolean {
    const { width, height, clientWidth, clientHeight } = this.canvas;
    const isSo = width === Math.floor(clientWidth * ratio()) && height === Math.floor(clientHeight * ratio());
    return isSo && this.renderer.getPixelRatio() === ratio();
  }

  /** Shows another model; the one before is freed. What is `around` the picture changes its size before it is drawn. */
  async open(bytes: Uint8Array<ArrayBuffer>, missing: string[], around = nothing): Promise<Model> {
    const model = await this.take(bytes, missing, around);
    if (this.model === model) this.drawNow();
    return model;
  }

  /** Takes another model without drawing it yet; the one before is freed. */
  async take(bytes: Uint8Array<ArrayBuffer>, missing: string[], around = nothing): Promise<Model> {
    const model = await load(bytes, missing, this.shared);
    // The old model goes last: what draws its surfaces mostly draws those of the next, too, and takes long to build.
    const old = this.model;
    this.model = null;
    this.fitted = false;
    this.close();
    this.model = model;
    this.player = new Player(model);
    this.level = "finest";
    this.sort();
    await upload(this.renderer, model, { into: this.scene, meshes: this.inSight(), isWanted: () => this.model === model });
    old?.free();
    if (this.model !== model) return model;
    around();
    const size = () => `${this.canvas.clientWidth} ${this.canvas.clientHeight}`;
    for (let box: THREE.Box3 | null = null, seen = ""; seen !== size(); this.lay(box)) {
      seen = size();
      // A change of the size waits for the graphics, and so would the page.
      box = await this.fit("iso", this.fits() ? undefined : done(this.renderer));
      if (this.model !== model) return model;
      this.measure();
    }
    this.scene.add(model.root, this.extras);
    return model;
  }

  close(): void {
    this.unmark();
    this.unmark = () => undefined;
    this.model?.free();
    this.scene.clear();
    this.model = null;
    this.player = null;
    this.marked = null;
    this.skeleton = null;
    this.renderer.renderLists.dispose();
  }

  /** Returns whether it can still draw. */
  get isAlive(): boolean {
    return !this.renderer.getContext().isContextLost();
  }

  /** Draws the model as large as a picture may become, and drops it without freeing it: its programs stay for others. */
  warm(): void {
    this.renderer.setSize(innerWidth, innerHeight, false);
    this.drawNow();
    this.model = null;
    this.close();
  }

  /** Becomes as it was in the beginning. */
  reset(): void {
    this.close();
    this.sent += 1;
    this.fitted = false;
    this.shows = usual();
    this.shared.look.value = 0;
    this.shared.exposure.value = 1;
    this.onMoment = this.onMove = this.onPick = this.onDraw = nothing;
    delete this.canvas.dataset.shown;
    this.background(BACKGROUND);
  }

  /** Frees the canvas, too. */
  end(): void {
    this.close();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  look(look: Look): void {
    this.shared.look.value = LOOK_NAMES.indexOf(look);
    this.apply();
  }

  /** Makes the switches true. */
  apply(): void {
    this.sort();
    this.lay();
    this.draw();
  }

  private sort(): void {
    const { model, shows, shared } = this;
    if (!model) return;
    shared.textures.value = shows.texture;
    shared.lightmaps.value = shows.lightmap;
    shared.colors.value = shows.colors;
    shared.studio.value = shows.studio;
    const chosen = typeof this.level === "object" ? this.level.nodes : null;
    const best = finest(model.levels);
    for (const node of model.nodes) {
      const isLeftOut = node.own.lod && this.level !== "all" && !best.has(node);
      // A level that was chosen is shown even where the file hides it.
      node.object.visible = node.own.lod && chosen ? chosen.has(node) : !isLeftOut && (!node.hidden || shows.hidden);
    }
    const both = shows.back_faces || shared.look.value >= 2;
    for (const { mesh, wire, side } of model.meshes) {
      const material = mesh.material as THREE.Material;
      material.side = both ? THREE.DoubleSide : side;
      if (shows.wireframe) mesh.add(wire);
      else mesh.remove(wire);
    }
  }

  get hasLightMaps(): boolean {
    return this.model?.meshes.some(({ mesh }) => (mesh.material as THREE.ShaderMaterial).uniforms.hasLight?.value === true) ?? false;
  }

  /** Returns the box around what is in sight. */
  private extent(): THREE.Box3 {
    return atOnce(bounds(atOnce(corners(this.inSight()))));
  }

  /** Lays shadow, grid, axes, box and skeleton out anew. */
  private lay(around: THREE.Box3 | null = null): void {
    const { extras, shows, model } = this;
    extras.clear();
    this.skeleton = null;
    if (!model || !OVERLAYS.some((overlay) => shows[overlay])) return;
    const box = around ?? this.extent();
    if (box.isEmpty()) return;
    // A room is its own ground, and lit as it was made.
    if (shows.shadow && !this.hasLightMaps) extras.add(shadow(box));
    if (shows.grid) extras.add(grid(box));
    if (shows.axes) extras.add(axes(box));
    if (shows.box) extras.add(frame(box));
    if (shows.skeleton) {
      this.skeleton = new Skeleton(model);
      extras.add(this.skeleton.object);
    }
  }

  /** Lists the meshes that are not hidden. */
  inSight(): THREE.Mesh[] {
    const shown = (object: THREE.Object3D): boolean => object.visible && (!object.parent || shown(object.parent));
    return this.model?.meshes.map(({ mesh }) => mesh).filter(shown) ?? [];
  }

  /**
   * Shows all from one side, once something is `ready`; a large model takes some turns. Returns the box around all, unless something else was
   * asked for meanwhile.
   */
  async fit(view?: View, ready?: Promise<void>): Promise<THREE.Box3 | null> {
    this.model?.root.updateMatrixWorld(true);
    if (view) [this.eye.yaw, this.eye.pitch] = view === "iso" ? this.atAnAngle() : VIEWS[view];
    const sent = (this.sent += 1);
    this.fitted = true;
    const box = await inTurns(this.fitting(), () => sent === this.sent);
    await ready;
    if (sent !== this.sent) return null;
    this.draw();
    this.onMove();
    return box;
  }

  /** Returns the usual angles, or others that are like them where all faces look away from those. */
  private atAnAngle(): readonly [number, number] {
    const [yaw, pitch] = VIEWS.iso;
    const sides = [VIEWS.iso, [yaw + 180, pitch], [yaw, -pitch], [yaw + 180, -pitch]] as const;
    const meshes = this.inSight();
    return sides.find((angles) => isSeenFrom(this.eye.towards(angles), meshes)) ?? VIEWS.iso;
  }

  private *fitting(): Steps<THREE.Box3> {
    const points = yield* corners(this.inSight());
    return yield* this.eye.fit(points, this.canvas.clientWidth || 1, this.canvas.clientHeight || 1);
  }

  moved(): void {
    this.sent += 1;
    this.fitted = false;
    this.draw();
    this.onMove();
  }

  /** Marks a node by a box around it. */
  mark(node: Node | null): void {
    if (this.marked) this.scene.remove(this.marked.object);
    this.marked = node ? new Mark(node.object, this.extent().getSize(new THREE.Vector3()).length() * 0.03) : null;
    if (this.marked) this.scene.add(this.marked.object);
    this.draw();
  }

  /** Marks the faces and vertices of a selection, and of no other. */
  highlight(selection: Selection | null): void {
    this.unmark();
    this.unmark = selection ? highlight(selection) : () => undefined;
    this.draw();
  }

  /** Returns the mesh at a place of the picture, in pixels. */
  pick(x: number, y: number): Mesh | null {
    const { clientWidth, clientHeight } = this.canvas;
    const ray = new THREE.Raycaster();
    ray.setFromCamera(new THREE.Vector2((x / clientWidth) * 2 - 1, 1 - (y / clientHeight) * 2), this.eye.camera);
    const hit = ray.intersectObjects(this.inSight(), false)[0];
    return this.model?.meshes.find(({ mesh }) => mesh === hit?.object) ?? null;
  }

  /** Asks for a picture before the next frame. */
  draw(): void {
    if (!this.model) return;
    this.wanted ||= requestAnimationFrame((now) => this.tick(now));
  }

  private tick(now: number): void {
    const seconds = Math.min((now - this.last) / 1000, 0.1);
    this.last = now;
    if (this.player?.pass(seconds)) this.onMoment();
    this.drawNow();
  }

  drawNow(): void {
    // Nothing is drawn twice.
    cancelAnimationFrame(this.wanted);
    this.wanted = 0;
    this.onDraw();
    this.skeleton?.update();
    this.marked?.update();
    this.renderer.render(this.scene, this.eye.place(this.canvas.clientWidth || 1, this.canvas.clientHeight || 1));
    if (this.player?.playing) this.draw();
  }

  /** Returns the picture as a PNG file. */
  picture(): Promise<Blob | null> {
    this.drawNow();
    return new Promise((done) => this.canvas.toBlob(done));
  }
}
