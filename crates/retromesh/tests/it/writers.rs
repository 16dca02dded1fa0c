//! Several writers of one model at once.

use retromesh::{Output, Overwrite, save};

#[test]
fn of_writers_at_once_one_wins_and_its_parts_stay() {
    for round in 0..100 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("model.gltf");
        let output = Output { bytes: vec![1], sidecars: vec![("model.bin".into(), vec![2])] };
        let write = || save(&path, &output, Overwrite::Refuse).is_ok();
        let won = std::thread::scope(|scope| {
            let writers: Vec<_> = (0..4).map(|_| scope.spawn(write)).collect();
            writers.into_iter().filter_map(|writer| writer.join().ok()).filter(|won| *won).count()
        });
        let names = std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!((won, names), (1, 2), "round {round}");
    }
}
