//! Functions that put tables together without looking into the tables in them.

use super::ast::{Expr, Node, Statement};
use super::calls::path;
use std::collections::HashSet;

/// Functions that set nothing in what they are given.
const PLAIN: [&str; 6] = ["pairs", "ipairs", "next", "type", "setmetatable", "table.copy"];

/// Returns whether a function is seen to set no entries of tables in other tables: `for k, v in pairs(b) do a[k] = v end`.
pub(super) fn is_flat(body: &[Statement]) -> bool {
    let mut inner = HashSet::new();
    body.iter().all(|statement| is_plain_statement(statement, &mut inner))
}

/// `inner` are the variables of loops.
fn is_plain_statement<'s>(statement: &'s Statement, inner: &mut HashSet<&'s str>) -> bool {
    match statement {
        Statement::Local(_, nodes) => nodes.iter().all(|node| is_plain(node) && !may_be_inner(node, inner)),
        Statement::LocalFunction(..) => false,
        Statement::Assign(targets, nodes) => {
            let is_outer = |target: &Node| match &target.expr {
                Expr::Index(of, _) => matches!(&of.expr, Expr::Name(name) if !inner.contains(name.as_str())),
                _ => !nodes.iter().any(|node| may_be_inner(node, inner)),
            };
            targets.iter().all(is_outer) && nodes.iter().all(is_plain)
        }
        Statement::Expression(node) => is_plain(node),
        Statement::Return(nodes) => nodes.iter().all(is_plain),
        Statement::Block(statements) => statements.iter().all(|statement| is_plain_statement(statement, inner)),
        Statement::Perhaps { names, decided_by, blocks } => {
            inner.extend(names.iter().map(String::as_str));
            decided_by.iter().all(is_plain)
                && blocks.iter().flatten().all(|statement| is_plain_statement(statement, inner))
        }
    }
}

/// Returns whether an expression may give a table that is in another one.
fn may_be_inner(node: &Node, inner: &HashSet<&str>) -> bool {
    match &node.expr {
        Expr::Name(name) => inner.contains(name.as_str()),
        Expr::Index(..) => true,
        Expr::Binary(_, left, right) => may_be_inner(left, inner) || may_be_inner(right, inner),
        _ => false,
    }
}

/// Returns whether an expression calls only functions that set nothing.
fn is_plain(node: &Node) -> bool {
    match &node.expr {
        Expr::Function(_) => false,
        Expr::Index(of, key) => is_plain(of) && is_plain(key),
        Expr::Call(call) => {
            let name = path(&call.callee).unwrap_or_default();
            PLAIN.contains(&name.as_str()) && call.method.is_none() && call.arguments.iter().all(is_plain)
        }
        Expr::Table(fields) => fields.iter().all(|field| field.key.iter().all(is_plain) && is_plain(&field.value)),
        Expr::Unary(_, inner) => is_plain(inner),
        Expr::Binary(_, left, right) => is_plain(left) && is_plain(right),
        _ => true,
    }
}
