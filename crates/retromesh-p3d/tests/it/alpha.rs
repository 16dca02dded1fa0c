//! Alpha of textures that are not there.
#![allow(clippy::indexing_slicing)]

use retromesh_core::material::{AlphaMode, ImageData, Material};
use retromesh_core::{Code, Diagnostics, Scene};
use retromesh_kit::{ExportOptions, ImportOptions};
use retromesh_p3d::Document;
use retromesh_p3d::convert::OdolOptions;
use retromesh_p3d::mlod::Mlod;
use retromesh_p3d::odol7::FaceList;
use retromesh_testkit::fixture;
use retromesh_wire::RawStr;

const ALPHA: u32 = 0x100;
const KEYED: u32 = 0x200;

fn document(name: &str) -> Document<'static> {
    Document::parse(&fixture(&format!("p3d/{name}.p3d")).bytes).unwrap().into_owned()
}

fn scene(document: &Document<'_>) -> Scene {
    document.to_scene_with(&ImportOptions::default(), &mut Diagnostics::new()).unwrap()
}

/// Returns the editable form of a scene, how many textures it keeps flags of, and how many materials differ in alpha.
fn editable(scene: &Scene, target: &str) -> (Mlod<'static>, [u64; 2]) {
    let (mut options, mut found) = (ExportOptions::default(), Diagnostics::new());
    options.target = Some(target.to_owned());
    let made = Document::from_scene_with(&scene.validate().unwrap(), &options, &mut found).unwrap();
    let Document::Mlod(mlod) = made.document else { panic!("no MLOD") };
    (mlod, [Code::KeptInExtras, Code::ApproximatedBlend].map(|code| found.count(code)))
}

/// Returns the flags of alpha of all faces that have a texture.
fn flags(document: &Document<'_>) -> Vec<u32> {
    let made;
    let odol = match document {
        Document::Odol(odol) => odol,
        Document::Mlod(mlod) => {
            made = mlod.to_odol(&OdolOptions::default(), &mut Diagnostics::new()).unwrap();
            &made
        }
    };
    let faces = odol.lods.iter().flat_map(|lod| lod.faces.iter());
    let mut flags: Vec<u32> =
        faces.filter(|face| face.texture >= 0).map(|face| face.special & (ALPHA | KEYED)).collect();
    flags.sort_unstable();
    flags
}

#[test]
fn alpha_comes_back_through_a_scene_and_the_editable_form() {
    let odol = document("odol-sections");
    let known = flags(&odol);
    assert!(known.contains(&ALPHA), "{known:?}");
    let modes = |scene: &Scene| {
        let mut modes: Vec<_> = scene.materials.iter().map(|m| (m.name.clone(), m.alpha_mode)).collect();
        modes.sort_by(|a, b| a.0.cmp(&b.0));
        modes
    };
    for target in ["mlod", "p3dm"] {
        let (mlod, found) = editable(&scene(&odol), target);
        assert_eq!((flags(&mlod.clone().into()), found), (known.clone(), [1, 0]), "{target}");
        // What is kept already is kept once.
        let again = scene(&mlod.clone().into());
        assert_eq!(modes(&again), modes(&scene(&odol)), "{target}");
        let count = |mlod: &Mlod<'_>| mlod.lods.iter().map(|lod| lod.properties().count()).sum::<usize>();
        assert_eq!(count(&editable(&again, target).0), count(&mlod), "{target}");
    }
}

#[test]
fn a_new_material_keeps_its_alpha_where_its_texture_is_not_there() {
    let plain = scene(&document("sp3x-triangle"));
    let rows = [
        (AlphaMode::Opaque, false, 0, [0, 0]),
        (AlphaMode::Blend, false, ALPHA, [1, 0]),
        (AlphaMode::Mask { cutoff: 0.5 }, false, KEYED, [1, 1]),
        (AlphaMode::Blend, true, 0, [0, 1]),
    ];
    for (alpha, is_there, expected, reported) in rows {
        let mut scene = plain.clone();
        scene.materials.iter_mut().for_each(|material| material.alpha_mode = alpha);
        let data = ImageData { mime: "image/png".into(), bytes: vec![1] };
        scene.images.iter_mut().for_each(|image| image.data = is_there.then(|| data.clone()));
        let (mlod, found) = editable(&scene, "mlod");
        let flags = flags(&mlod.into());
        assert!(!flags.is_empty() && flags.iter().all(|flags| *flags == expected), "{alpha:?}: {flags:x?}");
        assert_eq!(found, reported, "{alpha:?}");
    }
}

#[test]
fn a_texture_that_is_a_colour_says_its_alpha_by_its_name() {
    let rows = [
        (AlphaMode::Opaque, "1", 0, [0, 0]),
        (AlphaMode::Blend, "0.5", ALPHA, [0, 0]),
        (AlphaMode::Blend, "1", ALPHA, [1, 0]),
        (AlphaMode::Opaque, "0.5", ALPHA, [0, 1]),
    ];
    for (alpha, opacity, expected, reported) in rows {
        let mut scene = scene(&document("sp3x-triangle"));
        scene.materials.iter_mut().for_each(|material| material.alpha_mode = alpha);
        scene.images.iter_mut().for_each(|image| image.path = format!("#(argb,8,8,3)color(1,0,0,{opacity})"));
        let (mlod, found) = editable(&scene, "p3dm");
        assert_eq!(found, reported, "{alpha:?} {opacity}");
        let flags = flags(&mlod.into());
        assert!(!flags.is_empty() && flags.iter().all(|flags| *flags == expected), "{alpha:?} {opacity}: {flags:x?}");
    }
}

