//! Clips of an original that names none, as the table of a mod does.

use super::clips::as_one;
use super::*;

#[test]
fn clips_of_an_original_without_names_are_on_its_frames_where_they_move_so() {
    for has_whole in [true, false] {
        let mut first = original();
        first.animations[0].clips.clear();
        let mut edited = original();
        apart(&mut edited);
        move_key(animation(&mut edited, "open"));
        edited.animations.extend(as_one(RATE, 0.0).animations.into_iter().filter(|_| has_whole));
        let (scene, found) = like_of(edited, &first);
        let clips = scene.clips();
        let clips: Vec<(&str, f32, f32)> = clips.iter().map(|(_, c)| (c.name.as_str(), c.first, c.last)).collect();
        let expected = [("", 1.0, 30.0), ("idle", 11.0, 20.0), ("open", 31.0, 40.0), ("walk", 1.0, 10.0)];
        assert_eq!(clips, expected, "{has_whole}: {found:?}");
        let said = found.iter().filter(|said| said.contains("the original has no names for"));
        assert!(said.map(|said| said.rsplit(": ").next()).eq([Some("open")]), "{has_whole}: {found:?}");
    }
}
