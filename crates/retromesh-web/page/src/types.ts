// What the page knows about models; the names are those of `retromesh info --json`.

import type { Key } from "./texts";

export interface Finding {
  code: string;
  severity: "lost" | "approximated" | "defect" | "note";
  count: number;
  path: string;
  offset: number | null;
  detail: string;
}

export interface Facts {
  format: string;
  format_name: string;
  version: string;
  bytes: number;
  nodes: number;
  meshes: number;
  parts: number;
  vertices: number;
  faces: number;
  triangles: number;
  materials: number;
  textures: string[];
  images: string[];
  skins: number;
  joints: number;
  morph_targets: number;
  vertex_frames: number;
  cameras: number;
  lights: number;
  lods: number;
  animations: { name: string; channels: number; keys: number; first: number; last: number; seconds: number; ticks_per_second: number }[];
  material_list: { name: string; layers: number }[];
  lod_list: { level: number; role: string; value: number }[];
  selections: { mesh: number; name: string; vertices: number; faces: number }[];
  diagnostics: Finding[];
  content_hash: string;
  geometry_hash: string;
  sizes: { part: string; bytes: number }[];
  bounds: { min: number[]; max: number[] } | null;
  properties: { node: string; name: string; value: string }[];
  proxies: { path: string; file: string }[];
}

/** What a code means, and what to do about it. */
export interface CodeText {
  summary: string;
  advice: string;
  /** What does on this page what the advice says of the program's options. */
  here?: Key[];
}

/** A model as it is shown. */
export interface Shown {
  /** Why it cannot be shown. */
  error: string | null;
  findings: Finding[];
  /** The images that are named and were not found. */
  missing: string[];
  /** The model as a GLB file; null where it cannot be shown. */
  glb: Uint8Array<ArrayBuffer> | null;
}

/** A model on the page. */
export interface Entry {
  name: string;
  /** Why it cannot be shown, as far as that is known. */
  error: string | null;
  /** The name of its format; empty while it is not known. */
  format: string;
  /** How many bytes the file has, where that is known before it is read. */
  size?: number;
  open: () => Promise<Shown>;
  /** Ends reading it, where that can be ended. */
  cancel?: () => void;
  facts: () => Promise<Facts | null>;
  /** Gives back what `open` took. */
  close: () => void;
}

export interface Report {
  program: string;
  /** How often a page that is served has changed; null for a page in a file. */
  changes: number | null;
  codes: Record<string, CodeText>;
  entries: Entry[];
}
