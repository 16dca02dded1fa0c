// How surfaces are coloured: as `retromesh render` does it, and as the engines of these formats did: numbers of colours are mixed as they
// are in the file, light saturates before textures are laid on, and a baked light is the light.

import * as THREE from "three";
import type { Own } from "./glb";

export const LOOK_NAMES = ["shaded", "clay", "normals", "faces"] as const;
export type Look = (typeof LOOK_NAMES)[number];

/** What all surfaces of a view share. */
export const switches = () => ({
  look: { value: 0 },
  /** What the light is multiplied by. */
  exposure: { value: 1 },
  /** Whether light comes from all around, as in a studio. */
  studio: { value: false },
  textures: { value: true },
  lightmaps: { value: true },
  colors: { value: true },
});
export type Switches = ReturnType<typeof switches>;

/** A mesh without normals or a set of coordinates has zeros there. So all meshes share a few programs, which take long to build. */
const SETS = { USE_UV1: "", USE_UV2: "", USE_UV3: "" };

const VERTEX = `
#include <skinning_pars_vertex>
#include <morphtarget_pars_vertex>
varying vec3 seen;
varying vec3 vNormal;
varying vec4 vColor;
varying vec2 uvs[3];
uniform mat3 places[3];
vec2 uvOf(int set) {
  return set == 1 ? uv1 : set == 2 ? uv2 : set == 3 ? uv3 : uv;
}
uniform ivec3 sets;
void main() {
  vec3 objectNormal = normal;
  #include <morphnormal_vertex>
  #include <skinbase_vertex>
  #include <skinnormal_vertex>
  #include <begin_vertex>
  #include <morphtarget_vertex>
  #include <skinning_vertex>
  vec4 at = modelViewMatrix * vec4(transformed, 1.0);
  seen = at.xyz;
  vNormal = normalMatrix * objectNormal;
  vColor = vec4(1.0);
  #if defined(USE_COLOR_ALPHA)
  vColor = color;
  #elif defined(USE_COLOR)
  vColor.rgb = color;
  #endif
  for (int i = 0; i < 3; i++) uvs[i] = (places[i] * vec3(uvOf(sets[i]), 1.0)).xy;
  gl_Position = projectionMatrix * at;
}`;

const FRAGMENT = `
varying vec3 seen;
varying vec3 vNormal;
varying vec4 vColor;
varying vec2 uvs[3];
uniform int look;
uniform float exposure;
uniform bool studio;
uniform bool textures;
uniform bool lightmaps;
uniform bool colors;
uniform vec4 base;
uniform vec3 glow;
uniform float shininess;
uniform float cutoff;
uniform bool unlit, smoothed, blended;
uniform bool hasMap, hasLight, hasGlow, mapAlpha, checker, lightFirst;
uniform int mapUse, lightUse;
uniform sampler2D map, lightMap, glowMap;
const vec3 LAMP = vec3(-0.45, 0.65, 0.8);
vec3 lay(vec3 rgb, vec4 texel, int how) {
  if (how == 1) return rgb * texel.rgb * 2.0;
  if (how == 2) return rgb + texel.rgb;
  if (how == 3) return mix(rgb, texel.rgb, texel.a);
  return rgb * texel.rgb;
}
void main() {
  vec3 n = normalize(cross(dFdx(seen), dFdy(seen)));
  if (smoothed && length(vNormal) > 1e-6) n = normalize(vNormal) * (gl_FrontFacing || look == 2 ? 1.0 : -1.0);
  float light = 0.3 + 0.22 * (dot(n, viewMatrix[1].xyz) * 0.5 + 0.5) + 0.66 * max(dot(n, normalize(LAMP)), 0.0);
  if (studio) {
    float up = dot(n, viewMatrix[1].xyz) * 0.5 + 0.5;
    float rim = pow(1.0 - max(n.z, 0.0), 3.0);
    light = mix(0.62, 1.05, smoothstep(0.0, 1.0, up)) + 0.22 * rim + 0.2 * pow(max(dot(n, normalize(vec3(0.6, 0.5, 0.6))), 0.0), 2.0);
  }
  if (look == 1) { gl_FragColor = vec4(vec3(0.78, 0.76, 0.73) * light, 1.0); return; }
  if (look == 2) { gl_FragColor = vec4((transpose(mat3(viewMatrix)) * n) * 0.5 + 0.5, 1.0); return; }
  if (look == 3) {
    gl_FragColor = vec4((gl_FrontFacing ? vec3(0.35, 0.52, 0.95) : vec3(0.95, 0.25, 0.2)) * light, 1.0);
    return;
  }
  vec3 rgb = base.rgb;
  float alpha = base.a;
  if (colors) { rgb *= vColor.rgb; alpha *= vColor.a; }
  bool baked = hasLight && lightmaps && textures;
  if (!(unlit || baked)) rgb *= light;
  if (!(hasGlow && textures)) rgb += glow;
  rgb = clamp(rgb, 0.0, 1.0);
  if (baked && lightFirst) rgb = lay(rgb, texture2D(lightMap, uvs[1]), lightUse);
  if (hasMap && textures) {
    if (checker) {
      vec2 square = floor(uvs[0] * 8.0);
      rgb *= mod(square.x + square.y, 2.0) >= 1.0 ? vec3(0.86, 0.62, 0.84) : vec3(0.62, 0.6, 0.66);
    } else {
      vec4 texel = texture2D(map, uvs[0]);
      rgb = lay(rgb, texel, mapUse);
      if (mapAlpha) alpha *= texel.a;
    }
  }
  if (baked && !lightFirst) rgb = lay(rgb, texture2D(lightMap, uvs[1]), lightUse);
  if (hasGlow && textures) rgb += glow * texture2D(glowMap, uvs[2]).rgb;
  if (!unlit && !baked && shininess > 0.0) {
    vec3 half_ = normalize(normalize(LAMP) + vec3(0.0, 0.0, 1.0));
    rgb += min(shininess, 1.0) * 0.5 * pow(max(dot(n, half_), 0.0), 32.0);
  }
  if (alpha < cutoff) discard;
  gl_FragColor = vec4(clamp(rgb * exposure, 0.0, 1.0), blended ? alpha : 1.0);
}`;

