//! What retromesh says of model files, in the form of its JSON.
//!
//! The program, the Python module and the page of a browser say the same of a file: what it holds ([`Info`]), whether it is sound
//! ([`Verdict`]), what differs between two ([`Differences`]), which formats there are ([`FormatEntry`]). The names of the fields are the
//! keys of the JSON; `docs/schemas` describes them.

mod check;
mod diff;
mod entry;
mod findings;
mod formats;
mod hash;
mod info;
mod repair;
mod shown;

pub use check::{Verdict, judge};
pub use diff::{DifferenceInfo, Differences};
pub use entry::Entry;
pub use findings::{DiagnosticInfo, FindingInfo, diagnostics, findings};
pub use formats::{ChoiceInfo, FormatEntry, SettingInfo, TargetInfo, formats};
pub use hash::{content as content_hash, file as file_hash};
pub use info::{AnimationInfo, Bounds, Info, LodInfo, MaterialInfo, PropertyInfo, ProxyInfo, SelectionInfo, SizeInfo};
pub use repair::Repaired;
pub use shown::Shown;
