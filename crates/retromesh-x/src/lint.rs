//! What engines and other readers refuse, drop or show wrong.

use crate::document::{Content, Document, Piece};
use crate::outline::{Kind, Outline};
use crate::textures::path_of;
use retromesh_kit::{Findings, Lint, Lints, Target, image_files};

/// The extensions of the image files that engines load, the kind that others are made into first.
pub(crate) const IMAGES: &[&str] = &["png", "jpg", "jpeg", "bmp", "tga", "pcx", "iff", "dds"];

retromesh_kit::rules! {
    Packed "x-packed" ["luanti"] "the reader refuses packed files" => "Repair the file: it is unpacked.";
    Skin "x-skin" ["blitz3d"] "the engine reads no skins and shows a mesh as it is without its bones" => "Convert it to b3d, or rewrite the file for blitz3d: meshes are then where their bones have them at rest. Where that is elsewhere than the game shows them now, a conversion says so (`moved-by-skin`), and `--skins ignore` keeps them there.";
    SeveralSets "x-several-sets" ["luanti"] "the keys of several animation sets are played as one" => "Rewrite the file for luanti: sets come one after another.";
    WholeNumber "x-whole-number" ["assimp"] "the comma after a whole number of a matrix is taken for its decimal point, and the file is refused" => "Repair the file: such numbers get a point.";
    BoneVertex "x-bone-vertex" ["luanti", "assimp"] "a bone names a vertex that is not there, and the file is refused" => "Rewrite the file.";
    LargeMesh "x-large-mesh" ["luanti", "blitz3d"] "a mesh has more than 65,535 vertices, which the engine numbers with 16 bits" => "Split the mesh.";
    UnloadableImage "x-unloadable-image" ["blitz3d"] "the engine loads no image file of this kind" => "Convert the image to PNG and name that; a conversion to the format does.";
    SecondSet "x-second-set" ["blitz3d"] "the engine reads one UV set" => "Convert it to b3d, which has two.";
}

/// The maximum number of vertices that 16 bits number.
const MAX_VERTICES: usize = 65_535;

impl Lints for Document<'_> {
    fn lint(&self, target: Option<&Target>) -> Vec<Lint> {
        let outline = Outline::read(self);
        let mut findings = Findings::new(RULES);
        let mut add = |id: Id, count: usize, object: u32| {
            if count > 0 {
                findings.add(id, count, || (None, outline.path(self, object)));
            }
        };
        add(Id::Packed, usize::from(self.packed.is_some()), crate::outline::NONE);
        let mut sets = 0usize;
        for (number, object) in (0..).zip(&outline.objects) {
            match object.kind {
                Kind::AnimationSet => {
                    sets += 1;
                    add(Id::SeveralSets, usize::from(sets > 1), number);
                }
                Kind::Mesh => {
                    let vertices = outline.values(self, number).size().unwrap_or(0);
                    add(Id::LargeMesh, usize::from(vertices > MAX_VERTICES), number);
                    let of = |kind: Kind| outline.children(number).filter(|&child| outline.kind(child) == kind).count();
                    add(Id::Skin, usize::from(of(Kind::SkinWeights) > 0), number);
                    let sets = of(Kind::MeshTextureCoords) > 1 || of(Kind::FvfData) > 0;
                    add(Id::SecondSet, usize::from(sets), number);
                }
                Kind::SkinWeights => {
                    let vertices = outline.values(self, object.parent).size().unwrap_or(0);
                    add(Id::BoneVertex, foreign(self, &outline, number, vertices), number);
                }
                Kind::TextureFilename => {
                    let path = outline.values(self, number).text().map(path_of).unwrap_or_default();
                    add(Id::UnloadableImage, usize::from(!image_files::is_loaded(IMAGES, &path)), number);
                }
                Kind::FrameTransformMatrix => add(Id::WholeNumber, whole_numbers(self, &outline, number), number),
                _ => {}
            }
        }
        findings.of(target)
    }
}

/// Counts the vertices of a bone that its mesh has not.
fn foreign(document: &Document<'_>, outline: &Outline, object: u32, vertices: usize) -> usize {
    let mut values = outline.values(document, object);
    let (Some(_), Some(count)) = (values.text(), values.size()) else { return 0 };
    let is_inside = |index: i64| usize::try_from(index).is_ok_and(|index| index < vertices);
    std::iter::from_fn(|| values.integer()).take(count).filter(|&index| !is_inside(index)).count()
}

/// Counts the numbers of a text without a point that a comma and a digit follow.
fn whole_numbers(document: &Document<'_>, outline: &Outline, object: u32) -> usize {
    let Content::Text(pieces) = &document.content else { return 0 };
    let items = outline.value_items(object).filter_map(|item| match pieces.get(item as usize) {
        Some(Piece::Values(text)) => Some(text.bytes()),
        _ => None,
    });
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let in_text = |text: &[u8]| {
        let words = text.split(|byte| !is_digit(byte) && !matches!(byte, b'.' | b',' | b'-' | b'+' | b'e' | b'E'));
        let wrong = |word: &[u8]| {
            let mut parts = word.split(|&byte| byte == b',');
            let first = parts.next().unwrap_or_default();
            let whole = !first.is_empty() && !first.contains(&b'.') && first.iter().any(is_digit);
            whole && parts.next().is_some_and(|next| next.first().is_some_and(is_digit))
        };
        words.filter(|word| wrong(word)).count()
    };
    items.map(in_text).sum()
}
