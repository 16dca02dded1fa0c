//! Pictures of known scenes: the right way round, right in front, the same every time.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs, unreachable_pub)]

mod scenes;

use glam::{Vec2, Vec3};
use retromesh_core::material::{AlphaMode, Material, Texture, TextureAlpha, TextureLayer, TextureRole};
use retromesh_core::mesh::Faces;
use retromesh_core::scene::{Node, Trs};
use retromesh_core::space::{Axis, UvOrigin, Winding};
use retromesh_core::{Scene, Space};
use retromesh_preview::{Limits, Look, Moment, Picture, Rendered, Shot, Stage, View, difference};
use scenes::{LETTER, deforming, lettered, materials, place, shot, square};
use std::collections::BTreeSet;
use std::path::Path;

const LEFT_HANDED: Space = Space { forward: Axis::PlusZ, winding: Winding::Clockwise, ..Space::GLTF };
const Z_UP: Space = Space { up: Axis::PlusZ, forward: Axis::PlusY, uv_origin: UvOrigin::BottomLeft, ..Space::GLTF };

fn stage(scene: Scene) -> Stage {
    Stage::new(scene.into_valid().unwrap(), Limits::default())
}

fn render(scene: Scene, shot: &Shot) -> Rendered {
    stage(scene).render(shot).unwrap()
}

/// Reads the letter back from a picture of the lettered square.
fn read(picture: &Picture) -> Vec<String> {
    let background = Shot::default().background;
    let inside = |x: u32, y: u32| picture.pixel(x, y).is_some_and(|p| p != background);
    let columns: Vec<u32> = (0..picture.width).filter(|&x| inside(x, picture.height / 2)).collect();
    let rows: Vec<u32> = (0..picture.height).filter(|&y| inside(picture.width / 2, y)).collect();
    let at = |line: &[u32], i: usize| line[line.len() * (2 * i + 1) / 16];
    let dark = |x, y| picture.pixel(x, y).is_some_and(|p| p[0] < 128);
    let mark = |column, row| if dark(at(&columns, column), at(&rows, row)) { '#' } else { '.' };
    (0..8).map(|row| (0..8).map(|column| mark(column, row)).collect()).collect()
}

#[test]
fn letters_read_the_right_way_round_in_every_space() {
    let mut shot = shot(200);
    shot.view = View::BACK;
    for space in [Space::GLTF, LEFT_HANDED, Z_UP] {
        let mut scene = lettered(Texture::default());
        scene.convert_to(space);
        assert_eq!(read(&render(scene, &shot).picture), LETTER, "{space:?}");
    }
}

#[test]
fn faces_are_culled_by_side_and_material() {
    let drawn = |change: &dyn Fn(&mut Scene, &mut Shot)| {
        let (mut scene, mut shot) = (lettered(Texture::default()), shot(40));
        shot.view = View::FRONT;
        change(&mut scene, &mut shot);
        let picture = render(scene, &shot).picture;
        picture.pixels.iter().any(|p| *p != shot.background)
    };
    let mirror = Trs { scale: Vec3::new(1.0, 1.0, -1.0), ..Trs::IDENTITY };
    assert!(!drawn(&|_, _| {}), "the square turns its back");
    assert!(drawn(&|_, shot| shot.view = View::BACK));
    assert!(drawn(&|_, shot| shot.back_faces = true));
    assert!(drawn(&|_, shot| shot.look = Look::Faces));
    assert!(drawn(&|scene, _| scene.materials[0].shading.double_sided = true));
    assert!(drawn(&|scene, _| scene.nodes[0].transform = mirror.into()), "a mirrored square is turned round");
    assert!(drawn(&|scene, _| scene.meshes[0].parts[0].faces.flip()));
    assert!(!drawn(&|scene, shot| (shot.view, scene.nodes[0].hidden) = (View::BACK, true)));
    assert!(drawn(&|scene, shot| (shot.view, scene.nodes[0].hidden, shot.hidden) = (View::BACK, true, true)));
}

#[test]
fn the_nearer_of_two_is_seen_whatever_the_order() {
    for nearer_first in [true, false] {
        let mut scene = Scene::default();
        let mut colors = [Vec3::X, Vec3::Z].map(|color| {
            let mut material = Material { base_color: color.extend(1.0), ..Default::default() };
            material.shading.unlit = true;
            scenes::add_material(&mut scene, material)
        });
        let mut depths = [0.5, -0.5];
        if !nearer_first {
            colors.reverse();
            depths.reverse();
        }
        for (material, z) in colors.into_iter().zip(depths) {
            let place_at = Trs { translation: Vec3::Z * z, ..Trs::IDENTITY };
            place(&mut scene, square(Some(material)), place_at);
        }
        let mut shot = shot(40);
        shot.view = View::BACK;
        assert_eq!(render(scene, &shot).picture.pixel(20, 20), Some([255, 0, 0, 255]), "{nearer_first}");
    }
}

