//! Layers and properties of materials.

use super::*;
use crate::Unused;
use glam::Vec4;
use retromesh_core::material::{
    AlphaMode, Blend, Image, LayerBlend, Mapping, Material, Shading, Texture, TextureLayer, TextureRole, Wrap,
};
use retromesh_core::{ImageId, MaterialId, TextureId};

/// A layer of the slot, texture and coordinates of one number.
fn layer(at: u32, role: TextureRole) -> TextureLayer {
    TextureLayer { slot: at, texture: TextureId(at), role, blend: LayerBlend::Multiply, uv_set: at }
}

#[test]
fn layers_that_tools_drop_come_back() {
    let material =
        |name: &str, layers: Vec<TextureLayer>| Material { name: name.into(), layers, ..Material::default() };
    let image = |path: &str| Image { path: path.into(), ..Image::default() };
    let texture = |at| Texture { image: Some(ImageId(at)), ..Texture::default() };
    let second = TextureLayer { texture: TextureId(0), ..layer(2, TextureRole::Color) };
    let layers = vec![layer(1, TextureRole::Lightmap), layer(0, TextureRole::Color), second];
    let original = Scene {
        images: vec![image("gfx\\Wall.jpg"), image("room_lm.png")],
        textures: vec![texture(0), texture(1)],
        materials: vec![material("wall", layers.clone()), material("wall", layers)],
        ..Scene::default()
    };
    // The image that the second material shows now, whether properties are left, and whether its layers come back.
    for (name, has_extras, are_back) in
        [("wall", false, true), ("door", false, true), ("wall", true, true), ("door", true, false)]
    {
        let mut original = original.clone();
        original.materials.push(material("other", vec![]));
        for material in &mut original.materials {
            material.extras.extend(has_extras.then(|| ("b3d.fx".to_owned(), 9.into())));
        }
        let other = original.materials[2].clone();
        let edited = Scene {
            images: vec![image(name)],
            textures: vec![texture(0)],
            materials: vec![other, material("wall.001", vec![layer(0, TextureRole::Color)])],
            ..Scene::default()
        };
        let (scene, said) = like_of(edited, &original);
        let paths: Vec<&str> = scene.materials[1]
            .layers
            .iter()
            .map(|layer| scene.images[scene[layer.texture].image.unwrap().index()].path.as_str())
            .collect();
        assert_eq!(Unused::Textures.count(&scene), 0, "the texture that was replaced stays");
        // The name of the file has its extension again.
        let own = if name == "wall" { "gfx\\Wall.jpg" } else { name };
        assert_eq!(paths, if are_back { vec!["room_lm.png", own, "gfx\\Wall.jpg"] } else { vec![own] }, "{name}");
        let is_old = said.iter().any(|line| line.contains("in another layer: wall slot 2 Wall.jpg"));
        assert_eq!(is_old, are_back && name == "door", "{said:?}");
    }
}

#[test]
fn what_gltf_does_not_say_of_materials_comes_back_where_all_extras_are_gone() {
    let image = |path: &str| Image { path: path.into(), ..Image::default() };
    let material = |name: &str, key: &str, alpha_mode, blend| Material {
        name: name.into(),
        alpha_mode,
        blend,
        layers: vec![TextureLayer { slot: 1, ..layer(0, TextureRole::Color) }],
        shading: Shading { no_fog: blend == Blend::Add, ..Shading::default() },
        extras: Extras::from([(key.to_owned(), 9.into())]),
        ..Material::default()
    };
    let texture = Texture { image: Some(ImageId(0)), mapping: Mapping::Sphere, ..Texture::default() };
    let glow = |name| material(name, "b3d.fx", AlphaMode::Blend, Blend::Add);
    let original = Scene {
        images: vec![image("gfx\\Glow.jpg")],
        textures: vec![texture],
        materials: vec![
            glow("glow"),
            material("glow", "b3d.fx", AlphaMode::Opaque, Blend::Alpha),
            glow("made opaque"),
            glow("gone"),
        ],
        ..Scene::default()
    };
    let plain = |name: &str, alpha_mode| Material {
        layers: vec![layer(0, TextureRole::Color)],
        extras: Extras::new(),
        shading: Shading::default(),
        ..material(name, "", alpha_mode, Blend::Alpha)
    };
    let edited = Scene {
        images: vec![image("glow.png")],
        textures: vec![Texture { image: Some(ImageId(0)), wrap_u: Wrap::Clamp, ..Texture::default() }],
        materials: vec![
            plain("glow", AlphaMode::Blend),
            plain("glow", AlphaMode::Opaque),
            plain("made opaque", AlphaMode::Opaque),
        ],
        ..Scene::default()
    };
    let (scene, said) = like_of(edited.clone(), &original);
    assert_eq!(scene.materials[..2], original.materials[..2]);
    assert_eq!((scene.materials[2].blend, scene.materials[2].shading.no_fog), (Blend::Alpha, true));
    assert_eq!((scene.textures[0].mapping, scene.textures[0].wrap_u), (Mapping::Sphere, Wrap::Clamp));
    let gone = "1 materials that no face uses: gone";
    assert_eq!(said, ["3 properties of materials: glow, glow, made opaque", gone]);
    // Another image is shown as that one was.
    let mut painted = edited.clone();
    painted.images[0].path = "moss.png".into();
    assert_eq!(like_of(painted, &original).0.textures[0], scene.textures[0]);
    // Where some are left, they were taken out by hand.
    let mut kept = edited;
    kept.materials[2].extras.insert("b3d.fx".into(), 9.into());
    let (scene, said) = like_of(kept, &original);
    assert_eq!((scene.materials[0].blend, said), (Blend::Alpha, vec![gone.to_owned()]));
}

