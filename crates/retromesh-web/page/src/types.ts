// What the page is told about models; the names are those of `retromesh info --json`.

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
  cameras: number;
  lights: number;
  lods: number;
  sizes: { part: string; bytes: number }[];
  bounds: { min: number[]; max: number[] } | null;
  properties: { node: string; name: string; value: string }[];
  proxies: { path: string; file: string }[];
}

/** What a code means, and what to do about it. */
export interface CodeText {
  summary: string;
  advice: string;
}

/** A model on the page. */
export interface Entry {
  name: string;
  /** Why it cannot be shown. */
  error: string | null;
  facts: Facts | null;
  findings: Finding[];
  /** The images that are named and were not found. */
  missing: string[];
  /** Gives the model as a GLB file. */
  glb: () => Promise<Uint8Array<ArrayBuffer>>;
}

export interface Report {
  program: string;
  /** How often a page that is served has changed; null for a page in a file. */
  changes: number | null;
  codes: Record<string, CodeText>;
  entries: Entry[];
}
