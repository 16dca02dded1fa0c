//! Document to bytes, in the order of the parser.

use crate::ID;
use crate::document::GeometryData;
use crate::document::{
    Animation, Camera, Collection, Document, Geometry, Instance, Light, Material, Object, Placement,
};
use crate::layout::Layout;
use crate::parse::{SIGNATURE, bgg_path};
use retromesh_core::{Error, ErrorKind};
use retromesh_wire::{Put, RawStr};

impl Document<'_> {
    /// Writes the file in the document's layout. Geometry of L16 is in [`Document::sidecars`].
    ///
    /// # Errors
    /// A list or text has more elements than its count can say, or a part does not fit the layout.
    pub fn encode(&self) -> Result<Vec<u8>, Error> {
        let mut out = Vec::new();
        out.put_bytes(SIGNATURE);
        let body = if self.layout.has_objects() { self.put_objects(&mut out) } else { self.put_components(&mut out) };
        body.map_err(|e| e.in_format(ID))?;
        out.put_bytes(&self.trailing);
        Ok(out)
    }

    /// Returns the files that belong beside an L16 file: relative path and bytes.
    ///
    /// # Errors
    /// A geometry has more vertices or indices than its counts can say.
    pub fn sidecars(&self) -> Result<Vec<(String, Vec<u8>)>, Error> {
        let mut files = Vec::new();
        for geometry in self.geometries.iter().filter(|_| self.layout == Layout::L16) {
            if let Some(data) = &geometry.data {
                let mut out = Vec::new();
                put_data(&mut out, data, self.layout).map_err(|e| e.in_format(ID))?;
                files.push((bgg_path(&geometry.file), out));
            }
        }
        Ok(files)
    }

    fn put_objects(&self, out: &mut Vec<u8>) -> Result<(), Error> {
        let layout = self.layout;
        out.put_count_u32("objects", self.objects.len())?;
        if layout == Layout::L4 {
            out.put_count_u32("cameras", self.viewpoints.len())?;
            out.put_count_u32("lights", self.phong_lights.len())?;
        } else if layout == Layout::L5 {
            out.put_count_u32("lights", self.aimed_lights.len())?;
            out.put_count_u32("materials", self.materials.len())?;
        }
        self.objects.iter().try_for_each(|object| put_object(out, object, layout))?;
        if layout < Layout::L4 {
            return Ok(());
        }
        out.put_c_string(&self.tree)?;
        out.put_rows(&self.viewpoints);
        if layout == Layout::L4 {
            out.put_rows(&self.phong_lights);
            return Ok(());
        }
        one(self.viewpoints.len(), "cameras of L5", 1)?;
        out.put_rows(&self.aimed_lights);
        out.put_row(&self.ambient);
        self.materials.iter().try_for_each(|material| put_material(out, material, layout))?;
        one(self.object_materials.len(), "material indices", self.objects.len())?;
        out.put_rows(&self.object_materials);
        Ok(())
    }

    fn put_components(&self, out: &mut Vec<u8>) -> Result<(), Error> {
        let layout = self.layout;
        if layout.has_one_camera() {
            one(self.cameras.len(), "cameras", 1)?;
        } else {
            out.put_count_u32("cameras", self.cameras.len())?;
        }
        out.put_count_u32("geometries", self.geometries.len())?;
        out.put_count_u32("materials", self.materials.len())?;
        out.put_count_u32("lights", self.lights.len())?;
        if layout.has_collections() {
            out.put_count_u32("animation collections", self.collections.len())?;
        }
        out.put_count_u32("instances", self.instances.len())?;
        if layout.has_skybox() {
            put_string(out, &self.skybox)?;
        }
        if !layout.has_one_camera() {
            out.put_row(&self.ambient);
        }
        self.cameras.iter().try_for_each(|camera| put_camera(out, camera, layout))?;
        if layout.has_one_camera() {
            out.put_row(&self.ambient);
        }
        self.geometries.iter().try_for_each(|geometry| put_geometry(out, geometry, layout))?;
        self.materials.iter().try_for_each(|material| put_material(out, material, layout))?;
        self.lights.iter().try_for_each(|light| put_light(out, light, layout))?;
        if layout.has_collections() {
            self.collections.iter().try_for_each(|collection| put_collection(out, collection))?;
        }
        self.instances.iter().try_for_each(|instance| put_instance(out, instance, layout))?;
        out.put_c_string(&self.tree)
    }
}

/// Fails unless a list has the length that the layout implies.
fn one(found: usize, what: &'static str, expected: usize) -> Result<(), Error> {
    if found == expected {
        return Ok(());
    }
    Err(Error::new(ID, ErrorKind::bad(what, expected.to_string(), found.to_string())))
}

fn put_string(out: &mut Vec<u8>, text: &RawStr<'_>) -> Result<(), Error> {
    out.put_count_u32("text", text.len())?;
    out.put_bytes(text.bytes());
    Ok(())
}

fn put_name(out: &mut Vec<u8>, name: &RawStr<'_>, layout: Layout) -> Result<(), Error> {
    if layout.has_names() { put_string(out, name) } else { Ok(()) }
}

fn put_counts(out: &mut Vec<u8>, data: &GeometryData<'_>, layout: Layout) -> Result<(), Error> {
    if !data.vertices.is_empty() {
        one(data.vertices.stride(), "vertex size", layout.vertex_size())?;
    }
    out.put_count_u32("vertices", data.vertices.len())?;
    out.put_count_u32("indices", data.indices.len())
}

