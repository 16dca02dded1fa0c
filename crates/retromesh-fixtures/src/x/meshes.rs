//! Meshes and what is inside of them.

use super::{IDENTITY, SQUARE, on_square, x};
use crate::Fixture;

const RED: &str = "Material red{1;0;0;1;;8;1;1;1;;0;0;0;;}";
const GLASS: &str = "Material glass{0;0;1;0.5;;200;1;1;1;;0;0;0;;TextureFilename{\"glass.png\";}}";

/// Vertices and faces of the square, as far forward as is said.
fn square_at(z: u32) -> String {
    format!("4;0;0;{z};,0;1;{z};,1;1;{z};,1;0;{z};;1;4;0,1,2,3;;")
}

pub(super) fn all() -> Vec<Fixture> {
    vec![
        x("mesh-bare", "a mesh outside of all frames", &format!("Mesh Alone{{{SQUARE}}}\n")),
        x(
            "meshes-of-a-frame",
            "two meshes in a frame, and one in the frame below",
            &format!(
                "Frame a{{FrameTransformMatrix{{1,0,0,0,0,1,0,0,0,0,1,0,2,3,4,1;;}}Mesh one{{{SQUARE}}}Mesh two{{{SQUARE}}}Frame b{{Mesh{{{SQUARE}}}}}}}\n"
            ),
        ),
        x(
            "mesh-shared",
            "a mesh that two frames refer to, one of them before it is there",
            &format!(
                "Frame a{{{{shared}}}}Mesh shared{{{SQUARE}}}Frame b{{{IDENTITY}{{shared}}}}Frame c{{{{gone}}}}\n"
            ),
        ),
        x(
            "frame-sheared",
            "a matrix with shear, one with different scales, one that mirrors, one with a last column",
            "Frame a{FrameTransformMatrix{1,0,0,0,0.5,1,0,0,0,0,1,0,0,0,0,1;;}}\
             Frame b{FrameTransformMatrix{2,0,0,0,0,0,3,0,0,-4,0,0,1,2,3,1;;}}\
             Frame c{FrameTransformMatrix{-1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1;;}}\
             Frame d{FrameTransformMatrix{2,0,0,0,0,2,0,0,0,0,2,0,2,4,6,2;;}}\
             Frame e{FrameTransformMatrix{1,0,0;;}}\n",
        ),
        on_square(
            "normals-of-corners",
            "two faces that share vertices with normals of their own, and two that are equal",
            "MeshNormals{3;0;0;-1;,1;0;0;,0;0;-1;;1;4;0,1,2,0;;}",
        ),
        x(
            "normals-split",
            "a corner that two faces share with two normals",
            "Mesh{4;0;0;0;,0;1;0;,1;0;0;,0;0;1;;2;3;0,1,2;,3;0,3,1;;MeshNormals{2;0;0;-1;,-1;0;0;;2;3;0,0,0;,3;1,1,1;;}\
             MeshTextureCoords{4;0;0;,0.25;0;,0.5;0;,0.75;0;;}MeshVertexColors{4;0;1;0;0;1;;,1;0;1;0;1;;,2;0;0;1;1;;,3;1;1;1;0.5;;;}}\n",
        ),
        on_square(
            "normals-of-vertices",
            "a normal a vertex and no face of normals",
            "MeshNormals{4;0;0;-1;,0;0;-1;,0;0;-1;,0;0;-1;;0;}",
        ),
        on_square(
            "normals-that-do-not-fit",
            "fewer normals than vertices and no face",
            "MeshNormals{2;0;0;-1;,0;0;-1;;0;}",
        ),
        on_square(
            "colors-partial",
            "vertex colours for two of four vertices, and for one that is not there",
            "MeshVertexColors{3;0;1;0;0;1;;,2;0;1;0;0.5;;,9;1;1;1;1;;;}",
        ),
        on_square("coordinates-few", "fewer texture coordinates than vertices", "MeshTextureCoords{2;0;1;,0;0;;}"),
        x(
            "polygons",
            "a triangle, a square and a pentagon that is not convex in one mesh",
            "Mesh{8;0;0;0;,0;2;0;,1;1;0;,2;2;0;,2;0;0;,3;0;0;,3;1;0;,2;1;0;;3;5;0,1,2,3,4;,3;4,7,5;,4;4,7,6,5;;}\n",
        ),
        x(
            "materials-by-name",
            "lists that refer to materials before and after them, to one in another list, and to none",
            &format!(
                "{RED}Mesh a{{{SQUARE}MeshMaterialList{{1;1;0;;{{red}}}}}}Mesh b{{{}MeshMaterialList{{1;1;0;{{glass}}}}}}\
                 Mesh c{{{}MeshMaterialList{{1;1;0;;Material own{{0;1;0;1;;0;0;0;0;;0;0;0;;}}}}}}\
                 Mesh d{{{}MeshMaterialList{{1;1;0;;{{own}}}}}}Mesh e{{{}MeshMaterialList{{1;1;0;;{{gone}}}}}}{GLASS}\n",
                square_at(1),
                square_at(2),
                square_at(3),
                square_at(4)
            ),
        ),
        x(
            "materials-of-faces",
            "faces of two materials, one for all, one that is not there, and too few of them",
            &format!(
                "Mesh a{{4;0;0;0;,0;1;0;,1;1;0;,1;0;0;;3;3;0,1,2;,3;0,2,3;,3;1,2,3;;MeshMaterialList{{2;3;1,0,7;;{RED}{GLASS}}}}}\
                 Mesh b{{4;0;0;1;,0;1;1;,1;1;1;,1;0;1;;2;3;0,1,2;,3;0,2,3;;MeshMaterialList{{2;1;1;;{{red}}{{glass}}}}}}\
                 Mesh c{{4;0;0;2;,0;1;2;,1;1;2;,1;0;2;;3;3;0,1,2;,3;0,2,3;,3;1,2,3;;MeshMaterialList{{2;2;1,0;;{{red}}{{glass}}}}}}\n"
            ),
        ),
        on_square(
            "declaration",
            "further elements of vertices: a second UV set, tangents and binormals",
            "MeshNormals{1;0;0;-1;;1;4;0,0,0,0;;}MeshTextureCoords{4;0;1;,0;0;,1;0;,1;1;;}DeclData{3;1;0;5;1;,2;0;6;0;,2;0;7;0;;32;\
             0,1056964608,1065353216,0,0,0,1065353216,0,\
             1056964608,0,1065353216,0,0,0,1065353216,0,\
             1065353216,0,1065353216,0,0,0,1065353216,0,\
             1065353216,1056964608,1065353216,0,0,0,1065353216,0;}",
        ),
        on_square(
            "flexible-format",
            "a second UV set by the bits of a flexible vertex format, and elements that do not fit",
            "MeshTextureCoords{4;0;1;,0;0;,1;0;,1;1;;}FVFData{258;8;0,1056964608,1056964608,0,1065353216,0,1065353216,1056964608;}FVFData{64;3;1,2,3;}",
        ),
        x(
            "counts-too-large",
            "counts of vertices, faces and corners beyond what is there",
            "Mesh a{9;0;0;0;,0;1;0;,1;1;0;;}Mesh b{3;0;0;0;,0;1;0;,1;1;0;;5;3;0,1,2;,4;0,1;;}Mesh c{0;0;}Mesh d{-1;}Mesh e{4294967295;1;}\n",
        ),
        x(
            "faces-bad",
            "faces of two corners, of a vertex that is not there, and with a negative one",
            "Mesh{3;0;0;0;,0;1;0;,1;1;0;;4;2;0,1;,3;0,1,3;,3;0,1,-1;,3;0,1,2;;}\n",
        ),
    ]
}
