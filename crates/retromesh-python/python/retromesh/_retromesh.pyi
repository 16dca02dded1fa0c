import builtins
import os
from collections.abc import Iterable, Sequence
from typing import Any, Literal, Protocol, Self, TypeAlias, final

import numpy as np
import numpy.typing as npt

_Floats: TypeAlias = npt.NDArray[np.float32]
_Indices: TypeAlias = npt.NDArray[np.uint32]
_Path: TypeAlias = str | os.PathLike[str]

class _File(Protocol):
    def read(self) -> bytes: ...

_Source: TypeAlias = _Path | bytes | bytearray | memoryview | npt.NDArray[np.uint8] | _File
_Normals: TypeAlias = Literal["keep", "auto", "recompute"]
_Textures: TypeAlias = Literal["embed", "copy", "link", "none"]
_Setting: TypeAlias = str | float | bool | Sequence[str] | None

__all__ = [
    "Animation",
    "Archive",
    "Camera",
    "Channel",
    "Clip",
    "Diagnostic",
    "Image",
    "Light",
    "Lod",
    "Material",
    "Mesh",
    "Model",
    "Node",
    "Output",
    "Part",
    "Pose",
    "Repaired",
    "Report",
    "Scene",
    "SceneBuilder",
    "Selection",
    "Skeleton",
    "Texture",
    "TextureLayer",
    "Weights",
    "__version__",
    "_restore",
    "check",
    "convert",
    "convert_bytes",
    "diff",
    "dump",
    "formats",
    "info",
    "lint",
    "open",
    "pack",
    "render",
    "repair",
]
__version__: str

@final
class Diagnostic:
    code: str
    severity: Literal["note", "defect", "approximated", "lost"]
    count: int
    offset: int | None
    path: str
    detail: str
    summary: str
    line: str

@final
class Report:
    from_format: str | None
    to_format: str
    bytes_in: int
    bytes_out: int
    diagnostics: list[Diagnostic]
    lossy: bool

@final
class Output:
    @property
    def bytes(self) -> builtins.bytes: ...
    @property
    def sidecars(self) -> dict[str, builtins.bytes]: ...
    @property
    def report(self) -> Report: ...
    @property
    def diagnostics(self) -> list[Diagnostic]: ...
    def save(self, path: _Path, *, overwrite: bool = False) -> None: ...

@final
class Archive:
    def __new__(cls, source: _Source, *, name: _Path | None = None) -> Self: ...
    @property
    def kind(self) -> Literal["pbo", "zip"]: ...
    @property
    def prefix(self) -> str | None: ...
    def paths(self) -> list[str]: ...
    def read(self, path: _Path, *, max_decompressed: int | None = None) -> builtins.bytes: ...
    def __len__(self) -> int: ...

@final
class Repaired:
    target: str
    @property
    def bytes(self) -> builtins.bytes: ...
    @property
    def fixed(self) -> list[dict[str, Any]]: ...
    @property
    def left(self) -> list[dict[str, Any]]: ...

@final
class Model:
    @property
    def scene(self) -> Scene: ...
    @property
    def format(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def diagnostics(self) -> list[Diagnostic]: ...
    @property
    def bytes(self) -> builtins.bytes: ...
    def encode(self) -> builtins.bytes: ...
    def info(self) -> dict[str, Any]: ...
    def dump(self, *, scene: bool = False, json: bool = False, whole: bool = False) -> str: ...
    def text(self) -> str: ...
    def convert(self, to: str, *, file_name: str | None = None, **options: Any) -> Output: ...
    def lint(self, target: str | None = None) -> list[dict[str, Any]]: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, kind: object, error: object, trace: object) -> bool: ...

@final
class Scene:
    @property
    def space(self) -> dict[str, Any]: ...
    @property
    def roots(self) -> list[int]: ...
    @property
    def nodes(self) -> tuple[Node, ...]: ...
    @property
    def meshes(self) -> tuple[Mesh, ...]: ...
    @property
    def skeletons(self) -> tuple[Skeleton, ...]: ...
    @property
    def materials(self) -> tuple[Material, ...]: ...
    @property
    def textures(self) -> tuple[Texture, ...]: ...
    @property
    def images(self) -> tuple[Image, ...]: ...
    @property
    def animations(self) -> tuple[Animation, ...]: ...
    @property
    def cameras(self) -> tuple[Camera, ...]: ...
    @property
    def lights(self) -> tuple[Light, ...]: ...
    @property
    def clips(self) -> list[Clip]: ...
    @property
    def ambient(self) -> list[float] | None: ...
    @property
    def extras(self) -> dict[str, Any]: ...
    def pose(self, clip: str | None = None, seconds: float | None = None, *, frame: float | None = None) -> Pose: ...
    def convert_to(self, space: Literal["gltf"] | dict[str, Any]) -> Scene: ...
    def to_bytes(
        self, to: str, *, file_name: str | None = None, images: _Path | None = None, **options: Any
    ) -> Output: ...
    def write(self, path: _Path, *, overwrite: bool = False, images: _Path | None = None, **options: Any) -> Output: ...
    def edit(self) -> SceneBuilder: ...
    def dump(self) -> str: ...
    def to_trimesh(self) -> Any: ...  # a trimesh.Scene
    def node(self, name: str) -> Node: ...
    def _repr_html_(self) -> str: ...

