//! What a scene can hold, and what of it a format has a place for.

mod count;
mod feature;
mod loss;

pub use feature::Feature;
pub use loss::missing_vertex_colors;

use retromesh_core::diagnostics::Code;

/// A feature that a format has a place for, and the codes by which its writer says where the place is too small or unlike. Without
/// one of them nothing of it may change.
pub type Held = (Feature, &'static [Code]);

/// Declares what of a scene a format holds, `HOLDS`: a line for each [`Feature`], with the [`Held`] codes.
///
/// ```
/// use retromesh_core::Code;
/// use retromesh_kit::Feature;
///
/// retromesh_kit::holds! {
///     Positions;
///     SkinWeights [ReducedInfluences];
/// }
/// assert_eq!(HOLDS[1], (Feature::SkinWeights, &[Code::ReducedInfluences][..]));
/// ```
#[macro_export]
macro_rules! holds {
    ($($feature:ident $([$($code:ident),+])?;)*) => {
        /// What of a scene the format holds.
        const HOLDS: &[$crate::Held] =
            &[$(($crate::Feature::$feature, &[$($($crate::retromesh_core::Code::$code),+)?]),)*];
    };
}
