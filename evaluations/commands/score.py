"""`casebook score`: the reasoning of a stored run judged, by words or by a model."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluations.commands.endpoint import (
    REPLY_TOKENS,
    TIMEOUT,
    BaseUrl,
    Offline,
    PriceFile,
    ReplyTokens,
    RunSpend,
    Seed,
    Temperature,
    Timeout,
)
from evaluations.commands.options import RUNS, Json, RunName, Runs, run_place
from tools.mistake import Mistake

if TYPE_CHECKING:
    from evaluations.commands.judged import Judged
    from evaluations.judge.judge import Judge
    from evaluations.scorers import Judgement, Scorer
    from evaluations.seats import Seats

EXAMPLE = "Example: casebook score sample-extractive --judge qwen3 --base-url http://127.0.0.1:8000/v1"
LEXICAL = "lexical"

Spend = Annotated[
    list[str] | None,
    typer.Option(
        "--budget",
        help="What judging one trace may spend: calls=N, tokens=N or cost=N; what is left then is undefined.",
        show_default=False,
        rich_help_panel="Model",
    ),
]


def score(
    run: RunName,
    judge: Annotated[str, typer.Option(help="lexical (no model), or the judge's model.")] = LEXICAL,
    votes: Annotated[int, typer.Option(min=1, help="Calls for a verdict, an odd number: most of them decide.")] = 1,
    judge_prompt: Annotated[
        Path | None,
        typer.Option(help="A paper's own prompt for StepRecall: a text with {reference_steps} and {reasoning}.",
                     show_default=False),
    ] = None,
    parts: Annotated[
        str, typer.Option(help="What is asked: recall, match, support, sound, with commas; all when not given.")
    ] = "",
    concurrency: Annotated[int, typer.Option(min=1, help="Traces judged at once.")] = 4,
    runs: Runs = RUNS,
    as_json: Json = False,
    base_url: BaseUrl = "",
    temperature: Temperature = 0.0,
    seed: Seed = None,
    reply_tokens: ReplyTokens = REPLY_TOKENS,
    timeout: Timeout = TIMEOUT,
    budget: Spend = None,
    run_budget: RunSpend = None,
    prices: PriceFile = None,
    offline: Offline = False,
) -> None:  # fmt: skip
    """Judge a run's reasoning and report. The same command goes on; no reply is asked for twice.

    Each judge's scores are kept beside the others', under its own name; a verdict it could not give is undefined.
    """
    from evaluations.commands import endpoint
    from evaluations.commands.judged import Judged
    from evaluations.commands.screen import console, print_json
    from evaluations.printed import tables

    place = run_place(run, runs)
    if judge == LEXICAL:
        if base_url or judge_prompt or votes > 1 or parts or offline or budget or run_budget or prices:
            raise Mistake("The lexical judge asks no model", cure="Name one: --judge MODEL")
        made = Judged(place).report()
    else:
        at_hand = Judged(place)
        seats = endpoint.seats(
            judge, base_url, temperature=temperature, seed=seed, reply_tokens=reply_tokens, timeout=timeout,
            prices=prices, run_budget=run_budget or (), offline=offline,
        )  # fmt: skip
        assert seats
        scorer = _scorer(judge, judge_prompt, votes, parts, temperature, seed)
        _judge(at_hand, _bench(at_hand, seats, scorer, budget or ()), seats, concurrency)
        made = Judged(place, scorer.name).report()
    if as_json:
        print_json(made.as_json())
    else:
        console().print(tables(made))


def _scorer(model: str, prompt: Path | None, votes: int, parts: str, temperature: float, seed: int | None) -> Scorer:
    """The scorer that the options ask for; Mistake when they do not go together."""
    from evaluations.judge.judge import PARTS
    from evaluations.judge.prompts import version
    from evaluations.judge.wording import JudgePrompt
    from evaluations.scorers import Scorer, label

    if votes % 2 == 0:
        raise Mistake("An even number of votes may end even", got=votes, allowed="1, 3, 5 …")
    asked = [part.strip() for part in parts.split(",") if part.strip()]
    if strange := [part for part in asked if part not in PARTS]:
        raise Mistake("There is no such part to judge", got=strange[0], allowed=", ".join(PARTS))
    own = JudgePrompt.read(prompt) if prompt else None
    if own and asked not in ([], ["recall"]):
        raise Mistake("A prompt of one's own asks for StepRecall alone", got=parts, allowed="--parts recall")
    wanted = ("recall",) if own else tuple(part for part in PARTS if part in asked) or PARTS
    more = [f"t{temperature:g}"] if temperature else []
    more += ["+".join(wanted)] if not own and wanted != PARTS else []
    prompts = own.version if own else version()
    return Scorer(
        name=label(model, prompts, votes, *more),
        model=model,
        prompts=prompts,
        own_prompt=own.template if own else "",
        votes=votes,
        temperature=temperature,
        seed=seed,
        parts=wanted,
    )


def _bench(judged: Judged, seats: Seats, scorer: Scorer, budget: list[str] | tuple[()]) -> Judge:
    """The judge at its bench, its record of calls apart from the researcher's and from other judges'."""
    from agent.model.calls import spent
    from agent.model.meter import Limits, RunMeter
    from evaluations.commands.endpoint import amounts
    from evaluations.judge.asking import Bench
    from evaluations.judge.judge import Judge
    from evaluations.scorers import label

    calls = judged.run.place / "calls" / "judge" / label(scorer.model, scorer.prompts, 0).removesuffix("-v0")
    seats.meter.spent = spent(calls)
    limits = Limits.model_validate(amounts("--budget", budget))
    RunMeter(limits).admit(scorer.model, seats.prices)
    return Judge(Bench(seats.endpoint, seats.client, seats.meter, seats.prices, calls), scorer, limits)


def _judge(judged: Judged, judge: Judge, seats: Seats, concurrency: int) -> None:
    """Judge what the run holds, and keep what was found even when the work breaks off."""
    from evaluations.commands.screen import counting
    from evaluations.judge.sitting import sit

    traces = judged.traces()
    if not traces:
        raise Mistake(f"The run {judged.run.name} has no finished question yet", cure="Go on with its command first.")
    found: dict[tuple[str, int], Judgement] = {}
    with counting(len(traces), "traces") as counter:

        def told(made: Judgement) -> None:
            found[made.case, made.repeat] = made
            lost = f", {made.tally.failed} verdicts failed" if made.tally.failed else ""
            counter.tick(f"{made.case} judged{lost}")

        async def work() -> None:
            try:
                await sit(judge, judged.exhibits(traces), told, concurrency)
            finally:
                await seats.close()

        try:
            asyncio.run(work())
        except KeyboardInterrupt:
            cure = "Nothing is lost: the same command goes on from here."
            raise Mistake("Stopped", cure=cure, exit_code=130) from None
        finally:
            judged.keep(judge.scorer, list(found.values()))
