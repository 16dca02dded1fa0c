//! A batch conversion that is watched, killed and resumed.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What was measured; every promise was asserted.
#[derive(Debug)]
pub struct Figures {
    /// Files converted.
    pub files: usize,
    /// The time of the run that nothing disturbed.
    pub time: Duration,
    /// The maximum memory that the program held, in bytes, where the system says.
    pub peak_memory: Option<u64>,
    /// The maximum number of threads that the program had, where the system says.
    pub threads: Option<u64>,
    /// How many outputs were there at each kill.
    pub kills: Vec<usize>,
    /// How many times an output was seen for the first time under its final name, while a run lasted, and was complete.
    pub seen: usize,
}

/// How often the run is killed before it may end.
const KILLS: usize = 3;
/// Files in a folder.
const IN_FOLDER: usize = 100;
/// Larger fixtures are not taken.
const SMALL: usize = 2048;

/// Generates `files` small models, converts them to GLB in one call of `program`, and again in another folder where it is killed at
/// random moments chosen by `seed` and resumed.
///
/// Asserts that no partial file is ever seen under its final name, and that the resumed tree is that of the undisturbed run.
pub fn batch(program: &Path, files: usize, seed: u64, folder: &Path) -> Figures {
    let models = folder.join("models");
    generate(&models, files);
    let mut figures =
        Figures { files, time: Duration::ZERO, peak_memory: None, threads: None, kills: Vec::new(), seen: 0 };
    let undisturbed = folder.join("undisturbed");
    let start = Instant::now();
    let child = start_program(program, &models, &undisturbed, &[]);
    watch(child, &undisturbed, None, &mut figures);
    figures.time = start.elapsed();
    let disturbed = folder.join("disturbed");
    let mut random = seed;
    for _ in 0..KILLS {
        // A linear congruential generator: the high bits are good enough to choose a moment.
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let done = outputs(&disturbed).len();
        let moment = done + (random >> 33) as usize % (files - done).max(1);
        let child = start_program(program, &models, &disturbed, &["--resume"]);
        let there = watch(child, &disturbed, Some(moment), &mut figures);
        figures.kills.push(there);
    }
    let child = start_program(program, &models, &disturbed, &["--resume"]);
    watch(child, &disturbed, None, &mut figures);
    let (expected, found) = (tree(&undisturbed), tree(&disturbed));
    assert!(expected.keys().eq(found.keys()), "other files: {:?}", difference(&expected, &found));
    assert!(expected == found, "other contents: {:?}", difference(&expected, &found));
    // One file more than the outputs: the manifest.
    assert_eq!(found.len(), files + 1);
    figures
}

/// Writes the models: small fixtures of Blitz3D, over and over, a hundred in a folder.
fn generate(folder: &Path, files: usize) {
    let fixtures = crate::fixtures("b3d", "b3d", 100);
    let is_small = |file: &&crate::File| file.bytes.len() <= SMALL && !file.name.starts_with("bad/");
    let small: Vec<&crate::File> = fixtures.iter().filter(is_small).collect();
    assert!(small.len() > 50, "{} small fixtures", small.len());
    for (i, fixture) in small.iter().cycle().take(files).enumerate() {
        let below = folder.join(format!("{:03}", i / IN_FOLDER));
        fs::create_dir_all(&below).unwrap();
        fs::write(below.join(format!("{i:05}.b3d")), &fixture.bytes).unwrap();
    }
}

fn start_program(program: &Path, models: &Path, out: &Path, more: &[&str]) -> Child {
    let mut command = Command::new(program);
    command.arg("convert").arg(models).arg("-d").arg(out).args(more).arg("--quiet").stdin(Stdio::null());
    command.spawn().expect("the program starts")
}

/// Watches a run until it ends, or kills it when this many outputs are there; returns how many there are then.
fn watch(mut child: Child, out: &Path, kill_at: Option<usize>, figures: &mut Figures) -> usize {
    let mut known: HashSet<PathBuf> = outputs(out).into_iter().collect();
    loop {
        let status = child.try_wait().unwrap();
        measure(child.id(), figures);
        for path in outputs(out) {
            if !known.contains(&path) {
                assert_complete(&path);
                known.insert(path);
                figures.seen += 1;
            }
        }
        match (status, kill_at) {
            (Some(status), _) => {
                assert!(status.success(), "{status}");
                return known.len();
            }
            (None, Some(moment)) if known.len() >= moment => {
                child.kill().unwrap();
                child.wait().unwrap();
                outputs(out).iter().for_each(|path| assert_complete(path));
                return known.len();
            }
            _ => thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// Asserts that a file is a whole GLB: it is as long as its header says.
fn assert_complete(path: &Path) {
    let bytes = fs::read(path).unwrap();
    let length = bytes.get(8..12).map(|field| u32::from_le_bytes(field.try_into().unwrap()));
    assert_eq!(length, Some(bytes.len() as u32), "{} is partial", path.display());
}

/// Reads the peak memory and the threads of a process, where the system says them. Under Wine the numbers of `/proc` are those of other
/// processes.
fn measure(process: u32, figures: &mut Figures) {
    if cfg!(not(target_os = "linux")) {
        return;
    }
    let Ok(status) = fs::read_to_string(format!("/proc/{process}/status")) else { return };
    let number = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    };
    figures.peak_memory = figures.peak_memory.max(number("VmHWM:").map(|kib| kib << 10));
    figures.threads = figures.threads.max(number("Threads:"));
}

/// Lists the outputs that are seen under their final names.
fn outputs(folder: &Path) -> Vec<PathBuf> {
    let is_output = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "glb");
    files(folder).into_iter().filter(is_output).collect()
}

/// Reads all files below a folder, hidden ones too, by their paths in it.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let read = |path: PathBuf| (path.strip_prefix(folder).unwrap().to_path_buf(), fs::read(&path).unwrap());
    files(folder).into_iter().map(read).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        // A folder that is not there yet has no files.
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_dir() { folders.push(entry.path()) } else { found.push(entry.path()) }
        }
    }
    found
}

/// Names a few files in which two trees differ.
fn difference<'t>(a: &'t BTreeMap<PathBuf, Vec<u8>>, b: &'t BTreeMap<PathBuf, Vec<u8>>) -> Vec<&'t PathBuf> {
    a.keys().chain(b.keys()).filter(|path| a.get(*path) != b.get(*path)).take(5).collect()
}
