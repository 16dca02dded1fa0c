//! The table of diagnostic codes: the one place where a code, its weight and its explanation are written.

use super::Severity;

macro_rules! codes {
    ($($severity:ident { $($variant:ident $id:literal $summary:literal => $advice:literal;)* })*) => {
        /// Names one kind of finding; the ids are stable across releases.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[doc = concat!("`", $id, "`: ", $summary, ".")] $variant,)*)*
        }

        impl Code {
            /// All codes, in the order of the table.
            pub const ALL: &'static [Code] = &[$($(Code::$variant,)*)*];

            /// Returns the stable string id, such as `lost-uv-set`.
            pub fn id(self) -> &'static str {
                match self { $($(Code::$variant => $id,)*)* }
            }

            /// Returns how much it matters.
            pub fn severity(self) -> Severity {
                match self { $($(Code::$variant)|* => Severity::$severity,)* }
            }

            /// Returns what it means, in one clause.
            pub fn summary(self) -> &'static str {
                match self { $($(Code::$variant => $summary,)*)* }
            }

            /// Returns what to do about it, in one sentence.
            pub fn advice(self) -> &'static str {
                match self { $($(Code::$variant => $advice,)*)* }
            }
        }
    };
}

impl Code {
    /// Finds a code by its stable id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.id() == id)
    }
}

