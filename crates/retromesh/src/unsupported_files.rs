//! Files that people have next to models, and that are none that we read: how they begin, what they are, and who reads them.

/// How the text of a model begins.
pub(crate) const TEXT_OF_MODEL: &[u8] = b"retromesh-text ";

/// How a file begins or goes on: the offset, and the bytes there.
type Sign = (usize, &'static [u8]);

/// Signs, what has them, and what to do about it. Longer signs come first where they begin alike.
static SIGNS: &[(&[Sign], &str, &str)] = &[
    // Images.
    (&[(0, b"\x89PNG")], "a PNG image", ""),
    (&[(0, b"\xff\xd8\xff")], "a JPEG image", ""),
    (&[(0, b"BM"), (6, &[0; 4])], "a BMP image", ""),
    (&[(0, b"DDS ")], "a DDS image", TEXTURE),
    (&[(0, b"GIF8")], "a GIF image", TEXTURE),
    (&[(0, b"RIFF"), (8, b"WEBP")], "a WebP image", TEXTURE),
    (&[(1, b"\0\x02\0\0\0\0\0")], "a TGA image", "its name must end with .tga"),
    (&[(1, b"\0\x0a\0\0\0\0\0")], "a TGA image", "its name must end with .tga"),
    (&[(0, b"II*\0")], "a TIFF image", PAINT),
    (&[(0, b"MM\0*")], "a TIFF image", PAINT),
    (&[(0, b"8BPS")], "a Photoshop image (.psd)", PAINT),
    (&[(0, b"gimp xcf")], "a GIMP image (.xcf)", PAINT),
    // Archives.
    (&[(0, b"PK\x03\x04")], "a ZIP archive", "its name must end with .zip"),
    (&[(0, b"PK\x05\x06")], "an empty ZIP archive", ""),
    (&[(0, b"7z\xbc\xaf\x27\x1c")], "a 7z archive", "unpack it first"),
    (&[(0, b"Rar!")], "a RAR archive", "unpack it first"),
    (&[(0, b"\x1f\x8b")], "a gzip file", "unpack it first"),
    (&[(0, b"BZh")], "a bzip2 file", "unpack it first"),
    (&[(0, b"\xfd7zXZ")], "an xz file", "unpack it first"),
    (&[(0, b"\x28\xb5\x2f\xfd")], "a Zstandard file, perhaps of Blender", "unpack it, or export glTF from Blender"),
    (&[(0, b"MSCF")], "a cabinet of Windows (.cab)", "unpack it first"),
    (&[(257, b"ustar")], "a tar archive", "unpack it first"),
    (&[(0, b"\0sreV")], PBO, PBO_NAME),
    (&[(0, b"PACK")], "an archive of Quake (.pak)", "unpack it first"),
    // Operation Flashpoint and Arma.
    (&[(0, b"RTM_")], "an animation (.rtm) of Operation Flashpoint or Arma, of an unknown version", ""),
    (&[(0, b"4WVR")], "a terrain (.wrp) of Operation Flashpoint", TERRAIN),
    (&[(0, b"8WVR")], "a terrain (.wrp) of Arma", TERRAIN),
    (&[(0, b"OPRW")], "a terrain (.wrp) of Arma", TERRAIN),
    (&[(0, b"\0raP")], "a binary config of Arma", "retromesh does not read it; the tools of Mikero do"),
    // Models.
    (&[(0, b"xof 0")], "a DirectX model (.x)", ""),
    (&[(4, b"RoomMesh")], "a room of SCP - Containment Breach (.rmesh)", ""),
    (&[(0, b"Kaydara FBX Binary")], "an FBX file", BLENDER),
    (&[(0, b"; FBX")], "an FBX file, as text", "retromesh does not read it; assimp and Autodesk's FBX Converter do"),
    (&[(0, b"BLENDER")], "a Blender file (.blend)", "export glTF from Blender"),
    (&[(0, b"IDPO")], "a Quake model (.mdl)", ASSIMP),
    (&[(0, b"IDST")], "a Half-Life or Source model (.mdl)", "retromesh does not read it; assimp and Crowbar do"),
    (&[(0, b"IDP2")], "a Quake 2 model (.md2)", ASSIMP),
    (&[(0, b"IDP3")], "a Quake 3 model (.md3)", ASSIMP),
    (&[(0, b"MD5Version")], "a Doom 3 model (.md5mesh, .md5anim)", ASSIMP),
    (&[(0, b"IBSP")], "a map of Quake 2 or 3 (.bsp)", "retromesh does not read it; add-ons of Blender do"),
    (&[(0, b"MS3D000000")], "a MilkShape model (.ms3d)", ASSIMP),
    (&[(0, b"MM"), (6, b"\x02\0")], "a 3D Studio model (.3ds)", BLENDER),
    (&[(0, b"MM"), (6, b"==")], "a 3D Studio model (.3ds)", BLENDER),
    (&[(0, b"FORM"), (8, b"LWO")], "a LightWave model (.lwo)", ASSIMP),
    (&[(0, b"ACTRHEAD")], "an Unreal model (.psk)", "retromesh does not read it; add-ons of Blender do"),
    (&[(0, b"ANIMHEAD")], "an Unreal animation (.psa)", "retromesh does not read it; add-ons of Blender do"),
    (&[(2, b"[MeshSerializer_v")], "an OGRE model (.mesh)", ASSIMP),
    (&[(0, b"Gamebryo File Format")], "a Gamebryo model (.nif)", "retromesh does not read it; NifSkope does"),
    (&[(0, b"NetImmerse File Format")], "a NetImmerse model (.nif)", "retromesh does not read it; NifSkope does"),
    (&[(0, b"PMX ")], "a MikuMikuDance model (.pmx)", "retromesh does not read it; add-ons of Blender do"),
    (&[(0, b"*3DSMAX_ASCIIEXPORT")], "an ASCII export of 3ds Max (.ase)", ASSIMP),
    (&[(0, b"\xd0\xcf\x11\xe0")], "a document of 3ds Max (.max) or of Office", "export FBX or OBJ from its program"),
    (&[(0, b"ply\n")], "a PLY model", BLENDER),
    (&[(0, b"ply\r")], "a PLY model", BLENDER),
    (&[(0, b"solid ")], "an STL model, as text", BLENDER),
    (&[(0, b"#VRML")], "a VRML scene (.wrl)", "retromesh does not read it; MeshLab does"),
    // What else lies there.
    (&[(0, b"RIFF"), (8, b"WAVE")], "a sound (.wav)", ""),
    (&[(0, b"OggS")], "a sound (.ogg)", ""),
    (&[(0, b"WSS0")], "a sound (.wss) of Operation Flashpoint", ""),
    (&[(0, b"ID3")], "a sound (.mp3)", ""),
    (&[(0, TEXT_OF_MODEL)], "the text of a model", ""),
    (&[(0, b"version https://git-lfs")], "a Git LFS pointer, not the model itself", "run `git lfs pull`"),
    (&[(0, b"%PDF")], "a PDF document", ""),
    (&[(0, b"{\\rtf")], "an RTF document", ""),
    (&[(0, b"MZ")], "a program of Windows", ""),
    (&[(0, b"\x7fELF")], "a program of Linux", ""),
];

const PBO: &str = "a PBO archive of Operation Flashpoint or Arma";
const PBO_NAME: &str = "its name must end with .pbo";
const TEXTURE: &str = "retromesh reads it as a texture of models alone; GIMP makes a PNG of it";
const PAINT: &str = "retromesh does not read it; GIMP makes a PNG of it";
const TERRAIN: &str = "retromesh does not read it; it reads models alone";
const BLENDER: &str = "retromesh does not read it; Blender does, and writes glTF";
const ASSIMP: &str = "retromesh does not read it; assimp does, and writes glTF";

/// Says what a file is that is known and read by no format, and what to do about it.
pub(crate) fn unsupported(bytes: &[u8]) -> Option<String> {
    let has = |&(at, sign): &Sign| bytes.get(at..).is_some_and(|rest| rest.starts_with(sign));
    let found = SIGNS.iter().find(|(signs, ..)| signs.iter().all(has));
    let by_sign = found.map(|(_, what, advice)| (*what, *advice));
    let old_pbo = || is_pbo(bytes).then_some((PBO, PBO_NAME));
    let (what, advice) = by_sign.or_else(|| markup(bytes)).or_else(old_pbo)?;
    Some(if advice.is_empty() { format!("this is {what}") } else { format!("this is {what}; {advice}") })
}

/// Returns whether a file is a whole PBO archive; those before Resistance begin with the name of a file.
fn is_pbo(bytes: &[u8]) -> bool {
    #[cfg(feature = "pbo")]
    {
        let Ok(archive) = retromesh_pbo::Archive::parse(bytes) else { return false };
        // What a damaged texture begins with may look like a table, too, of names that no file has.
        let is_known = |entry: &retromesh_pbo::Entry| {
            !matches!(entry.method, retromesh_pbo::Method::Unknown(_)) && !entry.name.contains(char::is_control)
        };
        let end = archive.entries.last().map_or(u64::MAX, |last| last.offset + u64::from(last.stored));
        // One of nothing but names may be zeros of anything.
        let holds_something = archive.entries.iter().any(|entry| entry.stored > 0);
        holds_something && archive.entries.iter().all(is_known) && end <= bytes.len() as u64
    }
    #[cfg(not(feature = "pbo"))]
    {
        let _ = bytes;
        false
    }
}

/// Says which kind of XML or HTML a text is.
fn markup(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let start = start.get(..1024).unwrap_or(start);
    let says = |word: &[u8]| start.windows(word.len()).any(|window| window == word);
    match start.first() {
        Some(b'<') if says(b"<COLLADA") => Some(("a COLLADA model (.dae)", ASSIMP)),
        Some(b'<') if says(b"irrlicht") => Some(("an Irrlicht model (.irrmesh)", ASSIMP)),
        Some(b'<') if says(b"<X3D") => Some(("an X3D scene", BLENDER)),
        Some(b'<') => Some(("an XML or HTML text", "")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_files_are_named_with_what_reads_them() {
        let pbo = [b"a\0".as_slice(), &[0; 16], &[1, 0, 0, 0], b"\0", &[0; 20], b"x"].concat();
        let zeros = [b"\xc8".as_slice(), &[0; 51]].concat();
        let rows: [(&[u8], Option<&str>); 17] = [
            (&zeros, None),
            (&pbo, Some("this is a PBO archive of Operation Flashpoint or Arma; its name must end with .pbo")),
            (&pbo[..pbo.len() - 1], None),
            (&[b"\x01", &pbo[1..]].concat(), None),
            (b"\0\0\x0a\0\0\0\0\0\0\0\0\0", Some("this is a TGA image; its name must end with .tga")),
            (
                b"MM\x10\0\0\0\x02\0\x0a\0",
                Some("this is a 3D Studio model (.3ds); retromesh does not read it; Blender does"),
            ),
            (b"MM\0*\0\0\0\x08", Some("this is a TIFF image; ")),
            (b"MMxx", None),
            (b"BM\x10\0\0\0\0\0\0\0", Some("this is a BMP image")),
            (b"BMxxxxxxxxxx", None),
            (b"BLENDER-v300", Some("this is a Blender file (.blend); export glTF from Blender")),
            (b"<?xml version=\"1.0\"?><COLLADA>", Some("this is a COLLADA model (.dae); ")),
            (b"\xef\xbb\xbf <html>", Some("this is an XML or HTML text")),
            (b"RIFF\0\0\0\0WAVEfmt ", Some("this is a sound (.wav)")),
            (b"\x08\0\0\0RoomMesh", Some("this is a room of SCP - Containment Breach (.rmesh)")),
            (b"\0\x10[MeshSerializer_v1.40]", Some("this is an OGRE model (.mesh); ")),
            (b"", None),
        ];
        for (bytes, expected) in rows {
            let found = unsupported(bytes);
            assert_eq!(found.is_some(), expected.is_some(), "{found:?}");
            assert!(found.unwrap_or_default().starts_with(expected.unwrap_or_default()), "{expected:?}");
        }
        // Each row is reached by what has its signs and nothing else.
        for (signs, what, _) in SIGNS {
            let mut bytes = vec![b'?'; 300];
            signs.iter().for_each(|(at, sign)| bytes[*at..*at + sign.len()].copy_from_slice(sign));
            assert!(unsupported(&bytes).is_some_and(|found| found.starts_with(&format!("this is {what}"))), "{what}");
        }
    }
}
