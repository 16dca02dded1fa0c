//! The printer of MLOD documents.

use super::document::{Lod, Mlod, Tag, TagBody};
use retromesh_kit::dump::{Printer, bytes, integers, numbers};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

impl Mlod<'_> {
    /// Prints the document, one construct a line.
    pub fn dump(&self, out: &mut dyn Write) -> fmt::Result {
        let mut p = Printer::new(out);
        p.line(format_args!("MLOD version {:#x}, {} levels", self.version, self.lods.len()))?;
        for (index, lod) in self.lods.iter().enumerate() {
            let magic = lod.kind.magic().escape_ascii();
            let (version, flags) = (lod.version, lod.flags);
            p.block(
                format_args!(
                    "LOD[{index}] {magic} version {version:#x} flags {flags:#x} resolution {}",
                    lod.resolution
                ),
                |p| dump_lod(lod, p),
            )?;
        }
        if let Some(path) = &self.default_path {
            p.line(format_args!("default path {path:?}"))?;
        }
        if !self.trailing.is_empty() {
            p.line(format_args!("trailing {}", bytes(&self.trailing)))?;
        }
        Ok(())
    }
}

fn dump_lod(lod: &Lod<'_>, p: &mut Printer<'_>) -> fmt::Result {
    if !lod.header_slack.is_empty() {
        p.line(format_args!("header slack {}", bytes(&lod.header_slack)))?;
    }
    p.line(format_args!("points {}", numbers(lod.points.iter().map(|point| point.position.to_array()))))?;
    p.line(format_args!("point flags {}", integers(lod.points.iter().map(|point| point.flags.into()))))?;
    p.line(format_args!("normals {}", numbers(lod.normals.iter().map(|v| v.to_array()))))?;
    p.block(format_args!("faces {}", lod.faces.len()), |p| {
        let corners = || lod.faces.iter().flat_map(|face| face.all_corners);
        p.line(format_args!("corner counts {}", integers(lod.faces.iter().map(|f| f.count.into()))))?;
        p.line(format_args!("corner points {}", integers(corners().map(|c| c.point.into()))))?;
        p.line(format_args!("corner normals {}", integers(corners().map(|c| c.normal.into()))))?;
        p.line(format_args!("corner uvs {}", numbers(corners().map(|c| c.uv.to_array()))))?;
        p.line(format_args!("flags {}", integers(lod.faces.iter().map(|f| f.flags.into()))))?;
        let mut names: BTreeMap<_, usize> = BTreeMap::new();
        for face in lod.faces.iter() {
            *names.entry((face.texture, face.material)).or_default() += 1;
        }
        for ((texture, material), count) in names {
            p.line(format_args!("{count} with texture \"{}\" material \"{}\"", texture.escaped(), material.escaped()))?;
        }
        Ok(())
    })?;
    lod.tags.iter().try_for_each(|tag| dump_tag(tag, p))
}

fn dump_tag(tag: &Tag<'_>, p: &mut Printer<'_>) -> fmt::Result {
    let name = tag.text().escaped();
    let switch = if tag.active == 1 { "" } else { " (inactive)" };
    match &tag.body {
        TagBody::Selection { points, faces } => {
            let (points, faces) = (integers(points.iter().map(i64::from)), integers(faces.iter().map(i64::from)));
            p.block(format_args!("tag \"{name}\"{switch}"), |p| {
                p.line(format_args!("points {points}"))?;
                p.line(format_args!("faces {faces}"))
            })
        }
        TagBody::SharpEdges(edges) => p.line(format_args!(
            "tag \"{name}\"{switch} {} edges, points {}",
            edges.len(),
            integers(edges.iter().flatten().map(i64::from))
        )),
        TagBody::Property { name: key, value } => {
            p.line(format_args!("tag \"{name}\"{switch} \"{}\" = \"{}\"", key.text().escaped(), value.text().escaped()))
        }
        TagBody::Mass(masses) => p.line(format_args!("tag \"{name}\"{switch} {}", numbers(masses.iter().map(|m| [m])))),
        TagBody::Animation { time, points } => {
            p.line(format_args!("tag \"{name}\"{switch} {time} {}", numbers(points.iter().map(|v| v.to_array()))))
        }
        TagBody::UvSet(set) => {
            p.line(format_args!("tag \"{name}\"{switch} {} {}", set.id, numbers(set.uvs.iter().map(|v| v.to_array()))))
        }
        TagBody::MaterialIndex(index) => p.line(format_args!("tag \"{name}\"{switch} {index:x?}")),
        TagBody::Other(contents) => p.line(format_args!("tag \"{name}\"{switch} {}", bytes(contents))),
    }
}
