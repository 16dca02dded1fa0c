//! Pages that list files with pictures: one file each, which asks for nothing from anywhere.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// The style of the page, and what searches it; its policy allows what has these hashes.
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
const STYLE_HASH: &str = "sha256-k8QH9mw1ZnaJmfHgjiWj6YI/PSG1RuZpigQxjU3Lc3E=";
const SCRIPT_HASH: &str = "sha256-0bIRIsk990LRdKXLXCVqAz0YX522H0ar1gM+/eXyFEM=";

/// A file on a page.
#[derive(Default)]
pub(crate) struct Card {
    /// What it is called.
    pub(crate) title: String,
    /// What it is: `model`.
    pub(crate) kind: &'static str,
    /// The address of its picture.
    pub(crate) picture: Option<String>,
    /// The address to which its picture leads.
    pub(crate) link: Option<String>,
    /// What is in it.
    pub(crate) facts: Vec<String>,
    /// Why it could not be read.
    pub(crate) problem: Option<String>,
    /// What was found while it was read.
    pub(crate) remarks: Vec<String>,
}

impl Card {
    /// Returns how much is wrong: what could not be read comes first.
    fn rank(&self) -> u8 {
        match (&self.problem, self.remarks.is_empty()) {
            (Some(_), _) => 0,
            (None, false) => 1,
            (None, true) => 2,
        }
    }
}

/// Builds a page, problems first. Names from the disk are escaped, and nothing in them can run. Pictures have this size.
pub(crate) fn page(title: &str, mut cards: Vec<Card>, (width, height): (u32, u32)) -> String {
    cards.sort_by_key(Card::rank);
    let title = escaped(title);
    let kinds: BTreeSet<&str> = cards.iter().map(|card| card.kind).collect();
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data: 'self' file:; \
         style-src '{STYLE_HASH}'; script-src '{SCRIPT_HASH}'\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <header><h1>{title}</h1>\n<input type=\"search\" id=\"search\" placeholder=\"name, format, problem\" aria-label=\"Search\">\n\
         <select id=\"kind\" aria-label=\"Kind\"><option value=\"\">all kinds</option>"
    );
    for kind in kinds {
        // Writing to a text cannot fail.
        let _ = write!(page, "<option>{kind}</option>");
    }
    page.push_str(
        "</select>\n<label><input type=\"checkbox\" id=\"problems\"> problems only</label> \
         <output id=\"count\"></output></header>\n<main>\n",
    );
    for card in &cards {
        let marks = if card.rank() < 2 { " data-problem" } else { "" };
        let _ = write!(page, "<article data-kind=\"{}\"{marks}>", card.kind);
        if let Some(picture) = &card.picture {
            let (before, after) = match &card.link {
                Some(link) => (format!("<a href=\"{}\">", escaped(link)), "</a>"),
                None => (String::new(), ""),
            };
            let _ = write!(
                page,
                "{before}<img src=\"{}\" alt=\"\" loading=\"lazy\" width=\"{width}\" height=\"{height}\">{after}",
                escaped(picture)
            );
        }
        let _ = write!(page, "<h2>{}</h2>", escaped(&card.title));
        let lines = card.facts.iter().map(|text| ("fact", text));
        let lines = card.problem.iter().map(|text| ("problem", text)).chain(lines);
        for (class, text) in lines.chain(card.remarks.iter().map(|text| ("remark", text))) {
            let _ = write!(page, "<p class=\"{class}\">{}</p>", escaped(text));
        }
        page.push_str("</article>\n");
    }
    let _ = write!(page, "</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n");
    page
}

/// Writes a path so that every name has a form and different names have different ones: bytes other than letters, digits and `-_.~/` are
/// `%` and two hexadecimal digits.
pub(crate) fn encoded(path: &Path) -> String {
    let mut out = String::new();
    // On Unix these are the bytes of the name, whatever letters they stand for.
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => out.push('/'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' => out.push(char::from(byte)),
            other => {
                // Writing to a text cannot fail.
                let _ = write!(out, "%{other:02X}");
            }
        }
    }
    out
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() => out.push(char::REPLACEMENT_CHARACTER),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use sha2::{Digest, Sha256};

    #[test]
    fn the_policy_names_what_is_in_the_page() {
        for (text, hash) in [(STYLE, STYLE_HASH), (SCRIPT, SCRIPT_HASH)] {
            assert_eq!(format!("sha256-{}", STANDARD.encode(Sha256::digest(text))), hash);
        }
        let page = page("", Vec::new(), (64, 64));
        let (_, policy) = page.split_once("Content-Security-Policy\" content=\"").unwrap();
        let policy = policy.split('"').next().unwrap();
        assert!(policy.starts_with("default-src 'none'; ") && !policy.contains("unsafe") && !policy.contains("//"));
    }

    #[cfg(unix)]
    #[test]
    fn every_name_has_an_address_of_its_own() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let rows: [(&[u8], &str); 3] = [
            (b"\xffa.png", "%FFa.png"),
            (b"a/b c.png", "a/b%20c.png"),
            (b"a\">'&%\xc3\xa9~", "a%22%3E%27%26%25%C3%A9~"),
        ];
        for (name, expected) in rows {
            assert_eq!(encoded(Path::new(OsStr::from_bytes(name))), expected);
        }
    }

    #[test]
    fn names_cannot_leave_their_place() {
        let name = "a\"><script>'&.b3d\u{1b}";
        let card = |problem: Option<&str>| Card {
            title: name.to_owned(),
            kind: "model",
            picture: Some(name.to_owned()),
            problem: problem.map(str::to_owned),
            ..Card::default()
        };
        let page = page(name, vec![card(None), card(Some("<b>"))], (64, 64));
        assert_eq!((page.matches("<script>").count(), page.matches("<b>").count()), (1, 0));
        assert!(page.contains("a&quot;&gt;&lt;script&gt;&#39;&amp;.b3d\u{fffd}</h2>"));
        let (problem, fine) = (page.find("&lt;b&gt;").unwrap(), page.rfind("<h2>").unwrap());
        assert!(problem < fine, "problems come first");
    }
}
