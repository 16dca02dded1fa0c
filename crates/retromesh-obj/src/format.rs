//! The format as programs that handle formats alike see it.

use crate::capability::INFO;
use crate::document::Document;
use crate::import::SPACE;
use crate::lines::Lines;
use crate::statement::Statement;
use retromesh_core::{Diagnostics, Result, Space, Valid};
use retromesh_kit::{Confidence, ExportOptions, Exported, Format, Output};

/// The Wavefront OBJ format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Obj;

/// The one value of [`Obj`].
pub static FORMAT: Obj = Obj;

/// No more of a file is looked at to recognise it.
const PROBED_BYTES: usize = 4096;

retromesh_kit::doors! {
    Document of crate::ID;
    /// Reads an OBJ text; nothing is copied but a text in UTF-16, which becomes one in UTF-8.
    ///
    /// Accepted is every text without NUL bytes in which at least one statement is one of the format, or that has comments only.
    parse_with;
    /// Builds the scene: one root node with a mesh for each object, parts by material, groups as selections.
    ///
    /// Vertices keep the order of their `v` lines; where corners join one position with several texture coordinates or
    /// normals, the further combinations follow after.
    to_scene_with;
    /// Writes a scene in any space: the pose that the options name, else the rest pose, as one object for each node with a mesh.
    ///
    /// World transforms, skins and shapes are applied to the vertices; vertices keep their order, so that several poses of
    /// one model have the same vertex numbers. What OBJ has no place for is reported.
    from_scene_with;
}
// The format has no versions.
retromesh_kit::model!(Document, |_| String::new(), textures);

impl Format for Obj {
    retromesh_kit::format_methods!(info INFO, read_with_files Document);

    /// A text has no signature: the first statements must all be of the format, and one must say something.
    fn probe(&self, bytes: &[u8]) -> Confidence {
        let start = bytes.get(..PROBED_BYTES).unwrap_or(bytes);
        let is_control = |b: &u8| *b < b' ' && !matches!(b, b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0x1a);
        if start.iter().any(is_control) {
            return Confidence::No;
        }
        let mut has_content = false;
        // The last line may be cut.
        let cut = start.len() < bytes.len();
        let mut lines = Lines::new(start).peekable();
        while let Some(line) = lines.next() {
            if cut && lines.peek().is_none() {
                break;
            }
            match Statement::of(&line.text) {
                Statement::Blank | Statement::Comment(_) => {}
                Statement::Position(mut numbers)
                | Statement::TexCoord(mut numbers)
                | Statement::Normal(mut numbers) => match numbers.next() {
                    Some(Some(_)) => has_content = true,
                    _ => return Confidence::No,
                },
                Statement::Face(mut corners) => match corners.next() {
                    Some(corner) if corner.position != 0 => has_content = true,
                    _ => return Confidence::No,
                },
                Statement::Libraries(_) | Statement::UseMaterial(_) => has_content = true,
                statement if statement.is_known() => {}
                _ => return Confidence::No,
            }
        }
        if has_content { Confidence::Maybe } else { Confidence::No }
    }

    fn space(&self, _options: &ExportOptions) -> Option<Space> {
        Some(SPACE)
    }

    fn write(&self, scene: &Valid<'_>, options: &ExportOptions, diagnostics: &mut Diagnostics) -> Result<Output> {
        // The text is the file: nothing is copied.
        let Exported { document, sidecars } = Document::from_scene_with(scene, options, diagnostics)?;
        Ok(Output { bytes: document.text.into_owned(), sidecars })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_the_format_and_others() {
        let long = format!("# a comment\nv 1 2 3\n{}", "v 1 2 3\n".repeat(1000));
        let rows: [(&[u8], Confidence); 12] = [
            (b"# Blender\nmtllib a.mtl\no Cube\nv 1 1 1\n", Confidence::Maybe),
            (long.as_bytes(), Confidence::Maybe),
            (b"\xef\xbb\xbfv 1 2 3", Confidence::Maybe),
            (b"g\r\nv -1.5 2 3\r\n", Confidence::Maybe),
            (b"", Confidence::No),
            (b"# only a comment", Confidence::No),
            (b"v one two", Confidence::No),
            (b"Hello\nv 1 2 3\n", Confidence::No),
            (b"v 1 2 3\n\0", Confidence::No),
            (b"newmtl a\nKd 1 1 1\n", Confidence::No),
            (b"[MeshBuilder]\nVertex 0, 0, 0\n", Confidence::No),
            (b"BB3D\x04\0\0\0", Confidence::No),
        ];
        for (bytes, expected) in rows {
            assert_eq!(FORMAT.probe(bytes), expected, "{}", bytes.get(..40).unwrap_or(bytes).escape_ascii());
        }
    }
}
