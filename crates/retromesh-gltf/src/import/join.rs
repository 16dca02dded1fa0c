//! Joining the vertices of several primitives to one pool.

use glam::{Vec2, Vec3, Vec4};
use retromesh_core::mesh::{AttributeData, Mesh, MorphTarget, Weights};

/// Returns the most bytes that joining two pools fills with plain values.
pub(super) fn padding(mesh: &Mesh, pool: &Mesh) -> u64 {
    if mesh.positions.is_empty() {
        return 0;
    }
    let arrays = |m: &Mesh| m.uv_sets.len() + m.color_sets.len() + 3 * m.morph_targets.len() + m.attributes.len() + 3;
    let lacking = |a: &Mesh, b: &Mesh| {
        if arrays(a) > arrays(b) || !b.attributes.is_empty() {
            arrays(a) as u64 * b.positions.len() as u64 * 16
        } else {
            0
        }
    };
    lacking(mesh, pool) + lacking(pool, mesh)
}

/// Appends a pool to the vertices of a mesh; what only one of them has is filled with plain values in the other.
pub(super) fn append(mesh: &mut Mesh, pool: Mesh) {
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
    let mut more = pool.attributes;
    for attribute in &mut mesh.attributes {
        let at = more.iter().position(|other| other.name == attribute.name);
        let other = at.map(|at| more.swap_remove(at).data);
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
    for mut attribute in more {
        match &mut attribute.data {
            AttributeData::UInt(all) => drop(all.splice(0..0, vec![0; sizes.0])),
            AttributeData::Float { components, values } => {
                drop(values.splice(0..0, vec![0.0; sizes.0 * usize::from(*components)]));
            }
        }
        mesh.attributes.push(attribute);
    }
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
