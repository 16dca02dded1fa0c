//! The C library, as programs in C and C++ see it.
//!
//! The examples of `crates/retromesh-c` are compiled and run over every fixture, and over real files where a corpus is named. What `print` says
//! must be what the facade says, numbers and poses to the bit; what `obj` writes must be where our poses have it. A third program reads all that
//! a view leads to, of files and of damaged copies of them, under valgrind: no error, no leak. `RETROMESH_COPIES` says how many copies of each.
#![allow(clippy::print_stdout, reason = "what a comparison prints is its report")]

use glam::Vec3;
use retromesh::facts::Info;
use retromesh::mesh::Mesh;
use retromesh::{Diagnostics, ImportOptions, Opened, Space, Valid};
use retromesh_acceptance::{Outcome, corpus, models, root, work_folder};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Real files beyond this size take long for what they show under valgrind.
const LARGEST: u64 = 1 << 16;
/// One of this many fixtures is run under valgrind.
const ONE_OF: usize = 24;

/// Builds the library and returns the folder that it is in.
fn library() -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|e| e.to_string())?;
    let folder = here.parent().unwrap_or(Path::new("")).to_path_buf();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["test", "--quiet", "--workspace", "--test", "linked", "--no-run"]).current_dir(root());
    if folder.ends_with("release/deps") {
        cargo.arg("--release");
    }
    run(&mut cargo).map(|_| folder)
}

