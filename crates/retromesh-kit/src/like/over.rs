//! Faces over the same corners, such as a decal and what is below it.

use super::surfaces::Surface;

/// No more faces of the original over the same corners are looked at.
const MAX_OVER: usize = 4;

/// The faces of an original over the same corners, and those of the mesh that are there.
#[derive(Default)]
pub(super) struct Over {
    known: Vec<Known>,
    own: Vec<(u32, Surface)>,
}

/// A face of the original.
#[derive(Clone, Copy)]
struct Known {
    number: usize,
    part: usize,
    surface: Surface,
}

impl Over {
    /// Adds a face of the original.
    pub(super) fn add_known(&mut self, number: usize, part: usize, surface: Surface) {
        if self.known.len() < MAX_OVER {
            self.known.push(Known { number, part, surface });
        }
    }

    /// Adds a face of the mesh.
    pub(super) fn add(&mut self, number: u32, surface: Surface) {
        self.own.push((number, surface));
    }

    /// Returns which face of the mesh is which of the original: those of one surface, then those that got another surface, where all had one and have one.
    pub(super) fn pairs(&self) -> Vec<(u32, usize)> {
        let mut surfaces: Vec<Surface> = self.own.iter().map(|(_, surface)| *surface).collect();
        surfaces.sort_unstable();
        surfaces.dedup();
        let (mut pairs, mut new) = (Vec::new(), Vec::new());
        for surface in &surfaces {
            let known: Vec<Known> = self.known.iter().copied().filter(|known| known.surface == *surface).collect();
            if known.is_empty() {
                new.push(*surface);
            } else {
                self.pair(*surface, &known, &mut pairs);
            }
        }
        let gone = self.known.iter().copied().filter(|known| surfaces.binary_search(&known.surface).is_err());
        let gone: Vec<Known> = gone.collect();
        if let ([surface], true) = (new.as_slice(), gone.windows(2).all(|pair| pair[0].surface == pair[1].surface)) {
            self.pair(*surface, &gone, &mut pairs);
        }
        pairs
    }

    /// Pairs the faces of a surface. As many as there were are in their order, unless they are in several parts, whose order may be another: then each may be any.
    fn pair(&self, surface: Surface, known: &[Known], pairs: &mut Vec<(u32, usize)>) {
        let own: Vec<u32> = self.own.iter().filter(|(_, own)| *own == surface).map(|(number, _)| *number).collect();
        let is_one_part = known.windows(2).all(|pair| pair[0].part == pair[1].part);
        if own.len() == known.len() && is_one_part {
            pairs.extend(own.into_iter().zip(known.iter().map(|known| known.number)));
        } else {
            pairs.extend(own.iter().flat_map(|own| known.iter().map(|known| (*own, known.number))));
        }
    }
}
