//! The table of rules.

/// The extensions of the image files that engines load, the kind that others are made into first.
pub(crate) const IMAGES: &[&str] = &["png", "jpg", "jpeg", "bmp", "tga", "pcx", "iff", "dds"];

retromesh_kit::rules! {
    Version "b3d-version" ["blitz3d"] "the engine refuses versions over 1" => "Repair or rewrite the file.";
    Size "b3d-size" ["blitz3d", "luanti", "openb3d", "assimp", "modlib"] "the file claims to be longer than it is, and readers refuse it or read beyond its end" => "Repair the file.";
    Slack "b3d-slack" ["blitz3d", "luanti", "openb3d", "assimp", "modlib"] "bytes are left over at the end of a chunk, and readers that look for a chunk there go astray" => "Repair the file.";
    UnknownChunk "b3d-unknown-chunk" ["openb3d", "modlib"] "the reader refuses a chunk that it does not know or searches it for tags" => "Repair the file: the chunk is left out.";
    Sequences "b3d-sequences" ["modlib"] "the reader refuses SEQS chunks" => "Repair the file: the names are left out.";
    Pivot "b3d-pivot" ["openb3d", "modlib"] "the reader refuses PIVO chunks or searches them for tags" => "Repair the file: the mark is left out.";
    Depth "b3d-depth" ["openb3d"] "the engine nests 100 nodes at most" => "Flatten the hierarchy.";
    NodeCount "b3d-node-count" ["assimp"] "nodes after the 255th cannot be bones of an animation" => "Remove nodes, or convert with this program.";
    Roots "b3d-roots" ["blitz3d", "assimp"] "of several root nodes the reader returns one only" => "Rewrite the file: one root is put around them.";
    NodeKind "b3d-node-kind" ["blitz3d", "openb3d"] "a node is mesh and bone or mesh twice, and the engine keeps the last" => "Rewrite the file.";
    NodeOrder "b3d-node-order" ["blitz3d", "openb3d"] "a node before the MESH, BONE or KEYS of its parent is lost" => "Repair the file.";
    StolenBones "b3d-stolen-bones" ["blitz3d"] "a mesh after or below bones takes the skeleton of the mesh around it" => "Put the mesh before the bones or outside of the skinned mesh.";
    AstrayWeights "b3d-astray-weights" ["luanti"] "weights go to the last mesh read, which is not the one around the bone" => "Repair the file: bones are put right after their mesh.";
    OrphanBone "b3d-orphan-bone" ["blitz3d", "luanti", "openb3d", "assimp"] "a bone with weights has no mesh around it, and engines crash or deform another one" => "Rewrite the file.";
    Bones "b3d-bones" ["blitz3d"] "a mesh has more than 254 bones" => "Reduce the skeleton.";
    BoneNames "b3d-bone-names" ["assimp"] "bones of one name are refused" => "Rewrite the file for blitz3d: names get numbers.";
    BoneLikeNode "b3d-bone-like-node" ["assimp"] "a bone that is named like another node is bound to that" => "Rewrite the file for blitz3d: names get numbers.";
    SeveralSkins "b3d-several-skins" ["assimp"] "with several skinned meshes all weights land on the first" => "Convert with this program.";
    PlacedSkin "b3d-placed-skin" ["luanti"] "the node of a skinned mesh is placed: Luanti moves the vertices with it, Blitz3D does not" => "If it is in a wrong place in Luanti, repair the file: the transform is moved into the bones. Where it is not repaired, a node above it is placed, or it has keys or an uneven scale: put those nodes at the origin in an editor and apply their transforms, then export the model again. A conversion for Luanti keeps the place that the engine shows.";
    KeyedPlainNode "b3d-keyed-plain-node" ["blitz3d", "openb3d"] "keys of a node below a skinned mesh that is no bone are ignored" => "Rewrite the file: the node becomes a bone.";
    SeveralKeys "b3d-several-keys" ["luanti", "assimp", "modlib"] "of several KEYS in a node the reader keeps one (Luanti 5.17, assimp up to 5.2)" => "Repair the file: they are merged.";
    KeyOrder "b3d-key-order" ["luanti", "assimp", "modlib"] "keys that are not in ascending order are dropped or played as they are" => "Repair the file: keys are sorted, the last of equal frames is kept.";
    FirstFrame "b3d-first-frame" ["luanti"] "frames before 1 are errors and become the first" => "Repair the file: frames are renumbered.";
    KeysBeyondAnim "b3d-keys-beyond-anim" ["blitz3d", "openb3d", "assimp"] "keys beyond ANIM's frames are never reached, refused, or written beyond the end of a list" => "Repair the file: ANIM gets the right length.";
    SequenceBeyondKeys "b3d-sequence-beyond-keys" ["blitz3d", "luanti", "openb3d", "assimp"] "a sequence ends after the last frame of ANIM and of the keys, and the model stands still from there" => "Give it a last frame that the keys reach.";
    KeysWithoutAnim "b3d-keys-without-anim" ["blitz3d", "openb3d", "assimp"] "without an ANIM of at least one frame keys are not played or the engine divides by zero" => "Repair the file: an ANIM is added.";
    SeveralAnims "b3d-several-anims" ["assimp"] "with several ANIM chunks there is no animation" => "Repair the file: the first is kept.";
    StillRoot "b3d-still-root" ["blitz3d"] "the root has no animation while a node below it has: a program that plays that of the root stops" => "Nothing to do where the program plays that of the node; else convert with `--like ORIGINAL`, or make the animated mesh the root." note;
    NoClass "b3d-no-class" ["blitz3d"] "a surface of a map has no class in its name: the converter of SCP - Containment Breach leaves it out" => "Name its object `classname=brush`, or `classname=field_hit` where it is collision that is not drawn." note;
    Rate "b3d-rate" ["assimp"] "a rate that is not positive makes infinite times" => "Repair the file: the rate becomes 60.";
    Rotation "b3d-rotation" ["assimp", "openb3d"] "a rotation is not of unit length, and the reader does not repair it" => "Repair the file.";
    ZeroWeights "b3d-zero-weights" ["blitz3d", "assimp", "modlib"] "weights of zero or less break vertices or take the place of others" => "Repair the file: they are dropped.";
    ManyWeights "b3d-many-weights" ["assimp"] "of more than four weights of a vertex the first four are kept, not the largest" => "Repair the file.";
    Unweighted "b3d-unweighted" ["assimp", "modlib"] "vertices of a skinned mesh without a weight collapse to one point or are refused" => "Bind them to a bone.";
    BoneVertex "b3d-bone-vertex" ["blitz3d", "luanti", "openb3d", "assimp"] "a bone names a vertex that is not there" => "Repair the file.";
    TriangleVertex "b3d-triangle-vertex" ["blitz3d", "luanti", "openb3d", "assimp", "modlib"] "a triangle names a vertex that is not there" => "Repair the file.";
    SharedVertex "b3d-shared-vertex" ["luanti"] "a skinned vertex of two TRIS chunks keeps its weights in the last one only" => "Repair the file: each gets its own.";
    SameVertices "b3d-same-vertices" [] "equal vertices are side by side instead of being shared" => "Nothing must be done; a repair of this rule shares them.";
    LargeSurface "b3d-large-surface" ["blitz3d", "luanti"] "a TRIS of more than 65,535 vertices wraps around" => "Repair the file: it is split.";
    EmptyTriangles "b3d-empty-triangles" ["luanti", "assimp", "modlib"] "a TRIS without triangles is refused or crashes the reader" => "Repair the file: it is left out.";
    EmptyMesh "b3d-empty-mesh" ["assimp", "modlib"] "a mesh without vertices or triangles is refused" => "Rewrite the file: it is left out.";
    NoMesh "b3d-no-mesh" ["luanti"] "a model without a triangle cannot be loaded" => "Add a mesh.";
    Tiles "b3d-tiles" ["luanti"] "a node has six tiles, and draws the sixth on all texture slots from that on" => "Nothing to do for entities, which may have more; else use fewer materials, or join pictures to one." note;
    UvSets "b3d-uv-sets" ["luanti", "assimp"] "three and more texture coordinate sets, or sets of four numbers, are refused or lost" => "Repair the file: two sets of two are kept.";
    SecondUv "b3d-second-uv" ["assimp"] "texture coordinates beyond the first set are lost" => "Convert with this program.";
    MixedLayouts "b3d-mixed-layouts" ["assimp"] "meshes of different vertex layouts are all read as the last says" => "Convert with this program.";
    VertexColors "b3d-vertex-colours" ["assimp"] "vertex colours are lost" => "Convert with this program.";
    WrongNormals "b3d-wrong-normals" ["blitz3d", "luanti", "openb3d", "assimp", "modlib"] "normals point against the faces, and engines use them as they are" => "Repair the file: they are computed anew.";
    ZeroNormals "b3d-zero-normals" ["modlib"] "normals without length stop the reader" => "Repair the file.";
    NotFinite "b3d-not-finite" ["blitz3d", "luanti", "openb3d", "assimp", "modlib"] "a number is infinite or not a number" => "Repair the file: a key becomes the one before it, a rate 60, a scale or a colour 1, and another number 0.";
    UnknownBrush "b3d-brush-id" ["blitz3d", "luanti", "openb3d", "assimp", "modlib"] "a brush that is not there is refused or read from foreign memory" => "Repair the file: it becomes none.";
    UnknownTexture "b3d-texture-id" ["blitz3d", "openb3d", "assimp", "modlib"] "a texture that is not there is refused or read from foreign memory" => "Repair the file: it becomes none.";
    MeshBrush "b3d-mesh-brush" ["luanti", "assimp"] "the brush of the mesh is ignored where triangles have one" => "Repair the file: the brushes are combined.";
    NoBrush "b3d-no-brush" ["assimp"] "triangles without a brush get the first one" => "Give them a brush.";
    Layers "b3d-layers" ["assimp", "modlib"] "of several textures of a brush only the first is read" => "Combine the textures.";
    EmptySlot "b3d-empty-slot" ["assimp"] "a brush whose first slot is empty has no texture" => "Put the texture into the first slot.";
    TextureSettings "b3d-texture-settings" ["modlib"] "other texture flags than 1, blends than 2, and transforms are refused" => "Rewrite the file for luanti.";
    TextureTransform "b3d-texture-transform" ["assimp"] "the transform of a texture is ignored" => "Apply it to the texture coordinates.";
    BrushEffects "b3d-brush-effects" ["modlib"] "brushes with effects are refused" => "Rewrite the file for luanti.";
    TexturePath "b3d-texture-path" ["assimp"] "folders in texture names lead nowhere on other machines" => "Repair the file: the name is kept.";
    UnloadableImage "b3d-unloadable-image" ["blitz3d", "openb3d"] "the engine loads no image file of this kind" => "Convert the image to PNG and name that; a conversion to the format does.";
    NonAscii "b3d-non-ascii" ["blitz3d", "openb3d"] "the engine reads names in the system's code page" => "Rename in ASCII.";
}
