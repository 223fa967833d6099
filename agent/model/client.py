"""Client: one for a run; sends requests to an OpenAI-compatible endpoint and brings back definite answers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

from tenacity import AsyncRetrying

from agent.model.answers import Reply, completion_of
from agent.model.completion import Completion
from agent.model.endpoint import Endpoint
from agent.model.faults import FaultKind, Unreached
from agent.model.manners import Manners, lesson, request
from agent.model.message import Message
from agent.model.refusals import Refusal, fault_kind, refusal_of, stop_for
from agent.model.retries import Passing, policy, retry_after
from agent.model.structured import Schema
from agent.trace import Usage

if TYPE_CHECKING:
    import openai

Sleep = Callable[[float], Awaitable[None]]

PATIENCE = 3
"""First calls that may come to nothing, one after the other, before the others stop waiting for what they learn."""


class Client:
    """Shared by all questions of a run. What the endpoint takes is learned once, by the first call of its kind.

    Redirects are not followed: neither a book nor a key goes to a host that nobody named.
    """

    def __init__(
        self, endpoint: Endpoint, tries: int = 8, longest_wait: float = 60.0, sleep: Sleep = asyncio.sleep
    ) -> None:
        import openai

        self.endpoint = endpoint
        self.manners = Manners()
        self._sdk = openai
        self._tries, self._longest_wait, self._sleep = tries, longest_wait, sleep
        self._patience = {False: PATIENCE, True: PATIENCE}
        self._first = {False: asyncio.Lock(), True: asyncio.Lock()}
        self._openai = self._connected(openai)

    def _connected(self, sdk: Any) -> openai.AsyncOpenAI:
        made: openai.AsyncOpenAI = sdk.AsyncOpenAI(
            api_key=self.endpoint.key,
            base_url=self.endpoint.base_url,
            max_retries=0,
            timeout=self.endpoint.timeout,
            http_client=sdk.DefaultAsyncHttpxClient(follow_redirects=False),
        )
        return made

    async def complete(self, messages: Sequence[Message], schema: Schema | None) -> Completion:
        """The endpoint's definite answer, usable or not (`fault`), with what it cost.

        `Unreached` when every try met a fault that might pass; Mistake when the user must act (key, model, credit).
        """
        met, tries = "", 0
        try:
            async for attempt in AsyncRetrying(sleep=self._sleep, **policy(self._tries, self._longest_wait)):
                with attempt:
                    tries = attempt.retry_state.attempt_number
                    done = await self._in_turn(messages, schema)
                    return done.model_copy(update={"attempts": tries})
        except Passing as passing:
            met = passing.told
        raise Unreached(self.endpoint.redacted(f"{self.endpoint.base_url} gave no answer in {tries} tries: {met}"))

    async def close(self) -> None:
        await self._openai.close()

    async def _in_turn(self, messages: Sequence[Message], schema: Schema | None) -> Completion:
        """One try. Until a call of this kind has got through, one goes at a time and the others wait."""
        kind = schema is not None
        async with self._first[kind]:
            if self._patience[kind]:
                return await self._learning(messages, schema)
        return await self._asked(messages, schema)

    async def _learning(self, messages: Sequence[Message], schema: Schema | None) -> Completion:
        kind = schema is not None
        try:
            done = await self._asked(messages, schema, first=True)
        except Passing:
            self._patience[kind] -= 1
            raise
        if done.fault not in ("context-too-long", "content-filter", "refused-request"):
            self._patience[kind] = 0
        return done

    async def _asked(self, messages: Sequence[Message], schema: Schema | None, first: bool = False) -> Completion:
        """Ask, and ask again without what is refused. A refusal that names nothing is put down to the reply's format,
        but only while none got through yet, and is learned only when leaving it out helps."""
        manners = self.manners
        while True:
            sent = request(self.endpoint, messages, schema, manners)
            reply = await self._sent(sent)
            whole, refusal = self._read(reply)
            if refusal is None:
                self.manners = self.manners.met(manners)
                done = completion_of(whole, self.endpoint, messages, manners.mode)
                usage = done.usage.model_copy(update={"seconds": reply.seconds})
                return done.model_copy(update={"usage": usage})
            kind = fault_kind(refusal)
            if kind is None:
                stop_for(refusal, self.endpoint)
                learned = lesson(refusal, manners, sent)
                if learned is not None:
                    self.manners = self.manners.met(learned)
                    manners = self.manners
                    continue
                if first and "response_format" in sent:
                    manners = manners.humbler()
                    continue
            return self._refused(kind or "refused-request", refusal, reply, manners)

    def _read(self, reply: Reply) -> tuple[dict[str, Any], Refusal | None]:
        wait = retry_after(reply.headers)
        if reply.status >= 300:
            return {}, _error(reply, wait)
        whole = reply.json()
        if not isinstance(whole, dict):
            raise Passing("the reply is no JSON object")
        wrong = whole.get("error") or whole.get("object") == "error"
        return whole, refusal_of(reply.status, whole, wait) if wrong else None

    def _refused(self, kind: FaultKind, refusal: Refusal, reply: Reply, manners: Manners) -> Completion:
        usage = Usage(calls=1, seconds=reply.seconds)
        told = self.endpoint.redacted(f"the endpoint refused the request ({refusal.shown})")
        return Completion(text="", fault=kind, told=told, usage=usage, mode=manners.mode)

    async def _sent(self, body: dict[str, Any]) -> Reply:
        """The HTTP reply to `body`; `Passing` when none came whole and in time."""
        met, started = "", time.perf_counter()
        try:
            async with asyncio.timeout(self.endpoint.timeout):
                raw = await self._openai.chat.completions.with_raw_response.create(**body)
            return _reply(raw.http_response, started)
        except self._sdk.APIStatusError as refused:
            return _reply(refused.response, started)
        except (self._sdk.APITimeoutError, TimeoutError):
            met = f"no whole reply within {self.endpoint.timeout:g} s"
        except self._sdk.APIConnectionError as lost:
            met = f"the connection failed ({lost.__cause__ or lost})"
        raise Passing(self.endpoint.redacted(met))


def _reply(response: Any, started: float) -> Reply:
    headers = {name.lower(): value for name, value in response.headers.items()}
    return Reply(response.status_code, headers, response.content, time.perf_counter() - started)


def _error(reply: Reply, wait: float | None) -> Refusal:
    """An error's body need not be JSON: a proxy's page is shown as text."""
    if reply.status < 400:
        return Refusal(reply.status, f"moved to {reply.headers.get('location', 'nowhere')}")
    try:
        return refusal_of(reply.status, reply.json(), wait)
    except Passing:
        return refusal_of(reply.status, reply.body[:4000].decode("utf-8", "replace"), wait)
