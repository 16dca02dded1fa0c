//! Whole code tables against tables that were computed from the formulas by other means.
#![allow(clippy::unwrap_used, clippy::panic)]

use retromesh_bmd::codec::{color, f8a};

/// Returns the rows of a table: the code, and what follows the tab.
fn rows(table: &str) -> Vec<(u8, &str)> {
    let row = |line| {
        let (code, value): (&str, &str) = str::split_once(line, '\t').unwrap();
        (u8::from_str_radix(code, 16).unwrap(), value)
    };
    let rows: Vec<_> = table.lines().map(row).collect();
    assert!(rows.iter().map(|(code, _)| *code).eq(0..=255));
    rows
}

#[test]
fn all_f8a_codes() {
    for (code, value) in rows(include_str!("tables/f8a.tsv")) {
        assert_eq!(f8a::decode(code), value.parse::<f32>().unwrap(), "{code:#x}");
    }
}

#[test]
fn all_colour_bytes() {
    for (code, value) in rows(include_str!("tables/color.tsv")) {
        let [r, g, b] = color::decode(code);
        assert_eq!(format!("{r:02X}{g:02X}{b:02X}"), value, "{code:#x}");
    }
}
