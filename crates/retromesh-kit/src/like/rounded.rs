//! Places that a program rounded, as texts with six decimals have them.

use super::selections::{Place, place};
use glam::Vec3;
use retromesh_core::mesh::Mesh;
use std::collections::{HashMap, HashSet};

/// Places that differ by no more than this share of the farthest one may be one.
const ROUNDED: f32 = 1e-6;
/// Half of the last of six decimals, and what a number of 32 bits adds.
const SIX_DECIMALS: f32 = 6e-7;

/// Makes the places of a mesh that the original has not those of it that they are rounded from, where each can be one alone.
pub(super) fn join(own: &mut [Place], mesh: &Mesh, original: &Mesh) {
    let known: HashMap<Place, Vec3> = original.positions.iter().map(|at| (place(at), *at)).collect();
    if own.iter().all(|own| known.contains_key(own)) {
        return;
    }
    let far = original.positions.iter().map(|at| at.abs().max_element()).fold(0.0, f32::max);
    let near = (far * ROUNDED).max(SIX_DECIMALS);
    let cell_of = |at: Vec3| (at / (4.0 * near)).floor().to_array().map(|cell| cell as i64);
    let cells = |at: Vec3| {
        let [low, high] = [at - near, at + near].map(cell_of);
        let corner = move |bits: u8| {
            let side = |at: usize| if bits >> at & 1 == 0 { low[at] } else { high[at] };
            [side(0), side(1), side(2)]
        };
        (0..8).map(corner).collect::<HashSet<[i64; 3]>>()
    };
    let mut by_cell: HashMap<[i64; 3], Vec<Vec3>> = HashMap::new();
    for at in known.values() {
        by_cell.entry(cell_of(*at)).or_default().push(*at);
    }
    for (own, at) in own.iter_mut().zip(&mesh.positions).filter(|(own, _)| !known.contains_key(*own)) {
        let cells = cells(*at);
        let all = cells.iter().filter_map(|cell| by_cell.get(cell)).flatten();
        let mut found = all.filter(|known| (**known - *at).abs().max_element() <= near);
        if let (Some(only), None) = (found.next(), found.next()) {
            *own = place(only);
        }
    }
}
