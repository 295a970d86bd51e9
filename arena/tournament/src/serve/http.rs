//! As much of HTTP/1.1 (RFC 9112) as a page server of one machine needs: GET and HEAD, one request a connection.

use std::io::{self, BufRead, Read, Write};

/// Bytes of a request's head.
const MAX_HEAD: u64 = 16 << 10;

/// What is asked for.
#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    /// The path, without a query.
    pub path: String,
    /// Whether the answer's body is not wanted.
    pub head_only: bool,
}

/// What is answered.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: &'static str,
    pub kind: &'static str,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn page(html: String) -> Answer {
        Answer { status: "200 OK", kind: "text/html; charset=utf-8", body: html.into_bytes() }
    }

    pub fn words(status: &'static str, text: &str) -> Answer {
        Answer { status, kind: "text/plain; charset=utf-8", body: format!("{text}\n").into_bytes() }
    }

    pub fn not_found() -> Answer {
        Answer::words("404 Not Found", "no such page")
    }

    pub fn busy() -> Answer {
        Answer::words("503 Service Unavailable", "too many concurrent requests")
    }

    pub fn write(&self, out: &mut impl Write, whole: bool) -> io::Result<()> {
        let Answer { status, kind, body } = self;
        write!(
            out,
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\nCache-Control: no-store\r\n\
             X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\r\n",
            body.len()
        )?;
        if whole {
            out.write_all(body)?;
        }
        out.flush()
    }
}

/// Reads the head of a request; what is answered when it is none, or asks for what nobody gives.
pub fn read(input: &mut impl BufRead, port: u16) -> Result<Request, Answer> {
    let malformed = || Answer::words("400 Bad Request", "not a request of HTTP/1.1");
    let mut head = input.take(MAX_HEAD);
    let mut line = || {
        let mut text = String::new();
        let read = head.read_line(&mut text).map_err(|_| malformed())?;
        if read == 0 || !text.ends_with('\n') { Err(malformed()) } else { Ok(text.trim_end().to_owned()) }
    };
    let first = line()?;
    let mut hosts = Vec::new();
    loop {
        let text = line()?;
        if text.is_empty() {
            break;
        }
        let (name, value) = text.split_once(':').ok_or_else(malformed)?;
        if name.eq_ignore_ascii_case("host") {
            hosts.push(value.trim().to_owned());
        }
    }
    let mut words = first.split(' ');
    let (Some(method), Some(target), Some("HTTP/1.1" | "HTTP/1.0"), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(malformed());
    };
    if !["GET", "HEAD"].contains(&method) {
        return Err(Answer::words("405 Method Not Allowed", "only GET and HEAD are answered"));
    }
    // A page of another site whose name was made to point here has that name as its host.
    let own = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    match &hosts[..] {
        [host] if own.contains(host) => {
            let path = target.split('?').next().unwrap_or_default().to_owned();
            Ok(Request { path, head_only: method == "HEAD" })
        }
        _ => Err(Answer::words("403 Forbidden", &format!("expected Host: {} or {}", own[0], own[1]))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(request: &str) -> Result<Request, &'static str> {
        read(&mut request.as_bytes(), 80).map_err(|answer| answer.status)
    }

    #[test]
    fn requests_of_this_machine_are_read() {
        let asked = |path: &str, head_only| Ok(Request { path: path.to_owned(), head_only });
        assert_eq!(status("GET /game/3?t=4 HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n"), asked("/game/3", false));
        assert_eq!(status("HEAD / HTTP/1.1\r\nAccept: */*\r\nhost: localhost:80\r\n\r\n"), asked("/", true));
    }

    #[test]
    fn others_are_refused() {
        let own = "Host: 127.0.0.1:80\r\n\r\n";
        assert_eq!(status(&format!("POST / HTTP/1.1\r\n{own}")), Err("405 Method Not Allowed"));
        assert_eq!(status("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"), Err("403 Forbidden"));
        assert_eq!(status("GET / HTTP/1.1\r\n\r\n"), Err("403 Forbidden"));
        assert_eq!(status(&format!("GET / HTTP/1.1\r\nHost: evil.example\r\n{own}")), Err("403 Forbidden"));
        for malformed in
            ["", "GET\r\n\r\n", "GET / HTTP/1.1", "GET / HTTP/3\r\nHost: 127.0.0.1:80\r\n\r\n", "\u{0}\r\n\r\n"]
        {
            assert_eq!(status(malformed), Err("400 Bad Request"), "{malformed:?}");
        }
        let endless = format!("GET / HTTP/1.1\r\n{}{own}", "X: y\r\n".repeat(4_000));
        assert_eq!(status(&endless), Err("400 Bad Request"));
    }
}
