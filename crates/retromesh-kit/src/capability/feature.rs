//! What a scene can hold, feature by feature: the words in which differences and losses are told.

use retromesh_core::diagnostics::Code;
use retromesh_core::keyframes::Animation;
use retromesh_core::material::Shading;
use retromesh_core::mesh::{Faces, Mesh};
use retromesh_core::scene::{Node, Scene};
use std::collections::BTreeSet;

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
            pub fn told_by(self) -> &'static [Code] {
                match self { $(Feature::$variant => &[$(Code::$code,)*],)* }
            }

            /// Returns the code and the words by which it is reported where a format has no place for it; `None` for what every
            /// format has a place for, and for what is told with something else.
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
        [RoundedVertices DegenerateFace LostLod LostMesh ToleranceMissed BakedRestPose ReducedInfluences
         ApproximatedTransform ClampedValue];
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
    BaseTexture "base texture" "the image of the first colour layer" [LostTextureLayer RenamedFile AlteredNames TruncatedName] => LostTextureLayer "";
    FurtherLayers "further texture layers" "light maps and all other layers, with role, blend and UV set"
        [LostTextureLayer ApproximatedBlend] => LostTextureLayer "";
    UvTransforms "texture transforms" "shift, turn and scale of texture coordinates"
        [ApproximatedUvTransform LostTextureLayer] => ApproximatedUvTransform "no place for texture transforms";
    TextureOptions "texture options" "wrap, mipmaps, smoothing, use of alpha, mapping"
        [ApproximatedMaterial LostTextureLayer] => ApproximatedMaterial "no place for wrap, mipmaps and smoothing of textures";
    Nodes "nodes" "that a node is there" [LostHierarchy LostNames FlattenedNodes MergedBones LostMesh LostLod] => LostHierarchy "no place for nodes without a mesh";
    NodeNames "node names" "names of nodes"
        [LostNames AlteredNames NamesMadeUnique TruncatedName LostHierarchy] => LostNames "no place for names of nodes";
    Hierarchy "hierarchy" "which node hangs on which"
        [LostHierarchy FlattenedNodes MovedNodes] => LostHierarchy "";
    NodePlaces "node places" "where nodes are in the world"
        [LostHierarchy RoundedKeys RoundedVertices BakedRestPose ApproximatedTransform MovedNodes] => LostHierarchy "no place for transforms of nodes";
    NodeAxes "node axes" "turn and scale of nodes in the world"
        [ApproximatedTransform LostHierarchy RoundedKeys BakedRestPose MovedNodes];
    Hidden "hidden nodes" "nodes that are kept and not shown" [LostMesh LostHierarchy LostLod] => LostMesh "";
    Levels "levels of detail" "their number, roles and values" [LostLod] => LostLod "";
    Proxies "proxies" "other models that are placed" [LostExtras] => LostExtras "no place for references to other models";
    Cameras "cameras" "lens and clip planes, by node" [LostCamera ClampedValue] => LostCamera "";
    Lights "lights" "kind, colour and brightness, by node" [LostLight ClampedValue] => LostLight "";
    AmbientLight "ambient light" "the light that is everywhere" [LostLight] => LostLight "no place for ambient light";
    Clips "clips" "names and lengths of animations and of their named stretches"
        [LostKeys JoinedAnimations LostNames RoundedKeys ResampledKeys AlteredNames TruncatedName RateNotStored
         AddedClips];
    Looping "looping" "whether a clip repeats"
        [LostKeys LostExtras JoinedAnimations RateNotStored TruncatedName];
    Motion "motion" "world-space triangles in the poses of clips"
        [LostKeys LostSkin RoundedKeys RoundedVertices ResampledKeys ReducedInfluences MergedBones LostShapes
         JoinedAnimations];
    NodeMotion "motion of nodes" "places of nodes in the poses of clips"
        [LostKeys RoundedKeys RoundedVertices ResampledKeys MergedBones LostHierarchy LostSkin BakedRestPose
         JoinedAnimations ApproximatedTransform MovedNodes];
    Keys "keys" "times and values of keys, as authored"
        [LostKeys ResampledKeys RoundedKeys JoinedAnimations RateNotStored MovedNodes BakedRestPose] => LostKeys "";
    Extras "extras" "values of a format that have no field in the scene" [LostExtras LostChunk MovedExtras] => LostExtras "";
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
