// From which side a model is seen: faces that look away are not drawn, and of a flat model that may be all of them.

import * as THREE from "three";

/** This many faces of a mesh are tried. */
const SAMPLE = 1000;

/** Returns whether any of the faces that are tried is turned to where a direction points. */
export function isSeenFrom(direction: THREE.Vector3, meshes: THREE.Mesh[]): boolean {
  const [a, b, c] = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()];
  return meshes.some((mesh) => {
    const { side } = mesh.material as THREE.Material;
    if (side === THREE.DoubleSide) return true;
    const { index, attributes } = mesh.geometry;
    const isMirrored = mesh.matrixWorld.determinant() < 0 !== (side === THREE.BackSide);
    const corner = (at: number, to: THREE.Vector3) => mesh.getVertexPosition(index ? index.getX(at) : at, to).applyMatrix4(mesh.matrixWorld);
    const count = Math.floor((index?.count ?? attributes.position!.count) / 3);
    for (let face = 0; face < count; face += Math.ceil(count / SAMPLE)) {
      [a, b, c].forEach((to, place) => corner(face * 3 + place, to));
      const turned = b.sub(a).cross(c.sub(a)).dot(direction);
      if (isMirrored ? turned < 0 : turned > 0) return true;
    }
    return false;
  });
}
