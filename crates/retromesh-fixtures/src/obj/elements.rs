//! Positions, texture coordinates, normals, colours, polygons, objects and groups.

use super::{obj, on_square};
use crate::Fixture;

pub(super) fn all() -> Vec<Fixture> {
    vec![
        obj(
            "concave",
            "an arrow, a letter L from its inner corner on, and one with corners on its edges and a corner twice",
            b"v 0 0 0\nv 2 1 0\nv 0 2 0\nv 1 1 0\n\
              v 4 1 0\nv 4 3 0\nv 3 3 0\nv 3 0 0\nv 5 0 0\nv 5 1 0\n\
              v 6 0 0\nv 7 0 0\nv 8 0 0\nv 8 1 0\nv 7 1 0\nv 7 1 0\nv 7 2 0\nv 6 2 0\n\
              f 1 2 3 4\nf 5 6 7 8 9 10\nf 11 12 13 14 15 16 17 18\n",
        ),
        obj("triangle", "the smallest model: three positions and a face", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"),
        obj(
            "letter-f",
            "a tapered letter F with texture coordinates and normals: any mirror or flip of axes, winding or v shows",
            b"o F\n\
              v 0 0 0\nv 0.25 0 0\nv 0.25 0.5 0\nv 0.5 0.5 0\nv 0.5 0.75 0\nv 0.25 0.75 0\nv 0.25 1.25 0\nv 0.75 1.25 0\n\
              v 0.75 1.5 0.125\nv 0 1.5 0.125\n\
              vt 0 0\nvt 0.3 0\nvt 0.3 0.3\nvt 0.6 0.3\nvt 0.6 0.5\nvt 0.3 0.5\nvt 0.3 0.8\nvt 1 0.8\nvt 1 1\nvt 0 1\n\
              vn 0 0 1\nvn 0 -0.447214 0.894427\n\
              f 1/1/1 2/2/1 3/3/1 4/4/1 5/5/1 6/6/1 7/7/1 8/8/2 9/9/2 10/10/2\n",
        ),
        on_square("polygon", "a polygon of four corners stays one", "f 1 2 3 4\n"),
        on_square("polygons-mixed", "a triangle, a square and a triangle in one part", "f 1 2 3\nf 1 2 3 4\nf 3 4 1\n"),
        on_square("negative-indices", "indices from -1 backwards, between values that come later", {
            "vt 0 0\nvt 1 0\nvt 1 1\nf -4/-3 -3/-2 -2/-1\nv 2 2 0\nvt 0 1\nf -5/-4 -3/-2 -1/-1\n"
        }),
        obj("forward-indices", "a face before its positions", b"f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n"),
        on_square(
            "uv-seam",
            "one position with two texture coordinates: the vertex is split, the order of the positions stays",
            "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvt 0.5 0.5\nf 1/1 2/2 3/3\nf 1/5 3/3 4/4\n",
        ),
        on_square("normals-only", "corners with normals and no texture coordinates", "vn 0 0 1\nf 1//1 2//1 3//1 4//1\n"),
        on_square("hard-edge", "two normals at the shared edge", "vn 0 0 1\nvn 0 1 1\nf 1//1 2//1 3//1\nf 1//2 3//2 4//2\n"),
        on_square(
            "corners-partly-bare",
            "a face without normals and texture coordinates in a mesh that has some: both are filled in",
            "vt 0.5 0.5\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1\nf 1 3 4\n",
        ),
        on_square("uv-one-number", "texture coordinates of one number", "vt 0\nvt 1\nf 1/1 2/2 3/2\n"),
        on_square("uv-three-numbers", "texture coordinates of three numbers", "vt 0 0 0\nvt 1 0 0.5\nf 1/1 2/2 3/2\n"),
        obj(
            "vertex-colours",
            "red, green and blue after the position",
            b"v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 0.5\nf 1 2 3\n",
        ),
        obj(
            "vertex-colours-alpha",
            "four colour numbers after the position",
            b"v 0 0 0 1 0 0 0.5\nv 1 0 0 0 1 0 1\nv 0 1 0 0 0 1 0\nf 1 2 3\n",
        ),
        obj(
            "vertex-colours-partly",
            "a vertex without colour among coloured ones is white",
            b"v 0 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1\nv 1 1 0\nf 1 2 3\nf 2 4 3\n",
        ),
        obj("vertex-weights", "a fourth number of 1 says nothing, another one is lost", {
            b"v 0 0 0 1\nv 1 0 0 1\nv 0 1 0 0.5\nf 1 2 3\n"
        }),
        obj(
            "objects",
            "two objects: two nodes, each with its own vertices",
            b"o left\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no right\nv 2 0 0\nv 3 0 0\nv 2 1 0\nf 4 5 6\n",
        ),
        on_square(
            "objects-share-positions",
            "all positions before the first object: both objects have copies of what they use",
            "v 5 5 5\no a\nf 1 2 3\no b\nf 1 3 4\n",
        ),
        obj(
            "object-without-faces",
            "an object of positions only stays, one without anything is reported",
            b"o points\nv 1 2 3\nv 4 5 6\no nothing\no tri\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 3 4 5\n",
        ),
        obj("object-names", "equal names, a name with blanks and one without letters", {
            b"o same\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no same\nf 1 3 2\no  two words \nf 2 1 3\no\nf 3 1 2\n"
        }),
        on_square(
            "groups",
            "faces in one group, in two at a time, in a third, in none",
            "g front\nf 1 2 3\ng front left front\nf 1 3 4\ng left\nf 2 3 4\ng\nf 1 2 4\n",
        ),
        on_square(
            "groups-ended",
            "groups that end as the specification and as Blender say it",
            "g front\nf 1 2 3\ng default\nf 1 3 4\ng front\nf 2 3 4\ng off\nf 1 2 4\ng off off\nf 1 2 3\n",
        ),
        on_square("groups-many", "a line of ten groups: eight count", "g a b c d e f g h i j\nf 1 2 3\n"),
        on_square(
            "smoothing-groups",
            "smoothing groups by number, off, and back",
            "s 1\nf 1 2 3\ns off\nf 1 3 4\ns 32\nf 2 3 4\ns 1\nf 1 2 4\ns 0\nf 1 2 3 4\n",
        ),
        on_square("lines-and-points", "lines and points next to a face are reported", "f 1 2 3\nl 1 2 3 4\np 1 2\nl 1/1 2/2\n"),
        obj(
            "free-form",
            "a curve, a surface and what belongs to them are reported by keyword",
            b"v 0 0 0\nv 1 0 0\nv 0 1 0\nvp 0.5 0.5\ncstype bezier\ndeg 1\ncurv 0 1 1 2\nparm u 0 1\nend\nsurf 0 1 0 1 1 2 3\nf 1 2 3\n",
        ),
        obj(
            "display-attributes",
            "statements about display, and one that nobody knows",
            b"v 0 0 0\nv 1 0 0\nv 0 1 0\nbevel on\nc_interp off\nlod 5\nshadow_obj a.obj\nfrobnicate 1\nf 1 2 3\n",
        ),
        on_square("face-outline", "the old keyword fo of a face", "fo 1 2 3\n"),
        obj("empty-model", "comments only", b"# nothing\n\n# at all\n"),
        on_square("contradicting-normals", "normals that point against the face", "vn 0 0 -1\nf 1//1 2//1 3//1 4//1\n"),
        on_square("zero-normal", "a normal without length", "vn 0 0 0\nvn 0 0 1\nf 1//1 2//2 3//2 4//2\n"),
    ]
}
