//! Makes numbers finite that are infinite or not numbers.

use crate::convert::summary::{Bounds, derived, farthest, proxies};
use crate::mlod::{self, FaceList, TagBody};
use crate::odol7::{self, Odol};
use crate::packed::Packed;
use glam::Vec3;
use retromesh_wire::{Row, Rows, all_finite};

/// Replaces a number that is infinite or not a number; returns whether it was one. What is computed of the farthest places may be infinite, too.
fn set(value: &mut f32, instead: f32) -> usize {
    let is_wrong = !value.is_finite();
    if is_wrong {
        *value = if instead.is_nan() { 0.0 } else { instead.clamp(f32::MIN, f32::MAX) };
    }
    usize::from(is_wrong)
}

fn set_all<const N: usize>(values: [&mut f32; N], instead: [f32; N]) -> usize {
    values.into_iter().zip(instead).map(|(value, instead)| set(value, instead)).sum()
}

fn set_place(place: &mut Vec3, instead: Vec3) -> usize {
    set_all([&mut place.x, &mut place.y, &mut place.z], instead.to_array())
}

fn rows<T: Row>(rows: &mut Rows<'_, T>, fix: impl Fn(&mut T) -> usize) -> usize {
    if all_finite(rows.bytes()) {
        return 0;
    }
    let mut all = rows.to_vec();
    let count = all.iter_mut().map(fix).sum();
    if count > 0 {
        *rows = all.into();
    }
    count
}

fn packed<T: Row>(array: &mut Packed<'_, T>, fix: impl Fn(&mut T) -> usize) -> usize {
    let mut values = array.values().clone();
    let count = rows(&mut values, fix);
    if count > 0 {
        *array.edit() = values;
    }
    count
}

fn to_zero(place: &mut Vec3) -> usize {
    set_place(place, Vec3::ZERO)
}

/// Gives a normal that is no direction the one that the engine gives it.
fn to_up(normal: &mut Vec3) -> usize {
    let count = to_zero(normal);
    *normal = if count > 0 { Vec3::Y } else { *normal };
    count
}

/// Makes the numbers of a level of ODOL finite; returns how many were not.
pub(crate) fn level(lod: &mut odol7::Lod<'_>) -> usize {
    let mut count = rows(&mut lod.positions, to_zero) + rows(&mut lod.normals, to_up);
    count += packed(&mut lod.uvs, |uv| set_all([&mut uv.x, &mut uv.y], [0.0; 2]));
    for frame in &mut lod.frames {
        count += set(&mut frame.time, 0.0) + rows(&mut frame.positions, to_zero);
    }
    let bounds = Bounds::of(lod.positions.iter());
    count += set_place(&mut lod.min, bounds.min) + set_place(&mut lod.max, bounds.max);
    count += set_place(&mut lod.center, bounds.center());
    let radius = farthest(lod, lod.center);
    count += set(&mut lod.radius, radius);
    if lod.proxies.iter().flat_map(|proxy| proxy.transform).any(|column| !column.is_finite()) {
        let own = proxies(lod);
        for proxy in &mut lod.proxies {
            let own = own.iter().find(|own| own.selection == proxy.selection);
            let instead = own.map_or([Vec3::X, Vec3::Y, Vec3::Z, Vec3::ZERO], |own| own.transform);
            let columns = proxy.transform.iter_mut().zip(instead);
            count += columns.map(|(column, instead)| set_place(column, instead)).sum::<usize>();
        }
    }
    count
}

/// Makes what ODOL says of the whole model finite: bounds and sums become those of its levels. Returns how many numbers were not.
pub(crate) fn model(odol: &mut Odol<'_>) -> usize {
    let mut count = rows(&mut odol.info.resolutions, |resolution| set(resolution, 0.0));
    count += packed(&mut odol.info.masses, |mass| set(mass, 0.0));
    count += to_zero(&mut odol.info.facts.bounding_center);
    let (own, own_totals) = derived(odol);
    let (facts, totals) = (&mut odol.info.facts, &mut odol.info.totals);
    count += set_all(
        [&mut facts.bounding_sphere, &mut facts.geometry_sphere, &mut facts.view_density],
        [own.bounding_sphere, own.geometry_sphere, own.view_density],
    );
    count += set_all(
        [&mut totals.mass, &mut totals.inverse_mass, &mut totals.armor, &mut totals.inverse_armor],
        [own_totals.mass, own_totals.inverse_mass, own_totals.armor, own_totals.inverse_armor],
    );
    let [x, y, z] = &mut facts.inverse_inertia;
    let places = [
        &mut facts.aiming_center,
        &mut facts.min,
        &mut facts.max,
        &mut facts.geometry_center,
        &mut facts.center_of_mass,
        x,
        y,
        z,
    ];
    let [own_x, own_y, own_z] = own.inverse_inertia;
    let instead = [own.aiming_center, own.min, own.max, own.geometry_center, own.center_of_mass, own_x, own_y, own_z];
    count + places.into_iter().zip(instead).map(|(place, instead)| set_place(place, instead)).sum::<usize>()
}

/// Makes the numbers of a level of MLOD finite; returns how many were not.
pub(crate) fn editable(lod: &mut mlod::Lod<'_>) -> usize {
    let mut count = rows(&mut lod.points, |point| to_zero(&mut point.position)) + rows(&mut lod.normals, to_up);
    count += set(&mut lod.resolution, 0.0);
    let is_far = |face: &mlod::Face<'_>| face.corners().iter().any(|corner| !corner.uv.is_finite());
    if lod.faces.iter().any(|face| is_far(&face)) {
        let mut faces = FaceList::new(lod.faces.kind);
        for mut face in lod.faces.iter() {
            // The corner after a triangle's three means nothing.
            let used = face.corners().len();
            for corner in face.all_corners.iter_mut().take(used) {
                count += set_all([&mut corner.uv.x, &mut corner.uv.y], [0.0; 2]);
            }
            faces.push(&face);
        }
        lod.faces = faces;
    }
    for tag in &mut lod.tags {
        count += match &mut tag.body {
            TagBody::Mass(masses) => rows(masses, |mass| set(mass, 0.0)),
            TagBody::Animation { time, points } => set(time, 0.0) + rows(points, to_zero),
            TagBody::UvSet(set) => rows(&mut set.uvs, |uv| set_all([&mut uv.x, &mut uv.y], [0.0; 2])),
            _ => 0,
        };
    }
    count
}
