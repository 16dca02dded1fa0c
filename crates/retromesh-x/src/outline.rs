//! The tree of a document: which object is what, where its values are, and what it refers to.

use crate::document::{Content, Document, Piece, Token};
use crate::text::{head, referred};
use crate::values::Values;
use retromesh_wire::RawStr;

macro_rules! kinds {
    ($($kind:ident $($name:literal)+;)*) => {
        /// What an object is, by its type.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Kind { $($kind,)* Unknown }

        impl Kind {
            /// Finds a kind by the name of a type, without regard to case.
            fn of(name: &[u8]) -> Self {
                $($(if name.eq_ignore_ascii_case($name.as_bytes()) { return Self::$kind; })+)*
                Self::Unknown
            }
        }
    };
}

kinds! {
    Header "Header";
    Frame "Frame";
    FrameTransformMatrix "FrameTransformMatrix";
    Mesh "Mesh";
    MeshNormals "MeshNormals";
    MeshTextureCoords "MeshTextureCoords";
    MeshVertexColors "MeshVertexColors";
    MeshMaterialList "MeshMaterialList";
    VertexDuplicationIndices "VertexDuplicationIndices";
    SkinMeshHeader "XSkinMeshHeader";
    SkinWeights "SkinWeights";
    FvfData "FVFData";
    DeclData "DeclData";
    Material "Material";
    TextureFilename "TextureFilename";
    NormalmapFilename "NormalmapFilename";
    AnimationSet "AnimationSet";
    Animation "Animation";
    AnimationKey "AnimationKey";
    AnimationOptions "AnimationOptions";
    TicksPerSecond "AnimTicksPerSecond";
}

/// The number of no object.
pub(crate) const NONE: u32 = u32::MAX;

/// An object.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Object {
    pub(crate) kind: Kind,
    /// The object around it, or [`NONE`].
    pub(crate) parent: u32,
    /// The piece or token that it begins with.
    pub(crate) item: u32,
}

/// The objects of a document in file order, each after the one around it.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    pub(crate) objects: Vec<Object>,
    /// Pairs of an object and a piece or token of it that holds values, sorted by object.
    values: Vec<(u32, u32)>,
    /// Pairs of an object and a piece or token that refers to another one, sorted by object.
    references: Vec<(u32, u32)>,
    /// Pairs of an object and one right inside it, sorted by the former.
    children: Vec<(u32, u32)>,
}

/// What an object has inside: an object or a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Member {
    Object(u32),
    /// The piece or token of the reference.
    Reference(u32),
}

impl Outline {
    pub(crate) fn read(document: &Document<'_>) -> Self {
        let mut outline = Self::default();
        match &document.content {
            Content::Text(pieces) => outline.read_text(pieces),
            Content::Binary(tokens) => outline.read_binary(tokens),
        }
        // Within one object all stay in file order.
        outline.values.sort_by_key(|&(object, _)| object);
        outline.references.sort_by_key(|&(object, _)| object);
        outline.children = (0..).zip(&outline.objects).map(|(number, object)| (object.parent, number)).collect();
        outline.children.sort_by_key(|&(parent, _)| parent);
        outline
    }

    fn read_text(&mut self, pieces: &[Piece<'_>]) {
        let mut current = NONE;
        for (item, piece) in (0..).zip(pieces) {
            match piece {
                Piece::Open(text) => current = self.open(current, head(text.bytes()).0, item),
                Piece::Close(_) => current = self.parent(current),
                Piece::Reference(_) => self.references.push((current, item)),
                Piece::Values(_) => self.values.push((current, item)),
                Piece::Template(_) => {}
            }
        }
    }

    fn read_binary(&mut self, tokens: &[Token<'_>]) {
        const OPEN: Token<'_> = Token::Mark(Token::OPEN);
        const CLOSE: Token<'_> = Token::Mark(Token::CLOSE);
        let mut current = NONE;
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let rest = tokens.get(at..).unwrap_or_default();
            let item = at as u32;
            at += match rest {
                [Token::Mark(Token::TEMPLATE), ..] => {
                    rest.iter().position(|token| *token == CLOSE).map_or(rest.len(), |close| close + 1)
                }
                [Token::Name(kind), open, ..] if *open == OPEN => {
                    current = self.open(current, kind.bytes(), item);
                    2
                }
                [Token::Name(kind), Token::Name(_), open, ..] if *open == OPEN => {
                    current = self.open(current, kind.bytes(), item);
                    3
                }
                [open, Token::Name(_), close, ..] if *open == OPEN && *close == CLOSE => {
                    self.references.push((current, item + 1));
                    3
                }
                [open, Token::Name(_), Token::Guid(_), close, ..] if *open == OPEN && *close == CLOSE => {
                    self.references.push((current, item + 1));
                    4
                }
                _ => {
                    if *token == OPEN {
                        current = self.open(current, b"", item);
                    } else if *token == CLOSE {
                        current = self.parent(current);
                    } else if !matches!(token, Token::Mark(_) | Token::Guid(_)) {
                        self.values.push((current, item));
                    }
                    1
                }
            };
        }
    }

    fn open(&mut self, parent: u32, kind: &[u8], item: u32) -> u32 {
        self.objects.push(Object { kind: Kind::of(kind), parent, item });
        self.objects.len() as u32 - 1
    }

    fn parent(&self, object: u32) -> u32 {
        self.get(object).map_or(NONE, |object| object.parent)
    }

    pub(crate) fn get(&self, object: u32) -> Option<&Object> {
        self.objects.get(object as usize)
    }

    /// Returns the kind of an object; `Unknown` for what is around all.
    pub(crate) fn kind(&self, object: u32) -> Kind {
        self.get(object).map_or(Kind::Unknown, |object| object.kind)
    }

    /// Returns the objects right inside another one, in their order.
    pub(crate) fn children(&self, object: u32) -> impl Iterator<Item = u32> + use<'_> {
        pairs_of(&self.children, object).iter().map(|&(_, child)| child)
    }

