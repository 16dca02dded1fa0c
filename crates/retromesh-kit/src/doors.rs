//! The doors of a document: each says which format an error is of, and has a short form that takes nothing but what goes through it.

/// Adds the public functions of a format's document. Each calls what the crate has under a name of its own, and names the format in errors.
///
/// | door | calls | short form |
/// |---|---|---|
/// | `parse_with` | `Self::read(bytes, options, diagnostics)` | `parse` |
/// | `parse_with_files` | `Self::read(bytes, files, options, diagnostics)` | `parse_with`, `parse` |
/// | `to_scene_with` | `self.import(options, diagnostics)` | `to_scene` |
/// | `from_scene_with` | `Self::export(scene, options, diagnostics)` | `from_scene` |
/// | `encode` | `self.write()` | |
///
/// The short forms take the default options and keep no diagnostics. Files over the limit of [`Limits`](retromesh_core::Limits) are not read.
#[macro_export]
macro_rules! doors {
    ($document:ident of $id:expr; $($(#[$doc:meta])* $door:ident;)+) => {
        $($crate::doors!(@ $door $document $id, $(#[$doc])*);)+
    };
    (@ parse $document:ident) => {
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
        }
    };
    (@ parse_with $document:ident $id:expr, $(#[$doc:meta])*) => {
        impl<'a> $document<'a> {
            $(#[$doc])*
            pub fn parse_with(
                bytes: &'a [u8],
                options: &$crate::ImportOptions,
                diagnostics: &mut $crate::retromesh_core::Diagnostics,
            ) -> $crate::retromesh_core::Result<Self> {
                let allowed = options.limits.allow_input(bytes.len() as u64);
                let read = allowed.and_then(|()| Self::read(bytes, options, diagnostics));
                read.map_err(|error| error.in_format($id))
            }
        }
        $crate::doors!(@ parse $document);
    };
    (@ parse_with_files $document:ident $id:expr, $(#[$doc:meta])*) => {
        impl<'a> $document<'a> {
            /// Parses a file without those next to it; [`parse_with_files`](Self::parse_with_files) reads them too.
            pub fn parse_with(
                bytes: &'a [u8],
                options: &$crate::ImportOptions,
                diagnostics: &mut $crate::retromesh_core::Diagnostics,
            ) -> $crate::retromesh_core::Result<Self> {
                Self::parse_with_files(bytes, &$crate::NoFiles, options, diagnostics)
            }

            $(#[$doc])*
            pub fn parse_with_files(
                bytes: &'a [u8],
                files: &dyn $crate::Files,
                options: &$crate::ImportOptions,
                diagnostics: &mut $crate::retromesh_core::Diagnostics,
            ) -> $crate::retromesh_core::Result<Self> {
                let allowed = options.limits.allow_input(bytes.len() as u64);
                let read = allowed.and_then(|()| Self::read(bytes, files, options, diagnostics));
                read.map_err(|error| error.in_format($id))
            }
        }
        $crate::doors!(@ parse $document);
    };
    (@ to_scene_with $document:ident $id:expr, $(#[$doc:meta])*) => {
        impl $document<'_> {
            /// Builds the scene with the default options.
            ///
            /// What does not fit the scene is not reported; [`to_scene_with`](Self::to_scene_with) reports it.
            pub fn to_scene(&self) -> $crate::retromesh_core::Result<$crate::retromesh_core::Scene> {
                self.to_scene_with(&$crate::ImportOptions::default(), &mut $crate::retromesh_core::Diagnostics::new())
            }

            $(#[$doc])*
            pub fn to_scene_with(
                &self,
                options: &$crate::ImportOptions,
                diagnostics: &mut $crate::retromesh_core::Diagnostics,
            ) -> $crate::retromesh_core::Result<$crate::retromesh_core::Scene> {
                self.import(options, diagnostics).map_err(|error| error.in_format($id))
            }
        }
    };
    (@ from_scene_with $document:ident $id:expr, $(#[$doc:meta])*) => {
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

            $(#[$doc])*
            pub fn from_scene_with(
                scene: &$crate::retromesh_core::Valid<'_>,
                options: &$crate::ExportOptions,
                diagnostics: &mut $crate::retromesh_core::Diagnostics,
            ) -> $crate::retromesh_core::Result<$crate::Exported<Self>> {
                Self::export(scene, options, diagnostics).map_err(|error| error.in_format($id))
            }
        }
    };
    (@ encode $document:ident $id:expr, $(#[$doc:meta])*) => {
        impl $document<'_> {
            $(#[$doc])*
            pub fn encode(&self) -> $crate::retromesh_core::Result<Vec<u8>> {
                self.write().map_err(|error| error.in_format($id))
            }
        }
    };
}

/// Writes the methods of a format's `impl Format` that are the same for all: `info` with its names and abilities, `read` or `read_with_files`
/// and `write` with its document, `frame_table` with its module of that function.
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
    (frame_table $export:ident) => {
        fn frame_table(
            &self,
            scene: &$crate::retromesh_core::Valid<'_>,
            options: &$crate::ExportOptions,
        ) -> $crate::retromesh_core::Result<Option<$crate::FrameTable>> {
            $export::frame_table(scene, options).map_err(|error| error.in_format($crate::Format::info(self).id))
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
