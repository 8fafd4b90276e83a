"""Requests that our page never sends: the server refuses each with a status and our sentence, and serves the next."""

import json
import os
import socket
import subprocess
import sys
from contextlib import suppress
from http.client import HTTPResponse
from urllib.parse import quote, urlsplit

import pytest

PUZZLE = "1...3..2...3..2."
GOOD = b'{"puzzle": "1...3..2...3..2."}'
HTML = "<script>alert(1)</script>"
SCHEMA = "sudokubench.puzzle/1"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Return a server in a separate process; it must print nothing on stderr until its end."""
    folder = tmp_path_factory.mktemp("hostile")
    with open(folder / "stderr", "w+b") as stderr:
        process = subprocess.Popen(
            [sys.executable, "-m", "sudokubench", "serve", "--no-browser", "--results", str(folder / "results")],
            stdout=subprocess.PIPE, stderr=stderr, text=True, env=os.environ | {"LC_ALL": "C.UTF-8"},
        )  # fmt: skip
        yield urlsplit(process.stdout.readline().strip())
        process.kill()
        process.communicate()
        stderr.seek(0)
        said = stderr.read().decode()
    assert said == "sudokubench: serving this machine only; Ctrl-C ends the server\n"
    assert [*folder.iterdir()] == [folder / "stderr"]


def asked(server, raw):
    """Return the status, headers and body of the answer to bytes, in which HOST stands for the server's name."""
    with socket.create_connection((server.hostname, server.port), timeout=600) as connection:
        with suppress(ConnectionError):  # the server may refuse a head and close before all of it is sent
            connection.sendall(raw.replace(b"HOST", server.netloc.encode()))
        answer = HTTPResponse(connection, method="HEAD" if raw.startswith(b"HEAD") else None)
        answer.begin()
        return answer.status, answer.headers, answer.read()


def request(method, path, *headers, body=b"", host="HOST"):
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", *headers]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def get(path, *headers, **more):
    return request("GET", path, *headers, **more)


def post(name, body, *headers, kind="application/json", length=None, **more):
    body = body if isinstance(body, bytes) else json.dumps(body).encode()
    sizes = f"Content-Length: {len(body) if length is None else length}"
    return request("POST", f"/api/{name}", f"Content-Type: {kind}", sizes, *headers, body=body, **more)


def solve(body=GOOD, *headers, **more):
    return post("solve", body, *headers, **more)


def chunked(*parts, headers=()):
    body = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts)
    head = ("Content-Type: application/json", "Transfer-Encoding: chunked", *headers)
    return request("POST", "/api/solve", *head, body=body + b"0\r\n\r\n")


def drawing(**fields):
    return get("/api/drawing?" + "&".join(f"{name}={quote(text)}" for name, text in fields.items()))


