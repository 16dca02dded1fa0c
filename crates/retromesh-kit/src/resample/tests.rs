use super::*;
use retromesh_core::NodeId;

fn channel(interpolation: Interpolation, times: &[f32], track: Track) -> Channel {
    Channel { target: NodeId(0), interpolation, times: times.to_vec(), track }
}

fn plenty() -> Budget {
    Budget::of_bytes(1 << 22)
}

const HALVES: Grid = Grid::Halves { max: 12, step: 0.0 };

fn resampler(mix: Mix, grid: Grid) -> Resampler {
    Resampler { mix, grid, tolerance: 1e-3, size: 1.0, wraps: None }
}

#[test]
fn each_rule_follows_each_movement() {
    use Interpolation::{CubicSpline, Linear, LinearNormalized, Step};
    let turn = Quat::from_rotation_z;
    let spline = vec![turn(0.0), turn(0.0), turn(4.0), turn(4.0), turn(1.0), turn(0.0)];
    let rows = [
        ("an arc", Linear, vec![turn(0.3), Quat::from_rotation_x(2.0)]),
        ("an arc to the other sign", Linear, vec![turn(0.0), -turn(2.0)]),
        ("a chord", LinearNormalized, vec![turn(0.0), turn(2.0)]),
        ("a chord the longer way", LinearNormalized, vec![turn(0.1), -turn(2.0)]),
        ("a step", Step, vec![turn(0.0), turn(1.0)]),
        ("a spline", CubicSpline, spline),
    ];
    // The rule, and the grid, with whether steps are free of ramps there.
    let targets = [
        (Mix::Spherical, HALVES, true),
        (Mix::Normalized, HALVES, true),
        (Mix::NormalizedShorter, HALVES, true),
        (Mix::Spherical, Grid::Whole, false),
        (Mix::NormalizedShorter, Grid::Whole, false),
    ];
    for (name, interpolation, values) in rows {
        let channel = channel(interpolation, &[0.0, 4096.0], Track::Rotation(values));
        for (mix, grid, sharp) in targets {
            let resampler = resampler(mix, grid);
            let keys = resampler.channel::<Quat>(&channel, 2048.0, &channel.times, &plenty()).unwrap();
            let context = format!("{name}, {mix:?}, {grid:?}, {} keys", keys.keys.len());
            assert!(keys.keys.is_sorted_by(|a, b| a.0 < b.0), "{context}");
            assert_eq!(keys.keys.len(), 2 + keys.added, "{context}");
            assert!(keys.added < 200, "{context}");
            let ramp = i32::from(interpolation == Step && !sharp);
            for tick in 0..=4096 - ramp {
                let Some(Sample::Rotation(wanted)) = channel.sample(tick as f32, 2048.0) else { panic!("{context}") };
                // Keys of normalised rules may be mixed with the sign that the source does not have.
                let found = resampler.at(&keys.keys, f64::from(tick)).unwrap();
                let far = found.distance(wanted, 1.0);
                assert!(far < 2.0 * resampler.tolerance, "{context}: {far} at {tick}");
            }
        }
    }
}

#[test]
fn vectors_are_measured_by_their_size() {
    let spline = vec![Vec3::ZERO, Vec3::ZERO, Vec3::X * 3.0, Vec3::Y * 3.0, Vec3::new(1.0, 1.0, 0.0), Vec3::ZERO];
    let channel = channel(Interpolation::CubicSpline, &[0.0, 64.0], Track::Translation(spline));
    let mut counts = Vec::new();
    for size in [1.0, 10.0, 100.0] {
        let resampler = Resampler { size, ..resampler(Mix::Spherical, HALVES) };
        let keys = resampler.channel::<Vec3>(&channel, 64.0, &channel.times, &plenty()).unwrap();
        for tick in 0..=256 {
            let tick = tick as f32 / 4.0;
            let Some(Sample::Translation(wanted)) = channel.sample(tick, 64.0) else { panic!("no sample") };
            let found = resampler.at(&keys.keys, tick.into()).unwrap();
            assert!(Value::distance(found, wanted, size) < 2.0 * resampler.tolerance, "{size} at {tick}");
        }
        counts.push(keys.added);
    }
    assert!(counts.is_sorted_by(|a, b| a > b), "{counts:?}");
}

