//! What engines and editors refuse, drop or show wrong.

use crate::components::{self, Components, Faces, Selected};
use crate::document::Document;
use crate::finite;
use crate::flags::{clip, special};
use crate::import::settle_winding;
use crate::levels::{FUNCTIONAL_FROM, name_of, role_of};
use crate::mlod::{Corner, Kind, Mlod, Tag, TagBody};
use crate::odol7::{self, Odol, wrong_tables};
use crate::proxies::of_selection;
use glam::Vec3;
use retromesh_core::scene::{Lod, LodRole};
use retromesh_core::{Diagnostics, MeshId};
use retromesh_kit::{Findings, ImportOptions, Lint, Lints, Target, TexturePaths, WindingPolicy, image_files, listed};
use retromesh_wire::{RawStr, Rows};
use std::cell::LazyCell;
use std::collections::HashSet;

/// The extensions of the image files that engines load, the kind that others are made into first.
pub(crate) const IMAGES: &[&str] = &["paa", "pac", "jpg"];

retromesh_kit::rules! {
    ManyVertices "p3d-many-vertices" ["odol7", "mlod"] "the game reads vertex numbers as signed: it cannot use those over 32767" => "Split the level or reduce it.";
    UnloadableTexture "p3d-unloadable-texture" ["mlod", "odol7"] "the game loads textures that are .paa, .pac and .jpg, by their names and by what is in them" => "Write the picture as a texture, `retromesh convert a.png -o a.paa`, and name that; a conversion of the model does.";
    MissingTexture "p3d-missing-texture" ["mlod", "odol7", "p3dm"] "the game finds no texture by the path that the model names: paths begin at the root of its data, where an addon is the folder of its name" => "Put the file there, or name where it is, `retromesh textures FILE --rename OLD=NEW`; `--root` says where other addons are.";
    TextureAlpha "p3d-texture-alpha" ["odol7"] "faces are drawn otherwise than their texture is now: its alpha is not blended, its key is shown, or there is none of it" => "Convert the model to MLOD, and that to ODOL with the textures in reach (`--root`): flags and mean colours are taken from them.";
    ManyLevels "p3d-many-levels" ["odol7", "mlod"] "the game holds at most 32 levels of detail" => "Remove levels.";
    NoLevel "p3d-no-level" ["odol7", "mlod", "p3dm"] "the model has no level of detail: the game looks for properties in the first one" => "Add a level, even an empty one.";
    Polygon "p3d-polygon" ["odol7"] "a face has neither three nor four corners" => "Convert the model to MLOD, which makes triangles of it.";
    DroppedFace "p3d-dropped-face" ["mlod", "p3dm", "odol7"] "a face has neither three nor four corners, or two that are one: engines drop it or do not draw all of it" => "Remove or triangulate it.";
    UnknownPointFlags "p3d-unknown-point-flags" ["mlod", "odol7"] "a point or vertex has flags outside the known set: the engine clears all of those of a point" => "Set the point's flags again in the editor, or convert the model to MLOD and that to ODOL.";
    NormalLength "p3d-normal-length" ["odol7"] "a normal is not of length 1: the game shades by it as it is, too dark or too bright" => "Scale it to length 1, or convert the model with `--normals recompute`.";
    IgnoredSelection "p3d-ignored-selection" ["mlod", "odol7"] "a selection has no name, only weights of 0, another size than its level, a name that starts with - or ., or that of a proxy and not one face with its three points, and is ignored" => "Name it or give it weights, select the triangle again or save the model again.";
    NotFinite "p3d-not-finite" ["mlod", "odol7", "p3dm"] "a number is infinite or not a number" => "Repair the file: a normal points up, bounds and sums become those of the model, and another number 0.";
    FarUv "p3d-far-uv" ["mlod", "odol7"] "a texture coordinate is over 100000: the engine clears it" => "Map the face again.";
    NoGeometry "p3d-no-geometry" ["mlod", "odol7"] "there is no geometry level: nothing collides with the model" => "Add a geometry level with masses if the model is to be touched.";
    MixedWinding "p3d-mixed-winding" ["mlod", "odol7", "p3dm"] "inconsistent winding: the game culls some faces" => "Turn them in the editor, or convert the model with `--winding auto`, and with `--target odol7` where it is to stay ODOL.";
    WrongTable "p3d-wrong-table" ["odol7"] "a table of sections, selections, points, proxies or levels, a bound or a sum says something else than the model, and the game goes by what it says" => "Convert the model to MLOD and that to ODOL, which makes new tables. Where bytes are left at the end (`trailing-bytes`), the count of levels is wrong: take another copy of the file.";
    NoComponents "p3d-no-components" ["mlod", "odol7"] "a geometry level has faces in no component that the game uses: nothing collides with them" => "Select each closed, convex part with its faces and name the selection Component01, Component02 ...; Find Components of the editor does so.";
    IgnoredComponent "p3d-ignored-component" ["mlod", "odol7"] "the game leaves out components of fewer than four faces, and those after a number that is missing" => "Put the faces of the part into its selection, and number the components from 01 on without gaps.";
    PartsOfComponent "p3d-parts-of-component" ["mlod", "odol7"] "a component is several parts: the game takes what is inside of all its faces, which is nothing" => "Give each closed, convex part a component of its own; Find Components of the editor does so.";
    UnsoundComponent "p3d-unsound-component" ["mlod", "odol7"] "a component lacks faces or all its points, or has faces that point inwards: the game takes what is inside of all its faces" => "Select all faces and points of the part for the component, and turn them so that they point outwards.";
    UnknownLevel "p3d-unknown-level" ["mlod", "odol7"] "the resolution of a level is neither a distance, of 0 to 900, nor that of a level for a purpose in this game, which does not use it as its author means" => "Give the level another resolution, or the name of a level, such as `Resolution 2`, in glTF.";
    NegativeMass "p3d-negative-mass" ["mlod", "odol7"] "a point has a negative mass: the centre of mass and the inertia are wrong" => "Give the points of the geometry level masses of 0 and more.";
    NoMass "p3d-no-mass" ["mlod", "odol7"] "the geometry level has no mass: the game does not move the model, and nothing pushes it" => "Give the points of the geometry level a mass in kilograms (`_MASS` in glTF).";
    DuplicateLevel "p3d-duplicate-level" ["mlod", "odol7"] "two levels have one resolution: the game uses one of them" => "Join them, or give one another name, such as `Resolution 2`.";
    DuplicateSelection "p3d-duplicate-selection" ["mlod", "odol7"] "two selections of a level have one name: the game uses the first" => "Join or rename them.";
}

