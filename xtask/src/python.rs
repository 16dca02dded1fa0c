//! `cargo xtask wheel [TARGET...]` and `cargo xtask python`: the wheels of the Python module, and what it promises.

use crate::{Outcome, call_cargo, cargo, execute, paths_below, read, root, target_folder, works, write};
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What builds wheels; zig links for old systems.
const BUILDERS: [&str; 2] = ["maturin>=1.9.4,<2", "ziglang"];

/// What the tests need besides the module. What judges sources is pinned, as another version objects to other things.
const TOOLS: [&str; 8] = [
    "numpy",
    "pytest",
    "mypy==2.4.1; python_version >= '3.10'",
    "mypy==1.19.1; python_version < '3.10'",
    "ruff==0.17.6",
    "trimesh",
    "fsspec",
    "dask[distributed]",
];

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

/// Packs the extension for Blender with the wheels in `target/wheels`; builds one for this system where there are none.
pub(crate) fn extension(words: &[&str]) -> Outcome {
    let [] = words else { return Err(format!("expected nothing, found `{}`", words.join(" "))) };
    if wheels().is_empty() {
        println!("extension: there is no wheel in target/wheels; building one");
        wheel(&[])?;
    }
    let script = root().join(CRATE).join("tools/pack_extension.py");
    execute(Command::new("python3").arg(script).arg(root().join("target/wheels")).args(wheels()))
}

/// Lists the wheels that were built to be given away.
fn wheels() -> Vec<PathBuf> {
    let mut wheels = paths_below(&root().join("target/wheels")).unwrap_or_default();
    wheels.retain(|path| path.extension().is_some_and(|extension| extension == "whl"));
    wheels
}

/// Says why the tests of the module cannot run here.
pub(crate) fn missing() -> Option<String> {
    let words = ["-c", "import venv, ensurepip, sys; sys.exit(sys.version_info < (3, 9))"];
    (!works("python3", &words)).then(|| "there is no Python 3.9 with venv and pip".to_owned())
}

/// Packs a wheel, installs it into an environment of its own, and holds the module to its tests, its types and its style.
pub(crate) fn run(words: &[&str]) -> Outcome {
    let [] = words else { return Err(format!("expected nothing, found `{}`", words.join(" "))) };
    let program = retromesh_testkit::program()?;
    let venv = Venv::of("test", &TOOLS)?;
    let (folder, sources) = (root().join("target/python/wheels"), root().join(CRATE));
    let _ = std::fs::remove_dir_all(&folder);
    // With the features that all tests have, most of it is built already: maturin would build all of it again.
    call_cargo(&mut cargo(&["test", "--quiet", "--workspace", "--test", "linked", "--no-run"]))?;
    let library = target_folder().join("debug/deps").join(format!("{DLL_PREFIX}_retromesh{DLL_SUFFIX}"));
    let mut pack = venv.tool("python");
    pack.arg(sources.join("tools/pack_wheel.py")).arg(library).args([env!("CARGO_PKG_VERSION")]).arg(&folder);
    execute(&mut pack)?;
    let wheel = paths_below(&folder)?.pop().ok_or("no wheel was packed")?;
    execute(venv.tool("pip").args(["install", "--quiet", "--no-deps", "--force-reinstall"]).arg(&wheel))?;
    execute(venv.tool("ruff").args(["check", "."]).current_dir(&sources))?;
    execute(venv.tool("ruff").args(["format", "--check", "."]).current_dir(&sources))?;
    execute(venv.tool("mypy").args(["--strict", "python", "tests/typed.py"]).current_dir(&sources))?;
    // The installed wheel is tried, not the sources.
    let stubs = ["--concise", "--mypy-config-file", "pyproject.toml", "retromesh"];
    execute(venv.tool("stubtest").args(stubs).current_dir(&sources))?;
    let mut pytest = venv.tool("pytest");
    execute(pytest.arg(sources.join("tests")).env("RETROMESH_PROGRAM", program).current_dir(root()))
}

/// An environment of Python below `target/python`.
pub(crate) struct Venv(PathBuf);

impl Venv {
    /// Makes the environment, with packages from `PyPI`; one that is there already asks no network.
    pub(crate) fn of(name: &str, packages: &[&str]) -> Result<Self, String> {
        let venv = Self(root().join("target/python").join(name));
        let (list, wanted) = (venv.0.join("packages"), packages.join("\n"));
        if read(&list).is_ok_and(|there| there == wanted) {
            return Ok(venv);
        }
        execute(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&venv.0))?;
        execute(
            venv.tool("pip").args(["install", "--quiet", "--no-input", "--disable-pip-version-check"]).args(packages),
        )?;
        write(list, wanted)?;
        Ok(venv)
    }

    fn bin(&self) -> PathBuf {
        self.0.join(if cfg!(windows) { "Scripts" } else { "bin" })
    }

    /// Returns a call of a program of the environment.
    pub(crate) fn tool(&self, name: &str) -> Command {
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
