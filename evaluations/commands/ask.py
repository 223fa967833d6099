"""`casebook ask`: one question about one's own book."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from evaluations.commands.book import BookFile, Encoding
from evaluations.commands.options import Embedder, Json, NamesFile, names_from
from tools.mistake import Mistake

EXAMPLE = 'Example: casebook ask novel.txt "Who forged the will?" --option "the doctor" --option "the niece"'


def ask(
    book: BookFile,
    question: Annotated[str, typer.Argument(help="What you want to know.", show_default=False)],
    option: Annotated[
        list[str] | None, typer.Option(help="A possible answer; give several.", show_default=False)
    ] = None,
    before: Annotated[int | None, typer.Option(min=2, help="See only paragraphs before N.", show_default=False)] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of searching.")] = 3,
    trace: Annotated[Path | None, typer.Option(help="Keep the trace in this file.", show_default=False)] = None,
    embedder: Embedder = "auto",
    names: NamesFile = None,
    encoding: Encoding = None,
    as_json: Json = False,
) -> None:
    """Research one question over one book and print the answer with its cited steps."""
    from agent.extractive import ExtractiveReasoner
    from agent.loop import LoopResearcher
    from agent.question import Budget, Question
    from agent.researcher import seal
    from evaluations.commands.meaning import meaning
    from evaluations.commands.screen import console, print_json
    from evaluations.show import answered, question_lines, step_lines
    from tools.readers import read_book
    from tools.search import BookSearch
    from tools.terms import words

    if not words(question):
        raise Mistake("The question has no words", got=question)
    if option and len(option) < 2:
        raise Mistake("One option leaves nothing to choose", got=option[0], cure="Give two or more, or none.")
    if len(set(option or [])) < len(option or []):
        raise Mistake("Two options are the same", got=", ".join(option or []))
    view = read_book(book, encoding=encoding).before(before)
    if not len(view):
        raise Mistake(f"No paragraph lies before {before}", allowed="2 and more")
    labels = [chr(ord("A") + i) if i < 26 else str(i + 1) for i in range(len(option or []))]
    asked = Question(
        id="ask", benchmark="ask", kind="choice" if option else "text", text=question,
        options=dict(zip(labels, option or [], strict=True)), language=view.language, title=view.title,
    )  # fmt: skip
    researcher = LoopResearcher(ExtractiveReasoner(), Budget(rounds=rounds))
    search = BookSearch(view, meaning(embedder, {view.language}), names=names_from(names))
    made = seal(asyncio.run(researcher.research(asked, search)))
    if trace:
        trace.write_text(made.model_dump_json() + "\n", encoding="utf-8")
    if as_json:
        print_json(made.model_dump(mode="json"))
        return
    out = console()
    out.print(*question_lines(asked), sep="\n")
    found = answered(made.answer) if made.answer and made.answer.value is not None else "no answer"
    out.print(f"\n{found}", style="bold", markup=False)
    out.print(f"{made.researcher.name} · {made.status} · {len(view):,} paragraphs", style="dim", markup=False)
    if made.answer:
        out.print(*step_lines(made.answer), sep="\n")
