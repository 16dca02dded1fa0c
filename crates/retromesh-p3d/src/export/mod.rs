//! Scene to document: levels become MLOD, and that ODOL where it is asked for.

mod clamping;
mod computed;
mod frames;
mod level;
mod like_mlod;
mod names;
mod normals;
mod point_flags;
mod points;
mod proxies;
mod unseen;

use crate::capability::INFO;
use crate::components;
use crate::convert::carried::{KEPT, carry, key, of_name, renew, seen_alpha};
use crate::convert::{Kept, OdolOptions, Variant, texture_key, variant};
use crate::document::Document;
use crate::flags::alpha_mode;
use crate::flags::special::{IS_ALPHA, IS_ALPHA_ORDERED, IS_TRANSPARENT};
use crate::import::{EDITED, MLOD, MLOD_SPACE, NO_LEVEL, ODOL, VERSION};
use crate::levels::{GEOMETRY, name_of, resolution_of, role_of};
use crate::mlod::{self, Kind, Mlod, TEXTURE};
use crate::settings::Settings;
use glam::{Mat3, Mat4, Vec3};
use level::LevelBuilder;
use retromesh_core::material::{
    AlphaMode, Blend, LayerBlend, Material, Texture, TextureFacts, TextureLayer, TextureRole, Wrap,
};
use retromesh_core::mesh::Mesh;
use retromesh_core::pose::Pose;
use retromesh_core::scene::{Lod, LodRole};
use retromesh_core::{Code, Diagnostics, Error, Extra, Extras, Finding, NodeId, NodeMap, Valid, Violations};
use retromesh_kit::image_files::{self, without_extension};
use retromesh_kit::settings::FormatSettings;
use retromesh_kit::{Budget, ExportOptions, Exported, listed};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The extra with the properties of a level: pairs of name and value.
const PROPERTIES: &str = "p3d.properties";
/// The extras of mean colours: of the whole model, and from above.
const MEAN_COLORS: [&str; 2] = ["p3d.color", "p3d.color_top"];

impl Document<'static> {
    pub(crate) fn export(
        scene: &Valid<'_>,
        options: &ExportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Exported<Self>, Error> {
        let settings = Settings::of(&options.settings)?;
        let variant = variant_of(scene, options)?;
        let kind = variant.kind();
        let given = unseen::hide(like_mlod::apply(names::apply(scene.borrowed())?)?)?;
        let alphas: Vec<AlphaMode> = given.materials.iter().map(|material| material.alpha_mode).collect();
        let shown = shown_alphas(&given, kind);
        let scene = &unseen::make_opaque(given, variant)?;
        // Those of proxies lose their names, too, and are read as they were.
        let is_changed = |(was, now): &(&AlphaMode, &Material)| **was != now.alpha_mode && !now.name.is_empty();
        let opaque = alphas.iter().zip(&scene.materials).filter(is_changed).count();
        let opaque = if variant == Variant::Odol { 0 } else { opaque };
        diagnostics.note(Code::ApproximatedBlend, opaque, "hidden faces are hidden by their points")?;
        let mut scene = INFO.prepare(scene, options, MLOD_SPACE, diagnostics)?;
        report(&scene, variant, options, diagnostics)?;
        let budget = Budget::of(&scene, options);
        budget.take_instances(&scene)?;
        let sidecars = image_files::assign(&mut scene, options);
        let scene = if options.pose.is_none() { frames::unweighed(scene)? } else { scene };
        report_bare(&scene, &sidecars, diagnostics)?;
        let pose = scene.still_pose(options.pose.as_ref())?;
        let scene = deform(scene, &pose)?;
        let (mut mlod, carried, kept) = levels(&scene, &pose.world, variant, &budget, diagnostics)?;
        mlod.lods.iter_mut().for_each(|lod| renew(lod, &shown));
        let document = match variant {
            Variant::Odol => {
                let odol =
                    mlod.to_odol(&OdolOptions { kept, ..odol_options(&scene, options, &settings) }, diagnostics)?;
                computed::report(&scene, &odol, diagnostics)?;
                odol.into()
            }
            Variant::Mlod(_) => {
                let flags = carried_flags(&scene, kind, &options.texture_facts);
                let count = carried + mlod.lods.iter_mut().map(|lod| carry(lod, &flags)).sum::<usize>();
                diagnostics.note(Code::KeptInExtras, count, KEPT)?;
                mlod.into()
            }
        };
        Ok(Exported { document, sidecars })
    }
}

