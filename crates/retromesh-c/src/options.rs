//! Options by name and value, as the long options of the program.

use crate::border::{Failure, Many, Text};
use retromesh::options::Textures;
use retromesh::{FormatInfo, NamedOptions, Overwrite, Target};
use std::collections::BTreeMap;
use std::ffi::c_char;

/// An option of a call: the name of a long option of the program without its dashes, and its value.
///
/// When files are read: `strict`, `normals`, `fps`, `root`, `with-props`, `max-input`, `max-decompressed`, `max-depth`, `max-lods`. When a
/// scene is opened: `space` (`file`, or `gltf` for metres, y up, right-handed) and `textures` (`none`, `link` for the paths of images, or
/// `embed` for their bytes, too). When a file is checked: `target`. When one is converted: `target`, `textures`, `lods`, `pose`,
/// `frame-rate`, `max-output`, `optimize`, `unverified`, `deny`, `overwrite`. And what single formats know: see `retromesh formats --json`.
#[repr(C)]
pub struct NamedOption {
    /// The name.
    pub name: *const c_char,
    /// The value; NULL turns a switch on.
    pub value: *const c_char,
}

/// What a call does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Call {
    Open,
    Check,
    Convert,
}

/// What a call chooses.
pub(crate) struct Options {
    pub(crate) named: NamedOptions,
    pub(crate) overwrite: Overwrite,
    /// Whether the scene is brought into the space of glTF.
    pub(crate) as_gltf: bool,
}

impl Options {
    pub(crate) fn of(options: Many<NamedOption>, count: usize, call: Call) -> Result<Self, Failure> {
        let mut by_name: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for option in options.get(count, "options")? {
            let (name, value) =
                (Text(option.name).need("name of an option")?, Text(option.value).get("value of an option")?);
            by_name.entry(name).or_default().push(value.unwrap_or("true").to_owned());
        }
        let mut chosen = Self { named: NamedOptions::default(), overwrite: Overwrite::Refuse, as_gltf: false };
        if call == Call::Open {
            chosen.named.export.textures = Textures::None;
        }
        for (name, values) in by_name {
            chosen.set(name, &values, call).map_err(Failure::argument)?;
        }
        Ok(chosen)
    }

    fn set(&mut self, name: &str, values: &[String], call: Call) -> Result<(), String> {
        let value = values.last().map_or("", String::as_str);
        let writes = match call {
            Call::Open => name == "textures",
            Call::Check => name == "target",
            Call::Convert => true,
        };
        match (name, value) {
            ("space", "file" | "gltf") if call == Call::Open => self.as_gltf = value == "gltf",
            ("space", _) if call == Call::Open => return Err(format!("space is file or gltf, not {value:?}")),
            ("overwrite", _) if call == Call::Convert => {
                let replaces: bool = value.parse().map_err(|error| format!("{name} {value:?}: {error}"))?;
                self.overwrite = if replaces { Overwrite::Replace } else { Overwrite::Refuse };
            }
            _ if self.named.read(name, value)? || (writes && self.named.write(name, values)?) => {}
            _ if self.named.set(name, values, call == Call::Convert) => {}
            _ => return Err(format!("there is no option {name:?} here")),
        }
        Ok(())
    }

    /// Makes sure that each setting matters to what is read or to what is written.
    pub(crate) fn matter(&self, from: &FormatInfo, to: Option<&FormatInfo>) -> Result<(), Failure> {
        let failure = |name| Failure::argument(format!("the option {name} is for other formats or targets"));
        self.named.misplaced(from, to).map_or(Ok(()), |name| Err(failure(name)))
    }

    /// Returns the target that a file is checked for.
    pub(crate) fn target(&self, info: &'static FormatInfo) -> Result<Option<&'static Target>, Failure> {
        Ok(self.named.export.target.as_deref().map(|name| info.target(name)).transpose()?)
    }
}
