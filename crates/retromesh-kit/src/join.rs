//! Joining the vertices of several meshes to one pool.

use crate::vertices::pick_vertices;
use glam::{Vec2, Vec3, Vec4};
use retromesh_core::mesh::{Attribute, AttributeData, Mesh, MorphTarget, Weights};
use std::collections::HashMap;

/// Returns the maximum number of bytes that joining two pools fills with plain values.
pub fn padding(mesh: &Mesh, pool: &Mesh) -> u64 {
    /// The maximum that a value takes: four floats.
    const VALUE: u64 = 16;
    let lacking = |a: &Mesh, b: &Mesh| VALUE * lacking(a, b) as u64 * b.positions.len() as u64;
    if mesh.positions.is_empty() { 0 } else { lacking(mesh, pool).saturating_add(lacking(pool, mesh)) }
}

/// Counts the arrays of a mesh that another one lacks; attributes, which have names, count all.
fn lacking(mesh: &Mesh, other: &Mesh) -> usize {
    let none = MorphTarget::default();
    let pairs = mesh.morph_targets.iter().zip(other.morph_targets.iter().chain(std::iter::repeat(&none)));
    let is_lacking = |has: bool, other: bool| usize::from(has && !other);
    let of_targets = |(own, other): (&MorphTarget, &MorphTarget)| {
        is_lacking(!own.positions.is_empty(), !other.positions.is_empty())
            + is_lacking(!own.normals.is_empty(), !other.normals.is_empty())
            + is_lacking(!own.tangents.is_empty(), !other.tangents.is_empty())
    };
    is_lacking(!mesh.normals.is_empty(), !other.normals.is_empty())
        + is_lacking(!mesh.tangents.is_empty(), !other.tangents.is_empty())
        + mesh.uv_sets.len().saturating_sub(other.uv_sets.len())
        + mesh.color_sets.len().saturating_sub(other.color_sets.len())
        + pairs.map(of_targets).sum::<usize>()
        + mesh.attributes.len()
}

/// Appends a pool to the vertices of a mesh, whose parts stay as they are; what only one of them has is filled with plain values in the
/// other. Both must be sound.
pub fn append(mesh: &mut Mesh, pool: Mesh) {
    if mesh.positions.is_empty() {
        *mesh = Mesh { parts: std::mem::take(&mut mesh.parts), ..pool };
        return;
    }
    let sizes = (mesh.positions.len(), pool.positions.len());
    mesh.positions.extend(pool.positions);
    join(&mut mesh.normals, pool.normals, sizes, Vec3::Y);
    join(&mut mesh.tangents, pool.tangents, sizes, Vec4::X + Vec4::W);
    join_sets(&mut mesh.uv_sets, pool.uv_sets, sizes, Vec2::ZERO);
    join_sets(&mut mesh.color_sets, pool.color_sets, sizes, Vec4::ONE);
    let targets = mesh.morph_targets.len().max(pool.morph_targets.len());
    mesh.morph_targets.resize(targets, MorphTarget::default());
    let mut more = pool.morph_targets.into_iter();
    for target in &mut mesh.morph_targets {
        let next = more.next().unwrap_or_default();
        join(&mut target.positions, next.positions, sizes, Vec3::ZERO);
        join(&mut target.normals, next.normals, sizes, Vec3::ZERO);
        join(&mut target.tangents, next.tangents, sizes, Vec3::ZERO);
    }
    if !mesh.weights.is_empty() || !pool.weights.is_empty() {
        let Weights { starts, influences } = &mut mesh.weights;
        starts.resize(sizes.0 + 1, influences.len() as u32);
        let offset = influences.len() as u32;
        starts.extend(pool.weights.starts.iter().skip(1).map(|start| start + offset));
        influences.extend(pool.weights.influences);
        starts.resize(sizes.0 + sizes.1 + 1, influences.len() as u32);
    }
    // The last place of each list is that of the first attribute of a name.
    let mut places: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, attribute) in pool.attributes.iter().enumerate().rev() {
        places.entry(attribute.name.clone()).or_default().push(at);
    }
    let mut more: Vec<Option<Attribute>> = pool.attributes.into_iter().map(Some).collect();
    for attribute in &mut mesh.attributes {
        let at = places.get_mut(&attribute.name).and_then(Vec::pop);
        let other = at.and_then(|at| more.get_mut(at)?.take()).map(|other| other.data);
        match (&mut attribute.data, other) {
            (AttributeData::UInt(all), Some(AttributeData::UInt(values))) => all.extend(values),
            (
                AttributeData::Float { components: a, values: all },
                Some(AttributeData::Float { components: b, values }),
            ) if *a == b => {
                all.extend(values);
            }
            _ => {}
        }
        match &mut attribute.data {
            AttributeData::UInt(all) => all.resize(sizes.0 + sizes.1, 0),
            AttributeData::Float { components, values } => {
                values.resize((sizes.0 + sizes.1) * usize::from(*components), 0.0);
            }
        }
    }
    for mut attribute in more.into_iter().flatten() {
        match &mut attribute.data {
            AttributeData::UInt(all) => drop(all.splice(0..0, vec![0; sizes.0])),
            AttributeData::Float { components, values } => {
                drop(values.splice(0..0, vec![0.0; sizes.0 * usize::from(*components)]));
            }
        }
        mesh.attributes.push(attribute);
    }
}

/// Appends vertices that are as others of the mesh, which has them all.
pub fn repeat(mesh: &mut Mesh, sources: &[u32]) {
    let vertices: Vec<u32> = (0..mesh.positions.len() as u32).chain(sources.iter().copied()).collect();
    pick_vertices(mesh, &vertices);
}

/// Appends an array to another; `sizes` are the lengths that both should have.
fn join<T: Clone>(all: &mut Vec<T>, more: Vec<T>, (before, added): (usize, usize), plain: T) {
    if all.is_empty() && more.is_empty() {
        return;
    }
    all.resize(before, plain.clone());
    all.extend(more);
    all.resize(before + added, plain);
}

/// Appends several sets of arrays.
fn join_sets<T: Clone>(all: &mut Vec<Vec<T>>, more: Vec<Vec<T>>, sizes: (usize, usize), plain: T) {
    let sets = all.len().max(more.len());
    all.resize(sets, Vec::new());
    let mut more = more.into_iter();
    for set in all {
        join(set, more.next().unwrap_or_default(), sizes, plain.clone());
        set.resize(sizes.0 + sizes.1, plain.clone());
    }
}