/// Returns the variant that is asked for. Without a target, what came from P3DM becomes P3DM again, as no other variant has room for its paths.
fn variant_of(scene: &Valid<'_>, options: &ExportOptions) -> Result<Variant, Error> {
    let was_p3dm = scene.extras.get(VERSION).and_then(Extra::as_text) == Some("MLOD P3DM");
    if options.target.is_none() && was_p3dm { Ok(Variant::Mlod(Kind::P3dm)) } else { variant(options) }
}

/// Takes what the caller does not say from the scene: mean colours from its extras, alpha textures from its materials.
fn odol_options(scene: &Valid<'_>, export: &ExportOptions, settings: &Settings) -> OdolOptions {
    let mut options = OdolOptions::of(export, settings);
    if settings.mean_colors.is_none() {
        let colors = |extras: &Extras| MEAN_COLORS.map(|name| u32::try_from(whole_number(extras.get(name)?)?).ok());
        if let [Some(below), Some(top)] = colors(&scene.extras) {
            options.colors = Some([below, top]);
        }
        for (lod, extras) in scene.nodes.iter().filter_map(|node| Some((node.lod.as_ref()?, &node.extras))) {
            if let [Some(below), Some(top)] = colors(extras) {
                options.level_colors.insert(resolution(lod).to_bits(), [below, top]);
            }
        }
    }
    // Of a scene that was MLOD, a material without alpha may be one whose texture was not read.
    options.alphas_are_known = !was_mlod(scene);
    // Materials without any opacity are those of hidden faces. What a texture says itself, no material needs to say.
    for material in scene.materials.iter().filter(|material| material.base_color.w > 0.0) {
        let texture = texture_key(&texture_path(scene, material));
        if texture.is_empty() || options.textures.contains_key(&texture) {
            continue;
        }
        match material.alpha_mode {
            AlphaMode::Opaque => false,
            AlphaMode::Blend => options.alpha_textures.insert(texture),
            AlphaMode::Mask { .. } => options.keyed_textures.insert(texture),
        };
    }
    options
}

/// Returns a number, also of the text that Blender makes of one of more than 31 bits.
fn whole_number(value: &Extra) -> Option<i64> {
    value.as_int().or_else(|| value.as_text()?.parse().ok())
}

/// Returns whether a property carries the alpha of a material.
fn is_carried(scene: &Valid<'_>, material: &Material) -> bool {
    material.base_color.w > 0.0 && !is_said(scene, material) && !texture_path(scene, material).is_empty()
}

/// Returns whether a texture says the alpha of a material itself: it is there, and all was MLOD before, also what was edited.
fn is_said(scene: &Valid<'_>, material: &Material) -> bool {
    let is_there = |layer: &TextureLayer| scene[layer.texture].image.is_some_and(|image| scene[image].data.is_some());
    was_mlod(scene) && !is_of(scene, EDITED, ODOL) && material.layers.iter().any(is_there)
}

fn was_mlod(scene: &Valid<'_>) -> bool {
    is_of(scene, VERSION, MLOD)
}

/// Returns whether a scene is, or was before it was edited, of a kind of file.
fn is_of(scene: &Valid<'_>, key: &str, kind: &str) -> bool {
    scene.extras.get(key).and_then(Extra::as_text).is_some_and(|version| version.starts_with(kind))
}

/// Returns the alpha that a texture says of a material.
fn said_alpha(scene: &Valid<'_>, material: &Material, facts: &BTreeMap<String, TextureFacts>) -> Option<AlphaMode> {
    let is_shown = material.base_color.w > 0.0 && is_said(scene, material);
    let path = drawn(material).find_map(|layer| image_path(scene, layer)).filter(|_| is_shown)?;
    facts.get(path).map(|facts| facts.alpha_mode())
}

