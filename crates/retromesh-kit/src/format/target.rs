//! Engine profiles, and how a format finds its own.

use super::FormatInfo;
use crate::capability::Feature;
use crate::options::ExportOptions;
use retromesh_core::{Error, ErrorKind, Result};

/// An engine profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[allow(clippy::struct_excessive_bools, reason = "each says something of its own about an engine")]
pub struct Target {
    /// The name used on command lines.
    pub name: &'static str,
    /// What it stands for, in one clause.
    pub about: &'static str,
    /// Whether files are written for it; the others are for checks and repairs.
    pub writes: bool,
    /// Whether its programs count the parts of meshes, and give each a texture: they are never merged.
    pub counts_parts: bool,
    /// Whether its programs supply the images, so that the output embeds and names none.
    pub supplies_images: bool,
    /// Whether the output stores what [`ExportOptions::texture_facts`] says.
    pub stores_texture_facts: bool,
    /// Whether its programs choose the loader of a file by its extension.
    pub by_extension: bool,
}

impl Target {
    /// Builds a target that files are written for.
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        let (writes, counts_parts, supplies_images) = (true, false, false);
        let (stores_texture_facts, by_extension) = (false, false);
        Self { name, about, writes, counts_parts, supplies_images, stores_texture_facts, by_extension }
    }

    /// Builds a target that files are checked and repaired for.
    pub const fn for_checks(name: &'static str, about: &'static str) -> Self {
        Self { writes: false, ..Self::new(name, about) }
    }

    /// Makes a target one whose programs count the parts of meshes.
    #[must_use]
    pub const fn counting_parts(self) -> Self {
        Self { counts_parts: true, ..self }
    }

    /// Makes a target one whose programs supply the images.
    #[must_use]
    pub const fn supplying_images(self) -> Self {
        Self { supplies_images: true, ..self }
    }

    /// Makes a target one whose programs choose the loader by the extension.
    #[must_use]
    pub const fn by_extension(self) -> Self {
        Self { by_extension: true, ..self }
    }

    /// Makes a target one whose output stores facts of textures.
    #[must_use]
    pub const fn storing_texture_facts(self) -> Self {
        Self { stores_texture_facts: true, ..self }
    }
}

impl FormatInfo {
    /// Finds a target by its name, to check or to repair for.
    pub fn target(&self, name: &str) -> Result<&'static Target> {
        self.find(name, |_| true)
    }

    /// Finds the target to judge a file by: the one that is named, or the default.
    pub fn target_or_first(&self, name: Option<&str>) -> Result<&'static Target> {
        match (name, self.targets.first()) {
            (None, Some(target)) => Ok(target),
            (name, _) => self.target(name.unwrap_or_default()),
        }
    }

    /// Finds the target that files are written for: the one that the options name, or the default.
    pub fn target_of(&self, options: &ExportOptions) -> Result<&'static Target> {
        match (options.target.as_deref(), self.targets.first()) {
            (None, Some(target)) => Ok(target),
            (name, _) => self.find(name.unwrap_or_default(), |target| target.writes),
        }
    }

    /// Returns whether the output embeds or names images with these options; where it does not, none needs to be found.
    pub fn uses_images(&self, options: &ExportOptions) -> bool {
        self.has_place(Feature::BaseTexture) && !self.target_of(options).is_ok_and(|target| target.supplies_images)
    }

    /// Returns whether the output stores what [`ExportOptions::texture_facts`] says with these options.
    pub fn wants_texture_facts(&self, options: &ExportOptions) -> bool {
        self.target_of(options).is_ok_and(|target| target.stores_texture_facts)
    }

    fn find(&self, name: &str, serves: impl Fn(&Target) -> bool) -> Result<&'static Target> {
        let mut targets = self.targets.iter().filter(|target| serves(target));
        targets.clone().find(|target| target.name == name).ok_or_else(|| {
            let first = targets.next().map_or("none", |target| target.name).to_owned();
            let names = targets.fold(first, |names, target| names + ", " + target.name);
            let hint = format!("the targets of {} are {names}", self.name);
            Error::new(self.id, ErrorKind::unsupported(format!("target {name:?}"), hint))
        })
    }
}
