//! `retromesh view --watch`: serves the page to the browser of this machine, and lets it load anew when a file has changed.
//!
//! Other pages in the same browser can send requests here, too. They neither know the token in the path, nor do the names that they
//! give as host or origin pass. It ends with Ctrl-C.

use super::browser;
use super::page::Watched;
use crate::console::quiet;
use retromesh::{Error, FileState, Result};
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The longest head of a request.
const MAX: u64 = 16 << 10;
/// How long a request may take to come as a whole, and its answer to be taken.
const PATIENCE: [Duration; 2] = [Duration::from_secs(3), Duration::from_secs(30)];
/// This many requests are waited for at once; more are turned away.
const MAX_AT_ONCE: usize = 128;
/// An answer goes in pieces of this many bytes.
const PIECE: usize = 1 << 16;
/// How often files are looked at.
const PAUSE: Duration = Duration::from_millis(400);

/// The page as it is now, and how often it has changed.
#[derive(Default)]
struct Shown {
    page: Vec<u8>,
    changes: u64,
}

/// Where the page is, and who may ask for it.
struct Door {
    host: String,
    token: String,
}

/// Serves the page that `build` makes of some files, for as long as the program runs.
pub(super) fn serve(files: &[PathBuf], open: bool, build: impl Fn(Watched) -> Result<Vec<u8>>) -> Result<()> {
    let failed = |e| Error::io("the page", e);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(failed)?;
    let host = listener.local_addr().map_err(failed)?.to_string();
    let door = Arc::new(Door { host, token: token() });
    let shown = Arc::new(Mutex::new(Shown::default()));
    let states = || files.iter().map(|file| FileState::of(file)).collect::<Vec<_>>();
    let mut seen = states();
    lock(&shown).page = build(Watched::Changes(0))?;
    {
        let (door, shown) = (Arc::clone(&door), Arc::clone(&shown));
        thread::spawn(move || listen(&listener, &door, &shown));
    }
    let link = format!("http://{}/{}/", door.host, door.token);
    outln!("{link}");
    if !quiet() {
        errln!("The page follows its files. Ctrl-C ends it.");
    }
    if open {
        browser::open(link.as_ref())?;
    }
    loop {
        thread::sleep(PAUSE);
        let now = states();
        // A file that is being replaced is gone for a moment.
        if now == seen || now.iter().any(Option::is_none) {
            continue;
        }
        seen = now;
        let changes = lock(&shown).changes + 1;
        let page = build(Watched::Changes(changes))?;
        *lock(&shown) = Shown { page, changes };
    }
}

fn lock(shown: &Mutex<Shown>) -> std::sync::MutexGuard<'_, Shown> {
    shown.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes what nobody can guess, of the random keys that the system gives to hash maps.
fn token() -> String {
    let part = || RandomState::new().hash_one(std::process::id());
    format!("{:016x}{:016x}", part(), part())
}

fn listen(listener: &TcpListener, door: &Arc<Door>, shown: &Arc<Mutex<Shown>>) {
    // Each request at work holds a copy.
    let at_work = Arc::new(());
    for stream in listener.incoming().flatten() {
        if Arc::strong_count(&at_work) > MAX_AT_ONCE {
            continue;
        }
        let (door, shown, place) = (Arc::clone(door), Arc::clone(shown), Arc::clone(&at_work));
        // Browsers open connections in advance; one that stays silent keeps nobody waiting.
        thread::spawn(move || {
            // Who has gone away needs no answer.
            let _gone = answer(&stream, &door, &shown);
            drop(place);
        });
    }
}

/// A connection that has to be done with at a moment, however slowly its bytes come and go.
struct Hurried<'s> {
    stream: &'s TcpStream,
    end: Instant,
}

impl<'s> Hurried<'s> {
    fn new(stream: &'s TcpStream, patience: Duration) -> Self {
        Self { stream, end: Instant::now() + patience }
    }

    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(Some(left)) }
    }
}

impl Read for Hurried<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(bytes)
    }
}

impl Write for Hurried<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(&bytes[..bytes.len().min(PIECE)])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

