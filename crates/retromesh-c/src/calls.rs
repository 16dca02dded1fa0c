//! The calls of the library. Their comments are those of the header.

use crate::border::{CallError, Failure, Many, Room, Text, guarded};
use crate::files::{FileList, load, source_of};
use crate::fill;
use crate::options::{Call, NamedOption, Options};
use crate::pool::Pool;
use crate::report::{self, OpenReport};
use crate::view::{NONE, Scene};
use retromesh::facts::Info;
use retromesh::glam::{Mat4, Vec3};
use retromesh::keyframes::Clip;
use retromesh::pose::Pose;
use retromesh::{Diagnostics, Opened, Source, Space};
use std::ffi::c_char;
use std::mem::MaybeUninit;

/// The version of the interface. It changes when something that was there changes.
pub const ABI: u32 = 1;

/// A scene and what its view leads to; C sees the first.
#[repr(C)]
pub struct OpenScene {
    pub(crate) view: Scene,
    pub(crate) opened: Opened,
    clips: Vec<(usize, Clip)>,
    _pool: Pool,
}

/// Returns the version of the interface that the library has: compare it with RETROMESH_ABI, which is that of this header.
#[unsafe(no_mangle)]
pub extern "C" fn retromesh_abi() -> u32 {
    ABI
}

/// Returns the version of the library: "0.1.0". It is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn retromesh_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// Reads a model file of any format, with what is next to it. Returns NULL, and says why in `error`, when it cannot.
///
/// The scene is freed by `retromesh_free`. `options` may be NULL, and so may `error`.
#[unsafe(no_mangle)]
pub extern "C" fn retromesh_open(
    path: *const c_char,
    options: *const NamedOption,
    option_count: usize,
    error: Option<&mut MaybeUninit<CallError>>,
) -> Option<Box<OpenScene>> {
    guarded(error, || {
        let options = Options::of(Many(options), option_count, Call::Open)?;
        open(&load(Text(path), &options)?, &options)
    })
}

/// Reads a model that is in memory. The bytes, and what `files` leads to, are needed during the call only.
///
/// `name` says how the file is called, and so in which folder of `files` it is; its extension helps where the bytes could be of several
/// formats. It may be NULL, and so may `files`, where there is nothing next to the model.
#[unsafe(no_mangle)]
pub extern "C" fn retromesh_open_memory(
    data: *const u8,
    size: usize,
    name: *const c_char,
    files: Option<&FileList>,
    options: *const NamedOption,
    option_count: usize,
    error: Option<&mut MaybeUninit<CallError>>,
) -> Option<Box<OpenScene>> {
    guarded(error, || {
        let options = Options::of(Many(options), option_count, Call::Open)?;
        open(&source_of(Many(data), size, Text(name), files, &options)?, &options)
    })
}

fn open(source: &Source, options: &Options) -> Result<Box<OpenScene>, Failure> {
    options.matter(source.format.info(), None)?;
    let mut found = options.named.diagnostics();
    let mut opened = retromesh::open_source(source, &options.named.import, &mut found)?;
    opened.find_images(&source.folder, options.named.export.textures, &mut found)?;
    if options.as_gltf {
        opened.scene.convert_to(Space::GLTF);
    }
    let (clips, mut pool) = (opened.scene.clips(), Pool::default());
    let view = fill::scene(&opened, &clips, &found, &mut pool);
    Ok(Box::new(OpenScene { view, opened, clips, _pool: pool }))
}

/// Frees a scene and all that it leads to. NULL is none.
#[unsafe(no_mangle)]
pub extern "C" fn retromesh_free(scene: Option<Box<OpenScene>>) {
    drop(scene);
}

/// Writes the box around what is shown in the rest pose, as `retromesh info` says it: the least x, y, z, then the greatest. Returns false
/// when there is nothing.
#[unsafe(no_mangle)]
pub extern "C" fn retromesh_bounds(scene: Option<&OpenScene>, bounds: *mut f32) -> bool {
    let look = || {
        let opened = &need(scene)?.opened;
        let found = Info::unhashed(opened, &Diagnostics::new()).bounds;
        found.ok_or_else(|| Failure::argument("nothing is shown"))
    };
    guarded(None, look).map(|found| Room(bounds).put(&[found.min, found.max].concat())).is_some()
}

/// Writes where all nodes are at a moment: for each a matrix of 16 numbers, column after column, from the node's space to the world.
///
/// `clip` is the number of one of the scene's clips, or RETROMESH_NONE for the rest pose; `seconds` count from its start. A clip that loops
/// starts over, others hold their ends. There must be room for `16 * scene->nodes.count` numbers. Returns false when there is no such clip.
#[unsafe(no_mangle)]
pub extern "C" fn retromesh_pose(scene: Option<&OpenScene>, clip: u32, seconds: f32, matrices: *mut f32) -> bool {
    let numbers = || {
        let pose = pose(need(scene)?, clip, seconds)?;
        Ok(pose.world.values().iter().flat_map(Mat4::to_cols_array).collect::<Vec<f32>>())
    };
    guarded(None, numbers).map(|numbers| Room(matrices).put(&numbers)).is_some()
}

