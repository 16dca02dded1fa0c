//! Triangles that place proxies.

use crate::proxies::{PROXY, after_prefix, of_selection, proxy_name};
use glam::{Mat4, Vec3};
use retromesh_core::scene::Proxy;
use retromesh_kit::without_number;
use std::collections::{HashMap, HashSet};

/// The sides of the triangle along direction and up; their order says which is which.
const SIDES: (f32, f32) = (0.5, 1.0);

/// How far a proxy may be from its triangle, which is rounded.
pub(super) const NEAR: f32 = 2e-3;

/// Returns position, tip along the direction and tip along up, and whether the matrix is a rotation and a move.
pub(super) fn triangle(world: &Mat4) -> ([Vec3; 3], bool) {
    let position = world.w_axis.truncate();
    let direction = world.z_axis.truncate().try_normalize().unwrap_or(Vec3::Z);
    let up = world.y_axis.truncate();
    let up = (up - direction * up.dot(direction)).try_normalize().unwrap_or_else(|| direction.any_orthonormal_vector());
    let exact = Mat4::from_cols(up.cross(direction).extend(0.0), up.extend(0.0), direction.extend(0.0), world.w_axis);
    ([position, position + direction * SIDES.0, position + up * SIDES.1], exact.abs_diff_eq(*world, NEAR))
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
    of_selection(selection).is_some_and(|own| key(&own) == key(proxy))
}

/// Returns what proxies have in common that are the same to the engine, which reads paths in lower case.
pub(super) fn key(proxy: &Proxy) -> (String, i32) {
    (proxy.path.to_ascii_lowercase(), proxy.id)
}

/// A proxy, where it is and the name of its node.
pub(super) struct PlacedProxy {
    pub(super) proxy: Proxy,
    pub(super) world: Mat4,
    pub(super) node: String,
}

/// Bytes of a name after which programs cut it.
const CUT: usize = 60;

impl PlacedProxy {
    /// Returns the path that the node's name says, without the number that programs add to the second of two; `None` where it says none.
    fn path(&self) -> Option<&str> {
        let name = without_number(&self.node).unwrap_or(&self.node);
        after_prefix(name.as_bytes()).and_then(|_| name.get(PROXY.len()..)).filter(|path| !path.is_empty())
    }

    /// Returns the proxy that the name of the node says, where that is another one.
    pub(super) fn renamed(&self) -> Option<Proxy> {
        let path = self.path()?;
        let is_cut = self.node.len() >= CUT && self.proxy.path.starts_with(path);
        let is_own = |path: &str| self.proxy.path.eq_ignore_ascii_case(path);
        if is_cut || is_own(path) {
            return None;
        }
        let (start, id) = proxy_name(path.as_bytes());
        let numbered = path.get(..start.len()).filter(|start| id >= 0 && !start.is_empty());
        let proxy = Proxy { path: numbered.unwrap_or(path).to_owned(), id: numbered.map_or(self.proxy.id, |_| id) };
        (key(&proxy) != key(&self.proxy)).then_some(proxy)
    }

    /// Returns whether the node has a name that says nothing of the proxy.
    pub(super) fn has_other_name(&self) -> bool {
        !self.node.is_empty() && self.path().is_none()
    }
}
