// What the page asks the engine, which is the program's own code in WebAssembly. Every call is a promise, and all of it happens in
// workers: the page is never kept waiting, and nothing leaves it.

import type { CodeText, Facts, Finding } from "../types";

export type Bytes = Uint8Array<ArrayBuffer>;

/** A file that is next to others; `path` has slashes, as in `models/textures/wall.png`. */
export interface NamedFile {
  path: string;
  /** A blob is read where and when it is needed. */
  data: Blob | Bytes;
}

/** A file that the engine has made; `path` is a name, or leads into folders below the place of the model. */
export interface MadeFile {
  path: string;
  bytes: Bytes;
}

/** A format as it declares itself. */
export interface Format {
  /** The version of this structure. */
  schema: string;
  id: string;
  name: string;
  /** Without the dot, the preferred one first. */
  extensions: string[];
  /** Whether it can be written. */
  writes: boolean;
  /** Whether it holds pictures, not models. */
  picture: boolean;
  /** The engines that it is written for or checked for, the default first. */
  targets: { name: string; about: string; writes: boolean }[];
  settings: Setting[];
}

/** What one format alone lets one choose. */
export interface Setting {
  name: string;
  /** The first sentence is enough for a list. */
  about: string;
  direction: "reading" | "writing" | "both";
  /** The targets that know it; none for all. */
  targets: string[];
  /** On or off (off by default); one of `choices` (the first by default); a text; any number of texts. */
  kind: "flag" | "choice" | "text" | "list";
  choices: { name: string; about: string }[];
  /** A short name for the texts that it takes: `BYTES`. */
  form: string;
  /** What a text must be, to follow the word "expected". */
  expected: string;
}

/** Values of settings by name: `["true"]` for a flag, one text for a choice or a text, any number for a list. */
export type Settings = Record<string, string[]>;

/** A model that was read. Its findings are those of its conversion to GLB, which is what is shown. */
export interface Opened {
  /** Stands for the model in further calls, also where it could not be read: its bytes can still be looked at. */
  id: number;
  /** The file's name without its folders. */
  name: string;
  /** The id of its format, empty where it is of none. */
  format: string;
  /** Why it cannot be shown. */
  error: string | null;
  /** Where in the file that was found out. */
  offset: number | null;
  findings: Finding[];
  /** The images that are named and were not found. */
  missing: string[];
  /** The target of a format, by the format's id, that a conversion has where none is named; none where it is the first. */
  targets: Record<string, string>;
  /** The same for what is made like this model. */
  variants: Record<string, string>;
  /** What `retromesh convert MODEL -o MODEL.glb` writes; null where the model cannot be shown. */
  glb: Bytes | null;
}

/** A file among others. */
export interface Place {
  readonly path: string;
  readonly files: readonly NamedFile[];
}

/** What a conversion gives; nothing is written to anywhere. */
export interface Converted {
  /** The model first, then what belongs next to it; none where there is an error. */
  files: MadeFile[];
  findings: Finding[];
  error: string | null;
}

/** What a conversion is made like, and where its files go, among those of others. */
export interface Among {
  /** What other programs have taken away comes from this model again. */
  original?: Place | null;
  /** The name of the model, with its extension; by default that of the file. */
  name?: string;
  /** The names of files next to it that hold something else. */
  taken?: readonly string[];
}

/** A file that cannot be read, and why. */
export interface Unread {
  path: string;
  why: string;
}

/** What an engine will refuse, drop or show wrong. */
export interface Lint {
  code: string;
  count: number;
  path: string;
  offset: number | null;
  /** What was found, where the summary does not say it. */
  detail?: string;
  summary: string;
  advice: string;
  severity: "note" | "defect";
}

export interface Linted {
  /** The engine whose rules were applied; null for all rules of the format. */
  target: string | null;
  findings: Lint[];
}

export interface Repaired {
  target: string;
  /** The repaired file; the same bytes where nothing was to be repaired. */
  file: MadeFile;
  fixed: Lint[];
  /** There is no fix for these. */
  left: Lint[];
}

