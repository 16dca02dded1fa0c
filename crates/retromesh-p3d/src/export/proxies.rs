//! Triangles that place proxies.

use crate::convert::{PROXY, proxy_name};
use glam::{Mat4, Vec3};
use retromesh_core::scene::Proxy;
use std::collections::{HashMap, HashSet};

/// The sides of the triangle along direction and up; their order tells which is which.
const SIDES: (f32, f32) = (0.5, 1.0);

/// Returns position, tip along the direction and tip along up, and whether the matrix is a rotation and a move.
pub(super) fn triangle(world: &Mat4) -> ([Vec3; 3], bool) {
    let position = world.w_axis.truncate();
    let direction = world.z_axis.truncate().try_normalize().unwrap_or(Vec3::Z);
    let up = world.y_axis.truncate();
    let up = (up - direction * up.dot(direction)).try_normalize().unwrap_or_else(|| direction.any_orthonormal_vector());
    let exact = Mat4::from_cols(up.cross(direction).extend(0.0), up.extend(0.0), direction.extend(0.0), world.w_axis);
    ([position, position + direction * SIDES.0, position + up * SIDES.1], exact.abs_diff_eq(*world, 2e-3))
}

/// Returns the selection name of a proxy, `proxy:path.01`: without the extension of its file, as a point begins the number.
pub(super) fn name(proxy: &Proxy) -> String {
    let start = proxy.path.rfind(['/', '\\']).map_or(0, |slash| slash + 1);
    let end = proxy.path[start..].find('.').map_or(proxy.path.len(), |point| start + point);
    let path = &proxy.path[..end];
    if proxy.id >= 0 { format!("proxy:{path}.{:02}", proxy.id) } else { format!("proxy:{path}") }
}

/// Numbers proxies of one name, which would be one selection otherwise.
#[derive(Default)]
pub(super) struct Numbers {
    taken: HashSet<(String, i32)>,
    last: HashMap<String, i32>,
}

impl Numbers {
    /// Returns the proxy with a number that none of its path has.
    pub(super) fn number(&mut self, mut proxy: Proxy) -> Proxy {
        let path = proxy.path.to_ascii_lowercase();
        while !self.taken.insert((path.clone(), proxy.id)) {
            let last = self.last.entry(path.clone()).or_default();
            *last += 1;
            proxy.id = *last;
        }
        proxy
    }
}

/// Returns whether a selection of this name places the proxy.
pub(super) fn places(selection: &[u8], proxy: &Proxy) -> bool {
    let lower = selection.to_ascii_lowercase();
    let Some(rest) = lower.strip_prefix(PROXY) else { return false };
    let (path, id) = proxy_name(rest);
    id == proxy.id && path == crate::text::encode_text(&proxy.path).to_ascii_lowercase()
}
