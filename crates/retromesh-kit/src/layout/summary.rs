//! What a field holds and its value, short enough for one line.

use super::{Field, Kind, Shape};

impl Field<'_> {
    /// Returns what the field holds, as `f32[3]` or `100 x u32[3]`.
    pub fn kind_name(&self) -> String {
        let rows = |shape: Shape<'_>, bytes: &[u8]| format!("{} x {shape}", bytes.len() / shape.size().max(1));
        match self.kind {
            Kind::Bytes => "bytes".to_owned(),
            Kind::Text | Kind::Terminated => "text".to_owned(),
            Kind::Numbers(number, count) => Shape::Numbers(number, count).to_string(),
            Kind::Rows(shape) => rows(shape, self.bytes),
            Kind::Packed { unpacked, shape } => format!("packed {}", rows(shape, unpacked)),
            Kind::Shared => "shared".to_owned(),
        }
    }

    /// Returns the value in about this many characters; of what is longer, the start.
    pub fn summary(&self, max: usize) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = match self.kind {
            Kind::Bytes | Kind::Shared => {
                let shown = self.bytes.iter().take(max / 3 + 1);
                text = shown.map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
                Ok(())
            }
            Kind::Text | Kind::Terminated => {
                let whole = matches!(self.kind, Kind::Text);
                let end = self.bytes.len() - usize::from(!whole && !self.bytes.is_empty());
                let shown = self.bytes.get(..end.min(4 * max)).unwrap_or_default();
                super::json::print_string(&String::from_utf8_lossy(shown), &mut text)
            }
            Kind::Numbers(number, count) => Shape::Numbers(number, count).print(self.bytes, &mut text),
            Kind::Rows(shape) => rows_summary(shape, self.bytes, max, &mut text),
            Kind::Packed { unpacked, shape } => rows_summary(shape, unpacked, max, &mut text),
        };
        if let Some((end, _)) = text.char_indices().nth(max) {
            text.truncate(end);
            text.push_str(" ..");
        }
        text
    }
}

fn rows_summary(shape: Shape<'_>, bytes: &[u8], max: usize, text: &mut String) -> std::fmt::Result {
    for row in bytes.chunks_exact(shape.size().max(1)) {
        if !text.is_empty() {
            text.push_str(", ");
        }
        if text.len() > max {
            break;
        }
        shape.print(row, text)?;
    }
    Ok(())
}
