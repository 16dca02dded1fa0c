//! The number of levels, and what their resolutions mean.

use nom::Parser;
use retromesh_core::scene::LodRole;
use retromesh_core::{ErrorKind, LimitKind, Limits};
use retromesh_wire::Parse;
use retromesh_wire::parsers::le_u32;

/// Takes the number of levels.
pub(crate) fn level_count<'a>(limits: &Limits) -> impl Parse<'a, u32> {
    le_u32("level count").map_res(|n| {
        let (limit, found) = (limits.lods.into(), n.into());
        if n <= limits.lods {
            Ok(n)
        } else {
            Err(ErrorKind::limit(LimitKind::Levels, "number of levels", limit, found))
        }
    })
}

/// Levels from this resolution on are for a purpose, not for a viewing distance.
pub const FUNCTIONAL_FROM: f32 = 900.0;

/// The resolution of the level that things collide with.
pub(crate) const GEOMETRY: f32 = 1e13;

/// The special resolutions; engines compare with a relative tolerance of 1e-3.
const SPECIAL: [(f32, LodRole); 28] = [
    (1000.0, LodRole::ViewGunner),
    (1100.0, LodRole::ViewPilot),
    (1200.0, LodRole::ViewCargo),
    (GEOMETRY, LodRole::Geometry),
    (2e13, LodRole::Buoyancy),
    (4e13, LodRole::Physics),
    (1e15, LodRole::Memory),
    (2e15, LodRole::LandContact),
    (3e15, LodRole::Roadway),
    (4e15, LodRole::Paths),
    (5e15, LodRole::HitPoints),
    (6e15, LodRole::ViewGeometry),
    (7e15, LodRole::FireGeometry),
    (8e15, LodRole::ViewCargoGeometry),
    (9e15, LodRole::ViewCargoFireGeometry),
    (1e16, LodRole::ViewCommander),
    (1.1e16, LodRole::ViewCommanderGeometry),
    (1.2e16, LodRole::ViewCommanderFireGeometry),
    (1.3e16, LodRole::ViewPilotGeometry),
    (1.4e16, LodRole::ViewPilotFireGeometry),
    (1.5e16, LodRole::ViewGunnerGeometry),
    (1.6e16, LodRole::ViewGunnerFireGeometry),
    (1.7e16, LodRole::SubParts),
    (1.8e16, LodRole::ShadowVolume),
    (1.9e16, LodRole::ShadowVolume),
    (2e16, LodRole::ShadowVolume),
    (2.1e16, LodRole::Wreck),
    (5e13, LodRole::Other),
];

/// Returns what a level of this resolution is for.
///
/// ```
/// use retromesh_core::scene::LodRole;
/// assert_eq!(retromesh_p3d::role_of(2.5), LodRole::Visual);
/// assert_eq!(retromesh_p3d::role_of(f32::from_bits(0x5511_84e7)), LodRole::Geometry);
/// ```
pub fn role_of(resolution: f32) -> LodRole {
    if let Some((_, role)) = SPECIAL.iter().find(|(value, _)| (resolution - value).abs() < value * 1e-3) {
        return *role;
    }
    match resolution {
        r if r < FUNCTIONAL_FROM => LodRole::Visual,
        r if (10_000.0..11_000.0).contains(&r) => LodRole::ShadowVolume,
        r if (11_000.0..12_000.0).contains(&r) => LodRole::ShadowBuffer,
        r if (20_000.0..30_000.0).contains(&r) => LodRole::Edit,
        _ => LodRole::Other,
    }
}

/// Returns the resolution of the only level with this role, where there is one.
pub(crate) fn resolution_of(role: LodRole) -> Option<f32> {
    SPECIAL.iter().find(|(_, special)| *special == role && role != LodRole::Other).map(|(value, _)| *value)
}

/// Returns the name of a level as editors show it.
pub(crate) fn name_of(resolution: f32) -> String {
    match role_of(resolution) {
        LodRole::Visual => format!("Resolution {resolution}"),
        role @ (LodRole::Other | LodRole::Edit | LodRole::ShadowVolume | LodRole::ShadowBuffer) => {
            format!("{role} {resolution}")
        }
        role => role.to_string(),
    }
}

/// Returns the resolution of the level that editors show under a name, in any case and with or without blanks, or with `_` as Blender writes them to OBJ.
pub(crate) fn resolution_called(name: &str) -> Option<f32> {
    let plain = |name: &str| -> String {
        name.chars().filter(|c| !c.is_whitespace() && *c != '_').map(|c| c.to_ascii_lowercase()).collect()
    };
    let name = plain(name);
    if let Some((value, _)) = SPECIAL.iter().find(|(value, _)| plain(&name_of(*value)) == name) {
        return Some(*value);
    }
    // Levels that several resolutions mean have it in their names.
    let number = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let value = number.parse::<f32>().ok().filter(|value| value.is_finite() && *value >= 0.0)?;
    (plain(&name_of(value)) == name).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_found_by_their_names() {
        let rows = [
            ("Geometry", Some(GEOMETRY)),
            ("View Pilot", Some(1100.0)),
            ("viewpilot", Some(1100.0)),
            ("View_Pilot", Some(1100.0)),
            ("Resolution_2.5", Some(2.5)),
            ("Resolution 2.5", Some(2.5)),
            ("resolution 0", Some(0.0)),
            ("Edit 20000", Some(20_000.0)),
            ("Edit 1", None),
            ("Resolution 5000", None),
            ("Resolution -1", None),
            ("Resolution", None),
            ("1", None),
            ("hull", None),
        ];
        for (name, expected) in rows {
            assert_eq!(resolution_called(name), expected, "{name}");
        }
    }
}