/// Compiles a program on the library.
fn compile(source: &str, library: &Path, work: &Path) -> Result<PathBuf, String> {
    let c = root().join("crates/retromesh-c");
    let source = c.join(source);
    let program = work.join(source.file_stem().unwrap_or_default());
    let (compiler, standard) =
        if source.extension().is_some_and(|end| end == "c") { ("cc", "-std=c99") } else { ("c++", "-std=c++11") };
    let mut call = Command::new(compiler);
    call.args([standard, "-g", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I"]).arg(c.join("include"));
    call.arg(&source).arg("-L").arg(library).arg(format!("-Wl,-rpath,{}", library.display())).arg("-lretromesh_c");
    run(call.arg("-o").arg(&program)).map(|_| program)
}

/// Runs a command and returns what it printed.
fn run(command: &mut Command) -> Result<Vec<u8>, String> {
    let output = command.output().map_err(|e| format!("{command:?}: {e}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(format!("{command:?}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)))
}

/// Lists all fixtures, those refused on purpose included, and real files.
fn files() -> Result<Vec<PathBuf>, String> {
    let mut files = models(&root().join("fixtures"))?;
    if let Some(corpus) = corpus() {
        files.extend(models(&corpus)?);
    }
    Ok(files)
}

#[test]
fn examples_say_what_the_facade_says() -> Outcome {
    let (work, library) = (work_folder("c")?, library()?);
    let print = compile("examples/print.c", &library, &work)?;
    let (mut same, mut opened) = (0, 0);
    let files = files()?;
    for some in files.chunks(64) {
        // It fails where one file cannot be read, which is no failure here.
        let output = Command::new(&print).arg("--exact").args(some).output().map_err(|e| e.to_string())?;
        let mut rest = output.stdout.as_slice();
        for path in some {
            let (ours, is_open) = ours(path);
            opened += usize::from(is_open);
            rest = rest.strip_prefix(ours.as_bytes()).ok_or_else(|| {
                let theirs = String::from_utf8_lossy(rest.get(..rest.len().min(2 * ours.len())).unwrap_or(rest));
                format!("{}: C prints\n{theirs}\nthe facade says\n{ours}", path.display())
            })?;
            same += 1;
        }
        if !rest.is_empty() {
            return Err(format!("C prints more: {}", String::from_utf8_lossy(rest)));
        }
    }
    println!("c: {same} files printed alike, {opened} of them models");
    Ok(())
}

/// Returns what `print --exact` is to print, and whether the file opens.
fn ours(path: &Path) -> (String, bool) {
    let (options, mut found) = (ImportOptions::default(), Diagnostics::new());
    let name = path.display();
    match retromesh::open(path, &options, &mut found) {
        Ok(opened) => (format!("{name}: {}", facts(&opened, &found)), true),
        Err(error) => {
            let mut text = error.to_string();
            while text.len() > 511 {
                text.pop();
            }
            // C ends a text at its first zero byte.
            (format!("{name}: {}\n", text.split('\0').next().unwrap_or_default()), false)
        }
    }
}

fn facts(opened: &Opened, found: &Diagnostics) -> String {
    let info = Info::unhashed(opened, found);
    let Info { nodes, meshes, parts, vertices, faces, triangles, materials, skins, joints, cameras, lights, .. } = info;
    let (textures, images) = (info.textures.len(), info.images.len());
    let mut text = format!(
        "{} {}\n  {nodes} nodes, {meshes} meshes, {parts} parts, {vertices} vertices, {faces} faces, {triangles} triangles\n  \
         {materials} materials, {textures} textures, {images} images, {skins} skins, {joints} joints, {cameras} cameras, \
         {lights} lights\n",
        info.format, info.version
    );
    // Writing to a text cannot fail.
    let bits = |text: &mut String, number: f32| {
        let _ = write!(text, " {:08x}", number.to_bits());
    };
    if let Some(bounds) = info.bounds {
        text.push_str("  bounds");
        [bounds.min, bounds.max].concat().into_iter().for_each(|number| bits(&mut text, number));
        text.push('\n');
    }
    for clip in &info.animations {
        text.extend(["  clip ", &clip.name]);
        [clip.first, clip.last].into_iter().for_each(|number| bits(&mut text, number));
        text.push('\n');
    }
    for found in &info.diagnostics {
        let _ = writeln!(text, "  {}, {} times", found.code, found.count);
    }
    text + &sums(&opened.scene)
}

fn sums(scene: &Valid<'_>) -> String {
    let sum = |numbers: &mut dyn Iterator<Item = f32>| {
        let bytes = numbers.flat_map(f32::to_ne_bytes);
        bytes.fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    };
    let positions = scene.meshes.iter().flat_map(|mesh| &mesh.positions);
    let mut text = format!("  positions {:016x}\n", sum(&mut positions.flat_map(Vec3::to_array)));
    let clips = scene.clips();
    for clip in clips.iter().map(Some).chain([None]) {
        let pose = clip.map_or_else(
            || scene.rest_pose(),
            |(index, clip)| {
                let animation = &scene.animations[*index];
                let seconds = (clip.last - clip.first) / animation.ticks_per_second;
                scene.pose(animation, animation.tick_at(clip, seconds * 0.4))
            },
        );
        let numbers = &mut pose.world.values().iter().flat_map(glam::Mat4::to_cols_array);
        let _ = writeln!(text, "  pose {:016x}", sum(numbers));
    }
    text
}

#[test]
fn what_is_written_in_cpp_is_where_our_poses_have_it() -> Outcome {
    let (work, library) = (work_folder("cpp")?, library()?);
    let obj = compile("examples/obj.cpp", &library, &work)?;
    let model = work.join("model.obj");
    let mut same = 0;
    for path in files()? {
        let (options, mut found) = (ImportOptions::default(), Diagnostics::new());
        let Ok(mut opened) = retromesh::open(&path, &options, &mut found) else { continue };
        opened.scene.convert_to(Space::GLTF);
        let (scene, pose) = (&opened.scene, opened.scene.rest_pose());
        let placed = || scene.node_ids().filter(|&id| scene[id].mesh.is_some());
        let ours: Vec<_> = placed().flat_map(|id| pose.positions(scene, id)).collect();
        if ours.is_empty() {
            continue;
        }
        fs::write(&model, run(Command::new(&obj).arg(&path))?).map_err(|e| e.to_string())?;
        let text = fs::read_to_string(&model).map_err(|e| e.to_string())?;
        let number = |word: &str| word.parse::<f32>().unwrap_or(f32::NAN);
        let theirs: Vec<f32> = text
            .lines()
            .filter_map(|line| line.strip_prefix("v "))
            .flat_map(|line| line.split(' ').map(number))
            .collect();
        let bits = |numbers: &[f32]| numbers.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        let ours: Vec<f32> = ours.iter().flat_map(Vec3::to_array).collect();
        let triangles = text.lines().filter(|line| line.starts_with("f ")).count();
        let parts =
            |mesh: &Mesh| mesh.parts.iter().map(|part| part.faces.triangles(&mesh.positions).len()).sum::<usize>();
        let cut: usize = placed().filter_map(|id| scene[id].mesh.as_deref()).map(|i| parts(&scene[i.mesh])).sum();
        if bits(&ours) != bits(&theirs) || triangles != cut {
            return Err(format!("{}: {} numbers and {triangles} faces in C++", path.display(), theirs.len()));
        }
        same += 1;
    }
    println!("cpp: {same} models alike");
    if same > 100 { Ok(()) } else { Err(format!("only {same} models")) }
}

#[test]
fn valgrind_finds_nothing() -> Outcome {
    let (work, library) = (work_folder("hostile")?, library()?);
    let hostile = compile("tests/hostile.c", &library, &work)?;
    let copies = std::env::var("RETROMESH_COPIES");
    let small = |path: &PathBuf| fs::metadata(path).is_ok_and(|file| file.len() <= LARGEST);
    let files: Vec<_> = files()?.into_iter().filter(small).collect();
    let files: Vec<_> = if copies.is_ok() { files } else { files.into_iter().step_by(ONE_OF).collect() };
    let mut valgrind = Command::new("valgrind");
    valgrind.args([
        "--quiet",
        "--error-exitcode=3",
        "--leak-check=full",
        "--show-leak-kinds=definite,indirect,possible",
    ]);
    valgrind.args(["--errors-for-leak-kinds=definite,indirect,possible"]).arg(&hostile);
    let said = run(valgrind.arg(copies.as_deref().unwrap_or("2")).args(&files))?;
    println!("valgrind: {} files: {}", files.len(), String::from_utf8_lossy(&said).trim());
    Ok(())
}

/// What is printed on each system.
const MODEL: &str = "fixtures/b3d/skin-tube-animated.b3d";

#[test]
#[ignore = "`cargo xtask ci install` has what it needs"]
fn what_is_installed_is_found_by_pkg_config_and_cmake() -> Outcome {
    let outside = tempfile::tempdir().map_err(|e| e.to_string())?;
    let (work, prefix) = (outside.path(), outside.path().join("usr"));
    run(&mut cinstall(&prefix, "host"))?;
    let mut found = Command::new("pkg-config");
    found.args(["--cflags", "--libs", "retromesh"]).env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig"));
    let found = String::from_utf8(run(&mut found)?).map_err(|e| e.to_string())?;
    let search = format!("-Wl,-rpath,{}", prefix.join("lib").display());
    let plain = work.join("print");
    let mut cc = Command::new("cc");
    cc.arg(source("print.c", work)?).args(found.split_whitespace()).args([&search, "-o"]).arg(&plain);
    run(&mut cc)?;
    let lists = source("cmake/CMakeLists.txt", work)?;
    let lists = lists.parent().ok_or("no folder")?;
    let made = work.join("build");
    let place = format!("-DCMAKE_PREFIX_PATH={}", prefix.display());
    run(Command::new("cmake").arg("-S").arg(lists).arg("-B").arg(&made).arg(place))?;
    run(Command::new("cmake").arg("--build").arg(&made))?;
    let expected = ours(&root().join(MODEL)).0;
    for program in [plain, made.join("print")] {
        let printed = run(Command::new(&program).arg("--exact").arg(root().join(MODEL)))?;
        if String::from_utf8_lossy(&printed) != expected {
            return Err(format!("{}: {}", program.display(), String::from_utf8_lossy(&printed)));
        }
    }
    let names = String::from_utf8(run(Command::new("readelf").arg("-d").arg(prefix.join("lib/libretromesh.so")))?);
    let is_named = names.is_ok_and(|names| names.contains("soname: [libretromesh.so.1]"));
    if is_named { Ok(()) } else { Err("the library is not called libretromesh.so.1".into()) }
}

#[test]
#[ignore = "`cargo xtask ci install` has what it needs"]
fn programs_for_windows_run() -> Outcome {
    const TARGET: &str = "x86_64-pc-windows-gnu";
    let outside = tempfile::tempdir().map_err(|e| e.to_string())?;
    let (work, prefix) = (outside.path(), outside.path().join("usr"));
    let folder = |words: &[&str]| -> Result<PathBuf, String> {
        let printed = run(Command::new("rustc").args(["--print"]).args(words))?;
        Ok(PathBuf::from(String::from_utf8_lossy(&printed).trim()))
    };
    let mut install = cinstall(&prefix, "windows");
    install.args(["--target", TARGET]);
    if !folder(&["target-libdir", "--target", TARGET])?.is_dir() {
        // The standard library of its sources: those of the toolchain, or of Debian's, see `cargo xtask setup wasm`.
        if !folder(&["sysroot"])?.join("lib/rustlib/src/rust/library/std").is_dir() {
            install.env("RUSTC", "/usr/bin/rustc");
        }
        install.env("RUSTC_BOOTSTRAP", "1").args(["-Z", "build-std=std,panic_unwind"]);
    }
    run(&mut install)?;
    let (bin, print) = (prefix.join("bin"), prefix.join("bin/print.exe"));
    let mut mingw = Command::new("x86_64-w64-mingw32-gcc");
    mingw.arg(source("print.c", work)?).arg("-I").arg(prefix.join("include")).arg("-L").arg(prefix.join("lib"));
    run(mingw.args(["-D__USE_MINGW_ANSI_STDIO=1", "-lretromesh", "-o"]).arg(&print))?;
    // This library of Windows is not in older wines: it has one call, for random numbers.
    let random = work.join("random.c");
    fs::write(&random, RANDOM).map_err(|e| e.to_string())?;
    let mut mingw = Command::new("x86_64-w64-mingw32-gcc");
    mingw.arg("-shared").arg(&random).arg("-ladvapi32").arg("-o").arg(bin.join("bcryptprimitives.dll"));
    run(&mut mingw)?;
    fs::copy(root().join(MODEL), bin.join("model.b3d")).map_err(|e| e.to_string())?;
    let wine = if Path::new(WINE).exists() { WINE } else { "wine" };
    let mut wine = Command::new(wine);
    wine.args(["print.exe", "--exact", "model.b3d"]).current_dir(&bin).env("WINEDEBUG", "-all");
    let printed = run(wine.env("WINEPREFIX", work.join("wine")))?;
    let expected = ours(&root().join(MODEL)).0;
    let expected = expected.split_once(": ").map_or("", |(_, facts)| facts);
    let printed = String::from_utf8_lossy(&printed).replace("\r\n", "\n");
    if printed.strip_prefix("model.b3d: ") == Some(expected) { Ok(()) } else { Err(format!("wine prints {printed}")) }
}

/// Where Debian puts it.
const WINE: &str = "/usr/lib/wine/wine64";
const RANDOM: &str = "#include <windows.h>\nBOOLEAN NTAPI SystemFunction036(PVOID, ULONG);\n\
    __declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return SystemFunction036(data, (ULONG)size); }\n";

/// In folders of their own, so that two toolchains do not throw away each other's work.
fn cinstall(prefix: &Path, system: &str) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.args(["cinstall", "--debug", "--package", "retromesh-c", "--libdir", "lib", "--prefix"]);
    cargo.arg(prefix).arg("--target-dir").arg(root().join("target/install").join(system)).current_dir(root());
    cargo
}

/// Copies an example out of the repository.
fn source(name: &str, work: &Path) -> Result<PathBuf, String> {
    let to = work.join("examples").join(name);
    let from = root().join("crates/retromesh-c/examples").join(name);
    let copied = to.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::copy(from, &to));
    copied.map(|_| to).map_err(|e| format!("{name}: {e}"))
}
