//! What a scene can hold, feature by feature: the words in which differences and losses are told.

use crate::diagnostics::Code;
use crate::keyframes::Animation;
use crate::material::Shading;
use crate::mesh::{Faces, Mesh};
use crate::scene::{Node, Scene};
use std::collections::BTreeSet;

macro_rules! features {
    ($($variant:ident $name:literal $about:literal [$($code:ident)*];)*) => {
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
            pub fn told_by(self) -> &'static [Code] {
                match self { $(Feature::$variant => &[$(Code::$code,)*],)* }
            }
        }
    };
}

features! {
    Positions "positions" "world-space triangles at rest"
        [RoundedVertices DegenerateFace LostLod LostMesh ToleranceMissed BakedRestPose ReducedInfluences
         ApproximatedTransform ClampedValue];
    Winding "winding" "which side of a triangle is its front" [];
    Polygons "polygons" "faces of more than three corners" [TriangulatedFaces];
    Normals "normals" "world-space normals of corners at rest"
        [NormalizedNormals RoundedVertices FilledVertices ZeroNormal];
    Tangents "tangents" "tangents with the side of their bitangents" [ApproximatedTangents LostAttributes LostExtras BakedRestPose];
    TextureCoordinates "texture coordinates" "the first UV set, texture transforms applied"
        [LostUvSet RoundedVertices FilledVertices ApproximatedUvTransform ToleranceMissed];
    FurtherUvSets "further UV sets" "all UV sets but the first" [LostUvSet RoundedVertices LostExtras];
    VertexColors "vertex colours" "red, green and blue of the first colour set"
        [LostColorSet ClampedValue RoundedVertices FilledVertices ApproximatedMaterial];
    VertexAlpha "vertex alpha" "alpha of the first colour set" [LostColorSet ClampedValue FilledVertices ApproximatedMaterial];
    FurtherColors "further colour sets" "all colour sets but the first" [LostColorSet];
    Attributes "custom attributes" "further values of vertices, by name" [LostAttributes MixedPointFlags LostExtras];
    FaceFlags "face flags" "raw flags of faces" [LostAttributes LostExtras];
    Selections "selections" "named sets of vertices and faces" [LostSelection];
    MorphTargets "morph targets" "shapes to blend in" [LostShapes];
    VertexFrames "vertex frames" "whole-mesh positions at moments" [LostShapes];
    Skin "skin" "the joint that moves a vertex most"
        [LostSkin ReducedInfluences MergedBones BakedRestPose MovedNodes];
    SkinWeights "weights of several joints" "all joints of a vertex with their weights"
        [LostSkin ReducedInfluences MergedBones NormalizedWeights MovedNodes];
    Materials "materials" "which faces share a material" [LostNames];
    MaterialNames "material names" "names of the materials that faces use" [LostNames AlteredNames TruncatedName NamesMadeUnique LostExtras];
    BaseColor "base colour" "diffuse red, green and blue" [ApproximatedMaterial ClampedValue];
    Opacity "opacity" "alpha of the base colour" [ApproximatedMaterial ApproximatedBlend ClampedValue];
    Blending "blending" "alpha mode and blend" [ApproximatedMaterial ApproximatedBlend];
    Emission "emitted colour" "emitted red, green and blue" [ApproximatedMaterial];
    Gloss "gloss" "specular colour and shininess" [ApproximatedMaterial];
    AmbientColor "ambient colour" "what a material does with ambient light" [ApproximatedMaterial];
    MetallicRoughness "metalness and roughness" "of a metallic-roughness material" [ApproximatedMaterial];
    Shading "shading switches" "unlit, flat, without fog, vertex colours and alpha" [ApproximatedMaterial];
    DoubleSided "two-sided faces" "back faces are drawn" [ApproximatedMaterial];
    BaseTexture "base texture" "the image of the first colour layer" [LostTextureLayer AlteredNames TruncatedName];
    FurtherLayers "further texture layers" "light maps and all other layers, with role, blend and UV set"
        [LostTextureLayer ApproximatedBlend];
    UvTransforms "texture transforms" "shift, turn and scale of texture coordinates"
        [ApproximatedUvTransform LostTextureLayer];
    TextureOptions "texture options" "wrap, mipmaps, smoothing, use of alpha, mapping"
        [ApproximatedMaterial LostTextureLayer];
    Nodes "nodes" "that a node is there" [LostHierarchy LostNames FlattenedNodes MergedBones LostMesh LostLod];
    NodeNames "node names" "names of nodes"
        [LostNames AlteredNames NamesMadeUnique TruncatedName LostHierarchy];
    Hierarchy "hierarchy" "which node hangs on which"
        [LostHierarchy FlattenedNodes MovedNodes];
    NodePlaces "node places" "where nodes are in the world"
        [LostHierarchy RoundedKeys RoundedVertices BakedRestPose ApproximatedTransform MovedNodes];
    NodeAxes "node axes" "turn and scale of nodes in the world"
        [ApproximatedTransform LostHierarchy RoundedKeys BakedRestPose MovedNodes];
    Hidden "hidden nodes" "nodes that are kept and not shown" [LostMesh LostHierarchy];
    Levels "levels of detail" "their number, roles and values" [LostLod];
    Proxies "proxies" "other models that are placed" [LostExtras];
    Cameras "cameras" "lens and clip planes, by node" [LostCamera ClampedValue];
    Lights "lights" "kind, colour and brightness, by node" [LostLight ClampedValue];
    AmbientLight "ambient light" "the light that is everywhere" [LostLight];
    Clips "clips" "names and lengths of animations and of their named stretches"
        [LostKeys JoinedAnimations LostNames RoundedKeys ResampledKeys AlteredNames TruncatedName RateNotStored
         AddedClips];
    Looping "looping" "whether a clip repeats"
        [LostKeys LostExtras JoinedAnimations RateNotStored];
    Motion "motion" "world-space triangles in the poses of clips"
        [LostKeys LostSkin RoundedKeys RoundedVertices ResampledKeys ReducedInfluences MergedBones LostShapes
         JoinedAnimations];
    NodeMotion "motion of nodes" "places of nodes in the poses of clips"
        [LostKeys RoundedKeys RoundedVertices ResampledKeys MergedBones LostHierarchy LostSkin BakedRestPose
         JoinedAnimations ApproximatedTransform MovedNodes];
    Keys "keys" "times and values of keys, as authored"
        [LostKeys ResampledKeys RoundedKeys JoinedAnimations RateNotStored MovedNodes BakedRestPose];
    Extras "extras" "values of a format that have no field in the scene" [LostExtras LostChunk];
}

