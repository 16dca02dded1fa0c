//! Models with textures in other folders.

/// A model below `game/models`, with its textures below `game/art`.
#[derive(Debug, Clone, Copy)]
pub struct Textured {
    /// The fixture that it is made of, whose first texture gets the path.
    pub fixture: &'static str,
    /// The path of its first texture as the file holds it.
    pub path: &'static str,
    /// Where that is, below `game`.
    pub file: &'static str,
    /// The path in a model that is written from its scene.
    pub written: &'static str,
    /// The path where the image was painted over, and the new file.
    pub painted: (&'static str, &'static str),
}

/// A model of each kind of path.
pub const TEXTURED: [Textured; 7] = [
    Textured {
        fixture: "p3d/sp3x-cube.p3d",
        path: "art\\hull\\cube.paa",
        file: "art/hull/cube.paa",
        written: "art\\hull\\cube.paa",
        painted: ("art\\hull\\cube.paa", "cube.paa"),
    },
    Textured {
        fixture: "p3d/odol-cube.p3d",
        path: "art\\hull\\cube.pac",
        file: "art/hull/cube.pac",
        written: "art\\hull\\cube.pac",
        painted: ("art\\hull\\cube.paa", "cube.paa"),
    },
    // Only the end of such a name is an extension.
    Textured {
        fixture: "p3d/odol-cube.p3d",
        path: "art\\hull\\fire.01.paa",
        file: "art/hull/fire.01.paa",
        written: "art\\hull\\fire.01.paa",
        painted: ("art\\hull\\fire.01.paa", "fire.01.paa"),
    },
    Textured {
        fixture: "b3d/brush-slots-2.b3d",
        path: "C:\\art\\Wall.png",
        file: "textures/wall.png",
        written: "Wall.png",
        painted: ("Wall.png", "Wall.png"),
    },
    Textured {
        fixture: "x/square.x",
        path: "art/wall.png",
        file: "art/wall.png",
        written: "wall.png",
        painted: ("wall.png", "wall.png"),
    },
    Textured {
        fixture: "rmesh/square.rmesh",
        path: "brick.png",
        file: "textures/brick.png",
        written: "brick.png",
        painted: ("brick.png", "wall.png"),
    },
    Textured {
        fixture: "bmd/textured64.bmd",
        path: "art/wall",
        file: "textures/wall.png",
        written: "art/wall",
        painted: ("art/wall", "wall.dds"),
    },
];
