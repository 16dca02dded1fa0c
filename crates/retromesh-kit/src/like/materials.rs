//! What glTF alone does not say of materials.

use super::Report;
use super::names::number;
use super::nodes::{add_missing, keys_of_other_kind};
use super::pairs::Pairs;
use super::selections::{Places, meshes};
use crate::image_files::{stem, without_extension};
use crate::numbered::{is_renumbered, without_number};
use crate::procedural;
use crate::unused::Unused;
use glam::{Vec3, Vec4};
use retromesh_core::extras::EXTENSIONS;
use retromesh_core::material::{Image, LayerBlend, Material, Shading, Texture, TextureLayer, Wrap, last_component};
use retromesh_core::mesh::{Mesh, Part};
use retromesh_core::{Code, ImageId, MaterialId, Scene, TextureId};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Two colours are one that differ by no more: some files have bytes of them.
const SAME_COLOR: f32 = 0.6 / 255.0;

/// Gives materials their layers, blending, shading and extras where layers are gone and the image that gives the colour is the same, or the only
/// one where no material has any extras of the original left. There they get what glTF alone does not say, too.
pub(super) fn restore(edited: &mut Scene, original: &Scene, nodes: &Pairs, report: &mut Report) {
    name_images_of_materials(edited, original, report);
    name_images(edited, original, report);
    let kept = keys_of_other_kind(edited, original, edited.materials.iter().map(|material| &material.extras));
    let pairs = pairs(edited, original, nodes, kept.is_some());
    let has_extras = |&(at, from): &(usize, usize)| {
        original.materials[from].extras.keys().any(|key| edited.materials[at].extras.contains_key(key))
    };
    let are_extras_gone = !pairs.iter().any(has_extras);
    let are_wraps_gone = are_extras_gone && are_wraps_gone(edited, original);
    let images = edited.images.iter().enumerate().map(|(at, image)| (stem(&image.path), ImageId::new(at)));
    let mut own_images: HashMap<String, ImageId> = images.collect();
    let mut shared = HashMap::new();
    // Extensions name textures by number.
    let is_named = edited.materials.iter().any(|material| material.extras.contains_key(EXTENSIONS));
    let mut users = vec![usize::from(is_named); edited.textures.len()];
    let own = edited.materials.iter().flat_map(|material| &material.layers);
    own.for_each(|layer| users[layer.texture.index()] += 1);
    let [painted, known] = [painted(edited), painted(original)];
    let colors = procedural::colors(original);
    for &(at, from) in &pairs {
        // Colours that were painted since are shown, whatever the material did before.
        let shows = edited.materials[at].shading.vertex_colors && painted.contains(&at) && !known.contains(&from);
        let from = &original.materials[from];
        // Another kind of file may have more of a name.
        if kept.is_some() && is_renumbered(&edited.materials[at].name, &from.name) {
            report.restored("names of materials", format!("{} is {}", edited.materials[at].name, from.name));
            from.name.clone_into(&mut edited.materials[at].name);
        }
        let of_colors = procedural::folded(from, &colors).filter(|color| is_same_color(&edited.materials[at], *color));
        if of_colors.is_some() || is_bare(edited, &edited.materials[at], original, from, are_extras_gone) {
            if of_colors.is_some() {
                edited.materials[at].base_color = from.base_color;
            }
            layers(edited, at, original, from, (&mut own_images, &mut users, &mut shared), report);
            report.restored("layers of materials", &from.name);
        } else if are_extras_gone && properties(edited, at, original, from, are_wraps_gone)
            || kept.is_some() && add_missing(&mut edited.materials[at].extras, &from.extras, kept.as_ref(), report)
        {
            report.restored("properties of materials", &from.name);
        }
        edited.materials[at].shading.vertex_colors |= shows;
    }
    let gone = unused(edited, original);
    let found: HashSet<usize> = pairs.iter().map(|(_, from)| *from).collect();
    for (at, from) in original.materials.iter().enumerate() {
        if gone.binary_search(&at).is_ok() {
            report.restored("materials that no face uses", &from.name);
        } else if are_extras_gone && !from.extras.is_empty() && !found.contains(&at) {
            report.add(Code::StaleExtras, "materials whose properties are not restored", &from.name);
        }
    }
    if !gone.is_empty() {
        shared.extend(pairs.iter().flat_map(|&(at, from)| same_textures(edited, at, original, from)));
    }
    add(edited, &gone, original, &pairs, (&mut own_images, &mut shared), report);
}

