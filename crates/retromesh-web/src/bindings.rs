//! What the worker calls: `page/src/engine/worker.ts`. Texts are JSON, as `types.ts` describes them.

use crate::model::{self, Among, Converted, MadeFile};
use retromesh::StoredFiles;
use retromesh::settings::Values;
use serde::Serialize;
use std::collections::BTreeMap;
use std::panic::set_hook;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Reads a file of a set that the page has given; the worker has this function.
    #[wasm_bindgen(js_namespace = globalThis, js_name = readFile)]
    fn read_file(set: u32, path: &str) -> Option<Box<[u8]>>;

    /// Says why the engine breaks down, before it does.
    #[wasm_bindgen(js_namespace = globalThis, js_name = breakDown)]
    fn break_down(why: &str);
}

#[wasm_bindgen(start)]
fn start() {
    set_hook(Box::new(|panic| break_down(&panic.to_string())));
}

/// Returns the program and its version.
#[wasm_bindgen]
pub fn program() -> String {
    crate::PROGRAM.to_owned()
}

/// Lists the formats.
#[wasm_bindgen]
pub fn formats() -> String {
    json(&retromesh::facts::formats())
}

/// Returns what the codes of findings mean.
#[wasm_bindgen]
pub fn codes() -> String {
    json(&crate::codes())
}

/// Says what a file is that no format reads, by its name and by how it begins.
#[wasm_bindgen]
pub fn stranger(name: &str, head: &[u8]) -> Option<String> {
    model::stranger(name, head)
}

/// Files that the page has given together.
#[wasm_bindgen]
#[derive(Debug)]
pub struct FileSet(StoredFiles);

#[wasm_bindgen]
impl FileSet {
    /// Takes the paths and the sizes of the files of a set, which are read by its number.
    #[wasm_bindgen(constructor)]
    pub fn new(set: u32, paths: Vec<String>, sizes: Vec<f64>) -> Self {
        let sizes = sizes.into_iter().map(|size| size as u64);
        Self(StoredFiles::new(paths.into_iter().zip(sizes), move |path| read_file(set, path).map(Vec::from)))
    }

    /// Opens one of the files; the settings are those of reading.
    pub fn open(&self, path: &str, settings: &str) -> Result<Model, JsError> {
        Ok(Model(model::Model::open(&self.0, path, values(settings)?)))
    }
}

/// A file that the page has opened.
#[wasm_bindgen]
pub struct Model(model::Model);

/// What a call answers: a text of JSON, and the bytes that belong to it.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug)]
pub struct Answer {
    /// The JSON.
    pub json: String,
    parts: Vec<Vec<u8>>,
}

#[wasm_bindgen]
impl Answer {
    /// Gives the next of the bytes away.
    pub fn take(&mut self) -> Option<Vec<u8>> {
        if self.parts.is_empty() { None } else { Some(self.parts.remove(0)) }
    }
}

/// The columns of a layout.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Layout(crate::Columns);

#[wasm_bindgen]
impl Layout {
    /// Lists the names, or the kinds.
    pub fn texts(&self, kinds: bool) -> Vec<String> {
        let texts = if kinds { &self.0.kinds } else { &self.0.names };
        texts.list().into_iter().map(str::to_owned).collect()
    }

    /// Gives a column away, by its place among name, index, kind, depth, start, length and next; -1 is all bits.
    pub fn column(&mut self, place: u32) -> Vec<u32> {
        let columns = &mut self.0;
        if place == 1 {
            return std::mem::take(&mut columns.index).into_iter().map(i32::cast_unsigned).collect();
        }
        std::mem::take(match place {
            0 => &mut columns.name,
            2 => &mut columns.kind,
            3 => &mut columns.depth,
            4 => &mut columns.start,
            5 => &mut columns.length,
            _ => &mut columns.next,
        })
    }
}

#[wasm_bindgen]
impl Model {
    /// Shows the model; the GLB is the one part.
    pub fn show(&self) -> Answer {
        let mut shown = self.0.show();
        let parts = shown.glb.take().into_iter().collect();
        Answer { json: json(&shown), parts }
    }

    /// Returns what `retromesh info` says.
    pub fn facts(&self) -> Result<String, JsError> {
        Ok(json(&self.0.facts()?))
    }

    /// Converts; the files are the parts. The name is that of the model, and those that are taken hold something else next to it.
    pub fn convert(
        &mut self,
        to: &str,
        target: Option<String>,
        settings: &str,
        name: Option<String>,
        taken: Vec<String>,
    ) -> Result<Answer, JsError> {
        Ok(made(self.0.convert(to, target.as_deref(), &values(settings)?, Among { name, taken, original: None })))
    }

    /// Converts a model that was made from another one.
    #[wasm_bindgen(js_name = convertLike)]
    pub fn convert_like(
        &mut self,
        original: &Self,
        to: &str,
        target: Option<String>,
        settings: &str,
        name: Option<String>,
        taken: Vec<String>,
    ) -> Result<Answer, JsError> {
        let among = Among { name, taken, original: Some(&original.0) };
        Ok(made(self.0.convert(to, target.as_deref(), &values(settings)?, among)))
    }

    /// Returns what an engine will not like.
    pub fn lint(&self, target: Option<String>) -> Result<String, JsError> {
        Ok(json(&self.0.lint(target.as_deref())?))
    }

    /// Repairs; the file is the one part.
    pub fn repair(&self, target: Option<String>) -> Result<Answer, JsError> {
        let mut repaired = self.0.repair(target.as_deref())?;
        let parts = vec![std::mem::take(&mut repaired.file.bytes)];
        Ok(Answer { json: json(&repaired), parts })
    }

    /// Returns the bytes of the file.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.bytes().to_vec()
    }

    /// Returns which byte is what.
    pub fn layout(&self) -> Result<Layout, JsError> {
        Ok(Layout(self.0.layout()?))
    }

    /// Returns the values of entries of the layout.
    pub fn values(&self, first: u32, end: u32) -> Result<Vec<String>, JsError> {
        Ok(self.0.values(first..end)?)
    }

    /// Lists the images.
    pub fn textures(&mut self) -> Result<String, JsError> {
        Ok(json(&self.0.textures()?))
    }

    /// Returns an image; the JSON is its type, or `null` where there is nothing to show.
    pub fn picture(&mut self, number: u32) -> Result<Answer, JsError> {
        let found = self.0.picture(number as usize)?;
        Ok(Answer {
            json: json(&found.map(|(kind, _)| kind)),
            parts: found.into_iter().map(|(_, bytes)| bytes.to_vec()).collect(),
        })
    }

    /// Returns how another model differs.
    pub fn compare(&self, other: &Self) -> Result<String, JsError> {
        Ok(json(&self.0.compare(&other.0)?))
    }
}

fn made(mut converted: Converted) -> Answer {
    let bytes = |file: &mut MadeFile| std::mem::take(&mut file.bytes);
    let parts = converted.files.iter_mut().map(bytes).collect();
    Answer { json: json(&converted), parts }
}

fn json(reported: &impl Serialize) -> String {
    // Texts and numbers always have a form in JSON.
    serde_json::to_string(reported).unwrap_or_default()
}

fn values(text: &str) -> Result<Values, JsError> {
    let given: BTreeMap<String, Vec<String>> = serde_json::from_str(text)?;
    let mut values = Values::default();
    given.into_iter().for_each(|(name, texts)| values.set(name, texts));
    Ok(values)
}
