//! `cargo xtask wheel [TARGET...]`, `cargo xtask python` and `cargo xtask extension`: the wheels of the Python module, what it promises, and
//! the extension for Blender.

use crate::{Outcome, call_cargo, cargo, root};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What builds wheels; zig links for old systems.
const BUILDERS: [&str; 2] = ["maturin>=1.9.4,<2", "ziglang"];

/// What the tests need beside the module.
const TOOLS: [&str; 7] = ["numpy", "pytest", "mypy", "ruff", "trimesh", "fsspec", "dask[distributed]"];

/// Where the sources lie.
const CRATE: &str = "crates/retromesh-python";

/// Builds wheels for the targets that are named, or for this system; on Linux they run wherever glibc is 2.17 or newer.
pub(crate) fn wheel(words: &[&str]) -> Outcome {
    if words.iter().any(|word| word.starts_with('-')) {
        return Err("expected targets such as x86_64-pc-windows-gnu".into());
    }
    let venv = Venv::of("wheel", &BUILDERS)?;
    let folder = root().join("target/wheels");
    let out = folder.display().to_string();
    let build = |target: Option<&str>| {
        let mut maturin = venv.tool("maturin");
        maturin.args(["build", "--release", "--strip", "--out", &out]).current_dir(root().join(CRATE));
        let is_linux = target.map_or(cfg!(target_os = "linux"), |target| target.contains("linux"));
        if is_linux {
            maturin.args(["--zig", "--compatibility", "manylinux2014"]);
        }
        if let Some(target) = target {
            maturin.args(["--target", target]);
        }
        execute(&mut maturin)
    };
    match words {
        [] => build(None)?,
        targets => targets.iter().try_for_each(|target| build(Some(target)))?,
    }
    println!("wheel: see {}", folder.display());
    Ok(())
}

/// Says why the tests of the module cannot run here.
pub(crate) fn lacking() -> Option<String> {
    let words = ["-c", "import venv, ensurepip, sys; sys.exit(sys.version_info < (3, 9))"];
    let works = quiet(Command::new("python3").args(words)).status().is_ok_and(|status| status.success());
    (!works).then(|| "there is no Python 3.9 with venv and pip".to_owned())
}

/// Builds a wheel, installs it into an environment of its own, and holds the module to its tests, its types and its style.
pub(crate) fn run(words: &[&str]) -> Outcome {
    let [] = words else { return Err(format!("expected nothing, found `{}`", words.join(" "))) };
    call_cargo(&mut cargo(&["build", "--quiet", "--package", "retromesh-cli"]))?;
    let venv = Venv::of("test", &[&BUILDERS[..1], &TOOLS].concat())?;
    let (folder, sources) = (root().join("target/python/wheels"), root().join(CRATE));
    let _ = std::fs::remove_dir_all(&folder);
    let mut maturin = venv.tool("maturin");
    maturin.args(["build", "--profile", "dev", "--quiet", "--compatibility", "linux", "--out"]).arg(&folder);
    execute(maturin.current_dir(&sources))?;
    let wheel = wheels("target/python/wheels").pop().ok_or("maturin built no wheel")?;
    execute(venv.tool("pip").args(["install", "--quiet", "--no-deps", "--force-reinstall"]).arg(&wheel))?;
    execute(venv.tool("ruff").args(["check", "."]).current_dir(&sources))?;
    execute(venv.tool("ruff").args(["format", "--check", "."]).current_dir(&sources))?;
    execute(venv.tool("mypy").args(["--strict", "python", "tests/typed.py"]).current_dir(&sources))?;
    // The installed wheel is tried, not the sources.
    execute(venv.tool("pytest").arg(sources.join("tests")).current_dir(root()))
}

/// Packs the extension for Blender with the wheels that there are; with `--test [--with PROGRAM] [FOLDER]` every model of a folder, by
/// default the fixtures, goes through it in Blender and back.
pub(crate) fn extension(words: &[&str]) -> Outcome {
    let (program, folder) = match words {
        [] => return pack(),
        ["--test"] => (None, None),
        ["--test", "--with", program] => (Some(*program), None),
        ["--test", "--with", program, folder] => (Some(*program), Some(*folder)),
        ["--test", folder] => (None, Some(*folder)),
        _ => return Err("expected nothing, or --test [--with PROGRAM] [FOLDER]".into()),
    };
    let folder = folder.map_or_else(|| root().join("fixtures"), PathBuf::from);
    let work = root().join("target/blender-extension");
    let _ = std::fs::remove_dir_all(&work);
    std::fs::create_dir_all(&work).map_err(|e| e.to_string())?;
    let wheel = wheels("target/python/wheels").pop().ok_or("there is no wheel; `cargo xtask python` builds one")?;
    let lib = work.join("lib");
    execute(Command::new("python3").args(["-m", "zipfile", "-e"]).args([&wheel, &lib]))?;
    let models = crate::irrlicht::models(&folder)?;
    let is_ours = |path: &&PathBuf| {
        let kinds = ["b3d", "bo3d", "bgl", "bmd", "p3d"];
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        kinds.contains(&extension.as_str())
            && !path.iter().any(|part| part == "bad" || part == "fuzz" || part == "growth")
    };
    let list: Vec<String> = models.iter().filter(is_ours).map(|path| path.display().to_string() + "\n").collect();
    let (listing, told) = (work.join("files"), work.join("told.jsonl"));
    std::fs::write(&listing, list.concat()).map_err(|e| e.to_string())?;
    let script = root().join(CRATE).join("tests/blender/check.py");
    let in_blender = |script: &Path| {
        let mut command = Command::new(program.map_or_else(|| root().join("tools/bpy/bin/python"), PathBuf::from));
        if program.is_some() {
            command.args(["-b", "--factory-startup", "--python-exit-code", "3", "--python"]).arg(script).arg("--");
        } else {
            command.arg(script);
        }
        command.env("PYTHONPATH", &lib).env("PYTHONDONTWRITEBYTECODE", "1");
        quiet(&mut command);
        command
    };
    for (name, what) in [("made.py", "a scene made in Blender"), ("ui.py", "what people meet beside the models")] {
        execute(&mut in_blender(&script.with_file_name(name))).map_err(|e| format!("{what}: {e}"))?;
    }
    let log = std::fs::File::create(work.join("log")).map_err(|e| e.to_string())?;
    execute(in_blender(&script).args([&listing, &told]).stdout(log))?;
    judge(&told, list.len())
}