impl Feature {
    /// Returns the features that a scene has: what a conversion of it can lose.
    pub fn of(scene: &Scene) -> BTreeSet<Self> {
        let mut found = BTreeSet::new();
        let mut put = |feature, there: bool| {
            if there {
                found.insert(feature);
            }
        };
        let placed: Vec<&Node> = scene.nodes.iter().filter(|node| node.mesh.is_some()).collect();
        let skinned = placed.iter().any(|node| node.mesh.as_ref().is_some_and(|m| m.skeleton.is_some()));
        let drawn = |mesh: &&Mesh| mesh.face_count() > 0;
        for mesh in scene.meshes.iter().filter(drawn).filter(|_| !placed.is_empty()) {
            of_mesh(mesh, skinned, &mut put);
        }
        let used = scene.meshes.iter().flat_map(|mesh| &mesh.parts).any(|part| part.material.is_some());
        for material in scene.materials.iter().filter(|_| used) {
            put(Self::MaterialNames, !material.name.is_empty());
            for feature in [Self::Materials, Self::BaseColor, Self::Opacity, Self::Blending] {
                put(feature, true);
            }
            put(Self::Emission, material.emissive != glam::Vec3::ZERO);
            put(Self::Gloss, material.shininess != 0.0 || material.specular.is_some_and(|c| c != glam::Vec3::ZERO));
            put(Self::AmbientColor, material.ambient.is_some());
            put(Self::MetallicRoughness, material.metallic.is_some() || material.roughness.is_some());
            let double_sided = material.shading.double_sided;
            put(Self::DoubleSided, double_sided);
            let plain = Shading { double_sided, ..Shading::default() };
            put(Self::Shading, material.shading != plain);
            put(Self::BaseTexture, material.color_layer(scene).is_some());
            put(Self::FurtherLayers, material.drawn_layers(scene).count() > 1);
            for (_, texture) in material.drawn_layers(scene) {
                put(Self::TextureOptions, true);
                put(Self::UvTransforms, !texture.transform.is_identity());
            }
        }
        put(Self::Nodes, !scene.nodes.is_empty());
        for node in &scene.nodes {
            put(Self::NodeNames, !node.name.is_empty());
            put(Self::Hierarchy, node.parent.is_some());
            put(Self::NodePlaces, true);
            put(Self::NodeAxes, true);
            put(Self::Hidden, node.hidden);
            put(Self::Levels, node.lod.is_some());
            put(Self::Proxies, node.proxy.is_some());
            put(Self::Cameras, node.camera.is_some());
            put(Self::Lights, node.light.is_some());
        }
        put(Self::AmbientLight, scene.ambient.is_some());
        let clips = || scene.animations.iter().filter(|a| a.has_content()).flat_map(Animation::clips_or_whole);
        let moves = clips().next().is_some();
        put(Self::Clips, moves);
        put(Self::Looping, clips().any(|clip| clip.looping));
        put(Self::Motion, moves && scene.meshes.iter().any(|mesh| mesh.face_count() > 0));
        put(Self::NodeMotion, moves);
        put(Self::Keys, scene.animations.iter().any(|animation| animation.key_count() > 0));
        let extras = scene.nodes.iter().map(|node| &node.extras);
        let mut extras = extras.chain(scene.materials.iter().map(|m| &m.extras)).chain([&scene.extras]);
        put(Self::Extras, extras.any(|extras| !extras.is_empty()));
        found
    }
}

