//! Scene to document, in the shape that all engines read.
//!
//! One of each: `TEXS`, `BRUS`, root, `KEYS` a node. Bones below the node of their mesh, which has no transform of its own; keys on
//! whole frames from 1; the brush of each `TRIS` final.

mod animations;
mod carried;
mod chunks;
mod curves;
mod joined;
mod lamps;
mod materials;
mod meshes;
mod nodes;
mod rig;
mod rigid;
mod roots;
mod shown;
mod skins;

pub(crate) use curves::{Curves, Similarity};
pub(crate) use meshes::{Piece, cut, part};
pub(crate) use nodes::keys;

use crate::capability::INFO;
use crate::document::{Body, Chunk, Document};
use crate::import::{SPACE, space_of};
use animations::Motion;
use glam::Mat4;
use retromesh_core::{Code, Diagnostics, Error, NodeMap, Valid};
use retromesh_kit::export::{UniqueNames, report_unit};
use retromesh_kit::{Budget, ExportOptions, Exported, FrameTable, image_files, listed};
use retromesh_wire::RawStr;
use rig::{BoneOf, Rigs};
use std::borrow::Cow;

/// The engine that is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    Blitz3d,
    Luanti,
    OpenB3d,
}

impl Target {
    fn of(options: &ExportOptions) -> Result<Self, Error> {
        Ok(match INFO.target_of(options)?.name {
            "luanti" => Self::Luanti,
            "openb3d" => Self::OpenB3d,
            _ => Self::Blitz3d,
        })
    }
}

impl Document<'static> {
    pub(crate) fn export(
        scene: &Valid<'_>,
        options: &ExportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Exported<Self>, Error> {
        let target = Target::of(options)?;
        let mut scene = INFO.prepare(scene, options, space_of(scene), diagnostics)?;
        report_unit(&scene.space, &SPACE, diagnostics)?;
        let sidecars = image_files::assign(&mut scene, options);
        let Rigs { scene, motion, bones } = rig::rigs(scene, target, options, diagnostics)?;
        let (names, renamed, chunks) = (UniqueNames::counting_from(1), Vec::new(), Vec::new());
        let exporter = Exporter {
            scene: &scene,
            options,
            target,
            diagnostics,
            motion,
            bones,
            names,
            renamed,
            chunks,
            world: None,
        };
        Ok(Exported { document: exporter.run()?, sidecars })
    }
}

/// Returns the clips of a scene by the frames that they are written to with these options; `None` for a scene that does not move.
pub(crate) fn frame_table(scene: &Valid<'_>, options: &ExportOptions) -> Result<Option<FrameTable>, Error> {
    let scene = INFO.prepare(scene, options, scene.space, &mut Diagnostics::new())?;
    let target = Target::of(options)?;
    Ok(Motion::read(&scene, target, options, &mut Diagnostics::new(), &Budget::of(&scene, options))?.table(target))
}

/// A scene on its way out.
struct Exporter<'s> {
    scene: &'s Valid<'s>,
    options: &'s ExportOptions,
    target: Target,
    diagnostics: &'s mut Diagnostics,
    motion: Motion,
    /// By node.
    bones: NodeMap<Option<BoneOf>>,
    /// The names of bones so far.
    names: UniqueNames,
    /// The bones that got other names.
    renamed: Vec<String>,
    chunks: Vec<Chunk<'static>>,
    /// Where the nodes are in the world, once that of one is asked for.
    world: Option<NodeMap<Mat4>>,
}

impl Exporter<'_> {
    fn run(mut self) -> Result<Document<'static>, Error> {
        let tables = self.materials()?;
        self.chunks.extend(tables.into_iter().map(|body| Chunk { depth: 0, body }));
        self.file_chunks()?;
        self.tree()?;
        let detail = format!("bones: {}", listed(&self.renamed));
        self.diagnostics.note(Code::NamesMadeUnique, self.renamed.len(), detail)?;
        let (trailing, claimed_size) = (Cow::Borrowed(&[][..]), None);
        Ok(Document { version: 1, claimed_size, chunks: self.chunks, trailing })
    }

    fn put(&mut self, depth: u32, body: Body<'static>) {
        self.chunks.push(Chunk { depth, body });
    }

    /// Returns a text as it is written: without what ends a string, in UTF-8.
    fn text(&mut self, text: &str, what: &'static str) -> Result<RawStr<'static>, Error> {
        self.diagnostics.note(Code::NonAsciiText, !text.is_ascii(), what)?;
        let end = text.find('\0').unwrap_or(text.len());
        self.diagnostics.note(Code::AlteredNames, end < text.len(), "a NUL ends a name")?;
        Ok(RawStr::new(text.get(..end).unwrap_or_default().as_bytes().to_vec()))
    }
}
