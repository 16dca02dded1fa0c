//! What a scene can hold, feature by feature: the words in which differences and losses are reported.

use retromesh_core::diagnostics::Code;

macro_rules! features {
    ($($variant:ident $name:literal $about:literal [$($code:ident)*] $(=> $lost:ident $words:literal)?;)*) => {
        /// Names one thing that a scene can hold and that two scenes can differ in.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Feature {
            $(#[doc = concat!("The ", $name, ": ", $about, ".")] $variant,)*
        }

        impl Feature {
            /// All features, from shape to motion.
            pub const ALL: &'static [Feature] = &[$(Feature::$variant,)*];

            /// Returns the name that people read.
            pub fn name(self) -> &'static str {
                match self { $(Feature::$variant => $name,)* }
            }

            /// Returns what counts as it, in one clause.
            pub fn about(self) -> &'static str {
                match self { $(Feature::$variant => $about,)* }
            }

            /// Returns the codes by which a conversion says that it is lost or only nearly kept.
            pub fn codes(self) -> &'static [Code] {
                match self { $(Feature::$variant => &[$(Code::$code,)*],)* }
            }

            /// Returns the code and the words by which it is reported where a format has no place for it; `None` for what every
            /// format has a place for, and for what is reported with something else.
            pub(super) fn loss(self) -> Option<(Code, &'static str)> {
                match self { $(Feature::$variant => features!(@loss $($lost $words)?),)* }
            }
        }
    };
    (@loss) => { None };
    (@loss $lost:ident $words:literal) => { Some((Code::$lost, $words)) };
}

