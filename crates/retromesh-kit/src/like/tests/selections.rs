//! Selections of faces and vertices.

use super::super::{Report, unrestored};
use super::*;

#[test]
fn selections_of_polygons_that_were_cut_have_all_triangles() {
    let square = |faces, selections| {
        let mut scene = Scene::default();
        let node = scene.add_node(None, place("wall", 0.0));
        scene[node].mesh = Some(Box::new(MeshInstance::new(MeshId(0))));
        let at = |x, y| Vec3::new(x, y, 0.0);
        scene.meshes.push(Mesh {
            name: "wall".into(),
            // Two squares with an edge of each in one place.
            positions: vec![
                at(0.0, 0.0),
                at(1.0, 0.0),
                at(1.0, 1.0),
                at(0.0, 1.0),
                at(1.0, 0.0),
                at(2.0, 0.0),
                at(2.0, 1.0),
                at(1.0, 1.0),
            ],
            parts: vec![Part { faces, ..Part::default() }],
            selections,
            ..Mesh::default()
        });
        scene
    };
    let quads = || Faces::Polygons { starts: vec![0, 4, 8], indices: vec![0, 1, 2, 3, 4, 5, 6, 7] };
    let selection = |name: &str, vertices: &[u32], faces: &[u32]| Selection {
        name: name.into(),
        vertices: vertices.into(),
        faces: faces.into(),
        ..Selection::default()
    };
    let first = square(quads(), vec![selection("right", &[4, 5, 6, 7], &[1]), selection("axis", &[0, 3], &[])]);
    let cut = Faces::Triangles(vec![[6, 7, 4], [2, 3, 0], [4, 5, 6], [0, 1, 2]]);
    let right = selection("right", &[4, 5, 6, 7], &[0, 2]);
    let axis = selection("axis", &[0, 3], &[]);
    let rows = [
        (square(cut.clone(), vec![]), vec![right.clone(), axis.clone()], "2 selections: right, axis"),
        // The vertices came back by themselves.
        (
            square(cut.clone(), vec![selection("right", &[4, 5, 6, 7], &[]), axis.clone()]),
            vec![right.clone(), axis.clone()],
            "1 selections: right",
        ),
        // The other variant of the format has its name in other letters.
        (
            square(cut.clone(), vec![selection("RIGHT", &[4, 5, 6, 7], &[]), axis.clone()]),
            vec![Selection { name: "RIGHT".into(), ..right.clone() }, axis.clone()],
            "1 selections: right",
        ),
        // It has another name now.
        (
            square(cut.clone(), vec![selection("east", &[4, 5, 6, 7], &[]), axis.clone()]),
            vec![Selection { name: "east".into(), ..right.clone() }, axis.clone()],
            "1 selections: right",
        ),
        // One was taken out by hand.
        (
            square(quads(), vec![selection("right", &[], &[1])]),
            vec![selection("right", &[], &[1])],
            "1 selections that are not restored: axis",
        ),
    ];
    for (edited, expected, said) in rows {
        let (scene, found) = like_of(edited, &first);
        assert_eq!(scene.meshes[0].selections, expected, "{said}");
        assert!(found.iter().any(|found| found == said), "{said}: {found:?}");
    }
    let mut moved = square(cut, vec![]);
    moved.meshes[0].positions[6].x += 1.0;
    let (scene, found) = like_of(moved, &first);
    assert_eq!(scene.meshes[0].selections.len(), 1);
    assert!(found.contains(&"1 selections that are not restored: right".to_owned()), "{found:?}");
    // Of two vertices at one place nothing says which was selected.
    let mut first = first;
    first.meshes[0].selections.push(selection("axis", &[1], &[]));
    let (_, found) = like_of(square(quads(), vec![]), &first);
    assert!(found.contains(&"1 selections that are not restored: axis".to_owned()), "{found:?}");
}

#[test]
fn selections_of_proxies_that_nodes_place_are_not_missed() {
    for (path, is_said) in [("\\Addon\\Gun.p3d", false), ("\\addon\\other", true)] {
        let scene = |selections| {
            let mut scene = Scene::default();
            let node = scene.add_node(None, place("level", 0.0));
            scene[node].mesh = Some(Box::new(MeshInstance::new(MeshId(0))));
            let gun = scene.add_node(Some(node), place("gun", 1.0));
            scene[gun].proxy = Some(Box::new(Proxy { path: path.into(), id: 3 }));
            scene.meshes.push(Mesh {
                name: "level".into(),
                positions: vec![Vec3::ZERO],
                selections,
                ..Mesh::default()
            });
            scene
        };
        let name = "proxy:\\addon\\gun.03";
        let first = scene(vec![Selection { name: name.into(), faces: vec![0], ..Selection::default() }]);
        let mut report = Report::default();
        unrestored::note(&scene(Vec::new()), &first, &mut report);
        assert_eq!(!report.0.is_empty(), is_said, "{path}");
    }
}