REQUESTS = {
    # the client
    "another name": (421, get("/", host="evil.example")),
    "another name with our port": (421, solve(host="evil.example:HOST")),
    "no name": (421, b"GET / HTTP/1.0\r\n\r\n"),
    "two names": (400, get("/", "Host: evil.example")),
    "our name as part of another": (421, get("/", host="HOST.evil.example")),
    "a user before our name": (421, get("/", host="user@HOST")),
    "our name without a port": (421, get("/", host="127.0.0.1")),
    "the name of all addresses": (421, get("/", host="0.0.0.0")),
    "an address as a number": (421, get("/", host="2130706433")),
    "a name in another script": (421, get("/", host="ｌocalhost".encode().decode("latin-1"))),
    "a forwarded name": (421, get("/", "X-Forwarded-Host: HOST", host="evil.example")),
    "another page": (403, solve(b"{}", "Origin: http://evil.example")),
    "a page of a file": (403, solve(b"{}", "Origin: null")),
    "two pages": (403, solve(b"{}", "Origin: http://HOST", "Origin: http://evil.example")),
    "another site without an origin": (403, solve(b"{}", "Sec-Fetch-Site: cross-site")),
    "another port without an origin": (403, solve(b"{}", "Sec-Fetch-Site: same-site")),
    "another site that navigates": (403, solve(b"{}", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate")),
    "a picture on another site": (403, get("/api/history", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors")),
    "another page that reads": (403, get("/api/history", "Origin: http://evil.example")),
    # method and version
    "another method": (405, request("DELETE", "/api/solve")),
    "a trace": (405, request("TRACE", "/")),
    "a preflight": (405, request("OPTIONS", "/api/solve", "Access-Control-Request-Method: POST")),
    "a proxy": ({400, 404}, request("CONNECT", "evil.example:443")),
    "a method of our own": (405, request("SUDOKU", "/")),
    "a call as a page": (405, get("/api/solve")),
    "a page as a call": (405, post("history", b"{}")),
    "a form": (415, solve(b"puzzle=1", kind="application/x-www-form-urlencoded")),
    "plain text": (415, solve(kind="text/plain")),
    "parts": (415, solve(kind="multipart/form-data; boundary=x")),
    "another protocol": (421, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    "a greeting of TLS": (400, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 300 + b"\r\n\r\n"),
    "no request": (400, b"\r\n\r\nhello\r\n\r\n"),
    # heads
    "a long header": (400, get("/", "X: " + "x" * (1 << 20))),
    "many headers": (400, get("/", *(f"X{n}: x" for n in range(20_000)))),
    "a query of a megabyte": (400, get("/api/drawing?puzzle=" + "1" * (1 << 20))),
    "a header in two lines": (400, get("/", "X: a\r\n  Host: evil.example\r\n\x00")),
    "a space before the colon": (400, get("/", "Transfer-Encoding : chunked")),
    "a NUL in a header": (400, get("/", "X: a\0b")),
    "an upgrade": (404, get("/socket", "Connection: Upgrade", "Upgrade: websocket")),
    "cookies": (404, get("/nothing", f"Cookie: session={HTML}; " + "a=b; " * 1000)),
    # bodies and their lengths
    "both lengths": (400, chunked(b"{}", headers=("Content-Length: 2",))),
    "two lengths": (400, solve(b"{}", "Content-Length: 1")),
    "a negative length": (400, solve(b"{}", length=-1)),
    "a length in words": (400, solve(b"{}", length="two")),
    "a length beyond all": (400, solve(b"{}", length="9" * 400)),
    "an unknown coding": ({400, 501}, solve(b"", "Transfer-Encoding: gzip", length=0)),
    "a chunk of bad size": (400, chunked()[:-5] + b"zz\r\n{}\r\n0\r\n\r\n"),
    "a chunk that says less": (400, chunked()[:-5] + b'1\r\n{"puzzle": 1}\r\n0\r\n\r\n'),
    "chunks beyond the limit": (413, chunked(*[b" " * 8192] * 16)),
    "65 KB": (413, solve(b" " * (65 << 10))),
    "5 MB to be read": (413, post("read", b" " * (5 << 20))),
    "4 MB of one digit": (422, post("read", {"text": "1" * 4_000_000})),
    "many lines": (422, post("read", {"text": "x\n" * 100_000})),
    "compressed": (422, solve(b"\x1f\x8b\x08" + b"\0" * 20, "Content-Encoding: gzip")),
    # paths
    "the folder above": (404, get("/../pyproject.toml")),
    "the folder above, escaped": (404, get("/static/..%2f..%2fapp.py")),
    "the folder above, twice escaped": (404, get("/%252e%252e/app.py")),
    "the folder above, in another way": (404, get("/..\\app.py")),
    "a path with NUL": (404, get("/app.js%00.html")),
    "a path from the root": (404, get("//etc/passwd")),
    "an absolute address": ({400, 404, 421}, get("http://evil.example/")),
    "a path of HTML": (404, get(f"/{quote(HTML)}", "Accept: text/html")),
    "a path that turns the writing": (404, get("/%E2%80%AE%E2%81%A6x")),
    "a path of half characters": (404, get("/%ED%A0%80%FF")),
    "a long path": (404, get("/" + "a/" * 20_000)),
    "a path of another case": (404, get("/API/solve")),
    # JSON
    "no number": (422, solve(b'{"puzzle": NaN}')),
    "a number without end": (422, solve(b'{"puzzle": -Infinity}')),
    "a number of 4,000 digits": (400, solve(b'{"puzzle": ' + b"9" * 4000 + b"}")),
    "a number of 50,000 digits": (422, solve(b'{"puzzle": ' + b"9" * 50_000 + b"}")),
    "an exponent beyond all": (422, post("generate", b'{"seconds": 1e999999}')),
    "deep lists": (422, solve(b'{"puzzle": ' + b"[" * 30_000 + b"]" * 30_000 + b"}")),
    "deep objects": (422, solve(b'{"puzzle":' * 5_000 + b"1" + b"}" * 5_000)),
    "a field twice": (422, solve(b'{"puzzle": "1", "puzzle": "2"}')),
    "half a character": (422, solve(b'{"puzzle": "\\ud800"}')),
    "no UTF-8": (422, solve(b'{"puzzle": "\xff"}')),
    "another coding": (422, solve('{"puzzle": "1"}'.encode("utf-16"))),
    "a list": (422, solve(b"[]")),
    "nothing": (422, solve(b"")),
    "two objects": (422, solve(b"{}{}")),
    "a field of objects": (400, solve({"puzzle": PUZZLE, "__proto__": {"lang": "ja"}})),
    # fields
    "a board of HTML": (422, solve({"puzzle": HTML})),
    "a layout of HTML": (422, solve({"puzzle": {"schema": SCHEMA, "layout": HTML, "clues": PUZZLE}})),
    "an engine of HTML": (400, post("race", {"corpus": PUZZLE, "backends": [HTML]})),
    "an engine that loads a module": (400, post("race", {"corpus": PUZZLE, "backends": ["os:system=id"]})),
    "an engine with options": (400, post("race", {"corpus": PUZZLE, "backends": ["dlx:kernel=nodes"]})),
    "engines as a text": (400, post("race", {"corpus": PUZZLE, "backends": "dlx"})),
    "a million engines": (400, post("race", {"corpus": PUZZLE, "backends": ["x"] * 500_000})),
    "a corpus that is a file": (422, post("race", {"corpus": "/etc/passwd", "backends": ["dlx"]})),
    "a cluster": (422, post("race", {"corpus": "dask://evil.example:1", "backends": ["dlx"]})),
    "a tiling without end": (400, get("/api/watch?problem=tromino:99999998")),
    "an engine that turns the writing": (400, post("race", {"corpus": PUZZLE, "backends": ["\u202edlx\u2066"]})),
    "digits of others": (422, solve({"puzzle": "１...3..2...3..٢."})),
    "a board of a million cells": (422, solve({"puzzle": {"schema": SCHEMA, "layout": {"size": 1000}, "clues": "."}})),
    "clues that are a number": (422, solve({"puzzle": {"schema": SCHEMA, "layout": "9x9", "clues": 10**400}})),
    "an unknown schema": (422, solve({"puzzle": {"schema": f"{SCHEMA}{HTML}", "clues": PUZZLE}})),
    "a candidate of HTML": (400, post("why", {"puzzle": PUZZLE, "candidate": HTML})),
    "symbols of HTML": (400, post("read", {"text": PUZZLE, "symbols": HTML})),
    "a step without end": (400, drawing(puzzle=PUZZLE, step="9" * 5000)),
    "a step twice": (422, get(f"/api/drawing?puzzle={PUZZLE}&step=1&step=2")),
    "a step of others": (400, drawing(puzzle=PUZZLE, step="²")),
    "a step below none": (400, drawing(puzzle=PUZZLE, step="-1")),
    "a run that is a path": (422, get("/api/report?run=..%2F..%2Fetc%2Fpasswd")),
    "a run of SQL": (422, get("/api/report?run=" + quote("' OR 1=1 --"))),
    "a run of HTML": (422, get("/api/report?run=" + quote(HTML), "Accept: text/html")),
    "a run twice": (422, get("/api/report?run=a&run=b")),
    "a run of half characters": (422, get("/api/report?run=%ED%A0%80%00")),
    "a run that is none": (422, get("/api/comparison?run=&other=")),
    "an unknown field of HTML": (400, get("/api/history?" + quote(HTML) + "=1", "Accept: text/html")),
    "a seed beyond all": (400, post("generate", {"seed": 1 << 63})),
    "a seed that is none": (400, post("generate", {"seed": 1.5})),
    "seconds without end": (400, post("generate", {"seconds": 1e308})),
    "a flag that is a number": (400, post("generate", {"minimal": 1})),
    "a layout that is a file": ({400, 422}, post("generate", {"layout": "../../etc/passwd"})),
    "a rule of HTML": (400, post("generate", {"needs": [HTML]})),
}  # fmt: skip


@pytest.mark.parametrize(("status", "raw"), REQUESTS.values(), ids=REQUESTS.keys())
def test_it_is_refused_with_a_sentence_and_the_next_one_answered(server, status, raw):
    got, headers, body = asked(server, raw)
    assert got in (status if isinstance(status, set) else {status}), body[:500]
    assert "set-cookie" not in headers
    assert ("allow" in headers) == (got == 405)
    if "text/html" in headers["content-type"]:
        assert HTML.encode() not in body
    else:
        error = json.loads(body)
        assert error["schema"] == "sudokubench.error/1"
        assert error["en"]
        assert error["ja"]
        assert len(body) < 3000
        assert "Traceback" not in error["en"]
        assert "internal error" not in error["en"]
    assert asked(server, solve())[0] == 200
    assert json.loads(asked(server, get("/health"))[2])["waiting"] == 0
