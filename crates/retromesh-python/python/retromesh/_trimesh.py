"""Scenes for trimesh, and models that trimesh opens."""

from __future__ import annotations

import importlib
import io
import os
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _retromesh

if TYPE_CHECKING:
    from ._retromesh import Material, Scene


def _material(scene: Scene, about: Material | None) -> Any:
    """Makes what trimesh shows the parts of a material with."""
    material: Any = importlib.import_module("trimesh.visual.material").PBRMaterial
    if about is None:
        return material()
    image = None
    for layer in about.layers:
        shown = scene.textures[layer.texture].image
        data = scene.images[shown].bytes if shown is not None and layer.role == "Color" else None
        if data is not None:
            try:
                image = importlib.import_module("PIL.Image").open(io.BytesIO(data))
            except (ImportError, OSError):
                image = None
            break
    return material(
        name=about.name,
        baseColorFactor=np.asarray(about.base_color, dtype=np.float64),
        baseColorTexture=image,
        alphaMode=about.alpha_mode.upper(),
        doubleSided="double_sided" in about.shading,
    )


def geometry(scene: Scene) -> dict[str, dict[str, Any]]:
    """Returns what `trimesh.Trimesh` takes for each part of each mesh that is placed: in glTF's space, at rest."""
    scene = scene.convert_to("gltf")
    # Scenes and meshes make their lists anew whenever they are asked for them.
    meshes, every = scene.meshes, scene.materials
    pose = scene.pose()
    visuals: Any = importlib.import_module("trimesh.visual").TextureVisuals
    # Parts of one material share what shows it, and its image is opened once.
    shown: dict[int | None, Any] = {}
    found: dict[str, dict[str, Any]] = {}
    for node in scene.nodes:
        if node.mesh is None or node.hidden:
            continue
        mesh = meshes[node.mesh]
        positions = pose.positions(node.index)
        uvs = mesh.uvs[0] if mesh.uvs else None
        materials, parts = node.materials, mesh.parts
        for number, part in enumerate(parts):
            triangles = part.triangulated
            if len(triangles) == 0:
                continue
            used, corners = np.unique(triangles, return_inverse=True)
            # glTF counts v downward, trimesh upward.
            uv = np.array(uvs[used]) if uvs is not None else None
            if uv is not None:
                uv[:, 1] = 1.0 - uv[:, 1]
            material = materials[number] if number < len(materials) and materials[number] is not None else part.material
            name = node.name or mesh.name or f"mesh {node.mesh}"
            if material not in shown:
                shown[material] = _material(scene, None if material is None else every[material])
            if len(parts) > 1:
                name = f"{name} {number}"
            if name in found:
                name = f"{name} of node {node.index}"
            found[name] = {
                "vertices": positions[used],
                "faces": corners.reshape(-1, 3),
                "visual": visuals(uv=uv, material=shown[material]),
                "process": False,
            }
    return found


def to_trimesh(scene: Scene) -> Any:
    """Returns a `trimesh.Scene`; `Scene.to_trimesh` calls this."""
    trimesh: Any = importlib.import_module("trimesh")
    return trimesh.Scene({name: trimesh.Trimesh(**words) for name, words in geometry(scene).items()})


def _load(file_obj: Any, file_type: str | None = None, resolver: Any = None, **_words: Any) -> dict[str, Any]:
    """Reads a model for trimesh."""
    name = f"model.{file_type or ''}"
    folder = getattr(resolver, "parent", None)
    if isinstance(folder, str):
        name = os.path.join(folder, name)
    model = _retromesh.open(file_obj.read(), name=name, images=True)
    return {"geometry": geometry(model.scene)}


def register_trimesh() -> list[str]:
    """Lets `trimesh.load` open the formats that trimesh does not know; returns their extensions.

    >>> import retromesh, trimesh
    >>> "b3d" in retromesh.register_trimesh()
    True
    >>> scene = trimesh.load_scene("fixtures/b3d/letter-f.b3d")
    >>> len(scene.geometry)
    3
    """
    mesh_loaders: dict[str, Any] = importlib.import_module("trimesh.exchange.load").mesh_loaders
    known = [extension for about in _retromesh.formats() if not about["picture"] for extension in about["extensions"]]
    new = [extension for extension in known if extension not in mesh_loaders or mesh_loaders[extension] is _load]
    for extension in new:
        mesh_loaders[extension] = _load
    return new
