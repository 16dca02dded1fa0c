//! The table for people.

use crate::terminal::{grouped, printable};
use retromesh::facts::Info;
use retromesh::{NodeId, NodeMap, Scene};
use std::collections::HashMap;

/// At most this many entries of a list are shown; `--json` has them all.
const MAX_ENTRIES: usize = 24;

pub(super) fn print(file: &str, info: &Info, scene: &Scene) {
    let Info { format_name, version, bytes, .. } = info;
    outln!("{}: {format_name} {version}, {} bytes", printable(file), grouped(*bytes));
    if !info.sizes.is_empty() {
        let sizes = info.sizes.iter().filter(|size| size.bytes > 0);
        let sizes: Vec<String> = sizes.map(|size| format!("{} {}", size.part, grouped(size.bytes))).collect();
        row("bytes", format_args!("{}", sizes.join(", ")));
    }
    row("meshes", format_args!("{} with {} parts", info.meshes, info.parts));
    let [vertices, faces, triangles] = [info.vertices, info.faces, info.triangles].map(|n| grouped(n as u64));
    row("geometry", format_args!("{vertices} vertices, {faces} faces, {triangles} triangles"));
    if let Some(bounds) = &info.bounds {
        row("bounds", format_args!("{:?} to {:?}", bounds.min, bounds.max));
    }
    if info.skins > 0 {
        row("skins", format_args!("{} with {} joints", info.skins, info.joints));
    }
    let others = [
        ("shapes", info.morph_targets, " morph targets"),
        ("frames", info.vertex_frames, " of vertices"),
        ("cameras", info.cameras, ""),
        ("lights", info.lights, ""),
    ];
    for (name, count, what) in others.into_iter().filter(|(_, count, _)| *count > 0) {
        row(name, format_args!("{count}{what}"));
    }
    list("materials", info.material_list.iter().map(|m| format!("{:?} with {} textures", m.name, m.layers)));
    list("images", images(&info.images).into_iter());
    list("LODs", info.lod_list.iter().map(|lod| format!("{} {} {}", lod.level, lod.role, lod.value)));
    list(
        "animations",
        info.animations.iter().map(|a| {
            let (name, first, last, rate) = (&a.name, a.first, a.last, a.ticks_per_second);
            format!(
                "{name:?} {first} to {last} at {rate}/s = {:.3} s, {} channels, {} keys",
                a.seconds, a.channels, a.keys
            )
        }),
    );
    list(
        "selections",
        info.selections
            .iter()
            .map(|s| format!("{:?} of mesh {}: {} vertices, {} faces", s.name, s.mesh, s.vertices, s.faces)),
    );
    list("properties", info.properties.iter().map(|p| format!("{} = {:?}", p.name, p.value)));
    list("proxies", info.proxies.iter().map(|p| format!("{} -> {}", p.path, p.file)));
    tree(scene);
    list(
        "remarks",
        info.diagnostics.iter().map(|d| {
            let place = if d.path.is_empty() { String::new() } else { format!(" in {}", d.path) };
            let detail = if d.detail.is_empty() { String::new() } else { format!(": {}", d.detail) };
            format!("{} {} x{}{detail}{place}", d.severity, d.code, d.count)
        }),
    );
}

/// Names each path once, in the order of the file.
fn images(paths: &[String]) -> Vec<String> {
    let (mut first, mut counts) = (Vec::new(), HashMap::<&str, usize>::new());
    for path in paths {
        let count = counts.entry(path).or_default();
        *count += 1;
        first.extend((*count == 1).then_some(path));
    }
    let line = |path: &String| match counts[path.as_str()] {
        1 => format!("{path:?}"),
        count => format!("{path:?}, {count} times"),
    };
    first.into_iter().map(line).collect()
}

fn row(name: &str, value: std::fmt::Arguments<'_>) {
    outln!("  {name:<11} {value}");
}

fn list(name: &str, entries: impl ExactSizeIterator<Item = String>) {
    let count = entries.len();
    for (i, entry) in entries.take(MAX_ENTRIES).enumerate() {
        row(if i == 0 { name } else { "" }, format_args!("{}", printable(&entry)));
    }
    if count > MAX_ENTRIES {
        row("", format_args!("and {} more", count - MAX_ENTRIES));
    }
}

fn tree(scene: &Scene) {
    let depths = NodeMap::inherited(scene, |_, above: Option<&usize>| above.map_or(0, |depth| depth + 1));
    row("nodes", format_args!("{}", scene.nodes.len()));
    for (shown, id) in scene.depth_first().into_iter().enumerate() {
        if shown == MAX_ENTRIES {
            row("", format_args!("and {} more", scene.nodes.len() - MAX_ENTRIES));
            break;
        }
        let node = &scene[id];
        let kind = kind(scene, id);
        row(
            "",
            format_args!(
                "{:indent$}{}{kind}",
                "",
                printable(&format!("{:?}", node.name)),
                indent = 2 * depths[id].min(MAX_ENTRIES)
            ),
        );
    }
}

fn kind(scene: &Scene, id: NodeId) -> &'static str {
    let node = &scene[id];
    if node.mesh.is_some() {
        " mesh"
    } else if node.camera.is_some() {
        " camera"
    } else if node.light.is_some() {
        " light"
    } else if scene.skeletons.iter().any(|skeleton| skeleton.joints.contains(&id)) {
        " joint"
    } else {
        ""
    }
}