fn put_data(out: &mut Vec<u8>, data: &GeometryData<'_>, layout: Layout) -> Result<(), Error> {
    put_counts(out, data, layout)?;
    out.put_bytes(data.vertices.bytes());
    out.put_rows(&data.indices);
    Ok(())
}

fn put_object(out: &mut Vec<u8>, object: &Object<'_>, layout: Layout) -> Result<(), Error> {
    let name = object.name.bytes();
    if layout < Layout::L4 {
        let length = u8::try_from(name.len());
        out.put_u8(
            length.map_err(|_| Error::new(ID, ErrorKind::bad("name", "at most 255 bytes", name.len().to_string())))?,
        );
    } else {
        one(name.len(), "name size", 32)?;
    }
    let data = GeometryData { vertices: object.vertices.clone(), indices: object.indices.borrowed() };
    put_counts(out, &data, layout)?;
    out.put_bytes(name);
    out.put_bytes(object.vertices.bytes());
    out.put_rows(&object.indices);
    if layout >= Layout::L2 {
        out.put_row(&object.placement);
    }
    Ok(())
}

fn put_camera(out: &mut Vec<u8>, camera: &Camera<'_>, layout: Layout) -> Result<(), Error> {
    if !layout.has_one_camera() {
        out.put_u8(camera.kind);
    }
    put_name(out, &camera.name, layout)?;
    out.put_u32(camera.width);
    out.put_u32(camera.height);
    out.put_row(&[camera.near, camera.far, camera.fov]);
    if !layout.has_one_camera() {
        out.put_u8(camera.main);
    }
    Ok(())
}

fn put_geometry(out: &mut Vec<u8>, geometry: &Geometry<'_>, layout: Layout) -> Result<(), Error> {
    if layout >= Layout::L13 {
        out.put_u8(geometry.kind);
    }
    put_name(out, &geometry.name, layout)?;
    if layout == Layout::L16 {
        return put_string(out, &geometry.file);
    }
    match &geometry.data {
        Some(data) => put_data(out, data, layout),
        None => put_data(out, &GeometryData::default(), layout),
    }
}

fn put_material(out: &mut Vec<u8>, material: &Material<'_>, layout: Layout) -> Result<(), Error> {
    for tag in [material.kind, material.shader] {
        if layout < Layout::L10 { out.put_u32(tag) } else { out.put_u8(tag as u8) }
    }
    put_name(out, &material.name, layout)?;
    out.put_row(&[material.ambient, material.emissive, material.diffuse, material.specular]);
    if layout <= Layout::L10 {
        out.put_row(&material.reflectance_color);
    }
    out.put_row(&[material.opacity, material.specular_power]);
    if layout >= Layout::L11 {
        out.put_f32(material.reflectance);
    }
    if layout >= Layout::L12 {
        out.put_f32(material.refraction);
    }
    let Material { index_of_refraction, bump_intensity, specular_scale, alpha_threshold, .. } = *material;
    out.put_row(&[index_of_refraction, bump_intensity, specular_scale, alpha_threshold]);
    if layout >= Layout::L9 {
        out.put_u8(material.blending);
    }
    material.textures.iter().try_for_each(|texture| put_string(out, texture))
}

fn put_light(out: &mut Vec<u8>, light: &Light<'_>, layout: Layout) -> Result<(), Error> {
    if layout >= Layout::L13 {
        out.put_u8(light.kind);
    }
    put_name(out, &light.name, layout)?;
    out.put_row(&light.color);
    if layout < Layout::L8 {
        out.put_f32(light.range);
    } else {
        out.put_row(&light.attenuation);
    }
    out.put_f32(light.intensity);
    if layout < Layout::L13 {
        out.put_u8(light.kind);
    }
    out.put_f32(light.angle);
    Ok(())
}

fn put_collection(out: &mut Vec<u8>, collection: &Collection<'_>) -> Result<(), Error> {
    out.put_u8(collection.kind);
    put_string(out, &collection.name)?;
    out.put_count_u32("animations", collection.animations.len())?;
    out.put_row(&collection.matrix);
    out.put_count_u32("bones", collection.bones.len())?;
    out.put_rows(&collection.bones);
    for animation in &collection.animations {
        put_string(out, &animation.name)?;
        if !animation.keys.is_empty() {
            one(animation.keys.stride(), "key size", Animation::key_size(collection.bones.len()))?;
        }
        out.put_count_u32("keys", animation.keys.len())?;
        out.put_bytes(animation.keys.bytes());
    }
    Ok(())
}

fn put_instance(out: &mut Vec<u8>, instance: &Instance<'_>, layout: Layout) -> Result<(), Error> {
    put_name(out, &instance.name, layout)?;
    if layout.has_one_camera() {
        out.put_u8(instance.camera as u8);
    } else {
        out.put_u32(instance.camera);
    }
    out.put_row(&[instance.geometry, instance.material, instance.light]);
    if layout.has_collections() {
        out.put_u32(instance.collection);
    }
    match (&instance.placement, layout == Layout::L6) {
        (Placement::Parts(parts), true) => out.put_row(parts),
        (Placement::Matrix(matrix), false) => out.put_row(matrix),
        _ => {
            return Err(Error::new(ID, ErrorKind::bad("placement", format!("the kind of {layout}"), "the other kind")));
        }
    }
    Ok(())
}
