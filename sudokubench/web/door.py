"""Who is let in: who calls the server by one of its names, from a page of its own, and with its token if it has one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hmac import compare_digest
from ipaddress import ip_address
from secrets import token_urlsafe

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sudokubench.errors import SudokubenchError, UsageError
from sudokubench.web.refusal import refused
from sudokubench.words import Words

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
_PRIVATE = ("/api/", "/health")


@dataclass(frozen=True, slots=True)
class Names:
    """By what names the server may be called, each with a port of its own or not; and the token to bring, if any."""

    others: tuple[str, ...] = ()
    token: str | None = None

    @classmethod
    def allowed(cls, others: tuple[str, ...], address: str) -> Names:
        """With a token where there are other names than those of this machine.

        Raises:
            UsageError: One is no name; or there is none though others can reach the address.
        """
        for name in others:
            if not _NAME.fullmatch(name):
                raise UsageError(_NO_NAME.format(name=repr(name[:100])))
        if not (others or is_loopback(address)):
            raise UsageError(_NAMELESS.format(address=address))
        return cls(tuple(map(str.lower, others)), token_urlsafe(24) if others else None)

    def at(self, port: int) -> list[str]:
        """All names, with ports."""
        return [name if re.search(r":\d+$", name) else f"{name}:{port}" for name in (*self.others, *_OWN)]

    def opened_by(self, headers: Headers, cookie: str) -> bool:
        """Whether a request brings the token, in its header or a cookie."""
        if self.token is None:
            return True
        brought = headers.get("authorization", "").removeprefix("Bearer "), _cookie(headers, cookie)
        return any(compare_digest(one.encode(), self.token.encode()) for one in brought)


def is_loopback(address: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def _cookie(headers: Headers, name: str) -> str:
    return cookie_parser(headers.get("cookie", "")).get(name, "")


class Door:
    """Answers who calls this server by a name of its own, and pages of its own: no page of others can ask anything.

    A name of the network that is made to point here (DNS rebinding) is refused, too. Who brings the token in a header
    gets it as a cookie, for frames and pictures cannot send headers.
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
        called = {host} if ":" in host else {f"{host}:80", f"{host}:443"}  # browsers leave these ports out
        schemes = ("http",) if self._names.token is None else ("http", "https")  # a proxy may speak TLS
        if called.isdisjoint(names):
            answer = refused(421, SudokubenchError(_OTHER_HOST.format(host=repr(host[:100]), known=names[0])))
        elif not {*origins} <= {f"{scheme}://{host}" for scheme in schemes}:
            answer = refused(403, SudokubenchError(_OTHER_PAGE.format(origin=repr(", ".join(origins)[:100]))))
        elif not self._names.opened_by(headers, cookie):
            if scope["path"].startswith(_PRIVATE):  # what the page itself is made of holds nothing
                answer = refused(401, SudokubenchError(_NO_TOKEN))
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


_NO_NAME = Words("--allow-host {name}: it takes a name or address as browsers send it, NAME or NAME:PORT",
                 "--allow-host {name}：ブラウザーが送る名前かアドレスを NAME か NAME:PORT で指定します")  # fmt: skip
_NAMELESS = Words(
    "others can reach {address}: say with --allow-host NAME by which name they may, such as that of this machine",
    "{address} にはほかのコンピューターからも届きます。使ってよい名前を --allow-host NAME で指定してください",
)
_OTHER_HOST = Words("the name {host} is not that of this server; open http://{known}",
                    "{host} はこのサーバーの名前ではありません。http://{known} を開いてください")  # fmt: skip
_OTHER_PAGE = Words("the page {origin} may not ask this server", "ページ {origin} はこのサーバーを使えません")
_NO_TOKEN = Words(
    "the token is missing, or another one: open the link that serve has printed, or send Authorization: Bearer TOKEN",
    "トークンがないか、違っています。serve が表示したリンクを開くか、Authorization: Bearer TOKEN を送ってください",
)
