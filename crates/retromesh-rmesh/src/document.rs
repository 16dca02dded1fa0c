//! The lossless document: a .rmesh file, structure by structure.

use glam::{Vec2, Vec3};
use retromesh_wire::{RawStr, Rows, plain, record, row_struct};
use std::borrow::Cow;

/// The header of a room without trigger boxes.
pub const HEADER: &[u8] = b"RoomMesh";
/// The header of a room with a list of trigger boxes.
pub const HEADER_WITH_TRIGGERS: &[u8] = b"RoomMesh.HasTriggerBox";
/// The text after the last entity; the game does not read it.
pub const END: &[u8] = b"EOF";
/// The largest number of vertices of one surface: the engine draws with indices of 16 bits.
pub const MAX_VERTICES: usize = 65_535;

record! {
    /// A .rmesh file.
    ///
    /// Counts are not kept apart from what they count, so an edited document stays consistent. Encoding a parsed document gives the same
    /// bytes.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Document<'a> {
        /// What is drawn, and where it is opaque is collision, too.
        pub surfaces: Vec<Surface<'a>>,
        /// Collision that is not drawn.
        pub hidden: Vec<HiddenSurface<'a>>,
        /// The trigger boxes; `None` for a file whose header does not name them.
        pub triggers: Option<Vec<Trigger<'a>>> = default,
        /// The point entities.
        pub entities: Vec<Entity<'a>>,
        /// The number of entities as the file says it, where one of unknown kind ends what can be read of them; that one and all after
        /// it are in [`trailing`](Self::trailing).
        pub declared_entities: Option<i32> = default,
        /// Whether the text `EOF` follows the entities.
        pub end: bool,
        /// Bytes after everything else.
        #[serde(with = "retromesh_wire::values::bytes")]
        pub trailing: Cow<'a, [u8]> = default,
    }
}

impl Default for Document<'_> {
    fn default() -> Self {
        Self {
            surfaces: Vec::new(),
            hidden: Vec::new(),
            triggers: None,
            entities: Vec::new(),
            declared_entities: None,
            end: true,
            trailing: Cow::Borrowed(&[]),
        }
    }
}

record! {
    /// A drawn surface.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Surface<'a> {
        /// The first texture slot: the light map, placed by the second pair of coordinates.
        pub light_map: TextureSlot<'a>,
        /// The second texture slot: the diffuse texture, placed by the first pair of coordinates.
        pub diffuse: TextureSlot<'a>,
        /// The vertices.
        pub vertices: Rows<'a, Vertex>,
        /// Corners of triangles, clockwise from the front.
        pub triangles: Rows<'a, [u32; 3]>,
    }

    /// A texture slot of a surface.
    #[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
    pub struct TextureSlot<'a> {
        /// One of the constants of [`flag`].
        pub flag: u8,
        /// The name of the image in the room's folder; without one where the flag is 0.
        pub name: RawStr<'a> = default,
    }
}

/// The flags of texture slots.
pub mod flag {
    /// No texture; no name follows.
    pub const NONE: u8 = 0;
    /// An opaque texture. With an empty name: none.
    pub const OPAQUE: u8 = 1;
    /// A light map.
    pub const LIGHT_MAP: u8 = 2;
    /// A texture whose alpha is used: the surface is transparent, shown from both sides, and no collision.
    pub const ALPHA: u8 = 3;
}

row_struct! {
    /// A vertex of a drawn surface.
    #[derive(Debug, PartialEq)]
    pub struct Vertex {
        /// Position in units of the room.
        pub position: Vec3,
        /// Coordinate of the diffuse texture; v grows downward.
        pub uv: Vec2,
        /// Coordinate of the light map; v grows downward.
        pub light_map_uv: Vec2,
        /// Red, green, blue.
        pub color: [u8; 3],
    }
}