fn of_mesh(mesh: &Mesh, skinned: bool, put: &mut impl FnMut(Feature, bool)) {
    put(Feature::Positions, true);
    put(Feature::Winding, true);
    let polygons = |faces: &Faces| matches!(faces, Faces::Polygons { .. }) && faces.iter().any(|face| face.len() > 3);
    put(Feature::Polygons, mesh.parts.iter().any(|part| polygons(&part.faces)));
    put(Feature::Normals, !mesh.normals.is_empty());
    put(Feature::Tangents, !mesh.tangents.is_empty());
    put(Feature::TextureCoordinates, !mesh.uv_sets.is_empty());
    put(Feature::FurtherUvSets, mesh.uv_sets.len() > 1);
    put(Feature::VertexColors, !mesh.color_sets.is_empty());
    put(Feature::VertexAlpha, mesh.color_sets.first().is_some_and(|set| set.iter().any(|c| c.w != 1.0)));
    put(Feature::FurtherColors, mesh.color_sets.len() > 1);
    put(Feature::Attributes, !mesh.attributes.is_empty());
    put(Feature::FaceFlags, mesh.parts.iter().any(|part| part.face_flags.iter().any(|&flags| flags != 0)));
    put(Feature::Selections, !mesh.selections.is_empty());
    put(Feature::MorphTargets, !mesh.morph_targets.is_empty());
    put(Feature::VertexFrames, !mesh.vertex_frames.is_empty());
    put(Feature::Skin, skinned && !mesh.weights.is_empty());
    put(Feature::SkinWeights, skinned && mesh.weights.iter().any(|row| row.len() > 1));
}
