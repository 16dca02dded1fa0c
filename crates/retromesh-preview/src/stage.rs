//! A scene made ready for pictures.

use crate::camera::{Bounds, Camera};
use crate::draw::draw;
use crate::geometry::{LeftOut, World};
use crate::options::{Limits, Moment, Shot};
use crate::picture::Picture;
use crate::surface::Library;
use glam::Vec3;
use retromesh_core::mesh::Mesh;
use retromesh_core::{Error, ErrorKind, LimitKind, Result, Space, Valid};

/// This many vertices and triangles are drawn of any scene, ...
const FREE: usize = 1 << 20;
/// ... and this many more for each that its meshes have.
const TIMES: usize = 64;

/// A scene with its images decoded, from which any number of pictures is taken.
#[derive(Debug)]
pub struct Stage {
    pub(crate) scene: Valid<'static>,
    pub(crate) library: Library,
    pub(crate) limits: Limits,
}

/// A picture and what is not in it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Rendered {
    /// The picture.
    pub picture: Picture,
    /// What could not be drawn.
    pub left_out: LeftOut,
    /// Triangles beyond the limit of work.
    pub unfinished_triangles: usize,
    /// Triangles in the picture, whether another one hides them or not.
    pub drawn_triangles: usize,
    /// Triangles that turn their backs to the viewer, which their material does not show.
    pub culled_triangles: usize,
}

impl Stage {
    /// Takes a scene, brings it into glTF's space and decodes the images whose bytes it holds.
    pub fn new(mut scene: Valid<'static>, mut limits: Limits) -> Self {
        scene.convert_to(Space::GLTF);
        let library = Library::new(&scene, &limits);
        let allowed = |own: usize| FREE.saturating_add(own.saturating_mul(TIMES));
        limits.vertices = limits.vertices.min(allowed(scene.meshes.iter().map(Mesh::vertex_count).sum()));
        limits.triangles = limits.triangles.min(allowed(scene.meshes.iter().map(Mesh::triangle_count).sum()));
        // The files are not needed once they are decoded.
        scene.images_mut().iter_mut().for_each(|image| image.data = None);
        Self { scene, library, limits }
    }

    /// Returns the names of images that materials name and that are not there or cannot be decoded.
    pub fn missing_images(&self) -> Vec<&str> {
        let missing = self.scene.textures.iter().zip(&self.library.missing).filter(|(_, missing)| **missing);
        let image = |texture: &retromesh_core::material::Texture| texture.image.map(retromesh_core::ImageId::index);
        let mut images: Vec<usize> = missing.filter_map(|(texture, _)| image(texture)).collect();
        images.sort_unstable();
        images.dedup();
        images.into_iter().map(|i| self.scene.images[i].path.as_str()).collect()
    }

    /// Returns the scene, in glTF's space.
    pub fn scene(&self) -> &Valid<'static> {
        &self.scene
    }

    /// Takes a picture.
    ///
    /// Fails for a picture of no size or over the limit, and for a level of detail that is not there.
    pub fn render(&self, shot: &Shot) -> Result<Rendered> {
        self.check_size(shot.width, shot.height, 1)?;
        let world = self.world(shot, shot.moment)?;
        let bounds = world.bounds.unwrap_or_default();
        let distance = Self::nearest(&world, &bounds, shot);
        Ok(self.draw(&world, &bounds, shot, Some(distance)))
    }

    /// Returns the least distance, in radii of the box, from which a shot holds all of a world.
    pub(crate) fn nearest(world: &World, bounds: &Bounds, shot: &Shot) -> f32 {
        let mut camera = Self::camera(bounds, shot);
        if !world.triangles.is_empty() {
            camera.hold(world.corners().map(Vec3::as_dvec3));
        }
        camera.distance
    }

    /// Returns the box around what a shot shows; `None` where there is nothing.
    pub fn bounds(&self, shot: &Shot) -> Result<Option<Bounds>> {
        Ok(self.world(shot, shot.moment)?.bounds)
    }

    /// Takes a picture that holds a given box instead of the model's own, for pictures that are to be compared.
    pub fn render_within(&self, shot: &Shot, bounds: &Bounds) -> Result<Rendered> {
        self.check_size(shot.width, shot.height, 1)?;
        Ok(self.draw(&self.world(shot, shot.moment)?, bounds, shot, None))
    }

    pub(crate) fn world(&self, shot: &Shot, moment: Moment) -> Result<World> {
        World::new(&self.scene, &self.library, &self.limits, moment, &shot.levels, shot.hidden)
    }

    pub(crate) fn camera(bounds: &Bounds, shot: &Shot) -> Camera {
        let samples = samples(shot);
        Camera::new(bounds, shot.view, shot.width * samples, shot.height * samples)
    }

    /// Draws a world; `distance` in radii keeps the camera where it is over several pictures.
    pub(crate) fn draw(&self, world: &World, bounds: &Bounds, shot: &Shot, distance: Option<f32>) -> Rendered {
        let mut camera = Self::camera(bounds, shot);
        camera.distance = distance.unwrap_or(camera.distance);
        let mut rendered = draw(world, &self.library, &camera, shot, &self.limits, samples(shot));
        rendered.left_out = world.left_out;
        rendered
    }

    /// Refuses pictures without size and pictures that together are over the limit of pixels.
    pub(crate) fn check_size(&self, width: u32, height: u32, pictures: u64) -> Result<()> {
        let found = u64::from(width).saturating_mul(u64::from(height)).saturating_mul(pictures);
        // Coordinates must stay exact in the rasteriser's integers.
        let longest = u64::from(width.max(height));
        if found == 0 {
            return Err(Error::new("", ErrorKind::bad("picture size", "at least 1x1", format!("{width}x{height}"))));
        }
        if found > self.limits.pixels || longest > 1 << 14 {
            let limit = self.limits.pixels;
            return Err(Error::new("", ErrorKind::limit(LimitKind::Fixed, "picture size in pixels", limit, found)));
        }
        Ok(())
    }
}

/// Samples a pixel in each direction.
fn samples(shot: &Shot) -> u32 {
    shot.supersampling.clamp(1, 4)
}
