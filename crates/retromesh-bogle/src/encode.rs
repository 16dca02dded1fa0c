//! Document to bytes, in the order of the parser.

use crate::ID;
use crate::document::GeometryData;
use crate::document::{
    Animation, Camera, Collection, Document, Geometry, Instance, Light, Material, Object, Placement,
};
use crate::layout::Layout;
use crate::parse::{SIGNATURE, bgg_path};
use retromesh_core::{Error, ErrorKind};
use retromesh_kit::ByteLayout;
use retromesh_kit::layout::Visit;
use retromesh_wire::{Number, Part, Put, RawStr, Records, Rows, Trace};

impl Document<'_> {
    pub(crate) fn write(&self) -> Result<Vec<u8>, Error> {
        let mut out = Vec::new();
        self.put(&mut out)?;
        Ok(out)
    }

    fn put(&self, out: &mut impl Put) -> Result<(), Error> {
        let [letters @ .., version] = SIGNATURE;
        out.field("magic").put_text(letters);
        out.field("version").put_u8(*version);
        if self.layout.has_objects() {
            out.field("objects_file").begin("objects_file");
            self.put_objects(out)?;
        } else {
            out.field("components_file").begin("components_file");
            self.put_components(out)?;
        }
        out.end();
        out.field("trailing").put_bytes(&self.trailing);
        Ok(())
    }

    /// Returns the files that belong next to an L16 file: relative path and bytes.
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

    fn put_objects(&self, out: &mut impl Put) -> Result<(), Error> {
        let layout = self.layout;
        out.field("object_count").put_count_u32("objects", self.objects.len())?;
        if layout == Layout::L4 {
            out.field("camera_count").put_count_u32("cameras", self.viewpoints.len())?;
            out.field("light_count").put_count_u32("lights", self.phong_lights.len())?;
        } else if layout == Layout::L5 {
            out.field("light_count").put_count_u32("lights", self.aimed_lights.len())?;
            out.field("material_count").put_count_u32("materials", self.materials.len())?;
        }
        out.each("objects", "scene_object", &self.objects, |object, out| put_object(out, object, layout))?;
        if layout < Layout::L4 {
            return Ok(());
        }
        out.field("tree").put_c_string(&self.tree)?;
        out.field("viewpoints").put_rows(&self.viewpoints);
        if layout == Layout::L4 {
            out.field("phong_lights").put_rows(&self.phong_lights);
            return Ok(());
        }
        one(self.viewpoints.len(), "cameras of L5", 1)?;
        out.field("aimed_lights").put_rows(&self.aimed_lights);
        out.field("ambient").put_row(&self.ambient);
        out.each("materials", "material", &self.materials, |material, out| put_material(out, material, layout))?;
        one(self.object_materials.len(), "material indices", self.objects.len())?;
        out.field("object_materials").put_rows(&self.object_materials);
        Ok(())
    }

    fn put_components(&self, out: &mut impl Put) -> Result<(), Error> {
        let layout = self.layout;
        if layout.has_one_camera() {
            one(self.cameras.len(), "cameras", 1)?;
        } else {
            out.field("camera_count").put_count_u32("cameras", self.cameras.len())?;
        }
        out.field("geometry_count").put_count_u32("geometries", self.geometries.len())?;
        out.field("material_count").put_count_u32("materials", self.materials.len())?;
        out.field("light_count").put_count_u32("lights", self.lights.len())?;
        if layout.has_collections() {
            out.field("collection_count").put_count_u32("animation collections", self.collections.len())?;
        }
        out.field("instance_count").put_count_u32("instances", self.instances.len())?;
        if layout.has_skybox() {
            put_string(out.field("skybox"), &self.skybox)?;
        }
        if !layout.has_one_camera() {
            out.field("early_ambient").put_row(&self.ambient);
        }
        out.each("cameras", "camera", &self.cameras, |camera, out| put_camera(out, camera, layout))?;
        if layout.has_one_camera() {
            out.field("ambient").put_row(&self.ambient);
        }
        out.each("geometries", "geometry", &self.geometries, |geometry, out| put_geometry(out, geometry, layout))?;
        out.each("materials", "material", &self.materials, |material, out| put_material(out, material, layout))?;
        out.each("lights", "light", &self.lights, |light, out| put_light(out, light, layout))?;
        out.each("collections", "collection", &self.collections, |collection, out| put_collection(out, collection))?;
        out.each("instances", "instance", &self.instances, |instance, out| put_instance(out, instance, layout))?;
        out.field("tree").put_c_string(&self.tree)
    }
}

