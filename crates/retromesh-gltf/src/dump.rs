//! The printer of documents: one construct a line.

use crate::document::{Container, Document};
use std::fmt::{self, Write};

impl Document<'_> {
    /// Prints the structure of the file: its objects with their numbers, never their arrays.
    pub fn dump(&self, out: &mut dyn Write) -> fmt::Result {
        let root = &self.root;
        let container = match self.container {
            Container::Binary => "binary",
            Container::Text => "text",
        };
        writeln!(out, "gltf {} {container}, {} bytes", root.asset.version, self.bytes.len())?;
        if let Some(generator) = &root.asset.generator {
            writeln!(out, "generator {generator:?}")?;
        }
        for name in &root.extensions_used {
            let required = if root.extensions_required.contains(name) { " required" } else { "" };
            writeln!(out, "extension {name}{required}")?;
        }
        for (i, buffer) in root.buffers.iter().enumerate() {
            writeln!(out, "buffer[{i}] {} bytes", buffer.byte_length.0)?;
        }
        for (i, accessor) in root.accessors.iter().enumerate() {
            let sparse = accessor.sparse.as_ref().map_or(String::new(), |s| format!(" sparse {}", s.count.0));
            let shape = format!("{:?} {:?}", accessor.type_, accessor.component_type);
            writeln!(out, "accessor[{i}] {shape} x{}{sparse}", accessor.count.0)?;
        }
        for (i, mesh) in root.meshes.iter().enumerate() {
            writeln!(out, "mesh[{i}] {:?} primitives {}", mesh.name.as_deref().unwrap_or(""), mesh.primitives.len())?;
            for (p, primitive) in mesh.primitives.iter().enumerate() {
                let keys: Vec<String> =
                    primitive.attributes.iter().map(|(k, a)| format!("{k:?}={}", a.value())).collect();
                writeln!(out, "  primitive[{p}] {:?} {}", primitive.mode, keys.join(" "))?;
            }
        }
        for (i, node) in root.nodes.iter().enumerate() {
            let children: Vec<String> = node.children.iter().flatten().map(ToString::to_string).collect();
            let mesh = node.mesh.map_or(String::new(), |m| format!(" mesh {}", m.value()));
            let skin = node.skin.map_or(String::new(), |s| format!(" skin {}", s.value()));
            writeln!(
                out,
                "node[{i}] {:?}{mesh}{skin} children [{}]",
                node.name.as_deref().unwrap_or(""),
                children.join(" ")
            )?;
        }
        for (i, skin) in root.skins.iter().enumerate() {
            writeln!(out, "skin[{i}] joints {}", skin.joints.len())?;
        }
        for (i, animation) in root.animations.iter().enumerate() {
            let name = animation.name.as_deref().unwrap_or("");
            writeln!(out, "animation[{i}] {name:?} channels {}", animation.channels.len())?;
        }
        for (i, material) in root.materials.iter().enumerate() {
            writeln!(out, "material[{i}] {:?}", material.name.as_deref().unwrap_or(""))?;
        }
        for (i, image) in root.images.iter().enumerate() {
            let link: String = image.uri.as_deref().unwrap_or("inside").chars().take(64).collect();
            writeln!(out, "image[{i}] {link:?}")?;
        }
        Ok(())
    }
}
