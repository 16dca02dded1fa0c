//! Files to glTF, read there by other code, and back.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

use glam::Vec4;
use retromesh_bmd::{Document, FORMAT};
use retromesh_core::Diagnostics;
use retromesh_core::scene::Scene;
use retromesh_kit::options::Textures;
use retromesh_kit::{ExportOptions, Format, ImportOptions, NoFiles};
use retromesh_testkit::glb_pose::PosedGlb;
use retromesh_testkit::{File, fixtures};
use serde_json::Value;

pub(crate) fn read(format: &dyn Format, bytes: &[u8]) -> Scene {
    let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    let model = format.read(bytes, &NoFiles, &options, &mut diagnostics).unwrap();
    model.to_scene_with(&options, &mut diagnostics).unwrap()
}

pub(crate) fn write(format: &dyn Format, scene: &Scene, name: &str, target: Option<&str>) -> Vec<u8> {
    let mut options = ExportOptions::default();
    options.file_name = name.into();
    options.textures = Textures::None;
    options.target = target.map(str::to_owned);
    format.write(&scene.validate().unwrap(), &options, &mut Diagnostics::new()).unwrap().bytes
}

pub(crate) fn glb(bytes: &[u8]) -> Vec<u8> {
    write(&retromesh_gltf::FORMAT, &read(&FORMAT, bytes), "model.glb", None)
}

fn json(glb: &[u8]) -> Value {
    let size = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&glb[20..20 + size]).unwrap()
}

pub(crate) fn named(name: &str) -> File {
    fixtures("bmd", "bmd", 50).into_iter().find(|file| file.name == name).unwrap()
}

#[test]
fn flat_colours_are_materials() {
    let glb = glb(&named("flat64.bmd").bytes);
    let file = PosedGlb::open(&glb);
    let colors: Vec<Vec4> =
        file.document().materials().map(|m| Vec4::from(m.pbr_metallic_roughness().base_color_factor())).collect();
    assert_eq!(colors, [Vec4::new(255.0, 128.0, 64.0, 255.0) / 255.0]);
    let materials: Vec<_> = file
        .document()
        .meshes()
        .flat_map(|m| m.primitives().map(|p| p.material().index()).collect::<Vec<_>>())
        .collect();
    assert_eq!(materials, [Some(0)]);
    assert!(file.document().textures().next().is_none());
}

#[test]
fn levels_are_msft_lod_and_come_back() {
    let bytes = named("two-levels.bmd").bytes;
    let glb = glb(&bytes);
    assert_eq!(PosedGlb::open(&glb).document().nodes().len(), 4);
    let json = json(&glb);
    assert_eq!(json["extensionsUsed"], serde_json::json!(["MSFT_lod"]));
    let near = json["nodes"].as_array().unwrap().iter().find(|n| n["name"] == "LOD 0").unwrap();
    let far = near["extensions"]["MSFT_lod"]["ids"][0].as_u64().unwrap() as usize;
    assert_eq!(json["nodes"][far]["name"], "LOD 1");
    let back = write(&FORMAT, &read(&retromesh_gltf::FORMAT, &glb), "model.bmd", None);
    let (options, mut diagnostics) = (ImportOptions::default(), Diagnostics::new());
    let lods =
        |bytes: &[u8]| Document::parse_with(bytes, &options, &mut diagnostics).unwrap().lods.iter().collect::<Vec<_>>();
    let mut lods = lods;
    assert_eq!(lods(&back), lods(&bytes));
}
