//! What operators make of constants.

use super::tables::Known;

/// The longest text that is put together.
const LONGEST: usize = 4096;

pub(super) fn unary(sign: &str, value: &Known) -> Known {
    match (sign, value) {
        ("-", Known::Number(number)) => Known::Number(-number),
        ("not", value) => truth(value).map_or(Known::Unknown, |truth| Known::Bool(!truth)),
        _ => Known::Unknown,
    }
}

pub(super) fn binary(sign: &str, left: Known, right: Known) -> Known {
    match (sign, &left, &right) {
        ("or", ..) => truth(&left).map_or(Known::Unknown, |is_true| if is_true { left } else { right }),
        ("and", ..) => truth(&left).map_or(Known::Unknown, |is_true| if is_true { right } else { left }),
        ("..", ..) => joined(&left, &right).unwrap_or(Known::Unknown),
        (_, Known::Number(a), Known::Number(b)) => match sign {
            "+" => Known::Number(a + b),
            "-" => Known::Number(a - b),
            "*" => Known::Number(a * b),
            "/" => Known::Number(a / b),
            _ => Known::Unknown,
        },
        _ => Known::Unknown,
    }
}

fn truth(value: &Known) -> Option<bool> {
    match value {
        Known::Unknown | Known::Inside(_) => None,
        Known::Nil | Known::Bool(false) => Some(false),
        _ => Some(true),
    }
}

fn joined(left: &Known, right: &Known) -> Option<Known> {
    let text = |value: &Known| match value {
        Known::Text(text) => Some(text.to_string()),
        Known::Number(number) if number.fract() == 0.0 && number.abs() < 1e14 => Some(format!("{number:.0}")),
        _ => None,
    };
    let text = text(left)? + &text(right)?;
    (text.len() <= LONGEST).then(|| Known::Text(text.into()))
}
