"""Begun: a run set up from the options of `casebook run`: its folder, its cases, who researches and in what."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from tools.mistake import Mistake

if TYPE_CHECKING:
    from evaluations.benchmarks.loaded import Loaded
    from evaluations.case import Case
    from evaluations.researchers import Chosen
    from evaluations.searches import Searches
    from evaluations.store import BookFile, ModelRecord, RunFolder
    from evaluations.views import Views
    from tools.search import BookSearch

LIBRARIES = ("casebook", "langgraph", "tantivy", "networkx", "openai")


@dataclass(frozen=True)
class Options:
    """What `casebook run` was asked; see its help for each."""

    benchmark: str
    path: Path | None
    name: str
    runs: Path
    books: Path | None
    case: list[str] | None
    limit: int | None
    setting: list[str] | None
    researcher: str
    repeats: int
    rounds: int
    embedder: str
    concurrency: int
    as_json: bool
    model: str
    base_url: str
    temperature: float
    seed: int | None
    reply_tokens: int
    timeout: float
    budget: list[str] | None
    run_budget: list[str] | None
    prices: Path | None
    prompt: Path | None
    offline: bool


@dataclass(frozen=True)
class Begun:
    """A run whose folder is there, ready to be researched."""

    folder: RunFolder
    cases: list[Case]
    player: Chosen
    views: Views
    searches: Searches

    def search(self, case: Case) -> BookSearch:
        """The search of what the researcher may see of a case."""
        return self.player.opened(case, self.views.view(case), self.searches)


def begun(asked: Options) -> Begun:
    """Load the cases, choose the researcher, and begin the run's folder or go on with it. Mistake on bad options."""
    from agent.model.calls import spent
    from evaluations import researchers
    from evaluations.benchmarks import benchmark as named
    from evaluations.benchmarks.benchmark import Source
    from evaluations.commands import endpoint
    from evaluations.commands.meaning import meaning
    from evaluations.searches import Searches
    from evaluations.store import RunFolder, RunRecord
    from evaluations.views import Views
    from tools.embedding import label

    kind = named(asked.benchmark)
    settings = kind.chosen(asked.setting or [])
    loaded = kind.load(Source(asked.path, asked.books, settings))
    cases = chosen(loaded.cases, asked.case or [], asked.limit)
    elsewhere = asked.embedder.startswith("endpoint:") and not asked.model
    seats = endpoint.seats(
        asked.model, "" if elsewhere else asked.base_url, temperature=asked.temperature, seed=asked.seed,
        reply_tokens=asked.reply_tokens, timeout=asked.timeout, prices=asked.prices,
        run_budget=asked.run_budget or (), offline=asked.offline,
    )  # fmt: skip
    said = asked.researcher or (researchers.AGENT if seats else researchers.EXTRACTIVE)
    player = researchers.chosen(
        said, cases, settings, endpoint.budget(asked.rounds, asked.budget or ()), seats,
        endpoint.wording(asked.prompt, kind.reading(settings)),
    )  # fmt: skip
    folder = RunFolder(asked.runs / run_name(asked.name or f"{asked.benchmark}-{player.slug}"))
    views = Views()
    languages = {one.question.language for one in cases}
    means = meaning(asked.embedder if player.looks else "none", languages, asked.base_url, asked.offline)
    record = RunRecord(
        benchmark=asked.benchmark,
        path=str(asked.path.resolve()) if asked.path else None,
        book_place=str(asked.books.resolve()) if asked.books else None,
        settings=settings,
        researcher=player.player,
        chosen=said,
        budget=player.budget,
        model=_model_record(player, asked.prompt),
        seed=asked.seed or 0,
        embedder=label(means.embedder) if means.embedder else "none",
        repeats=asked.repeats,
        books=_book_files(cases, views),
        versions=versions(),
        oddities=tuple(loaded.oddities),
    )
    folder.begin(record, cases)
    if seats:
        seats.meter.spent = spent(folder.place / "calls")
    say_oddities(loaded)
    return Begun(folder, cases, player, views, Searches(lambda: means))


def chosen(cases: list[Case], ids: list[str], limit: int | None) -> list[Case]:
    """The cases with these ids (all without any), at most `limit`; Mistake naming an id that is not there."""
    known = [case.id for case in cases]
    if unknown := [one for one in ids if one not in known]:
        shown = ", ".join(known[:12]) + (" …" if len(known) > 12 else "")
        raise Mistake("There is no such case", got=unknown[0], allowed=shown)
    return [case for case in cases if not ids or case.id in ids][:limit]


def run_name(name: str) -> str:
    if name in (".", "..") or any(c in name for c in '/\\:*?"<>|\0') or not name.strip():
        raise Mistake("A run's name is the name of a folder", got=name, allowed="letters, digits, - and _")
    return name


def versions() -> dict[str, str]:
    """What the run is made with."""
    return {library: version(library) for library in LIBRARIES} | {"python": sys.version.split()[0]}


def _book_files(cases: list[Case], views: Views) -> tuple[BookFile, ...]:
    from evaluations.store import BookFile

    seen = {case.book: views.book(case) for case in cases if case.book}
    return tuple(
        BookFile(path=p, digest=b.digest, encoding=b.encoding, paragraphs=len(b), language=b.language)
        for p, b in seen.items()
    )


def _model_record(player: Chosen, prompt: Path | None) -> ModelRecord | None:
    """How the model is asked, for run.json: never the key."""
    from agent.llm.prompts import version as prompts_version
    from evaluations.store import ModelRecord

    if player.seats is None:
        return None
    asked = player.seats.endpoint
    own = prompt.read_text(encoding="utf-8-sig") if prompt else ""
    return ModelRecord(
        name=asked.model,
        base_url=asked.base_url,
        temperature=asked.temperature,
        reply_tokens=asked.reply_tokens,
        prompts=prompts_version(),
        own_prompt=own,
    )


def say_oddities(loaded: Loaded) -> None:
    """Every skipped row by name, and how many were repaired, before any work is done."""
    for odd in loaded.skipped:
        print(f"casebook: skipped {odd.source}: {odd.what}", file=sys.stderr)
    repaired = [odd for odd in loaded.oddities if odd.done == "repaired"]
    if repaired:
        told = f"{len(repaired)} odd places in the benchmark's files were repaired (see: casebook data check), first"
        print(f"casebook: {told} {repaired[0].source}: {repaired[0].what}", file=sys.stderr)