@final
class Pose:
    @property
    def world(self) -> _Floats: ...
    def positions(self, node: int) -> _Floats: ...
    def normals(self, node: int) -> _Floats: ...

@final
class Lod:
    role: str
    value: float
    level: int

@final
class Node:
    index: int
    @property
    def name(self) -> str: ...
    @property
    def parent(self) -> int | None: ...
    @property
    def children(self) -> list[int]: ...
    @property
    def translation(self) -> list[float]: ...
    @property
    def rotation(self) -> list[float]: ...
    @property
    def scale(self) -> list[float]: ...
    @property
    def matrix(self) -> _Floats: ...
    @property
    def mesh(self) -> int | None: ...
    @property
    def skeleton(self) -> int | None: ...
    @property
    def materials(self) -> list[int | None]: ...
    @property
    def camera(self) -> int | None: ...
    @property
    def light(self) -> int | None: ...
    @property
    def lod(self) -> Lod | None: ...
    @property
    def proxy(self) -> tuple[str, int] | None: ...
    @property
    def hidden(self) -> bool: ...
    @property
    def extras(self) -> dict[str, Any]: ...

@final
class Mesh:
    index: int
    @property
    def name(self) -> str: ...
    @property
    def positions(self) -> _Floats: ...
    @property
    def normals(self) -> _Floats: ...
    @property
    def tangents(self) -> _Floats: ...
    @property
    def uvs(self) -> list[_Floats]: ...
    @property
    def colors(self) -> list[_Floats]: ...
    @property
    def faces(self) -> _Indices: ...
    @property
    def weights(self) -> Weights | None: ...
    @property
    def attributes(self) -> dict[str, _Floats | _Indices]: ...
    @property
    def parts(self) -> list[Part]: ...
    @property
    def selections(self) -> list[Selection]: ...
    @property
    def morph_targets(self) -> list[tuple[str, _Floats, float]]: ...
    @property
    def vertex_frames(self) -> list[tuple[float, _Floats]]: ...
    @property
    def extras(self) -> dict[str, Any]: ...

@final
class Weights:
    starts: _Indices
    joints: _Indices
    weights: _Floats
    def dense(self, joints: int | None = None) -> _Floats: ...
    def __len__(self) -> int: ...

@final
class Part:
    @property
    def name(self) -> str: ...
    @property
    def material(self) -> int | None: ...
    @property
    def triangles(self) -> _Indices | None: ...
    @property
    def triangulated(self) -> _Indices: ...
    @property
    def indices(self) -> _Indices: ...
    @property
    def starts(self) -> _Indices: ...
    @property
    def face_flags(self) -> _Indices: ...
    @property
    def extras(self) -> dict[str, Any]: ...
    def __len__(self) -> int: ...

@final
class Selection:
    @property
    def name(self) -> str: ...
    @property
    def vertices(self) -> _Indices: ...
    @property
    def weights(self) -> _Floats: ...
    @property
    def faces(self) -> _Indices: ...
    @property
    def extras(self) -> dict[str, Any]: ...

@final
class Skeleton:
    index: int
    @property
    def name(self) -> str: ...
    @property
    def joints(self) -> list[int]: ...
    @property
    def inverse_bind(self) -> _Floats: ...

@final
class Camera:
    index: int
    @property
    def name(self) -> str: ...
    @property
    def vertical_fov(self) -> float | None: ...
    @property
    def half_size(self) -> tuple[float, float] | None: ...
    @property
    def near(self) -> float: ...
    @property
    def far(self) -> float | None: ...
    @property
    def extras(self) -> dict[str, Any]: ...

@final
class Light:
    index: int
    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> Literal["directional", "point", "spot"]: ...
    @property
    def angles(self) -> tuple[float, float] | None: ...
    @property
    def color(self) -> list[float]: ...
    @property
    def intensity(self) -> float: ...
    @property
    def range(self) -> float | None: ...
    @property
    def extras(self) -> dict[str, Any]: ...

