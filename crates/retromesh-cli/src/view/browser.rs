//! The browser of the person.

use retromesh::{Error, Result};
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Opens a page as the system opens such files.
pub(super) fn open(page: &Path) -> Result<()> {
    let (program, words): (&str, &[&str]) = if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(words).arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    start(&mut command).map_err(|e| {
        let what = format!("no browser was opened ({program}: {e}); open the page yourself, or write it with -o");
        Error::io(page.to_string_lossy(), io::Error::new(e.kind(), what))
    })
}

/// Starts a program. One that goes on after a moment is taken to do what it was asked for.
fn start(command: &mut Command) -> io::Result<()> {
    let mut child = command.spawn()?;
    for _ in 0..20 {
        if let Some(status) = child.try_wait()? {
            return if status.success() { Ok(()) } else { Err(io::Error::other(status.to_string())) };
        }
        sleep(Duration::from_millis(50));
    }
    Ok(())
}
