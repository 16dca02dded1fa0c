// The page's side of the engine: workers, and which of them has which model.

import type { CodeText, Facts } from "../types";
import { Hand, type Wanted } from "./hand";
import type { Among, Bytes, Compared, Converted, Engine, Format, Layout, Linted, NamedFile, Opened, Picture, Repaired, Settings, Texture, Unread } from "./types";
import type { Ask } from "./wire";

/** This many workers at most are at work. */
const HANDS = Math.max(2, Math.min(4, navigator.hardwareConcurrency || 2));
/** A worker without models that takes more bytes than this is ended, which gives them back. */
const KEPT = 64 << 20;
/** A worker that takes more bytes than this is ended as soon as it rests; its models are opened again when they are needed. */
const MAX = 1 << 30;

/** A model that is open, and what is needed to open it again. */
interface Known {
  path: string;
  files: readonly NamedFile[];
  settings: Settings;
  /** The worker that has it; null where it has to be opened again. */
  hand: Hand | null;
}

export class Client implements Engine {
  private readonly hands: Hand[] = [];
  private readonly models = new Map<number, Known>();
  private readonly sets = new WeakMap<readonly NamedFile[], number>();
  private lastId = 0;
  private lastSet = 0;

  /** Takes the text of the worker, and the engine. */
  constructor(
    private readonly script: string,
    private readonly module: WebAssembly.Module,
  ) {
    this.hand();
  }

  program = () => this.plain<string>({ what: "program" });
  formats = () => this.plain<Format[]>({ what: "formats" });
  codes = () => this.plain<Record<string, CodeText>>({ what: "codes" });
  facts = (id: number) => this.of<Facts>(id, { what: "facts", id });
  bytes = (id: number) => this.of<Bytes>(id, { what: "bytes", id });
  layout = (id: number) => this.of<Layout>(id, { what: "layout", id });
  textures = (id: number) => this.of<Texture[]>(id, { what: "textures", id });
  values = (id: number, first: number, end: number) => this.of<string[]>(id, { what: "values", id, first, end });
  picture = (id: number, texture: number) => this.of<Picture | null>(id, { what: "picture", id, texture });
  lint = (id: number, target: string | null = null) => this.of<Linted>(id, { what: "lint", id, target });
  repair = (id: number, target: string | null = null) => this.of<Repaired>(id, { what: "repair", id, target });

  convert(id: number, format: string, target: string | null = null, settings: Settings = {}, among: Among = {}): Promise<Converted> {
    const { original, ...place } = among;
    const ask = { what: "convert", id, format, target, settings, among: place } as const;
    return original ? this.next<Converted>(id, { path: original.path, files: original.files, settings: {}, hand: null }, (other) => ({ ...ask, other })) : this.of<Converted>(id, ask);
  }

  strangers(files: readonly NamedFile[], paths: readonly string[]): Promise<Unread[]> {
    const hand = this.hand();
    const set = this.number(files);
    for (const ask of this.handing(hand, set, files)) hand.ask(ask).catch(() => undefined);
    return hand.ask({ what: "strangers", set, paths }) as Promise<Unread[]>;
  }

  open(path: string, files: readonly NamedFile[], settings: Settings = {}): Promise<Opened> {
    const id = ++this.lastId;
    this.models.set(id, { path, files, settings, hand: null });
    const nothing = { id, name: path.split("/").pop() ?? "", format: "", offset: null, findings: [], missing: [], targets: {}, variants: {}, glb: null };
    // An engine that breaks down over a file says so as any other error of a file.
    return this.of<Opened>(id, { what: "show", id }).catch((error: unknown) => ({ ...nothing, error: error instanceof Error ? error.message : String(error) }));
  }

  cancel(path: string, files: readonly NamedFile[]): void {
    for (const [id, model] of this.models) if (model.path === path && model.files === files) model.hand?.cancel(id);
  }

  async compare(a: number, b: number): Promise<Compared> {
    const model = this.models.get(b);
    if (!model) throw new Error("this model is closed");
    return this.next<Compared>(a, model, (other) => ({ what: "compare", id: a, other }));
  }

  /** Asks what needs another model next to the first one, wherever that other one lives. */
  private next<T>(id: number, other: Known, ask: (place: number) => Ask): Promise<T> {
    const place = -++this.lastId;
    return this.of<T>(id, ask(place), (hand) => [...this.opening(hand, place, other)]).finally(() => {
      const hand = this.models.get(id)?.hand;
      if (hand) void hand.ask({ what: "close", id: place });
    });
  }

  async close(id: number): Promise<void> {
    const hand = this.models.get(id)?.hand;
    this.models.delete(id);
    if (hand) await hand.ask({ what: "close", id });
  }

  private plain<T>(ask: Ask): Promise<T> {
    return this.hand().ask(ask) as Promise<T>;
  }

  private of<T>(id: number, ask: Ask, before: (hand: Hand) => Ask[] = () => []): Promise<T> {
    return new Promise<T>((resolve, reject) => this.send({ id, ask, before, resolve: resolve as (value: unknown) => void, reject }));
  }

  /** Hands a call to the worker that has the model, or to one that opens it. */
  private send(wanted: Wanted): void {
    const model = this.models.get(wanted.id);
    if (!model) return wanted.reject(new Error("this model is closed"));
    if (!model.hand) {
      model.hand = this.hand();
      for (const ask of this.opening(model.hand, wanted.id, model)) model.hand.ask(ask).catch(() => undefined);
    }
    for (const ask of wanted.before(model.hand)) model.hand.ask(ask).catch(() => undefined);
    model.hand.want(wanted);
  }

  private number(files: readonly NamedFile[]): number {
    let set = this.sets.get(files);
    if (set === undefined) this.sets.set(files, (set = ++this.lastSet));
    return set;
  }

  private *handing(hand: Hand, set: number, files: readonly NamedFile[]): Iterable<Ask> {
    if (hand.sets.has(set)) return;
    hand.sets.add(set);
    yield { what: "files", set, files };
  }

  private *opening(hand: Hand, id: number, { path, files, settings }: Known): Iterable<Ask> {
    const set = this.number(files);
    yield* this.handing(hand, set, files);
    yield { what: "open", id, set, path, settings };
  }

  /** Returns the worker with the least to do. */
  private hand(): Hand {
    const [first, ...more] = this.hands;
    const least = more.reduce((least, hand) => (least && hand.load < least.load ? hand : least), first);
    if (least && (least.load === 0 || this.hands.length >= HANDS)) return least;
    const hand = new Hand(this.script, this.module, {
      broken: (left) => {
        this.end(hand);
        for (const wanted of left) this.send(wanted);
      },
      rests: () => {
        const isEmpty = ![...this.models.values()].some((model) => model.hand === hand);
        if (hand.memory > (isEmpty ? KEPT : MAX)) this.end(hand);
      },
    });
    this.hands.push(hand);
    return hand;
  }

  private end(hand: Hand): void {
    hand.end();
    const place = this.hands.indexOf(hand);
    if (place >= 0) this.hands.splice(place, 1);
    for (const model of this.models.values()) if (model.hand === hand) model.hand = null;
  }
}