record! {
    /// A surface that is not drawn: collision, or a part of a trigger box.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct HiddenSurface<'a> {
        /// Positions in units of the room.
        pub vertices: Rows<'a, Vec3>,
        /// Corners of triangles; both sides count.
        pub triangles: Rows<'a, [u32; 3]>,
    }

    /// A trigger box.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Trigger<'a> {
        /// Its surfaces.
        pub surfaces: Vec<HiddenSurface<'a>>,
        /// The name of the event that it belongs to.
        pub event: RawStr<'a>,
    }

    /// A point entity.
    #[derive(Debug, Clone, PartialEq)]
    #[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
    pub enum Entity<'a> {
        /// `light`: shines to all sides.
        Light(Light<'a>),
        /// `spotlight`: shines into a cone.
        Spotlight(Spotlight<'a>),
        /// `model`: a prop.
        Model(Model<'a>),
        /// `model` without a file: the game reads nothing but a position, and shows nothing.
        #[serde(with = "retromesh_wire::values::cells")]
        EmptyModel(Vec3),
        /// `waypoint`: a place on the ways of characters.
        #[serde(with = "retromesh_wire::values::cells")]
        Waypoint(Vec3),
        /// `soundemitter`: a sound that is heard around a place.
        SoundEmitter(SoundEmitter),
        /// `screen`: a monitor that shows an image.
        Screen(Screen<'a>),
        /// `playerstart`: where the player starts.
        PlayerStart(PlayerStart<'a>),
    }

    /// The fields of a light.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Light<'a> {
        /// Position in units of the room; the game leaves out lights at 0 0 0.
        #[serde(with = "retromesh_wire::values::cells")]
        pub position: Vec3,
        /// 2000 times the radius in units of the game.
        pub range: f32,
        /// Red, green, blue as numbers up to 255 with blanks between.
        pub color: RawStr<'a>,
        /// Factor of the colour; the game takes 0.8 of it, at most 1.
        pub intensity: f32,
    }

    /// The fields of a spotlight.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Spotlight<'a> {
        /// What every light has.
        pub light: Light<'a>,
        /// Pitch, yaw and perhaps roll in degrees, with blanks between.
        pub angles: RawStr<'a>,
        /// The full angle of the inner cone, in degrees.
        pub inner_cone: i32,
        /// The full angle of the outer cone, in degrees.
        pub outer_cone: i32,
    }

    /// The fields of a prop.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Model<'a> {
        /// The name of the model in the game's folder `GFX\Map\Props`; never empty.
        pub file: RawStr<'a>,
        /// Position in units of the room.
        #[serde(with = "retromesh_wire::values::cells")]
        pub position: Vec3,
        /// Pitch, yaw and roll in degrees.
        #[serde(with = "retromesh_wire::values::cells")]
        pub angles: Vec3,
        /// Factors along the prop's own axes.
        #[serde(with = "retromesh_wire::values::cells")]
        pub scale: Vec3,
    }
}

/// The fields of a sound emitter.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct SoundEmitter {
    /// Position in units of the room.
    #[cfg_attr(feature = "serde", serde(with = "retromesh_wire::values::cells"))]
    pub position: Vec3,
    /// The number of the sound.
    pub sound: i32,
    /// How far it is heard.
    pub range: f32,
}

record! {
    /// The fields of a screen.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Screen<'a> {
        /// Position in units of the room; the game leaves out screens at 0 0 0.
        #[serde(with = "retromesh_wire::values::cells")]
        pub position: Vec3,
        /// The path of the image.
        pub image: RawStr<'a>,
    }

    /// The fields of the player's start.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct PlayerStart<'a> {
        /// Position in units of the room.
        #[serde(with = "retromesh_wire::values::cells")]
        pub position: Vec3,
        /// Pitch, yaw and roll in degrees, with blanks between.
        pub angles: RawStr<'a>,
    }
}

plain! { SoundEmitter }

impl Entity<'_> {
    /// Returns the name of the kind, as in the file.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Light(_) => "light",
            Self::Spotlight(_) => "spotlight",
            Self::Model(_) | Self::EmptyModel(_) => "model",
            Self::Waypoint(_) => "waypoint",
            Self::SoundEmitter(_) => "soundemitter",
            Self::Screen(_) => "screen",
            Self::PlayerStart(_) => "playerstart",
        }
    }

    /// Returns the position in units of the room.
    pub fn position(&self) -> Vec3 {
        match self {
            Self::Light(light) => light.position,
            Self::Spotlight(spotlight) => spotlight.light.position,
            Self::Model(model) => model.position,
            Self::EmptyModel(position) | Self::Waypoint(position) => *position,
            Self::SoundEmitter(emitter) => emitter.position,
            Self::Screen(screen) => screen.position,
            Self::PlayerStart(start) => start.position,
        }
    }

    /// Returns the texts, the kind left out.
    pub fn texts(&self) -> Vec<&RawStr<'_>> {
        match self {
            Self::Light(light) => vec![&light.color],
            Self::Spotlight(spotlight) => vec![&spotlight.light.color, &spotlight.angles],
            Self::Model(model) => vec![&model.file],
            Self::Screen(screen) => vec![&screen.image],
            Self::PlayerStart(start) => vec![&start.angles],
            Self::EmptyModel(_) | Self::Waypoint(_) | Self::SoundEmitter(_) => Vec::new(),
        }
    }

    /// Returns the number of bytes in a file.
    pub fn byte_len(&self) -> usize {
        let fixed = match self {
            Self::Light(_) | Self::SoundEmitter(_) => 12 + 4 + 4,
            Self::Spotlight(_) => 12 + 4 + 4 + 8,
            Self::Model(_) => 3 * 12,
            // The length of the empty name.
            Self::EmptyModel(_) => 12 + 4,
            Self::Waypoint(_) | Self::Screen(_) | Self::PlayerStart(_) => 12,
        };
        let texts: usize = self.texts().into_iter().map(text_len).sum();
        4 + self.kind().len() + fixed + texts
    }
}

