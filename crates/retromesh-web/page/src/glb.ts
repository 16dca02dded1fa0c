// The JSON in a GLB file, as far as the viewer reads it.

export interface Own {
  hidden?: boolean;
  lod?: { level: number; role: string; value: number };
  layers?: { in?: string; role?: string; blend?: string; image?: string }[];
  blend?: string;
  shininess?: number;
  flat?: boolean;
  /** Whether light is left out. `simplify` finds this out. */
  unlit?: boolean;
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
  materials?: (Named & { extensions?: Record<string, unknown> })[];
  images?: Named[];
  textures?: (Named & { source?: number; extensions?: Record<string, { source?: number }> })[];
  animations?: Named[];
  meshes?: Named[];
  scene?: number;
  scenes?: { nodes?: number[] }[];
  extensionsRequired?: string[];
  buffers?: { uri?: string }[];
  skins?: object[];
  accessors?: { bufferView?: number; byteOffset?: number }[];
  bufferViews?: { buffer: number; byteOffset?: number; byteLength: number; byteStride?: number; target?: number }[];
}

/** Before the JSON, and before what comes after it. */
const HEAD = 20;
const NEXT = 8;
const PACKED = "KHR_texture_basisu";
const UNLIT = "KHR_materials_unlit";

export function jsonOf(glb: Uint8Array): Json {
  const length = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
  return JSON.parse(new TextDecoder().decode(glb.subarray(HEAD, HEAD + length))) as Json;
}

/**
 * Makes the JSON such that the loader can take it: with one scene, as it forgets which node is which over several; without packed images;
 * and without surfaces that are not lit, whose light maps and glow it would drop.
 */
export function simplify(json: Json): void {
  if (json.extensionsRequired?.includes(PACKED)) {
    // Images that no browser decodes would stop the loader; so they are tried as any other.
    json.extensionsRequired = json.extensionsRequired.filter((name) => name !== PACKED);
    for (const texture of json.textures ?? []) {
      texture.source ??= texture.extensions?.[PACKED]?.source ?? 0;
      delete texture.extensions?.[PACKED];
    }
  }
  for (const material of json.materials ?? []) {
    if (!material.extensions?.[UNLIT]) continue;
    delete material.extensions[UNLIT];
    material.extras = { ...material.extras, retromesh: { ...material.extras?.retromesh, unlit: true } };
  }
  if ((json.scenes?.length ?? 0) < 2) return;
  json.scenes = [{ nodes: [...new Set(json.scenes?.flatMap((scene) => scene.nodes ?? []))] }];
  delete json.scene;
}

/** What returns the bytes of a view of the file's own buffer, and null for a view of another one. */
export type Views = (number: number) => ArrayBuffer | null;

/**
 * Has arrays of vertices and indices lie where they are in the file: their accessors count from its beginning then, and what their views
 * return is all of it. All else is copied, and so is everything of models with skins, whose weights the loader changes.
 */
export function views(glb: Uint8Array<ArrayBuffer>, { bufferViews = [], buffers, accessors = [], skins }: Json): Views {
  const first = glb.byteOffset + HEAD + new DataView(glb.buffer, glb.byteOffset).getUint32(12, true) + NEXT;
  const isOwn = (number: number) => bufferViews[number]?.buffer === 0 && buffers?.[0]?.uri === undefined;
  const isShared = (number: number) => isOwn(number) && !skins && first % 4 === 0 && !!bufferViews[number]?.target && bufferViews[number].byteStride === undefined;
  for (const accessor of accessors) {
    const { bufferView = -1, byteOffset = 0 } = accessor;
    if (isShared(bufferView)) accessor.byteOffset = byteOffset + first + (bufferViews[bufferView]?.byteOffset ?? 0);
  }
  return (number) => {
    if (isShared(number)) return glb.buffer;
    const { byteOffset = 0, byteLength = 0 } = bufferViews[number] ?? {};
    return isOwn(number) ? glb.buffer.slice(first + byteOffset, first + byteOffset + byteLength) : null;
  };
}
