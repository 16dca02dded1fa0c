//! Where nodes are.

use super::*;

/// Blender writes the place of an object in the frame that it shows.
#[test]
fn what_clips_move_rests_where_it_did_unless_they_were_changed() {
    type Change<'c> = &'c dyn Fn(&mut Scene);
    const KEPT: &str = "1 rests of nodes that clips move: door";
    const CHANGED: &str = "1 rests of nodes that clips move, which are not restored: door";
    let add = |scene: &mut Scene| {
        let new = Animation { name: "jump".into(), ..animation(scene, "walk").clone() };
        scene.animations.push(new);
    };
    let rows: [(Change<'_>, &str, f32); 3] =
        [(&|_| {}, KEPT, 1.0), (&add, KEPT, 1.0), (&|scene| move_key(animation(scene, "idle")), CHANGED, 7.0)];
    for (change, expected, x) in rows {
        let mut edited = original();
        apart(&mut edited);
        change(&mut edited);
        edited.nodes[1].transform = place("", 7.0).transform;
        let (scene, said) = restored(edited);
        let rests: Vec<&str> = said.iter().map(String::as_str).filter(|line| line.contains("rests")).collect();
        assert_eq!((rests, scene.nodes[1].transform.trs().translation.x), (vec![expected], x));
    }
}

#[test]
fn skinned_meshes_at_the_root_go_below_the_node_that_held_them() {
    let skinned = || Node {
        name: "body".into(),
        mesh: Some(Box::new(MeshInstance { skeleton: Some(SkeletonId(0)), ..MeshInstance::new(MeshId(0)) })),
        ..Node::default()
    };
    let model = |x: f32, is_below: bool| {
        let mut scene = Scene { meshes: vec![Mesh::default()], ..Scene::default() };
        let root = scene.add_node(None, place("ROOT", x));
        let bone = scene.add_node(Some(root), place("bone", 1.0));
        scene.skeletons.push(Skeleton {
            joints: vec![bone],
            inverse_bind: vec![Mat4::IDENTITY],
            ..Skeleton::default()
        });
        scene.add_node(is_below.then_some(root), skinned());
        scene.into_valid().unwrap()
    };
    // A root that places something stays alone.
    for (x, is_restored) in [(0.0, true), (1.0, false)] {
        let (original, edited) = (model(x, true), model(x, false));
        let expected = if is_restored { original.roots.clone() } else { edited.roots.clone() };
        let scene = like(edited, &original, &Budget::default(), &mut Diagnostics::new()).unwrap();
        assert_eq!(scene.roots, expected);
        assert_eq!(scene.nodes == original.nodes, is_restored);
    }
}