codes! {
    Note {
        UnknownChunk "unknown-chunk" "a chunk or record of unknown kind is kept as raw bytes" => "Nothing to do: engines skip it and a rewrite in the same format keeps it.";
        LegacyText "legacy-text" "a string is not UTF-8 and was read as Windows-1252" => "Check the name; the original bytes are kept in the document.";
        DefaultRate "default-rate" "the animation rate is zero, negative or not a number, so the format's default is used" => "Set the rate with `--fps` if the motion runs at the wrong speed.";
        MultipleRoots "multiple-roots" "the file has several root nodes" => "Nothing to do: all roots are kept.";
        ContradictingNormals "contradicting-normals" "stored normals point against the faces" => "If the shading is wrong, `retromesh convert MODEL --normals recompute -o OUTPUT` computes new ones.";
        MixedWinding "mixed-winding" "inconsistent winding: engines cull some faces" => "Use `--winding auto` if faces are missing.";
        TurnedFaces "turned-faces" "faces whose winding contradicts their normals were turned, as was asked for" => "Nothing to do.";
        Optimized "optimized" "vertices and meshes that equal others, and what nothing shows, were left out, as was asked for" => "Nothing to do: appearance and motion are unchanged.";
        EmptyPart "empty-part" "a mesh without vertices or a part without faces was left out" => "Nothing to do: it was never drawn.";
        MissingImage "missing-image" "a texture image was not found next to the model" => "Put the image into the folder of the model, or name the folder that has it with `--root DIR`. Until then pictures and glTF files show a plain colour; other models name the image, and find it once it is next to them, where `--textures copy` puts it.";
        UnsupportedImage "unsupported-image" "a texture image could not be made into what the target shows, and stays what it is" => "Save the image as PNG or JPEG under the same name next to the model. A path such as `#(argb,512,512,1)r2t(...)` is a texture that the game makes itself, and has no file: give the material another one.";
        KeptInExtras "kept-in-extras" "the target has no field for a property, which was kept in its extras" => "Nothing to do: viewers ignore it and a conversion back restores it.";
        MovedExtras "moved-extras" "a property is in another place than in the source" => "Nothing to do: engines find it there, too.";
        ZeroWeight "zero-weight" "a joint weight is zero or negative" => "Nothing to do where other joints move the vertex: the influence was dropped. Else give it a weight, or it stays where it is at rest.";
        EmptyModel "empty-model" "the file holds no model" => "Nothing to do, unless something was expected in it.";
        RateNotStored "rate-not-stored" "the target has no animation rate" => "Have the program play the frames at the rate that is named.";
        UnitNotStored "unit-not-stored" "the numbers were kept, but the target reads them in another unit" => "Scale the model by the factor that is named, where its size matters. An `.rmesh` that was made of a map is right as it is: the game's own converter keeps the numbers, too. Where the range of a lamp is named, set that.";
        NonAsciiText "non-ascii-text" "a text is not ASCII, and the target's engine reads bytes in its system's code page" => "Rename it in ASCII if the program looks it up or shows it.";
        WiderFloats "wider-floats" "numbers do not fit the narrow float that was asked for, so the wide one was written" => "Move the model to the origin or scale it down if size matters.";
        UnusualTag "unusual-tag" "vertex tags outside the documented ones were read by their low bits" => "Nothing to do: engines read them the same way.";
        FoundElsewhere "found-elsewhere" "a texture is not where the game looks for it" => "Put it where the path says, or name the place where it is: `retromesh textures --rename OLD=NEW`.";
        MisleadingHint "misleading-hint" "a loader hint disagrees with the data and was ignored" => "Nothing to do for a model: engines ignore it too. A texture is best written again, which sets it right: a game may show it wrong as it is. Where properties of a room are named (`entity.color`), what you see was written; if you meant the property, change the light or the node to it.";
        ReservedBits "reserved-bits" "bits that must be zero are not" => "Nothing to do: a copy keeps them, and a conversion to another format leaves them out.";
        OldUvLayout "old-uv-layout" "texture coordinates are in an older layout that the engine no longer reads" => "Rewrite or repair the file for the current engine.";
        HelperBones "helper-bones" "bones were added that carry the offsets of bones that turn" => "Nothing to do: every pose of the model is as before.";
        AddedClips "added-clips" "animations that the target's engine looks up by name were added" => "Name animations walk, run and stand to choose them yourself.";
        MissingUvSet "missing-uv-set" "a texture layer uses coordinates that the mesh does not have; all of it gets one texel" => "Give the mesh a UV map for the layer, in the order of the layers; a light map is the second.";
        MissingMaterial "missing-material" "a material is used but defined nowhere; a plain one of its name stands for it" => "Put the material library next to the model, or define the material in it.";
        AdaptedKeys "adapted-keys" "keys were added or left out for the target's interpolation or rate; the motion is within tolerance of the original" => "Nothing to do: the motion is as before.";
        RenumberedFrames "renumbered-frames" "keys are on other frame numbers than in the source" => "Have the program play the frames that the frame table names.";
        SplitMesh "split-mesh" "triangles of more vertices than 16 bits can number were split" => "Nothing to do: the appearance is the same.";
        UnusedPattern "unused-pattern" "a name or pattern of an option stands for nothing in the file" => "`retromesh textures` lists the paths, with the folder in front of them, `retromesh info` the clips, `retromesh dump` the selections.";
        UnmatchedBone "unmatched-bone" "bones of an animation move no selection of the model, or no bone moves a selection" => "Compare the names that the detail lists: models have selections that are no bones.";
        RenamedFile "renamed-file" "a file has another name than the model says: with the extension of its content, or one that every system can have" => "Nothing to do, unless a program looks for the old name.";
        Restored "restored" "what other programs had changed or dropped is as in the original again" => "Nothing to do; convert without `--like` to have it as the file says.";
        ChangedImage "changed-image" "an image is another one than that of the file that the model names, or than its material had" => "Where the model still names the old file, put the new one in its place: it is written next to the model, unless the folder of the original has it already. `--textures link` writes no file: leave it out, or save the picture yourself.";
        UnplacedNode "unplaced-node" "a node is in no place of the hierarchy; it was kept as a hidden root" => "Nothing to do: engines never draw it.";
        MisnamedFile "misnamed-file" "the extension of the file is that of another format than its content" => "Rename it: engines and other programs go by the extension.";
        TintedTexture "tinted-texture" "a material has a texture and a colour, which DirectX multiplies; Blitz3D and Luanti show the texture alone" => "If the model is for one of these games, make the material white.";
        MovedBySkin "moved-by-skin" "a skin moves a mesh at rest, and Blitz3D's own loader reads no skins (`x-skin`), so that a game may show the mesh elsewhere" => "DirectX itself and Luanti apply the skin. To read the file as Blitz3D shows it, give `--skins ignore`.";
        OpenSolid "open-solid" "a collision solid is, after rounding, not a closed surface of shared vertices facing outward on one bone" => "Join its vertices, close it and turn its faces outward.";
    }
    Defect {
        SizeMismatch "size-mismatch" "a declared size disagrees with the bytes that are there" => "The file may be cut or patched by hand; compare it with another copy.";
        TrailingBytes "trailing-bytes" "bytes follow the end of the model" => "`retromesh repair` removes them; a conversion to another format leaves them out.";
        SlackBytes "slack-bytes" "bytes belong to no part of the model" => "`retromesh repair` removes them from .b3d files, and from between the parts of .bmd files; others stay, and a conversion to another format leaves them out.";
        VersionMismatch "version-mismatch" "the version is not the one that engines write" => "Check the result; the layout was read as the known version.";
        CountMismatch "count-mismatch" "two counts that must be equal differ" => "Look at the result; the shorter one was used. If it is normals that are missing, `retromesh convert MODEL --normals recompute -o OUTPUT` computes them.";
        IndexOutOfRange "index-out-of-range" "an index points outside its table" => "The file is damaged, or a list is for another file; compare it with another copy. A scene is read without it.";
        NonFinite "non-finite" "a number is infinite or not a number" => "The file is damaged; compare it with another copy. A scene is read with another number.";
        ZeroQuaternion "zero-quaternion" "a rotation has length zero and was read as no rotation" => "The file is damaged; compare it with another copy.";
        UnnormalizedQuaternion "unnormalized-quaternion" "a rotation is not of unit length and was normalised" => "Nothing to do: engines normalise too.";
        ZeroNormal "zero-normal" "a normal has no length" => "If the shading is wrong, `retromesh convert MODEL --normals recompute -o OUTPUT` computes new ones.";
        DuplicateKey "duplicate-key" "two keys of one channel share a time; the last was kept" => "Nothing to do: engines keep one of them too. `retromesh convert FILE -o NEW` to the same format writes that one alone.";
        UnsortedKeys "unsorted-keys" "keys are not in ascending order and were sorted" => "Nothing to do unless the motion is wrong.";
        ReversedRange "reversed-range" "a range of frames ends before it begins, and was read from its lower to its higher frame" => "Swap its first and last frame, unless the program that plays it wants it so: engines do not agree.";
        OrphanBone "orphan-bone" "a bone has weights but no mesh to apply them to" => "The file's hierarchy is damaged; the weights were dropped.";
        MixedNodeKind "mixed-node-kind" "one node is both a mesh and a bone" => "Both were kept; engines keep only one.";
        DegenerateFace "degenerate-face" "a face has fewer than three corners" => "Nothing to do: it was never drawn, and a scene is read without it.";
        MissingParent "missing-parent" "a node's parent does not exist or makes a cycle; it was attached to the root" => "The file's hierarchy is damaged; check the result.";
        ChecksumMismatch "checksum-mismatch" "a checksum does not match its data" => "The file is damaged; compare it with another copy.";
        SeveralMainCameras "several-main-cameras" "more than one camera is the main one; the first was kept" => "Nothing to do: engines use the first.";
        MissingFile "missing-file" "a file next to the model was not found, and what it holds is missing" => "Put the file where the model expects it.";
        RepeatedNode "repeated-node" "a node is placed more than once; the first place was kept" => "Nothing to do unless the engine draws the object several times.";
        OverlappingBones "overlapping-bones" "a vertex belongs to several bones of a format with one bone a vertex; the last was kept" => "The file is damaged; compare it with another copy.";
        LongGap "long-gap" "a gap of 32 frames or more ran over into a key's scale bit, which lost 32 frames" => "Repair the file: the frames can be restored exactly.";
        AmbiguousLayout "ambiguous-layout" "the bytes fit an older layout of the format as well, and would mean something else; they were read as the one that is written today" => "Look whether the result is what you expect.";
        RepeatedTag "repeated-tag" "a tag occurs more than once in the file; the last one counts" => "Nothing to do: the engine takes the last one, too.";
        AlikeNames "alike-names" "another file of the archive has this name but for the case of its letters, which games do not tell apart" => "Rename one of them, and what names it: a game finds only one.";
        LateParent "late-parent" "a bone comes before its parent" => "Nothing to do here; the format's engine poses it wrongly.";
    }
    Approximated {
        ApproximatedBlend "approximated-blend" "a blend mode has no equivalent and is drawn by alpha" => "Expect a different appearance; the original mode is in the extras where the target has any.";
        ApproximatedMaterial "approximated-material" "a shading parameter was mapped to the nearest one" => "Expect a slightly different appearance; the original value is in the extras where the target has any. An `.rmesh` has none, and its game draws all rooms in one way.";
        AssumedColor "assumed-color" "the mean colour of a texture is not known" => "Name the folder that has the texture with `--root DIR`, or give the colour yourself, one for all levels: `--mean-color AARRGGBB`, or `--mean-color AARRGGBB,AARRGGBB`, of the whole model and from above. A texture without one is given one when it is written from its picture, `retromesh convert a.png -o a.paa`.";
        AssumedAlpha "assumed-alpha" "whether a texture has alpha is not known" => "Name the folder that has the texture with `--root DIR`, or say it yourself: `--alpha-texture PATTERN` for one that is blended, `--key-texture PATTERN` for one of which a colour is not shown.";
        ApproximatedUvTransform "approximated-uv-transform" "a texture transform is not representable exactly" => "Expect a shifted texture; the original transform is in the extras where the target has any.";
        ClampedValue "clamped-value" "a value was clamped to the range of the target" => "The original value is in the extras where there are any.";
        NormalizedNormals "normalized-normals" "normals were scaled to unit length or replaced" => "Nothing to do: those that were scaled keep their direction, those that had none got that of the faces, and where the target has no place for normals, readers compute them from the faces.";
        NormalizedWeights "normalized-weights" "joint weights were scaled to sum to one" => "Nothing to do: engines normalise too.";
        ReducedInfluences "reduced-influences" "a vertex has more joints than the target allows; the largest were kept" => "Check the pose where many joints meet.";
        ResampledKeys "resampled-keys" "animation keys were resampled for the target's interpolation or rate, and the motion is no longer quite that of the original" => "Look at the motion; a higher frame rate comes nearer to it.";
        ApproximatedTransform "approximated-transform" "a transform with shear was replaced by the nearest translation, rotation and scale" => "Apply the transform to the mesh before the conversion.";
        JoinedAnimations "joined-animations" "animations were put one after another on the target's single timeline" => "Have the program play the frames that are named.";
        ApproximatedTangents "approximated-tangents" "a binormal is not at right angles to normal and tangent; only the side on which it lies was kept" => "Nothing to do: renderers compute it from normal and tangent.";
        FlattenedNodes "flattened-nodes" "nodes were attached higher up, in the same place, because the target nests less deeply" => "Nothing to do unless a program moves the nodes between.";
        ShownNodes "shown-nodes" "hidden nodes are drawn in the target by all that does not know their names" => "Nothing to do for the game, which knows them; delete them for other programs.";
        RoundedVertices "rounded-vertices" "vertex numbers were rounded to a narrower float" => "Nothing to do where the largest error is small, as that of colours of 8 bits is. The numbers of a .bmd and a .bo3d can be rounded less: `retromesh help bmd` and `retromesh help bo3d` name the settings.";
        RoundedColors "rounded-colors" "colours were rounded or compressed to the pixel format that was written" => "The largest error is named, after the pixel format. If it shows, and the format is neither of the following, write the texture alone in one of them: `retromesh convert a.png -o a.paa --target argb4444` or `argb1555`. `argb8888` keeps all, and Operation Flashpoint does not load it.";
        ResizedImage "resized-image" "an image was scaled to sides that the target's engine can use" => "Save images with sides that are powers of two.";
        RoundedKeys "rounded-keys" "animation keys were rounded to the target's packed numbers" => "Nothing to do: the largest error is named.";
        MergedBones "merged-bones" "bones beyond the target's limit were merged into their parents" => "Reduce the skeleton by hand if the motion suffers.";
        FilledVertices "filled-vertices" "vertices without a normal, texture coordinate or colour of their own were given one" => "Nothing to do unless the shading is wrong there.";
        TriangulatedFaces "triangulated-faces" "a face has more corners than the target allows and became triangles" => "Nothing to do: the appearance is the same.";
        MovedNodes "moved-nodes" "nodes were reparented, or their transforms moved to their children, as the target ties joints to the node of their mesh" => "Nothing to do: every pose of the model is as before.";
        MixedPointFlags "mixed-point-flags" "the vertices of one point differ in their flags; those of one of them were kept" => "Convert with split points to keep them apart.";
        BakedRestPose "baked-rest-pose" "a skeleton has a rest pose that differs from its bind pose" => "Nothing to do where the detail says that clips play as before. Where it says something else, look at the result.";
        TooManyBones "too-many-bones" "a mesh has more bones than the target's engine can number" => "Reduce the skeleton; the engine shows wrong poses.";
        ToleranceMissed "tolerance-missed" "a rounding error is over the tolerance that was asked for" => "Ask for a wider tolerance, or choose a format with wider numbers.";
        NamesMadeUnique "names-made-unique" "equal names were given suffixes, as programs look things up by name" => "Give them names that differ in the source if a program looks them up.";
        AlteredNames "altered-names" "names were altered to fit the syntax of the target" => "Rename them if a program looks them up.";
    }
    Lost {
        LostTextureLayer "lost-texture-layer" "a texture layer has no slot in the target" => "The layer is in the extras where there are any; combine the textures by hand.";
        LostUvSet "lost-uv-set" "a UV set does not fit the target" => "Bake it or choose a target with more UV sets.";
        LostColorSet "lost-color-set" "a vertex colour set does not fit the target" => "Choose a target with vertex colours. Of a file of Blender: give the material a `Color Attribute` node, without which paint is written as the second set, after a white one.";
        LostChunk "lost-chunk" "an unknown chunk cannot travel to another format" => "Keep the original file if an engine needs it.";
        LostBytes "lost-bytes" "bytes outside the format's structures cannot travel to another format" => "Keep the original file if they matter.";
        LostKeys "lost-keys" "animation keys have no place in the target" => "Choose a target with this kind of animation. Keys that Luanti does not read in a `.b3d` are kept with `--keys all`.";
        LostExtras "lost-extras" "named extra values have no place in the target" => "Nothing to do unless a program reads them, as games read classes (`entity.classname`, `property class`): keep the source for those. Those of a model glTF keeps; those of a texture no other format does.";
        LostCamera "lost-camera" "a camera has no place in the target" => "Choose a target with cameras, such as glTF.";
        LostLight "lost-light" "a light has no place in the target" => "Choose a target with lights, such as glTF. An `.rmesh` has point lights and spotlights: put some where the other shone. A `.b3d` has those that the names of its nodes say, as in maps: rename the node.";
        LostShapes "lost-shapes" "morph targets or vertex frames have no place in the target" => "Choose a target with morph targets, such as glTF.";
        LostSelection "lost-selection" "named vertex or face selections have no place in the target" => "Choose a target with selections, or glTF, which keeps them in its extras.";
        LostLod "lost-lod" "a level of detail has no place in the target" => "Convert the level on its own.";
        LostMesh "lost-mesh" "a mesh has no place in the target" => "Show a hidden one before the conversion, or choose a target that keeps it, such as glTF. For a P3D, make it a child of the object of a level, or give it the name of a level, such as `Geometry`.";
        LostNames "lost-names" "names have no place in the target" => "Nothing to do unless a program looks them up.";
        TruncatedName "truncated-name" "a name or path is longer than the target allows and was cut" => "Shorten it, or choose a target with longer names: `--target p3dm` for `.p3d`.";
        LostVertices "lost-vertices" "vertices that no face uses were left out" => "Nothing to do, unless a program reads them by number: give them a face, or put them into a mesh of points.";
        LostOutlines "lost-outlines" "a face has too many corners to be cut along its outline and was fanned out" => "Cut the face into smaller ones in a modelling program.";
        LostMaterials "lost-materials" "materials that nothing draws were left out" => "Nothing to do, unless a program gives them to faces.";
        LostTextures "lost-textures" "textures and images that no material uses were left out" => "Nothing to do, unless a program gives them to materials.";
        LostPrimitives "lost-primitives" "points, lines, curves or surfaces have no place in a mesh of faces" => "Turn them into faces in the program that made them.";
        LostSkin "lost-skin" "a skin has no place in the target; the mesh was baked in its current pose" => "Choose a target with skins, such as glTF, if it is to move.";
        LostHierarchy "lost-hierarchy" "the node hierarchy has no place in the target; transforms were applied to the vertices" => "Nothing to do for meshes that became one. Choose a target with nodes, such as glTF, if they are to move; in an `.rmesh` nothing does, and a custom property `entity.classname` makes a node an entity.";
        StaleExtras "stale-extras" "what was kept in the extras of the file does not fit the rest of it any more, because another program changed it; the rest counts" => "If `--like` did not name the file that this one was converted from, name it: what is missing comes from there. Programs keep more where their export is asked for it: in Blender, Custom Properties and Attributes. What neither brings back is set right by hand.";
        UnlikeOriginal "unlike-original" "the original of `--like` has no name of the file, or hardly a triangle, so that little or nothing of it is restored" => "Look whether it is the model that the file was made from, and name that.";
        EditByHand "edit-by-hand" "a place in a Lua file of a mod is to be edited by hand, as only a run would know what it means" => "Edit it as the line says, in the Lua file that is written or in your own.";
        LostAttributes "lost-attributes" "per-vertex values have no place in the target" => "Nothing to do for the game, which reads none of them. A .glb without a game's target keeps them.";
    }
}