/// Returns whether a program took it away that textures do not repeat, as Blender does in OBJ: none says so, and of the scene's own extras, which
/// such a file does not keep, none is left.
fn are_wraps_gone(edited: &Scene, original: &Scene) -> bool {
    let repeats = |texture: &Texture| [texture.wrap_u, texture.wrap_v] == [Wrap::Repeat; 2];
    edited.textures.iter().all(repeats)
        && !original.textures.iter().all(repeats)
        && !original.extras.keys().any(|key| edited.extras.contains_key(key))
}

/// Returns the textures of a material that are as the original has them, by their numbers there.
fn same_textures(edited: &Scene, at: usize, original: &Scene, from: usize) -> Vec<(TextureId, TextureId)> {
    let all = |scene: &Scene, layer: &TextureLayer| {
        let texture = scene.textures[layer.texture.index()].clone();
        (layer.slot, layer_image(scene, layer), Texture { name: String::new(), image: None, ..texture })
    };
    let pairs = original.materials[from].layers.iter().zip(&edited.materials[at].layers);
    let same = pairs.filter(|(old, own)| all(original, old) == all(edited, own));
    same.map(|(old, own)| (old.texture, own.texture)).collect()
}

/// Returns the materials of the original that no face used and that are gone: programs leave such materials out.
fn unused(edited: &Scene, original: &Scene) -> Vec<usize> {
    // By name how many no face uses, and how many are used.
    let mut left: HashMap<&str, [usize; 2]> = HashMap::new();
    let used = Unused::Materials.used(original);
    for (material, is_used) in original.materials.iter().zip(&used) {
        left.entry(&material.name).or_default()[usize::from(*is_used)] += 1;
    }
    for (material, is_used) in edited.materials.iter().zip(Unused::Materials.used(edited)) {
        let name = material.name.as_str();
        let name = if left.contains_key(name) { name } else { without_number(name).unwrap_or(name) };
        let Some([unused, used]) = left.get_mut(name) else { continue };
        let count = if is_used && *used > 0 { used } else { unused };
        *count = count.saturating_sub(1);
    }
    let mut is_gone = |at: &usize| {
        let unused = left.get_mut(original.materials[*at].name.as_str()).map(|[unused, _]| unused);
        !used[*at] && unused.is_some_and(|unused| unused.checked_sub(1).map(|fewer| *unused = fewer).is_some())
    };
    (0..original.materials.len()).filter(|at| is_gone(at)).collect()
}

/// Adds materials of the original, with their textures, and puts all into their places: new ones where others were, and last.
fn add(
    edited: &mut Scene,
    gone: &[usize],
    original: &Scene,
    pairs: &[(usize, usize)],
    (images, shared): (&mut HashMap<String, ImageId>, &mut HashMap<TextureId, TextureId>),
    report: &mut Report,
) {
    if gone.is_empty() {
        return;
    }
    let places: HashMap<usize, usize> = pairs.iter().copied().collect();
    let taken: HashSet<usize> = places.values().chain(gone).copied().collect();
    let mut free = (0..original.materials.len()).filter(|at| !taken.contains(at));
    let own = std::mem::take(&mut edited.materials);
    let count = own.len();
    let place = |at| places.get(&at).copied().or_else(|| free.next()).unwrap_or(usize::MAX);
    let ranks: Vec<usize> = (0..count).map(place).chain(gone.iter().copied()).collect();
    let bare = |from: &usize| Material { layers: Vec::new(), ..original.materials[*from].clone() };
    let mut all: Vec<(usize, Material)> = own.into_iter().chain(gone.iter().map(bare)).enumerate().collect();
    all.sort_by_key(|(at, _)| ranks[*at]);
    let mut numbers = vec![0; all.len()];
    for (new, (at, material)) in all.into_iter().enumerate() {
        numbers[at] = new;
        edited.materials.push(material);
    }
    let parts = edited.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts).map(|part| &mut part.material);
    let instances = edited.nodes.iter_mut().filter_map(|node| node.mesh.as_deref_mut());
    for id in parts.chain(instances.flat_map(|instance| &mut instance.materials)).flatten() {
        *id = MaterialId::new(numbers[id.index()]);
    }
    for (new, from) in numbers[count..].iter().zip(gone) {
        layers(edited, *new, original, &original.materials[*from], (images, &mut [], shared), report);
    }
}

