"""What the stubs promise; mypy --strict reads it, and pytest runs it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import retromesh


def heights(path: str) -> npt.NDArray[np.float32]:
    """The height of every vertex, in metres."""
    scene = retromesh.open(path).scene.convert_to("gltf")
    pose: retromesh.Pose = scene.pose()
    found = [pose.positions(node.index)[:, 1] for node in scene.nodes if node.mesh is not None]
    return np.concatenate(found) if found else np.zeros(0, dtype=np.float32)


def losses(path: str, to: str) -> dict[str, int]:
    """What a conversion cannot keep, by code."""
    output: retromesh.Output = retromesh.convert_bytes(
        path, to, textures="none", max_error=0.1 if to == "bmd" else None
    )
    data: bytes = output.bytes
    assert data
    return {found.code: found.count for found in output.diagnostics if found.severity in ("lost", "approximated")}


def offset(path: str) -> int | None:
    """Where a broken file is broken."""
    try:
        retromesh.open(path, strict=True, normals="auto")
    except retromesh.TruncatedError as error:
        return error.offset
    except retromesh.Error as error:
        return error.offset
    return None


def triangle() -> retromesh.Scene:
    """A scene of one triangle."""
    builder = retromesh.SceneBuilder()
    red = builder.add_material("red", base_color=(1, 0, 0, 1))
    mesh = builder.add_mesh("triangle", np.eye(3), [(red, [[0, 1, 2]])])
    builder.add_node("triangle", mesh=mesh)
    return builder.build()