#[test]
fn textures_that_do_not_repeat_stay_so_where_a_program_drops_that() {
    let clamped = Texture { image: Some(ImageId(0)), wrap_u: Wrap::Clamp, ..Texture::default() };
    let model = |texture: &Texture, extras: Extras| Scene {
        images: vec![Image { path: "hull.paa".into(), ..Image::default() }],
        textures: vec![texture.clone(); 2],
        materials: vec![Material { layers: vec![layer(0, TextureRole::Color)], ..Material::default() }],
        extras,
        ..Scene::default()
    };
    let version = || Extras::from([("p3d.version".to_owned(), "ODOL".into())]);
    let repeats = Texture { wrap_u: Wrap::Repeat, ..clamped.clone() };
    let original = model(&clamped, version());
    let mut one_left = model(&repeats, Extras::new());
    one_left.textures[1].wrap_v = Wrap::Clamp;
    for (edited, expected) in [
        (model(&repeats, Extras::new()), Wrap::Clamp),
        // What keeps extras keeps this, too, and so does what keeps one of them.
        (model(&repeats, version()), Wrap::Repeat),
        (one_left, Wrap::Repeat),
    ] {
        let (scene, found) = like_of(edited, &original);
        assert_eq!(scene.textures[0].wrap_u, expected, "{found:?}");
        assert_eq!(found.contains(&"1 properties of materials: ".to_owned()), expected == Wrap::Clamp, "{found:?}");
    }
}

#[test]
fn materials_that_no_face_used_come_back_in_their_places() {
    let image = |path: &str| Image { path: path.into(), ..Image::default() };
    let texture = |at| Texture { image: Some(ImageId(at)), ..Texture::default() };
    let material = |name: &str, at| Material {
        name: name.into(),
        layers: vec![layer(at, TextureRole::Color)],
        shading: Shading { no_fog: true, ..Shading::default() },
        ..Material::default()
    };
    let mesh = |materials: &[u32]| {
        let faces = Faces::Triangles(vec![[0, 1, 2]]);
        let part = |at: &u32| Part { material: Some(MaterialId(*at)), faces: faces.clone(), ..Part::default() };
        let parts = materials.iter().map(part).collect();
        Mesh { name: "wall".into(), positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y], parts, ..Mesh::default() }
    };
    let mut original = wall(mesh(&[0, 2]));
    original.images = vec![image("a.png"), image("b.png"), image("c.png")];
    original.textures = (0..3).map(texture).collect();
    original.materials = vec![material("a", 0), material("b", 1), material("c", 2)];
    let edited = |names: &[&str]| {
        let mut edited = wall(mesh(&(0..names.len() as u32).collect::<Vec<_>>()));
        edited.images = names.iter().map(|name| image(&format!("{name}.png"))).collect();
        edited.textures = (0..names.len() as u32).map(texture).collect();
        edited.materials = (0..).zip(names).map(|(at, name)| material(name, at)).collect();
        edited
    };
    // One that went with its faces stays out.
    for (names, expected) in [
        (["a", "c"].as_slice(), ["a", "b", "c"].as_slice()),
        (&["c", "a"], &["a", "b", "c"]),
        (&["new", "c"], &["new", "b", "c"]),
        (&["a"], &["a", "b"]),
    ] {
        let (scene, said) = like_of(edited(names), &original);
        assert!(said.contains(&"1 materials that no face uses: b".to_owned()), "{said:?}");
        let own: Vec<&str> = scene.materials.iter().map(|material| material.name.as_str()).collect();
        assert_eq!(own, expected);
        for material in &scene.materials {
            let image = scene[material.layers[0].texture].image.unwrap();
            assert_eq!(scene.images[image.index()].path, format!("{}.png", material.name));
        }
        assert_eq!(scene.materials[1].shading, original.materials[1].shading);
        let of_part = |part: &Part| scene[part.material.unwrap()].name.as_str();
        assert_eq!(scene.meshes[0].parts.iter().map(of_part).collect::<Vec<_>>(), names);
    }
    // It has the texture that it shared.
    original.materials[1].layers = original.materials[0].layers.clone();
    let (scene, _) = like_of(edited(&["a", "c"]), &original);
    assert_eq!((scene.materials[1].layers[0].texture, scene.textures.len()), (TextureId(0), 2));
}

