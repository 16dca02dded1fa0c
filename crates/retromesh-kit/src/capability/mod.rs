//! What a scene can hold, and what of it a format has a place for.

mod count;
mod feature;
mod loss;

pub use feature::Feature;
pub use loss::missing_vertex_colors;

use retromesh_core::diagnostics::Code;

/// A feature that a format has a place for, and the codes by which its writer tells where the place is too small or unlike. Without
/// one of them nothing of it may change.
pub type Held = (Feature, &'static [Code]);
