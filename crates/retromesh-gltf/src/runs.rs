//! Lists of integers in extras, packed as runs.

use serde_json::Value;

/// Packs equal neighbours: value, how many, value, how many.
pub(crate) fn equal(values: impl Iterator<Item = u32>) -> Value {
    pack(values, |_, _| 0)
}

/// Packs neighbours that rise by one: first, how many, first, how many.
pub(crate) fn rising(values: &[u32]) -> Value {
    pack(values.iter().copied(), |first, count| if first.checked_add(count).is_some() { count } else { u32::MAX })
}

/// Packs neighbours where the next value is `first + step(first, count)`.
fn pack(values: impl Iterator<Item = u32>, step: impl Fn(u32, u32) -> u32) -> Value {
    let mut out: Vec<u32> = Vec::new();
    for value in values {
        match out.as_mut_slice() {
            [.., first, count] if first.wrapping_add(step(*first, *count)) == value => *count += 1,
            _ => out.extend([value, 1]),
        }
    }
    Value::from(out)
}

/// Unpacks equal neighbours; `None` when it is no such list or there are more than `limit`.
pub(crate) fn unpack_equal(value: &Value, limit: usize) -> Option<Vec<u32>> {
    unpack(value, limit, 0)
}

/// Unpacks rising neighbours; `None` when it is no such list or there are more than `limit`.
pub(crate) fn unpack_rising(value: &Value, limit: usize) -> Option<Vec<u32>> {
    unpack(value, limit, 1)
}

/// Returns how many integers a list unpacks to; of what is no list, none.
pub(crate) fn total(value: &Value) -> u64 {
    let counts = value.as_array().into_iter().flatten().skip(1).step_by(2);
    counts.filter_map(Value::as_u64).fold(0, u64::saturating_add)
}

fn unpack(value: &Value, limit: usize, step: u32) -> Option<Vec<u32>> {
    let number = |v: &Value| v.as_u64().and_then(|v| u32::try_from(v).ok());
    let numbers: Vec<u32> = value.as_array()?.iter().map(number).collect::<Option<_>>()?;
    let (pairs, []) = numbers.as_chunks::<2>() else { return None };
    let total = total(value);
    if total > limit as u64 {
        return None;
    }
    let mut out = Vec::with_capacity(total as usize);
    for &[first, count] in pairs {
        if count > 0 {
            first.checked_add(step.checked_mul(count - 1)?)?;
            out.extend((0..count).map(|i| first + i * step));
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn runs_come_back() {
        let rows: [(&[u32], &str, &str); 4] = [
            (&[], "[]", "[]"),
            (&[4, 4, 4, 3], "[4,3,3,1]", "[4,1,4,1,4,1,3,1]"),
            (&[7, 8, 9, 2, 3], "[7,1,8,1,9,1,2,1,3,1]", "[7,3,2,2]"),
            (&[u32::MAX, u32::MAX], "[4294967295,2]", "[4294967295,1,4294967295,1]"),
        ];
        for (values, packed_equal, packed_rising) in rows {
            let (e, r) = (equal(values.iter().copied()), rising(values));
            assert_eq!((e.to_string().as_str(), r.to_string().as_str()), (packed_equal, packed_rising));
            assert_eq!(unpack_equal(&e, 9).as_deref(), Some(values));
            assert_eq!(unpack_rising(&r, 9).as_deref(), Some(values));
        }
    }

    #[test]
    fn hostile_runs_are_refused() {
        for value in
            [json!([1, 4_000_000_000u32]), json!([1]), json!([-1, 1]), json!("x"), json!([4_294_967_295u32, 2])]
        {
            assert_eq!(unpack_rising(&value, 1000), None, "{value}");
        }
    }
}