#[test]
fn a_deformed_skin_follows_its_joint_and_keeps_its_surface() {
    let mut shot = shot(96);
    shot.view = View::BACK;
    shot.look = Look::Faces;
    let stage = stage(deforming());
    let (animation, clip) = stage.scene().clip(Some("BEND")).unwrap();
    let lit = |tick: f32| {
        let mut shot = shot.clone();
        shot.moment = Moment::At { animation, tick };
        let bounds = stage.bounds(&shot).unwrap().unwrap();
        let picture = stage.render(&shot).unwrap().picture;
        // Red is the inside of the closed body: it shows where the skin is torn or inside out.
        let red = picture.pixels.iter().filter(|p| p[0] > p[2]).count();
        assert_eq!(red, 0, "tick {tick}");
        bounds
    };
    let (rest, deformed) = (lit(clip.first), lit(clip.last));
    assert!(
        deformed.max.x > rest.max.x + 0.5 && deformed.max.y < rest.max.y - 0.2,
        "it turns to the right: {deformed:?}"
    );
}

#[test]
fn a_baked_light_multiplies_by_its_own_coordinates_and_replaces_the_lamp() {
    let mut scene = lettered(Texture::default());
    scene.materials[0].shading.unlit = false;
    // Dark on the left, half bright on the right.
    let light = Picture { width: 2, height: 1, pixels: vec![[0, 0, 0, 255], [128, 128, 128, 255]] };
    let texture = Texture { nearest: true, ..Texture::default() };
    let texture = scenes::add_texture(&mut scene, Some(light.png().unwrap()), texture);
    let layer = TextureLayer { slot: 1, role: TextureRole::Lightmap, uv_set: 1, ..scenes::layer(texture) };
    scene.materials[0].layers.push(layer);
    // The second set is the first one turned half round: left is right.
    let turned = scene.meshes[0].uv_sets[0].iter().map(|uv| Vec2::ONE - *uv).collect();
    scene.meshes[0].uv_sets.push(turned);
    let mut shot = shot(64);
    shot.view = View::BACK;
    let picture = render(scene, &shot).picture;
    assert_eq!(picture.pixel(20, 52).map(|p| p[0]), Some(128), "white by half the light");
    assert_eq!(picture.pixel(44, 52).map(|p| p[0]), Some(0));
}

/// Black letters on white, with a texture of green light before or after theirs.
#[test]
fn light_that_is_emitted_is_not_dimmed_by_the_texture() {
    let green = Picture { width: 1, height: 1, pixels: vec![[0, 255, 0, 255]] };
    for at in [0, 1] {
        let mut scene = lettered(Texture::default());
        let texture = scenes::add_texture(&mut scene, Some(green.png().unwrap()), Texture::default());
        let layer = TextureLayer { slot: 1, role: TextureRole::Emissive, ..scenes::layer(texture) };
        scene.materials[0].layers.insert(at, layer);
        let mut shot = shot(64);
        shot.view = View::BACK;
        let picture = render(scene, &shot).picture;
        let lit = picture.pixels.iter().filter(|pixel| **pixel == [0, 255, 0, 255]).count();
        assert!(lit > 100, "{at}: {lit}");
    }
}

#[test]
fn a_face_without_normals_or_uvs_is_lit_flat_and_without_its_texture() {
    let mut scene = lettered(Texture::default());
    scene.meshes[0].uv_sets.clear();
    scene.materials[0].shading.unlit = false;
    let mut shot = shot(40);
    shot.view = View::BACK;
    let middle = render(scene, &shot).picture.pixel(20, 20).unwrap();
    assert!(middle[0] > 150 && middle[0] == middle[1], "{middle:?}");
}

