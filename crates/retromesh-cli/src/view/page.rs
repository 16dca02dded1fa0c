//! The page: the viewer with the models in it. It asks for nothing from anywhere.

use super::model::Model;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use retromesh::{Code, Error, Result};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Read, Write};

/// The viewer, which `cargo xtask web` makes of `crates/retromesh-web/page`. Its policy names its one script by its hash.
static VIEWER: &[u8] = include_bytes!("../../assets/viewer.html.gz");

/// The part of the policy that a served page cannot keep, and what takes its place.
const ASKS_NOBODY: &str = "connect-src 'none'";
const ASKS_ITS_SERVER: &str = "connect-src 'self'";

/// Where the models belong.
const PLACE: &str = "<!-- models -->";

/// Whether a page stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Watched {
    /// It is a file.
    No,
    /// It is served, has changed this often, and asks for further changes.
    Changes(u64),
}

/// What the script reads.
#[derive(Serialize)]
struct Report<'a> {
    program: &'static str,
    changes: Option<u64>,
    codes: BTreeMap<&'static str, CodeText>,
    models: &'a [Model],
}

#[derive(Serialize)]
struct CodeText {
    summary: &'static str,
    advice: &'static str,
}

/// Builds the page of some models.
pub(super) fn page(models: &[Model], watched: Watched) -> Result<Vec<u8>> {
    build(models, watched).map_err(|e| Error::io("the page", e))
}

fn build(models: &[Model], watched: Watched) -> io::Result<Vec<u8>> {
    let mut viewer = String::new();
    GzDecoder::new(VIEWER).read_to_string(&mut viewer)?;
    let (before, after) = viewer.split_once(PLACE).ok_or(io::ErrorKind::InvalidData)?;
    let changes = match watched {
        Watched::No => None,
        Watched::Changes(changes) => Some(changes),
    };
    let before = if changes.is_some() { before.replace(ASKS_NOBODY, ASKS_ITS_SERVER) } else { before.to_owned() };
    let mut page = before.into_bytes();
    page.extend(b"<script type=\"application/json\" id=\"models\">");
    page.extend(json(models, changes)?.as_bytes());
    page.extend(b"</script>\n");
    for (number, model) in models.iter().enumerate() {
        write!(page, "<script type=\"text/plain\" id=\"glb-{number}\">")?;
        page.extend(STANDARD.encode(packed(&model.glb)?).into_bytes());
        page.extend(b"</script>\n");
    }
    page.extend(after.as_bytes());
    Ok(page)
}

/// Writes what the script reads. No text in it can end the element that it is in.
fn json(models: &[Model], changes: Option<u64>) -> io::Result<String> {
    let known = Code::ALL.iter().map(|code| (code.id(), CodeText { summary: code.summary(), advice: code.advice() }));
    let is_found = |id: &str| models.iter().any(|model| model.findings.iter().any(|finding| finding.code == id));
    let codes = known.filter(|(id, _)| is_found(id)).collect();
    let report = Report { program: concat!("retromesh ", env!("CARGO_PKG_VERSION")), changes, codes, models };
    Ok(serde_json::to_string(&report)?.replace('<', "\\u003c"))
}

fn packed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes)?;
    packer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_viewer_has_one_place_for_models_and_a_policy_without_an_origin() {
        let page = String::from_utf8(build(&[], Watched::No).unwrap()).unwrap();
        assert_eq!((page.matches(PLACE).count(), page.matches("id=\"models\"").count()), (0, 1));
        let (_, rest) = page.split_once("http-equiv=\"Content-Security-Policy\" content=\"").unwrap();
        let policy = rest.split('"').next().unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'sha256-"), "{policy}");
        assert!(
            policy.contains("connect-src 'none'") && !policy.contains("//") && !policy.contains("unsafe"),
            "{policy}"
        );
        let served = String::from_utf8(build(&[], Watched::Changes(3)).unwrap()).unwrap();
        assert!(served.contains("connect-src 'self'") && !served.contains("connect-src 'none'"));
    }
}
