// Hands a model over to the graphics before it is drawn: surfaces are built without waiting for them, and large arrays go in pieces.

import * as THREE from "three";
import type { Model } from "./model";
import { rest } from "./pace";

/** Arrays of more bytes go in pieces of this many. */
const PIECE = 2 << 20;

/** The layer of a mesh that is drawn without those below it. */
const ALONE = 31;

interface Sending {
  buffer: WebGLBuffer;
  bytes: Uint8Array;
}

interface Wanted {
  into: THREE.Scene;
  meshes: THREE.Mesh[];
  isWanted: () => boolean;
}

/** Prepares meshes for being drawn into a scene. */
export async function upload(renderer: THREE.WebGLRenderer, model: Model, { into, meshes, isWanted }: Wanted): Promise<void> {
  const camera = new THREE.PerspectiveCamera();
  camera.layers.set(ALONE);
  const gl = renderer.getContext() as WebGL2RenderingContext;
  const known = renderer.info.programs?.length;
  if (renderer.extensions.has("KHR_parallel_shader_compile")) await renderer.compileAsync(model.root, camera, into);
  else renderer.compile(model.root, camera, into);
  if (renderer.info.programs?.length !== known) await done(renderer);
  for (const texture of model.materials.flatMap(({ textures }) => textures.map(({ texture }) => texture))) {
    if (!isWanted()) return;
    if (!texture?.image) continue;
    renderer.initTexture(texture);
    await rest();
  }
  const large = meshes.filter(isLarge);
  if (large.length === 0) return;
  const target = new THREE.WebGLRenderTarget(1, 1);
  for (const mesh of large) {
    if (!isWanted()) break;
    for (const sending of touched(renderer, gl, { mesh, camera, target })) await send(gl, sending);
  }
  target.dispose();
}

/** Waits until the graphics have done all that they were asked to do: until then they would keep the page waiting for what they are asked. */
export async function done(renderer: THREE.WebGLRenderer): Promise<void> {
  const gl = renderer.getContext() as WebGL2RenderingContext;
  const sync = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (!sync) return;
  gl.flush();
  while (!gl.isContextLost() && gl.getSyncParameter(sync, gl.SYNC_STATUS) === gl.UNSIGNALED) await new Promise((next) => setTimeout(next, 1));
  gl.deleteSync(sync);
}

function isLarge({ geometry }: THREE.Mesh): boolean {
  const arrays = [geometry.index, ...Object.values(geometry.attributes)].map((attribute) => attribute?.array.byteLength ?? 0);
  return Math.max(...arrays) > PIECE;
}

/** Has nothing of a mesh drawn, so that its buffers are made; returns what is still to be sent to them. */
function touched(renderer: THREE.WebGLRenderer, gl: WebGL2RenderingContext, { mesh, camera, target }: { mesh: THREE.Mesh; camera: THREE.Camera; target: THREE.WebGLRenderTarget }): Sending[] {
  const sending: Sending[] = [];
  const make = gl.bufferData as (kind: number, data: unknown, usage: number) => void;
  const { geometry, frustumCulled, layers } = mesh;
  const { start, count } = geometry.drawRange;
  mesh.frustumCulled = false;
  mesh.layers = camera.layers;
  geometry.setDrawRange(0, 0);
  gl.bufferData = (kind: number, data: unknown, usage: number) => {
    if (!ArrayBuffer.isView(data) || data.byteLength <= PIECE) return make.call(gl, kind, data, usage);
    make.call(gl, kind, data.byteLength, usage);
    const buffer = gl.getParameter(kind === gl.ARRAY_BUFFER ? gl.ARRAY_BUFFER_BINDING : gl.ELEMENT_ARRAY_BUFFER_BINDING) as WebGLBuffer | null;
    if (buffer) sending.push({ buffer, bytes: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) });
  };
  try {
    renderer.setRenderTarget(target);
    renderer.render(mesh, camera);
  } finally {
    // The context's own comes back into sight.
    delete (gl as { bufferData?: unknown }).bufferData;
    renderer.setRenderTarget(null);
    geometry.setDrawRange(start, count);
    Object.assign(mesh, { frustumCulled, layers });
  }
  return sending;
}

async function send(gl: WebGL2RenderingContext, { buffer, bytes }: Sending): Promise<void> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    await rest();
    // This place takes buffers of every kind, and nothing else reads it.
    gl.bindBuffer(gl.COPY_WRITE_BUFFER, buffer);
    gl.bufferSubData(gl.COPY_WRITE_BUFFER, at, bytes.subarray(at, at + PIECE));
    gl.bindBuffer(gl.COPY_WRITE_BUFFER, null);
  }
}
