"""The peer's server: threads, the loopback, a script that says what is answered, and a memory of what was asked."""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.peer.answers import HOLD, Answer, Request

Script = Callable[[Request], Answer] | Sequence[Answer]
"""What is answered: a function of the request, or answers in order, of which the last is repeated."""

DRIP = 0.02
"""Seconds between two bytes of a dripping answer."""


class Peer(str):
    """The peer's base URL, with what it was asked so far in `requests`, and the most requests it had open at once."""

    requests: list[Request]
    most_at_once: int

    @property
    def chats(self) -> list[Request]:
        return [request for request in self.requests if request.chat]


@contextmanager
def peer(script: Script) -> Iterator[Peer]:
    """A server that answers by `script` until the block ends."""
    server = _Server(script)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server.peer
    finally:
        server.over.set()
        server.shutdown()
        server.server_close()
        thread.join()


def nowhere() -> str:
    """A base URL at which nothing listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{free.getsockname()[1]}/v1"


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 256

    def __init__(self, script: Script) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script, self.over, self.lock, self.open = script, threading.Event(), threading.Lock(), 0
        self.peer = Peer(f"http://127.0.0.1:{self.server_address[1]}/v1")
        self.peer.requests, self.peer.most_at_once = [], 0

    def began(self, path: str, headers: dict[str, str], body: dict[str, Any]) -> Request:
        with self.lock:
            request = Request(len(self.peer.requests) + 1, path, headers, body)
            self.peer.requests.append(request)
            self.open += 1
            self.peer.most_at_once = max(self.peer.most_at_once, self.open)
            return request

    def ended(self) -> None:
        with self.lock:
            self.open -= 1

    def answer(self, request: Request) -> Answer:
        if callable(self.script):
            return self.script(request)
        return self.script[min(request.number, len(self.script)) - 1]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A caller that hangs up is no news; what a script raised is answered as a 500 already."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        body = json.loads(self.rfile.read(length) or b"{}")
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = self.server.began(self.path, headers, body)
        try:
            self._give(self._answer(request))
        finally:
            self.server.ended()

    def do_GET(self) -> None:
        self.do_POST()

    def _answer(self, request: Request) -> Answer:
        try:
            return self.server.answer(request)
        except Exception as wrong:
            return Answer(f"the script failed: {wrong!r}".encode(), 418, {"Content-Type": "text/plain"})

    def _give(self, answer: Answer) -> None:
        self.server.over.wait(answer.delay)
        if answer.transfer == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self._hang_up()
        elif answer.transfer == "hanging":
            self.server.over.wait(HOLD)
            self.close_connection = True
        else:
            with suppress(OSError):
                self._send(answer)

    def _send(self, answer: Answer) -> None:
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        if answer.transfer == "cut":
            self.wfile.write(answer.body[: len(answer.body) // 2])
            self._hang_up()
        elif answer.transfer == "dripping":
            self._drip(answer.body)
        else:
            self.wfile.write(answer.body)

    def _drip(self, body: bytes) -> None:
        for at in range(len(body)):
            if self.server.over.wait(DRIP):
                break
            self.wfile.write(body[at : at + 1])
        self.close_connection = True

    def _hang_up(self) -> None:
        self.close_connection = True
        self.rfile.close()
        self.wfile.close()
        self.connection.close()

    def log_message(self, *told: Any, **named: Any) -> None:
        """Nothing: the peer remembers, it does not print."""
