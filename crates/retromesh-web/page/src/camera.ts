// The camera: it looks at a point from an angle, and is as near as all that is shown stays in the picture; as `retromesh render`.

import * as THREE from "three";
import type { Steps } from "./pace";

/** Half the angle of view across the shorter side. */
const HALF_VIEW_TANGENT = 0.268;
const FILL = 0.92;
/** This many points are gone through before others may have their turn. */
const MANY = 1 << 16;

export const VIEWS = {
  iso: [145, 22],
  front: [180, 0],
  back: [0, 0],
  left: [-90, 0],
  right: [90, 0],
  top: [0, 90],
  bottom: [0, -90],
} as const;
export type View = keyof typeof VIEWS;

export class Eye {
  readonly camera = new THREE.PerspectiveCamera();
  readonly target = new THREE.Vector3();
  yaw = 145;
  pitch = 22;
  distance = 5;
  radius = 1;

  /** Turns by degrees. */
  turn(yaw: number, pitch: number): void {
    this.yaw = (this.yaw + yaw) % 360;
    this.pitch = Math.max(-90, Math.min(90, this.pitch + pitch));
  }

  zoom(factor: number): void {
    this.distance = Math.max(this.radius * 1e-3, Math.min(this.radius * 1e3, this.distance * factor));
  }

  /** Moves by shares of the picture's shorter side. */
  move(right: number, up: number): void {
    const [x, y] = this.axes();
    const size = 2 * HALF_VIEW_TANGENT * this.distance;
    this.target.addScaledVector(x, -right * size).addScaledVector(y, up * size);
  }

  /** Returns what is right, up and towards the camera. */
  axes(): [THREE.Vector3, THREE.Vector3, THREE.Vector3] {
    const back = this.towards([this.yaw, this.pitch]);
    const yaw = THREE.MathUtils.degToRad(this.yaw);
    const right = new THREE.Vector3(Math.cos(yaw), 0, -Math.sin(yaw));
    return [right, back.clone().cross(right), back];
  }

  /** Returns where a camera is that shows the model from these angles. */
  towards(angles: readonly [number, number]): THREE.Vector3 {
    const [yaw, pitch] = [THREE.MathUtils.degToRad(angles[0]), THREE.MathUtils.degToRad(angles[1])];
    return new THREE.Vector3(Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch));
  }

  /** Places the camera for a picture of this size. */
  place(width: number, height: number): THREE.PerspectiveCamera {
    const [right, up, back] = this.axes();
    const { camera } = this;
    camera.aspect = width / height;
    const tangent = HALF_VIEW_TANGENT * Math.max(1, height / width);
    camera.fov = THREE.MathUtils.radToDeg(2 * Math.atan(tangent));
    camera.near = Math.max(this.distance - this.radius * 4, this.distance * 0.01);
    camera.far = this.distance + this.radius * 20;
    camera.updateProjectionMatrix();
    camera.position.copy(this.target).addScaledVector(back, this.distance);
    camera.quaternion.setFromRotationMatrix(new THREE.Matrix4().makeBasis(right, up, back));
    camera.updateMatrixWorld();
    return camera;
  }

  /** Views points from so far that all of them are in a picture of this size; returns the box around them. */
  *fit(points: Float32Array, width: number, height: number): Steps<THREE.Box3> {
    const box = yield* bounds(points);
    const target = box.getCenter(new THREE.Vector3());
    const length = box.isEmpty() ? Math.sqrt(3) : box.max.distanceTo(box.min) / 2;
    const radius = length > 0 && Number.isFinite(length) ? length : 1;
    const [right, up, back] = this.axes();
    const shorter = Math.min(width, height);
    const across = (width / shorter) * FILL * HALF_VIEW_TANGENT;
    const along = (height / shorter) * FILL * HALF_VIEW_TANGENT;
    let distance = 1.2 * radius;
    const { x, y, z } = target;
    for (let i = 0; i + 2 < points.length; i += 3) {
      if (i % (3 * MANY) === 0 && i > 0) yield;
      const [a, b, c] = [points[i]! - x, points[i + 1]! - y, points[i + 2]! - z];
      const r = Math.abs(a * right.x + b * right.y + c * right.z) / across;
      const u = Math.abs(a * up.x + b * up.y + c * up.z) / along;
      const need = Math.max(r, u) + a * back.x + b * back.y + c * back.z;
      if (need > distance) distance = need;
    }
    this.target.copy(target);
    this.radius = radius;
    this.distance = distance;
    return box;
  }
}

/** Returns the box around points. */
export function* bounds(points: Float32Array): Steps<THREE.Box3> {
  const box = new THREE.Box3();
  const at = new THREE.Vector3();
  for (let i = 0; i + 2 < points.length; i += 3) {
    if (i % (3 * MANY) === 0 && i > 0) yield;
    box.expandByPoint(at.set(points[i]!, points[i + 1]!, points[i + 2]!));
  }
  return box;
}

/** Returns where all corners of the meshes are that are in sight, in the pose that they are in. */
export function* corners(meshes: Iterable<THREE.Mesh>): Steps<Float32Array> {
  const parts: Float32Array[] = [];
  for (const mesh of meshes) parts.push(yield* placed(mesh));
  const [first, second] = parts;
  if (first && !second) return first;
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    all.set(part, place);
    place += part.length;
  }
  return all;
}

/** Returns where the corners of a mesh are; nothing where one of them is nowhere. */
function* placed(mesh: THREE.Mesh): Steps<Float32Array> {
  mesh.updateWorldMatrix(true, false);
  const { position } = mesh.geometry.attributes;
  if (!position) return new Float32Array();
  const out = yield* posed(mesh, position);
  const [a, b, c, , d, e, f, , g, h, i, , x, y, z] = mesh.matrixWorld.elements;
  for (let at = 0; at + 2 < out.length; at += 3) {
    if (at % (3 * MANY) === 0 && at > 0) yield;
    const [p, q, r] = [out[at]!, out[at + 1]!, out[at + 2]!];
    out[at] = a * p + d * q + g * r + x;
    out[at + 1] = b * p + e * q + h * r + y;
    out[at + 2] = c * p + f * q + i * r + z;
    if (!Number.isFinite(out[at]! + out[at + 1]! + out[at + 2]!)) return new Float32Array();
  }
  return out;
}

/** Returns the corners in the mesh's own space. Large meshes are mostly rigid, and asking three.js for each of a million takes a second. */
function* posed(mesh: THREE.Mesh, position: THREE.BufferAttribute | THREE.InterleavedBufferAttribute): Steps<Float32Array> {
  const isRigid = !(mesh instanceof THREE.SkinnedMesh) && !mesh.geometry.morphAttributes.position;
  if (isRigid && position instanceof THREE.BufferAttribute && position.array instanceof Float32Array && position.itemSize === 3) return position.array.slice();
  const out = new Float32Array(position.count * 3);
  const at = new THREE.Vector3();
  for (let i = 0; i < position.count; i++) {
    if (i % (MANY / 16) === 0 && i > 0) yield;
    mesh.getVertexPosition(i, at).toArray(out, i * 3);
  }
  return out;
}
