//! The doors of a document that take nothing but what goes through them.

/// Adds `parse`, `to_scene` and `from_scene` to a format's document, which has `parse_with`, `to_scene_with` and `from_scene_with`.
///
/// Each calls its namesake with the default options and keeps no diagnostics.
#[macro_export]
macro_rules! doors {
    ($document:ident) => {
        impl<'a> $document<'a> {
            /// Parses a file with the default options.
            ///
            /// What is unusual about the file is not reported; [`parse_with`](Self::parse_with) reports it.
            pub fn parse(bytes: &'a [u8]) -> $crate::retromesh_core::Result<Self> {
                Self::parse_with(
                    bytes,
                    &$crate::ImportOptions::default(),
                    &mut $crate::retromesh_core::Diagnostics::new(),
                )
            }

            /// Builds the scene with the default options.
            ///
            /// What does not fit the scene is not reported; [`to_scene_with`](Self::to_scene_with) reports it.
            pub fn to_scene(&self) -> $crate::retromesh_core::Result<$crate::retromesh_core::Scene> {
                self.to_scene_with(&$crate::ImportOptions::default(), &mut $crate::retromesh_core::Diagnostics::new())
            }
        }

        impl $document<'static> {
            /// Builds the document of a scene in any space with the default options, and the files that belong next to it.
            ///
            /// What the format cannot hold is not reported; [`from_scene_with`](Self::from_scene_with) reports it.
            pub fn from_scene(
                scene: &$crate::retromesh_core::Valid<'_>,
            ) -> $crate::retromesh_core::Result<$crate::Exported<Self>> {
                Self::from_scene_with(
                    scene,
                    &$crate::ExportOptions::default(),
                    &mut $crate::retromesh_core::Diagnostics::new(),
                )
            }
        }
    };
}

/// Writes the methods of a format's `impl Format` that are the same for all: `info` with its names and abilities, `read` or `read_with_files`
/// and `write` with its document.
#[macro_export]
macro_rules! format_methods {
    (info $info:ident) => {
        fn info(&self) -> &'static $crate::FormatInfo {
            &$info
        }
    };
    (read $document:ident) => {
        $crate::format_methods!(@ read |bytes, _files, options, diagnostics| $document::parse_with(bytes, options, diagnostics));
    };
    (read_with_files $document:ident) => {
        $crate::format_methods!(@ read |bytes, files, options, diagnostics| {
            $document::parse_with_files(bytes, files, options, diagnostics)
        });
    };
    (write $document:ident) => {
        fn write(
            &self,
            scene: &$crate::retromesh_core::Valid<'_>,
            options: &$crate::ExportOptions,
            diagnostics: &mut $crate::retromesh_core::Diagnostics,
        ) -> $crate::retromesh_core::Result<$crate::Output> {
            $document::from_scene_with(scene, options, diagnostics)?.encode()
        }
    };
    (@ read |$bytes:ident, $files:ident, $options:ident, $diagnostics:ident| $parse:expr) => {
        fn read<'a>(
            &self,
            $bytes: &'a [u8],
            $files: &dyn $crate::Files,
            $options: &$crate::ImportOptions,
            $diagnostics: &mut $crate::retromesh_core::Diagnostics,
        ) -> $crate::retromesh_core::Result<Box<dyn $crate::Model + 'a>> {
            Ok(Box::new($parse?))
        }
    };
    ($($method:ident $of:ident),+) => {
        $($crate::format_methods!($method $of);)+
    };
}
