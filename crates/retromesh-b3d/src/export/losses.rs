//! What a scene has and the format has not.

use super::{Exporter, Target};
use crate::parse::is_unknown;
use crate::walk::Place;
use retromesh_core::export::Shown;
use retromesh_core::extras::Extras;
use retromesh_core::mesh::Mesh;
use retromesh_core::scene::Node;
use retromesh_core::{Code, Error, Extra, Unused};

/// Extras of nodes, materials and the like that are written again or say what fields say too.
const OWN: &str = "b3d.";

impl Exporter<'_> {
    /// Reports what is left out whatever the rest of the export does.
    pub(super) fn losses(&mut self) -> Result<(), Error> {
        let scene = &self.scene;
        let said = |node: &&Node| node.extras.contains_key("b3d.name");
        let unsaid = |node: &&Node| !said(node);
        let nodes = |holds: fn(&Node) -> bool| scene.nodes.iter().filter(|node| holds(node)).count();
        let meshes = |count: fn(&Mesh) -> usize| scene.meshes.iter().map(count).sum::<usize>();
        let ambient = scene.ambient.is_some() && !scene.nodes.iter().any(|node| name_of(node).starts_with("AMBI"));
        let foreign = |extras: &Extras| extras.keys().filter(|key| !key.starts_with(OWN)).count();
        let extras = foreign(&scene.extras)
            + scene.nodes.iter().map(|node| foreign(&node.extras)).sum::<usize>()
            + scene.meshes.iter().map(|mesh| foreign(&mesh.extras)).sum::<usize>()
            + scene.materials.iter().map(|material| foreign(&material.extras)).sum::<usize>()
            + scene.textures.iter().map(|texture| foreign(&texture.extras)).sum::<usize>();
        let rows = [
            (Code::LostCamera, "", scene.nodes.iter().filter(unsaid).filter(|node| node.camera.is_some()).count()),
            (Code::LostLight, "", scene.nodes.iter().filter(unsaid).filter(|node| node.light.is_some()).count()),
            (Code::LostLight, "the light that is everywhere", usize::from(ambient)),
            (Code::LostShapes, "morph targets", meshes(|mesh| mesh.morph_targets.len())),
            (Code::LostShapes, "vertex frames", meshes(|mesh| mesh.vertex_frames.len())),
            (Code::LostColorSet, "", meshes(|mesh| mesh.color_sets.len().saturating_sub(1))),
            (Code::LostSelection, "", meshes(|mesh| mesh.selections.len())),
            (Code::LostAttributes, "", meshes(|mesh| mesh.attributes.len())),
            (Code::LostAttributes, "tangents", meshes(|mesh| usize::from(!mesh.tangents.is_empty()))),
            (
                Code::LostAttributes,
                "face flags",
                meshes(|mesh| mesh.parts.iter().filter(|p| !p.face_flags.is_empty()).count()),
            ),
            (Code::LostExtras, "", extras),
            (Code::LostExtras, "references to other models", nodes(|node| node.proxy.is_some())),
        ];
        for (code, detail, count) in rows {
            self.note(code, detail, count)?;
        }
        Unused { materials: 0, textures: 0, ..Unused::of(&self.scene) }.report(self.diagnostics)
    }

    /// Leaves out what is not to be seen: hidden meshes, and all levels of detail but the first to be seen.
    pub(super) fn leave_out(&mut self) -> Result<(), Error> {
        let shown = Shown::of(&self.scene);
        let mut empty = 0;
        for id in self.scene.node_ids() {
            let faces = self.scene[id].mesh.as_deref().map_or(0, |instance| self.scene[instance.mesh].triangle_count());
            if !shown.nodes[id] || faces == 0 {
                let mesh = self.scene[id].mesh.take();
                empty += usize::from(shown.nodes[id] && mesh.is_some());
            }
        }
        self.note(Code::LostLod, "", shown.lost_levels)?;
        self.note(Code::LostMesh, "", shown.hidden_meshes)?;
        self.note(Code::EmptyPart, "a mesh without faces", empty)
    }

    /// Writes the chunks again that the source kept at file level.
    pub(super) fn file_chunks(&mut self) -> Result<(), Error> {
        let extras = std::mem::take(&mut self.scene.extras);
        self.unknown_chunks(0, &extras)?;
        self.scene.extras = extras;
        Ok(())
    }

    /// Writes chunks of unknown tags again, for the one engine that is known to skip them; what stood where its tag means nothing and
    /// would now have a meaning is left out.
    pub(super) fn unknown_chunks(&mut self, depth: u32, extras: &Extras) -> Result<(), Error> {
        let place = if depth == 0 { Place::File } else { Place::Node };
        for (key, value) in extras {
            let Some(tag) = key.strip_prefix("b3d.chunk.") else { continue };
            let bodies = match value {
                Extra::List(list) => list.as_slice(),
                one => std::slice::from_ref(one),
            };
            for body in bodies {
                match (bytes_of(body), unescape(tag)) {
                    (Some(bytes), Some(tag)) if self.target == Target::Blitz3d && is_unknown(place, tag, &bytes) => {
                        self.put(depth, crate::Body::Unknown { tag, bytes: bytes.into() });
                    }
                    _ => self.note(Code::LostChunk, "", 1)?,
                }
            }
        }
        Ok(())
    }
}

fn name_of(node: &Node) -> &str {
    node.extras.get("b3d.name").and_then(Extra::as_text).unwrap_or(&node.name)
}

/// Returns the bytes of a value, also where it has been through a format with texts only.
fn bytes_of(value: &Extra) -> Option<Vec<u8>> {
    match value {
        Extra::Bytes(bytes) => Some(bytes.clone()),
        Extra::Text(text) if text.len() % 2 == 0 && text.is_ascii() => {
            let pairs = text.as_bytes().chunks_exact(2);
            pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
        }
        _ => None,
    }
}

/// Reads a tag whose odd bytes are written as in Rust.
fn unescape(text: &str) -> Option<[u8; 4]> {
    let mut tag = Vec::with_capacity(4);
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let (byte, after) = match (first, after) {
            (b'\\', [b'x', a, b, after @ ..]) => {
                let digit = |c: u8| char::from(c).to_digit(16);
                ((digit(*a)? * 16 + digit(*b)?) as u8, after)
            }
            (b'\\', [c, after @ ..]) => {
                let plain = match c {
                    b't' => b'\t',
                    b'r' => b'\r',
                    b'n' => b'\n',
                    other => *other,
                };
                (plain, after)
            }
            (plain, after) => (*plain, after),
        };
        tag.push(byte);
        rest = after;
    }
    tag.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_back() {
        for tag in [*b"ABCD", [0, b'\\', 0xff, b'"'], *b"\t\r\n'"] {
            assert_eq!(unescape(&tag.escape_ascii().to_string()), Some(tag));
        }
        assert_eq!(unescape("ABC"), None);
        assert_eq!(bytes_of(&Extra::Text("01ff".into())), Some(vec![1, 255]));
    }
}
