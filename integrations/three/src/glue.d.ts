// What `build.mjs` makes of the engine's own glue.

export interface Host {
  readFile(set: number, path: string): Uint8Array | undefined;
  breakDown(why: string): void;
}

export interface Answer {
  readonly json: string;
  take(): Uint8Array<ArrayBuffer> | undefined;
}

export interface Model {
  show(): Answer;
}

export interface Glue {
  program(): string;
  formats(): string;
  FileSet: new (set: number, paths: string[], sizes: Float64Array) => { open(path: string, settings: string): Model };
}

export function instantiate(module: WebAssembly.Module, host: Host): Glue;
