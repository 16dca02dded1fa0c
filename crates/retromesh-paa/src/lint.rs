//! What the engine of Operation Flashpoint refuses, drops or shows wrong.

use crate::TARGET;
use crate::codec::{Checksum, Packing};
use crate::document::{Document, Texels};
use retromesh_kit::{Findings, Lint, Lints, Target};

retromesh_kit::rules! {
    Size "paa-size" [TARGET] "the engine refuses sides under 2 and over 4096, and has no level to use of one with a side of 4 or less" => "Save the picture with sides of 8 to 4096.";
    PowerOfTwo "paa-power-of-two" [TARGET] "sides that are no powers of two" => "Save the picture with sides that are powers of two.";
    Ratio "paa-ratio" [TARGET] "a side more than eight times the other has crashed servers of the game" => "Save the picture less elongated.";
    Halves "paa-halves" [TARGET] "the engine takes each level for half the one before, whatever its header says" => "Write the texture anew from its picture: `retromesh convert a.paa -o a.png`, then `retromesh convert a.png -o a.paa -f`.";
    ShortChain "paa-short-chain" [TARGET] "with a table of offsets the engine reads beyond the last level until a side is 4" => "Write the texture anew from its picture: `retromesh convert a.paa -o a.png`, then `retromesh convert a.png -o a.paa -f`.";
    Kind "paa-kind" [TARGET] "the game has no textures of DXT2 to DXT5 and 8888, reads palettes (P8) from .pac alone, and types of 16 bits from .paa alone" => "Write the texture anew from its picture, `retromesh convert a.paa -o a.png` and `retromesh convert a.png -o a.paa -f --target ofp`, or give the file the other extension and name that in the model.";
    Lzo "paa-lzo" [TARGET] "the engine takes the bit for \"packed by LZO\" for a part of the width and refuses the file" => "Write the texture anew from its picture: `retromesh convert a.paa -o a.png`, then `retromesh convert a.png -o a.paa -f`.";
    Stored "paa-stored" [TARGET] "the engine unpacks texels of 16 bits and fails on those that are not packed" => "Write the texture anew from its picture: `retromesh convert a.paa -o a.png`, then `retromesh convert a.png -o a.paa -f`.";
    Checksum "paa-checksum" [TARGET] "the engine refuses a level whose checksum is not the sum of signed bytes" => "Write the texture anew from its picture: `retromesh convert a.paa -o a.png`, then `retromesh convert a.png -o a.paa -f`.";
    Broken "paa-broken-level" [TARGET] "a level cannot be unpacked" => "Write the texture anew from its picture: `retromesh convert a.paa -o a.png`, then `retromesh convert a.png -o a.paa -f`.";
    Offsets "paa-offsets" [TARGET] "the engine finds smaller levels by the table of offsets, which is wrong" => "Write the texture anew from its picture: `retromesh convert a.paa -o a.png`, then `retromesh convert a.png -o a.paa -f`.";
    NoMean "paa-no-mean" [TARGET] "no tag (`AVGC`) says the mean colour, which is then clear black for models with the texture" => "Write the texture anew from its picture: `retromesh convert a.paa -o a.png`, then `retromesh convert a.png -o a.paa -f`.";
    Mark "paa-mark" [TARGET] "the engine understands the mark for packed indices in no other type" => "Write the texture anew from its picture: `retromesh convert a.paa -o a.png`, then `retromesh convert a.png -o a.paa -f`.";
}

/// The largest and the smallest side that is of use.
const SIDES: std::ops::RangeInclusive<u16> = 8..=4096;
/// The maximum that one side may be of the other.
const RATIO: u16 = 8;

impl Lints for Document<'_> {
    fn lint(&self, target: Option<&Target>) -> Vec<Lint> {
        let mut findings = Findings::new(RULES);
        let offsets = self.level_offsets();
        let mut add = |id: Id, level: usize| {
            findings.add(id, 1, || (offsets.get(level).map(|offset| *offset as u64), format!("level[{level}]")));
        };
        let [width, height] = self.size();
        if !SIDES.contains(&width) || !SIDES.contains(&height) {
            add(Id::Size, 0);
        }
        if !width.is_power_of_two() || !height.is_power_of_two() {
            add(Id::PowerOfTwo, 0);
        }
        if width / RATIO > height || height / RATIO > width {
            add(Id::Ratio, 0);
        }
        if !matches!(self.texels(), Texels::Dxt1 | Texels::Argb4444 | Texels::Argb1555 | Texels::Ai88 | Texels::P8) {
            add(Id::Kind, 0);
        }
        // The game's own files of this type have none.
        if self.mean().is_none() && self.texels() != Texels::Ai88 {
            add(Id::NoMean, 0);
        }
        let table = self.tag(b"OFFS");
        for (n, level) in self.levels.iter().enumerate() {
            let half = |side: u16| u32::from(side).checked_shr(n as u32).unwrap_or(0).max(1);
            if [level.width(), level.height].map(u32::from) != [half(width), half(height)] {
                add(Id::Halves, n);
            }
            if level.is_lzo() {
                add(Id::Lzo, n);
            }
            if level.is_marked && self.texels() != Texels::P8 {
                add(Id::Mark, n);
            }
            match self.unpack(level).map(|unpacked| unpacked.packing) {
                Ok(Packing::Stored) => add(Id::Stored, n),
                Ok(Packing::Lzss(Checksum::Unsigned | Checksum::Wrong)) => add(Id::Checksum, n),
                Ok(_) => {}
                Err(_) => add(Id::Broken, n),
            }
            // The first level is where the palette ends, whatever the table says.
            let entry = table.filter(|_| n > 0).and_then(|table| table.as_chunks::<4>().0.get(n));
            if entry.is_some_and(|entry| offsets.get(n) != Some(&(u32::from_le_bytes(*entry) as usize))) {
                add(Id::Offsets, n);
            }
        }
        let last = self.levels.last().map_or(0, |level| level.width().min(level.height));
        if table.is_some() && last > 4 {
            add(Id::ShortChain, self.levels.len() - 1);
        }
        findings.of(target)
    }
}