@final
class TextureLayer:
    slot: int
    texture: int
    role: str
    blend: str
    uv_set: int

@final
class Material:
    index: int
    @property
    def name(self) -> str: ...
    @property
    def base_color(self) -> list[float]: ...
    @property
    def ambient(self) -> list[float] | None: ...
    @property
    def specular(self) -> list[float] | None: ...
    @property
    def emissive(self) -> list[float]: ...
    @property
    def shininess(self) -> float: ...
    @property
    def metallic(self) -> float | None: ...
    @property
    def roughness(self) -> float | None: ...
    @property
    def alpha_mode(self) -> Literal["opaque", "mask", "blend"]: ...
    @property
    def alpha_cutoff(self) -> float | None: ...
    @property
    def blend(self) -> str: ...
    @property
    def shading(self) -> list[str]: ...
    @property
    def layers(self) -> list[TextureLayer]: ...
    @property
    def extras(self) -> dict[str, Any]: ...

@final
class Texture:
    index: int
    @property
    def name(self) -> str: ...
    @property
    def image(self) -> int | None: ...
    @property
    def wrap(self) -> tuple[str, str]: ...
    @property
    def transform(self) -> tuple[list[float], float, list[float], bool]: ...
    @property
    def mipmap(self) -> bool: ...
    @property
    def nearest(self) -> bool: ...
    @property
    def alpha(self) -> str: ...
    @property
    def mapping(self) -> str: ...
    @property
    def extras(self) -> dict[str, Any]: ...

@final
class Image:
    index: int
    @property
    def path(self) -> str: ...
    @property
    def uri(self) -> str | None: ...
    @property
    def mime(self) -> str | None: ...
    @property
    def bytes(self) -> builtins.bytes | None: ...

@final
class Clip:
    name: str
    animation: int
    first: float
    last: float
    seconds: float
    looping: bool

@final
class Channel:
    @builtins.property
    def node(self) -> int: ...
    @builtins.property
    def property(self) -> Literal["translation", "rotation", "scale", "weights"]: ...
    @builtins.property
    def interpolation(self) -> Literal["step", "linear", "linear-normalized", "cubic-spline"]: ...
    @builtins.property
    def times(self) -> _Floats: ...
    @builtins.property
    def values(self) -> _Floats: ...

@final
class Animation:
    index: int
    @property
    def name(self) -> str: ...
    @property
    def first(self) -> float: ...
    @property
    def last(self) -> float: ...
    @property
    def ticks_per_second(self) -> float: ...
    @property
    def looping(self) -> bool: ...
    @property
    def clips(self) -> list[Clip]: ...
    @property
    def channels(self) -> list[Channel]: ...
    @property
    def extras(self) -> dict[str, Any]: ...

@final
class SceneBuilder:
    def __new__(cls, space: Literal["gltf"] | dict[str, Any] | None = None) -> Self: ...
    def declare_space(self, space: Literal["gltf"] | dict[str, Any]) -> None: ...
    def declare_interpolation(
        self,
        before: Literal["step", "linear", "linear-normalized"],
        after: Literal["step", "linear", "linear-normalized"],
    ) -> None: ...
    def add_image(self, path: str, bytes: bytes | None = None, mime: str = "image/png") -> int: ...
    def add_texture(self, name: str, image: int | None = None) -> int: ...
    def add_material(
        self,
        name: str,
        *,
        base_color: Sequence[float] = ...,
        texture: int | None = None,
        lightmap: int | None = None,
        alpha: Literal["opaque", "mask", "blend"] = "opaque",
        double_sided: bool = False,
        unlit: bool = False,
        extras: dict[str, Any] | None = None,
    ) -> int: ...
    def add_mesh(
        self,
        name: str,
        positions: npt.ArrayLike,
        faces: npt.ArrayLike | Sequence[tuple[int | None, npt.ArrayLike]],
        *,
        material: int | None = None,
        normals: npt.ArrayLike | None = None,
        tangents: npt.ArrayLike | None = None,
        uvs: Sequence[npt.ArrayLike] | None = None,
        colors: Sequence[npt.ArrayLike] | None = None,
        weights: tuple[npt.ArrayLike, npt.ArrayLike, npt.ArrayLike] | None = None,
        extras: dict[str, Any] | None = None,
    ) -> int: ...
    def add_selection(
        self,
        mesh: int,
        name: str,
        vertices: npt.ArrayLike,
        weights: npt.ArrayLike | None = None,
        faces: npt.ArrayLike | None = None,
        extras: dict[str, Any] | None = None,
    ) -> None: ...
    def add_morph_target(self, mesh: int, name: str, positions: npt.ArrayLike, weight: float = 0.0) -> None: ...
    def add_node(
        self,
        name: str,
        *,
        parent: int | None = None,
        translation: Sequence[float] = ...,
        rotation: Sequence[float] = ...,
        scale: Sequence[float] = ...,
        matrix: Sequence[Sequence[float]] | _Floats | None = None,
        mesh: int | None = None,
        skeleton: int | None = None,
        hidden: bool = False,
        proxy: tuple[str, int] | None = None,
        extras: dict[str, Any] | None = None,
    ) -> int: ...
    def place_mesh(self, node: int, mesh: int, skeleton: int | None = None) -> None: ...
    def add_skeleton(self, name: str, joints: Sequence[int], inverse_bind: npt.ArrayLike) -> int: ...
    def add_animation(
        self,
        name: str,
        first: float,
        last: float,
        ticks_per_second: float,
        *,
        looping: bool = False,
        clips: Sequence[tuple[str, float, float]] | None = None,
    ) -> int: ...
    def add_channel(
        self,
        animation: int,
        node: int,
        property: Literal["translation", "rotation", "scale", "weights"],
        times: npt.ArrayLike,
        values: npt.ArrayLike,
        interpolation: Literal["step", "linear", "linear-normalized", "cubic-spline"] = "linear",
    ) -> None: ...
    def build(self) -> Scene: ...

