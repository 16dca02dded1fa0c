//! Scene to document: all meshes at rest, where they are.

use crate::ID;
use crate::capability::INFO;
use crate::document::Document;
use glam::Vec3;
use retromesh_core::{Diagnostics, Error, ErrorKind, Space, Valid};
use retromesh_kit::{ExportOptions, Exported};

impl Document<'static> {
    pub(crate) fn export(
        scene: &Valid<'_>,
        options: &ExportOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Exported<Self>, Error> {
        let scene = INFO.prepare(scene, options, Space::GLTF, diagnostics)?;
        let pose = scene.rest_pose();
        let (mut positions, mut triangles): (Vec<Vec3>, Vec<[u32; 3]>) = Default::default();
        for id in scene.depth_first() {
            let Some(instance) = scene[id].mesh.as_deref() else { continue };
            let first = u32::try_from(positions.len())
                .map_err(|_| Error::new(ID, ErrorKind::unrepresentable("more vertices than 32 bits number")))?;
            positions.extend(pose.positions(&scene, id));
            let mesh = &scene[instance.mesh];
            // A mirrored mesh is seen from the other side, unless joints move it.
            let mirrored = mesh.weights.is_empty() && pose.world[id].determinant() < 0.0;
            for [a, b, c] in mesh.parts.iter().flat_map(|part| part.faces.triangles(&mesh.positions).into_owned()) {
                let corners = if mirrored { [a, c, b] } else { [a, b, c] };
                triangles.push(corners.map(|vertex| first + vertex));
            }
        }
        let document = Self { positions: positions.into(), triangles: triangles.into(), ..Self::default() };
        Ok(Exported { document, sidecars: Vec::new() })
    }
}
