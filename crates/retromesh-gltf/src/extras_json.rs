//! Extras of the scene as JSON, and back.

use gltf_json::extras::RawValue;
use retromesh_core::{Extra, Extras};
use serde_json::{Map, Number, Value};

/// The key under which everything of this project's own is kept in glTF extras.
pub(crate) const OWN: &str = "retromesh";
/// The key of animations whose times are frames.
pub(crate) const TIMES_ARE_FRAMES: &str = "timesAreFrames";
/// The key of the one-entry table that stands for raw bytes, as lower-case hexadecimal digits.
const BYTES: &str = "$bytes";

/// Builds a glTF `extras` object of a scene's extras and of what this project adds; `None` when both are empty.
pub(crate) fn object(extras: &Extras, own: Map<String, Value>) -> gltf_json::Extras {
    if extras.is_empty() && own.is_empty() {
        return None;
    }
    let mut object: Map<String, Value> = extras.iter().map(|(key, extra)| (key.clone(), to_json(extra))).collect();
    if !own.is_empty() {
        object.insert(OWN.into(), Value::Object(own));
    }
    serde_json::value::to_raw_value(&object).ok()
}

/// Turns an extra into JSON; numbers that are not finite become null.
pub(crate) fn to_json(extra: &Extra) -> Value {
    match extra {
        Extra::Bool(value) => Value::Bool(*value),
        Extra::Int(value) => Value::from(*value),
        Extra::Float(value) => Number::from_f64(*value).map_or(Value::Null, Value::Number),
        Extra::Text(value) => Value::String(value.clone()),
        Extra::Bytes(bytes) => Value::Object(Map::from_iter([(BYTES.to_string(), Value::String(hex(bytes)))])),
        Extra::List(values) => Value::Array(values.iter().map(to_json).collect()),
        Extra::Map(values) => Value::Object(values.iter().map(|(key, extra)| (key.clone(), to_json(extra))).collect()),
    }
}

/// Turns JSON into an extra; null has none.
pub(crate) fn from_json(value: &Value) -> Option<Extra> {
    Some(match value {
        Value::Null => return None,
        Value::Bool(value) => Extra::Bool(*value),
        Value::Number(number) => match number.as_i64() {
            Some(value) => Extra::Int(value),
            None => Extra::Float(number.as_f64()?),
        },
        Value::String(text) => Extra::Text(text.clone()),
        Value::Array(values) => Extra::List(values.iter().filter_map(from_json).collect()),
        Value::Object(values) => match raw_bytes(values) {
            Some(bytes) => Extra::Bytes(bytes),
            None => Extra::Map(values.iter().filter_map(|(key, v)| Some((key.clone(), from_json(v)?))).collect()),
        },
    })
}

/// Splits a glTF `extras` value into the scene's extras and this project's own table.
///
/// A value that is no object is kept under the key `gltf.extras`.
pub(crate) fn split(extras: Option<&RawValue>) -> (Extras, Map<String, Value>) {
    let Some(value) = extras.and_then(|raw| serde_json::from_str::<Value>(raw.get()).ok()) else {
        return Default::default();
    };
    let Value::Object(mut object) = value else {
        let rest = from_json(&value).map(|extra| ("gltf.extras".to_string(), extra));
        return (rest.into_iter().collect(), Map::new());
    };
    let own = match object.remove(OWN) {
        Some(Value::Object(own)) => own,
        _ => Map::new(),
    };
    (object.iter().filter_map(|(key, value)| Some((key.clone(), from_json(value)?))).collect(), own)
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |nibble: u8| char::from(DIGITS.get(usize::from(nibble)).copied().unwrap_or(b'0'));
    bytes.iter().flat_map(|b| [digit(b >> 4), digit(b & 15)]).collect()
}

fn raw_bytes(object: &Map<String, Value>) -> Option<Vec<u8>> {
    if object.len() != 1 {
        return None;
    }
    let digits: Vec<u8> =
        object.get(BYTES)?.as_str()?.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect::<Option<_>>()?;
    let (pairs, []) = digits.as_chunks::<2>() else { return None };
    Some(pairs.iter().map(|[high, low]| high << 4 | low).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_extra_comes_back() {
        let map = Extras::from([("a".to_string(), Extra::Int(-3))]);
        let rows = [
            Extra::Bool(true),
            Extra::Int(i64::MAX),
            Extra::Float(0.1),
            Extra::Text("ä\n".into()),
            Extra::Bytes(vec![0, 0x7f, 0xff]),
            Extra::List(vec![Extra::Int(1), Extra::Text("x".into())]),
            Extra::Map(map.clone()),
        ];
        for extra in rows {
            assert_eq!(from_json(&to_json(&extra)), Some(extra));
        }
        let own = Map::from_iter([("k".to_string(), Value::from(1))]);
        assert_eq!(split(object(&map, own.clone()).as_deref()), (map, own));
        assert_eq!(to_json(&Extra::Float(f64::NAN)), Value::Null);
    }
}
