"""Many at once: slow clients, too many clients, hard boards; the server still answers and leaves no process."""

import json
import signal
import socket
from contextlib import ExitStack
from http.client import HTTPResponse
from urllib.parse import urlsplit

import psutil
import pytest
from endless_cases import RACE, large

from sudokubench.processes.tree import ProcessFamily
from sudokubench.web import app, protocol

MANY = 100


def request(port, name, fields=None, length=None):
    body = b"" if fields is None else json.dumps(fields).encode()
    head = f"{'GET' if fields is None else 'POST'} {name} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
    kind = (
        f"Content-Type: application/json\r\nContent-Length: {len(body) if length is None else length}\r\n\r\n"
    )
    return (head + kind).encode() + body


def answered(client):
    answer = HTTPResponse(client)
    answer.begin()
    return answer.status, dict(answer.getheaders()), json.loads(answer.read())


def ask(port, *given):
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall(request(port, *given))
        return answered(client)


@pytest.fixture
def port(running):
    """Return the port of a server that no other test uses."""
    return running()


def crowd(stack, port, n, data=b""):
    clients = []
    for _ in range(n):  # each client sends at once: the server waits only a second
        clients.append(stack.enter_context(socket.create_connection(("127.0.0.1", port))))
        clients[-1].sendall(data)
    return clients


def test_slow_clients_do_not_delay_others_and_get_a_timeout_reply(port, monkeypatch):
    for module in (protocol, app):
        monkeypatch.setattr(module, "READ_SECONDS", 1.0)
    whole = request(port, "/api/solve", {"puzzle": "1...3..2...3..2."}, length=100)
    with ExitStack() as stack:
        for part in (whole[:30], whole[:-5]):
            late = crowd(stack, port, MANY // 2, part)
            assert ask(port, "/health")[0] == 200
            for client in late:
                client.sendall(b"1")
            assert {answered(client)[0] for client in late} == {408}
        silent, late = crowd(stack, port, 1), crowd(stack, port, 1, whole)
        assert silent[0].recv(1) == b""
        assert answered(late[0])[0] == 408


def test_above_the_limit_of_connections_requests_are_refused_until_clients_leave(port, monkeypatch):
    monkeypatch.setattr(protocol, "READ_SECONDS", 600.0)
    assert ask(port, "/health")[0] == 200
    with ExitStack() as stack:
        crowd(stack, port, protocol.MOST_CONNECTIONS)
        status, headers, error = ask(port, "/health")
        assert (status, headers["retry-after"], error["schema"]) == (503, "1", "sudokubench.error/1")
    while ask(port, "/health")[0] == 503:
        pass


def test_with_many_hard_boards_some_wait_others_are_refused_and_no_work_is_left_at_the_end(port):
    with ExitStack() as stack:
        clients = []
        for seed in range(50):
            clients += crowd(stack, port, 1, request(port, "/api/solve", {"puzzle": large(seed)}))
        while (load := ask(port, "/health")[2])["waiting"] < 32:
            pass
        assert load["working"] == 2
        status, headers, error = ask(port, "/api/solve", {"puzzle": "1...3..2...3..2."})
        assert (status, headers["retry-after"]) == (429, "1")
        assert error["en"].startswith("32 requests are waiting already")
    while ask(port, "/health")[2] != {"schema": "sudokubench.health/1", "working": 0, "waiting": 0}:
        pass
    assert ask(port, "/api/solve", {"puzzle": "1...3..2...3..2."})[0] == 200


@pytest.mark.parametrize(("name", "fields"), [("solve", {"puzzle": large(0)}), ("race", RACE)])
def test_nothing_is_left_running_after_ctrl_c(started, tmp_path, name, fields):
    process, address = started("--results", str(tmp_path))
    port = urlsplit(address).port
    with ExitStack() as stack:
        crowd(stack, port, 1, request(port, f"/api/{name}", fields))
        below = []
        while len(below) < 2 or ask(port, "/health")[2]["working"] < 1:  # a worker and its supervisor
            below = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
    assert (process.returncode, "Traceback" in said) == (130, False), said
    while any(ProcessFamily(one.pid).lives() for one in below):
        pass
