//! Ranges as rows: `name,first,last`, then a speed and `loop` or `once`.

use retromesh::ClipRange;

/// A row has a name and two numbers.
const NEEDED: usize = 3;

/// Reads the rows, and counts those without a name; a first row without numbers is a heading, and `#` begins a comment.
pub(super) fn parse(text: &str) -> Result<(Vec<ClipRange>, usize), String> {
    let rows = text.lines().zip(1..).filter(|(row, _)| !row.trim().is_empty() && !row.trim_start().starts_with('#'));
    let separates = |c: &char| rows.clone().any(|(row, _)| fields(row, *c).len() >= NEEDED);
    let separator = [';', '\t'].into_iter().find(separates).unwrap_or(',');
    let (mut ranges, mut unnamed) = (Vec::new(), 0);
    for (index, (row, line)) in rows.enumerate() {
        let fields = fields(row, separator);
        let number = |at: usize| fields.get(at).and_then(|field| field.parse::<f32>().ok());
        let (Some(first), Some(last)) = (number(1), number(2)) else {
            let has_number =
                row.split(|c: char| c == separator || c.is_whitespace()).any(|word| word.parse::<f32>().is_ok());
            if index == 0 && !has_number {
                continue;
            }
            return Err(format!("line {line}: expected name, first and last frame, found {row:?}"));
        };
        let (speed, looping) = match (fields.get(3), fields.get(4)) {
            (None, looping) => (None, looping),
            (Some(field), looping) if field.is_empty() => (None, looping),
            (Some(field), looping) => {
                (Some(number(3).ok_or_else(|| format!("line {line}: {field:?} is not a speed"))?), looping)
            }
        };
        let looping = match looping.map(|word| word.to_ascii_lowercase()).as_deref() {
            None | Some("") => None,
            Some("loop" | "true" | "1" | "yes") => Some(true),
            Some("once" | "false" | "0" | "no") => Some(false),
            Some(word) => return Err(format!("line {line}: expected loop or once, found {word:?}")),
        };
        let name = fields.first().cloned().unwrap_or_default();
        if name.is_empty() {
            unnamed += 1;
            continue;
        }
        ranges.push(ClipRange { name, first, last, speed, looping, ..ClipRange::default() });
    }
    Ok((ranges, unnamed))
}

/// Returns the fields of a row. Between quotes a separator is text, and two quotes are one.
fn fields(row: &str, separator: char) -> Vec<String> {
    let (mut fields, mut field, mut is_quoted) = (Vec::new(), String::new(), false);
    let mut letters = row.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.next_if_eq(&'"').is_some() => field.push('"'),
            '"' if is_quoted || field.trim().is_empty() => is_quoted = !is_quoted,
            _ if letter == separator && !is_quoted => fields.push(std::mem::take(&mut field).trim().to_owned()),
            _ => field.push(letter),
        }
    }
    fields.push(field.trim().to_owned());
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_ranges() {
        let range = |name: &str, first, last, speed, looping| ClipRange {
            name: name.into(),
            first,
            last,
            speed,
            looping,
            ..ClipRange::default()
        };
        let quoted = [range("walk, slow", 100.0, 120.0, None, None), range("a \"b\"; c", 1.0, 2.0, None, None)];
        let row = "\"walk, slow\",100,120\r\n \"a \"\"b\"\"; c\" , \"1\", 2\n";
        assert_eq!(parse(row).unwrap(), (quoted.to_vec(), 0));
        let all = [range("stand", 0.0, 79.0, None, None), range("die", 80.0, 99.5, Some(15.0), Some(false))];
        for (text, unnamed) in [
            ("stand,0,79\ndie,80,99.5,15,once\n", 0),
            ("name,first,last,speed,loop\n\n# still\nstand, 0, 79\n\"die\", 80, 99.5, 15, false\n", 0),
            ("stand;0;79\r\ndie;80;99.5;15;once\r\n", 0),
            ("stand,0,79\n,51,69,20\ndie,80,99.5,15,once\n", 1),
        ] {
            assert_eq!(parse(text).unwrap(), (all.to_vec(), unnamed), "{text}");
        }
        for text in [
            "1 20\n",
            "1,20\n",
            "stand 0 79\n",
            "stand,0,79\nwalk,x,3\n",
            "stand,0,79,fast\n",
            "stand,0,79,30,maybe\n",
            "a,1,2\nb\n",
            "\"a,1,2\n",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
