// What `crates/retromesh-web/src/bindings.rs` offers; wasm-bindgen makes the code of it.

declare module "retromesh-glue" {
  export function initSync(what: { module: WebAssembly.Module }): { memory: WebAssembly.Memory };
  export function program(): string;
  export function formats(): string;
  export function codes(): string;
  export function stranger(name: string, head: Uint8Array): string | undefined;

  export class FileSet {
    constructor(set: number, paths: string[], sizes: Float64Array);
    open(path: string, settings: string): Model;
    free(): void;
  }

  export class Answer {
    readonly json: string;
    take(): Uint8Array | undefined;
    free(): void;
  }

  export class Layout {
    texts(kinds: boolean): string[];
    column(place: number): Uint32Array;
    free(): void;
  }

  export class Model {
    show(): Answer;
    facts(): string;
    convert(to: string, target: string | undefined, settings: string, name: string | undefined, taken: string[]): Answer;
    convertLike(original: Model, to: string, target: string | undefined, settings: string, name: string | undefined, taken: string[]): Answer;
    lint(target: string | undefined): string;
    repair(target: string | undefined): Answer;
    bytes(): Uint8Array;
    layout(): Layout;
    values(first: number, end: number): string[];
    textures(): string;
    picture(number: number): Answer;
    compare(other: Model): string;
    free(): void;
  }
}
