//! An inventory as a page.

use super::listed::{self, Listed, Looked};
use crate::args::InfoArgs;
use crate::inputs::Input;
use crate::json::Entry;
use crate::page::{Card, page};
use crate::render::stage_of;
use crate::terminal::grouped;
use crate::writer::{Kind, Writer};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use retromesh::{Result, Severity};
use retromesh_preview::{Shot, View};
use std::path::{Path, PathBuf};

/// The size of a picture in pixels.
const SIZE: (u32, u32) = (160, 120);

/// A page that is being filled.
pub(super) struct Report {
    path: PathBuf,
    cards: Vec<Card>,
    writer: Writer,
}

impl Report {
    /// Begins a page; what is in its way is said before the files are read.
    pub(super) fn new(path: &Path, args: &InfoArgs, inputs: &[Input]) -> Result<Self> {
        let writer = Writer::new(args.force, inputs.iter().map(|input| &input.path));
        writer.check(path, Kind::Page)?;
        Ok(Self { path: path.to_path_buf(), cards: Vec::with_capacity(inputs.len()), writer })
    }

    pub(super) fn add(&mut self, entry: &Entry<Listed>, input: &Input, has_failed: bool, picture: Option<Vec<u8>>) {
        let Some(listed) = &entry.facts else { return };
        let mut card = Card {
            title: input.relative.to_string_lossy().into_owned(),
            kind: listed.kind.name(),
            picture: picture.map(|png| format!("data:image/png;base64,{}", STANDARD.encode(png))),
            ..Card::default()
        };
        let size = listed.bytes().map(|(bytes, _)| format!("{} bytes", grouped(bytes)));
        card.facts.extend(listed.whole().map(|info| format!("{} {}", info.format_name, info.version)));
        card.facts.extend(size);
        if let Some(info) = listed.whole().filter(|_| listed.kind == listed::Kind::Model) {
            let counts = [
                (info.vertices, "vertex", "vertices"),
                (info.triangles, "triangle", "triangles"),
                (info.materials, "material", "materials"),
                (info.joints, "joint", "joints"),
                (info.animations.len(), "clip", "clips"),
            ];
            let counts = counts.into_iter().filter(|(count, ..)| *count > 0);
            let counts: Vec<String> = counts
                .map(|(count, one, many)| format!("{} {}", grouped(count as u64), if count == 1 { one } else { many }))
                .collect();
            card.facts.extend((!counts.is_empty()).then(|| counts.join(", ")));
            let found = info.diagnostics.iter().filter(|found| found.severity != Severity::Note.name());
            card.remarks.extend(found.map(|found| match found.count {
                1 => found.code.to_owned(),
                count => format!("{} ({} times)", found.code, grouped(count)),
            }));
        }
        // That a file is none that is read is no problem of it.
        if has_failed {
            card.problem.clone_from(&entry.error);
        } else {
            card.facts.extend(entry.error.clone());
        }
        self.cards.push(card);
    }

    pub(super) fn save(self, args: &InfoArgs) -> Result<()> {
        let names: Vec<String> = args.inputs.iter().map(|input| input.to_string_lossy().into_owned()).collect();
        let page = page(&names.join(", "), self.cards, SIZE);
        self.writer.write(&self.path, Kind::Page, page.into_bytes())
    }
}

/// Draws a model or a texture; what cannot be drawn has no picture.
pub(super) fn picture(looked: &mut Looked, input: &Input, args: &InfoArgs) -> Option<Vec<u8>> {
    let is_texture = looked.kind() == listed::Kind::Texture;
    if !is_texture && looked.kind() != listed::Kind::Model {
        return None;
    }
    let opened = looked.opened.take()?;
    let folder = crate::sources::folder(&input.path, &args.reading);
    let stage = stage_of(opened, &folder, &mut args.reading.diagnostics()).ok()?;
    let mut shot = Shot::default();
    (shot.width, shot.height) = SIZE;
    // A flat model has a picture from either side.
    shot.back_faces = true;
    if is_texture {
        shot.view = View::FRONT;
    }
    stage.render(&shot).ok()?.picture.png().ok()
}