/// The maximum number of levels that the game holds.
const MAX_LEVELS: usize = 32;
/// Vertex numbers from this on are negative to the game.
const SIGNED: usize = 32_768;
/// The engine clears texture coordinates beyond this.
const UV_LIMIT: f32 = 1e5;
/// How far the length of a normal may be from 1: no shade differs by it.
const NORMAL_TOLERANCE: f32 = 0.01;

impl Lints for Document<'_> {
    fn lint(&self, target: Option<&Target>) -> Vec<Lint> {
        let mut inspection = Inspection(Findings::new(RULES));
        match self {
            Document::Odol(odol) => odol_rules(odol, &mut inspection),
            Document::Mlod(mlod) => mlod_rules(mlod, &mut inspection),
        }
        inspection.textures(self);
        inspection.winding(self);
        inspection.0.of(target)
    }
}

/// The purposes of levels that later games than Operation Flashpoint brought, and none.
const LATER: [LodRole; 8] = [
    LodRole::Other,
    LodRole::Buoyancy,
    LodRole::Physics,
    LodRole::SubParts,
    LodRole::ShadowVolume,
    LodRole::ShadowBuffer,
    LodRole::Edit,
    LodRole::Wreck,
];

struct Inspection(Findings);

impl Inspection {
    /// Counts a rule in a level.
    fn add(&mut self, rule: Id, count: usize, path: impl FnOnce() -> String) {
        self.0.add(rule, count, || (None, path()));
    }

