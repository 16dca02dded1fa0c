//! Tables as Lua and JSON have them.

use serde_json::Value as Json;

/// A value of a table.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Number(f64),
    Text(String),
    Bool(bool),
    Table(Table),
}

/// Keys with their values, in order; list entries have empty keys.
pub(super) type Table = Vec<(String, Value)>;

/// Returns the tables of a JSON text; what no range needs is left out.
pub(super) fn from_json(json: &Json) -> Table {
    match value(json) {
        Some(Value::Table(table)) => table,
        _ => Table::new(),
    }
}

/// Recursion is as deep as the JSON reader allows.
fn value(json: &Json) -> Option<Value> {
    Some(match json {
        Json::Null => return None,
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(number) => Value::Number(number.as_f64()?),
        Json::String(text) => Value::Text(text.clone()),
        Json::Array(list) => Value::Table(list.iter().filter_map(|item| Some((String::new(), value(item)?))).collect()),
        Json::Object(map) => {
            Value::Table(map.iter().filter_map(|(key, item)| Some((key.clone(), value(item)?))).collect())
        }
    })
}
