"""A server as `serve` runs it, in a separate thread; its clients, and its page in a browser."""

import json
import os
import subprocess
import sys
from functools import partial
from http.client import HTTPConnection
from threading import Thread
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from sudokubench.web import server


class Answer(NamedTuple):
    status: int
    headers: dict
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)


@pytest.fixture(scope="session")
def running(tmp_path_factory):
    """Return a function that starts a server in this process and returns its port; the server ends with the process."""

    def start(names=None):
        found, results = server.listening(0), str(tmp_path_factory.mktemp("results"))
        Thread(target=server.serve, args=(found, results, names), daemon=True).start()
        return found.getsockname()[1]

    return start


@pytest.fixture
def started():
    """Return a function that starts a server as a process of its own, and returns the process and its address."""
    some = []

    def start(*words):
        some.append(
            subprocess.Popen(
                [sys.executable, "-m", "sudokubench", "serve", "--no-browser", *words],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | {"LC_ALL": "C.UTF-8"},
            )
        )  # fmt: skip
        return some[-1], some[-1].stdout.readline().strip()

    yield start
    for process in some:
        process.kill()
        process.communicate()


@pytest.fixture(scope="session")
def port(running):
    return running()


@pytest.fixture(scope="session")
def ask(port, client):
    """Return a function that asks the server of `port`."""
    return partial(client, port)


@pytest.fixture(scope="session")
def client():
    """Return a function that asks a server at a port. A body other than bytes is sent as JSON."""

    def asked(port, path, body=None, method=None, **headers):
        connection = HTTPConnection("127.0.0.1", port, timeout=600)
        sent = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        kinds = {} if body is None else {"content-type": "application/json"}
        headers = kinds | {name.replace("_", "-"): text for name, text in headers.items()}
        connection.request(method or ("GET" if body is None else "POST"), path, sent, headers)
        answer = connection.getresponse()
        found = Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        connection.close()
        return found

    return asked


@pytest.fixture
def visit(browser, port):
    """Return a function that opens the page at a link and waits for its verdict. Browser errors fail the test."""
    opened, complaints = [], []

    def note(message):
        if message.type in {"error", "warning"} and not message.text.startswith("Failed to load resource"):
            complaints.append(message.text)

    def visited(link, size=(1280, 900), address=f"http://127.0.0.1:{port}/", **more):
        width, height = size
        opened.append(browser.new_context(viewport={"width": width, "height": height}, **more))
        opened[-1].set_default_timeout(120_000)
        page = opened[-1].new_page()
        page.on("console", note)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{address}#{link}")
        expect(page.locator("#verdict")).not_to_be_empty()
        return page

    yield visited
    for context in opened:
        context.close()
    assert complaints == []
