//! What is no regular file, as input and as output; full disks, interruptions, several writers, links.
#![cfg(unix)]

use crate::common::{Folder, fixture};
use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_retromesh"))
}

fn retromesh(words: &[&str]) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = program().args(words).output().unwrap();
    (status.code(), String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned())
}

fn fifo(path: &str) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn inputs_that_block_or_never_end_are_refused_at_once() {
    let folder = Folder::new();
    let (pipe, socket) = (folder.path("pipe.b3d"), folder.path("socket.b3d"));
    fifo(&pipe);
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let inside = folder.path("");
    let rows =
        [(pipe.as_str(), "a FIFO"), (socket.as_str(), "a socket"), ("/dev/zero", "a device"), (&inside, "a folder")];
    for (path, kind) in rows {
        for command in ["info", "dump", "check", "diff"] {
            if kind == "a folder" && command != "dump" {
                continue;
            }
            let words = if command == "diff" { vec![command, path, path] } else { vec![command, path] };
            let (code, text) = retromesh(&words);
            assert!(text.contains(&format!("is {kind}, not a regular file")), "{words:?}: {text}");
            let advises = matches!(command, "info" | "dump");
            let advice = if kind == "a folder" { "name a file in it" } else { "`-` stands for standard input" };
            assert!(!advises || text.contains(advice), "{words:?}: {text}");
            assert!(matches!(code, Some(1 | 2)), "{words:?}: {code:?}");
        }
    }
    let (code, text) = retromesh(&["convert", &pipe, "-o", &folder.path("out.glb")]);
    assert!(code == Some(1) && text.contains("is a FIFO"), "{text}");
    // Those that nobody named are left out, by every command.
    fs::copy(fixture("b3d/triangle.b3d"), folder.path("own.b3d")).unwrap();
    for words in [&["info"][..], &["check"], &["convert", "-n"]] {
        let (code, text) = retromesh(&[words, &[&inside]].concat());
        assert!(code == Some(0) && text.contains("2 left out that are no regular files"), "{words:?}: {text}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_name_in_other_letters_is_named() {
    let folder = Folder::new();
    fs::copy(fixture("b3d/triangle.b3d"), folder.path("mob.b3d")).unwrap();
    for command in ["info", "convert"] {
        let (code, text) = retromesh(&[command, &folder.path("MOB.B3D")]);
        let hint = format!("MOB.B3D: no such file\n  hint: did you mean {}?", folder.path("mob.b3d"));
        assert!(code == Some(1) && text.contains(&hint), "{command}: {text}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_limit_bounds_what_is_read_whatever_the_size_is_said_to_be() {
    // Files there say that they are empty.
    let (code, text) = retromesh(&["info", "/proc/self/status", "--max-input", "100"]);
    assert_eq!(code, Some(1));
    assert!(text.contains("input size over the limit: at most 100, found 101"), "{text}");
}

#[test]
fn force_replaces_regular_files_only() {
    let folder = Folder::new();
    let (pipe, link, inside) = (folder.path("pipe.glb"), folder.path("link.glb"), folder.path("in/model.glb"));
    fifo(&pipe);
    fs::write(folder.path("old"), "glTF old").unwrap();
    symlink(folder.path("old"), &link).unwrap();
    fs::create_dir_all(&inside).unwrap();
    for (path, kind) in [(&pipe, "a FIFO"), (&link, "a symbolic link"), (&"/dev/null".to_owned(), "a device")] {
        let (code, text) = retromesh(&["convert", &fixture("b3d/triangle.b3d"), "--to", "glb", "-o", path, "--force"]);
        assert_eq!(code, Some(1), "{path}: {text}");
        assert!(text.contains(&format!("is {kind}, not a regular file")), "{path}: {text}");
    }
    // The output of a model that is in a folder of inputs.
    fs::copy(fixture("b3d/triangle.b3d"), folder.path("in/model.b3d")).unwrap();
    let (code, text) = retromesh(&["convert", &folder.path("in/model.b3d"), "--force"]);
    assert!(code == Some(1) && text.contains("is a folder, not a regular file"), "{text}");
    assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    assert_eq!(fs::read_to_string(&link).unwrap(), "glTF old");
    let left = fs::read_dir(folder.path("")).unwrap().count();
    assert_eq!(left, 4, "a temporary file was left");
}

#[test]
fn a_signal_ends_a_read_that_never_ends() {
    let folder = Folder::new();
    let mut child = program()
        .args(["convert", "-", "--from", "b3d", "-o", &folder.path("out.glb")])
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(500));
    assert!(child.try_wait().unwrap().is_none(), "it did not wait for its input");
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < Duration::from_secs(20), "the first signal did not end it");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_full_disk_replaces_nothing_old() {
    let folder = Folder::new();
    let out = folder.path("a.gltf");
    let model = fixture("b3d/everything.b3d");
    let words = ["convert", &model, "-o", &out, "--textures", "none", "--force"];
    assert_eq!(retromesh(&words).0, Some(0));
    let buffer = folder.path("a.bin");
    let size = |path: &str| fs::metadata(path).unwrap().len();
    assert!(
        size(&buffer) < 4096 && size(&out) > 8192,
        "the limit below lies between: {}, {}",
        size(&buffer),
        size(&out)
    );
    fs::write(&out, "old model").unwrap();
    fs::write(&buffer, "old buffer").unwrap();
    // No file may grow over eight blocks, which are of 512 or of 1,024 bytes: the buffer fits and the model does not.
    let limited = format!("trap '' XFSZ; ulimit -f 8; exec \"$0\" {}", "\"$@\"");
    let run = Command::new("sh").args(["-c", &limited, env!("CARGO_BIN_EXE_retromesh")]).args(words).output().unwrap();
    assert_eq!(run.status.code(), Some(1), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(fs::read_to_string(&out).unwrap(), "old model");
    assert_eq!(fs::read_to_string(&buffer).unwrap(), "old buffer");
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 2, "a temporary file was left");
    // The same for files that were not there.
    fs::remove_file(&out).unwrap();
    fs::remove_file(&buffer).unwrap();
    Command::new("sh").args(["-c", &limited, env!("CARGO_BIN_EXE_retromesh")]).args(words).output().unwrap();
    assert_eq!(fs::read_dir(folder.path("")).unwrap().count(), 0, "half of a model was left");
}

#[test]
#[cfg(target_os = "linux")]
fn a_folder_that_cannot_be_written_is_an_error() {
    let (code, text) = retromesh(&["convert", &fixture("b3d/triangle.b3d"), "-o", "/proc/a.glb"]);
    assert!(code == Some(1) && text.contains("/proc/a.glb"), "{text}");
}

#[test]
fn of_several_writers_each_leaves_a_whole_model() {
    let folder = Folder::new();
    let (out, model) = (folder.path("a.gltf"), fixture("b3d/everything.b3d"));
    let write = || program().args(["-q", "convert", &model, "-o", &out, "--force"]).spawn().unwrap();
    let mut writers: Vec<_> = (0..6).map(|_| write()).collect();
    assert!(writers.iter_mut().all(|writer| writer.wait().unwrap().success()));
    assert_eq!(retromesh(&["check", &out]).0, Some(0));
    // Without --force one wins, and the others say why they do not.
    let new = folder.path("b.glb");
    let mut writers: Vec<_> = (0..6)
        .map(|_| program().args(["convert", &model, "-o", &new]).stderr(Stdio::piped()).spawn().unwrap())
        .collect();
    let codes: Vec<_> = writers.iter_mut().map(|writer| writer.wait().unwrap().code()).collect();
    assert_eq!(codes.iter().filter(|code| **code == Some(0)).count(), 1, "{codes:?}");
    for writer in writers {
        let text = String::from_utf8_lossy(&writer.wait_with_output().unwrap().stderr).into_owned();
        assert!(!text.contains("os error"), "{text}");
    }
    assert_eq!(retromesh(&["check", &new]).0, Some(0));
}

#[test]
fn links_lead_out_of_a_folder_only_when_asked() {
    let (folder, outside) = (Folder::new(), Folder::new());
    fs::copy(fixture("b3d/triangle.b3d"), outside.path("secret.b3d")).unwrap();
    fs::copy(fixture("b3d/triangle.b3d"), folder.path("own.b3d")).unwrap();
    symlink(outside.path(""), folder.path("out")).unwrap();
    symlink(outside.path("secret.b3d"), folder.path("link.b3d")).unwrap();
    let (code, text) = retromesh(&["info", &folder.path("")]);
    assert!(code == Some(0) && text.contains("own.b3d") && !text.contains("secret.b3d"), "{text}");
    assert!(text.contains("2 left out that lead out of the folder; --follow follows them"), "{text}");
    let (code, text) = retromesh(&["info", "--follow", &folder.path("")]);
    assert!(code == Some(0) && text.contains("out/secret.b3d") && text.contains("link.b3d"), "{text}");
}

#[test]
fn what_is_not_looked_at_is_counted_with_its_reason() {
    let (folder, outside) = (Folder::new(), Folder::new());
    fs::copy(fixture("b3d/triangle.b3d"), folder.path("own.b3d")).unwrap();
    fs::copy(fixture("b3d/triangle.b3d"), outside.path("other.b3d")).unwrap();
    fs::write(folder.path("notes.txt"), "notes").unwrap();
    fifo(&folder.path("pipe.b3d"));
    symlink(folder.path("own.b3d"), folder.path("again.b3d")).unwrap();
    symlink(folder.path("gone.b3d"), folder.path("dead.b3d")).unwrap();
    symlink(outside.path("other.b3d"), folder.path("out.b3d")).unwrap();
    let inside = folder.path("");
    let rows: [(&str, &[&str]); 2] = [
        (
            "check",
            &[
                "1 left out that lead out of the folder; --follow follows them",
                "1 left out that are links to nothing",
                "1 left out that are no regular files",
                "2 checked, 0 have problems, 1 other file (1 .txt)",
            ],
        ),
        (
            "duplicates",
            &[
                "0 groups of the same bytes, 0 groups of the same geometry",
                "1 not compared: a link that leads out; --follow follows it",
                "1 not compared: a link to nothing",
                "1 not compared: no regular file but a FIFO, a socket or a device",
                "1 not compared: another name of a file that is listed",
            ],
        ),
    ];
    for (command, lines) in rows {
        let (code, text) = retromesh(&[command, &inside]);
        assert_eq!(code, Some(0), "{command}: {text}");
        for line in lines {
            assert!(text.contains(line), "{command}, {line}: {text}");
        }
    }
    // Through a link that is followed a file is compared, as it has no other name there.
    let (_, text) = retromesh(&["duplicates", "--follow", &inside]);
    assert!(text.contains("1 group of the same bytes, 0 groups"), "{text}");
}

#[test]
fn a_folder_that_cannot_be_listed_is_named_and_ends_nothing() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    fs::create_dir(folder.path("closed")).unwrap();
    fs::copy(fixture("b3d/triangle.b3d"), folder.path("own.b3d")).unwrap();
    let set = |mode| fs::set_permissions(folder.path("closed"), fs::Permissions::from_mode(mode)).unwrap();
    set(0);
    // Root may list everything.
    let is_closed = fs::read_dir(folder.path("closed")).is_err();
    let (code, text) = retromesh(&["info", &folder.path("")]);
    set(0o700);
    assert!(text.contains("own.b3d"), "{text}");
    assert_eq!(code, Some(i32::from(is_closed)), "{text}");
    assert!(!is_closed || text.contains("closed: Permission denied"), "{text}");
}

#[test]
fn errors_advise_the_option_that_lifts_the_limit() {
    let rows = [
        (vec!["info", "b3d/triangle.b3d", "--max-input", "10"], "--max-input raises it"),
        (vec!["info", "b3d/nodes-deep.b3d", "--max-depth", "2"], "--max-depth raises it"),
        (vec!["info", "p3d/odol-levels.p3d", "--max-lods", "1"], "--max-lods raises the limit"),
        (vec!["info", "p3d/odol-matches.p3d", "--max-decompressed", "1"], "--max-decompressed raises the limit"),
        (vec!["convert", "growth/instances.glb", "--to", "b3d", "-o", "-"], "`convert --max-output` raises the limit"),
    ];
    for (mut words, hint) in rows {
        let path = fixture(words[1]);
        words[1] = &path;
        let (code, text) = retromesh(&words);
        assert!(code == Some(1) && text.contains(hint), "{words:?}: {text}");
    }
}

#[test]
fn a_texture_over_the_limit_is_not_said_to_be_missing() {
    let folder = Folder::new();
    let model = folder.path("model.b3d");
    fs::copy(fixture("growth/one-image.b3d"), &model).unwrap();
    let size = fs::metadata(&model).unwrap().len();
    fs::write(folder.path("wide.gif"), vec![0; size as usize + 1]).unwrap();
    let out = folder.path("out.glb");
    let (_, text) = retromesh(&["convert", &model, "-o", &out, "--max-input", &size.to_string()]);
    assert!(text.contains("wide.gif is over the limit of the input size"), "{text}");
}
