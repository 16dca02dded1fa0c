//! Either format of a `.p3d` file.

use crate::mlod::{Kind, Mlod};
use crate::odol7::Odol;
use retromesh_wire::record;

record! {
    /// A parsed `.p3d` file.
    #[derive(Debug, Clone, PartialEq)]
    #[cfg_attr(feature = "serde", serde(rename_all = "UPPERCASE"))]
    #[allow(clippy::large_enum_variant, reason = "there is one document a file")]
    pub enum Document<'a> {
        /// The binarised form.
        Odol(Odol<'a>),
        /// The editable form.
        Mlod(Mlod<'a>),
    }
}

impl<'a> From<Odol<'a>> for Document<'a> {
    fn from(odol: Odol<'a>) -> Self {
        Self::Odol(odol)
    }
}

impl<'a> From<Mlod<'a>> for Document<'a> {
    fn from(mlod: Mlod<'a>) -> Self {
        Self::Mlod(mlod)
    }
}

impl Document<'_> {
    /// Returns `ODOL v7`, `MLOD SP3X`, `MLOD P3DM`, or `MLOD` where there is no level or both layouts occur.
    pub fn version(&self) -> String {
        match self {
            Self::Odol(_) => "ODOL v7".into(),
            Self::Mlod(mlod) => {
                let has = |kind| mlod.lods.iter().any(|lod| lod.kind == kind);
                match (has(Kind::Sp3x), has(Kind::P3dm)) {
                    (true, false) => "MLOD SP3X".into(),
                    (false, true) => "MLOD P3DM".into(),
                    _ => "MLOD".into(),
                }
            }
        }
    }
}
