// A model that the engine reads.

import type { Engine, Format, NamedFile, Opened, Settings } from "../engine";
import type { Entry, Facts } from "../types";

/** The sizes of files by path: those of one drop are asked for by each of its models. */
const sizes = new WeakMap<readonly NamedFile[], Map<string, number>>();

function sizeOf(files: readonly NamedFile[], path: string): number {
  let known = sizes.get(files);
  if (!known) sizes.set(files, (known = new Map(files.map(({ path, data }) => [path, data instanceof Blob ? data.size : data.length]))));
  return known.get(path) ?? 0;
}

/** A format by its extension, and the engine that it is for; null for the one that the model has. */
export interface Chosen {
  extension: string;
  target: string | null;
}

export class Work implements Entry {
  error: string | null = null;
  format = "";
  /** The images it names that were not found. */
  missing: readonly string[] = [];
  /** The model that it was made from; undefined where nobody has said so or looked for it. */
  original: Work | null | undefined = undefined;
  settings: Settings = {};
  /** What it is to become, where the user has chosen that. */
  chosen: Chosen | null = null;
  /** What the user has set for writing it, by the id of the format. */
  writing: Record<string, Settings> = {};
  /** Shows a byte of the file, where that can be seen. */
  showByte: ((offset: number) => void) | null = null;
  private opened: Promise<Opened> | null = null;

  constructor(
    readonly engine: Engine,
    private readonly formats: readonly Format[],
    readonly path: string,
    readonly files: readonly NamedFile[],
    readonly name = path,
  ) {}

  /** Reads the model, unless that is done. */
  open(): Promise<Opened> {
    this.opened ??= this.begin();
    return this.opened;
  }

  private async begin(): Promise<Opened> {
    try {
      const opened = await this.engine.open(this.path, this.files, this.settings);
      this.error = opened.error;
      this.missing = opened.missing;
      this.format = this.formats.find(({ id }) => id === opened.format)?.name ?? "";
      return opened;
    } catch (error) {
      this.opened = null;
      this.error = error instanceof Error ? error.message : String(error);
      throw error;
    }
  }

  /** The format that it is of, if any. */
  async declared(): Promise<Format | null> {
    const { format } = await this.open();
    return this.formats.find(({ id }) => id === format) ?? null;
  }

  async facts(): Promise<Facts | null> {
    const { id, error } = await this.open();
    return error === null ? this.engine.facts(id) : null;
  }

  close(): void {
    const old = this.opened;
    this.opened = null;
    // A model that was refused has taken nothing.
    old?.then(({ id }) => this.engine.close(id)).catch(() => undefined);
  }

  /** Ends reading it; asked for again, it is read again. */
  cancel(): void {
    this.engine.cancel(this.path, this.files);
    this.close();
  }

  get size(): number {
    return sizeOf(this.files, this.path);
  }

  /** Stands for this model among other files. */
  among(files: readonly NamedFile[]): Work {
    const work = new Work(this.engine, this.formats, this.path, files, this.name);
    work.settings = this.settings;
    work.chosen = this.chosen;
    work.writing = this.writing;
    work.original = this.original?.files === this.files ? this.original.among(files) : this.original;
    return work;
  }

  /** Stands for this model with some of its files made anew, next to all others. */
  made(files: readonly NamedFile[], name: string): Work {
    const folder = this.path.slice(0, this.path.lastIndexOf("/") + 1);
    const placed = files.map(({ path, data }) => ({ path: folder + path, data }));
    const anew = new Set(placed.map(({ path }) => path));
    const others = this.files.filter(({ path }) => !anew.has(path));
    return new Work(this.engine, this.formats, placed[0]!.path, [...placed, ...others], name);
  }
}
