// The named selections of a model, and how one of them is marked.

import * as THREE from "three";
import type { Model } from "./model";

export interface Selection {
  name: string;
  /** The drawn objects that have it, with the numbers of its vertices. */
  parts: { object: THREE.Mesh | THREE.Points; vertices: Set<number> }[];
  vertices: number;
}

/** Lists the selections by name; those of one name on several meshes are one. */
export function selections(model: Model): Selection[] {
  const found = new Map<string, Selection>();
  const counted = new Set<string>();
  for (const { object, mesh, selections } of model.selected) {
    const max = (object.geometry as THREE.BufferGeometry).attributes.position?.count ?? 0;
    for (const [number, { name, vertices }] of selections.entries()) {
      const numbers = unpack(vertices ?? [], max);
      const known = found.get(name) ?? { name, parts: [], vertices: 0 };
      known.parts.push({ object, vertices: numbers });
      // The parts of a mesh share their vertices.
      const key = `${mesh} ${number}`;
      if (!counted.has(key)) known.vertices += numbers.size;
      counted.add(key);
      found.set(name, known);
    }
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/** Unpacks runs of rising numbers: first, how many, first, how many. */
function unpack(runs: number[], max: number): Set<number> {
  const numbers = new Set<number>();
  for (let i = 0; i + 1 < runs.length; i += 2) {
    for (let number = runs[i]!; number < Math.min(runs[i]! + runs[i + 1]!, max); number++) numbers.add(number);
  }
  return numbers;
}

const COLOR = 0xff8a3d;

/** Lays the faces and the vertices of a selection over the model; returns what takes them away. */
export function highlight({ parts }: Selection): () => void {
  const made = parts.flatMap(({ object, vertices }) => {
    const points = overlay(new THREE.Points(share(object.geometry, [...vertices]), new THREE.PointsMaterial({ color: COLOR, size: 6, sizeAttenuation: false, depthTest: false, transparent: true })));
    object.add(points);
    if (!(object instanceof THREE.Mesh)) return [points];
    const faces = overlay(object.clone(false) as THREE.Mesh);
    faces.geometry = share(object.geometry, facesIn(object.geometry, vertices));
    faces.material = new THREE.MeshBasicMaterial({
      color: COLOR,
      opacity: 0.6,
      transparent: true,
      side: THREE.DoubleSide,
      depthWrite: false,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -2,
    });
    faces.position.set(0, 0, 0);
    faces.quaternion.identity();
    faces.scale.set(1, 1, 1);
    if (object.morphTargetInfluences) faces.morphTargetInfluences = object.morphTargetInfluences;
    object.add(faces);
    return [points, faces];
  });
  return () =>
    made.forEach((object) => {
      object.removeFromParent();
      (object.material as THREE.Material).dispose();
    });
}

function overlay<T extends THREE.Object3D>(object: T): T {
  object.renderOrder = 3;
  return object;
}

/** Returns a geometry of the same vertices with other faces. */
function share(from: THREE.BufferGeometry, index: number[]): THREE.BufferGeometry {
  const made = new THREE.BufferGeometry();
  made.attributes = from.attributes;
  made.morphAttributes = from.morphAttributes;
  made.morphTargetsRelative = from.morphTargetsRelative;
  made.boundingSphere = from.boundingSphere;
  made.setIndex(index);
  return made;
}

/** Lists the corners of the triangles all of whose vertices are in a selection. */
function facesIn(geometry: THREE.BufferGeometry, vertices: Set<number>): number[] {
  const { index } = geometry;
  const length = index?.count ?? geometry.attributes.position?.count ?? 0;
  const corners: number[] = [];
  for (let i = 0; i + 2 < length; i += 3) {
    const face = [0, 1, 2].map((place) => (index ? index.getX(i + place) : i + place));
    if (face.every((vertex) => vertices.has(vertex))) corners.push(...face);
  }
  return corners;
}
