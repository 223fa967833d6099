"""Wording: the parts of a prompt that depend on the shape of the question."""

from __future__ import annotations

import json

from agent.llm.prompts import Prompts
from agent.question import CONSISTENT, Question


def analysis_words(say: Prompts, question: Question) -> dict[str, str]:
    """What `analyze` says of claims and rivals."""
    shown_parts = question.sub_questions and question.sub_mode == "in-prompt"
    return {
        "claims": say.word("claims_parts" if shown_parts else f"claims_{question.kind}"),
        "rivals": say.word("rivals_given" if question.options else "rivals_open", labels=", ".join(question.options)),
        "label": next(iter(question.options), ""),
    }


def answer_words(say: Prompts, question: Question, closed: bool = False) -> dict[str, str]:
    """What a reply with an answer says of its value, the form of it, and the sub-answers."""
    value = say.word(f"value_{question.kind}", labels=", ".join(question.options))
    shown_parts = question.sub_questions and question.sub_mode == "in-prompt"
    form = {"verdict": CONSISTENT, "choice": next(iter(question.options), "")}.get(question.kind, "...")
    return {
        "value": value + (say.word("value_closed") if closed else ""),
        "form": json.dumps(form, ensure_ascii=False),
        "parts": say.word("parts") if shown_parts else "",
        "parts_form": ', "sub_answers": ["..."]' if shown_parts else "",
    }