#[test]
fn whole_frames_have_room_or_are_tight() {
    let corner = |place: f64| Some(Vec3::X * (place - 2.5).abs() as f32);
    let own = || vec![(0.0, Vec3::X * 2.5), (5.0, Vec3::X * 2.5)];
    let found = resampler(Mix::Spherical, Grid::Whole).keys(own(), &[2.5], corner, &plenty()).unwrap();
    let places: Vec<f64> = found.keys.iter().map(|key| key.0).collect();
    assert_eq!(places, [0.0, 2.0, 3.0, 5.0]);
    assert_eq!(found.tight, [(2.0, 0.5)]);
}

#[test]
fn what_is_sampled_goes_round_or_holds() {
    let dense = [0.0, 1.0, 2.0, 3.0, 2.0, 1.0].map(|x| Vec3::X * x);
    let marks: Vec<f64> = (0..6).map(f64::from).collect();
    let truth = |place: f64| dense.get(place as usize).copied();
    // Where the movement starts over, the keys given; the keys that are needed.
    let rows = [
        (Some(6.0), &[0usize, 1, 2, 3][..], &[0.0, 3.0][..]),
        (Some(6.0), &[0], &[0.0, 3.0]),
        (None, &[0], &[0.0, 3.0, 5.0]),
        (None, &[2], &[0.0, 3.0, 5.0]),
    ];
    for (wraps, own, expected) in rows {
        let resampler = Resampler { wraps, ..resampler(Mix::Spherical, Grid::Sampled) };
        let own = own.iter().map(|&f| (f as f64, dense[f])).collect();
        let mut keys = resampler.keys(own, &marks, truth, &plenty()).unwrap().keys;
        resampler.drop_needless(&mut keys, &marks, truth);
        let places: Vec<f64> = keys.iter().map(|key| key.0).collect();
        assert_eq!(places, expected, "{wraps:?}");
        for (place, value) in dense.iter().enumerate() {
            let found = resampler.at(&keys, place as f64).unwrap();
            assert!(Value::distance(found, *value, 1.0) <= 1e-3, "{wraps:?} at {place}");
        }
    }
}

#[test]
fn values_go_round_or_hold() {
    let keys = [(2.0, Vec3::ZERO), (6.0, Vec3::X * 4.0)];
    let rows =
        [(Some(8.0), [2.0, 1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 3.0]), (None, [0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 4.0])];
    for (wraps, expected) in rows {
        let resampler = Resampler { wraps, ..resampler(Mix::Spherical, Grid::Sampled) };
        let all: Vec<f32> = (0..8).map(|f| resampler.at(&keys, f.into()).unwrap().x).collect();
        assert_eq!(all, expected, "{wraps:?}");
        assert_eq!(resampler.at::<Vec3>(&[], 0.0), None);
        assert_eq!(resampler.at(&keys[..1], 7.0), Some(Vec3::ZERO));
    }
}

#[test]
fn steps_are_held_up_to_the_next_key() {
    let rows = [
        (Grid::Halves { max: 6, step: 0.0 }, vec![0.0, f64::from(4f32.next_down()), 4.0]),
        (Grid::Halves { max: 6, step: 1.0 }, vec![0.0, 3.0, 4.0]),
        (Grid::Halves { max: 6, step: 9.0 }, vec![0.0, 2.0, 4.0]),
        (Grid::Whole, vec![0.0, 3.0, 4.0]),
    ];
    for (grid, expected) in rows {
        let channel = channel(Interpolation::Step, &[0.0, 4.0], Track::Scale(vec![Vec3::X, Vec3::Y]));
        let keys = resampler(Mix::Spherical, grid).channel::<Vec3>(&channel, 1.0, &[0.0, 4.0], &plenty()).unwrap();
        assert_eq!(keys.keys.iter().map(|key| key.0).collect::<Vec<_>>(), expected, "{grid:?}");
        assert_eq!((keys.added, keys.keys[1].1), (1, Vec3::X), "{grid:?}");
    }
}

#[test]
fn the_budget_ends_it() {
    let channel = channel(
        Interpolation::LinearNormalized,
        &[0.0, 1.0],
        Track::Rotation(vec![Quat::IDENTITY, Quat::from_rotation_x(3.0)]),
    );
    let resampler = resampler(Mix::Spherical, HALVES);
    let error = resampler.channel::<Quat>(&channel, 1.0, &channel.times, &Budget::of_bytes(100)).unwrap_err();
    assert!(error.to_string().contains("keys between those of the source"), "{error}");
}
