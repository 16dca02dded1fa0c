//! What this format alone lets its user choose.

use retromesh_kit::settings::Text;

retromesh_kit::settings! {
    /// What to choose for BMD files alone.
    pub struct Settings {
        /// Fixes damage whose exact fix is known, such as the animation gaps of old files. Without it they are read as the engine does.
        Reading "fix" => fix: bool,
        /// Which layout of packed texture coordinates is read, as the format has had two.
        Reading "packed-uvs" => packed_uvs: PackedUvs = "LAYOUT",
        /// Takes the numbers as right-handed, as files of tools for construction mean them.
        Both "no-mirror" => no_mirror: bool,
        /// The largest rounding of packed numbers. Of positions in units of the file, of texture coordinates (else 1/512), of normals
        /// in degrees (else 3).
        Writing "max-error" => max_error: Option<MaxError>,
        /// The largest size of the output. Packed numbers are narrowed until it is met.
        Writing "max-bytes" => max_bytes: Option<u64>,
    }
}

retromesh_kit::choices! {
    /// Says which layout of packed texture coordinates is read.
    pub enum PackedUvs {
        /// Judged by the bits, mesh by mesh.
        "auto" => Auto,
        /// The one that the format's text describes.
        "current" => Current,
        /// The older one.
        "old" => Old,
    }
}

/// Bounds the rounding of packed numbers. Each field is the largest error that is asked for; infinity asks for nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MaxError {
    /// Of a position's component, in units of the written file.
    pub position: f32,
    /// Of a texture coordinate.
    pub uv: f32,
    /// Of a normal's direction, in degrees.
    pub normal_degrees: f32,
}

impl Default for MaxError {
    /// Asks nothing of positions, texture coordinates within a pixel of a 512-pixel image, and normals within three degrees, so that
    /// they are stored rather than guessed from positions.
    fn default() -> Self {
        Self { position: f32::INFINITY, uv: 1.0 / 512.0, normal_degrees: 3.0 }
    }
}

impl Text for MaxError {
    const FORM: &'static str = "POSITION[,UV[,DEGREES]]";
    const EXPECTED: &'static str = "one to three numbers that are not negative, with commas between them";

    fn parse(text: &str) -> Option<Self> {
        let mut error = Self::default();
        let mut numbers = text.split(',').map(|number| number.trim().parse().ok().filter(|number| *number >= 0.0));
        error.position = numbers.next()??;
        error.uv = numbers.next().unwrap_or(Some(error.uv))?;
        error.normal_degrees = numbers.next().unwrap_or(Some(error.normal_degrees))?;
        numbers.next().is_none().then_some(error)
    }

    fn print(&self) -> String {
        format!("{},{},{}", self.position, self.uv, self.normal_degrees)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_that_are_not_named_keep_their_defaults() {
        let MaxError { uv, normal_degrees, .. } = MaxError::default();
        let rows = [
            ("0.5", MaxError { position: 0.5, uv, normal_degrees }),
            ("1,2", MaxError { position: 1.0, uv: 2.0, normal_degrees }),
            ("inf, 2, 0", MaxError { position: f32::INFINITY, uv: 2.0, normal_degrees: 0.0 }),
        ];
        for (text, expected) in rows {
            assert_eq!(MaxError::parse(text), Some(expected), "{text}");
            assert_eq!(MaxError::parse(&expected.print()), Some(expected), "{text}");
        }
        for text in ["", "-1", "1,2,3,4", "nan", "1,,3"] {
            assert_eq!(MaxError::parse(text), None, "{text}");
        }
    }
}
