"""`casebook ask`: one question about one's own book, or a verdict on an invented prequel of one of its characters."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluations.commands.book import BookFile, Encoding
from evaluations.commands.endpoint import (
    REPLY_TOKENS,
    TIMEOUT,
    BaseUrl,
    Model,
    PriceFile,
    ReplyTokens,
    Seed,
    Spend,
    Temperature,
    Timeout,
)
from evaluations.commands.options import Embedder, Json, NamesFile, names_from
from tools.mistake import Mistake

if TYPE_CHECKING:
    from agent.question import Question
    from agent.trace import Trace
    from tools.book import Book

EXAMPLE = 'Example: casebook ask novel.txt "Who forged the will?" --option "the doctor" --option "the niece"'


def ask(
    book: BookFile,
    question: Annotated[str, typer.Argument(help="What you want to know.", show_default=False)] = "",
    option: Annotated[
        list[str] | None, typer.Option(help="A possible answer; give several.", show_default=False)
    ] = None,
    prequel: Annotated[
        str, typer.Option(help="Instead of a question: an invented prequel. Is it consistent with the book?")
    ] = "",
    character: Annotated[str, typer.Option(help="Whose prequel it is.")] = "",
    before: Annotated[int | None, typer.Option(min=2, help="See only paragraphs before N.", show_default=False)] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of searching.")] = 3,
    trace: Annotated[Path | None, typer.Option(help="Keep the trace in this file.", show_default=False)] = None,
    embedder: Embedder = "auto",
    names: NamesFile = None,
    encoding: Encoding = None,
    as_json: Json = False,
    model: Model = "",
    base_url: BaseUrl = "",
    temperature: Temperature = 0.0,
    seed: Seed = None,
    reply_tokens: ReplyTokens = REPLY_TOKENS,
    timeout: Timeout = TIMEOUT,
    budget: Spend = None,
    prices: PriceFile = None,
) -> None:
    """Research one question over one book and print the answer with its cited steps.

    Without a model the researcher is extractive: rules, no reasoning.
    """
    from evaluations.commands import endpoint
    from evaluations.commands.meaning import meaning
    from evaluations.commands.screen import print_json
    from evaluations.researchers import AGENT, EXTRACTIVE, chosen
    from evaluations.seats import Desk
    from tools.readers import read_book
    from tools.search import BookSearch

    elsewhere = embedder.startswith("endpoint:") and not model
    seats = endpoint.seats(
        model,
        "" if elsewhere else base_url,
        temperature=temperature,
        seed=seed,
        reply_tokens=reply_tokens,
        timeout=timeout,
        prices=prices,
    )
    spend = endpoint.budget(rounds, budget or ())
    _check(question, option or [], prequel, character)
    view = read_book(book, encoding=encoding).before(before)
    if not len(view):
        raise Mistake(f"No paragraph lies before {before}", allowed="2 and more")
    asked = _verdict(view, prequel, character) if prequel else _question(view, question, option or [])
    player = chosen(AGENT if seats else EXTRACTIVE, [], {}, spend, seats)
    search = BookSearch(view, meaning(embedder, {view.language}, base_url), names=names_from(names))

    async def research() -> Trace:
        from agent.researcher import seal

        try:
            return seal(await player.seated(Desk(asked)).research(asked, search))
        finally:
            if seats:
                await seats.close()

    made = _run(research())
    if trace:
        trace.write_text(made.model_dump_json() + "\n", encoding="utf-8")
    if as_json:
        print_json(made.model_dump(mode="json"))
    else:
        _print(made, view)
    if made.status == "failed":
        raise typer.Exit(1)


def _run(research: object) -> Trace:
    from agent.model.faults import Unreached

    try:
        return asyncio.run(research)  # type: ignore[arg-type]
    except Unreached as why:
        raise Mistake(f"The model could not be reached: {why}", exit_code=1) from None


def _check(question: str, options: Sequence[str], prequel: str, character: str) -> None:
    """Mistake when what was asked does not make sense together."""
    from tools.terms import words

    if prequel and (question or options):
        raise Mistake("A prequel is judged by itself", cure="Give either a question or --prequel, not both.")
    if character and not prequel:
        raise Mistake("A character belongs to a prequel", got=character, cure="Give --prequel TEXT too.")
    if prequel and not character.strip():
        raise Mistake("Whose prequel is it?", cure="Say it: --character NAME")
    if not words(prequel or question):
        raise Mistake("The prequel has no words" if prequel else "The question has no words", got=prequel or question)
    if options and len(options) < 2:
        raise Mistake("One option leaves nothing to choose", got=options[0], cure="Give two or more, or none.")
    if len(set(options)) < len(options):
        raise Mistake("Two options are the same", got=", ".join(options))


def _question(view: Book, text: str, options: Sequence[str]) -> Question:
    from agent.question import Question

    labels = [chr(ord("A") + i) if i < 26 else str(i + 1) for i in range(len(options))]
    return Question(
        id="ask", benchmark="ask", kind="choice" if options else "text", text=text,
        options=dict(zip(labels, options, strict=True)), language=view.language, title=view.title, author=view.author,
    )  # fmt: skip


def _verdict(view: Book, prequel: str, character: str) -> Question:
    """The question that PRELUDE asks of a prequel, by its rules."""
    from agent.question import Question
    from evaluations.benchmarks.prelude.words import OPTIONS, RULES

    return Question(
        id="ask", benchmark="ask", kind="verdict", text=prequel, options=OPTIONS[view.language],
        language=view.language, title=view.title, author=view.author, rules=RULES[view.language], character=character,
    )  # fmt: skip


def _print(made: Trace, view: Book) -> None:
    from evaluations.commands.screen import console
    from evaluations.show import answered, question_lines, spent, step_lines

    out = console()
    out.print(*question_lines(made.question), sep="\n")
    found = answered(made.answer) if made.answer and made.answer.value is not None else "no answer"
    out.print(f"\n{found}", style="bold", markup=False)
    why = f" ({made.stop})" if made.status == "failed" else ""
    by = made.researcher.name + (f" · {made.researcher.model}" if made.researcher.model else "")
    told = f"{by} · {made.status}{why} · {len(view):,} paragraphs{spent(made.usage)}"
    out.print(told, style="dim", markup=False)
    if made.answer:
        out.print(*step_lines(made.answer), sep="\n")
