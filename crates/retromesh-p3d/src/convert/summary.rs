//! What ODOL says about the whole model: bounds, masses, proxies, special levels.

use super::OdolOptions;
use super::colors::GREY;
use crate::levels::{FUNCTIONAL_FROM, role_of};
use crate::odol7::{Lod, LodSlots, ModelFacts, ModelTotals, Odol, ProxyRef};
use crate::proxies::{PROXY, proxy_name};
use glam::{Mat3, Vec3};
use retromesh_core::scene::LodRole;
use retromesh_wire::RawStr;

/// A box around points.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    pub(crate) min: Vec3,
    pub(crate) max: Vec3,
    empty: bool,
}

impl Bounds {
    /// Returns the box around all finite points; one of no size at the origin when there are none.
    pub(crate) fn of(points: impl Iterator<Item = Vec3>) -> Self {
        let start = Self { min: Vec3::ZERO, max: Vec3::ZERO, empty: true };
        points.filter(|p| p.is_finite()).fold(start, |all, p| all.join(Self { min: p, max: p, empty: false }))
    }

    pub(super) fn join(self, other: Self) -> Self {
        match (self.empty, other.empty) {
            (_, true) => self,
            (true, false) => other,
            _ => Self { min: self.min.min(other.min), max: self.max.max(other.max), empty: false },
        }
    }

    pub(crate) fn center(self) -> Vec3 {
        (self.min + self.max) * 0.5
    }
}

fn bounds_of(lod: &Lod<'_>) -> Bounds {
    Bounds { min: lod.min, max: lod.max, empty: lod.positions.is_empty() }
}

/// Finds the proxies of a level: `proxy:` selections of three vertices and one face.
pub(crate) fn proxies(lod: &Lod<'_>) -> Vec<ProxyRef<'static>> {
    let mut proxies = Vec::new();
    for (index, selection) in lod.selections.iter().enumerate() {
        let Some(rest) = selection.name.bytes().strip_prefix(PROXY) else { continue };
        let corners: Vec<Vec3> =
            selection.vertices.values().iter().filter_map(|v| lod.positions.get(usize::from(v))).collect();
        if let (&[a, b, c], 1) = (corners.as_slice(), selection.faces.len()) {
            let (name, id) = proxy_name(rest);
            proxies.push(ProxyRef {
                name: RawStr::new(name.to_vec()),
                transform: proxy_transform([a, b, c]),
                id,
                selection: index as i32,
            });
        }
    }
    proxies
}

/// Returns the columns aside, up, direction and position that a proxy's triangle stands for.
///
/// The corner opposite to the longest side is the position; the shortest side gives the direction, the other one up.
pub(crate) fn proxy_transform(corners: [Vec3; 3]) -> [Vec3; 4] {
    let length = |[p0, p1, p2]: [Vec3; 3]| (p0.distance_squared(p1), p0.distance_squared(p2), p1.distance_squared(p2));
    let [a, b, c] = corners;
    let orders = [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]];
    let ordered = |order: &[Vec3; 3]| {
        let (short, middle, long) = length(*order);
        short <= middle && middle <= long
    };
    let [p0, p1, p2] = orders.into_iter().find(ordered).unwrap_or(corners);
    let direction = (p1 - p0).try_normalize().unwrap_or(Vec3::Z);
    let up = ((p2 - p0) - direction * (p2 - p0).dot(direction)).try_normalize();
    let up = up.unwrap_or_else(|| direction.any_orthonormal_vector());
    [up.cross(direction), up, direction, p0]
}

/// Fills in the model info from its levels, their resolutions and the masses of the geometry level's points.
pub(super) fn summarise(odol: &mut Odol<'static>, center: Vec3, masses: &[f32], options: &OdolOptions) {
    let (facts, totals) = computed(odol, center, masses, options);
    odol.info.masses = masses.to_vec().into();
    odol.info.facts = facts;
    odol.info.totals = totals;
}