/// Blender counts names among those that faces use.
#[test]
fn of_materials_of_one_name_those_that_faces_use_are_left() {
    let scene = |names: &[&str], used: &[u32]| {
        let faces = Faces::Triangles(vec![[0, 1, 2]]);
        let part = |at: &u32| Part { material: Some(MaterialId(*at)), faces: faces.clone(), ..Part::default() };
        let positions = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
        let mut scene = wall(Mesh { positions, parts: used.iter().map(part).collect(), ..Mesh::default() });
        scene.materials = names.iter().map(|&name| Material { name: name.into(), ..Material::default() }).collect();
        scene
    };
    for (used, names) in [(&[1][..], &["moss"][..]), (&[0], &["moss"]), (&[1, 3], &["moss", "moss.001"])] {
        let edited = scene(names, &(0..names.len() as u32).collect::<Vec<_>>());
        let (scene, found) = like_of(edited, &scene(&["moss"; 4], used));
        let now: Vec<u32> = scene.meshes[0].parts.iter().map(|part| part.material.unwrap().0).collect();
        assert_eq!((&now[..], scene.materials.len()), (used, 4), "{found:?}");
    }
}

#[test]
fn a_light_map_that_the_user_takes_out_stays_out() {
    let layer = |slot, role, blend| TextureLayer { slot, texture: TextureId(0), role, blend, uv_set: 0 };
    let light_map = layer(0, TextureRole::Lightmap, LayerBlend::Add);
    let color = layer(1, TextureRole::Color, LayerBlend::Multiply2x);
    let room = |layers: &[&TextureLayer]| {
        let layers = layers.iter().copied().cloned().collect();
        let scene = Scene {
            textures: vec![Texture::default()],
            materials: vec![Material { name: "wall".into(), layers, ..Material::default() }],
            ..Scene::default()
        };
        scene.into_valid().unwrap()
    };
    // Without the extras the colour is a layer like any other.
    let plain = layer(0, TextureRole::Color, LayerBlend::Multiply);
    for (left, count) in [(&color, 1), (&plain, 2)] {
        let (edited, original) = (room(&[left]), room(&[&light_map, &color]));
        let scene = like(edited, &original, &Budget::default(), &mut Diagnostics::new()).unwrap();
        assert_eq!(scene.materials[0].layers.len(), count, "{left:?}");
    }
}

#[test]
fn materials_without_a_face_that_tools_drop_are_named() {
    let scene = |names: &[&str]| {
        let (faces, material) = (Faces::Triangles(vec![[0, 1, 2]]), Some(MaterialId::new(0)));
        let parts = vec![Part { faces, material, ..Part::default() }];
        let mut scene = wall(Mesh { positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y], parts, ..Mesh::default() });
        scene.materials = names.iter().map(|&name| Material { name: name.into(), ..Material::default() }).collect();
        scene
    };
    let first = scene(&["brick", "brick", "moss"]);
    let rows: [(&[&str], Option<&str>); 4] = [
        (&["brick", "brick.001", "moss"], None),
        (&["brick"], Some("2 materials that no face uses: brick, moss")),
        (&["brick", "brick"], Some("1 materials that no face uses: moss")),
        (&["stone", "brick", "moss"], None),
    ];
    for (names, expected) in rows {
        let (_, found) = like_of(scene(names), &first);
        let said = found.iter().find(|said| said.contains("that no face uses")).map(String::as_str);
        assert_eq!(said, expected, "{names:?}");
    }
}

#[test]
fn colours_that_were_painted_since_are_shown() {
    let scene = |colors: &[Vec4], vertex_colors: bool| {
        let mut scene = Scene::default();
        let node = scene.add_node(None, place("wall", 0.0));
        scene[node].mesh = Some(Box::new(MeshInstance::new(MeshId(0))));
        let (faces, material) = (Faces::Triangles(vec![[0, 1, 2]]), Some(MaterialId::new(0)));
        let parts = vec![Part { faces, material, ..Part::default() }];
        let color_sets = if colors.is_empty() { vec![] } else { vec![colors.repeat(3)] };
        scene.meshes.push(Mesh { positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y], color_sets, parts, ..Mesh::default() });
        let shading = Shading { vertex_colors, ..Shading::default() };
        scene.materials.push(Material { name: "wall".into(), shading, ..Material::default() });
        scene
    };
    let (none, white, red) = (&[][..], &[Vec4::ONE][..], &[Vec4::new(1.0, 0.0, 0.0, 1.0)][..]);
    // The colours that there are, those of the original, which shows none, and whether they are shown.
    for (own, known, shown) in [(red, none, true), (red, white, true), (white, none, false), (red, red, false)] {
        let (scene, _) = like_of(scene(own, true), &scene(known, false));
        assert_eq!(scene.materials[0].shading.vertex_colors, shown, "{own:?} {known:?}");
    }
}

