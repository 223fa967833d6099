"""A small hub on the loopback: the few endpoints that a download asks, and faults on demand."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@dataclass
class Hub:
    """What the hub holds and what it was asked: requests as `METHOD path [range]`."""

    repository: str
    files: Mapping[str, bytes]
    revisions: Mapping[str, str] = field(default_factory=lambda: {"main": COMMIT})
    """Names of revisions to the commits they stand for; a commit stands for itself."""
    breaks: set[str] = field(default_factory=set)
    """Files whose first transfer breaks off halfway."""
    refuses: set[str] = field(default_factory=set)
    """Files that are answered with an error of the server, until taken out of here."""
    gated: bool = False
    asked: list[str] = field(default_factory=list)
    endpoint: str = ""

    def fetched(self) -> list[str]:
        """The files of which bytes were asked for, one for each time."""
        return [line.split("/resolve/")[1].split("/", 1)[1] for line in self.asked if line.startswith("GET /datasets/")]


@contextmanager
def running(hub: Hub) -> Iterator[Hub]:
    """The hub, answering at `hub.endpoint` until the block is left."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Answers", (Answers,), {"hub": hub}))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    hub.endpoint = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield hub
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Answers(BaseHTTPRequestHandler):
    """Answers for `hub`, which each server's own class names."""

    hub: Hub
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._answer()

    def do_HEAD(self) -> None:
        self._answer()

    def log_message(self, *words: object) -> None:
        pass

    def _answer(self) -> None:
        path = unquote(urlsplit(self.path).path)
        self.hub.asked.append(" ".join(filter(None, [self.command, path, self.headers.get("Range")])))
        api, resolve = f"/api/datasets/{self.hub.repository}", f"/datasets/{self.hub.repository}/resolve/"
        if path.startswith(f"{api}/revision/"):
            self._release(path.removeprefix(f"{api}/revision/"))
        elif path.startswith(resolve):
            self._file(*path.removeprefix(resolve).split("/", 1))
        else:
            self._error(404, "RepoNotFound")

    def _release(self, revision: str) -> None:
        commit = self.hub.revisions.get(revision, revision if revision in self.hub.revisions.values() else "")
        if self.hub.gated:
            self._error(403, "GatedRepo")
        elif not commit:
            self._error(404, "RevisionNotFound")
        else:
            siblings = [{"rfilename": name, "size": len(content)} for name, content in self.hub.files.items()]
            told = {"id": self.hub.repository, "sha": commit, "siblings": siblings}
            told["lastModified"] = "2025-06-01T10:00:00.000Z"
            self._send(200, json.dumps(told).encode(), {"Content-Type": "application/json"})

    def _file(self, commit: str, name: str) -> None:
        if name in self.hub.refuses and self.command == "GET":
            self._error(500, "")
            return
        if name not in self.hub.files or commit not in self.hub.revisions.values():
            self._error(404, "EntryNotFound")
            return
        content = self.hub.files[name]
        headers = {"ETag": f'"{hashlib.sha1(content).hexdigest()}"', "X-Repo-Commit": commit}
        wanted = self.headers.get("Range")
        if wanted:
            start = int(wanted.removeprefix("bytes=").split("-")[0])
            headers["Content-Range"] = f"bytes {start}-{len(content) - 1}/{len(content)}"
            self._send(206, content[start:], headers)
        elif name in self.hub.breaks and self.command == "GET":
            self.hub.breaks.discard(name)
            self._send(200, content, headers, until=len(content) // 2)
        else:
            self._send(200, content, headers)

    def _error(self, status: int, code: str) -> None:
        self._send(status, b"", {"X-Error-Code": code} if code else {})

    def _send(self, status: int, content: bytes, headers: Mapping[str, str], until: int | None = None) -> None:
        """Answer; with `until` only that many bytes of what was announced, and then hang up."""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(content[:until])
        if until is not None:
            self.wfile.flush()
            self.close_connection = True
