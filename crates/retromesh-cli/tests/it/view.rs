//! The page that `retromesh view` writes. `cargo xtask ci viewer` opens such pages in a browser.

use crate::common::{Folder, fixture, retromesh};
use flate2::read::GzDecoder;
use std::fs;
use std::io::Read;

/// Returns what is in an element of a page.
fn element<'p>(page: &'p str, id: &str) -> &'p str {
    let (_, rest) = page.split_once(&format!("id=\"{id}\">")).unwrap_or_else(|| panic!("no element {id}"));
    rest.split_once("</script>").unwrap().0
}

fn glb(page: &str, number: usize) -> Vec<u8> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let text = element(page, &format!("glb-{number}")).trim_end_matches('=');
    let bits: Vec<bool> = text.bytes().flat_map(|c| (0..6).rev().map(move |bit| digit(c) >> bit & 1 == 1)).collect();
    let packed: Vec<u8> =
        bits.chunks_exact(8).map(|bits| bits.iter().fold(0, |byte, bit| byte << 1 | u8::from(*bit))).collect();
    let mut bytes = Vec::new();
    GzDecoder::new(packed.as_slice()).read_to_end(&mut bytes).unwrap();
    bytes
}

#[test]
fn a_page_holds_what_convert_writes_and_info_prints() {
    let folder = Folder::new();
    let (model, page) = (fixture("b3d/everything.b3d"), folder.path("everything.html"));
    let run = retromesh(&["view", &model, &fixture("p3d/odol-levels.p3d"), "-o", &page]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(run.out, format!("2 models -> {page}\n"));
    let text = fs::read_to_string(&page).unwrap();
    assert_eq!(glb(&text, 0), fs::read(folder.convert(&model, "everything.glb", &[])).unwrap());
    let reported: serde_json::Value = serde_json::from_str(element(&text, "models")).unwrap();
    let first = &reported["models"][0];
    assert_eq!(first["name"], "everything.b3d");
    assert_eq!(first["missing"][0], "C:\\maps\\skin.bmp");
    let info: serde_json::Value = serde_json::from_str(&retromesh(&["info", "--json", &model]).out).unwrap();
    assert_eq!(first["facts"]["triangles"], info[0]["triangles"]);
    for finding in first["findings"].as_array().unwrap() {
        let code = finding["code"].as_str().unwrap();
        assert!(reported["codes"][code]["advice"].is_string(), "{code} is not explained");
    }
}

#[test]
fn images_that_are_missing_are_named_as_by_convert() {
    let (folder, model) = (Folder::new(), fixture("x/square.x"));
    for (command, output) in [("convert", "a.glb"), ("view", "a.html"), ("render", "a.png")] {
        let run = retromesh(&[command, &model, "-o", &folder.path(output)]);
        assert!(run.code == 0 && run.err.contains("note[missing-image]: red.png\n  help: "), "{command}: {}", run.err);
        assert!(!run.err.contains("images not found"), "{command} says it twice: {}", run.err);
    }
}

#[cfg(unix)]
#[test]
fn names_cannot_leave_their_place() {
    let folder = Folder::new();
    let name = "</script><img src=x onerror=alert(1)>.b3d";
    fs::create_dir(folder.path("<")).unwrap();
    let path = folder.path(name);
    fs::create_dir_all(std::path::Path::new(&path).parent().unwrap()).unwrap();
    fs::copy(fixture("b3d/letter-f.b3d"), &path).unwrap();
    let page = folder.path("a page with spaces ü.html");
    assert_eq!(retromesh(&["view", &folder.path("<"), "-q", "-o", &page]).code, 0);
    let text = fs::read_to_string(&page).unwrap();
    assert!(!text.contains("<img") && element(&text, "models").contains("\\u003cimg"));
}

#[test]
fn models_that_fail_are_named_on_the_page_of_the_others() {
    let folder = Folder::new();
    let page = folder.path("page.html");
    let bad = fixture("b3d/bad/three-bytes.b3d");
    let alone = retromesh(&["view", &bad, "-o", &page]);
    assert_eq!(alone.code, 1);
    assert!(alone.err.contains("truncated magic") && fs::metadata(&page).is_err(), "{}", alone.err);
    let run = retromesh(&["view", &bad, &fixture("b3d/minimal.b3d"), "-o", &page]);
    assert_eq!((run.code, run.out), (1, format!("1 of 2 models -> {page}\n")));
    let text = fs::read_to_string(&page).unwrap();
    let reported: serde_json::Value = serde_json::from_str(element(&text, "models")).unwrap();
    assert!(reported["models"][0]["error"].as_str().unwrap().contains("truncated magic"));
    assert!(reported["models"][1]["error"].is_null());
}

#[test]
fn a_page_takes_no_other_files_place_unasked() {
    let folder = Folder::new();
    let (model, page) = (fixture("b3d/minimal.b3d"), folder.path("page.html"));
    fs::write(&page, "mine").unwrap();
    let run = retromesh(&["view", &model, "-o", &page]);
    assert!(run.code == 1 && run.err.contains("--force"), "{}", run.err);
    assert_eq!(fs::read_to_string(&page).unwrap(), "mine");
    assert_eq!(retromesh(&["view", &model, "-f", "-o", &page]).code, 0);
    assert_eq!(retromesh(&["view", &model, &page, "--force"]).code, 0);
    assert!(fs::read_to_string(&page).unwrap().starts_with("<!DOCTYPE html>"));
    let stream = retromesh(&["view", &model, "-o", "-"]);
    assert_eq!(stream.out, fs::read_to_string(&page).unwrap());
}

#[cfg(target_os = "linux")]
#[test]
fn the_browser_gets_the_page_and_only_when_it_is_asked_for() {
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;
    let folder = Folder::new();
    let opener = folder.path("xdg-open");
    fs::write(&opener, "#!/bin/sh\nprintf '%s' \"$1\" > \"${0%/*}/opened\"\n").unwrap();
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).unwrap();
    let run = |path: &str, words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_retromesh"));
        command.args(["view", &fixture("b3d/minimal.b3d")]).args(words);
        command.env("PATH", path).env("TMPDIR", folder.0.path()).output().unwrap()
    };
    let place = folder.0.path().to_str().unwrap();
    let path = format!("{place}:/usr/bin:/bin");
    let opened = || fs::read_to_string(folder.path("opened")).ok();
    assert!(run(&path, &["--no-open"]).status.success() && opened().is_none());
    let kept = folder.path("kept.html");
    let both = run(&path, &["-o", &kept, "--no-open"]);
    assert!(both.status.success(), "{}", String::from_utf8_lossy(&both.stderr));
    assert!(opened().is_none() && fs::read_to_string(&kept).unwrap().starts_with("<!DOCTYPE html>"));
    let output = run(&path, &[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = opened().unwrap();
    assert!(page.starts_with(place) && fs::read_to_string(&page).unwrap().starts_with("<!DOCTYPE html>"));
    assert_eq!(fs::metadata(&page).unwrap().permissions().mode() & 0o77, 0, "others may read it");
    let without = run("/nowhere", &[]);
    let said = String::from_utf8_lossy(&without.stderr);
    assert!(without.status.code() == Some(1) && said.contains("open the page yourself"), "{said}");
}

/// Asks a served page for something, with a host or further headers that may be wrong; returns the status and the body.
#[cfg(unix)]
fn ask(host: &str, path: &str, headers: &str) -> (String, String) {
    use std::io::Write;
    let mut stream = std::net::TcpStream::connect(host).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\n{headers}\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.lines().next().unwrap().to_owned(), body.to_owned())
}

