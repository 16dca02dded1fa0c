//! An inventory as a table: a line for each file.

use super::listed::Listed;
use crate::json::Entry;
use retromesh::Severity;

/// The names of the columns.
pub(super) const HEAD: &str = "file,file_encoded,kind,error,format,version,bytes,content_hash,geometry_hash,nodes,meshes,vertices,\
    faces,triangles,materials,images,skins,joints,lods,animations,seconds,remarks,defects";

/// Returns the line of a file.
pub(super) fn line(entry: &Entry<Listed>) -> String {
    let mut cells = vec![entry.file.clone()];
    if let Some(listed) = &entry.facts {
        cells.extend([listed.file_encoded.clone(), listed.kind.name().to_owned()]);
        cells.push(entry.error.clone().unwrap_or_default());
        let info = listed.whole();
        cells.push(listed.format().unwrap_or_default().to_owned());
        cells.push(info.map_or_else(String::new, |info| info.version.clone()));
        cells
            .extend(listed.bytes().map_or_else(Default::default, |(bytes, hash)| [bytes.to_string(), hash.to_owned()]));
        if let Some(info) = info {
            let seconds =
                info.animations.iter().map(|animation| animation.seconds).filter(|seconds| seconds.is_finite());
            let seconds = seconds.fold(0.0, |all, seconds| all + seconds);
            cells.push(listed.geometry().map_or("", |(hash, _)| hash).to_owned());
            let counts = [info.nodes, info.meshes, info.vertices, info.faces, info.triangles, info.materials];
            cells.extend(counts.map(|count| count.to_string()));
            let counts = [info.images.len(), info.skins, info.joints, info.lods, info.animations.len()];
            cells.extend(counts.map(|count| count.to_string()));
            let defects = info.diagnostics.iter().filter(|found| found.severity == Severity::Defect.name());
            let defects: Vec<&str> = defects.map(|found| found.code).collect();
            cells.extend([format!("{seconds:.3}"), info.diagnostics.len().to_string(), defects.join(" ")]);
        }
    }
    cells.resize(HEAD.split(',').count(), String::new());
    cells.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",")
}

/// Quotes a cell where it needs it.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::super::listed::Kind;
    use super::*;

    #[test]
    fn every_line_has_all_columns() {
        let listed = Listed { file_encoded: "a%2C%22b%22.b3d".to_owned(), kind: Kind::Model, facts: None };
        let failed = Entry::failed("s", "a,\"b\".b3d".to_owned(), "bad\nthing".to_owned(), Some(listed));
        let line = line(&failed);
        assert!(line.starts_with("\"a,\"\"b\"\".b3d\",a%2C%22b%22.b3d,model,\"bad\nthing\","), "{line}");
        assert_eq!(line.matches(',').count(), HEAD.matches(',').count() + 1, "{line}");
    }
}
