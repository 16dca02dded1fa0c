//! Texture paths and proxies of a document: listed, and renamed without touching anything else.

use crate::convert::carried::{is_carrier, key};
use crate::document::Document;
use crate::flags::alpha_mode;
use crate::flags::special::{IS_HIDDEN, IS_HIDDEN_PROXY};
use crate::mlod::{Kind, Tag, TagBody};
use crate::proxies::{PROXY, of_selection};
use crate::text::encode_text;
use retromesh_core::material::AlphaMode;
use retromesh_core::{Error, ErrorKind};
use retromesh_kit::{ModelReference, Renamed, TextureName, TexturePaths};
use retromesh_wire::RawStr;

/// Builds a reference from a proxy's path, without `proxy:` and number.
///
/// The engine first looks for a class `Proxy<path>`, with underscores for spaces. Where there is none, a leading slash makes a full path,
/// anything else lies in `data3d\`; `.p3d` is added where there is no dot.
///
/// ```
/// use retromesh_p3d::reference;
/// assert_eq!(reference("crew", 1, 0).file, r"data3d\crew.p3d");
/// assert_eq!(reference(r"\addon\gun", 1, 0).file, r"addon\gun.p3d");
/// assert_eq!(reference("flag alone", 1, 0).class, "Proxyflag_alone");
/// ```
pub fn reference(path: &str, id: i32, level: u32) -> ModelReference {
    let mut file = match path.strip_prefix(['\\', '/']) {
        Some(full) => full.to_owned(),
        None => format!("data3d\\{path}"),
    };
    if !file.contains('.') {
        file.push_str(".p3d");
    }
    ModelReference {
        path: path.to_owned(),
        id,
        level: Some(level),
        class: format!("Proxy{}", path.replace(' ', "_")),
        file,
    }
}

impl TexturePaths for Document<'_> {
    /// Lists texture and material paths, each once a level, in order of first use; empty ones are left out.
    fn texture_names(&self) -> Vec<TextureName> {
        let mut names: Vec<TextureName> = Vec::new();
        let mut add = |path: &RawStr<'_>, level, is_material| {
            let path = path.to_string();
            let mut of_level = names.iter().rev().take_while(|name| name.level == Some(level));
            if !path.is_empty() && !of_level.any(|name| name.path == path && name.is_material == is_material) {
                // Names that begin with # make an image of themselves; triangles of proxies may have the name of their selection.
                let file = if path.starts_with('#') || path.as_bytes().starts_with(PROXY) {
                    String::new()
                } else {
                    path.replace('\\', "/")
                };
                let file = file.trim_start_matches('/').to_owned();
                names.push(TextureName { path, file, level: Some(level), is_material });
            }
        };
        match self {
            Self::Odol(odol) => {
                for (level, lod) in (0u32..).zip(&odol.lods) {
                    lod.textures.iter().for_each(|path| add(path, level, false));
                }
            }
            Self::Mlod(mlod) => {
                for (level, lod) in (0u32..).zip(&mlod.lods) {
                    let mut last = (RawStr::default(), RawStr::default());
                    for face in lod.faces.iter() {
                        // Most faces have the look of the one before.
                        if (&face.texture, &face.material) != (&last.0, &last.1) {
                            add(&face.texture, level, false);
                            add(&face.material, level, true);
                            last = (face.texture, face.material);
                        }
                    }
                }
            }
        }
        names
    }

    /// Fails where a new path holds a NUL or is longer than the 32 bytes of an `SP3X` face.
    fn rename_textures(&self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<Renamed, Error> {
        let mut document = self.clone();
        let places = document.rename(rename)?;
        Ok(Renamed { output: document.encode()?.into(), places })
    }

    fn leaves_alpha(&self) -> bool {
        matches!(self, Self::Mlod(_))
    }

    fn repeats_textures(&self) -> bool {
        matches!(self, Self::Odol(_))
    }

    fn repeated_alpha(&self) -> Vec<(String, AlphaMode)> {
        let Self::Odol(odol) = self else { return Vec::new() };
        let mut all = Vec::new();
        for lod in &odol.lods {
            let mut drawn: Vec<Vec<AlphaMode>> = vec![Vec::new(); lod.textures.len()];
            for face in lod.faces.iter().filter(|face| face.special & (IS_HIDDEN | IS_HIDDEN_PROXY) == 0) {
                let alpha = alpha_mode(face.special);
                let known = usize::try_from(face.texture).ok().and_then(|texture| drawn.get_mut(texture));
                if let Some(known) = known.filter(|known| !known.contains(&alpha)) {
                    known.push(alpha);
                }
            }
            let paths = lod.textures.iter().map(RawStr::to_string);
            all.extend(paths.zip(drawn).flat_map(|(path, ways)| ways.into_iter().map(move |way| (path.clone(), way))));
        }
        all
    }
}