/// Returns what the levels and the masses of the geometry level's points say about the model.
fn computed(odol: &Odol<'_>, center: Vec3, masses: &[f32], options: &OdolOptions) -> (ModelFacts, ModelTotals) {
    let resolutions = odol.info.resolutions.to_vec();
    let slots = slots(&resolutions);
    let geometry = usize::try_from(slots.geometry).ok().and_then(|index| odol.lods.get(index));
    let facts = facts(&odol.lods, &resolutions, &slots, geometry, center, options);
    let bounding_sphere = odol.lods.iter().map(|lod| farthest(lod, Vec3::ZERO)).fold(0.0, f32::max);
    let geometry_sphere = geometry.map_or(bounding_sphere, |lod| lod.max.distance(lod.min) * 0.5);
    let mut facts = ModelFacts { bounding_center: center, bounding_sphere, geometry_sphere, ..facts };
    let total = masses.iter().fold(0.0, |sum, mass| sum + mass);
    let mut totals = totals(&odol.lods, total, geometry.is_some());
    totals.lods = slots;
    if let Some(geometry) = geometry {
        mass_points(geometry, masses, total, &mut facts);
    }
    (facts, totals)
}

/// Returns how far the farthest vertex of a level is from a place.
pub(crate) fn farthest(lod: &Lod<'_>, place: Vec3) -> f32 {
    lod.positions.iter().filter(|p| p.is_finite()).map(|p| p.distance(place)).fold(0.0, f32::max)
}

/// Returns what a file should say about its model.
pub(crate) fn derived(odol: &Odol<'_>) -> (ModelFacts, ModelTotals) {
    let masses = odol.info.masses.values().to_vec();
    computed(odol, odol.info.facts.bounding_center, &masses, &OdolOptions::default())
}

/// Returns the number of each special level; missing view and fire geometries fall back.
pub(super) fn slots(resolutions: &[f32]) -> LodSlots {
    let find = |role| resolutions.iter().position(|&r| role_of(r) == role).map_or(-1, |index| index as i8);
    let or = |index: i8, other: i8| if index < 0 { other } else { index };
    let geometry = find(LodRole::Geometry);
    let view_geometry = or(find(LodRole::ViewGeometry), geometry);
    LodSlots {
        memory: find(LodRole::Memory),
        geometry,
        fire_geometry: or(find(LodRole::FireGeometry), view_geometry),
        view_geometry,
        view_pilot_geometry: find(LodRole::ViewPilotGeometry),
        view_gunner_geometry: find(LodRole::ViewGunnerGeometry),
        view_commander_geometry: find(LodRole::ViewCommanderGeometry),
        view_cargo_geometry: find(LodRole::ViewCargoGeometry),
        land_contact: find(LodRole::LandContact),
        roadway: find(LodRole::Roadway),
        paths: find(LodRole::Paths),
        hit_points: find(LodRole::HitPoints),
    }
}

