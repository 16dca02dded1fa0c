//! SP3X to P3DM and back: the same level in the other layout.

use crate::mlod::{FaceList, Kind, Lod, Mlod, NAME, TEXTURE, Tag, TagName};
use retromesh_core::{Code, Diagnostics, Error, Finding};

impl Mlod<'_> {
    /// Returns the model with all levels in a layout.
    ///
    /// `SP3X` has no materials and no room for long paths and names: what is left out or cut is reported. Levels that have the layout stay
    /// what they are, byte for byte.
    pub fn with_kind(&self, kind: Kind, diagnostics: &mut Diagnostics) -> Result<Mlod<'static>, Error> {
        let mut mlod = self.clone().into_owned();
        for (index, lod) in mlod.lods.iter_mut().enumerate().filter(|(_, lod)| lod.kind != kind) {
            change(lod, kind, index, diagnostics).map_err(|error| error.in_format(crate::ID))?;
        }
        Ok(mlod)
    }
}

fn change(lod: &mut Lod<'static>, kind: Kind, index: usize, diagnostics: &mut Diagnostics) -> Result<(), Error> {
    let (mut names, mut materials, mut switches) = (0, 0, 0);
    let mut faces = FaceList::new(kind);
    for face in lod.faces.iter() {
        materials += usize::from(kind == Kind::Sp3x && !face.material.is_empty());
        names += usize::from(kind == Kind::Sp3x && face.texture.len() > TEXTURE);
        faces.push(&face);
    }
    lod.faces = faces;
    lod.kind = kind;
    lod.version = kind.version();
    for tag in &mut lod.tags {
        switches += usize::from(tag.active != 1);
        let name = tag.text().bytes().to_vec();
        names += usize::from(kind == Kind::Sp3x && name.len() > NAME);
        let renamed =
            Tag::new(kind, name, std::mem::replace(&mut tag.body, crate::mlod::TagBody::MaterialIndex([0; 4])));
        *tag = Tag { active: if kind == Kind::P3dm { tag.active } else { 1 }, ..renamed };
        debug_assert!(matches!(
            (&tag.name, kind),
            (TagName::Fixed(_), Kind::Sp3x) | (TagName::Terminated(_), Kind::P3dm)
        ));
    }
    let rows = [
        (Code::TruncatedName, names, ""),
        (Code::LostExtras, materials, "material paths of faces"),
        (Code::LostExtras, switches, "switched-off tags, which are on in SP3X"),
    ];
    for (code, count, detail) in rows {
        diagnostics.report(Finding::new(code).times(count).within(format!("LOD[{index}]")).detail(detail))?;
    }
    Ok(())
}