#[test]
fn odol_keeps_the_alpha_of_materials_whose_texture_is_not_there() {
    let odol = document("odol-sections");
    let mut rows = [AlphaMode::Blend, AlphaMode::Mask { cutoff: 0.75 }, AlphaMode::Opaque].map(|mode| (mode, 0));
    (rows[0].1, rows[1].1) = (ALPHA, KEYED);
    for (mode, expected) in rows {
        let mut scene = scene(&odol);
        scene.materials.iter_mut().filter(|m| m.base_color.w > 0.0).for_each(|material| material.alpha_mode = mode);
        let (mut options, mut found) = (ExportOptions::default(), Diagnostics::new());
        options.target = Some("odol7".to_owned());
        let made = Document::from_scene_with(&scene.validate().unwrap(), &options, &mut found).unwrap().document;
        let flags = flags(&made);
        let is_meant = |flags: &u32| [0, expected].contains(flags);
        assert!(flags.contains(&expected) && flags.iter().all(is_meant), "{mode:?}: {flags:x?}");
        assert_eq!(found.count(Code::ApproximatedBlend), 0, "{mode:?}: {found:?}");
    }
}

#[test]
fn alpha_that_was_changed_is_not_what_a_property_carried() {
    let (carrying, _) = editable(&scene(&document("odol-sections")), "mlod");
    let unchanged = scene(&carrying.clone().into());
    let is_blended = |material: &Material| material.alpha_mode == AlphaMode::Blend && material.base_color.w > 0.0;
    assert!(unchanged.materials.iter().any(is_blended));
    for (alpha, expected) in [(AlphaMode::Opaque, 0), (AlphaMode::Mask { cutoff: 0.75 }, KEYED)] {
        let mut edited = unchanged.clone();
        edited.materials.iter_mut().filter(|material| is_blended(material)).for_each(|m| m.alpha_mode = alpha);
        let (mlod, _) = editable(&edited, "mlod");
        let flags = flags(&mlod.clone().into());
        assert!(!flags.contains(&ALPHA) && flags.contains(&expected), "{alpha:?}: {flags:x?}");
        let properties = |mlod: &Mlod<'_>| mlod.lods.iter().map(|lod| lod.properties().count()).sum::<usize>();
        assert_eq!(properties(&mlod), properties(&carrying));
    }
}

#[test]
fn what_is_carried_of_a_texture_goes_with_it() {
    let (carrying, _) = editable(&scene(&document("odol-sections")), "mlod");
    let mut edited = scene(&carrying.clone().into());
    let old: Vec<String> = edited.images.iter().map(|image| image.path.clone()).collect();
    edited.images.iter_mut().for_each(|image| image.path = "camo.paa".to_owned());
    let count = |mlod: &Mlod<'_>| {
        let all = mlod.lods.iter().flat_map(retromesh_p3d::mlod::Lod::properties);
        all.filter(|(_, value)| old.contains(&value.to_string())).count()
    };
    assert_eq!([count(&carrying) > 0, count(&editable(&edited, "mlod").0) > 0], [true, false]);
}

/// Where the pictures of a texture are not there, its name says that it has several.
#[test]
fn textures_of_several_pictures_come_back_through_a_scene() {
    const ANIMATED: u32 = 0x1_0000;
    let Document::Odol(plain) = document("odol-sections") else { panic!("no ODOL") };
    for (name, special, expected, reported) in
        [("d\\fire.01.paa", ANIMATED, ANIMATED, 0), ("d\\fire.paa", ANIMATED, 0, 1), ("d\\fire.01.paa", 0, ANIMATED, 1)]
    {
        let mut odol = plain.clone();
        let lod = &mut odol.lods[0];
        lod.textures.iter_mut().for_each(|texture| *texture = RawStr::new(name.as_bytes().to_vec()));
        lod.faces = lod.faces.iter().fold(FaceList::default(), |mut faces, face| {
            let corners: Vec<u16> = face.corners.iter().collect();
            faces.push(face.special | special, face.texture, &corners);
            faces
        });
        let (mut options, mut found) = (ExportOptions::default(), Diagnostics::new());
        options.target = Some("odol7".to_owned());
        let scene = scene(&odol.into());
        let made = Document::from_scene_with(&scene.validate().unwrap(), &options, &mut found).unwrap().document;
        let Document::Odol(made) = made else { panic!("no ODOL") };
        let mut textured = made.lods[0].faces.iter().filter(|face| face.texture >= 0).peekable();
        assert!(textured.peek().is_some() && textured.all(|face| face.special & ANIMATED == expected), "{name}");
        let said = found.entries().iter().filter(|entry| entry.detail.contains("several pictures")).count();
        assert_eq!(said, reported, "{name}: {found:?}");
    }
}
