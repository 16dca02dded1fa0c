//! Which features a format has a place for, and the limits of the place.

use retromesh_core::Code::{
    self, AddedClips, AlteredNames, ApproximatedBlend, ApproximatedMaterial, ApproximatedTransform,
    ApproximatedUvTransform, BakedRestPose, ClampedValue, FilledVertices, FlattenedNodes, JoinedAnimations, LostCamera,
    LostColorSet, LostHierarchy, LostKeys, LostLod, LostMesh, LostNames, LostSelection, LostShapes, LostTextureLayer,
    LostUvSet, MergedBones, MovedNodes, NamesMadeUnique, NormalizedNormals, NormalizedWeights, RateNotStored,
    ReducedInfluences, ResampledKeys, RoundedKeys, RoundedVertices, TriangulatedFaces, TruncatedName,
};
use retromesh_core::Feature::{
    self, AmbientColor, AmbientLight, Attributes, BaseColor, BaseTexture, Blending, Cameras, Clips, DoubleSided,
    Emission, Extras, FaceFlags, FurtherColors, FurtherLayers, FurtherUvSets, Gloss, Hidden, Hierarchy, Keys, Levels,
    Lights, Looping, MaterialNames, Materials, MetallicRoughness, MorphTargets, Motion, NodeAxes, NodeMotion,
    NodeNames, NodePlaces, Nodes, Normals, Opacity, Polygons, Positions, Proxies, Selections, Shading, Skin,
    SkinWeights, Tangents, TextureCoordinates, TextureOptions, UvTransforms, VertexAlpha, VertexColors, VertexFrames,
    Winding,
};

