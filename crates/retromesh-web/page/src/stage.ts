// The picture of a model: draws when something has changed, and only then.

import * as THREE from "three";
import { corners, Eye, VIEWS, type View } from "./camera";
import { finest, type Level } from "./levels";
import { load, type Mesh, type Model, type Node } from "./model";
import { axes, frame, grid, Skeleton } from "./overlays";
import { Player } from "./player";
import { highlight, type Selection } from "./selections";
import { LOOKS, switches, type Look } from "./surface";

// The numbers of colours are shown as they are in the files.
THREE.ColorManagement.enabled = false;

export const OVERLAYS = ["grid", "axes", "wireframe", "skeleton", "box"] as const;
export type Overlay = (typeof OVERLAYS)[number];
/** What the view may show or leave out. */
export const PARTS = ["texture", "lightmap", "colors", "back_faces", "hidden"] as const;
export type Part = (typeof PARTS)[number];

export class Stage {
  readonly eye = new Eye();
  readonly shared = switches();
  model: Model | null = null;
  player: Player | null = null;
  /** Called when the moment of the clip has changed. */
  onMoment: () => void = () => undefined;
  /** Called when the camera has moved. */
  onMove: () => void = () => undefined;
  level: Level | "finest" | "all" = "finest";
  readonly shows: Record<Overlay | Part, boolean> = {
    grid: false, axes: false, wireframe: false, skeleton: false, box: false,
    texture: true, lightmap: true, colors: true, back_faces: false, hidden: false,
  };
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private readonly extras = new THREE.Group();
  private skeleton: Skeleton | null = null;
  private marked: THREE.BoxHelper | null = null;
  private unmark: () => void = () => undefined;
  private wanted = false;
  /** Whether the camera stands where all is seen. */
  private fitted = false;
  private last = 0;

  constructor(readonly canvas: HTMLCanvasElement) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
    this.background("#3a3f46");
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
  }

  background(color: string): void {
    this.renderer.setClearColor(new THREE.Color(color), 1);
    this.draw();
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(clientWidth, clientHeight, false);
    if (this.fitted) this.fit();
    // At once, as the canvas is empty after it.
    this.drawNow();
  }

  /** Shows another model; the one before is freed. */
  async open(bytes: Uint8Array<ArrayBuffer>, missing: string[]): Promise<Model> {
    const model = await load(bytes, missing, this.shared);
    const old = this.model;
    this.model = null;
    this.fitted = false;
    this.close();
    this.model = model;
    this.player = new Player(model);
    this.scene.add(model.root, this.extras);
    this.level = "finest";
    this.apply();
    this.fit("iso");
    // The old model goes last: what draws its surfaces mostly draws those of the next, too, and takes long to build.
    this.drawNow();
    old?.free();
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

  /** Frees the canvas, too. */
  end(): void {
    this.close();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }

  look(look: Look): void {
    this.shared.look.value = LOOKS.indexOf(look);
    this.apply();
  }

  /** Makes the switches true. */
  apply(): void {
    const { model, shows, shared } = this;
    if (!model) return;
    shared.textures.value = shows.texture;
    shared.lightmaps.value = shows.lightmap;
    shared.colors.value = shows.colors;
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
      wire.visible = shows.wireframe;
    }
    this.lay();
    this.draw();
  }

  /** Lays grid, axes, box and skeleton out anew. */
  private lay(): void {
    const { extras, shows, model } = this;
    extras.clear();
    this.skeleton = null;
    if (!model || !OVERLAYS.some((overlay) => shows[overlay])) return;
    const box = new THREE.Box3().setFromArray(corners(this.inSight()));
    if (box.isEmpty()) return;
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

  /** Shows all from one side. */
  fit(view?: View): void {
    if (view) [this.eye.yaw, this.eye.pitch] = VIEWS[view];
    this.model?.root.updateMatrixWorld(true);
    this.eye.fit(corners(this.inSight()), this.canvas.clientWidth || 1, this.canvas.clientHeight || 1);
    this.moved();
    this.fitted = true;
  }

  moved(): void {
    this.fitted = false;
    this.draw();
    this.onMove();
  }

  /** Marks a node by a box around it. */
  mark(node: Node | null): void {
    if (this.marked) this.scene.remove(this.marked);
    this.marked = node ? new THREE.BoxHelper(node.object, 0xff8a3d) : null;
    if (this.marked) this.scene.add(this.marked);
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
    if (this.wanted) return;
    this.wanted = true;
    requestAnimationFrame((now) => this.tick(now));
  }

  private tick(now: number): void {
    this.wanted = false;
    const seconds = Math.min((now - this.last) / 1000, 0.1);
    this.last = now;
    if (this.player?.pass(seconds)) this.onMoment();
    this.drawNow();
    if (this.player?.playing) this.draw();
  }

  drawNow(): void {
    this.skeleton?.update();
    this.marked?.update();
    this.renderer.render(this.scene, this.eye.place(this.canvas.clientWidth || 1, this.canvas.clientHeight || 1));
  }

  /** Returns the picture as a PNG file. */
  picture(): Promise<Blob | null> {
    this.drawNow();
    return new Promise((done) => this.canvas.toBlob(done));
  }
}