fn answer(stream: &TcpStream, door: &Door, shown: &Mutex<Shown>) -> io::Result<()> {
    let [to_come, to_go] = PATIENCE;
    let mut lines = BufReader::new(Hurried::new(stream, to_come).take(MAX)).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    let mut head = Vec::new();
    for line in lines {
        let line = line?;
        if line.is_empty() {
            break;
        }
        head.push(line);
    }
    let (status, kind, body) = match door.asked(&first, &head) {
        Asked::Page => ("200 OK", "text/html; charset=utf-8", lock(shown).page.clone()),
        Asked::Changes => ("200 OK", "text/plain", lock(shown).changes.to_string().into_bytes()),
        Asked::Refused => ("403 Forbidden", "text/plain", b"refused\n".to_vec()),
    };
    let mut stream = Hurried::new(stream, to_go);
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n\
         Content-Security-Policy: frame-ancestors 'none'\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    stream.write_all(&body)
}

/// What a request asks for.
#[derive(Debug, PartialEq, Eq)]
enum Asked {
    Page,
    Changes,
    Refused,
}

impl Door {
    /// Reads a request: its first line and its headers.
    fn asked(&self, first: &str, head: &[String]) -> Asked {
        let headers = || head.iter().filter_map(|line| line.split_once(':')).map(|(name, value)| (name, value.trim()));
        let all =
            |name: &'static str| headers().filter(move |(of, _)| of.eq_ignore_ascii_case(name)).map(|(_, value)| value);
        let own = format!("http://{}", self.host);
        let is_own_host = all("host").count() == 1 && all("host").all(|host| host == self.host);
        let is_own_origin = all("origin").all(|origin| origin == own);
        let is_own_site = all("sec-fetch-site").all(|site| matches!(site, "same-origin" | "none"));
        let path = first.strip_prefix("GET /").and_then(|rest| rest.strip_suffix(" HTTP/1.1"));
        let below = path.and_then(|path| path.strip_prefix(self.token.as_str()));
        match below {
            Some("/") if is_own_host && is_own_origin && is_own_site => Asked::Page,
            Some("/changes") if is_own_host && is_own_origin && is_own_site => Asked::Changes,
            _ => Asked::Refused,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_page_itself_is_answered() {
        let door = Door { host: "127.0.0.1:8080".to_owned(), token: "t0ken".to_owned() };
        let rows = [
            ("GET /t0ken/ HTTP/1.1", "Host: 127.0.0.1:8080", Asked::Page),
            ("GET /t0ken/changes HTTP/1.1", "host: 127.0.0.1:8080|Origin: http://127.0.0.1:8080", Asked::Changes),
            ("GET /t0ken/ HTTP/1.1", "Host: 127.0.0.1:8080|Sec-Fetch-Site: none", Asked::Page),
            ("GET / HTTP/1.1", "Host: 127.0.0.1:8080", Asked::Refused),
            ("GET /other/ HTTP/1.1", "Host: 127.0.0.1:8080", Asked::Refused),
            ("GET /t0ken/../ HTTP/1.1", "Host: 127.0.0.1:8080", Asked::Refused),
            ("POST /t0ken/ HTTP/1.1", "Host: 127.0.0.1:8080", Asked::Refused),
            ("GET /t0ken/ HTTP/1.1", "", Asked::Refused),
            ("GET /t0ken/ HTTP/1.1", "Host: evil.example:8080", Asked::Refused),
            ("GET /t0ken/ HTTP/1.1", "Host: 127.0.0.1:8080|Host: evil.example", Asked::Refused),
            ("GET /t0ken/changes HTTP/1.1", "Host: 127.0.0.1:8080|Origin: http://evil.example", Asked::Refused),
            ("GET /t0ken/changes HTTP/1.1", "Host: 127.0.0.1:8080|Origin: null", Asked::Refused),
            ("GET /t0ken/ HTTP/1.1", "Host: 127.0.0.1:8080|Sec-Fetch-Site: cross-site", Asked::Refused),
        ];
        for (first, head, expected) in rows {
            let head: Vec<String> = head.split('|').map(str::to_owned).collect();
            assert_eq!(door.asked(first, &head), expected, "{first} {head:?}");
        }
    }

    #[test]
    fn a_request_that_comes_byte_by_byte_is_not_waited_for() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let mut slow = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, _) = listener.accept().unwrap();
        let writer = thread::spawn(move || {
            while slow.write_all(b"x").is_ok() {
                thread::sleep(Duration::from_millis(20));
            }
        });
        let mut bytes = Vec::new();
        let read = Hurried::new(&stream, Duration::from_millis(200)).read_to_end(&mut bytes);
        assert!(read.is_err() && bytes.len() > 1 && bytes.len() < 50);
        drop(stream);
        writer.join().unwrap();
    }

    #[test]
    fn tokens_are_long_and_differ() {
        assert!(token().len() == 32 && token() != token());
    }
}
