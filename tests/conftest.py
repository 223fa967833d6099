"""What every test gets: the same examples on every run, and no way out to the network but the loopback."""

from __future__ import annotations

import gc
import os
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

# the same examples on every run, and no clock on a shared machine
settings.register_profile("casebook", deadline=None, derandomize=True)
settings.load_profile("casebook")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests that take longest are begun first, lest one worker ends alone with them."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """What has been loaded stays to the end: the collector of circles looks at what is new, and not so often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)


@pytest.fixture(scope="session", autouse=True)
def a_home_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Vectors and models are kept for the tests alone, and between them; workers side by side share them."""
    mine = tmp_path_factory.getbasetemp()
    shared = mine.parent if "PYTEST_XDIST_WORKER" in os.environ else mine
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CASEBOOK_HOME", str(shared / "home"))
        yield


LOOPBACK = {"127.0.0.1", "::1", "localhost"}


@pytest.fixture(autouse=True)
def only_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in LOOPBACK:
            raise AssertionError(f"a test tried to reach {address!r}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)