/// Returns the alpha that materials show, by what carries the flags of their textures.
fn shown_alphas(scene: &Valid<'_>, kind: Kind) -> HashMap<Vec<u8>, Vec<u32>> {
    let mut all: HashMap<_, Vec<u32>> = HashMap::new();
    for material in scene.materials.iter().filter(|material| material.base_color.w > 0.0) {
        let alpha = seen_alpha(clamping::flags_of(scene, material));
        all.entry(key(&carrier(scene, material, kind))).or_default().push(alpha);
    }
    all
}

/// Returns the flags that materials give their textures, by path. A new texture, of a scene that was no P3D, says them itself.
fn carried_flags(scene: &Valid<'_>, kind: Kind, facts: &BTreeMap<String, TextureFacts>) -> HashMap<Vec<u8>, u32> {
    let is_new = !scene.extras.contains_key(VERSION);
    let said = |material: &Material| facts.get(drawn(material).find_map(|layer| image_path(scene, layer))?);
    let mut all = HashMap::new();
    for material in scene.materials.iter().filter(|material| is_carried(scene, material)) {
        // Of one that is drawn opaque nothing is carried, whatever is in its picture.
        let is_drawn = material.alpha_mode != AlphaMode::Opaque;
        let said = said(material).filter(|_| is_new && is_drawn).map(|facts| facts.alpha_mode());
        let alpha = match said.unwrap_or(material.alpha_mode) {
            AlphaMode::Opaque => continue,
            AlphaMode::Blend => IS_ALPHA | IS_ALPHA_ORDERED,
            AlphaMode::Mask { .. } => IS_TRANSPARENT,
        };
        let path = carrier(scene, material, kind);
        *all.entry(path.clone()).or_insert_with(|| of_name(&path)) |= alpha;
    }
    all
}

/// Returns the path by which flags are carried for a material.
fn carrier(scene: &Valid<'_>, material: &Material, kind: Kind) -> Vec<u8> {
    let mut path = texture_key(&texture_path(scene, material));
    if kind == Kind::Sp3x {
        path.truncate(TEXTURE);
    }
    path
}

/// Returns the alpha that a material has when it is read back: all of one texture have the same.
fn read_alpha(scene: &Valid<'_>, material: &Material, carried: &HashMap<Vec<u8>, u32>, kind: Kind) -> AlphaMode {
    let path = carrier(scene, material, kind);
    alpha_mode(carried.get(&path).copied().unwrap_or_else(|| of_name(&path)))
}

/// Returns the layers that give a material its colour.
fn drawn(material: &Material) -> impl Iterator<Item = &TextureLayer> {
    let is_drawn = |layer: &&TextureLayer| layer.role == TextureRole::Color && layer.blend != LayerBlend::Off;
    material.layers.iter().filter(is_drawn)
}

/// Returns the path of a material's colour texture, with backslashes as the engine has them, or an empty one.
fn texture_path(scene: &Valid<'_>, material: &Material) -> String {
    let path = drawn(material).find_map(|layer| image_path(scene, layer));
    path.map_or_else(String::new, |path| path.replace('/', "\\"))
}

/// Returns the path of a layer's image; `None` without one.
fn image_path<'s>(scene: &'s Valid<'_>, layer: &TextureLayer) -> Option<&'s str> {
    Some(scene[scene[layer.texture].image?].path.as_str()).filter(|path| !path.is_empty())
}

