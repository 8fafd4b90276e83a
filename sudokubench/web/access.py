"""Access control of the server: check its name, the page that asks and the token; add security headers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hmac import compare_digest
from ipaddress import ip_address
from secrets import token_urlsafe
from socket import inet_aton

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sudokubench.errors import SudokubenchError, UsageError
from sudokubench.web.errors import refused
from sudokubench.web.words import NO_NAME_GIVEN, NO_TOKEN, NOT_A_NAME, OTHER_HOST, OTHER_PAGE, OTHER_SITE

_HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' blob:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; object-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}
_OWN = ("127.0.0.1", "localhost")
_NAME = re.compile(r"([a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(:[0-9]{1,5})?", re.IGNORECASE)
_PORT = re.compile(r":\d+$")  # not the colons of an address such as [fe80::1]
_PRIVATE = ("/api/", "/health")


@dataclass(frozen=True, slots=True)
class Names:
    """The names under which clients may reach the server, with or without a port, and the required token, if any.

    Attributes:
        others: Names for other machines.
        token: The token; None if only this machine can reach the server.
        own: Names for this machine.
    """

    others: tuple[str, ...] = ()
    token: str | None = None
    own: tuple[str, ...] = _OWN

    @classmethod
    def allowed(cls, others: tuple[str, ...], address: str) -> Names:
        """Return the allowed names; add a token if `others` holds a name.

        Raise UsageError if a name is malformed, or no name is given although other machines can reach the address.
        """
        for name in others:
            if not _NAME.fullmatch(name):
                raise UsageError(NOT_A_NAME.format(name=repr(name[:100])))
        own = _loopback(address)
        if not (others or own):
            raise UsageError(NO_NAME_GIVEN.format(address=address))
        names = _OWN if own is None else tuple(dict.fromkeys((own, *_OWN)))
        return cls(tuple(map(str.lower, others)), token_urlsafe(24) if others else None, names)

    def at(self, port: int) -> list[str]:
        """Return all allowed names, each with its own port or else with `port`."""
        return [name if _PORT.search(name) else f"{name}:{port}" for name in (*self.others, *self.own)]

    def opened_by(self, headers: Headers, cookie: str) -> bool:
        """Return whether a request needs no token, or has it in its Authorization header or its cookie `cookie`."""
        if self.token is None:
            return True
        cookies = cookie_parser(headers.get("cookie", ""))
        brought = headers.get("authorization", "").removeprefix("Bearer "), cookies.get(cookie, "")
        return any(compare_digest(one.encode(), self.token.encode()) for one in brought)


def _loopback(address: str) -> str | None:
    """Return an address as browsers write it if only this machine can reach it, otherwise None."""
    try:
        found = ip_address(address)
    except ValueError:
        try:
            found = ip_address(inet_aton(address))  # 127.1 is short for 127.0.0.1
        except (OSError, ValueError):
            return "localhost" if address.lower() == "localhost" else None
    name = f"[{found}]" if found.version == 6 else str(found)
    return name if found.is_loopback else None


def _is_from_another_site(scope: Scope, headers: Headers) -> bool:
    """Return whether the browser's headers say that a page of another site or port asks for data.

    Any site may link to our pages, so a navigation by GET is allowed.
    """
    foreign = {*headers.getlist("sec-fetch-site")} - {"same-origin", "none"}
    is_link = scope.get("method") == "GET" and headers.getlist("sec-fetch-mode") == ["navigate"]
    return bool(foreign) and not is_link and scope["path"].startswith(_PRIVATE)


class Access:
    """Middleware: allow only requests that use a name of this server and come from its own pages.

    It also refuses a foreign name that is made to point here (DNS rebinding). A client that sends the token in a header
    also gets it as a cookie, because frames and pictures cannot send headers.
    """

    def __init__(self, inner: ASGIApp, names: Names) -> None:
        self._inner, self._names = inner, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See `ASGIApp`."""
        headers = Headers(scope=scope)
        port = (scope.get("server") or ("", 0))[1]
        cookie, names = f"sudokubench_{port}", self._names.at(port)
        host, origins = headers.get("host", "").lower(), headers.getlist("origin")
        given = dict(_HEADERS)
        answer: ASGIApp = self._inner
        called = {host} if _PORT.search(host) else {f"{host}:80", f"{host}:443"}  # browsers omit these ports
        schemes = ("http",) if self._names.token is None else ("http", "https")  # a proxy may speak TLS
        if called.isdisjoint(names):
            answer = refused(421, SudokubenchError(OTHER_HOST.format(host=repr(host[:100]), known=names[0])))
        elif not {*origins} <= {f"{scheme}://{host}" for scheme in schemes}:
            answer = refused(403, SudokubenchError(OTHER_PAGE.format(origin=repr(", ".join(origins)[:100]))))
        elif _is_from_another_site(scope, headers):
            answer = refused(403, SudokubenchError(OTHER_SITE))
        elif not self._names.opened_by(headers, cookie):
            if scope["path"].startswith(_PRIVATE):  # the files of the page itself hold no data
                answer = refused(401, SudokubenchError(NO_TOKEN))
                given["www-authenticate"] = "Bearer"
        elif self._names.token is not None and "authorization" in headers:
            given["set-cookie"] = f"{cookie}={self._names.token}; Path=/; HttpOnly; SameSite=Strict"

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = dict(message["headers"])
                extra = [(key.encode(), text.encode()) for key, text in given.items()]
                message["headers"] = [*message["headers"], *(one for one in extra if one[0] not in own)]
            await send(message)

        await answer(scope, receive, guarded)