def open(
    source: _Source,
    *,
    name: _Path | None = None,
    files: dict[str, bytes] | None = None,
    images: bool = False,
    strict: bool = False,
    normals: _Normals = "keep",
    fps: float | None = None,
    root: _Path | None = None,
    with_props: bool = False,
    clips: Iterable[tuple[str, float, float] | tuple[str, float, float, float]] | None = None,
    first_frame: float | None = None,
    max_input: int | None = None,
    max_decompressed: int | None = None,
    max_depth: int | None = None,
    max_lods: int | None = None,
    **settings: _Setting,
) -> Model: ...
def _restore(kind: str, json: builtins.bytes, /) -> Scene | Report | Diagnostic: ...
def pack(text: str) -> bytes: ...
def formats() -> list[dict[str, Any]]: ...
def info(source: _Source, *, name: _Path | None = None, **options: Any) -> dict[str, Any]: ...
def dump(
    source: _Source,
    *,
    name: _Path | None = None,
    scene: bool = False,
    json: bool = False,
    whole: bool = False,
    **options: Any,
) -> str: ...
def check(
    source: _Source, *, target: str | None = None, name: _Path | None = None, **options: Any
) -> dict[str, Any]: ...
def lint(
    source: _Source, target: str | None = None, *, name: _Path | None = None, **options: Any
) -> list[dict[str, Any]]: ...
def repair(
    source: _Source,
    *,
    target: str | None = None,
    only: Sequence[str] | None = None,
    name: _Path | None = None,
    **options: Any,
) -> Repaired: ...
def convert(
    source: _Source,
    output: _Path,
    *,
    to: str | None = None,
    name: _Path | None = None,
    overwrite: bool = False,
    target: str | None = None,
    textures: _Textures = "embed",
    lods: str = "auto",
    pose: str | None = None,
    frame_rate: float | None = None,
    max_output: int | None = None,
    optimize: bool = False,
    unverified: bool = False,
    deny: str | Sequence[str] = (),
    **options: Any,
) -> Report: ...
def convert_bytes(
    source: _Source,
    to: str,
    *,
    name: _Path | None = None,
    files: dict[str, bytes] | None = None,
    file_name: str | None = None,
    target: str | None = None,
    textures: _Textures = "embed",
    lods: str = "auto",
    pose: str | None = None,
    frame_rate: float | None = None,
    max_output: int | None = None,
    optimize: bool = False,
    unverified: bool = False,
    deny: str | Sequence[str] = (),
    **options: Any,
) -> Output: ...
def diff(
    first: _Source | Model | Scene,
    second: _Source | Model | Scene,
    *,
    tolerance: float | None = None,
    poses: int | None = None,
    losses: bool = False,
) -> dict[str, Any]: ...
def render(
    source: _Source | Model | Scene,
    *,
    size: tuple[int, int] = ...,
    view: str = "iso",
    clip: str | None = None,
    seconds: float | None = None,
    frame: float | None = None,
    look: Literal["shaded", "clay", "normals", "faces"] | None = None,
    background: tuple[int, int, int, int] | None = None,
    lod: str | None = None,
    wireframe: bool = False,
    skeleton: bool = False,
    grid: bool = False,
    axes: bool = False,
    back_faces: bool = False,
    hidden: bool = False,
) -> npt.NDArray[np.uint8]: ...