/// Returns the materials of faces whose vertices have a colour other than white.
fn painted(scene: &Scene) -> HashSet<usize> {
    let parts = scene.meshes.iter().filter_map(|mesh| Some((mesh.color_sets.first()?, &mesh.parts)));
    let parts = parts.flat_map(|(colors, parts)| parts.iter().map(move |part| (colors, part)));
    let is_painted = |colors: &[Vec4], part: &Part| {
        part.faces.iter().flatten().any(|corner| colors[*corner as usize].truncate() != Vec3::ONE)
    };
    parts
        .filter(|(colors, part)| is_painted(colors, part))
        .filter_map(|(_, part)| Some(part.material?.index()))
        .collect()
}

/// Gives images whose materials are called by the path of an image of the original that path, where they have its name, or that with a number:
/// of several of a name nothing else says which is which.
fn name_images_of_materials(edited: &mut Scene, original: &Scene, report: &mut Report) {
    let known: HashMap<String, &str> =
        original.images.iter().map(|image| (image.path.to_lowercase(), image.path.as_str())).collect();
    let mut found: BTreeMap<ImageId, Option<&str>> = BTreeMap::new();
    for (at, material) in edited.materials.iter().enumerate() {
        let Some(image) = edited.materials[at].color_layer(edited).and_then(|(_, texture)| texture.image) else {
            continue;
        };
        let path = known.get(&material.name.to_lowercase()).copied();
        let first = found.entry(image).or_insert(path);
        *first = first.filter(|first| Some(*first) == path);
    }
    for (id, path) in found {
        let image = &mut edited.images[id.index()];
        let Some(path) = path.filter(|path| *path != image.path && is_copy(&image.path, path)) else { continue };
        report.restored("names of images", path);
        link(image);
        path.clone_into(&mut image.path);
    }
}