    fn levels(&mut self, resolutions: &[f32]) {
        self.add(Id::NoLevel, usize::from(resolutions.is_empty()), String::new);
        self.add(Id::ManyLevels, resolutions.len().saturating_sub(MAX_LEVELS), String::new);
        let seen = resolutions.iter().any(|&r| r < FUNCTIONAL_FROM);
        let geometry = resolutions.iter().any(|&r| role_of(r) == LodRole::Geometry);
        self.add(Id::NoGeometry, usize::from(seen && !geometry), String::new);
        let mut names = HashSet::new();
        for (index, resolution) in resolutions.iter().enumerate() {
            let is_new = names.insert(name_of(*resolution));
            self.add(Id::DuplicateLevel, usize::from(!is_new), || format!("LOD[{index}]"));
            let is_unknown = *resolution < 0.0 || LATER.contains(&role_of(*resolution));
            self.add(Id::UnknownLevel, usize::from(is_unknown), || format!("LOD[{index}] {resolution}"));
        }
    }

    fn negative(&mut self, masses: &[f32], path: impl FnOnce() -> String) {
        self.add(Id::NegativeMass, masses.iter().filter(|mass| **mass < 0.0).count(), path);
    }

    /// What lets a level collide: convex parts in selections, and masses.
    fn geometry<'n>(
        &mut self,
        (index, resolution): (usize, f32),
        faces: impl FnOnce() -> Faces,
        selections: impl Iterator<Item = Selected<'n>>,
        has_mass: bool,
    ) {
        let (role, path) = (role_of(resolution), || format!("LOD[{index}]"));
        if !components::are_in(role) {
            return;
        }
        let faces = faces();
        let has_faces = !faces.is_empty();
        let components = Components::of(&faces, selections);
        let named = |names: &[String]| format!("LOD[{index}] {}", listed(names));
        let loose = if components.used == 0 { faces.len() } else { components.loose };
        let nearly = if components.nearly.is_empty() { "" } else { ": " };
        let loose_path = || format!("LOD[{index}] {loose} faces{nearly}{}", listed(&components.nearly));
        self.add(Id::NoComponents, usize::from(loose > 0), loose_path);
        self.add(Id::IgnoredComponent, components.left_out.len(), || named(&components.left_out));
        self.add(Id::PartsOfComponent, components.apart.len(), || named(&components.apart));
        self.add(Id::UnsoundComponent, components.unsound.len(), || named(&components.unsound));
        self.add(Id::NoMass, usize::from(role == LodRole::Geometry && has_faces && !has_mass), path);
    }

    fn textures(&mut self, document: &Document<'_>) {
        for name in document.texture_names().iter().filter(|name| !name.is_material && !name.file.is_empty()) {
            let place = || format!("LOD[{}] {}", name.level.unwrap_or_default(), name.path);
            self.add(Id::UnloadableTexture, usize::from(!image_files::is_loaded(IMAGES, &name.file)), place);
        }
    }

    fn winding(&mut self, document: &Document<'_>) {
        let mut scene = document.to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap_or_default();
        let (space, materials) = (scene.space, std::mem::take(&mut scene.materials));
        let levels: Vec<(Lod, MeshId)> =
            scene.nodes.iter().filter_map(|node| Some((node.lod?, node.mesh.as_deref()?.mesh))).collect();
        for (lod, mesh) in levels.into_iter().filter(|(lod, _)| lod.role.is_visual()) {
            let mixed = settle_winding(&mut scene[mesh], &space, &materials, WindingPolicy::Keep).is_some();
            self.add(Id::MixedWinding, usize::from(mixed), || format!("LOD[{}]", lod.level));
        }
    }

    fn names(&mut self, mut names: Vec<Vec<u8>>, path: impl FnOnce() -> String) {
        names.sort_unstable();
        let twice = names.windows(2).filter(|pair| pair.first() == pair.last()).count();
        self.add(Id::DuplicateSelection, twice, path);
    }
}

