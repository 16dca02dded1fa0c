//! What the text itself may be: templates, comments, separators, numbers, names, braces.

use super::{IDENTITY, SQUARE, on_square, x};
use crate::Fixture;

pub(super) fn all() -> Vec<Fixture> {
    vec![
        x(
            "square",
            "a frame with a mesh that has normals, texture coordinates and a material, as exporters write it",
            "template Vector {\n <3d82ab5e-62da-11cf-ab39-0020af71e433>\n FLOAT x;\n FLOAT y;\n FLOAT z;\n}\n\n\
             Header {\n 1;\n 0;\n 1;\n}\n\nFrame Root {\n FrameTransformMatrix {\n  1.0, 0.0, 0.0, 0.0,\n  0.0, 1.0, 0.0, 0.0,\n  \
             0.0, 0.0, 1.0, 0.0,\n  5.0, 6.0, 7.0, 1.0;;\n }\n Mesh Square {\n  4;\n  0.0;0.0;0.0;,\n  0.0;1.0;0.0;,\n  1.0;1.0;0.0;,\n  \
             1.0;0.0;0.0;;\n  2;\n  3;0,1,2;,\n  3;0,2,3;;\n  MeshNormals {\n   1;\n   0.0;0.0;-1.0;;\n   2;\n   3;0,0,0;,\n   3;0,0,0;;\n  }\n  \
             MeshTextureCoords {\n   4;\n   0.0;1.0;,\n   0.0;0.0;,\n   1.0;0.0;,\n   1.0;1.0;;\n  }\n  MeshMaterialList {\n   1;\n   2;\n   0,\n   0;\n   \
             Material red {\n    1.0;0.5;0.25;1.0;;\n    64.0;\n    0.5;0.5;0.5;;\n    0.0;0.125;0.0;;\n    TextureFilename {\n     \"red.png\";\n    }\n   }\n  }\n }\n}\n",
        ),
        x("nothing", "a header and no object", ""),
        x(
            "templates",
            "templates that are open, closed and restricted, and one that no reader knows",
            "template Header{<3D82AB43-62DA-11cf-AB39-0020AF71E433>WORD major;WORD minor;DWORD flags;}\n\
             template Frame{<3d82ab46-62da-11cf-ab39-0020af71e433>[...]}\n\
             template FrameTransformMatrix {\n <f6f23f41-7686-11cf-8f52-0040333594a3>\n array FLOAT matrix[16];\n}\n\
             TEMPLATE Old { <00000000-0000-0000-0000-000000000000> STRING s; [ Frame <3d82ab46-62da-11cf-ab39-0020af71e433> ] }\n\
             Frame a{}\n",
        ),
        x(
            "comments",
            "both kinds of comments with braces, quotes and names in them, also after numbers",
            &format!(
                "// Frame x {{\n# \"open\n  # }}\nFrame // one\n a // two {{\n{{{IDENTITY}Mesh{{4; // vertices\n0;0;0;,#first\n0;1;0;,1;1;0;,1;0;0;;// {{\n\
                 1;4;0,1,2,3;;}}}}\n//"
            ),
        ),
        x("separators-missing", "numbers that blanks alone separate", "Mesh{4 0 0 0 0 1 0 1 1 0 1 0 0 1 4 0 1 2 3}"),
        x(
            "separators-doubled",
            "separators of both kinds, doubled and at the start and end",
            "Mesh{;4;;,0,0,0,,;0;1;0;;;,1,1,0;1;0;0;;;;1;;4;,0;1;2;3;;;;,}",
        ),
        x(
            "numbers",
            "numbers without digits before or after the point, with signs and exponents, and whole ones as fractions",
            "Mesh{4.0;-.5;+0;1e-07;,0.;1.E+0;-0;,1.0000000000000000001;1;2E-3;,1;.0;00.25;;1;4;0.0,1,2,3;;}",
        ),
        x(
            "numbers-not-finite",
            "what C libraries print for what is no number",
            "Mesh{4;-1.#IND00;1.#QNAN0;0;,nan;-nan(ind);1;,inf;-inf;1.#INF;,1e99;0;0;;1;4;0,1,2,3;;}",
        ),
        x(
            "names",
            "names with blanks, signs and letters of Windows-1252, and none",
            "Frame Left Hand{Frame Material #25 {}Frame 12{}Frame nan{}Frame{}Frame a-b.c:d{}}\n",
        ),
        Fixture {
            path: "x/names-windows-1252.x".to_owned(),
            bytes: b"xof 0302txt 0064\r\nFrame T\xfcr {\r\n}\r\n".to_vec(),
            proves: "a name in the code page of Windows, lines that end as there, the older version",
        },
        x("brace-missing", "two closing braces are missing at the end", &format!("Frame a{{Mesh{{{SQUARE}")),
        x("brace-stray", "a closing brace too many at the end", &format!("Frame a{{Mesh{{{SQUARE}}}}}}}\n")),
        x(
            "unknown-objects",
            "objects of unknown types with values, strings, objects and references inside",
            "Effects{\"glow\";1;2;Inner a{3;}{b}<00000000-0000-0000-0000-000000000000>}Frame a{Note{\"kept\";}}Frame b{}{}\n",
        ),
        x("nul-padded", "NULs after the last object", "Frame a{}\n\0\0\0"),
        on_square(
            "string-open",
            "a path without its closing quote, one without quotes, and one with doubled backslashes",
            "MeshMaterialList{3;1;0;;Material{1;1;1;1;;0;0;0;0;;0;0;0;;TextureFilename{\"open.png;\n}}\
             Material{1;1;1;1;;0;0;0;0;;0;0;0;;TextureFileName{bare.png;}}\
             Material{1;1;1;1;;0;0;0;0;;0;0;0;;TextureFilename{\"C:\\\\maps\\\\doubled.png\";}}}",
        ),
    ]
}
