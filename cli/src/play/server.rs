//! A web server for one folder and this computer only.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use anyhow::Result;

/// A browser that says nothing for so long is sent away.
const PATIENCE: Duration = Duration::from_secs(10);
/// The most that a browser may say in a request.
const LONGEST: u64 = 16 * 1024;

/// A port on localhost, waiting for browsers.
pub(super) struct Server {
    listener: TcpListener,
    port: u16,
}

impl Server {
    /// Takes a port; 0 for any that is free.
    pub(super) fn listen(port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let port = listener.local_addr()?.port();
        Ok(Self { listener, port })
    }

    /// The port that was taken.
    pub(super) fn port(&self) -> u16 {
        self.port
    }

    /// Serves the folder for ever.
    pub(super) fn serve(self, folder: &Path) -> Result<ExitCode> {
        loop {
            let (stream, _) = self.listener.accept()?;
            let folder = folder.to_owned();
            // A browser that went away is no fault of ours, and there is nobody to tell.
            thread::spawn(move || drop(answer(stream, &folder)));
        }
    }
}

/// Answers one request.
fn answer(mut stream: TcpStream, folder: &Path) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(stream.try_clone()?.take(LONGEST)).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    // What else the browser says does not matter, but it wants to have said it.
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let answer = Answer::to(&request, folder);
    write!(
        stream,
        "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n",
        answer.status,
        answer.kind,
        answer.body.len()
    )?;
    if request.starts_with("GET ") {
        stream.write_all(&answer.body)?;
    }
    stream.flush()
}

/// What is sent back.
struct Answer {
    status: &'static str,
    kind: &'static str,
    body: Vec<u8>,
}

impl Answer {
    fn to(request: &str, folder: &Path) -> Self {
        let words: Vec<_> = request.split(' ').collect();
        let plain = |status: &'static str| Self { status, kind: "text/plain", body: status.into() };
        let [method, address, _] = words[..] else { return plain("400 Bad Request") };
        if !["GET", "HEAD"].contains(&method) {
            return plain("405 Method Not Allowed");
        }
        let Some(name) = file_name(address) else { return plain("404 Not Found") };
        match fs::read(folder.join(name)) {
            Ok(body) => Self { status: "200 OK", kind: kind(name), body },
            Err(_) => plain("404 Not Found"),
        }
    }
}

/// The file that an address names: one directly in the folder, and no hidden one.
fn file_name(address: &str) -> Option<&str> {
    let path = address.split(['?', '#']).next()?.strip_prefix('/')?;
    let name = if path.is_empty() { "index.html" } else { path };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    (name.chars().all(is_plain) && !name.starts_with('.')).then_some(name)
}

/// What a browser must know of a file before it takes it.
fn kind(name: &str) -> &'static str {
    match Path::new(name).extension().and_then(|end| end.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("kahuna") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_files_of_the_folder_have_an_address() {
        assert_eq!(file_name("/"), Some("index.html"));
        assert_eq!(file_name("/?record=game.kahuna"), Some("index.html"));
        assert_eq!(file_name("/chip-worker.js"), Some("chip-worker.js"));
        for address in ["", "x", "/../Cargo.toml", "/..", "/.git", "/a/b", "/%2e%2e", "//etc/passwd", "/a\\b"]
        {
            assert_eq!(file_name(address), None, "{address}");
        }
    }

    #[test]
    fn a_browser_gets_the_page_and_nothing_else() {
        let folder = std::env::temp_dir().join(format!("kahuna-server-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("index.html"), "<p>the board").unwrap();
        let server = Server::listen(0).unwrap();
        let port = server.port();
        let its_folder = folder.clone();
        thread::spawn(move || server.serve(&its_folder));
        let ask = |request: &str| {
            let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
            stream.write_all(request.as_bytes()).unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            answer
        };
        let page = ask("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assert!(page.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/html"), "{page}");
        assert!(page.ends_with("\r\n\r\n<p>the board"), "{page}");
        assert!(ask("HEAD / HTTP/1.1\r\n\r\n").ends_with("\r\n\r\n"));
        assert!(ask("GET /none.js HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404"));
        assert!(ask("POST / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405"));
        assert!(ask("\r\n\r\n").starts_with("HTTP/1.1 400"));
        fs::remove_dir_all(folder).unwrap();
    }
}