fn golden_scenes() -> Vec<(&'static str, Scene, Shot)> {
    let mut front = shot(96);
    front.view = View::BACK;
    let mut angled = front.clone();
    angled.view = View { yaw: 30.0, pitch: 20.0 };
    let mut deformed = angled.clone();
    (deformed.skeleton, deformed.wireframe, deformed.moment) = (true, true, Moment::At { animation: 0, tick: 6.0 });
    let mut ground = angled.clone();
    (ground.grid, ground.axes) = (true, true);
    let smooth = Texture { nearest: false, ..Texture::default() };
    let mut tiled = lettered(smooth);
    tiled.meshes[0].uv_sets[0].iter_mut().for_each(|uv| *uv = *uv * 3.0 - Vec2::ONE);
    let mut normals = angled.clone();
    normals.look = Look::Normals;
    vec![
        ("letter", lettered(Texture::default()), front.clone()),
        ("tiled", tiled, angled.clone()),
        ("materials", materials(), angled),
        ("bent", deforming(), deformed),
        ("ground", deforming(), ground),
        ("normals", deforming(), normals),
        ("empty", Scene::default(), front),
    ]
}

/// Pictures are kept under `tests/golden`; `RETROMESH_BLESS=1` writes them anew.
#[test]
fn the_alpha_of_an_image_counts_where_the_material_is_not_opaque_by_itself() {
    // A picture that is clear on its left half.
    let mut image = Picture::filled(8, 8, [255, 0, 0, 255]);
    image.pixels.iter_mut().enumerate().filter(|(n, _)| n % 8 < 4).for_each(|(_, pixel)| pixel[3] = 0);
    let seen = |alpha_mode: AlphaMode, alpha: TextureAlpha, opacity: f32| {
        let mut scene = Scene::default();
        let texture = Texture { alpha, nearest: true, ..Texture::default() };
        let texture = scenes::add_texture(&mut scene, Some(image.png().unwrap()), texture);
        let base_color = glam::Vec4::new(1.0, 1.0, 1.0, opacity);
        let material = Material { alpha_mode, base_color, layers: vec![scenes::layer(texture)], ..Material::default() };
        let material = scenes::add_material(&mut scene, material);
        place(&mut scene, square(Some(material)), Trs::IDENTITY);
        let mut shot = shot(64);
        shot.view = View::BACK;
        let picture = render(scene, &shot).picture;
        let drawn = picture.pixels.iter().filter(|pixel| **pixel != shot.background).count();
        drawn as f32 / picture.pixels.len() as f32
    };
    let whole = seen(AlphaMode::Opaque, TextureAlpha::Ignore, 1.0);
    let rows = [
        (AlphaMode::Mask { cutoff: 0.75 }, TextureAlpha::Ignore, 1.0, 0.5),
        (AlphaMode::Blend, TextureAlpha::Ignore, 1.0, 0.5),
        (AlphaMode::Blend, TextureAlpha::Blend, 1.0, 0.5),
        // Blitz3D: the brush is half transparent, its image is said to be opaque.
        (AlphaMode::Blend, TextureAlpha::Ignore, 0.5, 1.0),
        (AlphaMode::Opaque, TextureAlpha::Ignore, 1.0, 1.0),
    ];
    for (mode, alpha, opacity, share) in rows {
        let found = seen(mode, alpha, opacity) / whole;
        assert!((found - share).abs() < 0.05, "{mode:?} {alpha:?} {opacity}: {found}");
    }
}

#[test]
fn golden_pictures() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let bless = std::env::var_os("RETROMESH_BLESS").is_some();
    let scenes = golden_scenes();
    for (name, scene, shot) in &scenes {
        let picture = render(scene.clone(), shot).picture;
        let path = folder.join(format!("{name}.png"));
        if bless {
            std::fs::write(&path, picture.png().unwrap()).unwrap();
        }
        let kept = image::open(&path).unwrap().into_rgba8();
        let kept =
            Picture { width: kept.width(), height: kept.height(), pixels: kept.into_raw().as_chunks::<4>().0.to_vec() };
        let (difference, _) = difference(&kept, &picture, shot.background).unwrap();
        // Machines may round a sample on an edge another way; what an eye would see is far above.
        assert!(difference.mean < 0.25, "{name}: {difference:?}");
        assert!(std::fs::metadata(&path).unwrap().len() < 20_000, "{name}");
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), scenes.len(), "one file a scene");
}

#[test]
fn the_same_scene_gives_the_same_bytes_on_any_number_of_threads() {
    for (name, scene, shot) in golden_scenes() {
        let pictures = [1, 2, 5].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| render(scene.clone(), &shot).picture.png().unwrap())
        });
        assert!(pictures.iter().all(|bytes| *bytes == pictures[0]), "{name}");
    }
}

