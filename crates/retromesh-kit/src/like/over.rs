//! Faces over the same corners, such as a decal and what is below it.

use super::looks::Look;

/// No more faces of the original over the same corners are looked at.
const MAX_OVER: usize = 4;

/// The faces of an original over the same corners, and those of the mesh that are there.
#[derive(Default)]
pub(super) struct Over {
    known: Vec<Known>,
    own: Vec<(u32, Look)>,
}

/// A face of the original.
#[derive(Clone, Copy)]
struct Known {
    number: usize,
    part: usize,
    look: Look,
}

impl Over {
    /// Adds a face of the original.
    pub(super) fn add_known(&mut self, number: usize, part: usize, look: Look) {
        if self.known.len() < MAX_OVER {
            self.known.push(Known { number, part, look });
        }
    }

    /// Adds a face of the mesh.
    pub(super) fn add(&mut self, number: u32, look: Look) {
        self.own.push((number, look));
    }

    /// Returns which face of the mesh is which of the original: those of one look, then those that got another look, where all had one and have one.
    pub(super) fn pairs(&self) -> Vec<(u32, usize)> {
        let mut looks: Vec<Look> = self.own.iter().map(|(_, look)| *look).collect();
        looks.sort_unstable();
        looks.dedup();
        let (mut pairs, mut new) = (Vec::new(), Vec::new());
        for look in &looks {
            let known: Vec<Known> = self.known.iter().copied().filter(|known| known.look == *look).collect();
            if known.is_empty() {
                new.push(*look);
            } else {
                self.pair(*look, &known, &mut pairs);
            }
        }
        let gone = self.known.iter().copied().filter(|known| looks.binary_search(&known.look).is_err());
        let gone: Vec<Known> = gone.collect();
        if let ([look], true) = (new.as_slice(), gone.windows(2).all(|pair| pair[0].look == pair[1].look)) {
            self.pair(*look, &gone, &mut pairs);
        }
        pairs
    }

    /// Pairs the faces of a look. As many as there were are in their order, unless they are in several parts, whose order may be another: then each may be any.
    fn pair(&self, look: Look, known: &[Known], pairs: &mut Vec<(u32, usize)>) {
        let own: Vec<u32> = self.own.iter().filter(|(_, own)| *own == look).map(|(number, _)| *number).collect();
        let is_one_part = known.windows(2).all(|pair| pair[0].part == pair[1].part);
        if own.len() == known.len() && is_one_part {
            pairs.extend(own.into_iter().zip(known.iter().map(|known| known.number)));
        } else {
            pairs.extend(own.iter().flat_map(|own| known.iter().map(|known| (*own, known.number))));
        }
    }
}
