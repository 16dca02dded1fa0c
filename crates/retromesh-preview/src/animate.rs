//! Many pictures of one model: turntables, clips, contact sheets.

use crate::camera::Bounds;
use crate::geometry::World;
use crate::options::{Moment, Shot, View};
use crate::picture::Picture;
use crate::stage::{Rendered, Stage};
use retromesh_core::{Error, ErrorKind, LimitKind, Result};

/// The frames of an animation, taken one at a time with a camera that holds all of them.
///
/// It implements [`Iterator`]; how many frames there are is known beforehand.
#[derive(Debug)]
pub struct Frames<'a> {
    stage: &'a Stage,
    shots: std::vec::IntoIter<Shot>,
    bounds: Bounds,
    distance: f32,
    /// The world of a moment at which several frames are taken.
    still: Option<World>,
}

impl Stage {
    /// Prepares the frames of one turn of the camera around the model, of a play of `moments`, or of both at a time.
    ///
    /// With `turn` the camera goes once around; with more than one moment each frame shows the next one. There are as many frames as
    /// moments, or `turn` frames of the shot's own moment where `moments` is empty.
    pub fn frames(&self, shot: &Shot, turn: Option<u32>, moments: &[Moment]) -> Result<Frames<'_>> {
        let count = if moments.is_empty() { turn.unwrap_or(1) } else { moments.len().min(u32::MAX as usize) as u32 };
        if count == 0 || count > self.limits.frames {
            let limit = u64::from(self.limits.frames);
            let kind = ErrorKind::limit(LimitKind::Fixed, "number of frames", limit, u64::from(count));
            return Err(Error::new("", kind));
        }
        self.check_size(shot.width, shot.height, 1)?;
        let shots: Vec<Shot> = (0..count)
            .map(|i| {
                let turned = if turn.is_some() { i as f32 / count as f32 * 360.0 } else { 0.0 };
                let moment = moments.get(i as usize).copied().unwrap_or(shot.moment);
                Shot { view: View { yaw: shot.view.yaw + turned, ..shot.view }, moment, ..shot.clone() }
            })
            .collect();
        let mut bounds: Option<Bounds> = None;
        let mut still = None;
        if moments.is_empty() {
            let world = self.world(shot, shot.moment)?;
            bounds = world.bounds;
            still = Some(world);
        } else {
            for shot in &shots {
                if let Some(more) = self.world(shot, shot.moment)?.bounds {
                    bounds = Some(bounds.map_or(more, |bounds| bounds.union(more)));
                }
            }
        }
        let bounds = bounds.unwrap_or_default();
        let distance = |shot: &Shot| match &still {
            Some(world) => Self::nearest(world, &bounds, shot),
            None => Self::camera(&bounds, shot).distance,
        };
        let distance = shots.iter().map(distance).fold(0.0, f32::max);
        Ok(Frames { stage: self, shots: shots.into_iter(), bounds, distance, still })
    }

    /// Returns `count` moments spread evenly over ticks: both ends included, or the end left out where playing starts over.
    pub fn moments(animation: usize, first: f32, last: f32, count: u32, looping: bool) -> Vec<Moment> {
        let steps = if looping { count.max(1) } else { count.saturating_sub(1).max(1) } as f32;
        (0..count).map(|i| Moment::At { animation, tick: first + (last - first) * (i as f32 / steps) }).collect()
    }

    /// Takes a contact sheet: one row a view, one column a moment (the shot's own where there is none), each picture of the shot's size.
    ///
    /// A single column is laid out as a square.
    pub fn sheet(&self, shot: &Shot, views: &[View], moments: &[Moment]) -> Result<Rendered> {
        let own = [shot.moment];
        let moments = if moments.is_empty() { &own } else { moments };
        let count = views.len() * moments.len();
        let columns = if moments.len() == 1 { (count as f64).sqrt().ceil() as usize } else { moments.len() };
        let rows = count.checked_div(columns).map_or(0, |_| count.div_ceil(columns));
        if count as u64 > u64::from(self.limits.frames) {
            let (limit, found) = (u64::from(self.limits.frames), count as u64);
            return Err(Error::new("", ErrorKind::limit(LimitKind::Fixed, "number of frames", limit, found)));
        }
        self.check_size(shot.width, shot.height, (rows * columns) as u64)?;
        let worlds = moments.iter().map(|moment| self.world(shot, *moment)).collect::<Result<Vec<World>>>()?;
        let boxes = worlds.iter().filter_map(|world| world.bounds);
        let bounds = boxes.reduce(Bounds::union).unwrap_or_default();
        let (width, height) = (shot.width * columns as u32, shot.height * rows as u32);
        let mut sheet = Rendered { picture: Picture::filled(width, height, shot.background), ..Rendered::default() };
        let cells = views.iter().flat_map(|view| worlds.iter().map(move |world| (view, world)));
        for (i, (view, world)) in cells.enumerate() {
            let shot = Shot { view: *view, ..shot.clone() };
            let distance = worlds.iter().map(|world| Self::nearest(world, &bounds, &shot)).fold(0.0, f32::max);
            let taken = self.draw(world, &bounds, &shot, Some(distance));
            let (column, row) = ((i % columns) as u32, (i / columns) as u32);
            sheet.picture.paste(&taken.picture, column * shot.width, row * shot.height);
            sheet.left_out = taken.left_out;
            sheet.unfinished_triangles += taken.unfinished_triangles;
            sheet.drawn_triangles += taken.drawn_triangles;
            sheet.culled_triangles += taken.culled_triangles;
        }
        Ok(sheet)
    }
}

impl Frames<'_> {
    /// Returns how many frames are still to come.
    pub fn remaining(&self) -> usize {
        self.shots.len()
    }
}

impl Iterator for Frames<'_> {
    type Item = Result<Picture>;

    fn next(&mut self) -> Option<Self::Item> {
        let shot = self.shots.next()?;
        let draw = |world: &World| self.stage.draw(world, &self.bounds, &shot, Some(self.distance)).picture;
        Some(match &self.still {
            Some(world) => Ok(draw(world)),
            None => self.stage.world(&shot, shot.moment).map(|world| draw(&world)),
        })
    }
}