/// Makes the levels; returns also how many of their properties carry flags of textures that nothing carried before, and what their faces keep.
fn levels(
    scene: &Valid<'_>,
    worlds: &NodeMap<Mat4>,
    variant: Variant,
    budget: &Budget,
    diagnostics: &mut Diagnostics,
) -> Result<(Mlod<'static>, usize, Vec<Vec<Kept>>), Error> {
    let mut tops: Vec<(NodeId, Lod)> =
        scene.depth_first().into_iter().filter_map(|id| Some((id, scene[id].lod?))).collect();
    tops.sort_by_key(|(_, lod)| lod.level);
    let (empties, mut bare, mut lods) = (names::empties(scene), Vec::new(), Vec::new());
    let (mut carried, mut kept) = (0, Vec::new());
    let points = names::points(scene, &empties);
    for (index, (top, lod)) in tops.iter().enumerate() {
        let mut builder = LevelBuilder::new(scene, variant, index, diagnostics);
        for id in subtree(scene, *top) {
            builder.node(id, worlds[id], points.get(&id).copied())?;
        }
        let (level, count, flags) = builder.finish(resolution(lod), budget)?;
        carried += count;
        kept.push(flags);
        let is_bare = level.points.is_empty() && scene[*top].mesh.is_none() && names::holds_points(*lod);
        bare.extend(is_bare.then_some(scene[*top].name.as_str()));
        lods.push(level);
    }
    names::report_points(scene, &empties, &bare, diagnostics)?;
    let unknown = tops.iter().filter(|(_, lod)| role_of(resolution(lod)) != lod.role).count();
    let finding = Finding::new(Code::LostLod).times(unknown);
    diagnostics.report(finding.detail("levels for a purpose that the format does not have"))?;
    let mut known = BTreeSet::new();
    let again = tops.iter().filter(|(_, lod)| !known.insert(name_of(resolution(lod))));
    let again: Vec<&str> = again.map(|(top, _)| scene[*top].name.as_str()).collect();
    let detail = format!("levels of the resolution of another one, of which the game uses one: {}", listed(&again));
    diagnostics.note(Code::LostLod, again.len(), detail)?;
    let outside = scene.roots.iter().filter(|id| scene[**id].lod.is_none()).flat_map(|id| subtree(scene, *id));
    let is_hidden = NodeMap::inherited(scene, |id, above| above == Some(&true) || scene[id].hidden);
    let has_mesh = |id: &&NodeId| scene[**id].mesh.is_some();
    let (hidden, shown): (Vec<NodeId>, Vec<NodeId>) = outside.partition(|id| is_hidden[*id]);
    // What is seen and in no level is a level of its own, before those for other purposes.
    let is_level = !tops.iter().any(|(_, lod)| lod.role == LodRole::Visual)
        && (lods.is_empty() || shown.iter().any(|id| has_mesh(&id)));
    let mut lost = hidden;
    if is_level {
        let mut builder = LevelBuilder::new(scene, variant, 0, diagnostics);
        for id in shown {
            builder.node(id, worlds[id], None)?;
        }
        let (level, count, flags) = builder.finish(1.0, budget)?;
        carried += count;
        kept.insert(0, flags);
        lods.insert(0, level);
    } else {
        lost.extend(shown);
    }
    let names = |ids: &[NodeId]| listed(&ids.iter().map(|id| scene[*id].name.as_str()).collect::<Vec<_>>());
    let meshes: Vec<NodeId> = lost.iter().filter(has_mesh).copied().collect();
    let detail = format!("meshes outside the levels of detail: {}", names(&meshes));
    diagnostics.note(Code::LostMesh, meshes.len(), detail)?;
    lost.retain(|id| scene[*id].proxy.is_some());
    let detail =
        format!("proxies outside the levels of detail, whose nodes belong below that of a level: {}", names(&lost));
    diagnostics.note(Code::LostMesh, lost.len(), detail)?;
    Ok((Mlod { version: mlod::VERSION, lods, ..Mlod::default() }, carried, kept))
}

/// Returns a node and all below it but other levels, parents first.
fn subtree(scene: &Valid<'_>, top: NodeId) -> Vec<NodeId> {
    let mut order = Vec::new();
    let mut stack = vec![top];
    while let Some(id) = stack.pop() {
        let node = &scene[id];
        if id == top || node.lod.is_none() {
            order.push(id);
            stack.extend(node.children.iter().rev());
        }
    }
    order
}

