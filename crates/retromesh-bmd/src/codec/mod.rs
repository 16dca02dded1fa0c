//! The packed numbers of the format, each with its decoder and its nearest-value encoder.
//!
//! Decoders are exact: every stored value is a dyadic fraction that fits a 32-bit float. Encoders round to the nearest
//! representable value and clamp at the ends of the range.

pub mod color;
pub mod f8a;
pub mod face;
pub mod half;
pub mod normal;
pub mod packed;
pub mod rotation;
pub mod st;
mod sweep;
