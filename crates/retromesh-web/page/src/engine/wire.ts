// What the client and a worker send each other.

import type { Among, NamedFile, Settings } from "./types";

/** What a call asks; the client numbers the calls of a worker. */
export type Ask =
  | { what: "start"; module: WebAssembly.Module }
  | { what: "files"; set: number; files: readonly NamedFile[] }
  | { what: "strangers"; set: number; paths: readonly string[] }
  | { what: "program" | "formats" | "codes" }
  | { what: "open"; id: number; set: number; path: string; settings: Settings }
  | { what: "show" | "facts" | "bytes" | "layout" | "textures" | "close"; id: number }
  | { what: "convert"; id: number; format: string; target: string | null; settings: Settings; among: Among; other?: number }
  | { what: "lint" | "repair"; id: number; target: string | null }
  | { what: "values"; id: number; first: number; end: number }
  | { what: "picture"; id: number; texture: number }
  | { what: "compare"; id: number; other: number };

export type Call = Ask & { call: number };

export interface Reply {
  call: number;
  value?: unknown;
  /** Why there is no value. */
  error?: string;
  /** Whether the worker is of no use any more. */
  broken?: boolean;
  /** How many bytes the engine in it takes. */
  memory: number;
}
