//! `cargo xtask snapshots`: the golden dumps of all fixtures, and of exports, and what reading and writing costs, rewritten or compared.

use crate::{Outcome, call_cargo, cargo, wants_check};

pub(crate) fn run(words: &[&str]) -> Outcome {
    // The comparison and the rules about the snapshot folders are tests; this only says what insta does with a difference.
    // All of them run whatever fails, so that one run shows every difference.
    let update = if wants_check(words)? { "no" } else { "always" };
    let mut tests =
        cargo(&["test", "--workspace", "--quiet", "--no-fail-fast", "--test", "it", "--test", "costs", "snapshots"]);
    call_cargo(tests.env("INSTA_UPDATE", update))
        .map_err(|_| "the snapshots differ; run `cargo xtask snapshots` and read the difference".into())
}
