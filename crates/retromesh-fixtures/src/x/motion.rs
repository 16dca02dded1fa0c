//! Skins and animations.

use super::{IDENTITY, SQUARE, on_square, x};
use crate::Fixture;

/// A frame `Low` with a frame `High` inside, one unit up.
const ARM: &str = "Frame Low{FrameTransformMatrix{1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1;;}Frame High{FrameTransformMatrix{1,0,0,0,0,1,0,0,0,0,1,0,0,1,0,1;;}}}";

pub(super) fn all() -> Vec<Fixture> {
    let skin = "XSkinMeshHeader{2;2;2;}VertexDuplicationIndices{4;4;0,1,2,3;}\
         SkinWeights{\"Low\";4;0,3,1,2;1,1,0.5,0.25;1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1;;}\
         SkinWeights{\"High\";2;1,2;0.5,0.75;1,0,0,0,0,1,0,0,0,0,1,0,0,-1,0,1;;}";
    // A quarter turn about z: the stored quaternion turns the other way.
    let keys = "AnimationKey{0;2;0;4;1,0,0,0;;,10;4;0.70710678,0,0,-0.70710678;;;}";
    vec![
        x(
            "skin",
            "a square that two bones move, one inside the other, and keys that turn the upper one",
            &format!(
                "AnimTicksPerSecond{{10;}}{ARM}Frame Body{{Mesh{{{SQUARE}{skin}}}}}AnimationSet Wave{{Animation{{{{High}}{keys}}}}}\n"
            ),
        ),
        x(
            "skin-odd",
            "vertices without a weight, weights of no vertex, of nothing, twice, and of a frame that is not there",
            &format!(
                "{ARM}Frame Body{{FrameTransformMatrix{{1,0,0,0,0,1,0,0,0,0,1,0,0,0,5,1;;}}Mesh{{{SQUARE}\
                 SkinWeights{{\"Low\";3;0,0,9;0.5,0.25,1;1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1;;}}\
                 SkinWeights{{\"low\";1;1;0;2,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1;;}}\
                 SkinWeights{{\"Gone\";1;2;1;1,0,0,0,0,1,0,0,0,0,1,0,-3,0,0,1;;}}SkinWeights{{1;}}}}}}\n"
            ),
        ),
        x(
            "animation",
            "keys of rotation, scale and position, and a rate",
            &format!(
                "AnimTicksPerSecond{{30;}}Frame a{{{IDENTITY}Mesh{{{SQUARE}}}}}AnimationSet Walk{{Animation Step{{{keys}\
                 AnimationKey{{1;2;0;3;1,1,1;;,10;3;2,1,0.5;;;}}AnimationKey{{2;3;0;3;0,0,0;;,5;3;0,1,0;;,10;3;0,0,0;;;}}{{a}}}}}}\n"
            ),
        ),
        x(
            "animation-matrices",
            "keys of both types of matrices, one with shear",
            &format!(
                "Frame a{{{IDENTITY}}}Frame b{{}}AnimationSet{{Animation{{{{a}}AnimationKey{{4;2;\
                 0;16;1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1;;,4800;16;0,2,0,0,-2,0,0,0,0,0,2,0,1,2,3,1;;;}}}}\
                 Animation{{{{b}}AnimationKey{{3;1;0;16;1,0,0,0,0.5,1,0,0,0,0,1,0,0,0,0,1;;;}}}}}}\n"
            ),
        ),
        x(
            "animation-sets",
            "two sets, one of them empty, animations in no set, and options",
            "Frame a{}Frame b{}AnimationSet One{Animation{{a}AnimationKey{2;2;0;3;0,0,0;;,160;3;1,0,0;;;}AnimationOptions{1;0;}}}\
             AnimationSet Two{Animation{{b}AnimationKey{2;2;0;3;0,0,0;;,320;3;0,1,0;;;}}}AnimationSet Empty{}\
             Animation{{a}AnimationKey{2;1;0;3;1,2,3;;;}}\n",
        ),
        x(
            "animation-frames",
            "times that are frames in a file without a rate, and not in their order",
            "Frame a{}AnimationSet{Animation{AnimationKey{2;4;3;3;3,0,0;;,1;3;1,0,0;;,1;3;1,1,0;;,-1;3;0,0,0;;;}{a}}}\n",
        ),
        x(
            "animation-odd",
            "a rotation of no length and one that is too long, keys of the wrong size and type, of no frame, and fewer than said",
            "AnimTicksPerSecond{0;}Frame a{}AnimationSet{Animation{{a}AnimationKey{0;3;0;4;0,0,0,0;;,1;4;2,0,0,0;;,2;3;1,0,0;;;}AnimationKey{7;1;0;1;1;;;}\
             AnimationKey{2;9;0;3;1.#QNAN0,0,0;;;}AnimationKey{2;}}Animation{{gone}AnimationKey{2;1;0;3;0,0,0;;;}}Animation{AnimationKey{2;1;0;3;0,0,0;;;}}}\n",
        ),
        on_square("skin-header", "a skin header and no weights", "XSkinMeshHeader{1;3;0;}"),
    ]
}
