//! The normals of the corners of a level of MLOD.

use crate::mlod::{Corner, Lod};
use glam::Vec3;

/// The normals that corners refer to; in a level without any, one for each point.
pub(super) struct Normals {
    all: Vec<Vec3>,
    /// Whether they belong to points.
    pub(super) of_points: bool,
}

impl Normals {
    /// Takes the normals of a level. Where it has none, each point gets the mean of the unit normals of the faces around it, inward
    /// as the format has them, and upward where there is no face.
    pub(super) fn of(lod: &Lod<'_>) -> Self {
        if !lod.normals.is_empty() {
            return Self { all: lod.normals.to_vec(), of_points: false };
        }
        let mut sums = vec![Vec3::ZERO; lod.points.len()];
        for face in lod.faces.iter() {
            let corners = face.corners();
            let position = |corner: &Corner| lod.points.get(corner.point as usize).map(|point| point.position);
            let Some(at) = corners.iter().map(position).collect::<Option<Vec<Vec3>>>() else { continue };
            let (&[a, b, c] | &[a, b, c, _]) = at.as_slice() else { continue };
            // Counter-clockwise from outside in a left-handed space: the product of the sides points inward.
            let Some(inward) = (b - a).cross(c - a).try_normalize() else { continue };
            for corner in corners {
                if let Some(sum) = sums.get_mut(corner.point as usize) {
                    *sum += inward;
                }
            }
        }
        Self { all: sums.into_iter().map(|sum| sum.try_normalize().unwrap_or(Vec3::Y)).collect(), of_points: true }
    }

    /// Returns the normal of a corner.
    pub(super) fn get(&self, corner: &Corner) -> Option<Vec3> {
        self.of_number(self.number(corner))
    }

    /// Returns the number of the normal of a corner.
    pub(super) fn number(&self, corner: &Corner) -> u32 {
        if self.of_points { corner.point } else { corner.normal }
    }

    /// Returns the normal of a number.
    pub(super) fn of_number(&self, number: u32) -> Option<Vec3> {
        self.all.get(number as usize).copied()
    }
}
