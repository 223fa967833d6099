"""Edits: the one thing that a branch changes, as data and in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from agent.question import Budget
from agent.record import Record
from graphs.evidence import Stance

SETTINGS = tuple(Budget.model_fields)
"""What `Setting` can set: the fields of a question's budget."""

_UNSAFE = re.compile(r"[^\w.-]+")


class _Edit(Record):
    @property
    def told(self) -> str:
        """The edit in words."""
        raise NotImplementedError

    @property
    def slug(self) -> str:
        """How a branch is called that nobody named: safe as a file name."""
        return _UNSAFE.sub("-", self._named)[:60]

    @property
    def _named(self) -> str:
        raise NotImplementedError


class Requery(_Edit):
    """Another text, and perhaps another kind of search, for a query."""

    kind: Literal["query"] = "query"
    query: str
    search: str
    """keyword, phrase, semantic, hybrid, neighbour or range."""
    text: str

    @property
    def told(self) -> str:
        return f"{self.query} asks by {self.search}: {self.text}"

    @property
    def _named(self) -> str:
        return f"query-{self.query}"


class AddHypothesis(_Edit):
    """One more rival; `label` is the option it stands for, where the question has options."""

    kind: Literal["hypothesis"] = "hypothesis"
    text: str
    label: str = ""

    @property
    def told(self) -> str:
        return f"hypothesis added: {f'{self.label}. ' if self.label else ''}{self.text}"

    @property
    def _named(self) -> str:
        return f"hypothesis-{self.label}".rstrip("-")


class Drop(_Edit):
    """A hypothesis, a quotation, an absence or an inference goes, with what rested on it alone."""

    kind: Literal["drop"] = "drop"
    node: str

    @property
    def told(self) -> str:
        return f"{self.node} dropped"

    @property
    def _named(self) -> str:
        return f"drop-{self.node}"


class AddEvidence(_Edit):
    """One more quotation of a paragraph that was read, with its stance by hypothesis."""

    kind: Literal["evidence"] = "evidence"
    paragraph: int
    quote: str
    stance: Mapping[str, Stance] = Field(default_factory=dict)
    relevance: float = Field(default=1.0, ge=0, le=1)

    @property
    def told(self) -> str:
        bears = "".join(f" {h} {value:+.2f}" for h, value in self.stance.items())
        return f"[{self.paragraph}] quoted: {self.quote}{bears}"

    @property
    def _named(self) -> str:
        return f"evidence-{self.paragraph}"


class Replace(_Edit):
    """Other words of the book in the place of a quotation. They bear on no hypothesis."""

    kind: Literal["replace"] = "replace"
    node: str
    paragraph: int
    quote: str

    @property
    def told(self) -> str:
        return f"{self.node} replaced by [{self.paragraph}]: {self.quote}"

    @property
    def _named(self) -> str:
        return f"replace-{self.node}"


class Restance(_Edit):
    """Another stance of a quotation or an absence towards a hypothesis."""

    kind: Literal["stance"] = "stance"
    node: str
    hypothesis: str
    stance: Stance

    @property
    def told(self) -> str:
        return f"stance of {self.node} towards {self.hypothesis} set to {self.stance:+.2f}"

    @property
    def _named(self) -> str:
        return f"stance-{self.node}-{self.hypothesis}"


class Reply(_Edit):
    """Another text for the reply to one model call; `call` is the number of its `called` event."""

    kind: Literal["reply"] = "reply"
    call: int
    text: str

    @property
    def told(self) -> str:
        shown = " ".join(self.text.split())
        return f"reply {self.call} replaced by: {shown[:80]}{' …' if len(shown) > 80 else ''}"

    @property
    def _named(self) -> str:
        return f"reply-{self.call}"


class Rules(_Edit):
    """Another text for the rules that the prompts show, or one put after them (`added`)."""

    kind: Literal["rules"] = "rules"
    text: str
    added: bool = False

    @property
    def told(self) -> str:
        return f"{'added to the rules' if self.added else 'other rules'}: {self.text}"

    @property
    def _named(self) -> str:
        return "rules"


class Setting(_Edit):
    """Another value of one of SETTINGS; None is no limit, where the setting may be without one."""

    kind: Literal["setting"] = "setting"
    name: str
    value: float | None

    @property
    def told(self) -> str:
        return f"{self.name} set to {'no limit' if self.value is None else f'{self.value:g}'}"

    @property
    def _named(self) -> str:
        return f"{self.name}-{'none' if self.value is None else f'{self.value:g}'}"


class Swap(_Edit):
    """Another model in the seat; a run without one gets its seat filled."""

    kind: Literal["model"] = "model"
    model: str

    @property
    def told(self) -> str:
        return f"the model is {self.model}"

    @property
    def _named(self) -> str:
        return f"model-{self.model}"


Edit = Annotated[
    Requery | AddHypothesis | Drop | AddEvidence | Replace | Restance | Reply | Rules | Setting | Swap,
    Field(discriminator="kind"),
]

EDIT: TypeAdapter[Edit] = TypeAdapter(Edit)
"""Reads an edit from JSON."""
