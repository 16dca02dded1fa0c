//! Typed indices into the arenas of a [`Scene`](crate::scene::Scene).

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $name(pub u32);

        impl $name {
            /// Builds the id of the arena element at `index`.
            pub fn new(index: usize) -> Self {
                Self(index as u32)
            }

            /// Returns the index into the arena.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// Points into `Scene::nodes`.
    NodeId;
    /// Points into `Scene::meshes`.
    MeshId;
    /// Points into `Scene::skeletons`.
    SkeletonId;
    /// Points into `Scene::materials`.
    MaterialId;
    /// Points into `Scene::textures`.
    TextureId;
    /// Points into `Scene::images`.
    ImageId;
    /// Points into `Scene::cameras`.
    CameraId;
    /// Points into `Scene::lights`.
    LightId;
}
