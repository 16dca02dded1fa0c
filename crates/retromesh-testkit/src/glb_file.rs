//! Small glTF files put together byte by byte, without the exporter.

use serde_json::{Value, json};

/// A file under construction.
#[derive(Debug, Clone, Default)]
pub struct GlbFile {
    /// The JSON part.
    pub json: Value,
    /// The binary part.
    pub bin: Vec<u8>,
}

impl GlbFile {
    /// Starts a file without anything.
    pub fn new() -> Self {
        let json = json!({
            "asset": {"version": "2.0"},
            "accessors": [], "bufferViews": [], "meshes": [], "nodes": [],
        });
        Self { json, bin: Vec::new() }
    }

    /// One triangle in one node.
    pub fn triangle() -> Self {
        let mut file = Self::new();
        let positions = file.floats("VEC3", &[0., 0., 0., 1., 0., 0., 0., 1., 0.]);
        let indices = file.array("SCALAR", 5123, 3, &[0, 0, 1, 0, 2, 0]);
        file.json["meshes"] = json!([{"primitives": [{"attributes": {"POSITION": positions}, "indices": indices}]}]);
        file.json["nodes"] = json!([{"mesh": 0}]);
        file.json["scenes"] = json!([{"nodes": [0]}]);
        file
    }

    fn push(&mut self, key: &str, value: Value) -> usize {
        let list = self.json[key].as_array_mut().unwrap();
        list.push(value);
        list.len() - 1
    }

    /// Appends bytes as a view at a multiple of four and returns its number.
    pub fn view(&mut self, bytes: &[u8]) -> usize {
        self.bin.resize(self.bin.len().next_multiple_of(4), 0);
        let start = self.bin.len();
        self.bin.extend_from_slice(bytes);
        self.push("bufferViews", json!({"buffer": 0, "byteOffset": start, "byteLength": bytes.len()}))
    }

    /// Appends an accessor of any kind and returns its number.
    pub fn array(&mut self, shape: &str, component: u32, count: usize, bytes: &[u8]) -> usize {
        let view = self.view(bytes);
        self.push("accessors", json!({"bufferView": view, "componentType": component, "count": count, "type": shape}))
    }

    /// Appends an accessor of floats, with its bounds, and returns its number.
    pub fn floats(&mut self, shape: &str, values: &[f32]) -> usize {
        let columns = match shape {
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            _ => 16,
        };
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        let number = self.array(shape, 5126, values.len() / columns, &bytes);
        let column = |c: usize| values.iter().skip(c).step_by(columns).copied();
        let bounds = |pick: fn(f32, f32) -> f32| (0..columns).map(|c| column(c).reduce(pick)).collect::<Vec<_>>();
        self.json["accessors"][number]["min"] = json!(bounds(f32::min));
        self.json["accessors"][number]["max"] = json!(bounds(f32::max));
        number
    }

    /// Packs the file as binary glTF.
    pub fn glb(mut self) -> Vec<u8> {
        self.bin.resize(self.bin.len().next_multiple_of(4), 0);
        if self.json["buffers"].is_null() {
            self.json["buffers"] = json!([{"byteLength": self.bin.len()}]);
        }
        let mut json = serde_json::to_vec(&self.json).unwrap();
        json.resize(json.len().next_multiple_of(4), b' ');
        let mut out = b"glTF\x02\0\0\0".to_vec();
        out.extend((28 + json.len() as u32 + self.bin.len() as u32).to_le_bytes());
        for (kind, data) in [(b"JSON", &json), (b"BIN\0", &self.bin)] {
            out.extend((data.len() as u32).to_le_bytes());
            out.extend(kind);
            out.extend(data);
        }
        out
    }
}