/// What a format holds, and the codes that tell where its place is too small or unlike: without one of them nothing may change.
type Held = (Feature, &'static [Code]);

/// What each format holds. A feature that a format does not name has no place there.
const HOLDS: [(&str, &[Held]); 7] = [
    (
        "b3d",
        &[
            (Positions, &[]),
            (Winding, &[]),
            (Normals, &[NormalizedNormals, FilledVertices]),
            (TextureCoordinates, &[]),
            // Two sets.
            (FurtherUvSets, &[LostUvSet]),
            (VertexColors, &[]),
            (VertexAlpha, &[]),
            // Bones are those of one mesh: of its nodes, none is shared and none rests elsewhere.
            (Skin, &[MovedNodes]),
            (SkinWeights, &[ReducedInfluences, NormalizedWeights, MovedNodes]),
            (Materials, &[]),
            (MaterialNames, &[NamesMadeUnique]),
            (BaseColor, &[]),
            (Opacity, &[]),
            // Masks have one cutoff.
            (Blending, &[ApproximatedMaterial]),
            (Shading, &[]),
            (DoubleSided, &[]),
            (BaseTexture, &[]),
            // Eight slots, and not for all roles.
            (FurtherLayers, &[LostTextureLayer, ApproximatedBlend]),
            (UvTransforms, &[]),
            (TextureOptions, &[ApproximatedMaterial]),
            (Nodes, &[]),
            (NodeNames, &[NamesMadeUnique, AlteredNames]),
            (Hierarchy, &[MovedNodes]),
            (NodePlaces, &[MovedNodes, ApproximatedTransform]),
            (NodeAxes, &[MovedNodes, ApproximatedTransform]),
            // Ends stand on whole frames, and a clip that only blends shapes moves no node.
            (Clips, &[ResampledKeys, LostKeys]),
            (Looping, &[]),
            (Motion, &[ResampledKeys, ReducedInfluences, LostShapes]),
            (NodeMotion, &[ResampledKeys, MovedNodes, ApproximatedTransform, LostKeys]),
            (Keys, &[ResampledKeys, LostKeys, MovedNodes, BakedRestPose, JoinedAnimations]),
        ],
    ),
    (
        "bo3d",
        &[
            // Skinned vertices stand where their one bone puts them, which a skewed bone does not.
            (Positions, &[ApproximatedTransform, ReducedInfluences]),
            (Winding, &[]),
            (Normals, &[NormalizedNormals]),
            // Transforms go into the coordinates: one for all layers.
            (TextureCoordinates, &[ApproximatedUvTransform]),
            // Eight bits each, and what the brush of a mesh leaves of them.
            (VertexColors, &[ApproximatedMaterial, RoundedVertices, LostColorSet]),
            (Skin, &[]),
            (Materials, &[]),
            // Eight bits each.
            (BaseColor, &[ApproximatedMaterial]),
            (Opacity, &[]),
            (Blending, &[ApproximatedMaterial, ApproximatedBlend]),
            (Shading, &[ApproximatedMaterial]),
            (DoubleSided, &[]),
            (BaseTexture, &[]),
            (TextureOptions, &[ApproximatedMaterial, LostTextureLayer]),
            (Nodes, &[LostLod, LostMesh]),
            (NodeNames, &[NamesMadeUnique]),
            (Hierarchy, &[]),
            (NodePlaces, &[ApproximatedTransform]),
            (NodeAxes, &[ApproximatedTransform]),
            // One timeline of whole frames without a rate and without names of stretches.
            (Clips, &[RateNotStored, ResampledKeys, JoinedAnimations, LostKeys]),
            (Motion, &[ResampledKeys, ReducedInfluences, JoinedAnimations, LostKeys, LostShapes]),
            (NodeMotion, &[ResampledKeys, ApproximatedTransform, JoinedAnimations, LostKeys]),
            (Keys, &[RateNotStored, ResampledKeys, JoinedAnimations, LostKeys]),
        ],
    ),
    (
        "bgl",
        &[
            (Positions, &[]),
            (Winding, &[]),
            (Normals, &[NormalizedNormals]),
            (Tangents, &[BakedRestPose]),
            (TextureCoordinates, &[]),
            (Skin, &[]),
            // Four bones a vertex.
            (SkinWeights, &[ReducedInfluences]),
            (Materials, &[]),
            // ASCII.
            (MaterialNames, &[AlteredNames]),
            (BaseColor, &[]),
            (Opacity, &[]),
            (Blending, &[ApproximatedMaterial]),
            (Emission, &[]),
            (Gloss, &[ApproximatedMaterial]),
            (AmbientColor, &[]),
            (BaseTexture, &[AlteredNames]),
            // One slot a role, and not for all roles.
            (FurtherLayers, &[LostTextureLayer]),
            (Nodes, &[]),
            // Bones have numbers for names.
            (NodeNames, &[AlteredNames, LostNames]),
            (Hierarchy, &[FlattenedNodes]),
            // Bones rest as they are bound.
            (NodePlaces, &[BakedRestPose]),
            (NodeAxes, &[BakedRestPose, ApproximatedTransform]),
            (Hidden, &[]),
            (Cameras, &[ClampedValue, LostCamera]),
            (Lights, &[ClampedValue]),
            (AmbientLight, &[]),
            // Bones move, nodes do not.
            (Clips, &[ResampledKeys, LostKeys]),
            (Looping, &[LostKeys]),
            (Motion, &[ResampledKeys, LostKeys, LostShapes]),
            (NodeMotion, &[ResampledKeys, LostKeys, BakedRestPose]),
            (Keys, &[ResampledKeys, LostKeys]),
        ],
    ),
    (
        "bmd",
        &[
            (Positions, &[RoundedVertices, ClampedValue, LostLod, LostMesh]),
            (Winding, &[]),
            (Normals, &[RoundedVertices, NormalizedNormals, FilledVertices]),
            (TextureCoordinates, &[RoundedVertices, LostUvSet, ApproximatedUvTransform]),
            (VertexColors, &[ApproximatedMaterial]),
            (Skin, &[MergedBones, ReducedInfluences]),
            (Materials, &[]),
            // The path of the texture or the colour is the name.
            (MaterialNames, &[LostNames]),
            (BaseColor, &[ApproximatedMaterial]),
            (BaseTexture, &[LostTextureLayer]),
            (Nodes, &[LostHierarchy, LostLod, LostMesh, MergedBones]),
            (NodeNames, &[LostNames, AlteredNames, LostHierarchy]),
            (Hierarchy, &[LostHierarchy, MovedNodes]),
            (NodePlaces, &[LostHierarchy, RoundedKeys, RoundedVertices]),
            (Levels, &[LostLod]),
            (Clips, &[ResampledKeys, LostKeys, AddedClips]),
            (Looping, &[LostKeys]),
            (
                Motion,
                &[RoundedKeys, RoundedVertices, ResampledKeys, ReducedInfluences, MergedBones, LostKeys, LostShapes],
            ),
            (NodeMotion, &[RoundedKeys, ResampledKeys, MergedBones, LostHierarchy, LostKeys]),
            (Keys, &[RoundedKeys, ResampledKeys, LostKeys, MovedNodes]),
        ],
    ),
    (
        "p3d",
        &[
            (Positions, &[]),
            (Winding, &[]),
            // Four corners at most.
            (Polygons, &[TriangulatedFaces]),
            (Normals, &[]),
            (TextureCoordinates, &[]),
            (FaceFlags, &[]),
            (Selections, &[]),
            (VertexFrames, &[]),
            (Materials, &[]),
            // The path of a texture is all that there is of a material, and has a length.
            (BaseTexture, &[TruncatedName, LostTextureLayer]),
            (Levels, &[LostLod]),
            (Proxies, &[]),
        ],
    ),
    (
        "gltf",
        &[
            (Positions, &[]),
            (Winding, &[]),
            (Polygons, &[]),
            (Normals, &[NormalizedNormals]),
            (Tangents, &[]),
            (TextureCoordinates, &[]),
            (FurtherUvSets, &[]),
            (VertexColors, &[]),
            (VertexAlpha, &[]),
            (FurtherColors, &[]),
            (Attributes, &[]),
            (FaceFlags, &[]),
            (Selections, &[]),
            (MorphTargets, &[]),
            (VertexFrames, &[]),
            (Skin, &[]),
            (SkinWeights, &[]),
            (Materials, &[]),
            (MaterialNames, &[]),
            (BaseColor, &[]),
            (Opacity, &[]),
            (Blending, &[]),
            (Emission, &[]),
            (Gloss, &[]),
            (AmbientColor, &[]),
            (MetallicRoughness, &[]),
            (Shading, &[]),
            (DoubleSided, &[]),
            (BaseTexture, &[]),
            (FurtherLayers, &[]),
            (UvTransforms, &[]),
            (TextureOptions, &[]),
            (Nodes, &[]),
            (NodeNames, &[]),
            (Hierarchy, &[]),
            (NodePlaces, &[]),
            (NodeAxes, &[]),
            (Hidden, &[]),
            (Levels, &[]),
            (Proxies, &[]),
            (Cameras, &[]),
            (Lights, &[]),
            (AmbientLight, &[]),
            (Clips, &[]),
            (Looping, &[]),
            (Motion, &[]),
            (NodeMotion, &[]),
            // Rotations have one rule; another one is kept by keys between.
            (Keys, &[ResampledKeys]),
            (Extras, &[]),
        ],
    ),
    (
        "obj",
        &[
            (Positions, &[]),
            (Winding, &[]),
            (Polygons, &[]),
            (Normals, &[]),
            (TextureCoordinates, &[]),
            (VertexColors, &[]),
            (Selections, &[LostSelection]),
            (Materials, &[]),
            (MaterialNames, &[NamesMadeUnique, AlteredNames]),
            (BaseColor, &[]),
            (Opacity, &[]),
            (Emission, &[]),
            (Gloss, &[]),
            (AmbientColor, &[]),
            (MetallicRoughness, &[]),
            (BaseTexture, &[LostTextureLayer]),
            (UvTransforms, &[ApproximatedUvTransform]),
            (TextureOptions, &[ApproximatedMaterial]),
            // Objects are meshes that stand where they are.
            (Nodes, &[LostHierarchy, LostMesh, LostLod]),
            (NodeNames, &[LostHierarchy, NamesMadeUnique, AlteredNames]),
        ],
    ),
];

/// Returns the codes that may tell of a loss where a format has a place for a feature; `None` where it has none.
///
/// What a conversion loses without one of them is a mistake of the program.
pub fn holds(format: &str, feature: Feature) -> Option<&'static [Code]> {
    let (_, held) = HOLDS.iter().find(|(id, _)| *id == format)?;
    held.iter().find(|(own, _)| *own == feature).map(|(_, limits)| *limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_told_by_codes_of_their_feature() {
        for (format, held) in HOLDS {
            for (feature, limits) in held {
                let strange: Vec<_> = limits.iter().filter(|code| !feature.told_by().contains(code)).collect();
                assert!(strange.is_empty(), "{format}: {}: {strange:?}", feature.name());
            }
        }
    }
}