/// Prints what Blender says of the files that went through it.
fn judge(told: &Path, count: usize) -> Outcome {
    let text = std::fs::read_to_string(told).map_err(|e| e.to_string())?;
    let rows: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let (mut bad, mut worst) = (count - rows.len().min(count), 0.0_f64);
    for row in &rows {
        let problems: Vec<&str> = row["problems"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        if problems.is_empty() {
            worst = worst.max(row["apart"].as_f64().unwrap_or_default());
        } else {
            bad += 1;
            println!("{}: {}", row["file"].as_str().unwrap_or_default(), problems.join("; "));
        }
    }
    let exact = rows.iter().filter(|row| row["back"].as_f64().is_some_and(|back| back <= 1e-4)).count();
    println!(
        "extension: {} of {count} as they are, apart by {worst:.1e} at most; {exact} come back within 1e-4",
        count - bad
    );
    if bad == 0 { Ok(()) } else { Err(format!("{bad} models are not as they are")) }
}

/// Opens a file with a wheel of `cargo xtask wheel` so many times, after one that is not counted; prints the milliseconds of each.
pub(crate) fn times_of_open(path: &Path, runs: usize, variables: &[(&str, &str)]) -> Result<String, String> {
    let wheel =
        wheels("target/wheels").into_iter().find(|wheel| wheel.to_string_lossy().contains(std::env::consts::OS));
    let wheel = wheel.ok_or("there is no wheel of this system; `cargo xtask wheel` builds one")?;
    let venv = Venv::of("speed", &["numpy"])?;
    execute(venv.tool("pip").args(["install", "--quiet", "--no-deps", "--force-reinstall"]).arg(&wheel))?;
    let script = root().join(CRATE).join("tests/speed.py");
    let output =
        venv.tool("python").arg(script).arg(path).arg(runs.to_string()).envs(variables.iter().copied()).output();
    let output = output.map_err(|e| format!("cannot run python: {e}"))?;
    if !output.status.success() {
        return Err(format!("python: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Packs the archives of the extension.
fn pack() -> Outcome {
    let wheels = wheels("target/wheels");
    if wheels.is_empty() {
        return Err("there is no wheel; `cargo xtask wheel` builds one".into());
    }
    let script = root().join(CRATE).join("tools/pack_extension.py");
    execute(Command::new("python3").arg(script).arg(root().join("target/wheels")).args(&wheels))
}

/// Lists the wheels in a folder, in the order of their names.
fn wheels(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    found.retain(|path| path.extension().is_some_and(|extension| extension == "whl"));
    found.sort();
    found
}

/// An environment of Python below `target/python`.
struct Venv(PathBuf);

impl Venv {
    /// Makes the environment, with packages from `PyPI`; one that is there already asks no network.
    fn of(name: &str, packages: &[&str]) -> Result<Self, String> {
        let venv = Self(root().join("target/python").join(name));
        let list = venv.0.join("packages");
        let wanted = packages.join("\n");
        if std::fs::read_to_string(&list).is_ok_and(|there| there == wanted) {
            return Ok(venv);
        }
        execute(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&venv.0))?;
        execute(
            venv.tool("pip").args(["install", "--quiet", "--no-input", "--disable-pip-version-check"]).args(packages),
        )?;
        std::fs::write(&list, &wanted).map_err(|e| e.to_string())?;
        Ok(venv)
    }

    fn bin(&self) -> PathBuf {
        self.0.join(if cfg!(windows) { "Scripts" } else { "bin" })
    }

    /// Returns a call of a program of the environment.
    fn tool(&self, name: &str) -> Command {
        let mut command = Command::new(self.bin().join(name));
        let path = std::env::var_os("PATH").unwrap_or_default();
        let all = std::iter::once(self.bin()).chain(std::env::split_paths(&path));
        if let Ok(path) = std::env::join_paths(all) {
            command.env("PATH", path);
        }
        command.env("VIRTUAL_ENV", &self.0).env_remove("PYTHONHOME").stdin(Stdio::null());
        command
    }
}

/// Runs a command, whose output is that of the task.
fn execute(command: &mut Command) -> Outcome {
    let name = Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let status = command.status().map_err(|e| format!("cannot run {name}: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name}: {status}")) }
}

fn quiet(command: &mut Command) -> &mut Command {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null())
}
