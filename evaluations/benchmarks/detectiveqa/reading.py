"""How a raw reply to a DetectiveQA question is read as a letter."""

from __future__ import annotations

import re
import unicodedata

from agent.question import Question
from evaluations.benchmarks.letters import letters

_ANNOUNCED = re.compile(r"(?:answer|option|choice|答案|选项?)[^\n。.!?！？]{0,40}", re.IGNORECASE)


def read(question: Question, reply: str) -> str | None:
    """The last option letter announced by `answer` or `答案`, else the only letter there is; None when unreadable.

    The paper asks for JSON with an answer field and does not say how other replies are read; this is our rule.
    """
    text = unicodedata.normalize("NFKC", reply)
    announced = [found for part in _ANNOUNCED.findall(text) if (found := letters(part, question.options))]
    if announced:
        return announced[-1][0]
    alone = set(letters(text, question.options))
    return alone.pop() if len(alone) == 1 else None