/// Programs that look for a file of the name get the colour of such a texture instead.
#[test]
fn a_texture_that_became_a_colour_comes_back_where_the_colour_is_the_same() {
    let path = "#(argb,8,8,3)color(0.5,0.25,0,0.75,ca)";
    let material = |color, layers| Material {
        name: path.into(),
        base_color: color,
        alpha_mode: AlphaMode::Blend,
        layers,
        ..Material::default()
    };
    let original = Scene {
        images: vec![Image { path: path.into(), ..Image::default() }],
        textures: vec![Texture { image: Some(ImageId(0)), ..Texture::default() }],
        materials: vec![material(Vec4::ONE, vec![layer(0, TextureRole::Color)])],
        ..Scene::default()
    };
    for (color, is_back) in [
        (Vec4::new(0.5, 0.25, 0.0, 0.75), true),
        (Vec4::new(128.0, 64.0, 0.0, 191.0) / 255.0, true),
        (Vec4::new(0.5, 0.25, 0.0, 1.0), false),
    ] {
        let (scene, found) = like_of(Scene { materials: vec![material(color, vec![])], ..Scene::default() }, &original);
        let paths: Vec<&str> = scene.images.iter().map(|image| image.path.as_str()).collect();
        let expected = if is_back { (Vec4::ONE, vec![path], 1) } else { (color, vec![], 0) };
        let material = &scene.materials[0];
        assert_eq!((material.base_color, paths, material.layers.len()), expected, "{found:?}");
    }
}

/// Materials of the original, of which of them its faces are, and what each of the edited ones gets.
type Row<'r> = (&'r [(&'r str, &'r str)], [usize; 4], [Option<&'r str>; 4]);

/// One kind of file has a material for each way in which a texture goes on past its edges.
#[test]
fn materials_of_one_name_are_those_of_the_image_and_the_faces() {
    let scene = |kind: &str, materials: &[(&str, &str)], of_faces: [usize; 4]| {
        let face = |(number, material): (u32, usize)| Part {
            faces: Faces::Triangles(vec![[0, 1, number + 2]]),
            material: Some(MaterialId::new(material)),
            ..Part::default()
        };
        let mut scene = wall(Mesh {
            positions: (0..6).map(|at| Vec3::new((at * at) as f32, at as f32, 0.0)).collect(),
            parts: (0..).zip(of_faces).map(face).collect(),
            ..Mesh::default()
        });
        scene.extras.insert("p3d.version".into(), kind.into());
        let image = |path: &str| Image { path: path.into(), ..Image::default() };
        scene.images = vec![image("hull.paa"), image("new.paa")];
        scene.textures = (0..2).map(|at| Texture { image: Some(ImageId(at)), ..Texture::default() }).collect();
        for (name, rvmat) in materials {
            let of_image = u32::from(*rvmat == "new");
            let extras = Some(("p3d.material".into(), (*rvmat).into())).filter(|_| kind == "MLOD P3DM");
            scene.materials.push(Material {
                name: (*name).into(),
                layers: vec![layer(of_image, TextureRole::Color)]
                    .into_iter()
                    .map(|l| TextureLayer { uv_set: 0, ..l })
                    .collect(),
                extras: extras.into_iter().collect(),
                ..Material::default()
            });
        }
        scene
    };
    let (hull, first, second) = ("hull", Some("a.rvmat"), Some("b.rvmat"));
    let own = [("hull", ""), ("hull.001", ""), ("hull.002", "new"), ("hull.003", "")];
    let rows: [Row<'_>; 2] = [
        (&[(hull, "a.rvmat")], [0; 4], [first, first, None, first]),
        (&[(hull, "a.rvmat"), (hull, "b.rvmat")], [1, 0, 0, 1], [second, first, None, second]),
    ];
    for (known, of_faces, expected) in rows {
        let original = scene("MLOD P3DM", known, of_faces);
        let (scene, found) = like_of(scene("ODOL v7", &own, [0, 1, 2, 3]), &original);
        let said: Vec<Option<&str>> = scene
            .materials
            .iter()
            .map(|material| material.extras.get("p3d.material").and_then(Extra::as_text))
            .collect();
        assert_eq!(said, expected, "{found:?}");
        assert_eq!((scene.materials[1].name.as_str(), scene.materials[2].name.as_str()), (hull, "hull.002"));
    }
}
