"""Free answers compared with gold ones by their words: exact match, token F1, and the lexical "same answer"."""

from __future__ import annotations

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from evaluations.case import Score
from evaluations.metrics.exhibit import Exhibit
from tools.terms import HAN

EM, F1, PRECISION, RECALL, PM = "EM", "F1", "token precision", "token recall", "PM(lexical)"
NAMES = (EM, F1, PRECISION, RECALL, PM)
ENOUGH, ENOUGH_WITHIN = 0.8, 0.6
"""F1 above which two answers are the same; and above which they are when one contains the other."""
CLOSED = frozenset({"yes", "no", "noanswer", "是", "否", "不是", "无答案"})
"""Answers that are right whole or not at all; the Chinese ones are ours."""

_HAN = re.compile(f"[{HAN}]")
_TOKEN = re.compile(f"[{HAN}]|[^\\s{HAN}]+")
_ARTICLE = re.compile(r"\b(?:a|an|the)\b")
_ASCII_MARKS = str.maketrans("", "", string.punctuation)


@dataclass(frozen=True)
class Overlap:
    """How far a predicted answer's words agree with a gold one's; all in 0 to 1."""

    em: float
    f1: float
    precision: float
    recall: float
    pm: float
    gold: str = ""
    """The wording it was compared with."""

    def named(self) -> dict[str, float]:
        return dict(zip(NAMES, (self.em, self.f1, self.precision, self.recall, self.pm), strict=True))


WRONG = Overlap(0.0, 0.0, 0.0, 0.0, 0.0)


def measure(exhibit: Exhibit) -> list[Score]:
    """EM, token F1 with its precision and recall, and PM(lexical) of a free answer; the best over the gold wordings.

    Only of text questions. An abstention or a failure is 0. The case's tag `empty-f1` tells which rule holds for an
    answer without words.
    """
    case, trace = exhibit.case, exhibit.trace
    if case.question.kind != "text":
        return []
    value = trace.answer.value if trace.answer else None
    best = compared(value, (case.gold.answer, *case.gold.aliases), case.tags.get("empty-f1", "hotpot"))
    why = f"compared with {best.gold!r}" if value is not None else f"no answer ({trace.status})"
    return [exhibit.score(name, number, value, why) for name, number in best.named().items()]


def compared(value: str | None, wordings: Iterable[str], empty: str = "hotpot") -> Overlap:
    """The best overlap of `value` with any of the gold `wordings`; WRONG for None."""
    if value is None:
        return WRONG
    return max((overlap(value, gold, empty) for gold in wordings), key=lambda o: (o.pm, o.em, o.f1), default=WRONG)


def overlap(predicted: str, gold: str, empty: str = "hotpot") -> Overlap:
    """EM, F1 = 2PR/(P+R) on multisets of tokens, and PM of two wordings, after SQuAD's normalisation.

    P = shared tokens / predicted ones, R = shared / gold ones (Rajpurkar et al. 2016). HotpotQA's rule: where either
    is yes, no or noanswer and they differ, all are 0. Two answers without words have F1 0 under `hotpot` and 1 under
    `squad2`. PM is the lexical form of "the same answer" (Tang et al.): F1 > 0.8, or F1 > 0.6 and one contains the
    other.
    """
    left, right = normalised(predicted), normalised(gold)
    same = float(left == right)
    if not same and (left in CLOSED or right in CLOSED):
        return Overlap(0.0, 0.0, 0.0, 0.0, 0.0, gold)
    if not left and not right:
        value = float(empty == "squad2")
        return Overlap(same, value, value, value, value, gold)
    mine, theirs = tokens(left), tokens(right)
    shared = (Counter(mine) & Counter(theirs)).total()
    precision, recall = (shared / len(side) if side else 0.0 for side in (mine, theirs))
    f1 = 2 * precision * recall / (precision + recall) if shared else 0.0
    # rounded, since 2PR/(P+R) may be a hair more than the 0.8 or 0.6 it is
    within = bool(left and right) and (left in right or right in left)
    pm = round(f1, 9) > ENOUGH or (round(f1, 9) > ENOUGH_WITHIN and within)
    return Overlap(same, f1, precision, recall, float(pm), gold)


def normalised(text: str) -> str:
    """SQuAD's normal form: lower case, no ASCII punctuation, no a/an/the, single spaces.

    In text with Han characters the other punctuation goes too, full-width letters are narrowed, and no space stands
    beside a Han character.
    """
    if not _HAN.search(text):
        return " ".join(_ARTICLE.sub(" ", text.lower().translate(_ASCII_MARKS)).split())
    narrow = unicodedata.normalize("NFKC", text).lower()
    bare = "".join(" " if unicodedata.category(c).startswith("P") else c for c in narrow)
    spaced = " ".join(_ARTICLE.sub(" ", bare).split())
    return re.sub(rf" ?([{HAN}]) ?", r"\1", spaced)


def tokens(normal: str) -> list[str]:
    """The tokens of a normalised text in order, with repeats: words, and single Han characters."""
    return _TOKEN.findall(normal)
