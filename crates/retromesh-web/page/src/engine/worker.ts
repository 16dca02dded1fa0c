// The worker: the engine itself. It answers one call after another; the client is `client.ts`.

import * as glue from "retromesh-glue";
import { endOfPicture } from "./paa";
import type { Bytes, Layout, NamedFile, Unread } from "./types";
import type { Call, Reply } from "./wire";

/** What of a worker is used here; the page's types know pages only. */
declare const self: {
  readFile: (set: number, path: string) => Uint8Array | undefined;
  breakDown: (why: string) => void;
  onmessage: (event: MessageEvent<Call>) => void;
  postMessage: (reply: Reply, transfer: Transferable[]) => void;
};
declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

interface FilesOfSet {
  files: Map<string, Blob>;
  set: glue.FileSet;
}

/** This many bytes at the beginning of a file say what it is, and at the end of a picture that it is whole. */
const [HEAD, TAIL] = [4096, 1024];

/** The files that the page has handed over, by the number of their set. */
const sets = new Map<number, FilesOfSet>();
const models = new Map<number, glue.Model>();
let memory: WebAssembly.Memory;
let reason = "";

self.readFile = (set, path) => read(sets.get(set)?.files.get(path));
self.breakDown = (why) => (reason = why);

self.onmessage = ({ data }: MessageEvent<Call>) => {
  const reply: Reply = { call: data.call, memory: 0 };
  const transfer: Transferable[] = [];
  try {
    reply.value = answer(data, transfer);
  } catch (error) {
    reply.error = error instanceof Error ? error.message : String(error);
    // What is no error of the engine's own has left it in pieces.
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
      reply.broken = true;
      reply.error = `the engine broke down: ${reason || reply.error}`;
    }
  }
  reply.memory = memory ? memory.buffer.byteLength : 0;
  self.postMessage(reply, transfer);
};

function answer(call: Call, transfer: Transferable[]): unknown {
  const give = (bytes: Uint8Array | undefined): Bytes | null => {
    if (!bytes) return null;
    const own = bytes as Bytes;
    transfer.push(own.buffer);
    return own;
  };
  const model = (id: number): glue.Model => {
    const found = models.get(id);
    if (!found) throw new Error("this model is closed");
    return found;
  };
  switch (call.what) {
    case "start":
      memory = glue.initSync({ module: call.module }).memory;
      return null;
    case "files":
      handOver(call.set, call.files);
      return null;
    case "program":
      return glue.program();
    case "formats":
      return JSON.parse(glue.formats());
    case "codes":
      return JSON.parse(glue.codes());
    case "strangers": {
      const set = handed(call.set);
      return call.paths.flatMap((path): Unread[] => {
        const why = stranger(set, path);
        return why ? [{ path, why }] : [];
      });
    }
    case "open": {
      const set = handed(call.set);
      close(call.id);
      models.set(call.id, set.set.open(call.path, JSON.stringify(call.settings)));
      return null;
    }
    case "show": {
      const shown = model(call.id).show();
      const { json } = shown;
      const glb = give(shown.take());
      shown.free();
      return { ...JSON.parse(json), id: call.id, glb };
    }
    case "facts":
      return JSON.parse(model(call.id).facts());
    case "convert": {
      const taken = [...(call.among.taken ?? [])];
      const wanted = [call.format, call.target ?? undefined, JSON.stringify(call.settings), call.among.name, taken] as const;
      const made = call.other === undefined ? model(call.id).convert(...wanted) : model(call.id).convertLike(model(call.other), ...wanted);
      const parsed = JSON.parse(made.json) as { files: { path: string; bytes?: Bytes | null }[] };
      for (const file of parsed.files) file.bytes = give(made.take());
      made.free();
      return parsed;
    }
    case "lint":
      return JSON.parse(model(call.id).lint(call.target ?? undefined));
    case "repair": {
      const made = model(call.id).repair(call.target ?? undefined);
      const parsed = JSON.parse(made.json) as { file: { path: string; bytes?: Bytes | null } };
      parsed.file.bytes = give(made.take());
      made.free();
      return parsed;
    }
    case "bytes":
      return give(model(call.id).bytes());
    case "layout": {
      const found = model(call.id).layout();
      const column = (place: number) => {
        const column = found.column(place) as Uint32Array<ArrayBuffer>;
        transfer.push(column.buffer);
        return column;
      };
      const layout: Layout = {
        names: found.texts(false),
        kinds: found.texts(true),
        name: column(0),
        index: new Int32Array(column(1).buffer),
        kind: column(2),
        depth: column(3),
        start: column(4),
        length: column(5),
        next: column(6),
      };
      found.free();
      return layout;
    }
    case "values":
      return model(call.id).values(call.first, call.end);
    case "textures":
      return JSON.parse(model(call.id).textures());
    case "picture": {
      const found = model(call.id).picture(call.texture);
      const type: unknown = JSON.parse(found.json);
      const bytes = give(found.take());
      found.free();
      return bytes && { type, bytes };
    }
    case "compare":
      return JSON.parse(model(call.id).compare(model(call.other)));
    case "close":
      close(call.id);
      return null;
  }
}

function read(blob: Blob | undefined): Uint8Array | undefined {
  try {
    return blob && new Uint8Array(new FileReaderSync().readAsArrayBuffer(blob));
  } catch {
    // The file has changed, or is not there any more.
    return undefined;
  }
}

function handed(number: number): FilesOfSet {
  const set = sets.get(number);
  if (!set) throw new Error("these files were not handed over");
  return set;
}

/** Says why a file cannot be read. Texts, sounds and documents are what they shall be. */
function stranger({ files, set }: FilesOfSet, path: string): string | null {
  const blob = files.get(path);
  const head = read(blob?.slice(0, HEAD));
  if (!blob || !head || head.length === 0) return null;
  if (/\.(png|jpe?g|bmp|pa[ac])$/i.test(path)) {
    if (isWhole(path, head, blob)) return null;
    const model = set.open(path, "{}");
    const shown = model.show();
    const { error } = JSON.parse(shown.json) as { error: string | null };
    shown.free();
    model.free();
    return error;
  }
  const why = glue.stranger(path, head);
  const isUnknown = why?.includes("starts with") && head.some((byte) => byte < 9);
  return why && (isUnknown || why.includes("; ")) ? why : null;
}

/** Returns whether a picture ends as those of its kind do; whether the rest can be decoded takes long to say. */
function isWhole(path: string, head: Uint8Array, blob: Blob): boolean {
  if (/\.pa[ac]$/i.test(path)) return blob.size >= (endOfPicture(head) ?? Number.POSITIVE_INFINITY);
  const text = (bytes: Uint8Array | undefined) => String.fromCharCode(...(bytes ?? []));
  const end = () => text(read(blob.slice(-TAIL)));
  const start = text(head.subarray(0, 6));
  if (start.startsWith("\xff\xd8")) return end().includes("\xff\xd9");
  if (start.startsWith("\x89PNG")) return end().includes("IEND");
  return start.startsWith("BM") && head.length > 6 && blob.size >= new DataView(head.buffer).getUint32(2, true);
}

function close(id: number): void {
  models.get(id)?.free();
  models.delete(id);
}

function handOver(number: number, given: readonly NamedFile[]): void {
  const files = new Map(given.map(({ path, data }) => [path, data instanceof Blob ? data : new Blob([data])]));
  const sizes = Float64Array.from(files.values(), (blob) => blob.size);
  sets.set(number, { files, set: new glue.FileSet(number, [...files.keys()], sizes) });
}