impl ByteLayout for Document<'_> {
    /// Walks through the bytes that the document was parsed from; those of geometry files next to it are not among them.
    fn layout(&self, bytes: &[u8], visit: &mut dyn Visit) -> Result<(), Error> {
        Trace::walk(ID, bytes, visit, |out| self.put(out))
    }
}

/// Fails unless a list has the length that the layout implies.
fn one(found: usize, what: &'static str, expected: usize) -> Result<(), Error> {
    if found == expected {
        return Ok(());
    }
    Err(Error::new(ID, ErrorKind::bad(what, expected.to_string(), found.to_string())))
}

/// Writes a text with its length, which the caller has named.
fn put_string(out: &mut impl Put, text: &RawStr<'_>) -> Result<(), Error> {
    out.begin("counted_text");
    out.field("length").put_count_u32("text", text.len())?;
    out.field("text").put_text(text.bytes());
    out.end();
    Ok(())
}

fn put_name(out: &mut impl Put, name: &RawStr<'_>, layout: Layout) -> Result<(), Error> {
    if layout.has_names() { put_string(out.field("name"), name) } else { Ok(()) }
}

fn put_counts(out: &mut impl Put, data: &GeometryData<'_>, layout: Layout) -> Result<(), Error> {
    if !data.vertices.is_empty() {
        one(data.vertices.stride(), "vertex size", layout.vertex_size())?;
    }
    out.field("vertex_count").put_count_u32("vertices", data.vertices.len())?;
    out.field("index_count").put_count_u32("indices", data.indices.len())
}

fn put_vertices(out: &mut impl Put, vertices: &Records<'_>, indices: &Rows<'_, u32>, layout: Layout) {
    out.field("vertices").put_records(vertices, || {
        let parts =
            [("position", 3), ("uv", 2), ("normal", 3), ("tangent", 3), ("binormal", 3), ("bones", 3), ("weights", 3)];
        let mut left = layout.vertex_size() / 4;
        let parts = parts.into_iter().take_while(|(_, count)| {
            let has_it = left >= *count;
            left = left.saturating_sub(*count);
            has_it
        });
        parts.map(|(name, count)| Part::new(name, Number::F32, count)).collect()
    });
    out.field("indices").put_rows(indices);
}

fn put_data(out: &mut impl Put, data: &GeometryData<'_>, layout: Layout) -> Result<(), Error> {
    put_counts(out, data, layout)?;
    put_vertices(out, &data.vertices, &data.indices, layout);
    Ok(())
}

fn put_object(out: &mut impl Put, object: &Object<'_>, layout: Layout) -> Result<(), Error> {
    let name = object.name.bytes();
    if layout < Layout::L4 {
        let length = u8::try_from(name.len());
        out.field("name_length").put_u8(
            length.map_err(|_| Error::new(ID, ErrorKind::bad("name", "at most 255 bytes", name.len().to_string())))?,
        );
    } else {
        one(name.len(), "name size", 32)?;
    }
    let data = GeometryData { vertices: object.vertices.clone(), indices: object.indices.borrowed() };
    put_counts(out, &data, layout)?;
    out.field("name").put_text(name);
    put_vertices(out, &object.vertices, &object.indices, layout);
    if layout >= Layout::L2 {
        out.field("placement").put_row(&object.placement);
    }
    Ok(())
}

fn put_camera(out: &mut impl Put, camera: &Camera<'_>, layout: Layout) -> Result<(), Error> {
    if !layout.has_one_camera() {
        out.field("kind").put_u8(camera.kind);
    }
    put_name(out, &camera.name, layout)?;
    out.field("width").put_u32(camera.width);
    out.field("height").put_u32(camera.height);
    out.field("near").put_f32(camera.near);
    out.field("far").put_f32(camera.far);
    out.field("fov").put_f32(camera.fov);
    if !layout.has_one_camera() {
        out.field("main").put_u8(camera.main);
    }
    Ok(())
}

fn put_geometry(out: &mut impl Put, geometry: &Geometry<'_>, layout: Layout) -> Result<(), Error> {
    if layout >= Layout::L13 {
        out.field("kind").put_u8(geometry.kind);
    }
    put_name(out, &geometry.name, layout)?;
    if layout == Layout::L16 {
        return put_string(out.field("file"), &geometry.file);
    }
    match &geometry.data {
        Some(data) => put_data(out, data, layout),
        None => put_data(out, &GeometryData::default(), layout),
    }
}