/// Counts the vertices without a normal that faces use; points without a face and those of proxies need none.
fn zero_normals(lod: &odol7::Lod<'_>) -> usize {
    let mut zero: Vec<bool> = lod.normals.iter().map(|normal| normal == Vec3::ZERO).collect();
    if !zero.contains(&true) {
        return 0;
    }
    let seen = lod.faces.iter().filter(|face| face.special & special::IS_HIDDEN_PROXY == 0);
    let mut is_new = |vertex: u16| zero.get_mut(usize::from(vertex)).is_some_and(std::mem::take);
    seen.flat_map(|face| face.corners.iter()).filter(|&vertex| is_new(vertex)).count()
}

/// Returns whether two corners of a face are one.
fn is_folded(corners: impl Iterator<Item = u32>) -> bool {
    let mut corners: Vec<u32> = corners.collect();
    corners.sort_unstable();
    corners.windows(2).any(|pair| pair.first() == pair.last())
}

/// Returns whether a normal is as long as it should be.
fn is_unit(length: f32) -> bool {
    (length - 1.0).abs() <= NORMAL_TOLERANCE
}

fn odol_rules(odol: &Odol<'_>, inspection: &mut Inspection) {
    inspection.levels(&odol.info.resolutions.to_vec());
    inspection.add(Id::NotFinite, finite::model(&mut odol.clone()), || "ModelInfo".to_owned());
    inspection.negative(&odol.info.masses.values().to_vec(), || "ModelInfo".to_owned());
    for wrong in wrong_tables(odol).into_iter().filter(|wrong| wrong.code.is_none()) {
        inspection.add(Id::WrongTable, 1, || format!("{}: {}", wrong.path, wrong.detail));
    }
    for (index, lod) in odol.lods.iter().enumerate() {
        let path = || format!("LOD[{index}]");
        inspection.add(Id::NotFinite, finite::level(&mut lod.clone()), path);
        inspection.add(Id::ManyVertices, lod.positions.len().saturating_sub(SIGNED), path);
        let polygons = lod.faces.iter().filter(|face| !matches!(face.corners.len(), 3 | 4)).count();
        inspection.add(Id::Polygon, polygons, path);
        let far = lod.uvs.values().iter().filter(|uv| uv.abs().max_element() > UV_LIMIT).count();
        inspection.add(Id::FarUv, far, path);
        let folded = lod.faces.iter().filter(|face| is_folded(face.corners.iter().map(u32::from))).count();
        inspection.add(Id::DroppedFace, folded, path);
        let unknown = lod.clip.values().iter().filter(|flags| flags & !clip::KNOWN != 0).count();
        inspection.add(Id::UnknownPointFlags, unknown, path);
        let is_uneven = |normal: &Vec3| normal.is_finite() && *normal != Vec3::ZERO && !is_unit(normal.length());
        let uneven = lod.normals.iter().filter(is_uneven).count();
        let is_drawn = odol.info.resolutions.get(index).is_some_and(|resolution| role_of(resolution).is_visual());
        inspection.add(Id::NormalLength, uneven + if is_drawn { zero_normals(lod) } else { 0 }, path);
        for (number, selection) in lod.selections.iter().enumerate() {
            let weights = selection.vertex_weights.values();
            let is_still = !weights.is_empty() && weights.iter().all(|weight| weight == 0);
            let is_ignored = usize::from(is_still || selection.name.is_empty());
            inspection.add(Id::IgnoredSelection, is_ignored, || format!("LOD[{index}] > selection[{number}]"));
        }
        inspection.names(lod.selections.iter().map(|s| s.name.bytes().to_ascii_lowercase()).collect(), path);
        let level = (index, odol.info.resolutions.get(index).unwrap_or_default());
        let place = |vertex: u16| lod.positions.get(usize::from(vertex));
        let faces = || lod.faces.iter().map(|face| face.corners.iter().filter_map(place).collect()).collect();
        let corners =
            LazyCell::new(|| lod.faces.iter().map(|face| face.corners.iter().collect()).collect::<Vec<Vec<u16>>>());
        let selections = lod.selections.iter().map(|selection| {
            let faces: Vec<usize> = selection.faces.values().iter().map(usize::from).collect();
            let vertices: HashSet<u16> = selection.vertices.values().iter().collect();
            let has_corner =
                faces.iter().filter_map(|face| corners.get(*face)).flatten().any(|vertex| vertices.contains(vertex));
            Selected { name: RawStr::new(selection.name.bytes()), faces, has_corner }
        });
        inspection.geometry(level, faces, selections, odol.info.totals.mass > 0.0);
    }
}

