//! What the numbers of a file mean.

use crate::settings::Settings;
use retromesh_core::Space;
use retromesh_core::space::{Axis, UvOrigin, Winding};

/// Returns the space of a file.
///
/// z is up and 40 units are a metre. In the engine the world is left-handed and models face +y, toward the viewer; the cross product
/// of two edges points outward, so a viewer there sees front faces clockwise. Files of construction tools mean the same numbers in a
/// right-handed world.
pub(crate) fn space(settings: &Settings) -> Space {
    let (forward, winding) =
        if settings.no_mirror { (Axis::PlusY, Winding::CounterClockwise) } else { (Axis::MinusY, Winding::Clockwise) };
    Space {
        right: Axis::PlusX,
        up: Axis::PlusZ,
        forward,
        winding,
        uv_origin: UvOrigin::TopLeft,
        metres_per_unit: 1.0 / 40.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, Vec3};
    use retromesh_core::Scene;
    use retromesh_core::scene::{Node, Transform, Trs};

    #[test]
    fn numbers_map_to_gltf_as_the_docs_say() {
        let (p, q) = (Vec3::new(40.0, 80.0, 120.0), Quat::from_xyzw(0.1, 0.2, 0.3, 0.927_361_85));
        for (no_mirror, position, rotation) in [
            (false, Vec3::new(1.0, 3.0, 2.0), Quat::from_xyzw(-0.1, -0.3, -0.2, q.w)),
            (true, Vec3::new(1.0, 3.0, -2.0), Quat::from_xyzw(0.1, 0.3, -0.2, q.w)),
        ] {
            let mut scene = Scene { space: space(&Settings { no_mirror, ..Settings::default() }), ..Scene::default() };
            let trs = Trs { translation: p, rotation: q, ..Trs::IDENTITY };
            scene.add_node(None, Node { transform: trs.into(), ..Node::default() });
            assert_eq!(scene.space.outward_sign(), 1.0);
            scene.convert_to(Space::GLTF);
            let Transform::Trs(trs) = &scene.nodes[0].transform else { panic!("a matrix") };
            assert!(trs.translation.abs_diff_eq(position, 1e-6), "{no_mirror} {}", trs.translation);
            assert_eq!(trs.rotation, rotation, "{no_mirror}");
        }
    }
}