#[cfg(unix)]
#[test]
fn a_watched_page_follows_its_file_and_answers_nobody_else() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let folder = Folder::new();
    let model = folder.path("model.b3d");
    fs::copy(fixture("b3d/minimal.b3d"), &model).unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_retromesh"));
    program.args(["view", "-q", "--watch", "--no-open", &model]).stdout(Stdio::piped());
    let mut program = program.spawn().unwrap();
    let mut link = String::new();
    BufReader::new(program.stdout.take().unwrap()).read_line(&mut link).unwrap();
    let (host, path) = link.trim().strip_prefix("http://").unwrap().split_once('/').unwrap();
    let path = format!("/{path}");
    assert!(host.starts_with("127.0.0.1:"), "{link}");
    let own = format!("Host: {host}");
    let (status, page) = ask(host, &path, &own);
    assert_eq!(status, "HTTP/1.1 200 OK");
    assert!(page.contains("connect-src 'self'") && element(&page, "models").contains("\"changes\":0"));
    for (path, headers) in [
        (path.as_str(), "Host: evil.example".to_owned()),
        (path.as_str(), format!("{own}\r\nOrigin: http://evil.example")),
        ("/", own.clone()),
        ("/0123456789abcdef0123456789abcdef/", own.clone()),
    ] {
        assert_eq!(ask(host, path, &headers), ("HTTP/1.1 403 Forbidden".to_owned(), "refused\n".to_owned()));
    }
    fs::copy(fixture("b3d/letter-f.b3d"), &model).unwrap();
    let begun = Instant::now();
    while ask(host, &format!("{path}changes"), &own).1 == "0" {
        assert!(begun.elapsed() < Duration::from_secs(30), "the page stays as it was");
        std::thread::sleep(Duration::from_millis(50));
    }
    let letter = folder.convert(&model, "model.glb", &[]);
    assert_eq!(glb(&ask(host, &path, &own).1, 0), fs::read(letter).unwrap());
    let ended = Command::new("kill").args(["-TERM", &program.id().to_string()]).status().unwrap();
    assert!(ended.success() && !program.wait().unwrap().success());
}
