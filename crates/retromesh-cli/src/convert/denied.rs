//! The diagnostics that must not happen.

use crate::suggest::unknown;
use retromesh::{Code, Severity};

/// What stands for all codes that lose or approximate.
const ANY_LOSS: &str = "any-loss";

/// The codes that must not happen.
pub(super) struct Denied {
    any_loss: bool,
    codes: Vec<Code>,
}

impl Denied {
    pub(super) fn parse(names: &[String]) -> Result<Self, String> {
        let mut denied = Self { any_loss: false, codes: Vec::new() };
        for name in names {
            match Code::from_id(name) {
                _ if name == ANY_LOSS => denied.any_loss = true,
                Some(code) => denied.codes.push(code),
                None => {
                    let known: Vec<&str> = Code::ALL.iter().map(|code| code.id()).chain([ANY_LOSS]).collect();
                    return Err(unknown("diagnostic code", name, &known));
                }
            }
        }
        Ok(denied)
    }

    pub(super) fn contains(&self, code: Code) -> bool {
        self.codes.contains(&code) || (self.any_loss && code.severity() >= Severity::Approximated)
    }
}