impl Document<'_> {
    /// Replaces each texture and material path for which `rename` returns another; returns how many places changed.
    fn rename(&mut self, rename: &mut dyn FnMut(&str) -> Option<String>) -> Result<usize, Error> {
        let fixed = |mlod: &crate::mlod::Mlod<'_>| mlod.lods.iter().any(|lod| lod.kind == Kind::Sp3x);
        let max = if let Self::Mlod(mlod) = self
            && fixed(mlod)
        {
            32
        } else {
            usize::MAX
        };
        let mut pairs: Vec<(String, Vec<u8>)> = Vec::new();
        for name in self.texture_names() {
            if pairs.iter().any(|(old, _)| *old == name.path) {
                continue;
            }
            let Some(new) = rename(&name.path).filter(|new| *new != name.path) else { continue };
            let bytes = encode_text(&new);
            if bytes.len() > max || new.contains('\0') {
                let what = format!("texture path \"{}\" in the {max} bytes of an SP3X face", new.escape_debug());
                return Err(Error::new(crate::ID, ErrorKind::unrepresentable(what)));
            }
            pairs.push((name.path, bytes));
        }
        let mut new_name = |path: &RawStr<'_>| {
            let (text, _) = path.decode();
            pairs.iter().find(|(old, _)| *old == text).map(|(_, new)| new.clone())
        };
        let mut changed = 0;
        match self {
            Self::Odol(odol) => {
                for path in odol.lods.iter_mut().flat_map(|lod| &mut lod.textures) {
                    if let Some(new) = new_name(path) {
                        *path = RawStr::new(new);
                        changed += 1;
                    }
                }
            }
            Self::Mlod(mlod) => {
                for lod in &mut mlod.lods {
                    changed += lod.faces.rename(&mut new_name);
                    // What a property says of a texture, such as its alpha, stays with the texture.
                    for tag in &mut lod.tags {
                        if let Some(renamed) = carrier(lod.kind, tag, &pairs) {
                            *tag = renamed;
                        }
                    }
                }
            }
        }
        Ok(changed)
    }
}

/// Returns the property that says of a renamed texture what it said of the old one.
fn carrier(kind: Kind, tag: &Tag<'_>, pairs: &[(String, Vec<u8>)]) -> Option<Tag<'static>> {
    let TagBody::Property { name, value } = &tag.body else { return None };
    let (name, value) = (name.text(), value.text());
    let is_of = |old: &String| key(&encode_text(old)).eq_ignore_ascii_case(value.bytes());
    let (_, new) = pairs.iter().find(|(old, _)| is_carrier(name.bytes()) && is_of(old))?;
    Some(Tag { active: tag.active, ..Tag::property(kind, name.bytes(), &key(new)) })
}

impl Document<'_> {
    /// Lists the references to other models, level by level.
    pub fn references(&self) -> Vec<ModelReference> {
        let mut references = Vec::new();
        match self {
            Self::Odol(odol) => {
                for (level, lod) in (0u32..).zip(&odol.lods) {
                    references
                        .extend(lod.proxies.iter().map(|proxy| reference(&proxy.name.to_string(), proxy.id, level)));
                }
            }
            Self::Mlod(mlod) => {
                for (level, lod) in (0u32..).zip(&mlod.lods) {
                    for tag in lod.tags.iter().filter(|tag| tag.is_selection()) {
                        let proxy = of_selection(tag.text().bytes());
                        references.extend(proxy.map(|proxy| reference(&proxy.path, proxy.id, level)));
                    }
                }
            }
        }
        references
    }
}
