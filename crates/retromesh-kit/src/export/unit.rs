//! The unit of numbers that are written as they are.

use retromesh_core::diagnostics::{Code, Diagnostics};
use retromesh_core::error::Result;
use retromesh_core::space::Space;

/// Reports numbers that are written in one unit and read in another: how many times as large the model then is.
pub fn report_unit(written: &Space, read: &Space, diagnostics: &mut Diagnostics) -> Result<()> {
    let times = read.metres_per_unit / written.metres_per_unit;
    let detail = format!("as it is read, the model is {times} times as large");
    diagnostics.note(Code::UnitNotStored, times != 1.0, detail)
}
