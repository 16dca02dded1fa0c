// The models that `retromesh view` has put into the page.

import type { CodeText, Entry, Facts, Finding, Report } from "./types";

interface Parsed {
  program: string;
  changes: number | null;
  codes: Record<string, CodeText>;
  models: { name: string; error: string | null; facts: Facts | null; findings: Finding[]; missing: string[] }[];
}

export function embedded(): Report {
  const parsed = JSON.parse(document.getElementById("models")?.textContent ?? "{}") as Parsed;
  const entries = parsed.models.map(
    ({ name, error, facts, findings, missing }, place): Entry => ({
      name,
      error,
      format: facts?.format_name ?? "",
      size: facts?.bytes ?? 0,
      open: async () => ({ error, findings, missing, glb: error === null ? await unpack(`glb-${place}`) : null }),
      facts: async () => facts,
      close: () => undefined,
    }),
  );
  return { program: parsed.program, changes: parsed.changes, codes: parsed.codes, entries };
}

/** Unpacks what is in an element as Base64 of gzip. */
export async function unpack(id: string): Promise<Uint8Array<ArrayBuffer>> {
  const text = atob(document.getElementById(id)?.textContent ?? "");
  const packed = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) packed[i] = text.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
