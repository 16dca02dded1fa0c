//! The printer of MLOD documents.

use super::document::{Lod, Mlod, Tag, TagBody};
use retromesh_kit::dump::{Printer, bytes, integers, numbers};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

impl Mlod<'_> {
    /// Prints the document, one construct a line.
    pub fn dump(&self, out: &mut dyn Write) -> fmt::Result {
        let p = &mut Printer::new(out);
        writeln!(p, "MLOD version {:#x}, {} levels", self.version, self.lods.len());
        for (index, lod) in self.lods.iter().enumerate() {
            let magic = lod.kind.magic().escape_ascii();
            let head = format!("LOD[{index}] {magic} version {:#x} flags {:#x}", lod.version, lod.flags);
            p.block(format_args!("{head} resolution {}", lod.resolution), |p| dump_lod(lod, p));
        }
        if let Some(path) = &self.default_path {
            writeln!(p, "default path {path:?}");
        }
        p.bytes("trailing", &self.trailing);
        p.finish()
    }
}

fn dump_lod(lod: &Lod<'_>, p: &mut Printer<'_>) {
    p.bytes("header slack", &lod.header_slack);
    writeln!(p, "points {}", numbers(lod.points.iter().map(|point| point.position.to_array())));
    writeln!(p, "point flags {}", integers(lod.points.iter().map(|point| point.flags)));
    writeln!(p, "normals {}", numbers(lod.normals.iter().map(|v| v.to_array())));
    p.block(format_args!("faces {}", lod.faces.len()), |p| {
        let corners = || lod.faces.iter().flat_map(|face| face.all_corners);
        writeln!(p, "corner counts {}", integers(lod.faces.iter().map(|f| f.count)));
        writeln!(p, "corner points {}", integers(corners().map(|c| c.point)));
        writeln!(p, "corner normals {}", integers(corners().map(|c| c.normal)));
        writeln!(p, "corner uvs {}", numbers(corners().map(|c| c.uv.to_array())));
        writeln!(p, "flags {}", integers(lod.faces.iter().map(|f| f.flags)));
        let mut names: BTreeMap<_, usize> = BTreeMap::new();
        for face in lod.faces.iter() {
            *names.entry((face.texture, face.material)).or_default() += 1;
        }
        for ((texture, material), count) in names {
            writeln!(p, "{count} with texture \"{}\" material \"{}\"", texture.escaped(), material.escaped());
        }
    });
    lod.tags.iter().for_each(|tag| dump_tag(tag, p));
}

fn dump_tag(tag: &Tag<'_>, p: &mut Printer<'_>) {
    let switch = if tag.active == 1 { "" } else { " (inactive)" };
    let head = format!("tag \"{}\"{switch}", tag.text().escaped());
    match &tag.body {
        TagBody::Selection { points, faces } => p.block(format_args!("{head}"), |p| {
            writeln!(p, "points {}", integers(points.iter()));
            writeln!(p, "faces {}", integers(faces.iter()));
        }),
        TagBody::SharpEdges(edges) => {
            writeln!(p, "{head} {} edges, points {}", edges.len(), integers(edges.iter().flatten()));
        }
        TagBody::Property { name, value } => {
            writeln!(p, "{head} \"{}\" = \"{}\"", name.text().escaped(), value.text().escaped());
        }
        TagBody::Mass(masses) => writeln!(p, "{head} {}", numbers(masses.iter().map(|m| [m]))),
        TagBody::Animation { time, points } => {
            writeln!(p, "{head} {time} {}", numbers(points.iter().map(|v| v.to_array())));
        }
        TagBody::UvSet(set) => writeln!(p, "{head} {} {}", set.id, numbers(set.uvs.iter().map(|v| v.to_array()))),
        TagBody::MaterialIndex(index) => writeln!(p, "{head} {index:x?}"),
        TagBody::Other(contents) => writeln!(p, "{head} {}", bytes(contents)),
    }
}