fn put_material(out: &mut impl Put, material: &Material<'_>, layout: Layout) -> Result<(), Error> {
    for (wide, name, tag) in [("wide_kind", "kind", material.kind), ("wide_shader", "shader", material.shader)] {
        if layout < Layout::L10 { out.field(wide).put_u32(tag) } else { out.field(name).put_u8(tag as u8) }
    }
    put_name(out, &material.name, layout)?;
    out.field("ambient").put_row(&material.ambient);
    out.field("emissive").put_row(&material.emissive);
    out.field("diffuse").put_row(&material.diffuse);
    out.field("specular").put_row(&material.specular);
    if layout <= Layout::L10 {
        out.field("reflectance_color").put_row(&material.reflectance_color);
    }
    out.field("opacity").put_f32(material.opacity);
    out.field("specular_power").put_f32(material.specular_power);
    if layout >= Layout::L11 {
        out.field("reflectance").put_f32(material.reflectance);
    }
    if layout >= Layout::L12 {
        out.field("refraction").put_f32(material.refraction);
    }
    out.field("index_of_refraction").put_f32(material.index_of_refraction);
    out.field("bump_intensity").put_f32(material.bump_intensity);
    out.field("specular_scale").put_f32(material.specular_scale);
    out.field("alpha_threshold").put_f32(material.alpha_threshold);
    if layout >= Layout::L9 {
        out.field("blending").put_u8(material.blending);
    }
    material.textures.iter().try_for_each(|texture| put_string(out.entry("textures"), texture))
}

fn put_light(out: &mut impl Put, light: &Light<'_>, layout: Layout) -> Result<(), Error> {
    if layout >= Layout::L13 {
        out.field("kind").put_u8(light.kind);
    }
    put_name(out, &light.name, layout)?;
    out.field("color").put_row(&light.color);
    if layout < Layout::L8 {
        out.field("range").put_f32(light.range);
    } else {
        out.field("attenuation").put_row(&light.attenuation);
    }
    out.field("intensity").put_f32(light.intensity);
    if layout < Layout::L13 {
        out.field("kind_after").put_u8(light.kind);
    }
    out.field("angle").put_f32(light.angle);
    Ok(())
}

fn put_collection(out: &mut impl Put, collection: &Collection<'_>) -> Result<(), Error> {
    out.field("kind").put_u8(collection.kind);
    put_string(out.field("name"), &collection.name)?;
    out.field("animation_count").put_count_u32("animations", collection.animations.len())?;
    out.field("matrix").put_row(&collection.matrix);
    out.field("bone_count").put_count_u32("bones", collection.bones.len())?;
    out.field("bones").put_rows(&collection.bones);
    out.each("animations", "animation", &collection.animations, |animation, out| {
        put_string(out.field("name"), &animation.name)?;
        if !animation.keys.is_empty() {
            one(animation.keys.stride(), "key size", Animation::key_size(collection.bones.len()))?;
        }
        out.field("key_count").put_count_u32("keys", animation.keys.len())?;
        out.field("keys").put_records(&animation.keys, || {
            let rotations = Part::new("rotations", Number::F32, 4 * collection.bones.len());
            let mut parts = vec![Part::new("time", Number::F32, 1), Part::new("offset", Number::F32, 3)];
            parts.extend((!collection.bones.is_empty()).then_some(rotations));
            parts
        });
        Ok(())
    })
}

fn put_instance(out: &mut impl Put, instance: &Instance<'_>, layout: Layout) -> Result<(), Error> {
    put_name(out, &instance.name, layout)?;
    if layout.has_one_camera() {
        out.field("short_camera").put_u8(instance.camera as u8);
    } else {
        out.field("camera").put_u32(instance.camera);
    }
    out.field("geometry").put_u32(instance.geometry);
    out.field("material").put_u32(instance.material);
    out.field("light").put_u32(instance.light);
    if layout.has_collections() {
        out.field("collection").put_u32(instance.collection);
    }
    match (&instance.placement, layout == Layout::L6) {
        (Placement::Parts(parts), true) => out.field("placement").put_row(parts),
        (Placement::Matrix(matrix), false) => out.field("matrix").put_row(matrix),
        _ => {
            return Err(Error::new(ID, ErrorKind::bad("placement", format!("the kind of {layout}"), "the other kind")));
        }
    }
    Ok(())
}
