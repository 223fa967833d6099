"""What an endpoint's error means: a fault of this one call, a Mistake of the user's, or something that passes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, NoReturn

from agent.model.endpoint import Endpoint
from agent.model.faults import FaultKind
from agent.model.retries import Passing
from tools.mistake import Mistake

SHOWN = 300
"""Characters of an endpoint's own words that are shown."""

_CONTEXT = re.compile(
    r"context_length_exceeded|context_window|exceed_context_size|string_above_max_length"
    r"|context (length|size|window)|too many (input )?tokens|n_ctx|exceeds the available context|max_model_len"
    r"|(prompt|input|request|message) (is )?too (long|large)|maximum prompt length|input length|reduce the length"
    r"|exceeds the maximum number of tokens|max_new_tokens` must be <=|prompt exceeds max length"
    r"|上下文|(长度|token).{0,12}(超|过长|上限)|超.{0,8}(长度|token)",
    re.IGNORECASE,
)
_FILTER = re.compile(
    r"content_?filter|content.policy|content management policy|responsibleaipolicy|data_?inspection_?failed"
    r"|safety system|moderation|flagged|inappropriate content|敏感|不安全内容",
    re.IGNORECASE,
)
_QUOTA = re.compile(r"insufficient_(quota|balance|credits)|insufficient (balance|credits)|billing", re.IGNORECASE)
_KEY = re.compile(r"invalid_api_key|api[ _]key", re.IGNORECASE)
_MODEL = re.compile(
    r"model_not_found|model\b.{0,80}(not exist|not found|not a valid|no such)|not a valid model|模型不存在",
    re.IGNORECASE | re.DOTALL,
)
_STATUS = ((_KEY, 401), (_MODEL, 404), (_QUOTA, 402), (re.compile("rate_?limit"), 429), (re.compile("^invalid_"), 400))


@dataclass(frozen=True)
class Refusal:
    """An endpoint's error in its own words, in the several shapes servers put them."""

    status: int
    message: str
    code: str = ""
    param: str = ""
    wait: float | None = None

    @property
    def words(self) -> str:
        return f"{self.code} {self.message}"[:4000]

    @property
    def shown(self) -> str:
        """One line fit for a message."""
        said = " ".join(self.message.split())
        return f"HTTP {self.status}: {said[:SHOWN] + '…' if len(said) > SHOWN else said or 'no reason given'}"


def refusal_of(status: int, body: Any, wait: float | None = None) -> Refusal:
    """Read an error body: OpenAI's `{"error": {…}}`, a bare string, FastAPI's `detail`, or plain text.

    An error object that came with a 200 takes the status that its code names, or 500 when it names none.
    """
    error = body.get("error", body) if isinstance(body, dict) else body
    fields = error if isinstance(error, dict) else {}
    message = fields.get("message") or fields.get("detail") or (error if isinstance(error, str) else "")
    code = " ".join(str(fields[name]) for name in ("code", "type") if fields.get(name) is not None)
    param = fields.get("param")
    made = Refusal(status, _told(message), code, param if isinstance(param, str) else "", wait)
    return made if status >= 300 else Refusal(_implied(fields, made), made.message, code, made.param, wait)


def _told(message: Any) -> str:
    """A message as text; of a list of validation errors, where each is and what it says (not the input it repeats)."""
    if isinstance(message, list):
        rows = [row for row in message if isinstance(row, dict)]
        return "; ".join(f"{'.'.join(map(str, row.get('loc') or ()))}: {row.get('msg', '')}" for row in rows[:5])
    return message if isinstance(message, str) else ""


def _implied(fields: dict[str, Any], refusal: Refusal) -> int:
    code = str(fields.get("code", ""))
    if re.fullmatch(r"[45]\d\d", code):
        return int(code)
    definite = fault_kind(refusal) is not None
    return 400 if definite else next((status for known, status in _STATUS if known.search(refusal.words)), 500)


def fault_kind(refusal: Refusal) -> FaultKind | None:
    """The definite answers an error can be, whatever its status; None for the others."""
    if refusal.status == 413 or _CONTEXT.search(refusal.words):
        return "context-too-long"
    return "content-filter" if refusal.status < 500 and _FILTER.search(refusal.words) else None


def stop_for(refusal: Refusal, endpoint: Endpoint) -> None:
    """Raise the Mistake or the `Passing` that an error is; return when it answers this one call only."""
    status, shown = refusal.status, endpoint.redacted(refusal.shown)
    if status == 402 or (status == 429 and _QUOTA.search(refusal.words)):
        raise Mistake("The endpoint's credit is spent", got=shown, cure="Top it up; the same command goes on.")
    if status in (401, 403) or (status == 400 and _KEY.search(refusal.words)):
        raise Mistake("The endpoint does not take the key", got=shown, cure="Set OPENAI_API_KEY to a key it knows.")
    if 300 <= status < 400:
        raise Mistake(
            "The endpoint sends its callers elsewhere, and neither book nor key is sent on",
            got=shown,
            cure="Give the address it moved to as --base-url.",
        )
    if status in (404, 405, 410) or (status == 400 and _MODEL.search(refusal.words)):
        _nobody(refusal, endpoint)
    if status in (408, 409, 425, 429) or (status >= 500 and status != 501):
        raise Passing(shown, refusal.wait)


def _nobody(refusal: Refusal, endpoint: Endpoint) -> NoReturn:
    shown = endpoint.redacted(refusal.shown)
    if _MODEL.search(refusal.words) or "model" in refusal.message.lower():
        cure = "Name one that it serves with --model."
        raise Mistake(f"The endpoint knows no model {endpoint.model!r}", got=shown, cure=cure)
    cure = "Most base URLs end in /v1: --base-url http://localhost:8000/v1"
    raise Mistake(f"No chat is served at {endpoint.base_url}", got=shown, cure=cure)
