"""Access from other machines needs an allowed name and the token of the link."""

import pytest
from click.testing import CliRunner

from sudokubench.cli import sudokubench
from sudokubench.cli.exit_codes import code_of
from sudokubench.errors import UsageError
from sudokubench.web import server
from sudokubench.web.access import Names

GOOD = b'{"puzzle": "1...3..2...3..2."}'


@pytest.fixture(scope="module")
def names():
    return Names.allowed(("Box.lan", "proxy.lan:443", "[fe80::1]:80"), "0.0.0.0")


@pytest.fixture(scope="module")
def ask(names, running, client):
    """Return a function for the status and headers of an answer, from a server with these names."""
    port = running(names)

    def asked(path, host="box.lan:PORT", **headers):
        sent = {name: text.replace("PORT", str(port)) for name, text in {"host": host, **headers}.items()}
        return client(port, path, GOOD if path == "/api/solve" else None, **sent)[:2]

    return asked


@pytest.mark.parametrize(
    "path", ["/api/solve", "/health", "/api/openapi.json", "/api/history", "/api/nothing"]
)
def test_nothing_is_answered_without_the_token_and_everything_with_it(ask, names, path):
    good = {"/api/nothing": 404, "/api/history": 422}.get(path, 200)  # the folder has no run
    for given in ("", "Bearer ", "Bearer x", f"Bearer {names.token}x", f"Basic {names.token}"):
        status, headers = ask(path, authorization=given)
        assert (status, headers["www-authenticate"], "set-cookie" in headers) == (401, "Bearer", False), given
    assert ask(path, authorization=f"Bearer {names.token}")[0] == good
    assert ask(path, cookie=f"a=b; sudokubench_PORT={names.token}")[0] == good
    assert ask(path, cookie=f"a=b; sudokubench_PORT={names.token}x")[0] == 401
    assert ask(path, cookie=f"sudokubench={names.token}")[0] == 401


def test_every_client_gets_the_page_but_only_the_token_gets_the_cookie(ask, names):
    for given in ({}, {"authorization": "Bearer x"}, {"cookie": f"sudokubench_PORT={names.token}"}):
        for path in ("/", "/api.js", "/style.css"):
            status, headers = ask(path, **given)
            assert (status, "set-cookie" in headers) == (200, False)
    cookie = ask("/health", authorization=f"Bearer {names.token}")[1]["set-cookie"]
    assert names.token in cookie
    assert cookie.endswith("; Path=/; HttpOnly; SameSite=Strict")


def test_only_names_that_are_allowed_are_answered(ask, names):
    given = {"authorization": f"Bearer {names.token}"}
    ours = "box.lan:PORT", "BOX.LAN:PORT", "proxy.lan", "proxy.lan:443", "127.0.0.1:PORT", "localhost:PORT"
    for host in (*ours, "[fe80::1]", "[FE80::1]:80"):
        assert ask("/health", host, **given)[0] == 200, host
    for host, origin in (("box.lan:PORT", "http://box.lan:PORT"), ("proxy.lan", "https://proxy.lan")):
        assert ask("/health", host, origin=origin, **given)[0] == 200
    others = "box.lan", "box.lan:80", "proxy.lan:PORT", "0.0.0.0:PORT", "other.lan:PORT", "x.box.lan:PORT"
    for host in (*others, "[fe80::1]:PORT", "[fe80::2]"):
        assert ask("/health", host, **given)[0] == 421, host
    assert ask("/api/solve", origin="http://proxy.lan", **given)[0] == 403


def test_a_page_of_another_site_is_refused_where_the_browser_says_so(ask, names):
    """The server once answered a POST without an Origin, although the browser called it cross-site."""
    given = {"authorization": f"Bearer {names.token}"}
    sites = {"same-origin": 200, "none": 200, "same-site": 403, "cross-site": 403}
    for site, status in sites.items():
        assert ask("/api/solve", **given, **{"sec-fetch-site": site})[0] == status, site
        assert ask("/health", **given, **{"sec-fetch-site": site})[0] == status, site
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert ask("/", **link)[0] == ask("/", **{"sec-fetch-site": "cross-site"})[0] == 200
    assert ask("/health", **given, **link)[0] == 200
    assert ask("/api/solve", **given, **link)[0] == 403


def test_each_start_has_a_token_of_its_own_and_none_where_only_this_machine_calls():
    some = {Names.allowed(("a",), "::").token for _ in range(3)}
    assert len(some) == 3
    assert all(len(token) >= 32 for token in some)
    for address, name in (
        ("127.0.0.1", "127.0.0.1"), ("::1", "[::1]"), ("0:0::1", "[::1]"), ("LocalHost", "localhost"),
        ("127.8.8.8", "127.8.8.8"), ("127.1", "127.0.0.1"),
    ):  # fmt: skip
        own = Names.allowed((), address)
        assert (own.token, own.at(8)[0]) == (None, f"{name}:8")
        assert {"127.0.0.1:8", "localhost:8"} <= {*own.at(8)}
    assert Names.allowed(("[FE80::1]:9",), "::").at(8)[0] == "[fe80::1]:9"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["--host", "0.0.0.0"],
            "other machines can reach 0.0.0.0: add --allow-host NAME with the name that they use",
        ),
        (["--host", "::"], "other machines can reach ::"),
        (["--host", "\udcff"], "other machines can reach"),
        (["--host", "a" * 64, "--allow-host", "a"], "cannot be used"),
        (["--allow-host", "http://a"], "--allow-host 'http://a': it takes a name or address"),
        (["--allow-host", "a\r\nb"], "it takes a name or address"),
        (["--allow-host", ""], "it takes a name or address"),
        (["--host", "192.0.2.1", "--allow-host", "a"], "the address '192.0.2.1' cannot be used"),
        (["--host", "a.invalid", "--allow-host", "a"], "the address 'a.invalid' cannot be used"),
    ],
)
def test_impossible_settings_are_refused_before_the_server_listens(words, sentence):
    done = CliRunner().invoke(sudokubench, ["serve", "--no-browser", *words])
    assert isinstance(done.exception, UsageError)
    assert sentence in str(done.exception)
    assert code_of(done.exception) == 2


def test_the_link_has_the_token_and_a_warning_comes_with_it(monkeypatch):
    def serve(found, results, names, boards):
        with found:
            print(names.token, found.getsockname()[1])

    monkeypatch.setattr(server, "serve", serve)
    words = ["serve", "--no-browser", "--host", "0.0.0.0", "--allow-host", "box.lan", "--lang", "en"]
    done = CliRunner().invoke(sudokubench, words)
    link, said = done.stdout.splitlines()
    token, port = said.split()
    assert link == f"http://box.lan:{port}/#token={token}&lang=en"
    assert "WARNING: everyone with this link can use this program" in done.stderr
    assert token not in done.stderr
