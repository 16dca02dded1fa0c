//! Calls that play frames by their numbers.

use super::ast::{CallNode, Expr, Node};
use super::calls::path;
use super::follow::Follower;
use super::kinds::text;
use super::snapshot::{Place, Value};
use super::tables::Known;

/// What a call is that plays frames.
pub(super) struct Kind {
    name: &'static str,
    is_method: bool,
    /// How many ranges of frames come first.
    pub(super) ranges: usize,
    /// Which argument is the frames a second.
    pub(super) speed: usize,
    /// What the engine takes where it is not said.
    pub(super) default: Option<f64>,
}

const KINDS: [Kind; 5] = [
    Kind { name: "set_animation", is_method: true, ranges: 1, speed: 1, default: Some(15.0) },
    Kind { name: "set_animation_frame_speed", is_method: true, ranges: 0, speed: 0, default: None },
    Kind { name: "set_local_animation", is_method: true, ranges: 4, speed: 4, default: Some(30.0) },
    // Those of `player_api`, and of `default` before it.
    Kind { name: "set_animation", is_method: false, ranges: 0, speed: 2, default: None },
    Kind { name: "player_set_animation", is_method: false, ranges: 0, speed: 2, default: None },
];

/// A call that plays frames by their numbers.
#[derive(Debug, Clone)]
pub(crate) struct Play {
    pub(crate) place: Place,
    /// Whether it plays the object of the definition that it is in.
    pub(crate) of_self: bool,
    /// The frames and the speed, with their places: frames also in tables that are written elsewhere; `None` where a frame is computed, or
    /// all that it says.
    pub(crate) numbers: Option<Vec<(f64, Place)>>,
    /// The speed that is computed where the frames are not.
    pub(crate) computed_speed: Option<Place>,
    /// The speed that the engine takes, where the call says none.
    pub(crate) default: Option<f64>,
    /// Whether nothing that it is given is known.
    pub(crate) is_unknown: bool,
}

impl CallNode {
    /// Returns a call that plays frames as one of a method, where its first argument says that it is: `o.set_animation(o, range)`.
    pub(super) fn into_method(self) -> Self {
        let is_first =
            |of: &Node| self.arguments.first().is_some_and(|first| path(of).is_some() && path(first) == path(of));
        let is_name = |key: &Node| self.method.is_none() && text(key).is_some_and(is_name_of_play);
        let is_one = matches!(&self.callee.expr, Expr::Index(of, key) if is_name(key) && is_first(of));
        let Node { expr, span } = self.callee;
        match expr {
            Expr::Index(of, key) if is_one => {
                let arguments = self.arguments.into_iter().skip(1).collect();
                Self { callee: *of, method: text(&key).map(str::to_owned), arguments }
            }
            expr => Self { callee: Node { expr, span }, ..self },
        }
    }
}

/// Returns what a call plays.
pub(super) fn kind_of(call: &CallNode, callee: &str) -> Option<&'static Kind> {
    let name = call.method.as_deref().or_else(|| callee.rsplit('.').next()).unwrap_or_default();
    KINDS.iter().find(|kind| kind.name == name && kind.is_method == call.method.is_some())
}

/// Returns whether a function that plays frames may have this name.
pub(super) fn is_name_of_play(name: &str) -> bool {
    KINDS.iter().any(|kind| kind.name == name)
}

/// Returns whether the last argument of a call may be several.
pub(super) fn is_spread(call: &CallNode) -> bool {
    call.arguments.last().is_some_and(|last| match &last.expr {
        Expr::Name(name) => name == "...",
        Expr::Call(call) => is_unpack(call),
        _ => false,
    })
}

/// Returns whether a call takes a list apart.
pub(super) fn is_unpack(call: &CallNode) -> bool {
    matches!(path(&call.callee).as_deref(), Some("unpack" | "table.unpack"))
}

impl Follower<'_> {
    /// Takes note of a call that plays frames by their numbers.
    pub(super) fn play(&mut self, call: &CallNode, node: &Node, callee: &str, arguments: &[Known]) {
        let Some(kind) = kind_of(call, callee) else { return };
        let has_table = arguments.iter().take(kind.ranges).any(|range| matches!(range, Known::Table(_)));
        let has_certain_speed = match arguments.get(kind.speed) {
            Some(Known::Number(speed)) => *speed != 0.0,
            // A framework plays the tables of its mobs so, and their numbers change there.
            Some(Known::Unknown | Known::Inside(_)) => !kind.is_method || kind.ranges != 1,
            _ => false,
        };
        // A method of a framework is known by what it is given: `self`, or the name of a clip.
        let is_certain = has_table || has_certain_speed;
        let may_be = |n: usize| matches!(arguments.get(n), Some(Known::Unknown | Known::Inside(_)));
        let is_self = |first: &Node| matches!(&first.expr, Expr::Name(name) if name == "self");
        let has_range = may_be(0) && !call.arguments.first().is_some_and(is_self);
        let has_speed = may_be(kind.speed)
            || matches!(arguments.get(kind.speed), Some(Known::Number(_) | Known::Nil))
            || is_spread(call);
        // A range alone, and no name of a clip.
        let is_range = call.arguments.len() == kind.speed
            && matches!(call.arguments.first(), Some(Node { expr: Expr::Index(..), .. }));
        let has_speed = has_speed || is_range;
        let is_unknown = !is_certain && has_range && has_speed && kind.is_method && callee != "self:set_animation";
        if is_certain || is_unknown {
            let place = Place::new(self.file, &node.span);
            let speed = call
                .arguments
                .get(kind.speed)
                .filter(|_| matches!(arguments.get(kind.speed), Some(Known::Unknown | Known::Inside(_))));
            let computed_speed = speed.filter(|_| has_table).map(|node| Place::new(self.file, &node.span));
            let numbers = self.numbers(kind, call, arguments, computed_speed.is_some());
            let has_none = matches!(arguments.get(kind.speed), None | Some(Known::Nil)) && !is_spread(call);
            let default = kind.default.filter(|_| has_none);
            let of_self = callee.starts_with("self.");
            self.read.plays.push(Play { place, of_self, numbers, computed_speed, default, is_unknown });
        }
    }

    /// Returns the numbers of a call, perhaps without a speed that is computed.
    fn numbers(
        &mut self,
        kind: &Kind,
        call: &CallNode,
        arguments: &[Known],
        but_speed: bool,
    ) -> Option<Vec<(f64, Place)>> {
        let mut numbers = Vec::new();
        for (n, (argument, node)) in arguments.iter().zip(&call.arguments).enumerate() {
            match argument {
                Known::Table(table) if n < kind.ranges => {
                    for entry in self.tables.snapshot(*table, &mut self.left).entries {
                        let Value::Number(number) = entry.value else { return None };
                        if !entry.perhaps.is_empty() {
                            return None;
                        }
                        numbers.push((number, entry.place?));
                    }
                }
                Known::Number(number) if n == kind.speed => numbers.push((*number, Place::new(self.file, &node.span))),
                Known::Nil => {}
                _ if n == kind.speed && but_speed => {}
                _ if n < kind.ranges || n == kind.speed => return None,
                _ => {}
            }
        }
        Some(numbers)
    }
}
