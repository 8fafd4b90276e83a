"""`sudokubench serve`: the printed address, the message if it cannot listen, and its end by Ctrl-C."""

import json
import signal
import socket
import sys
import threading
from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import parse_qs, urlsplit

import pytest
from child import printed
from click.testing import CliRunner

from sudokubench.cli import sudokubench
from sudokubench.cli.exit_codes import code_of
from sudokubench.errors import BackendUnavailable, UsageError
from sudokubench.web import server

HARD = b'{"puzzle": "....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8..."}'


def test_it_serves_a_puzzle_until_ctrl_c_also_while_it_works(started):
    process, address = started("9x9-diagonal:" + "." * 81, "--lang", "ja")
    url = urlsplit(address)
    assert parse_qs(url.fragment) == {"p": ["9x9-diagonal:" + "." * 81], "lang": ["ja"]}
    assert url.hostname == "127.0.0.1"
    with closing(HTTPConnection("127.0.0.1", url.port, timeout=600)) as asked:
        asked.request("GET", "/")
        assert asked.getresponse().read().startswith(b"<!doctype html>")
        asked.request("POST", "/api/rate", HARD, {"content-type": "application/json"})
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=600)
    assert (process.returncode, out) == (130, "")
    assert "Traceback" not in err


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all addresses of 127.0.0.0/8")
def test_the_link_leads_to_the_address_at_which_it_listens(started):
    url = urlsplit(started("--host", "127.8.8.8")[1])
    with closing(HTTPConnection(url.hostname, url.port, timeout=600)) as asked:
        asked.request("GET", "/")
        assert asked.getresponse().status == 200


def test_many_puzzles_are_a_collection_and_a_broken_one_is_named(started, tmp_path):
    (tmp_path / "many.txt").write_text("1...3..2...3..2.\n4x4:12\n4x4+anti-knight:1...............\n")
    process, address = started(str(tmp_path / "many.txt"), "queens:4")
    url = urlsplit(address)
    assert "p" not in parse_qs(url.fragment)
    with closing(HTTPConnection("127.0.0.1", url.port, timeout=600)) as asked:
        asked.request("GET", "/api/opened")
        assert json.load(asked.getresponse()) == ["1...3..2...3..2.", "4x4+anti-knight:1..............."]
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=600)
    assert "many.txt:2:" in err
    assert "queens:4" in err


def test_a_port_that_is_in_use_is_reported_with_a_remedy():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = CliRunner().invoke(sudokubench, ["serve", "--no-browser", "--port", str(port)])
        assert isinstance(done.exception, UsageError)
        assert str(done.exception).startswith(f"port {port} cannot be used: ")
        assert "leave out --port" in str(done.exception)
    assert code_of(done.exception) == 2


def test_without_the_extra_the_line_that_installs_it_is_reported(monkeypatch):
    monkeypatch.setitem(sys.modules, "starlette", None)
    done = CliRunner().invoke(sudokubench, ["serve"])
    assert isinstance(done.exception, BackendUnavailable)
    assert "pip install" in str(done.exception)
    assert "[web]" in done.exception.to("ja")
    assert code_of(done.exception) == 2


def test_the_help_loads_no_server():
    code = (
        "import sys\nfrom sudokubench.cli import main\nsys.argv = ['sudokubench', 'serve', '--help']\n"
        "try:\n    main()\nexcept SystemExit:\n    print({'starlette', 'uvicorn', 'numba'} & {*sys.modules})"
    )
    assert printed(code).endswith("set()\n")


def test_answers_are_sent_without_delay():
    """asyncio sets TCP_NODELAY only for a named protocol; otherwise each answer waits for an acknowledgement."""
    with closing(server.listening(0)) as found:
        assert found.proto == socket.IPPROTO_TCP


def test_the_browser_is_not_opened_where_it_would_take_the_terminal(monkeypatch):
    opened = threading.Event()
    monkeypatch.setattr("webbrowser.open", lambda address: opened.set())
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not server.show("http://127.0.0.1:1/")
    monkeypatch.setenv("DISPLAY", ":0")
    assert server.show("http://127.0.0.1:1/")
    assert opened.wait(60)