/// Returns whether an image without a folder has the name of another one, or that with a number, as `t_2.png` of `b\\t.paa`.
fn is_copy(own: &str, path: &str) -> bool {
    let (own_stem, known) = (stem(own), stem(path));
    let number = own_stem.strip_prefix(&known).map(|rest| rest.strip_prefix('_').unwrap_or(rest));
    last_component(own) == own && number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns whether an image is a texture of Operation Flashpoint.
fn is_of_game(path: &str) -> bool {
    ["paa", "pac"]
        .iter()
        .any(|own| path.rsplit_once('.').is_some_and(|(_, extension)| extension.eq_ignore_ascii_case(own)))
}

/// Keeps the file of an image that gets another path.
fn link(image: &mut Image) {
    if image.uri.is_none() && image.data.is_none() && !image.path.is_empty() {
        image.uri = Some(image.path.clone());
    }
}

/// Gives images that lost their extension or their folder the path of the only one of the original that has their name.
fn name_images(edited: &mut Scene, original: &Scene, report: &mut Report) {
    let mut known: HashMap<String, Option<&str>> = HashMap::new();
    for image in &original.images {
        known.entry(stem(&image.path)).and_modify(|path| *path = None).or_insert(Some(&image.path));
    }
    for image in &mut edited.images {
        let name = image.file_name();
        let is_bare = !name.is_empty() && without_extension(name) == name;
        let has_no_folder = |path: &str| {
            let is_same = |own: &str| last_component(path).eq_ignore_ascii_case(own);
            // Of textures of the game other programs have pictures.
            image.path == name && (is_same(name) || (is_of_game(path) && is_copy(name, path)))
        };
        let own = known.get(&name.to_lowercase()).or_else(|| known.get(&stem(name)));
        if let Some(Some(path)) = own
            && image.path != **path
            && (is_bare || has_no_folder(path))
        {
            report.restored("names of images", *path);
            link(image);
            (*path).clone_into(&mut image.path);
        }
    }
}

/// Returns what each material was, by name. Of several of one name each is that of its place, where there are as many as there were. Where there
/// are fewer, those that no face uses come last: programs leave these out. Others, and those of another kind of file, which has more or fewer of a
/// name, show the same image, or have the same faces.
pub(super) fn pairs(edited: &Scene, original: &Scene, nodes: &Pairs, is_other_kind: bool) -> Vec<(usize, usize)> {
    let (own, mut known) = (by_name(edited), by_name(original));
    let mut left: HashMap<&str, usize> = HashMap::new();
    for (name, all) in &own {
        let name = if known.contains_key(name) { name } else { without_number(name).unwrap_or(name) };
        *left.entry(name).or_default() += all.len();
    }
    let used = Unused::Materials.used(original);
    for (name, all) in &mut known {
        if left.get(name).is_some_and(|left| *left < all.len()) {
            all.sort_by_key(|at| !used[*at]);
        }
    }
    // Those for which that is not enough, with what they may have been.
    let mut open: Vec<(usize, &[usize])> = Vec::new();
    let mut find = |(name, all): (&&str, &Vec<usize>)| -> Vec<(usize, usize)> {
        let base = if known.contains_key(name) { Some(*name) } else { without_number(name) };
        let Some((base, known)) = base.and_then(|base| Some((base, known.get(base)?))) else { return Vec::new() };
        let is_as_many = !is_other_kind || left.get(base) == Some(&known.len());
        // Programs give the second of a name the number 1.
        let numbered = || known.get(number(name)?).copied().filter(|_| is_as_many);
        if base == *name && known.len() == 1 {
            return all.iter().map(|at| (*at, known[0])).collect();
        }
        if base == *name && is_as_many && (all.len() == 1 || all.len() == known.len()) {
            return all.iter().copied().zip(known.iter().copied()).collect();
        }
        if base != *name
            && let Some(from) = numbered()
        {
            return vec![(all[0], from)];
        }
        open.extend(all.iter().map(|at| (*at, known.as_slice())));
        Vec::new()
    };
    let mut found: Vec<(usize, usize)> = own.iter().flat_map(&mut find).collect();
    found.extend(of_image_and_faces(edited, original, nodes, &open));
    found.sort_unstable();
    found
}

/// Pairs materials with the only one of some that shows the same image, or of several with the one that most of their faces had.
fn of_image_and_faces(
    edited: &Scene,
    original: &Scene,
    nodes: &Pairs,
    open: &[(usize, &[usize])],
) -> Vec<(usize, usize)> {
    let mut faces: Option<HashMap<[usize; 2], usize>> = None;
    let mut find = |&(at, known): &(usize, &[usize])| {
        let shown = image(edited, at);
        let known: Vec<usize> = known.iter().copied().filter(|from| image(original, *from) == shown).collect();
        if let [from] = known.as_slice() {
            return Some((at, *from));
        }
        let faces = faces.get_or_insert_with(|| shared_faces(edited, original, nodes));
        let count = |from: &usize| faces.get(&[at, *from]).copied().unwrap_or(0);
        known.into_iter().rev().filter(|from| count(from) > 0).max_by_key(count).map(|from| (at, from))
    };
    open.iter().filter_map(&mut find).collect()
}

/// Counts the faces that a material and one of the original have in common.
fn shared_faces(edited: &Scene, original: &Scene, nodes: &Pairs) -> HashMap<[usize; 2], usize> {
    fn materials(mesh: &Mesh) -> Vec<Option<usize>> {
        let of_part = |part: &Part| std::iter::repeat_n(part.material.map(MaterialId::index), part.faces.len());
        mesh.parts.iter().flat_map(of_part).collect()
    }
    let mut found: HashMap<[usize; 2], usize> = HashMap::new();
    for (known, own) in meshes(edited, original, nodes) {
        let (known, mesh) = (&original[known], &edited[own]);
        let own = materials(mesh);
        for (from, faces) in materials(known).into_iter().zip(Places::of(mesh, known, &nodes.surfaces).faces) {
            let all = faces.into_iter().filter_map(|face| Some([own[face as usize]?, from?]));
            all.for_each(|pair| *found.entry(pair).or_default() += 1);
        }
    }
    found
}

/// Returns the name of the image that gives a material its colour.
pub(super) fn image(scene: &Scene, at: usize) -> Option<String> {
    layer_image(scene, scene.materials[at].color_layer(scene)?.0)
}

fn by_name(scene: &Scene) -> HashMap<&str, Vec<usize>> {
    let mut found: HashMap<&str, Vec<usize>> = HashMap::new();
    let names = scene.materials.iter().map(|material| material.name.as_str());
    names.enumerate().for_each(|(at, name)| found.entry(name).or_default().push(at));
    found
}

/// Gives a material the layers of the original, and with them its blending, shading and extras. The image that gives the colour is its own. Its
/// textures that no other layer uses are replaced; of all others there is a count of their users. Those of the original that are `shared` are there already.
fn layers(
    edited: &mut Scene,
    at: usize,
    original: &Scene,
    from: &Material,
    (images, users, shared): (&mut HashMap<String, ImageId>, &mut [usize], &mut HashMap<TextureId, TextureId>),
    report: &mut Report,
) {
    let shown = edited.materials[at].color_layer(edited).and_then(|(_, texture)| texture.image);
    let color = from.color_layer(original).map(|(layer, _)| layer);
    let old = color.and_then(|layer| layer_image(original, layer));
    let is_changed = shown.is_some_and(|shown| Some(stem(&edited.images[shown.index()].path)) != old);
    let mut free: Vec<TextureId> = edited.materials[at].layers.iter().rev().map(|layer| layer.texture).collect();
    free.retain(|texture| {
        users[texture.index()] -= 1;
        users[texture.index()] == 0
    });
    let layer = |layer: &TextureLayer| {
        let mut texture = original.textures[layer.texture.index()].clone();
        let is_shown = shown.is_some() && color.is_some_and(|color| std::ptr::eq(color, layer));
        if is_shown {
            texture.image = shown;
        } else if let Some(image) = texture.image.map(|image| &original.images[image.index()]) {
            if is_changed && Some(stem(&image.path)) == old {
                let name = format!("{} slot {} {}", from.name, layer.slot, image.file_name());
                report.add(
                    Code::ChangedImage,
                    "layers that still show the image that was changed in another layer",
                    name,
                );
            }
            let id = *images.entry(stem(&image.path)).or_insert_with(|| {
                edited.images.push(image.clone());
                ImageId::new(edited.images.len() - 1)
            });
            texture.image = Some(id);
        }
        let known = shared.get(&layer.texture).copied().filter(|_| !is_shown && free.is_empty());
        if let Some(id) = known {
            users.get_mut(id.index()).into_iter().for_each(|users| *users += 1);
            return TextureLayer { texture: id, ..*layer };
        }
        let id = free.pop().unwrap_or_else(|| {
            edited.textures.push(Texture::default());
            TextureId::new(edited.textures.len() - 1)
        });
        edited.textures[id.index()] = texture;
        if !is_shown {
            shared.insert(layer.texture, id);
        }
        TextureLayer { texture: id, ..*layer }
    };
    let layers = from.layers.iter().map(layer).collect();
    let own = &mut edited.materials[at];
    own.layers = layers;
    own.shading = Shading { double_sided: own.shading.double_sided, ..from.shading };
    (own.ambient, own.specular, own.shininess, own.blend) = (from.ambient, from.specular, from.shininess, from.blend);
    own.extras.extend(from.extras.clone());
}

/// Gives a material, and its textures that show the images of the original, what glTF alone does not say; returns whether that changes something.
fn properties(edited: &mut Scene, at: usize, original: &Scene, from: &Material, are_wraps_gone: bool) -> bool {
    let before = edited.materials[at].clone();
    let mut own = before.clone();
    own.shading = Shading { double_sided: own.shading.double_sided, unlit: own.shading.unlit, ..from.shading };
    // What was made opaque since does not add.
    own.blend = if own.alpha_mode == from.alpha_mode { from.blend } else { own.blend };
    (own.ambient, own.specular) = (own.ambient.or(from.ambient), own.specular.or(from.specular));
    own.extras.extend(from.extras.clone());
    let mut is_changed = false;
    let mut left: Vec<&TextureLayer> = from.layers.iter().collect();
    let is_single = own.layers.len() == 1 && left.len() == 1;
    let is_same_mode = own.alpha_mode == from.alpha_mode;
    for layer in &mut own.layers {
        let image = layer_image(edited, layer);
        let found = left.iter().position(|known| layer_image(original, known) == image);
        // Another image of the only texture there is.
        let is_other = found.is_none() && is_single && image.is_some();
        let Some(found) = found.or(is_other.then_some(0)) else { continue };
        let known = left.remove(found);
        (layer.slot, layer.role, layer.blend) = (known.slot, known.role, known.blend);
        let (texture, known) = (&mut edited.textures[layer.texture.index()], &original.textures[known.texture.index()]);
        let (mapping, mipmap, extras) = (known.mapping, known.mipmap, known.extras.clone());
        let alpha = if is_other && !is_same_mode { texture.alpha } else { known.alpha };
        let wraps = if are_wraps_gone { known } else { &*texture };
        let (wrap_u, wrap_v) = (wraps.wrap_u, wraps.wrap_v);
        let known = Texture { alpha, mapping, mipmap, extras, wrap_u, wrap_v, ..texture.clone() };
        is_changed |= *texture != known;
        *texture = known;
    }
    is_changed |= own != before;
    edited.materials[at] = own;
    is_changed
}

/// Returns whether a material has fewer layers than it had, and the same image, or any image alone where the extras are gone.
fn is_bare(edited: &Scene, own: &Material, original: &Scene, from: &Material, are_extras_gone: bool) -> bool {
    let image = |scene: &Scene, material: &Material| layer_image(scene, material.color_layer(scene)?.0);
    let (shown, known) = (image(edited, own), image(original, from));
    let is_other = are_extras_gone && own.layers.len() == 1 && shown.is_some() && known.is_some();
    own.layers.len() < from.layers.len() && (shown == known || is_other) && !is_trimmed(own, from)
}

/// Returns whether a material has a colour and no layers.
fn is_same_color(own: &Material, color: Vec4) -> bool {
    own.layers.is_empty() && own.base_color.abs_diff_eq(color, SAME_COLOR)
}

/// Returns the name of a layer's image.
fn layer_image(scene: &Scene, layer: &TextureLayer) -> Option<String> {
    scene.textures[layer.texture.index()].image.map(|image| stem(&scene.images[image.index()].path))
}

/// Returns whether the layers that are left are still as the extras had them, which no tool makes: then its user took the others out.
fn is_trimmed(own: &Material, from: &Material) -> bool {
    let facts = |layer: &TextureLayer| (layer.slot, layer.role, layer.blend, layer.uv_set);
    let is_kept = |layer: &TextureLayer| from.layers.iter().any(|known| facts(known) == facts(layer));
    let is_plain = |layer: &TextureLayer| layer.slot == 0 && layer.blend == LayerBlend::Multiply;
    own.layers.iter().all(is_kept) && !own.layers.iter().all(is_plain)
}