#[test]
fn a_turntable_comes_back_and_a_sheet_holds_its_pictures() {
    let stage = stage(deforming());
    let shot = shot(32);
    let turn: Vec<Picture> = stage.frames(&shot, Some(4), &[]).unwrap().map(Result::unwrap).collect();
    assert_eq!(turn.len(), 4);
    let moments = Stage::moments(0, 0.0, 10.0, 3, false);
    assert_eq!(moments[2], Moment::At { animation: 0, tick: 10.0 });
    assert_eq!(stage.frames(&shot, None, &moments).unwrap().count(), 3);
    let views = [View::FRONT, View::TOP];
    let sheet = stage.sheet(&shot, &views, &moments).unwrap().picture;
    assert_eq!((sheet.width, sheet.height), (96, 64));
    let sheet = stage.sheet(&shot, &[View::FRONT; 3], &[]).unwrap().picture;
    assert_eq!((sheet.width, sheet.height), (64, 64));
    assert_eq!(sheet.pixel(40, 40), Some(shot.background), "the fourth cell is empty");
}

#[test]
fn a_uv_layout_shows_the_image_the_right_way_up() {
    let stage = stage(lettered(Texture::default()));
    let picture = stage.uv_layout(&shot(128), 0).unwrap();
    // Two cells of the letter: its arm above and the empty place below it.
    let cell = |column: f32, row: f32| picture.pixel((4.0 + column * 15.0) as u32, (4.0 + row * 15.0) as u32).unwrap();
    assert!(cell(4.9, 1.5)[0] < 100 && cell(4.9, 5.2)[0] > 150, "{:?} {:?}", cell(4.9, 1.5), cell(4.9, 5.2));
    let error = stage.uv_layout(&shot(16), 3).unwrap_err();
    assert_eq!(error.to_string(), "bad UV set: expected 0 to 0, found 3");
}

#[test]
fn hostile_scenes_give_a_picture_or_an_error() {
    type Change = fn(&mut Scene);
    let rows: [(&str, Change); 22] = [
        ("nan position", |s| s.meshes[0].positions[0] = Vec3::NAN),
        ("infinite position", |s| s.meshes[0].positions[1].y = f32::INFINITY),
        ("huge", |s| s.meshes[0].positions.iter_mut().for_each(|p| *p *= 1e38)),
        ("tiny", |s| s.meshes[0].positions.iter_mut().for_each(|p| *p *= 1e-40)),
        ("huge node", |s| s.nodes[0].transform = Trs { scale: Vec3::splat(1e30), ..Trs::IDENTITY }.into()),
        ("nan node", |s| s.nodes[0].transform = Trs { scale: Vec3::NAN, ..Trs::IDENTITY }.into()),
        ("flat node", |s| s.nodes[0].transform = Trs { scale: Vec3::ZERO, ..Trs::IDENTITY }.into()),
        ("one far point", |s| s.meshes[0].positions[0] = Vec3::splat(3e38)),
        ("zero area", |s| s.meshes[0].positions.iter_mut().for_each(|p| *p = Vec3::ONE)),
        ("no vertex", |s| s.meshes[0].positions.clear()),
        ("index out of range", |s| s.meshes[0].parts[0].faces = Faces::Triangles(vec![[0, 1, u32::MAX], [0, 1, 2]])),
        ("broken polygon starts", |s| {
            s.meshes[0].parts[0].faces = Faces::Polygons { starts: vec![3, 1, 900, 0, 4], indices: vec![0, 1, 2, 3] };
        }),
        ("short uv", |s| s.meshes[0].uv_sets[0].truncate(1)),
        ("nan uv", |s| s.meshes[0].uv_sets[0].iter_mut().for_each(|uv| *uv = Vec2::splat(f32::NAN))),
        ("huge uv", |s| s.meshes[0].uv_sets[0].iter_mut().for_each(|uv| *uv *= 1e38)),
        ("no material", |s| s.materials.clear()),
        ("no texture", |s| s.textures.clear()),
        ("no image", |s| s.images.clear()),
        ("broken image", |s| s.images[0].data.as_mut().unwrap().bytes.truncate(40)),
        ("nan colour", |s| s.materials[0].base_color.x = f32::NAN),
        ("no mesh", |s| s.meshes.clear()),
        ("a node that is its own parent", |s| {
            s.nodes[0].children = vec![retromesh_core::NodeId(0)];
            s.nodes[0].parent = Some(retromesh_core::NodeId(0));
        }),
    ];
    let mut all = shot(48);
    (all.wireframe, all.skeleton, all.grid, all.axes) = (true, true, true, true);
    let mut invalid = BTreeSet::new();
    for (name, change) in rows {
        for base in [lettered(Texture::default()), deforming(), materials()] {
            let mut scene = base;
            // A change that the scene has nothing for is none.
            let textured = scene.images.first().is_some_and(|image| image.data.is_some());
            if !textured && ["broken image", "short uv", "nan uv", "huge uv", "nan colour"].contains(&name) {
                continue;
            }
            change(&mut scene);
            let Ok(scene) = scene.into_valid() else {
                invalid.insert(name);
                continue;
            };
            let stage = Stage::new(scene, Limits::default());
            for moment in [Moment::Rest, Moment::At { animation: 0, tick: f32::NAN }] {
                let mut shot = all.clone();
                shot.moment = moment;
                let picture = stage.render(&shot).unwrap().picture;
                assert_eq!(picture.pixels.len(), 48 * 48, "{name}");
                assert!(stage.sheet(&shot, &[View::ISO], &[]).is_ok(), "{name}");
                let _ = stage.uv_layout(&shot, 0);
            }
        }
    }
    let sound = ["huge", "tiny", "huge node", "flat node", "one far point", "zero area", "huge uv", "broken image"];
    assert!(
        sound.iter().all(|name| !invalid.contains(name)) && invalid.len() == rows.len() - sound.len(),
        "{invalid:?}"
    );
}