impl TextureSlot<'_> {
    /// Returns whether there is a texture.
    pub fn has_texture(&self) -> bool {
        !self.name.is_empty()
    }

    fn byte_len(&self) -> usize {
        1 + if self.flag == flag::NONE { 0 } else { text_len(&self.name) }
    }
}

impl Surface<'_> {
    /// Returns whether the surface is transparent: the last slot with a texture decides.
    pub fn is_transparent(&self) -> bool {
        let last = if self.diffuse.has_texture() { &self.diffuse } else { &self.light_map };
        last.has_texture() && last.flag >= flag::ALPHA
    }

    /// Returns the number of bytes in a file.
    pub fn byte_len(&self) -> usize {
        let slots = self.light_map.byte_len() + self.diffuse.byte_len();
        slots + 4 + self.vertices.bytes().len() + 4 + self.triangles.bytes().len()
    }
}

impl HiddenSurface<'_> {
    /// Returns the number of bytes in a file.
    pub fn byte_len(&self) -> usize {
        4 + self.vertices.bytes().len() + 4 + self.triangles.bytes().len()
    }
}

impl Trigger<'_> {
    /// Returns the number of bytes in a file.
    pub fn byte_len(&self) -> usize {
        4 + self.surfaces.iter().map(HiddenSurface::byte_len).sum::<usize>() + text_len(&self.event)
    }
}

fn text_len(text: &RawStr<'_>) -> usize {
    4 + text.len()
}

impl Document<'_> {
    /// Returns the header.
    pub fn header(&self) -> &'static [u8] {
        if self.triggers.is_some() { HEADER_WITH_TRIGGERS } else { HEADER }
    }

    /// Returns each drawn surface with the offset at which it starts in the file.
    pub fn surfaces_with_offsets(&self) -> impl Iterator<Item = (u64, &Surface<'_>)> {
        with_offsets(&self.surfaces, 4 + self.header().len() + 4, Surface::byte_len)
    }

    /// Returns each hidden surface with the offset at which it starts in the file.
    pub fn hidden_with_offsets(&self) -> impl Iterator<Item = (u64, &HiddenSurface<'_>)> {
        with_offsets(&self.hidden, self.hidden_offset() + 4, HiddenSurface::byte_len)
    }

    /// Returns each trigger box with the offset at which it starts in the file.
    pub fn triggers_with_offsets(&self) -> impl Iterator<Item = (u64, &Trigger<'_>)> {
        with_offsets(self.triggers.as_deref().unwrap_or_default(), self.trigger_offset() + 4, Trigger::byte_len)
    }

    /// Returns each entity with the offset at which it starts in the file.
    pub fn entities_with_offsets(&self) -> impl Iterator<Item = (u64, &Entity<'_>)> {
        with_offsets(&self.entities, self.entity_offset() + 4, Entity::byte_len)
    }

    /// Returns the offset of what follows the entities.
    pub(crate) fn end_offset(&self) -> usize {
        self.entity_offset() + 4 + self.entities.iter().map(Entity::byte_len).sum::<usize>()
    }

    fn hidden_offset(&self) -> usize {
        4 + self.header().len() + 4 + self.surfaces.iter().map(Surface::byte_len).sum::<usize>()
    }

    fn trigger_offset(&self) -> usize {
        self.hidden_offset() + 4 + self.hidden.iter().map(HiddenSurface::byte_len).sum::<usize>()
    }

    fn entity_offset(&self) -> usize {
        let triggers = self.triggers.as_ref().map_or(0, |list| 4 + list.iter().map(Trigger::byte_len).sum::<usize>());
        self.trigger_offset() + triggers
    }
}

/// Pairs the elements of a list with their offsets.
fn with_offsets<T>(list: &[T], start: usize, len: fn(&T) -> usize) -> impl Iterator<Item = (u64, &T)> {
    list.iter().scan(start as u64, move |at, element| {
        let start = *at;
        *at += len(element) as u64;
        Some((start, element))
    })
}