    /// Returns the first object of a kind right inside another one.
    pub(crate) fn child(&self, object: u32, kind: Kind) -> Option<u32> {
        self.children(object).find(|&child| self.kind(child) == kind)
    }

    /// Returns the pieces or tokens of an object that refer to others.
    pub(crate) fn references(&self, object: u32) -> impl Iterator<Item = u32> + use<'_> {
        pairs_of(&self.references, object).iter().map(|&(_, item)| item)
    }

    /// Returns all references with the objects that they are in.
    pub(crate) fn all_references(&self) -> &[(u32, u32)] {
        &self.references
    }

    /// Returns all pieces or tokens that hold values with the objects that they are in.
    pub(crate) fn all_values(&self) -> &[(u32, u32)] {
        &self.values
    }

    /// Returns objects and references right inside an object, in file order.
    pub(crate) fn members(&self, object: u32) -> Vec<Member> {
        let item = |child: &u32| self.get(*child).map_or(0, |child| child.item);
        let mut members: Vec<(u32, Member)> =
            self.children(object).map(|child| (item(&child), Member::Object(child))).collect();
        members.extend(self.references(object).map(|item| (item, Member::Reference(item))));
        members.sort_by_key(|&(item, _)| item);
        members.into_iter().map(|(_, member)| member).collect()
    }

    pub(crate) fn values<'d>(&'d self, document: &'d Document<'d>, object: u32) -> Values<'d> {
        Values::new(document, pairs_of(&self.values, object))
    }

    /// Returns the pieces or tokens that hold the values of an object.
    pub(crate) fn value_items(&self, object: u32) -> impl Iterator<Item = u32> + use<'_> {
        pairs_of(&self.values, object).iter().map(|&(_, item)| item)
    }

    /// Returns the name of an object; most have none.
    pub(crate) fn name<'d>(&self, document: &'d Document<'_>, object: u32) -> RawStr<'d> {
        RawStr::new(self.head(document, object).1)
    }

    pub(crate) fn type_name<'d>(&self, document: &'d Document<'_>, object: u32) -> RawStr<'d> {
        RawStr::new(self.head(document, object).0)
    }

    fn head<'d>(&self, document: &'d Document<'_>, object: u32) -> (&'d [u8], &'d [u8]) {
        let Some(item) = self.get(object).map(|object| object.item as usize) else { return (&[], &[]) };
        match &document.content {
            Content::Text(pieces) => pieces.get(item).map_or((&[], &[]), |piece| head(piece.text())),
            Content::Binary(tokens) => match tokens.get(item..).unwrap_or_default() {
                [Token::Name(kind), Token::Name(name), ..] => (kind.bytes(), name.bytes()),
                [Token::Name(kind), ..] => (kind.bytes(), &[]),
                _ => (&[], &[]),
            },
        }
    }

    /// Says where an object is: its type and name, and those of what is around it.
    pub(crate) fn path(&self, document: &Document<'_>, object: u32) -> String {
        /// More levels are not named.
        const LEVELS: usize = 4;
        let mut names = Vec::new();
        let mut at = object;
        while let Some(object) = self.get(at).filter(|_| names.len() < LEVELS) {
            let (kind, name) = self.head(document, at);
            let words = [kind, name].map(|word| RawStr::new(word.get(..40).unwrap_or(word)).escaped());
            names.push(words.join(" ").trim().to_owned());
            at = object.parent;
        }
        names.reverse();
        names.join("/")
    }
}

/// Returns the name in a reference.
pub(crate) fn reference<'d>(document: &'d Document<'_>, item: u32) -> &'d [u8] {
    match &document.content {
        Content::Text(pieces) => pieces.get(item as usize).map_or(&[], |piece| referred(piece.text())),
        Content::Binary(tokens) => match tokens.get(item as usize) {
            Some(Token::Name(name)) => name.bytes(),
            _ => &[],
        },
    }
}

fn pairs_of(pairs: &[(u32, u32)], object: u32) -> &[(u32, u32)] {
    let start = pairs.partition_point(|&(of, _)| of < object);
    let end = pairs.partition_point(|&(of, _)| of <= object);
    pairs.get(start..end).unwrap_or_default()
}
