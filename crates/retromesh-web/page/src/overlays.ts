// What is drawn next to the model: grid, axes, bounding box, skeleton.

import * as THREE from "three";
import type { Model } from "./model";

/** A grid on the ground under a box. */
export function grid(box: THREE.Box3): THREE.Object3D {
  const size = box.getSize(new THREE.Vector3());
  const wide = Math.max(size.x, size.z, size.y * 0.2, 1e-6);
  const step = 10 ** Math.floor(Math.log10(wide)) / (wide / 10 ** Math.floor(Math.log10(wide)) < 3 ? 4 : 1);
  const count = Math.ceil((wide * 0.75) / step) * 2;
  const made = new THREE.GridHelper(count * step, count, 0x9aa4b2, 0x5b6470);
  const center = box.getCenter(new THREE.Vector3());
  made.position.set(Math.round(center.x / step) * step, box.min.y, Math.round(center.z / step) * step);
  return made;
}

/** A soft shadow on the ground under a box, which is seen from above. */
export function shadow(box: THREE.Box3): THREE.Object3D {
  const size = box.getSize(new THREE.Vector3());
  const least = Math.max(size.x, size.z, size.y * 0.1) * 0.15;
  const center = box.getCenter(new THREE.Vector3());
  const made = new THREE.Mesh(
    new THREE.PlaneGeometry(2, 2),
    new THREE.ShaderMaterial({
      vertexShader: "varying vec2 at; void main() { at = position.xy; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }",
      fragmentShader: "varying vec2 at; void main() { float near = 1.0 - min(length(at), 1.0); gl_FragColor = vec4(0.0, 0.0, 0.0, 0.42 * near * near * (3.0 - 2.0 * near)); }",
      transparent: true,
      depthWrite: false,
    }),
  );
  made.rotation.x = -Math.PI / 2;
  made.scale.set(Math.max(size.x, least) * 0.85, Math.max(size.z, least) * 0.85, 1);
  made.position.set(center.x, box.min.y - size.length() * 1e-3, center.z);
  // Before all that lets it shine through.
  made.renderOrder = -1;
  return made;
}

/** The axes at the origin: x red, y green, z blue. */
export function axes(box: THREE.Box3): THREE.Object3D {
  const made = new THREE.AxesHelper(box.getSize(new THREE.Vector3()).length() * 0.5 || 1);
  made.setColors(0xff5555, 0x55dd55, 0x6699ff);
  return onTop(made);
}

export function frame(box: THREE.Box3): THREE.Object3D {
  return new THREE.Box3Helper(box, 0xf0c040);
}

/** A box around a node; a bone, which has no size, gets a small one. */
export class Mark {
  private readonly box = new THREE.Box3();
  readonly object = onTop(new THREE.Box3Helper(this.box, 0xff8a3d));

  constructor(
    private readonly node: THREE.Object3D,
    private readonly size: number,
  ) {
    this.update();
  }

  /** Follows the pose. */
  update(): void {
    this.box.setFromObject(this.node);
    if (this.box.isEmpty()) this.box.setFromCenterAndSize(this.node.getWorldPosition(new THREE.Vector3()), new THREE.Vector3().setScalar(this.size));
  }
}

/** Lines from joints to the joints above them; from nodes, where there are no joints. */
export class Skeleton {
  readonly object: THREE.LineSegments;
  private readonly pairs: [THREE.Object3D, THREE.Object3D][];
  private readonly at = new THREE.Vector3();

  constructor(model: Model) {
    const joints = new Set<THREE.Object3D>();
    for (const { mesh } of model.meshes) {
      if (mesh instanceof THREE.SkinnedMesh) mesh.skeleton.bones.forEach((bone) => joints.add(bone));
    }
    const all = joints.size > 0 ? [...joints] : model.nodes.map((node) => node.object);
    this.pairs = all.flatMap((object) => (object.parent && object.parent !== model.root ? [[object.parent, object] as [THREE.Object3D, THREE.Object3D]] : []));
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(this.pairs.length * 6), 3));
    this.object = onTop(new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: 0xffd34d })));
    this.object.frustumCulled = false;
  }

  /** Follows the pose. */
  update(): void {
    const position = this.object.geometry.attributes.position as THREE.BufferAttribute;
    this.pairs.forEach((pair, i) =>
      pair.forEach((object, end) => {
        const { x, y, z } = object.getWorldPosition(this.at);
        position.setXYZ(i * 2 + end, x, y, z);
      }),
    );
    position.needsUpdate = true;
  }
}

function onTop<T extends THREE.LineSegments>(object: T): T {
  const material = object.material as THREE.Material;
  material.depthTest = false;
  object.renderOrder = 2;
  return object;
}
