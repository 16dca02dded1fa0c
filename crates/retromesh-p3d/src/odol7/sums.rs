//! Bounds and sums of a model that are not those of its vertices, flags and masses: the game culls, hits and moves by what they say.

use super::document::{Lod, Odol};
use crate::convert::summary::{Bounds, derived, farthest};
use crate::flags::clip::HINTS;
use glam::Vec3;
use retromesh_core::Code;

/// Sums of many numbers differ by this share where they are of the same.
const SHARE: f32 = 1e-3;

/// Returns whether two numbers are the same, for something of a size.
fn near(a: f32, b: f32, size: f32) -> bool {
    // What is no number is reported where it is read.
    !a.is_finite() || !b.is_finite() || (a - b).abs() <= SHARE * size.abs().max(1.0)
}

fn near_places(a: Vec3, b: Vec3, size: f32) -> bool {
    a.to_array().into_iter().zip(b.to_array()).all(|(a, b)| near(a, b, size))
}

/// Finds what a level says wrongly about its vertices.
pub(super) fn of_level(lod: &Lod<'_>, add: &mut impl FnMut(Option<Code>, &'static str, String)) {
    if lod.positions.is_empty() || lod.positions.iter().any(|place| !place.is_finite()) {
        return;
    }
    let (bounds, size) = (Bounds::of(lod.positions.iter()), lod.radius);
    let is_box = near_places(lod.min, bounds.min, size) && near_places(lod.max, bounds.max, size);
    if !is_box || !near_places(lod.center, bounds.center(), size) || !near(lod.radius, farthest(lod, lod.center), size)
    {
        add(None, "the bounds of a level are not those of its vertices", String::new());
    }
    let flags = lod.clip.values().iter().fold((0, u32::MAX), |(or, and), flags| (or | flags, and & flags));
    if !lod.clip.is_empty() && (lod.or_hints, lod.and_hints) != (flags.0 & HINTS, flags.1 & HINTS) {
        add(None, "the hints of a level are not those of its vertices", String::new());
    }
}

/// Finds what the model says wrongly about its levels and masses.
pub(super) fn of_model(odol: &Odol<'_>, add: &mut impl FnMut(Option<Code>, &'static str, &str)) {
    let (facts, totals) = (&odol.info.facts, &odol.info.totals);
    if odol.lods.is_empty() {
        return;
    }
    let (expected, expected_totals) = derived(odol);
    let sphere = expected.bounding_sphere;
    let holds_box = near_places(facts.min.max(expected.min), expected.min, sphere)
        && near_places(facts.max.min(expected.max), expected.max, sphere);
    // Larger ones hide nothing.
    if !holds_box || !near(facts.bounding_sphere.min(sphere), sphere, sphere) {
        add(None, "the bounds of the model are smaller than its levels", "bounds");
    }
    if facts.special != expected.special {
        add(None, "the flags of the model are not those of its levels", "special");
    }
    // Nobody says what all vertices have where there are none.
    let has_vertices = odol.lods.iter().all(|lod| !lod.positions.is_empty());
    if has_vertices && (facts.and_hints, facts.or_hints) != (expected.and_hints, expected.or_hints) {
        add(None, "the hints of the model are not those of its levels", "hints");
    }
    let masses = odol.info.masses.values();
    let sum: f32 = masses.iter().sum();
    if !near(totals.mass, sum, sum) {
        add(None, "the mass of the model is not that of its points", "mass");
    }
    if totals.mass > 0.0 && !near(totals.mass * totals.inverse_mass, 1.0, 1.0) {
        add(None, "the inverse mass is that of another mass", "mass");
    }
    if !near(totals.armor, expected_totals.armor, expected_totals.armor) {
        add(None, "the armour is not that of the property", "armor");
    }
    if !near(totals.armor * totals.inverse_armor, 1.0, 1.0) {
        add(None, "the inverse armour is that of another armour", "armor");
    }
    if !near(facts.geometry_sphere, expected.geometry_sphere, sphere) {
        add(None, "the sphere of the geometry is not that of its level", "geometry_sphere");
    }
    // Without masses, or with all of them on one line, nobody says what is computed.
    let has_inertia = expected.inverse_inertia != [Vec3::X, Vec3::Y, Vec3::Z];
    let center_of_mass = if has_inertia { expected.center_of_mass } else { facts.center_of_mass };
    let places = [
        (facts.geometry_center, expected.geometry_center, "geometry_center"),
        (facts.center_of_mass, center_of_mass, "center_of_mass"),
        (facts.aiming_center, expected.aiming_center, "aiming_center"),
    ];
    for (_, _, path) in places.into_iter().filter(|(own, expected, _)| !near_places(*own, *expected, sphere)) {
        add(None, "a place is not that of the levels, points and masses", path);
    }
    let largest = expected.inverse_inertia.iter().map(|column| column.abs().max_element()).fold(0.0, f32::max);
    let differs = |(own, expected): (&Vec3, &Vec3)| (*own - *expected).abs().max_element() > 0.01 * largest;
    if has_inertia && facts.inverse_inertia.iter().zip(&expected.inverse_inertia).any(differs) {
        add(None, "the inertia is not that of the points and masses", "inverse_inertia");
    }
}