#[test]
fn sizes_are_bounded() {
    let stage = stage(Scene::default());
    let sized = |width, height| {
        let mut shot = Shot::default();
        (shot.width, shot.height) = (width, height);
        stage.render(&shot).map(|_| ()).map_err(|e| e.to_string())
    };
    assert_eq!(sized(0, 5), Err("bad picture size: expected at least 1x1, found 0x5".into()));
    assert!(sized(u32::MAX, u32::MAX).unwrap_err().starts_with("picture size in pixels over the limit"));
    assert_eq!(sized(1, 1), Ok(()));
    assert!(stage.frames(&shot(8), Some(1001), &[]).is_err());
}

#[test]
fn what_is_over_a_limit_is_left_out_and_said() {
    let mut limits = Limits::default();
    limits.triangles = 3;
    let mut scene = lettered(Texture::default());
    let instance = scene.nodes[0].mesh.clone();
    for _ in 0..2 {
        scene.add_node(None, Node { mesh: instance.clone(), ..Node::default() });
    }
    assert_eq!(
        Stage::new(scene.clone().into_valid().unwrap(), limits).render(&shot(16)).unwrap().left_out.placed_meshes,
        2
    );
    let mut limits = Limits::default();
    limits.work = 1;
    let mut shot = shot(16);
    shot.view = View::BACK;
    assert_eq!(Stage::new(scene.into_valid().unwrap(), limits).render(&shot).unwrap().unfinished_triangles, 6);
}

#[test]
fn a_blended_part_whose_image_is_missing_hides_nothing() {
    // A red square behind one whose image is not there.
    let seen = |alpha_mode: AlphaMode| {
        let mut scene = Scene::default();
        let mut red = Material { base_color: Vec3::X.extend(1.0), ..Material::default() };
        red.shading.unlit = true;
        let red = scenes::add_material(&mut scene, red);
        place(&mut scene, square(Some(red)), Trs { translation: Vec3::Z * -0.5, ..Trs::IDENTITY });
        let texture = scenes::add_texture(&mut scene, None, Texture::default());
        let material = Material { alpha_mode, layers: vec![scenes::layer(texture)], ..Material::default() };
        let material = scenes::add_material(&mut scene, material);
        place(&mut scene, square(Some(material)), Trs { translation: Vec3::Z * 0.5, ..Trs::IDENTITY });
        let mut shot = shot(40);
        shot.view = View::BACK;
        let stage = stage(scene);
        assert_eq!(stage.missing_images().len(), 1);
        let [red, green, ..] = stage.render(&shot).unwrap().picture.pixel(20, 20).unwrap();
        (red, green)
    };
    let (red, green) = seen(AlphaMode::Opaque);
    assert!(red.abs_diff(green) < 40, "only the pattern: {red} {green}");
    let (red, green) = seen(AlphaMode::Blend);
    assert!(red > green + 60 && green > 60, "the pattern over the red square: {red} {green}");
}

#[test]
fn what_turns_its_back_is_counted() {
    for (view, back_faces, drawn, culled) in
        [(View::BACK, false, 2, 0), (View::FRONT, false, 0, 2), (View::FRONT, true, 2, 0)]
    {
        let mut shot = shot(16);
        (shot.view, shot.back_faces) = (view, back_faces);
        let rendered = render(lettered(Texture::default()), &shot);
        assert_eq!((rendered.drawn_triangles, rendered.culled_triangles), (drawn, culled), "{view:?} {back_faces}");
    }
}
