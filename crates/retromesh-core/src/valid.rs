//! Scenes that are known to keep the invariants: checked once, then trusted.

use crate::check::{Violation, check};
use crate::error::{Error, ErrorKind};
use crate::ids::{ImageId, MaterialId, TextureId};
use crate::material::{AlphaMode, Image, TextureAlpha};
use crate::scene::Scene;
use crate::space::Space;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;

/// A scene without a violation of [`check`]: what writers, poses, pictures and comparisons take.
///
/// It can only be had from a scene that was checked, and is only changed by what keeps the invariants, or by a
/// [`SceneEdit`](crate::SceneEdit), which checks what it touched. All ids in it are
/// in range, so that `scene[id]` does not panic.
///
/// ```
/// use retromesh_core::scene::{Node, Scene};
/// let mut scene = Scene::default();
/// let root = scene.add_node(None, Node { name: "hull".into(), ..Node::default() });
/// let valid = scene.validate()?;
/// assert_eq!(valid[root].name, "hull");
///
/// scene.roots.clear();
/// let error = retromesh_core::Error::from(scene.validate().unwrap_err());
/// assert_eq!(error.to_string(), "not a valid scene: nodes: a node is neither a root nor a child");
/// # Ok::<(), retromesh_core::Violations>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Valid<'a>(pub(crate) Cow<'a, Scene>);

impl Scene {
    /// Checks the invariants of the scene.
    pub fn validate(&self) -> Result<Valid<'_>, Violations> {
        Violations::none_of(check(self))?;
        Ok(Valid(Cow::Borrowed(self)))
    }

    /// Checks the invariants of the scene and keeps it.
    pub fn into_valid(self) -> Result<Valid<'static>, Violations> {
        Violations::none_of(check(&self))?;
        Ok(Valid(Cow::Owned(self)))
    }
}

impl Valid<'_> {
    /// Returns the scene in a space: itself where it is in it already, else a converted copy.
    ///
    /// An invalid space changes nothing, as with [`Scene::convert_to`].
    pub fn in_space(&self, space: Space) -> Valid<'_> {
        let mut scene = self.borrowed();
        scene.convert_to(space);
        scene
    }

    /// Returns the same scene, copied only when it is changed.
    pub fn borrowed(&self) -> Valid<'_> {
        Valid(Cow::Borrowed(self))
    }

    /// Converts the scene to another space, without a copy of one that is owned.
    pub fn convert_to(&mut self, space: Space) {
        if self.space != space {
            self.0.to_mut().convert_to(space);
        }
    }

    /// Returns the images for changes; a scene that is borrowed is copied.
    pub fn images_mut(&mut self) -> &mut [Image] {
        &mut self.0.to_mut().images
    }

    /// Sets how a material uses alpha.
    pub fn set_alpha_mode(&mut self, material: MaterialId, mode: AlphaMode) {
        self.0.to_mut()[material].alpha_mode = mode;
    }

    /// Sets what a texture does with alpha.
    pub fn set_texture_alpha(&mut self, texture: TextureId, alpha: TextureAlpha) {
        self.0.to_mut()[texture].alpha = alpha;
    }

    /// Adds an image and makes textures show it.
    pub fn add_image(&mut self, image: Image, textures: &[TextureId]) {
        let scene = self.0.to_mut();
        let id = ImageId::new(scene.images.len());
        scene.images.push(image);
        textures.iter().for_each(|&texture| scene[texture].image = Some(id));
    }

    /// Makes the textures that show some images show others of the scene instead, and forgets what the former held.
    pub fn replace_images(&mut self, others: &HashMap<ImageId, ImageId>) {
        if others.is_empty() {
            return;
        }
        let scene = self.0.to_mut();
        for image in scene.textures.iter_mut().filter_map(|texture| texture.image.as_mut()) {
            *image = *others.get(image).unwrap_or(image);
        }
        others.keys().for_each(|image| scene[*image].data = None);
    }

    /// Returns the scene for changes; one that is borrowed is copied.
    pub fn into_scene(self) -> Scene {
        self.0.into_owned()
    }
}

impl Deref for Valid<'_> {
    type Target = Scene;

    fn deref(&self) -> &Scene {
        &self.0
    }
}

/// What is wrong with a scene: one violation at least.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violations(Vec<Violation>);

impl Violations {
    pub(crate) fn none_of(violations: Vec<Violation>) -> Result<(), Self> {
        if violations.is_empty() { Ok(()) } else { Err(Self(violations)) }
    }

    /// Returns whether nothing but numbers is wrong, those that are too small or too large for a float.
    fn are_of_numbers(&self) -> bool {
        self.0.iter().all(|violation| violation.is_number)
    }

    /// Returns the error of a writer that changed a valid scene: where its numbers run out of what a float holds, the scene cannot be
    /// written.
    pub fn into_export_error(self) -> Error {
        if !self.are_of_numbers() {
            return self.into();
        }
        Error::new(
            "",
            ErrorKind::unrepresentable(format!("numbers are too small or too large for what the format needs: {self}")),
        )
    }

    /// Returns the violations, at most 100.
    pub fn list(&self) -> &[Violation] {
        &self.0
    }
}

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// This many are printed.
        const SHOWN: usize = 5;
        for (i, violation) in self.0.iter().take(SHOWN).enumerate() {
            write!(f, "{}{violation}", if i > 0 { "; " } else { "" })?;
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

impl std::error::Error for Violations {}

impl From<Violations> for Error {
    fn from(violations: Violations) -> Self {
        Self::new("", ErrorKind::InvalidScene { violations })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::MeshId;
    use crate::scene::{MeshInstance, Node};
    use crate::space::UvOrigin;

    #[test]
    fn violations_are_listed() {
        let mut scene = Scene::default();
        for i in 0..7 {
            let mesh = Some(Box::new(MeshInstance::new(MeshId(i))));
            scene.add_node(None, Node { mesh, ..Node::default() });
        }
        let violations = scene.validate().unwrap_err();
        assert_eq!(violations.list().len(), 7);
        assert!(violations.to_string().starts_with("nodes[0]: no such mesh; nodes[1]: no such mesh; "));
        assert!(violations.to_string().ends_with("; and 2 more"));
        assert_eq!(scene.into_valid().unwrap_err(), violations);
    }

    #[test]
    fn a_scene_is_copied_only_where_its_space_differs() {
        let scene = Scene::default();
        let valid = scene.validate().unwrap();
        assert!(std::ptr::eq(&raw const *valid.in_space(Space::GLTF), &raw const scene));
        let other = Space { uv_origin: UvOrigin::BottomLeft, ..Space::GLTF };
        let converted = valid.in_space(other);
        assert_eq!((converted.space, scene.space), (other, Space::GLTF));
        assert_eq!(converted.into_scene(), Scene { space: other, ..Scene::default() });
    }
}
