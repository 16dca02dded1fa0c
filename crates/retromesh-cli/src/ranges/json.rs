//! Tables of a JSON text.

use crate::lua::{Entry, Table, Value};
use serde_json::Value as Json;

/// Returns the tables of a JSON text; what no range needs is left out.
pub(super) fn table(json: &Json) -> Table {
    match value(json) {
        Some(Value::Table(table)) => table,
        _ => Table::default(),
    }
}

/// Recursion is as deep as the JSON reader allows.
fn value(json: &Json) -> Option<Value> {
    let entry = |key: &str, item: &Json| {
        Some(Entry { key: key.to_owned(), value: value(item)?, place: None, perhaps: Vec::new() })
    };
    Some(match json {
        Json::Null => return None,
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(number) => Value::Number(number.as_f64()?),
        Json::String(text) => Value::Text(text.clone()),
        Json::Array(list) => Value::Table(list.iter().filter_map(|item| entry("", item)).collect()),
        Json::Object(map) => Value::Table(map.iter().filter_map(|(key, item)| entry(key, item)).collect()),
    })
}