const USES: Record<string, number> = { multiply2x: 1, "multiply-2x": 1, add: 2, alpha: 3 };

/** What the viewer knows of a surface that its material in the file says. */
export interface SurfaceFacts {
  own: Own;
  /** Returns whether a texture stands for an image that was not found. */
  isMissing: (texture: THREE.Texture) => boolean;
}

/** Makes the surface of a mesh from what the loader made of its material. */
export function surface(from: THREE.MeshStandardMaterial, geometry: THREE.BufferGeometry, shared: Switches, { own, isMissing }: SurfaceFacts): THREE.ShaderMaterial {
  const unlit = own.unlit === true;
  const layers = own.layers ?? [];
  const layer = (slot: string) => layers.find(({ in: name }) => name === slot);
  const checker = !!from.map && isMissing(from.map);
  const light = layer("occlusionTexture")?.role === "lightmap" && from.aoMap && !isMissing(from.aoMap) ? from.aoMap : null;
  const glow = from.emissiveMap && !isMissing(from.emissiveMap) ? from.emissiveMap : null;
  const maps = [from.map, light, glow];
  maps.forEach(plain);
  const blended = from.transparent;
  const shininess = own.shininess ?? 0;
  const color = from.color ?? new THREE.Color(1, 1, 1);
  const unknown = blended && maps.some((map) => map && isMissing(map)) ? 0.5 : 1;
  const material = new THREE.ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    defines: SETS,
    uniforms: {
      ...shared,
      base: { value: new THREE.Vector4(color.r, color.g, color.b, from.opacity * unknown) },
      glow: { value: new THREE.Vector3(...from.emissive.toArray()).multiplyScalar(from.emissiveIntensity) },
      shininess: { value: shininess },
      cutoff: { value: from.alphaTest },
      smoothed: { value: geometry.hasAttribute("normal") && !own.flat && !from.flatShading },
      blended: { value: blended },
      unlit: { value: unlit && !checker && layers.every((layer) => layer.role !== "lightmap") },
      hasMap: { value: !!from.map },
      hasLight: { value: !!light },
      hasGlow: { value: !!glow },
      // Engines lay one texture on another in the order of the file, and what is added before a product is no sum after it.
      lightFirst: { value: !!light && layers.findIndex(({ role }) => role === "lightmap") < layers.findIndex(({ in: slot }) => slot === "baseColorTexture") },
      mapAlpha: { value: blended || from.alphaTest > 0 },
      checker: { value: checker },
      mapUse: { value: USES[layer("baseColorTexture")?.blend ?? ""] ?? 0 },
      lightUse: { value: USES[layer("occlusionTexture")?.blend ?? ""] ?? 0 },
      map: { value: from.map },
      lightMap: { value: light },
      glowMap: { value: glow },
      sets: { value: maps.map((map) => map?.channel ?? 0) },
      places: { value: maps.map((map) => place(map)) },
    },
    side: from.side,
    transparent: blended,
    depthWrite: !blended,
    vertexColors: geometry.hasAttribute("color"),
    name: from.name,
  });
  blend(material, own.blend);
  return material;
}

/** Keeps the numbers of a picture as they are. */
function plain(map: THREE.Texture | null): void {
  if (map && map.colorSpace !== THREE.NoColorSpace) {
    map.colorSpace = THREE.NoColorSpace;
    map.needsUpdate = map.image !== undefined && map.image !== null;
  }
}

function place(map: THREE.Texture | null): THREE.Matrix3 {
  map?.updateMatrix();
  return map?.matrix ?? new THREE.Matrix3();
}

/** Light that is added, and colour that is multiplied, which glTF has no word for. */
function blend(material: THREE.ShaderMaterial, how: string | undefined): void {
  if (how !== "add" && how !== "multiply") return;
  material.transparent = true;
  material.depthWrite = false;
  material.blending = THREE.CustomBlending;
  material.blendSrc = how === "add" ? THREE.SrcAlphaFactor : THREE.DstColorFactor;
  material.blendDst = how === "add" ? THREE.OneFactor : THREE.ZeroFactor;
}

/** The edges of triangles, laid over a mesh. */
export function edges(): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    vertexShader: VERTEX,
    defines: SETS,
    fragmentShader: "void main() { gl_FragColor = vec4(0.05, 0.06, 0.08, 0.85); }",
    uniforms: { sets: { value: [0, 0, 0] }, places: { value: [0, 0, 0].map(() => new THREE.Matrix3()) } },
    wireframe: true,
    transparent: true,
    depthWrite: false,
    side: THREE.DoubleSide,
    polygonOffset: true,
    polygonOffsetFactor: -1,
    polygonOffsetUnits: -1,
  });
}
