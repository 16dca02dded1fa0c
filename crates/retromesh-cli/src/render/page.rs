//! The page that shows the thumbnails of a folder: one file, no script, nothing from elsewhere.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// One model on the page.
pub(crate) struct Thumbnail {
    /// The model's path below the input folder.
    pub(crate) title: String,
    /// The picture's path below the page.
    pub(crate) picture: PathBuf,
    /// Why there is no picture.
    pub(crate) error: Option<String>,
}

/// Builds the page; names from the disk are escaped.
pub(crate) fn index(thumbnails: &[Thumbnail], (width, height): (u32, u32)) -> String {
    let column = width.clamp(64, 320);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'\">\n\
         <title>Models</title>\n<style>\n\
         body {{ background: #24272b; color: #dde; font: 14px sans-serif; margin: 1em; }}\n\
         main {{ display: grid; gap: 1em; grid-template-columns: repeat(auto-fill, minmax({column}px, 1fr)); }}\n\
         figure {{ margin: 0; }}\n\
         img {{ width: 100%; height: auto; border-radius: 4px; }}\n\
         figcaption {{ overflow-wrap: anywhere; }}\n\
         .failed {{ color: #f88; }}\n\
         </style>\n</head>\n<body>\n<main>\n"
    );
    for thumbnail in thumbnails {
        let title = escaped(&thumbnail.title);
        let body = match &thumbnail.error {
            Some(error) => format!("<figcaption class=\"failed\">{title}: {}</figcaption>", escaped(error)),
            None => format!(
                "<a href=\"{0}\"><img src=\"{0}\" alt=\"\" loading=\"lazy\" width=\"{width}\" height=\"{height}\"></a>\
                 <figcaption>{title}</figcaption>",
                link(&thumbnail.picture)
            ),
        };
        // Writing to a text cannot fail.
        let _ = writeln!(page, "<figure>{body}</figure>");
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
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

/// Returns a relative link to a file: every byte that is special in a link or a page is escaped.
fn link(path: &Path) -> String {
    let mut out = String::from("./");
    // On Unix these are the bytes of the name, whatever letters they stand for.
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => out.push('/'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'/' => out.push(char::from(byte)),
            other => {
                let _ = write!(out, "%{other:02X}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_their_place() {
        let name = "a\"><script>'&.b3d";
        let thumbnail = |error: Option<&str>| Thumbnail {
            title: name.into(),
            picture: name.into(),
            error: error.map(str::to_owned),
        };
        let page = index(&[thumbnail(None), thumbnail(Some("<b>"))], (64, 64));
        assert!(!page.contains("<script>") && !page.contains("<b>"));
        assert!(page.contains("Content-Security-Policy"));
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStrExt;
            assert_eq!(link(Path::new(std::ffi::OsStr::from_bytes(b"\xffa.png"))), "./%FFa.png");
        }
        assert!(page.contains("src=\"./a%22%3E%3Cscript%3E%27%26.b3d\""));
        assert!(page.contains("a&quot;&gt;&lt;script&gt;&#39;&amp;.b3d: &lt;b&gt;"));
    }
}