fn facts(
    lods: &[Lod<'_>],
    resolutions: &[f32],
    slots: &LodSlots,
    geometry: Option<&Lod<'_>>,
    center: Vec3,
    options: &OdolOptions,
) -> ModelFacts {
    let all = lods.iter().map(bounds_of).fold(Bounds::of(std::iter::empty()), Bounds::join);
    let first = lods.first();
    let [color, color_top] = first.map_or(options.colors.unwrap_or([GREY; 2]), |lod| [lod.color, lod.color_top]);
    let geometry_center = geometry.map_or(Vec3::ZERO, |lod| bounds_of(lod).center());
    let flag = |name: &[u8], default: u8| property(lods, name).map_or(default, |value| u8::from(value != b"0"));
    ModelFacts {
        special: lods
            .iter()
            .zip(resolutions)
            .filter(|(_, resolution)| **resolution < FUNCTIONAL_FROM)
            .fold(0, |all, (lod, _)| all | lod.special),
        and_hints: lods.iter().fold(u32::MAX, |all, lod| all & lod.and_hints) & crate::flags::clip::HINTS,
        or_hints: lods.iter().fold(0, |all, lod| all | lod.or_hints),
        aiming_center: aiming_point(lods, slots).unwrap_or(geometry_center),
        color,
        color_top,
        view_density: view_density(color),
        min: all.min,
        max: all.max,
        bounding_center: center,
        geometry_center,
        center_of_mass: Vec3::ZERO,
        inverse_inertia: [Vec3::X, Vec3::Y, Vec3::Z],
        auto_center: flag(b"autocenter", 1),
        can_occlude: flag(b"canocclude", 1),
        can_be_occluded: flag(b"canbeoccluded", 1),
        allow_animation: flag(b"animated", 0),
        map_type: property(lods, b"map").and_then(map_type).unwrap_or(HIDE),
        ..ModelFacts::default()
    }
}

/// Returns the value of the first property of this name in any level.
pub(super) fn property<'l>(lods: &'l [Lod<'_>], name: &[u8]) -> Option<&'l [u8]> {
    lods.iter().flat_map(|lod| &lod.properties).find(|p| p.name.bytes() == name).map(|p| p.value.bytes())
}

/// The engine's formula over the alpha of the mean colour.
fn view_density(color: u32) -> f32 {
    let rest = 1.0 - 1.5 * ((color >> 24) as f32 / 255.0);
    if rest <= 0.01 { -10.0 } else { 6.0 * libm::logf(rest) }
}

/// The memory point `zamerny`.
fn aiming_point(lods: &[Lod<'_>], slots: &LodSlots) -> Option<Vec3> {
    let memory = lods.get(usize::try_from(slots.memory).ok()?)?;
    let selection = memory.selections.iter().find(|selection| selection.name == "zamerny")?;
    memory.positions.get(usize::from(selection.vertices.values().first()?))
}

fn totals(lods: &[Lod<'_>], mass: f32, has_geometry: bool) -> ModelTotals {
    let armor = property(lods, b"armor").and_then(|value| std::str::from_utf8(value).ok()?.trim().parse().ok());
    let armor = armor.filter(|armor: &f32| *armor > 0.0 && armor.is_finite()).unwrap_or(200.0);
    let inverse_mass = match mass {
        m if m > 0.0 => 1.0 / m,
        _ if has_geometry => 1.0,
        _ => 1e10,
    };
    ModelTotals { mass, inverse_mass, armor, inverse_armor: 1.0 / armor, ..ModelTotals::default() }
}

/// Centre of mass and inverse inertia over the points of the geometry level.
fn mass_points(geometry: &Lod<'_>, masses: &[f32], total: f32, facts: &mut ModelFacts) {
    if total.is_nan() || total <= 0.0 {
        return;
    }
    let vertex = |v: u16| geometry.positions.get(usize::from(v)).unwrap_or_default();
    let points: Vec<(Vec3, f32)> =
        geometry.point_to_vertex.values().iter().map(vertex).zip(masses.iter().copied()).collect();
    let center = points.iter().fold(Vec3::ZERO, |sum, (p, m)| sum + *p * *m) / total;
    facts.center_of_mass = center;
    let tensor = points.iter().fold(Mat3::ZERO, |sum, (p, m)| {
        let r = *p - center;
        let square = Mat3::from_diagonal(Vec3::splat(r.length_squared()));
        sum + (square - Mat3::from_cols(r * r.x, r * r.y, r * r.z)) * *m
    });
    let inverse = tensor.inverse();
    if tensor.determinant() != 0.0 && inverse.is_finite() {
        facts.inverse_inertia = [inverse.x_axis, inverse.y_axis, inverse.z_axis];
    }
}

/// What is not drawn on the map.
const HIDE: i8 = 22;

/// The values of the property `map`, in the order of their numbers.
const MAP_TYPES: [&[u8]; 24] = [
    b"tree",
    b"small tree",
    b"bush",
    b"building",
    b"house",
    b"forest border",
    b"forest triangle",
    b"forest square",
    b"church",
    b"chapel",
    b"cross",
    b"rock",
    b"bunker",
    b"fortress",
    b"fountain",
    b"view-tower",
    b"lighthouse",
    b"quay",
    b"fuelstation",
    b"hospital",
    b"fence",
    b"wall",
    b"hide",
    b"busstop",
];

fn map_type(value: &[u8]) -> Option<i8> {
    MAP_TYPES.iter().position(|name| *name == value).map(|index| index as i8)
}
