//! What a Lua file consists of.

use std::ops::Range;

/// An expression with its place.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) expr: Expr,
    pub(super) span: Range<usize>,
}

#[derive(Debug)]
pub(super) enum Expr {
    Nil,
    Bool(bool),
    Number(f64),
    Text(String),
    /// A variable, or `...`.
    Name(String),
    Function(Box<Function>),
    Index(Box<Node>, Box<Node>),
    Call(Box<CallNode>),
    Table(Vec<Field>),
    Unary(&'static str, Box<Node>),
    Binary(&'static str, Box<Node>, Box<Node>),
}

#[derive(Debug)]
pub(super) struct CallNode {
    pub(super) callee: Node,
    /// The name after a colon.
    pub(super) method: Option<String>,
    pub(super) arguments: Vec<Node>,
}

#[derive(Debug)]
pub(super) struct Function {
    pub(super) parameters: Vec<String>,
    pub(super) body: Vec<Statement>,
    pub(super) span: Range<usize>,
}

/// An entry of a table between braces.
#[derive(Debug)]
pub(super) struct Field {
    /// The key, unless it is the next entry of a list.
    pub(super) key: Option<Node>,
    pub(super) value: Node,
}

#[derive(Debug)]
pub(super) enum Statement {
    Local(Vec<String>, Vec<Node>),
    LocalFunction(String, Box<Function>),
    Assign(Vec<Node>, Vec<Node>),
    Expression(Node),
    Return(Vec<Node>),
    /// `do ... end`.
    Block(Vec<Statement>),
    /// Blocks that run perhaps, or several times, with the names that they get and the expressions that decide.
    Perhaps {
        names: Vec<String>,
        decided_by: Vec<Node>,
        blocks: Vec<Vec<Statement>>,
    },
}
