"""Options of the commands that ask a model, and the seats and budgets that are made of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tools.mistake import Mistake

if TYPE_CHECKING:
    from agent.llm.reader import Wording
    from agent.model.meter import Limits
    from agent.question import Budget
    from evaluations.benchmarks.benchmark import Reading
    from evaluations.seats import Seats

Model = Annotated[
    str, typer.Option("--model", help="The model in the seat, as its endpoint names it.", rich_help_panel="Model")
]
BaseUrl = Annotated[
    str,
    typer.Option(
        "--base-url",
        help="An OpenAI-compatible endpoint, such as http://127.0.0.1:8000/v1; default OPENAI_BASE_URL, else OpenAI.",
        rich_help_panel="Model",
    ),
]
Temperature = Annotated[float, typer.Option(min=0, max=2, help="Sampling temperature.", rich_help_panel="Model")]
Seed = Annotated[
    int | None, typer.Option(help="Sent to the model as its seed.", show_default=False, rich_help_panel="Model")
]
ReplyTokens = Annotated[
    int, typer.Option(min=16, help="The longest reply, thinking included.", rich_help_panel="Model")
]
Timeout = Annotated[float, typer.Option(min=1, help="Seconds to wait for a reply.", rich_help_panel="Model")]
Spend = Annotated[
    list[str] | None,
    typer.Option(
        "--budget",
        help="What a question may spend: calls=N, tokens=N or cost=N; then it must answer.",
        show_default=False,
        rich_help_panel="Model",
    ),
]
RunSpend = Annotated[
    list[str] | None,
    typer.Option(
        "--run-budget",
        help="What this run may spend: calls=N, tokens=N or cost=N; then it stops.",
        show_default=False,
        rich_help_panel="Model",
    ),
]
PriceFile = Annotated[
    Path | None,
    typer.Option("--prices", help="Your own table of prices (TOML).", show_default=False, rich_help_panel="Model"),
]
PromptFile = Annotated[
    Path | None,
    typer.Option(
        "--prompt",
        help="A control's prompt in your own words: a text with {question}, {options}, {text} …",
        show_default=False,
        rich_help_panel="Model",
    ),
]
Offline = Annotated[
    bool, typer.Option("--offline", help="Make no call: replies come from the record alone.", rich_help_panel="Model")
]

REPLY_TOKENS, TIMEOUT = 8192, 600.0


def seats(
    model: str,
    base_url: str,
    *,
    temperature: float = 0.0,
    seed: int | None = None,
    reply_tokens: int = REPLY_TOKENS,
    timeout: float = TIMEOUT,
    prices: Path | None = None,
    run_budget: Sequence[str] = (),
    offline: bool = False,
) -> Seats | None:
    """The seats that --model and its companions ask for; None without a model. Mistake before anything is spent."""
    if not model:
        if base_url or offline or run_budget or prices:
            raise Mistake("No model is named", cure="Give --model NAME, as the endpoint calls it.")
        return None
    from agent.model.client import Client
    from agent.model.endpoint import endpoint
    from agent.model.meter import RunMeter
    from agent.model.prices import Prices
    from evaluations.seats import Seats

    asked = endpoint(
        model, base_url, temperature=temperature, seed=seed, reply_tokens=reply_tokens, timeout=timeout
    )  # fmt: skip
    table = Prices.read(prices)
    meter = RunMeter(limits(run_budget))
    meter.admit(model, table)
    return Seats(asked, None if offline else Client(asked), meter, table)


def limits(given: Sequence[str]) -> Limits:
    """What a run may spend altogether, from --run-budget."""
    from agent.model.meter import Limits

    return Limits.model_validate(amounts("--run-budget", given))


def budget(rounds: int, given: Sequence[str]) -> Budget:
    """What a question may spend, from --rounds and --budget."""
    from agent.question import Budget

    return Budget.model_validate({"rounds": rounds, **amounts("--budget", given)})


def wording(file: Path | None, reading: Reading) -> Wording | None:
    """The prompt file's wording, its replies read as the benchmark does; Mistake when it cannot be read."""
    from agent.llm.reader import Wording

    if file is None:
        return None
    try:
        return Wording(file.read_text(encoding="utf-8-sig"), reading)
    except (OSError, UnicodeDecodeError):
        raise Mistake(f"The prompt {str(file)!r} cannot be read", allowed="a text file in UTF-8") from None


def amounts(option: str, given: Sequence[str]) -> dict[str, int | float]:
    """What is allowed to be spent, by name; Mistake when `option` was given something else."""
    amounts: dict[str, int | float] = {}
    for one in given:
        name, _, value = (part.strip() for part in one.partition("="))
        if name not in ("calls", "tokens", "cost") or not _positive(value) or (name != "cost" and "." in value):
            raise Mistake(f"{option} does not take this", got=one, allowed="calls=N, tokens=N, cost=N")
        amounts[name] = float(value) if name == "cost" else int(value)
    return amounts


def _positive(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal() and text.isascii() and float(text) > 0