/**
 * Which byte is what, as columns: entry `i` has `names[name[i]]`, and so on. Entries are in the order of the file; what is inside
 * entry `i` follows it, up to `next[i]`, and is one deeper.
 */
export interface Layout {
  names: string[];
  kinds: string[];
  /** Counts in `names`: the name in the structure around it. */
  name: Uint32Array;
  /** Its number, where it is one of a list; else -1. */
  index: Int32Array;
  /** Counts in `kinds`: the kind of a structure; what a field holds, as `100 x f32[3]`. */
  kind: Uint32Array;
  /** How many structures are around it. */
  depth: Uint32Array;
  /** The first byte. */
  start: Uint32Array;
  /** How many bytes. An entry of the kind `shared` covers bytes that another entry has shown already. */
  length: Uint32Array;
  /** The entry after all that is inside this one. */
  next: Uint32Array;
}

/** An image of a model. */
export interface Texture {
  /** As the model names it; empty for an image that the model holds. */
  path: string;
  /** The file that it was found in, from the model's folder; null where there is none. */
  file: string | null;
  /** Whether it is named and was not found. */
  missing: boolean;
}

/** An image that a browser shows; others than PNG and JPEG were made PNG, and the black of colour-keyed ones transparent. */
export interface Picture {
  type: "image/png" | "image/jpeg";
  bytes: Bytes;
}

/** How two models differ, as `retromesh diff --json` tells it. */
export interface Compared {
  same: boolean;
  differences: Difference[];
  /** Placed meshes that were too many for the comparison. */
  left_out: number;
  triangles: number;
  nodes: number;
  poses: number;
}

export interface Difference {
  feature: string;
  /** Whether it is only in the first, only in the second, or other in both. */
  change: string;
  path: string;
  detail: string;
  count: number;
  /** The largest figure, where there is one. */
  largest: number | null;
}

/**
 * The engine. A call is refused (the promise is rejected with an `Error` that says why) where what it asks for is not there: the layout
 * of a text, a model that was closed. An engine that breaks down over a file is started again, and only that call is refused; all other
 * models live on.
 */
export interface Engine {
  /** Such as `retromesh 0.1.0`. */
  program(): Promise<string>;
  formats(): Promise<Format[]>;
  /** What the codes of findings mean. */
  codes(): Promise<Record<string, CodeText>>;
  /**
   * Reads a model, which is one of `files`; what it names is looked for among the others, as the program does it in folders. Give the
   * same array for the models of one folder: it is handed over once.
   */
  open(path: string, files: readonly NamedFile[], settings?: Settings): Promise<Opened>;
  /** Says which of some paths are files that no format reads, and pictures that are cut or none. */
  strangers(files: readonly NamedFile[], paths: readonly string[]): Promise<Unread[]>;
  /** Ends what is being done for a model; its calls are refused. */
  cancel(path: string, files: readonly NamedFile[]): void;
  /** What `retromesh info --json` tells. */
  facts(id: number): Promise<Facts>;
  /**
   * Converts to a format by its id, or by an extension of it: `jpg`, `gltf`. Without a target: that of the file's variant, or the format's
   * first. With an original: as `--like` does it.
   */
  convert(id: number, format: string, target?: string | null, settings?: Settings, among?: Among): Promise<Converted>;
  lint(id: number, target?: string | null): Promise<Linted>;
  /** Refused for formats without repairs. */
  repair(id: number, target?: string | null): Promise<Repaired>;
  bytes(id: number): Promise<Bytes>;
  layout(id: number): Promise<Layout>;
  /** The values of entries of the layout from `first` to before `end`, each in one short line; empty for structures. */
  values(id: number, first: number, end: number): Promise<string[]>;
  textures(id: number): Promise<Texture[]>;
  /** One of `textures`, by its place in the list; null where it is missing or cannot be decoded. */
  picture(id: number, texture: number): Promise<Picture | null>;
  compare(a: number, b: number): Promise<Compared>;
  /** Gives the memory back. */
  close(id: number): Promise<void>;
}
