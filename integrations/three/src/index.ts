// Legacy game models in three.js. The engine, which is retromesh in WebAssembly, makes GLB of a model in memory, and GLTFLoader reads that.

import { FileLoader, Group, Loader, LoaderUtils, type LoadingManager } from "three";
import { type GLTF, GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { type Glue, instantiate } from "./glue.js";

/** Something that was found in a model: what was lost, repaired or approximated. */
export interface Finding {
  /** Such as `image-missing`; each code has a page in the documentation of retromesh. */
  code: string;
  severity: "note" | "defect" | "approximated" | "lost";
  count: number;
  /** Where in the model it was found first. */
  path: string;
  /** The byte of the file where it was found first. */
  offset: number | null;
  detail: string;
}

/** What the loader says of a model: `gltf.userData.retromesh`. */
export interface Report {
  /** The engine, such as `retromesh 0.1.0`. */
  program: string;
  /** The id of the format, such as `b3d`. */
  format: string;
  findings: Finding[];
  /** The images that are named and were not found. */
  missing: string[];
}

/** A setting of a format, as `retromesh help FORMAT` lists them: `["true"]` for a flag, one text or more for the others. */
export type Settings = Record<string, string[]>;

/** A format that the engine reads. */
export interface Format {
  id: string;
  name: string;
  /** Without the dot, the preferred one first. */
  extensions: string[];
}

/**
 * Says where an image is that a model names: its URL or its bytes; null where there is none. The name has slashes, no drive and no folders above;
 * the folder is that of the model or the resource path, and ends with a slash.
 */
export type Lookup = (name: string, folder: string) => Found | Promise<Found>;
export type Found = string | ArrayBuffer | Uint8Array | null;

/** What the engine is compiled of: the module, its bytes, or where they are. */
export type Engine = WebAssembly.Module | BufferSource | URL | string;

interface Shown {
  format: string;
  error: string | null;
  findings: Finding[];
  missing: string[];
  glb: Uint8Array<ArrayBuffer> | undefined;
  program: string;
}

let engine: Engine = new URL("./engine.wasm", import.meta.url);
let compiled: Promise<WebAssembly.Module> | undefined;

/** Loads legacy models; what it gives is what `GLTFLoader` gives. */
export class RetromeshLoader extends Loader<GLTF> {
  /** The loader of what the engine makes, for plugins and settings of your own. */
  readonly gltf: GLTFLoader;
  private settings: Settings = {};
  private lookup: Lookup = (name, folder) => folder + name.split("/").map(encodeURIComponent).join("/");
  private readonly files = new Map<string, Uint8Array>();

  constructor(manager?: LoadingManager) {
    super(manager);
    this.gltf = new GLTFLoader(manager);
  }

  /** Says where the engine is, before the first model. It is next to the module otherwise, and fetched from there. */
  static setEngine(source: Engine): void {
    engine = source;
    compiled = undefined;
  }

  /** Lists the formats that the engine reads. */
  static async formats(): Promise<Format[]> {
    return JSON.parse((await started(() => undefined)).glue.formats()) as Format[];
  }

  /** Sets what the formats of models let one choose. */
  setSettings(settings: Settings): this {
    this.settings = settings;
    return this;
  }

  /** Sets what says where images are. Without it they are fetched by their names from the folder. */
  setLookup(lookup: Lookup): this {
    this.lookup = lookup;
    return this;
  }

  /** Adds a file that models can name, by its path from the model's folder. */
  addFile(path: string, bytes: ArrayBuffer | Uint8Array): this {
    this.files.set(path, view(bytes));
    return this;
  }

  override load(url: string, onLoad: (model: GLTF) => void, onProgress?: (event: ProgressEvent) => void, onError?: (error: unknown) => void): void {
    const full = LoaderUtils.resolveURL(url, this.path);
    const fail = (error: unknown) => {
      if (onError) onError(error);
      else console.error(error);
      this.manager.itemError(url);
      this.manager.itemEnd(url);
    };
    // Images are fetched after the model: the manager must not think that all is done between them.
    this.manager.itemStart(url);
    const done = (model: GLTF) => {
      onLoad(model);
      this.manager.itemEnd(url);
    };
    this.fetcher().load(full, (data) => this.parse(data as ArrayBuffer, full, done, fail), onProgress, fail);
  }

  /** Reads a model of bytes. The path is its URL, or its folder with a slash at the end. */
  parse(data: ArrayBuffer | Uint8Array, path: string, onLoad: (model: GLTF) => void, onError?: (error: unknown) => void): void {
    this.parseAsync(data, path).then(onLoad).catch(onError ?? console.error);
  }

  /** Reads a model of bytes. The path is its URL, or its folder with a slash at the end. */
  async parseAsync(data: ArrayBuffer | Uint8Array, path = ""): Promise<GLTF> {
    const end = path.split(/[?#]/, 1)[0] ?? "";
    const name = decoded(end.slice(end.lastIndexOf("/") + 1)) || "model";
    const folder = this.resourcePath || (end.includes("/") ? LoaderUtils.extractUrlBase(end) : "./");
    const files = new Map(this.files).set(name, view(data));
    let shown = await this.read(name, files);
    const before = files.size;
    await Promise.all(shown.missing.map((image) => this.find(image, folder, files)));
    if (files.size > before) shown = await this.read(name, files);
    const { program, format, findings, missing, error, glb } = shown;
    if (!glb) throw new Error(`${name}: ${error}`);
    const { buffer } = glb.byteLength === glb.buffer.byteLength ? glb : glb.slice();
    const model = await this.gltf.setCrossOrigin(this.crossOrigin).parseAsync(buffer, folder);
    // A model without nodes is a file without a scene.
    if (model.scenes.length === 0) model.scenes.push((model.scene = new Group()));
    model.userData.retromesh = { ...(model.userData.retromesh as object), program, format, findings, missing } satisfies Report;
    return model;
  }

  private async read(name: string, files: Map<string, Uint8Array>): Promise<Shown> {
    const { glue, why } = await started((path) => files.get(path));
    const sizes = Float64Array.from(files.values(), (bytes) => bytes.length);
    try {
      const answer = new glue.FileSet(0, [...files.keys()], sizes).open(name, JSON.stringify(this.settings)).show();
      return { ...(JSON.parse(answer.json) as Omit<Shown, "glb" | "program">), glb: answer.take(), program: glue.program() };
    } catch (error) {
      throw why() ? new Error(`${name}: the engine broke down: ${why()}`, { cause: error }) : error;
    }
  }

  /** Adds an image to the files, where there is one. */
  private async find(image: string, folder: string, files: Map<string, Uint8Array>): Promise<void> {
    const parts = image.replaceAll("\\", "/").split("/");
    // What a model names lies in its folder or below.
    const outside = parts.some((part) => part === ".." || part.includes(":")) || parts[0] === "";
    const name = outside ? (parts.at(-1) ?? "") : parts.filter((part) => part !== ".").join("/");
    if (name === "" || name === ".." || name.includes(":")) return;
    const found = await this.lookup(name, folder);
    // One that cannot be fetched is missing, which the report says.
    const bytes = typeof found === "string" ? await (this.fetcher().loadAsync(found) as Promise<ArrayBuffer>).catch(() => null) : found;
    if (bytes) files.set(name, view(bytes));
  }

  private fetcher(): FileLoader {
    const fetcher = new FileLoader(this.manager).setResponseType("arraybuffer").setRequestHeader(this.requestHeader);
    return fetcher.setWithCredentials(this.withCredentials);
  }
}

/** Starts an engine. Each model has its own, so that memory comes back and what breaks one down harms no other. */
async function started(file: (path: string) => Uint8Array | undefined): Promise<{ glue: Glue; why: () => string }> {
  compiled ??= compile(engine);
  let reason = "";
  const host = { readFile: (_set: number, path: string) => file(path), breakDown: (why: string) => void (reason = why) };
  return { glue: instantiate(await compiled, host), why: () => reason };
}

async function compile(source: Engine): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source !== "string" && !(source instanceof URL)) return WebAssembly.compile(source);
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source}: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

function view(bytes: ArrayBuffer | Uint8Array): Uint8Array {
  return bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
