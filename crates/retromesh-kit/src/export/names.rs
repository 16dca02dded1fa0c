//! Names that no other thing in the file has.

use std::collections::HashMap;

/// Gives out names, each once: a number after it makes unique what is taken.
#[derive(Debug, Clone, Default)]
pub struct UniqueNames {
    /// The names that are taken; for each the last number that was put after it.
    taken: HashMap<String, u32>,
    first: u32,
}

impl UniqueNames {
    /// Starts with no name taken; the first number that is put after a name is `first`.
    pub fn counting_from(first: u32) -> Self {
        Self { taken: HashMap::new(), first }
    }

    /// Takes a name as it is, whether or not it is taken already.
    pub fn reserve(&mut self, name: &str) {
        self.taken.entry(name.to_owned()).or_insert(self.first);
    }

    /// Returns whether a name is taken.
    pub fn is_taken(&self, name: &str) -> bool {
        self.taken.contains_key(name)
    }

    /// Takes the name, or where it is taken `name_1` and so on, and returns it.
    pub fn unique(&mut self, name: &str) -> String {
        let Some(&(mut number)) = self.taken.get(name) else {
            self.reserve(name);
            return name.to_owned();
        };
        let own = loop {
            let own = format!("{name}_{number}");
            number += 1;
            if !self.taken.contains_key(&own) {
                break own;
            }
        };
        self.taken.insert(name.to_owned(), number);
        self.reserve(&own);
        own
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ() {
        let mut names = UniqueNames::counting_from(1);
        let rows = [("a", "a"), ("a", "a_1"), ("a", "a_2"), ("a_1", "a_1_1"), ("a", "a_3"), ("", ""), ("", "_1")];
        for (name, expected) in rows {
            assert_eq!(names.unique(name), expected);
            assert!(names.is_taken(expected));
        }
        let mut names = UniqueNames::counting_from(2);
        names.reserve("a_2");
        assert_eq!([names.unique("a"), names.unique("a"), names.unique("a")], ["a", "a_3", "a_4"]);
    }
}