/// Writes where all vertices are at a moment, skinned and morphed, in the world: three numbers each, for each node with a mesh in the order of
/// the nodes. Their normals are written, too, zeros for meshes without. Either may be NULL.
///
/// `clip` and `seconds` are those of `retromesh_pose`. Returns false when there is no such clip.
#[unsafe(no_mangle)]
pub extern "C" fn retromesh_pose_vertices(
    scene: Option<&OpenScene>,
    clip: u32,
    seconds: f32,
    positions: *mut f32,
    normals: *mut f32,
) -> bool {
    let vertices = || {
        let scene = need(scene)?;
        let (pose, all) = (pose(scene, clip, seconds)?, &scene.opened.scene);
        let (mut positions, mut normals) = (Room(positions), Room(normals));
        let flat = |rows: &[Vec3]| rows.iter().flat_map(Vec3::to_array).collect::<Vec<f32>>();
        for id in all.node_ids() {
            let places = pose.positions(all, id);
            let mut turned = pose.normals(all, id);
            turned.resize(places.len(), Vec3::ZERO);
            positions = positions.put(&flat(&places));
            normals = normals.put(&flat(&turned));
        }
        Ok(())
    };
    guarded(None, vertices).is_some()
}

/// Writes the triangles of a part of a mesh: three vertices each, with the winding of the faces. Returns how many there are, 0 where there is no
/// such part: at most `triangle_count`, and fewer where faces cross themselves. There must be room for `3 * triangle_count` numbers.
#[unsafe(no_mangle)]
pub extern "C" fn retromesh_triangles(scene: Option<&OpenScene>, mesh: u32, part: u32, triangles: *mut u32) -> usize {
    let cut = || {
        let mesh = need(scene)?.opened.scene.meshes.get(mesh as usize).ok_or_else(|| Failure::argument("no mesh"))?;
        let part = mesh.parts.get(part as usize).ok_or_else(|| Failure::argument("no part"))?;
        let cut = part.faces.triangles(&mesh.positions);
        // A polygon has no more of them than corners less two; whatever comes, no more is written than there is room for.
        let cut = cut.get(..cut.len().min(part.faces.triangle_count())).unwrap_or_default();
        Room(triangles).put(cut.as_flattened());
        Ok(cut.len())
    };
    guarded(None, cut).unwrap_or(0)
}

/// Converts a file to the format that the extension of `output` stands for. Nothing is written when anything fails, or when something is
/// reported that the option `deny` names. A file that is there stays, unless the option `overwrite` is given.
///
/// Returns NULL, and says why in `error`, when it fails. The report is freed by `retromesh_report_free`.
#[unsafe(no_mangle)]
pub extern "C" fn retromesh_convert(
    input: *const c_char,
    output: *const c_char,
    options: *const NamedOption,
    option_count: usize,
    error: Option<&mut MaybeUninit<CallError>>,
) -> Option<Box<OpenReport>> {
    guarded(error, || {
        let options = Options::of(Many(options), option_count, Call::Convert)?;
        report::convert(load(Text(input), &options)?, Text(output).need("output")?, options)
    })
}

/// Converts a model that is in memory, as `retromesh_convert` does; the report has the files that are made. `output` is the name of the
/// model among them, and its extension stands for the format. The other arguments are those of `retromesh_open_memory`.
#[unsafe(no_mangle)]
pub extern "C" fn retromesh_convert_memory(
    data: *const u8,
    size: usize,
    name: *const c_char,
    files: Option<&FileList>,
    output: *const c_char,
    options: *const NamedOption,
    option_count: usize,
    error: Option<&mut MaybeUninit<CallError>>,
) -> Option<Box<OpenReport>> {
    guarded(error, || {
        let options = Options::of(Many(options), option_count, Call::Convert)?;
        report::convert_memory(
            source_of(Many(data), size, Text(name), files, &options)?,
            Text(output).need("output")?,
            options,
        )
    })
}

/// Reads a file completely and compares it with what is written back, as `retromesh check` does; the option `target` names an engine whose
/// rules are applied, too.
///
/// Returns NULL, and says why in `error`, when the file cannot be read. The report is freed by `retromesh_report_free`.
#[unsafe(no_mangle)]
pub extern "C" fn retromesh_check(
    path: *const c_char,
    options: *const NamedOption,
    option_count: usize,
    error: Option<&mut MaybeUninit<CallError>>,
) -> Option<Box<OpenReport>> {
    guarded(error, || {
        let options = Options::of(Many(options), option_count, Call::Check)?;
        report::check(&load(Text(path), &options)?, &options)
    })
}

/// Checks a model that is in memory, as `retromesh_check` does. The other arguments are those of `retromesh_open_memory`.
#[unsafe(no_mangle)]
pub extern "C" fn retromesh_check_memory(
    data: *const u8,
    size: usize,
    name: *const c_char,
    files: Option<&FileList>,
    options: *const NamedOption,
    option_count: usize,
    error: Option<&mut MaybeUninit<CallError>>,
) -> Option<Box<OpenReport>> {
    guarded(error, || {
        let options = Options::of(Many(options), option_count, Call::Check)?;
        report::check(&source_of(Many(data), size, Text(name), files, &options)?, &options)
    })
}

/// Frees a report and all that it leads to. NULL is none.
#[unsafe(no_mangle)]
pub extern "C" fn retromesh_report_free(report: Option<Box<OpenReport>>) {
    drop(report);
}

fn need(scene: Option<&OpenScene>) -> Result<&OpenScene, Failure> {
    scene.ok_or_else(|| Failure::argument("scene is NULL"))
}

fn pose(scene: &OpenScene, clip: u32, seconds: f32) -> Result<Pose, Failure> {
    let OpenScene { opened, clips, .. } = scene;
    if clip == NONE {
        return Ok(opened.scene.rest_pose());
    }
    let (index, clip) = clips.get(clip as usize).ok_or_else(|| Failure::argument("no such clip"))?;
    let animation = &opened.scene.animations[*index];
    Ok(opened.scene.pose(animation, animation.tick_at(clip, seconds)))
}
