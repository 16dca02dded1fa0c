//! Lua files as data: parsed by the grammar of Lua 5.1, and followed as far as constants go. Nothing is run.

mod ast;
mod calls;
mod flat;
mod follow;
mod kinds;
mod lexer;
mod operators;
mod outline;
mod parser;
mod played;
mod plays;
mod reach;
mod reads;
mod scopes;
mod snapshot;
mod tables;
mod takers;
mod uses;

pub(crate) use follow::{Call, Joined, Loose, LuaFile, parse, read};
pub(crate) use lexer::{Token, tokens};
pub(crate) use plays::Play;
pub(crate) use reach::Reach;
pub(crate) use snapshot::{Entry, Place, Table, Value};
pub(crate) use uses::{Count, Uses};
