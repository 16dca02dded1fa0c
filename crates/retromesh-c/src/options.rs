//! Options by name and value, as the long options of the program.

use crate::border::{Failure, Many, Text};
use retromesh::choice::Choice;
use retromesh::keyframes::is_rate;
use retromesh::options::Textures;
use retromesh::settings::Direction;
use retromesh::{Denied, Diagnostics, ExportOptions, FormatInfo, ImportOptions, Overwrite, Target};
use std::collections::BTreeMap;
use std::ffi::c_char;
use std::fmt::Display;
use std::str::FromStr;

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
    pub(crate) import: ImportOptions,
    pub(crate) export: ExportOptions,
    pub(crate) denied: Denied,
    pub(crate) overwrite: Overwrite,
    /// Whether the scene is brought into the space of glTF.
    pub(crate) as_gltf: bool,
    strict: bool,
    /// The names of settings that single formats know.
    settings: Vec<String>,
}

impl Options {
    pub(crate) fn of(options: Many<NamedOption>, count: usize, call: Call) -> Result<Self, Failure> {
        let mut named: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for option in options.get(count, "options")? {
            let (name, value) =
                (Text(option.name).need("name of an option")?, Text(option.value).get("value of an option")?);
            named.entry(name).or_default().push(value.unwrap_or("true"));
        }
        let mut chosen = Self {
            import: ImportOptions::default(),
            export: ExportOptions::default(),
            denied: Denied::default(),
            overwrite: Overwrite::Refuse,
            as_gltf: false,
            strict: false,
            settings: Vec::new(),
        };
        if call == Call::Open {
            chosen.export.textures = Textures::None;
        }
        for (name, values) in named {
            let value = values.last().copied().unwrap_or_default();
            let is_known = chosen.read(name, value)?
                || (call == Call::Open && chosen.open(name, value)?)
                || (call == Call::Check && chosen.check(name, value))
                || (call == Call::Convert && chosen.write(name, value, &values)?);
            if !is_known {
                chosen.set(name, &values, call)?;
            }
        }
        Ok(chosen)
    }

    fn read(&mut self, name: &str, value: &str) -> Result<bool, Failure> {
        let import = &mut self.import;
        match name {
            "strict" => self.strict = parsed(name, value)?,
            "normals" => import.normals = word(name, value)?,
            "fps" => import.ticks_per_second = Some(rate(name, value)?),
            "root" => import.root = Some(value.into()),
            "with-props" => import.with_props = parsed(name, value)?,
            "max-input" => import.limits.input_bytes = parsed(name, value)?,
            "max-decompressed" => import.limits.unpacked_bytes = parsed(name, value)?,
            "max-depth" => import.limits.depth = parsed(name, value)?,
            "max-lods" => import.limits.lods = parsed(name, value)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn open(&mut self, name: &str, value: &str) -> Result<bool, Failure> {
        match name {
            "textures" => self.export.textures = word(name, value)?,
            "space" if ["file", "gltf"].contains(&value) => self.as_gltf = value == "gltf",
            "space" => return Err(Failure::argument(format!("space is file or gltf, not {value:?}"))),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn check(&mut self, name: &str, value: &str) -> bool {
        self.export.target = (name == "target").then(|| value.to_owned()).or(self.export.target.take());
        name == "target"
    }

    fn write(&mut self, name: &str, value: &str, values: &[&str]) -> Result<bool, Failure> {
        let export = &mut self.export;
        match name {
            "target" => export.target = Some(value.to_owned()),
            "textures" => export.textures = word(name, value)?,
            "lods" => export.lods = parsed(name, value)?,
            "pose" => export.pose = Some(parsed(name, value)?),
            "frame-rate" => export.frames_per_second = Some(rate(name, value)?),
            "max-output" => export.max_output = Some(parsed(name, value)?),
            "optimize" => export.optimize = parsed(name, value)?,
            "unverified" => export.unverified = parsed(name, value)?,
            "overwrite" if parsed(name, value)? => self.overwrite = Overwrite::Replace,
            "overwrite" => {}
            "deny" => {
                let unknown = |name: &str| Failure::argument(format!("no diagnostic code {name:?}"));
                self.denied = Denied::parse(values).map_err(unknown)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Takes what a format declares under this name.
    fn set(&mut self, name: &str, values: &[&str], call: Call) -> Result<(), Failure> {
        let is_for = |direction| retromesh::all_formats().any(|format| format.info().takes(name, direction, None));
        let (reads, writes) = (is_for(Direction::Reading), call == Call::Convert && is_for(Direction::Writing));
        if !reads && !writes {
            return Err(Failure::argument(format!("there is no option {name:?} here")));
        }
        let texts = || values.iter().map(|text| (*text).to_owned());
        if reads {
            self.import.settings.set(name, texts());
        }
        if writes {
            self.export.settings.set(name, texts());
        }
        self.settings.push(name.to_owned());
        Ok(())
    }

    /// Makes sure that each setting matters to what is read or to what is written.
    pub(crate) fn matter(&self, from: &FormatInfo, to: Option<&FormatInfo>) -> Result<(), Failure> {
        let writes = |to: &FormatInfo, name: &str| to.writes_with(name, self.export.target.as_deref());
        let matters = |name: &str| from.reads_with(name) || to.is_some_and(|to| writes(to, name));
        match self.settings.iter().find(|name| !matters(name)) {
            None => Ok(()),
            Some(name) => Err(Failure::argument(format!("the option {name} is for other formats or targets"))),
        }
    }

    /// Returns the target that a file is checked for.
    pub(crate) fn target(&self, info: &'static FormatInfo) -> Result<Option<&'static Target>, Failure> {
        Ok(self.export.target.as_deref().map(|name| info.target(name)).transpose()?)
    }

    pub(crate) fn diagnostics(&self) -> Diagnostics {
        if self.strict { Diagnostics::strict() } else { Diagnostics::new() }
    }
}

fn parsed<T: FromStr<Err: Display>>(name: &str, value: &str) -> Result<T, Failure> {
    value.parse().map_err(|error| Failure::argument(format!("{name} {value:?}: {error}")))
}

fn rate(name: &str, value: &str) -> Result<f32, Failure> {
    let rate = parsed(name, value)?;
    if is_rate(rate) { Ok(rate) } else { Err(Failure::argument(format!("{name} must be a positive number"))) }
}

fn word<C: Choice>(name: &str, value: &str) -> Result<C, Failure> {
    let words = || C::WORDS.iter().map(|word| word.name).collect::<Vec<_>>().join(", ");
    C::from_name(value).ok_or_else(|| Failure::argument(format!("{name} is one of {}, not {value:?}", words())))
}
