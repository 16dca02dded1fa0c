//! Keyframes: three channels an entity on one timeline of frames.

use super::sanitize::Sanitizer;
use super::{Importer, Place};
use crate::DEFAULT_RATE;
use crate::document::Key;
use glam::Vec3;
use retromesh_core::keyframes::{Animation, Channel, Interpolation, Track, is_rate};
use retromesh_core::{Code, Error, Finding, NodeId};
use retromesh_wire::Rows;

/// The extra that keeps the length of the animation in frames.
pub(crate) const LENGTH: &str = "bo3d.length";

impl Importer<'_> {
    pub(super) fn animation(&mut self) -> Result<(), Error> {
        let mut channels = Vec::new();
        for (place, entity) in self.entities() {
            if !entity.keys.is_empty() {
                channels.extend(self.channels(place, &entity.keys)?);
            }
        }
        let length = self.length();
        if channels.is_empty() {
            self.scene.extras.extend(length.map(|length| (LENGTH.into(), length)));
            return Ok(());
        }
        let given = self.options.ticks_per_second.filter(|&rate| is_rate(rate));
        if given.is_none() {
            let detail = format!("the file has no animation rate; {DEFAULT_RATE} frames a second are assumed");
            self.diagnostics.report(Finding::new(Code::DefaultRate).detail(detail))?;
        }
        let ends = |channel: &Channel| Some((*channel.times.first()?, *channel.times.last()?));
        let (first, last) = channels
            .iter()
            .filter_map(ends)
            .fold((f32::INFINITY, f32::NEG_INFINITY), |(a, b), (first, last)| (a.min(first), b.max(last)));
        // Playing ends one frame before the length.
        let played = length.as_ref().and_then(retromesh_core::Extra::as_int).map_or(last, |length| (length - 1) as f32);
        self.scene.animations.push(Animation {
            first,
            last: last.max(played),
            ticks_per_second: given.unwrap_or(DEFAULT_RATE),
            channels,
            extras: length.map(|length| (LENGTH.into(), length)).into_iter().collect(),
            ..Animation::default()
        });
        Ok(())
    }

    fn channels(&mut self, place: Place, source: &Rows<'_, Key>) -> Result<[Channel; 3], Error> {
        let keys = self.sorted(place, source)?;
        let mut sanitizer = Sanitizer::default();
        let times: Vec<f32> = keys.iter().map(|key| key.frame as f32).collect();
        let translations = keys.iter().map(|key| sanitizer.vector(key.position, Vec3::ZERO)).collect();
        let rotations = keys.iter().map(|key| sanitizer.rotation(key.rotation)).collect();
        let scales = keys.iter().map(|key| sanitizer.vector(key.scale, Vec3::ONE)).collect();
        sanitizer.report(place, self.diagnostics)?;
        let channel = |interpolation, track| Channel {
            target: NodeId::new(place.number),
            interpolation,
            times: times.clone(),
            track,
        };
        Ok([
            channel(Interpolation::Linear, Track::Translation(translations)),
            channel(Interpolation::LinearNormalized, Track::Rotation(rotations)),
            channel(Interpolation::Linear, Track::Scale(scales)),
        ])
    }

    /// Returns the keys in strictly ascending order of frames; of equal frames the last one stays.
    fn sorted(&mut self, place: Place, source: &Rows<'_, Key>) -> Result<Vec<Key>, Error> {
        let mut keys = source.to_vec();
        if !keys.is_sorted_by_key(|key| key.frame) {
            self.diagnostics.report(place.finding(Code::UnsortedKeys))?;
            keys.sort_by_key(|key| key.frame);
        }
        // Frames beyond 24 bits may fall together as numbers of ticks.
        let count = keys.len();
        keys.reverse();
        keys.dedup_by_key(|key| key.frame as f32);
        keys.reverse();
        self.diagnostics.report(place.finding(Code::DuplicateKey).times(count - keys.len()))?;
        Ok(keys)
    }
}
