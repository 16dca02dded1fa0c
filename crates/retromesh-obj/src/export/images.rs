//! How material libraries name images.

use super::names;
use crate::import::Map;
use crate::lines::words;
use retromesh_core::{Code, Diagnostics, Result, Valid};
use retromesh_kit::options::Textures;
use retromesh_kit::{ExportOptions, image_files};

/// Returns the name to write for each image, empty for none: its path as far as it stays below the model, or the name of the file
/// that it becomes.
pub(super) fn links(scene: &Valid<'_>, options: &ExportOptions, diagnostics: &mut Diagnostics) -> Result<Vec<String>> {
    if options.textures == Textures::None {
        return Ok(vec![String::new(); scene.images.len()]);
    }
    let mut altered = 0;
    let mut link = |path: &str| {
        let link = relative(path);
        altered += usize::from(!path.is_empty() && link.as_deref().is_none_or(|link| !ends_with(path, link)));
        link.unwrap_or_default()
    };
    let new = scene.images.iter().zip(image_files::names(scene, options));
    let new = new.map(|(image, new)| new.unwrap_or_else(|| link(image.uri.as_deref().unwrap_or(&image.path))));
    let links = new.collect();
    diagnostics.note(Code::AlteredNames, altered, "paths of images")?;
    Ok(links)
}

/// Returns whether a link is a path or the end of one, whatever its slashes.
fn ends_with(path: &str, link: &str) -> bool {
    path.replace('\\', "/").ends_with(link)
}

/// Returns a path with forward slashes if it stays below the model, else its last component; `None` where that names no file.
///
/// Readers end the name at the end of the line or at a blank, and some begin it at the last blank: no word of it may lead out, and
/// none may be an option.
pub(super) fn relative(path: &str) -> Option<String> {
    let path = names::one_line(path).0.replace('\\', "/");
    let last = if leads_out(&path) { path.rsplit(['/', ':']).next().unwrap_or_default() } else { &path };
    let name = names::one_line(last).0;
    let is_plain = !leads_out(&name) && Map::read(name.as_bytes()).file == name.as_bytes();
    let name = if is_plain { name } else { one_plain_word(&name) };
    (!matches!(name.as_str(), "" | "." | "..")).then_some(name)
}

fn leads_out(path: &str) -> bool {
    let is_up = |word: &[u8]| word.starts_with(b"/") || word.split(|&b| b == b'/').any(|part| part == b"..");
    path.contains(':') || words(path.as_bytes()).any(is_up)
}

/// Returns a name without blanks, quotation marks and the dash of an option.
fn one_plain_word(name: &str) -> String {
    let word = name.replace([' ', '"'], "_");
    word.strip_prefix('-').map_or(word.clone(), |rest| format!("_{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use retromesh_core::Scene;

    #[test]
    fn names_of_images_lead_nowhere_else_however_a_reader_splits_the_line() {
        // The path, what is written, and whether that is reported.
        let rows = [
            ("textures/old wall.png", Some("textures/old wall.png"), false),
            ("C:\\art\\wall.png", Some("wall.png"), false),
            (" ../x.png", Some("x.png"), false),
            (" /etc/x.png", Some("x.png"), false),
            ("\t//evil/share/x.png", Some("_//evil/share/x.png"), true),
            ("-s 1 1 1 /etc/x.png", Some("x.png"), false),
            ("a/.. b.png", Some(".._b.png"), true),
            ("-s 1 1 1 x.png", Some("_s_1_1_1_x.png"), true),
            ("x.png -clamp on", Some("x.png_-clamp_on"), true),
            ("-clamp", Some("_clamp"), true),
            ("\"x.png\"", Some("_x.png_"), true),
            ("-weird.png", Some("-weird.png"), false),
            ("..", None, true),
            ("a/..", None, true),
            (" .. ", None, true),
            ("a\\", Some("a"), true),
            ("", None, false),
        ];
        for (path, expected, is_reported) in rows {
            let image = retromesh_core::material::Image { path: path.to_owned(), ..Default::default() };
            let scene = Scene { images: vec![image], ..Scene::default() }.into_valid().unwrap();
            let mut diagnostics = Diagnostics::new();
            let mut options = ExportOptions::default();
            options.textures = Textures::Link;
            let links = links(&scene, &options, &mut diagnostics).unwrap();
            assert_eq!(links, [expected.unwrap_or_default()], "{path:?}");
            assert_eq!(diagnostics.count(Code::AlteredNames) > 0, is_reported, "{path:?}");
            if let Some(link) = expected {
                assert_eq!(Map::read(link.as_bytes()).file, link.as_bytes());
            }
        }
    }
}
