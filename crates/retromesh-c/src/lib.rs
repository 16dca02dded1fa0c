#![doc = include_str!("../README.md")]

mod border;
#[allow(unsafe_code, reason = "the names under which calls are exported count as such; there is no block here")]
mod calls;
mod enums;
mod files;
mod fill;
mod options;
mod pool;
mod report;
#[cfg(test)]
#[allow(unsafe_code, reason = "tests do what C does")]
mod tests;
mod view;