/// Gives each skinned or morphed mesh the shape that it has in a pose, in the space of its node. Morph targets stay the shapes that they were.
fn deform<'s>(scene: Valid<'s>, pose: &Pose) -> Result<Valid<'s>, Error> {
    let mut deformed = Vec::new();
    for id in scene.node_ids() {
        let Some(instance) = scene[id].mesh.as_deref() else { continue };
        let mesh = &scene[instance.mesh];
        let is_skinned = (instance.skeleton.is_some() && !mesh.weights.is_empty()) || !mesh.morph_targets.is_empty();
        let (to_node, to_world) = (pose.world[id].inverse(), Mat3::from_mat4(pose.world[id]).transpose());
        if !is_skinned || !to_node.is_finite() {
            continue;
        }
        let turn = |n: Vec3| (to_world * n).normalize_or_zero();
        let positions: Vec<Vec3> =
            pose.positions(&scene, id).into_iter().map(|p| to_node.transform_point3(p)).collect();
        let normals = pose.normals(&scene, id).into_iter().map(turn).collect();
        let mut morph_targets = mesh.morph_targets.clone();
        for target in morph_targets.iter_mut().filter(|_| instance.skeleton.is_none()) {
            let places = mesh.positions.iter().zip(&positions);
            target.positions.iter_mut().zip(places).for_each(|(offset, (old, new))| *offset += *old - *new);
        }
        deformed.push((id, Mesh { positions, normals, morph_targets, ..mesh.clone() }));
    }
    let mut edit = scene.edit();
    for (id, mesh) in deformed {
        let mesh = edit.add_mesh(mesh);
        edit.node_mut(id).mesh.iter_mut().for_each(|instance| instance.mesh = mesh);
    }
    edit.finish().map_err(Violations::into_export_error)
}

/// Returns the resolution of a level: its own value if that means its role, else the role's.
fn resolution(lod: &Lod) -> f32 {
    if role_of(lod.value) == lod.role {
        return lod.value;
    }
    match (lod.role, resolution_of(lod.role)) {
        (LodRole::Solid, _) => GEOMETRY,
        (_, Some(value)) => value,
        (LodRole::Visual, None) => (lod.level + 1) as f32,
        _ => lod.value,
    }
}

/// Notes the new image files that the model names without a folder, though the game searches from the root of its data.
fn report_bare(scene: &Valid<'_>, new: &[(String, Vec<u8>)], diagnostics: &mut Diagnostics) -> Result<(), Error> {
    let new: BTreeSet<&str> = new.iter().map(|(name, _)| name.as_str()).collect();
    let bare: Vec<&str> =
        scene.images.iter().map(|image| image.path.as_str()).filter(|path| new.contains(path)).collect();
    let detail = format!("named without the folder of the addon, such as addon\\data\\camo.paa: {}", listed(&bare));
    diagnostics.note(Code::FoundElsewhere, bare.len(), detail)
}

