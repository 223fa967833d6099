"""A protocol peer: a real HTTP server on the loopback that speaks chat and embeddings, faults included, by script.

with peer([error(503, "busy"), says('{"choice": "B"}')]) as url:
    ...                      # url is the base URL of an OpenAI-compatible endpoint
    assert len(url.requests) == 2
"""

from tests.peer.answers import (
    Answer,
    Request,
    chat,
    cut,
    dripping,
    embeds,
    error,
    hanging,
    raw,
    reset,
    says,
)
from tests.peer.server import Peer, Script, nowhere, peer

__all__ = [
    "Answer",
    "Peer",
    "Request",
    "Script",
    "chat",
    "cut",
    "dripping",
    "embeds",
    "error",
    "hanging",
    "nowhere",
    "peer",
    "raw",
    "reset",
    "says",
]
