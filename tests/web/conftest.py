"""A server as `serve` runs it, in a thread of its own, and what asks it."""

import asyncio
import json
import os
import re
import shutil
import subprocess
from html import unescape
from http.client import HTTPConnection
from threading import Thread
from typing import NamedTuple

import pytest
from starlette.responses import Response
from starlette.routing import Route

from sudokubench.web import app as web
from sudokubench.web import server

DRIVER = """
const seen = [], given = GIVEN, get = id => document.getElementById(id);
// The clock of this browser stands while it waits for an answer, and runs ahead while events stream in.
const until = async (what) => {
  for (let n = 0; !what(); n++) {
    if (n > 1500) throw Error("waited in vain: " + what);
    await fetch("pause").then(() => new Promise(go => setTimeout(go, 20)));
  }
};
const texts = selector => [...document.querySelectorAll(selector)].map(one => one.textContent);
const press = (key, more = {}) => document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", { key, code: /^[1-9]$/.test(key) ? "Digit" + key : key, bubbles: true, ...more }));
const button = text =>
  [...document.querySelectorAll("button")].find(one => one.textContent === text && !one.disabled);
const cells = () => [...document.querySelectorAll("[role=gridcell]")];
const grid = () => cells().map(one => one.textContent || ".").join("");
const settled = () => until(() => get("verdict").textContent);
const note = (name, value) => seen.push([name, value]);
window.onerror = (...what) => note("error", String(what));
document.addEventListener("securitypolicyviolation", event =>
  note("error", event.violatedDirective + event.blockedURI));
try {
  await settled();
  await (async () => { SCRIPT })();
} catch (error) { note("error", String(error) + error.stack); }
document.body.append(Object.assign(document.createElement("pre"), { id: "seen", textContent: JSON.stringify(seen) }));
"""


class Answer(NamedTuple):
    status: int
    headers: dict
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)


@pytest.fixture(scope="session")
def running(tmp_path_factory):
    """Starts a server in this process and returns its port; it ends with the process."""

    def start():
        found, results = server.listening(0), str(tmp_path_factory.mktemp("results"))
        Thread(target=server.serve, args=(found, results), daemon=True).start()
        return found.getsockname()[1]

    return start


@pytest.fixture(scope="session")
def port(running):
    return running()


@pytest.fixture(scope="session")
def ask(port):
    """The answer to a request: of a call to an object, which is sent as JSON, or to bytes as they are."""

    def asked(path, body=None, method=None, **headers):
        connection = HTTPConnection("127.0.0.1", port, timeout=120)
        sent = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        kinds = {} if body is None else {"content-type": "application/json"}
        headers = kinds | {name.replace("_", "-"): text for name, text in headers.items()}
        connection.request(method or ("GET" if body is None else "POST"), path, sent, headers)
        answer = connection.getresponse()
        found = Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        connection.close()
        return found

    return asked


@pytest.fixture(scope="session")
def drive(running, tmp_path_factory):
    """What a script notes in the page, which has it as one more module of its own."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(
            "no chromium; `apt-get install chromium` brings it"
        )
    made = web.app(str(tmp_path_factory.mktemp("results")))
    page = next(route for route in made.routes if route.path == "/").endpoint(None).body
    page = page.replace(b"</head>", b'<script type="module" src="driver.js"></script></head>')
    written = {"/driven": (page, "text/html")}

    def answer(request):
        content, kind = written[request.url.path]
        return Response(content, media_type=kind)

    async def pause(request):
        await asyncio.sleep(0.02)
        return Response()

    ways = {"/driven": answer, "/driver.js": answer, "/pause": pause}
    made.router.routes.extend(Route(path, way) for path, way in ways.items())

    def driven(script, link, size="1280,900", given=None):
        code = DRIVER.replace("GIVEN", json.dumps(given)).replace("SCRIPT", script)
        written["/driver.js"] = code, "text/javascript"
        profile = tmp_path_factory.mktemp("profile")
        command = [
            chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--dump-dom",
            "--virtual-time-budget=120000", f"--window-size={size}", f"--user-data-dir={profile}",
            f"http://127.0.0.1:{port}/driven#{link}",
        ]  # fmt: skip
        shown = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True).stdout
        found = re.search(r'<pre id="seen">(.*?)</pre>', shown, re.DOTALL)
        assert found, shown[-3000:]
        seen = json.loads(unescape(found[1]))
        assert [value for name, value in seen if name == "error"] == [], seen
        return dict(seen)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(web, "app", lambda results: made)
        port = running()
        yield driven
