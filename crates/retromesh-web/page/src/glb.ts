// The JSON in a GLB file, as far as the viewer looks into it.

export interface Own {
  hidden?: boolean;
  lod?: { level: number; role: string; value: number };
  layers?: { in?: string; role?: string; blend?: string; image?: string }[];
  blend?: string;
  shininess?: number;
  flat?: boolean;
  path?: string;
  first?: number;
  ticksPerSecond?: number;
  looping?: boolean;
  /** Of a mesh: runs of the numbers of vertices. */
  selections?: { name: string; vertices?: number[] }[];
}

interface Named {
  name?: string;
  extras?: { retromesh?: Own };
}

export interface Json {
  nodes?: (Named & { extensions?: { KHR_node_visibility?: { visible?: boolean } } })[];
  materials?: Named[];
  images?: Named[];
  textures?: (Named & { source?: number; extensions?: Record<string, { source?: number }> })[];
  animations?: Named[];
  meshes?: Named[];
  scene?: number;
  scenes?: { nodes?: number[] }[];
  extensionsRequired?: string[];
}

const HEAD = 20;
const PACKED = "KHR_texture_basisu";

export function jsonOf(glb: Uint8Array): Json {
  const length = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
  return JSON.parse(new TextDecoder().decode(glb.subarray(HEAD, HEAD + length))) as Json;
}

/** Returns the file as the loader can take it: with one scene, as it forgets which node is which over several, and without packed images. */
export function loadable(glb: Uint8Array<ArrayBuffer>, json: Json): Uint8Array<ArrayBuffer> {
  const isPacked = json.extensionsRequired?.includes(PACKED) === true;
  if (!isPacked && (json.scenes?.length ?? 0) < 2) return glb;
  if (isPacked) {
    // Images that no browser decodes would stop the loader; so they are tried as any other.
    json.extensionsRequired = json.extensionsRequired!.filter((name) => name !== PACKED);
    for (const texture of json.textures ?? []) {
      texture.source ??= texture.extensions?.[PACKED]?.source ?? 0;
      delete texture.extensions?.[PACKED];
    }
  }
  json.scenes = [{ nodes: [...new Set(json.scenes?.flatMap((scene) => scene.nodes ?? []))] }];
  delete json.scene;
  return withJson(glb, json);
}

/** Returns a GLB file with another JSON. */
function withJson(glb: Uint8Array, json: Json): Uint8Array<ArrayBuffer> {
  const old = HEAD + new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
  const text = new TextEncoder().encode(JSON.stringify(json));
  const length = Math.ceil(text.length / 4) * 4;
  const out = new Uint8Array(HEAD + length + glb.length - old).fill(0x20);
  out.set(glb.subarray(0, HEAD));
  out.set(text, HEAD);
  out.set(glb.subarray(old), HEAD + length);
  const view = new DataView(out.buffer);
  view.setUint32(8, out.length, true);
  view.setUint32(12, length, true);
  return out;
}