features! {
    Positions "positions" "world-space triangles at rest"
        [RoundedVertices DegenerateFace LostLod LostMesh LostVertices ToleranceMissed BakedRestPose ReducedInfluences
         ApproximatedTransform ClampedValue UnitNotStored];
    Winding "winding" "which side of a triangle is its front" [];
    Polygons "polygons" "faces of more than three corners" [TriangulatedFaces] => TriangulatedFaces "";
    Normals "normals" "world-space normals of corners at rest"
        [NormalizedNormals RoundedVertices FilledVertices ZeroNormal] => NormalizedNormals "no place for normals; readers take those of the faces";
    Tangents "tangents" "tangents with the side of their bitangents" [ApproximatedTangents LostAttributes LostExtras BakedRestPose] => LostAttributes "no place for tangents";
    TextureCoordinates "texture coordinates" "the first UV set, texture transforms applied"
        [LostUvSet RoundedVertices FilledVertices ApproximatedUvTransform ToleranceMissed] => LostUvSet "";
    FurtherUvSets "further UV sets" "all UV sets but the first" [LostUvSet RoundedVertices LostExtras] => LostUvSet "";
    VertexColors "vertex colours" "red, green and blue of the first colour set"
        [LostColorSet ClampedValue RoundedVertices FilledVertices ApproximatedMaterial] => LostColorSet "";
    VertexAlpha "vertex alpha" "alpha of the first colour set" [LostColorSet ClampedValue FilledVertices ApproximatedMaterial] => LostColorSet "no place for the alpha of vertex colours";
    FurtherColors "further colour sets" "all colour sets but the first" [LostColorSet] => LostColorSet "";
    Attributes "custom attributes" "further values of vertices, by name" [LostAttributes MixedPointFlags LostExtras] => LostAttributes "";
    FaceFlags "face flags" "raw flags of faces" [LostAttributes LostExtras] => LostAttributes "no place for flags of faces";
    Selections "selections" "named sets of vertices and faces" [LostSelection] => LostSelection "";
    MorphTargets "morph targets" "shapes to blend in" [LostShapes] => LostShapes "no place for morph targets";
    VertexFrames "vertex frames" "whole-mesh positions at moments" [LostShapes] => LostShapes "no place for vertex frames";
    Skin "skin" "the joint that moves a vertex most"
        [LostSkin ReducedInfluences MergedBones BakedRestPose MovedNodes] => LostSkin "";
    SkinWeights "weights of several joints" "all joints of a vertex with their weights"
        [LostSkin ReducedInfluences MergedBones NormalizedWeights MovedNodes] => ReducedInfluences "";
    Materials "materials" "which faces share a material" [LostNames];
    MaterialNames "material names" "names of the materials that faces use" [LostNames AlteredNames TruncatedName NamesMadeUnique LostExtras] => LostNames "no place for names of materials";
    BaseColor "base colour" "diffuse red, green and blue" [ApproximatedMaterial ClampedValue] => ApproximatedMaterial "no place for base colours";
    Opacity "opacity" "alpha of the base colour" [ApproximatedMaterial ApproximatedBlend ClampedValue] => ApproximatedMaterial "no place for opacity";
    Blending "blending" "alpha mode and blend" [ApproximatedMaterial ApproximatedBlend] => ApproximatedBlend "";
    Emission "emitted colour" "emitted red, green and blue" [ApproximatedMaterial] => ApproximatedMaterial "no place for emitted colours";
    Gloss "gloss" "specular colour and shininess" [ApproximatedMaterial] => ApproximatedMaterial "no place for specular colours and shininess";
    AmbientColor "ambient colour" "what a material does with ambient light" [ApproximatedMaterial] => ApproximatedMaterial "no place for ambient colours";
    MetallicRoughness "metalness and roughness" "of a metallic-roughness material" [ApproximatedMaterial] => ApproximatedMaterial "no place for metalness and roughness";
    Shading "shading switches" "unlit, flat, without fog, vertex colours and alpha" [ApproximatedMaterial] => ApproximatedMaterial "no place for shading switches";
    DoubleSided "two-sided faces" "back faces are drawn" [ApproximatedMaterial] => ApproximatedMaterial "no place for two-sided faces";
    BaseTexture "base texture" "the image of the first colour layer" [LostTextureLayer RenamedFile AlteredNames TruncatedName] => LostTextureLayer "images of colour";
    FurtherLayers "further texture layers" "light maps and all other layers, with role, blend and UV set"
        [LostTextureLayer ApproximatedBlend] => LostTextureLayer "layers after the first";
    UvTransforms "texture transforms" "shift, turn and scale of texture coordinates"
        [ApproximatedUvTransform LostTextureLayer] => ApproximatedUvTransform "no place for texture transforms";
    TextureOptions "texture options" "wrap, mipmaps, smoothing, use of alpha, mapping"
        [ApproximatedMaterial LostTextureLayer] => ApproximatedMaterial "no place for wrap, mipmaps and smoothing of textures";
    Nodes "nodes" "that a node is there" [LostHierarchy LostNames FlattenedNodes MergedBones LostMesh LostLod ShownNodes] => LostHierarchy "no place for nodes without a mesh";
    NodeNames "node names" "names of nodes"
        [LostNames AlteredNames NamesMadeUnique TruncatedName LostHierarchy] => LostNames "no place for names of nodes";
    Hierarchy "hierarchy" "the parent of each node"
        [LostHierarchy FlattenedNodes MergedBones MovedNodes] => LostHierarchy "";
    NodePlaces "node places" "where nodes are in the world"
        [LostHierarchy RoundedKeys RoundedVertices BakedRestPose ApproximatedTransform MovedNodes UnitNotStored] => LostHierarchy "no place for transforms of nodes";
    NodeAxes "node axes" "turn and scale of nodes in the world"
        [ApproximatedTransform LostHierarchy RoundedKeys BakedRestPose MovedNodes];
    Hidden "hidden nodes" "nodes that are kept and not shown" [LostMesh LostHierarchy LostLod ShownNodes] => LostMesh "";
    Levels "levels of detail" "their number, roles and values" [LostLod] => LostLod "";
    Proxies "proxies" "other models that are placed" [LostExtras AlteredNames] => LostExtras "no place for references to other models";
    Cameras "cameras" "lens and clip planes, by node" [LostCamera ClampedValue] => LostCamera "";
    Lights "lights" "kind, colour and brightness, by node" [LostLight ClampedValue UnitNotStored] => LostLight "";
    AmbientLight "ambient light" "the light that is everywhere" [LostLight] => LostLight "no place for ambient light";
    Clips "clips" "names and lengths of animations and of their named ranges"
        [LostKeys JoinedAnimations LostNames RoundedKeys ResampledKeys AdaptedKeys AlteredNames TruncatedName RateNotStored
         AddedClips];
    Looping "looping" "whether a clip repeats"
        [LostKeys LostExtras JoinedAnimations RateNotStored TruncatedName];
    Motion "motion" "world-space triangles in the poses of clips"
        [LostKeys LostSkin RoundedKeys RoundedVertices ResampledKeys AdaptedKeys ReducedInfluences MergedBones LostShapes
         JoinedAnimations];
    NodeMotion "motion of nodes" "places of nodes in the poses of clips"
        [LostKeys RoundedKeys RoundedVertices ResampledKeys AdaptedKeys MergedBones LostHierarchy LostSkin BakedRestPose
         JoinedAnimations ApproximatedTransform MovedNodes];
    Keys "keys" "times and values of keys, as authored"
        [LostKeys ResampledKeys AdaptedKeys RoundedKeys MergedBones JoinedAnimations RateNotStored MovedNodes BakedRestPose] => LostKeys "";
    Extras "extras" "values of a format that have no field in the scene" [LostExtras LostChunk MovedExtras] => LostExtras "";
}
