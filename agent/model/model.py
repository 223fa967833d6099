"""Model: asks on behalf of one question, so that every reply is recorded, charged, and paid for once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Literal, Protocol, TypeVar

from pydantic import BaseModel

from agent.model.asked import Asked, Passed
from agent.model.calls import Calls
from agent.model.completion import Completion
from agent.model.endpoint import Endpoint
from agent.model.faults import FINAL, Fault, Unrecorded
from agent.model.keys import CallKey, content_of, short
from agent.model.message import Message, assistant, user
from agent.model.meter import RunMeter
from agent.model.prices import Prices
from agent.model.structured import Schema, Unreadable, parsed, schema_of
from agent.model.turns import Turns

T = TypeVar("T", bound=BaseModel)
V = TypeVar("V")

SHOWN = 6000
"""Characters of an unusable reply that the model is shown again."""


class Completes(Protocol):
    """What asks the endpoint: a Client, or a script in its seat."""

    async def complete(self, messages: Sequence[Message], schema: Schema | None) -> Completion:
        """The endpoint's definite answer; Unreached when there is none, Mistake where the user must act."""
        ...


class Model:
    """One question's way to a model. A call of the record is never made again.

    `mode` replay, or no client, allows no call: what is not in the record is then Unrecorded.
    `retry` makes, from what was wrong with a reply, the sentence that asks again in the prompts' language.
    """

    def __init__(
        self,
        client: Completes | None,
        endpoint: Endpoint,
        calls: Calls,
        mode: Literal["resume", "replay"] = "resume",
        run: RunMeter | None = None,
        prices: Prices | None = None,
        *,
        retry: Callable[[str], str],
    ) -> None:
        self.client = client if mode == "resume" else None
        self.endpoint = endpoint
        self.calls = calls
        self.run = run or RunMeter()
        self.prices = prices or Prices.read()
        self.retry = retry
        self._turns = Turns()
        self._heard: list[list[Asked]] = []
        if self.client:
            self.run.admit(endpoint.model, self.prices)

    async def ask(
        self, node: str, messages: Sequence[Message], shape: type[T], read: Callable[[str, type[T]], T] = parsed
    ) -> T:
        """A reply of this shape, asked for once more when the first is unusable; Fault when that is too.

        `read` makes the shape of a reply's text, or raises Unreadable. Unreached, Unrecorded and a spent limit
        (Mistake) pass through.
        """
        return await self._usable(node, messages, schema_of(shape), lambda text: read(text, shape))

    async def write(self, node: str, messages: Sequence[Message]) -> str:
        """A reply in free text; otherwise as `ask`."""
        return await self.read(node, messages, lambda text: text)

    async def read(self, node: str, messages: Sequence[Message], read: Callable[[str], V]) -> V:
        """What `read` makes of a reply in free text; asked for once more when it raises Unreadable, as in `ask`."""
        return await self._usable(node, messages, None, read)

    def heard(self) -> list[Asked]:
        """The calls since this was last asked, in the order of request, each retry after its first try."""
        told = [asked for batch in self._heard for asked in batch]
        for batch in self._heard:
            batch.clear()
        return told

    def passed(self, calls: Iterable[Passed]) -> None:
        """Count these calls of an earlier attempt (`asked.passed`) as made, so that occurrences go on from them."""
        self._turns.passed(calls)

    async def _usable(
        self, node: str, messages: Sequence[Message], schema: Schema | None, read: Callable[[str], V]
    ) -> V:
        content = content_of(self.endpoint, messages, schema)
        with self._turns.next(node, content) as occurrence, self._batch() as batch:
            tried = partial(self._tried, batch, node, occurrence, schema, read)
            reply, value = await tried(messages)
            if isinstance(value, Fault) and value.kind not in FINAL:
                # the retry takes the turn of its first try, so that which is which never depends on arrival
                reply, value = await tried(again(messages, reply.text, self.retry(value.told)))
            if isinstance(value, Fault):
                raise value
        return value

    @contextmanager
    def _batch(self) -> Iterator[list[Asked]]:
        """The place of one request among those that are heard of; empty if it stays open and will be made anew."""
        batch: list[Asked] = []
        self._heard.append(batch)
        try:
            yield batch
        except Fault:
            raise
        except BaseException:
            batch.clear()
            raise

    async def _tried(
        self,
        batch: list[Asked],
        node: str,
        occurrence: int,
        schema: Schema | None,
        read: Callable[[str], V],
        messages: Sequence[Message],
    ) -> tuple[Completion, V | Fault]:
        """A reply, and what is read from it or why nothing can be."""
        key = CallKey(node, content_of(self.endpoint, messages, schema), occurrence)
        known = self.calls.find(key)
        reply = known or await self._called(key, messages, schema)
        value = _read(reply, read)
        batch.append(
            Asked(
                node=node,
                key=key,
                usage=reply.usage,
                attempts=reply.attempts,
                recorded=known is not None,
                fault=value.kind if isinstance(value, Fault) else None,
                estimated=reply.estimated,
            )
        )
        return reply, value

    async def _called(self, key: CallKey, messages: Sequence[Message], schema: Schema | None) -> Completion:
        """Ask the endpoint, if a call may be made; the reply is in the record before anything is done with it."""
        if self.client is None:
            raise Unrecorded(
                f"The record of {self.calls.name} holds no reply to this request of the node {key.node!r}"
                f" (content {short(key.content)}, occurrence {key.occurrence}), and no call may be made",
                cure="Let the model be asked: the same command, not replaying and without --offline.",
                exit_code=1,
            )
        with self.run.call() as charge:
            reply = self._priced(await self.client.complete(messages, schema))
            charge(reply.usage)
            self.calls.keep(key, messages, schema, reply)
        return reply

    def _priced(self, reply: Completion) -> Completion:
        """The reply with its cost, where the endpoint did not state it and the price is known."""
        if reply.usage.cost is not None:
            return reply
        cost = self.prices.cost(self.endpoint.model, reply.usage)
        return reply.model_copy(update={"usage": reply.usage.model_copy(update={"cost": cost})})


def again(messages: Sequence[Message], reply: str, sentence: str) -> list[Message]:
    """The request that shows the model its own reply and asks once more.

    Without a reply the sentence joins the last message: some models' templates refuse two of a user in a row.
    """
    if reply.strip():
        shown = reply if len(reply) <= SHOWN else f"{reply[: SHOWN // 2]} … {reply[-SHOWN // 2 :]}"
        return [*messages, assistant(shown), user(sentence)]
    last = messages[-1]
    return [*messages[:-1], Message(last.role, (*last.parts, "\n\n", sentence))]


def _read(reply: Completion, read: Callable[[str], V]) -> V | Fault:
    if reply.fault:
        return Fault(reply.fault, reply.told)
    try:
        return read(reply.text)
    except Unreadable as error:
        return Fault("unreadable", str(error))