/// Reports what levels hold only nearly.
fn report(
    scene: &Valid<'_>,
    variant: Variant,
    options: &ExportOptions,
    diagnostics: &mut Diagnostics,
) -> Result<(), Error> {
    // What is written has a level.
    let is_written = |key: &str, value: &Extra| key == EDITED || key == VERSION && value.as_text() != Some(NO_LEVEL);
    let of_model = scene.extras.iter().filter(|(key, value)| key.starts_with("p3d.") && !is_written(key, value));
    // An original that is MLOD has none of it, and the game's tools compute it.
    let has_place = variant == Variant::Odol || like_mlod::is_like_mlod(scene);
    let of_model: Vec<&String> = of_model.map(|(key, _)| key).filter(|_| !has_place).collect();
    let finding = Finding::new(Code::LostExtras).times(of_model.len()).within("scene");
    diagnostics.report(finding.detail(format!("no place for {}", listed(&of_model))))?;
    let materials = scene.materials.iter().filter(|material| material.extras.contains_key("p3d.material")).count();
    let materials = if variant == Variant::Mlod(Kind::Sp3x) { materials } else { 0 };
    let empties = names::empties(scene);
    // What is kept of them is a level, a proxy, a point or a component.
    let is_lost = |id: &NodeId| {
        let node = &scene[*id];
        let is_component = node.mesh.is_some() && components::called(&node.name).is_some();
        node.lod.is_none() && node.proxy.is_none() && empties[*id] != Some(true) && !is_component
    };
    let nodes = || scene.node_ids().filter(is_lost).map(|id| &scene[id]);
    let has_level = scene.nodes.iter().any(|node| node.lod.is_some());
    // Where there are levels, points are reported by name.
    let joined = scene.node_ids().filter(is_lost).filter(|id| !has_level || empties[*id].is_none());
    // A picture that was changed may be a file of another kind now.
    let is_same = |own: &str, read: &str| {
        let stems = [own, read].map(without_extension);
        own == read || stems[0] != own && stems[0].eq_ignore_ascii_case(stems[1])
    };
    let named = |material: &&Material| {
        !material.name.is_empty() && !is_same(&material.name.replace('/', "\\"), &name(scene, material))
    };
    let kind = if variant == Variant::Mlod(Kind::Sp3x) { Kind::Sp3x } else { Kind::P3dm };
    let carried = carried_flags(scene, kind, &options.texture_facts);
    // What ODOL has of them is compared when it is written.
    let is_odol = variant == Variant::Odol;
    let read_back = |m: &Material| {
        said_alpha(scene, m, &options.texture_facts).unwrap_or_else(|| read_alpha(scene, m, &carried, kind))
    };
    let blends = |m: &&Material| m.blend != Blend::Alpha || !is_odol && m.alpha_mode != read_back(m);
    let is_lost = |wrap: Wrap| wrap == Wrap::Mirror || (!is_odol && wrap != Wrap::Repeat);
    let wraps = |t: &Texture| is_lost(t.wrap_u) || is_lost(t.wrap_v);
    let sampling = |t: &Texture| (t.mipmap, t.nearest, t.alpha, t.mapping);
    let has_options = |t: &&Texture| wraps(t) || sampling(t) != sampling(&Texture::default());
    let first = |list: &str, place: Option<usize>| place.map_or_else(String::new, |place| format!("{list}[{place}]"));
    let place = first("materials", scene.materials.iter().position(|m| blends(&m)));
    let blended = Finding::new(Code::ApproximatedBlend).times(scene.materials.iter().filter(blends).count());
    diagnostics.report(blended.within(place))?;
    let place = first("textures", scene.textures.iter().position(|t| has_options(&t)));
    let wrapped = Finding::new(Code::ApproximatedMaterial).times(scene.textures.iter().filter(has_options).count());
    diagnostics.report(wrapped.within(place).detail("no place for wrap, mipmaps and smoothing of textures"))?;
    let rows = [
        (
            Code::LostShapes,
            scene.meshes.iter().map(|mesh| mesh.morph_targets.len()).sum(),
            "morph targets: each is a frame at the moment when it weighs most",
        ),
        (Code::LostExtras, materials, "paths of materials"),
        (
            Code::LostLod,
            names::unused_levels(scene),
            "objects with the names of levels are part of the one level, as none is called `Resolution 1`: call the one that is seen so",
        ),
        (
            Code::LostHierarchy,
            joined.count(),
            "nodes became part of their level of detail, which has all their faces: nothing to do",
        ),
    ];
    rows.into_iter().try_for_each(|(code, count, detail)| diagnostics.note(code, count, detail))?;
    let names_of = |what: &str, names: Vec<&str>| (names.len(), format!("{what}: {}", listed(&names)));
    let unknown = scene.nodes.iter().filter(|node| names::is_unknown(node)).map(|node| node.name.as_str()).collect();
    let own = nodes().map(|node| node.name.as_str()).filter(|name| !name.is_empty()).collect();
    let of_materials = scene.materials.iter().filter(named).map(|material| material.name.as_str()).collect();
    let names = [
        names_of("names that no level has; each level stays what it was", unknown),
        names_of("names of nodes", own),
        names_of("names of materials", of_materials),
    ];
    names.into_iter().try_for_each(|(count, detail)| diagnostics.note(Code::LostNames, count, detail))
}

/// Returns the name that a material has when it is read back.
fn name(scene: &Valid<'_>, material: &Material) -> String {
    let path = texture_path(scene, material);
    match material.extras.get("p3d.material").and_then(Extra::as_text) {
        _ if !path.is_empty() => path,
        Some(material) => material.to_owned(),
        None => path,
    }
}
