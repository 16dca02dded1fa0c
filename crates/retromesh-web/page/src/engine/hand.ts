// One worker, and the calls that it has not answered yet.

import type { Ask, Call, Reply } from "./wire";

/** A call for a model that another worker can answer as well. */
export interface Wanted {
  id: number;
  ask: Ask;
  /** What has to be asked before it. */
  before: (hand: Hand) => Ask[];
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

/** Who is notified of what becomes of the worker. */
interface Owner {
  /** It is of no use any more; these calls it leaves, none of which has broken it. */
  broken: (left: Wanted[]) => void;
  /** It has answered all calls. */
  rests: () => void;
}

interface Waiting {
  ask: Ask;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
  /** Null for a call that goes with its worker. */
  wanted: Wanted | null;
}

export class Hand {
  /** How many bytes the engine takes. */
  memory = 0;
  /** The sets of files that it has. */
  readonly sets = new Set<number>();
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  constructor(
    script: string,
    module: WebAssembly.Module,
    private readonly owner: Owner,
  ) {
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    this.worker = new Worker(address);
    this.worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      // Once it speaks it is loaded.
      URL.revokeObjectURL(address);
      this.take(data);
    };
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.fail(event.message || "the engine has ended");
    };
    this.ask({ what: "start", module }).catch(() => undefined);
  }

  /** How many calls it has to answer. */
  get load(): number {
    return this.waiting.size;
  }

  ask(ask: Ask): Promise<unknown> {
    return new Promise((resolve, reject) => this.post({ ask, resolve, reject, wanted: null }));
  }

  want(wanted: Wanted): void {
    this.post({ ask: wanted.ask, resolve: wanted.resolve, reject: wanted.reject, wanted });
  }

  end(): void {
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(new Error("the engine has ended"));
    this.waiting.clear();
  }

  private post(waiting: Waiting): void {
    const call: Call = { ...waiting.ask, call: ++this.last };
    this.waiting.set(call.call, waiting);
    this.worker.postMessage(call);
  }

  private take(reply: Reply): void {
    const waiting = this.waiting.get(reply.call);
    if (!waiting) return;
    this.memory = reply.memory;
    if (reply.broken) return this.fail(reply.error ?? "");
    this.waiting.delete(reply.call);
    if (reply.error === undefined) waiting.resolve(reply.value);
    else waiting.reject(new Error(reply.error));
    if (this.waiting.size === 0) this.owner.rests();
  }

  /** Refuses the calls for a model; where it is at work for that one, the worker goes with them. */
  cancel(id: number): void {
    const isFor = ({ ask }: Waiting) => "id" in ask && ask.id === id;
    const [first] = this.waiting.values();
    if (first && isFor(first)) return this.fail("cancelled");
    for (const [call, waiting] of this.waiting) {
      if (!isFor(waiting) || !waiting.wanted) continue;
      this.waiting.delete(call);
      waiting.reject(new Error("cancelled"));
    }
  }

  /** The oldest call has broken the worker; so would others for its model. All others go on elsewhere. */
  private fail(why: string): void {
    const waiting = [...this.waiting.values()];
    const model = waiting[0] && "id" in waiting[0].ask ? waiting[0].ask.id : null;
    const left: Wanted[] = [];
    for (const { ask, wanted, reject } of waiting) {
      const isOfModel = ("id" in ask && ask.id === model) || ("other" in ask && ask.other === model);
      if (wanted && !isOfModel && wanted.ask !== waiting[0]?.ask) left.push(wanted);
      else reject(new Error(why));
    }
    this.waiting.clear();
    this.owner.broken(left);
  }
}
