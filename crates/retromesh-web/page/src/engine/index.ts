// The door to the engine.

import { unpack } from "../embedded";
import { Client } from "./client";
import type { Engine } from "./types";

export type * from "./types";

/** Starts the engine that this page carries, or that is next to it. */
export async function connect(): Promise<Engine> {
  const [script, engine] = await Promise.all([carried("engine-worker"), carried("engine")]);
  return new Client(new TextDecoder().decode(script), await WebAssembly.compile(engine));
}

function carried(id: string): Promise<Uint8Array<ArrayBuffer>> {
  const element = document.getElementById(id);
  if (!element) return Promise.reject(new Error("this page has no engine"));
  const address = element.dataset.at;
  return address === undefined ? unpack(id) : fetched(address);
}

async function fetched(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
