//! Motion in BOGLE files, held to what the thirty engine shows.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::panic)]

use retromesh::{Code, Diagnostics, ExportOptions, ImportOptions, NoFiles, Scene, format_by_extension};
use retromesh_testkit::{fixtures, thirty};

/// How far corners may be from the scene's, as a share of its size.
const TOLERANCE: f32 = 1e-3;

/// What the engine cannot show.
const LOSSES: [Code; 5] =
    [Code::LostKeys, Code::LostShapes, Code::ReducedInfluences, Code::ApproximatedTransform, Code::TooManyBones];

fn read(extension: &str, bytes: &[u8], options: &ImportOptions) -> Option<Scene> {
    let diagnostics = &mut Diagnostics::new();
    let model = format_by_extension(extension)?.read(bytes, &NoFiles, options, diagnostics).ok()?;
    model.to_scene_with(options, diagnostics).ok()
}

fn write(scene: &Scene) -> Option<(Vec<u8>, Diagnostics)> {
    let (options, mut diagnostics) = (ExportOptions::default(), Diagnostics::new());
    let output = format_by_extension("bgl")?.write(&scene.validate().ok()?, &options, &mut diagnostics).ok()?;
    Some((output.bytes, diagnostics))
}

#[test]
fn fixtures_move_in_the_engine_as_in_their_scenes() {
    let (mut exact, mut worst) = (0, 0.0f32);
    for (folder, extension) in
        [("b3d", "b3d"), ("bo3d", "bo3d"), ("bmd", "bmd"), ("bgl", "bgl"), ("gltf", "glb"), ("x", "x")]
    {
        for file in fixtures(folder, extension, 10) {
            let Some(scene) = read(extension, &file.bytes, &ImportOptions::default()) else { continue };
            let Some((bytes, diagnostics)) = write(&scene) else { continue };
            let compared = thirty::compare(&scene.validate().unwrap(), &bytes, 7);
            let compared = compared.unwrap_or_else(|what| panic!("{folder}/{}: {what}", file.name));
            if LOSSES.iter().all(|code| diagnostics.count(*code) == 0) {
                let found = compared.worst;
                assert!(found < TOLERANCE, "{folder}/{}: {found:e} of the size", file.name);
                worst = worst.max(found);
                exact += compared.poses;
            }
        }
    }
    println!("{exact} poses, corners at most {worst:.1e} of the size from the scene");
    assert!(exact > 150, "{exact} poses");
}

/// Files whose clips start at 0 seconds, with several keys and parents first.
const PLAIN: [&str; 5] =
    ["skin.bgl", "skin-rotated.bgl", "shared-skeleton.bgl", "weights-loose.bgl", "trap-65-bones.bgl"];

/// Files without helpers show something else in the engine, and are read so when that is asked for. Written ones are the same both ways.
#[test]
fn joints_are_read_as_the_engine_has_them() {
    let mut engine = ImportOptions::default();
    engine.settings.set("engine-joints", ["true".to_owned()]);
    let mut swinging = 0;
    for file in fixtures("bgl", "bgl", 80).into_iter().filter(|file| PLAIN.contains(&file.name.as_str())) {
        let kept = read("bgl", &file.bytes, &ImportOptions::default()).unwrap();
        let taken = read("bgl", &file.bytes, &engine).unwrap();
        let off = |scene: &Scene| thirty::compare(&scene.validate().unwrap(), &file.bytes, 7).unwrap().worst;
        assert!(off(&taken) < TOLERANCE, "{}: {:e} of the size", file.name, off(&taken));
        swinging += usize::from(off(&kept) > TOLERANCE);
        let (bytes, _) = write(&kept).unwrap();
        for options in [&ImportOptions::default(), &engine] {
            let again = read("bgl", &bytes, options).unwrap();
            let off = thirty::compare(&again.validate().unwrap(), &bytes, 7).unwrap().worst;
            assert!(off < TOLERANCE, "{}: {off:e} of the size", file.name);
        }
    }
    assert_eq!(swinging, 4);
}
