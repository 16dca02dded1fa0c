//! The diagnostics that must not happen.

use retromesh_core::{Code, Severity};

/// The codes that must not happen, as [`Request::deny`](crate::Request) takes them.
#[derive(Debug, Clone, Default)]
pub struct Denied {
    any_loss: bool,
    codes: Vec<Code>,
}

impl Denied {
    /// What stands for all codes that lose or approximate.
    pub const ANY_LOSS: &str = "any-loss";

    /// Takes names of codes, and [`Denied::ANY_LOSS`]; the error is the name that is none.
    pub fn parse<N: AsRef<str>>(names: &[N]) -> Result<Self, &str> {
        let mut denied = Self::default();
        for name in names.iter().map(AsRef::as_ref) {
            match Code::from_id(name) {
                _ if name == Self::ANY_LOSS => denied.any_loss = true,
                Some(code) => denied.codes.push(code),
                None => return Err(name),
            }
        }
        Ok(denied)
    }

    /// Returns whether a code is among them.
    pub fn contains(&self, code: Code) -> bool {
        self.codes.contains(&code) || (self.any_loss && code.severity() >= Severity::Approximated)
    }
}
