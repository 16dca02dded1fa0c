// A model as the view draws it: the GLB file loaded, its surfaces, clips, levels of detail and nodes.

import * as THREE from "three";
import { type GLTF, GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { type Json, jsonOf, type Own, simplify, views } from "./glb";
import { Images } from "./images";
import { type Level, levels } from "./levels";
import { rest } from "./pace";
import { edges, type Switches, surface } from "./surface";

export interface Clip {
  name: string;
  clip: THREE.AnimationClip;
  /** The number of its first frame, and frames a second. */
  first: number;
  rate: number;
  looping: boolean;
}

export interface Node {
  name: string;
  object: THREE.Object3D;
  own: Own;
  hidden: boolean;
}

export interface Material {
  name: string;
  own: Own;
  textures: { slot: string; name: string; texture: THREE.Texture | null; missing: boolean }[];
}

export interface Mesh {
  mesh: THREE.Mesh;
  wire: THREE.Mesh;
  node: Node | null;
  /** The number of its material in the file. */
  material: number | null;
  side: THREE.Side;
}

/** What is drawn of a mesh of the file that has named selections. */
export interface Selected {
  object: THREE.Mesh | THREE.Points;
  /** The number of the mesh in the file. */
  mesh: number;
  selections: NonNullable<Own["selections"]>;
}

export interface Model {
  root: THREE.Group;
  clips: Clip[];
  nodes: Node[];
  materials: Material[];
  meshes: Mesh[];
  selected: Selected[];
  levels: Level[];
  free: () => void;
}

/** Loads a GLB file; nothing is read but its bytes. */
export async function load(bytes: Uint8Array<ArrayBuffer>, missing: string[], shared: Switches): Promise<Model> {
  const json = jsonOf(bytes);
  const viewed = views(bytes, json);
  const loader = new GLTFLoader();
  loader.register((parser) => {
    const inner = parser as unknown as { textureLoader: Images; loadBufferView: (number: number) => Promise<ArrayBuffer> };
    inner.textureLoader = new Images();
    // The loader would copy the whole file, and then all of its parts, in one go.
    const loadBufferView = async (number: number) => {
      await rest();
      return viewed(number) ?? inner.loadBufferView(number);
    };
    return { name: "retromesh_bytes", loadBufferView };
  });
  simplify(json);
  const gltf = await loader.parseAsync(json as unknown as string, "");
  return new Builder(gltf, json, new Set(missing), shared).model();
}

class Builder {
  private readonly root = new THREE.Group();
  private readonly meshes: Mesh[] = [];
  private readonly nodes = new Map<number, Node>();
  /** The numbers of textures by what they show: the loader forgets which its copies for further UV sets are. */
  private readonly textures = new Map<object, number>();

  constructor(
    private readonly gltf: GLTF,
    private readonly json: Json,
    private readonly missing: Set<string>,
    private readonly shared: Switches,
  ) {}

  model(): Model {
    const { gltf, json, root, meshes } = this;
    gltf.scenes.forEach((scene) => root.add(scene));
    for (const [object, reference] of gltf.parser.associations) {
      if (object instanceof THREE.Texture && reference?.textures !== undefined) this.textures.set(object.source, reference.textures);
    }
    const objects: THREE.Object3D[] = [];
    root.traverse((object) => objects.push(object));
    for (const object of objects) {
      const number = gltf.parser.associations.get(object)?.nodes;
      if (number === undefined || this.nodes.has(number)) continue;
      const node = json.nodes?.[number];
      const own = node?.extras?.retromesh ?? {};
      const hidden = own.hidden === true || node?.extensions?.KHR_node_visibility?.visible === false;
      this.nodes.set(number, { name: node?.name ?? "", object, own, hidden });
    }
    for (const object of objects) {
      if (object instanceof THREE.Light) object.visible = false;
      if (object instanceof THREE.Mesh) this.mesh(object, this.nodeOf(object));
    }
    const materials = (json.materials ?? []).map((material, number) => this.material(material, number));
    const nodes = [...this.nodes.values()];
    return { root, clips: this.clips(), nodes, materials, meshes, selected: this.selected(objects), levels: levels(nodes), free: () => this.free() };
  }

  private selected(objects: THREE.Object3D[]): Selected[] {
    return objects.flatMap((object): Selected[] => {
      const mesh = this.gltf.parser.associations.get(object)?.meshes;
      const selections = this.json.meshes?.[mesh ?? -1]?.extras?.retromesh?.selections;
      const isDrawn = object instanceof THREE.Mesh || object instanceof THREE.Points;
      return isDrawn && mesh !== undefined && selections ? [{ object, mesh, selections }] : [];
    });
  }

  private nodeOf(object: THREE.Object3D): Node | null {
    for (let at: THREE.Object3D | null = object; at; at = at.parent) {
      const number = this.gltf.parser.associations.get(at)?.nodes;
      if (number !== undefined) return this.nodes.get(number) ?? null;
    }
    return null;
  }

  private mesh(mesh: THREE.Mesh, node: Node | null): void {
    const from = mesh.material as THREE.MeshStandardMaterial;
    const material = this.gltf.parser.associations.get(from)?.materials ?? null;
    const own = this.json.materials?.[material ?? -1]?.extras?.retromesh ?? {};
    const made = surface(from, mesh.geometry, this.shared, { own, isMissing: (texture) => this.isMissing(texture) });
    mesh.material = made;
    const wire = mesh.clone(false) as THREE.Mesh;
    wire.material = edges();
    wire.position.set(0, 0, 0);
    wire.quaternion.identity();
    wire.scale.set(1, 1, 1);
    wire.renderOrder = 1;
    if (mesh.morphTargetInfluences) wire.morphTargetInfluences = mesh.morphTargetInfluences;
    this.meshes.push({ mesh, wire, node, material, side: made.side });
  }

  private image(texture: THREE.Texture) {
    const number = this.textures.get(texture.source);
    return this.json.images?.[this.json.textures?.[number ?? -1]?.source ?? -1];
  }

  private isMissing(texture: THREE.Texture): boolean {
    const image = this.image(texture);
    return !texture.image || this.missing.has(image?.extras?.retromesh?.path ?? image?.name ?? "");
  }

  private material(material: { name?: string; extras?: { retromesh?: Own } }, number: number): Material {
    const own = material.extras?.retromesh ?? {};
    const made = this.meshes.find((mesh) => mesh.material === number)?.mesh.material as THREE.ShaderMaterial | undefined;
    const slots = [
      ["map", "color"],
      ["lightMap", "lightmap"],
      ["glowMap", "emissive"],
    ] as const;
    const shown = slots.flatMap(([uniform, slot]) => {
      const texture = made?.uniforms[uniform]?.value as THREE.Texture | null | undefined;
      if (!texture) return [];
      const image = this.image(texture);
      return [{ slot, name: image?.extras?.retromesh?.path ?? image?.name ?? "", texture, missing: this.isMissing(texture) }];
    });
    const others = (own.layers ?? []).filter((layer) => !shown.some((texture) => texture.name.endsWith(layer.image ?? "")));
    const unseen = others.map((layer) => {
      const name = layer.image ?? "";
      return { slot: layer.role ?? "", name, texture: null, missing: this.missing.has(name) };
    });
    return { name: material.name ?? "", own, textures: [...shown, ...unseen] };
  }

  private clips(): Clip[] {
    return this.gltf.animations.map((clip, number) => {
      const animation = this.json.animations?.[number];
      const own = animation?.extras?.retromesh ?? {};
      const rate = own.ticksPerSecond && own.ticksPerSecond > 0 ? own.ticksPerSecond : 30;
      return { name: animation?.name ?? clip.name, clip, first: own.first ?? 0, rate, looping: own.looping ?? true };
    });
  }

  private free(): void {
    for (const { mesh, wire } of this.meshes) {
      const material = mesh.material as THREE.ShaderMaterial;
      for (const { value } of Object.values(material.uniforms)) if (value instanceof THREE.Texture) value.dispose();
      material.dispose();
      (wire.material as THREE.Material).dispose();
      mesh.geometry.dispose();
      if (mesh instanceof THREE.SkinnedMesh) mesh.skeleton.dispose();
    }
    this.root.clear();
  }
}