fn mlod_rules(mlod: &Mlod<'_>, inspection: &mut Inspection) {
    let resolutions: Vec<f32> = mlod.lods.iter().map(|lod| lod.resolution).collect();
    inspection.levels(&resolutions);
    for (index, lod) in mlod.lods.iter().enumerate() {
        let path = || format!("LOD[{index}]");
        inspection.add(Id::NotFinite, finite::editable(&mut lod.clone()), path);
        inspection.add(Id::ManyVertices, lod.points.len().saturating_sub(SIGNED), path);
        let is_dropped = |face: &crate::mlod::Face<'_>| {
            face.corners().is_empty() || is_folded(face.corners().iter().map(|corner| corner.point))
        };
        inspection.add(Id::DroppedFace, lod.faces.iter().filter(is_dropped).count(), path);
        let known = crate::flags::point::KNOWN | crate::flags::point::NORMALS;
        let unknown = lod.points.iter().filter(|point| lod.kind == Kind::Sp3x && point.flags & !known != 0).count();
        inspection.add(Id::UnknownPointFlags, unknown, path);
        let far = |face: &crate::mlod::Face<'_>| face.corners().iter().any(|c| c.uv.abs().max_element() > UV_LIMIT);
        inspection.add(Id::FarUv, lod.faces.iter().filter(far).count(), path);
        let ignored = |tag: &&Tag<'_>| match (&tag.body, tag.text().bytes()) {
            (TagBody::Selection { .. }, [b'-' | b'.', ..] | []) => true,
            (TagBody::Selection { points, faces }, name) if of_selection(name).is_some() => {
                let count = |bytes: &Rows<'_, u8>| bytes.iter().filter(|byte| *byte != 0).count();
                (count(points), count(faces)) != (3, 1)
            }
            (TagBody::Other(_), [first, ..]) => *first != b'#',
            _ => false,
        };
        inspection.add(Id::IgnoredSelection, lod.tags.iter().filter(ignored).count(), path);
        let selections = lod.tags.iter().filter(|tag| tag.is_selection());
        inspection.names(selections.clone().map(|tag| tag.text().bytes().to_ascii_lowercase()).collect(), path);
        for tag in &lod.tags {
            if let TagBody::Mass(masses) = &tag.body {
                inspection.negative(&masses.to_vec(), path);
            }
        }
        let is_mass =
            |tag: &Tag<'_>| matches!(&tag.body, TagBody::Mass(masses) if masses.iter().any(|mass| mass > 0.0));
        let place = |point: u32| Some(lod.points.get(point as usize)?.position);
        let corners =
            |face: crate::mlod::Face<'_>| face.corners().iter().rev().filter_map(|c| place(c.point)).collect();
        let faces = || lod.faces.iter().map(corners).collect();
        let selected = selections.filter_map(|tag| match &tag.body {
            TagBody::Selection { points, faces } => {
                let is_selected = |corner: &Corner| points.get(corner.point as usize).is_some_and(|byte| byte != 0);
                let own = (0..).zip(faces.iter()).filter(|(_, byte)| *byte != 0).map(|(face, _)| face);
                let has_corner = lod
                    .faces
                    .iter()
                    .zip(faces.iter())
                    .any(|(face, byte)| byte != 0 && face.corners().iter().any(is_selected));
                Some(Selected { name: tag.text(), faces: own.collect(), has_corner })
            }
            _ => None,
        });
        inspection.geometry((index, lod.resolution), faces, selected, lod.tags.iter().any(is_mass));
    }
}
