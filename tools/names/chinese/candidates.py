"""Strings of a Chinese book that may be names, and what stands around them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tools.names.chinese.words import ADVERBS, COMPOUND, SPEECH, STOP, SURNAMES
from tools.terms import HAN

RUN = re.compile(f"[{HAN}]+")
_SPOKEN = re.compile(
    f"([{HAN}]{{2,5}}?)(?:{'|'.join(sorted(ADVERBS, key=lambda a: (-len(a), a)))}){{0,3}}"
    f"[{SPEECH}][着著了]?(?:[他她我你]|众人)?"
)
_LEFT = frozenset(
    "和与與跟同对對向把被将將给給替叫让讓请請问問见見说說道曰是在教使令命遣为為于於乃有且但却卻又及找拿骂罵劝勸谓謂从從着著了的往至召引杀殺斩斬救"
    "迎送追望随隨到个個名姓位看听聽等投降拜讨討伐击擊破擒捉围圍攻呼唤喚喊"
)
_RIGHT = frozenset(
    "的了是在和与與也又便就却卻乃遂亦大忙急笑怒哭喜叹嘆惊驚看听聽见見想走来來去到坐站拿引领領率令命使为為之有不没沒被把将將从從对對向往出入回自正已即"
    "闻聞知等先一拍点點摇搖抬伸披提挺拱跪拜谢謝答接同及上下皆都并並" + SPEECH
)
_ACTS = frozenset("说說道问問笑答曰喊叫骂罵叹嘆哭想看听聽站坐走摇搖点點抬伸")
_LONGEST_SPOKEN = 16


@dataclass
class Candidate:
    """A string that may be a name: how often it stands, how often at the edge of a phrase, how often it speaks."""

    count: int = 0
    left: int = 0
    right: int = 0
    spoke: int = 0
    acts: int = 0
    """Uses before a verb of what only people do."""

    @property
    def edges(self) -> float:
        """The smaller share of uses with the edge of a phrase on one side."""
        return min(self.left, self.right) / self.count if self.count else 0.0


def surname_of(name: str) -> str:
    """The surname that opens `name`, the longer first; '' without one."""
    if name[:2] in COMPOUND and len(name) > 2:
        return name[:2]
    return name[:1] if name[:1] in SURNAMES else ""


def speakers_in(runs: Iterable[str]) -> Counter[str]:
    """{who speaks: how often}: what stands alone before a verb of saying, 玄德大怒曰."""
    spoken = (_SPOKEN.fullmatch(run) for run in runs if len(run) <= _LONGEST_SPOKEN)
    return Counter(found.group(1) for found in spoken if found)


def candidates_in(runs: Sequence[str], spoke: Counter[str]) -> dict[str, Candidate]:
    """Strings of a surname and one or two characters that stand at least twice."""
    counts = Counter(name for run in runs for _, name in _grams(run))
    kept = {name: Candidate(spoke=spoke[name]) for name, count in counts.items() if count >= 2 and name not in STOP}
    for run in runs:
        for start, name in _grams(run):
            if (candidate := kept.get(name)) is not None:
                end = start + len(name)
                candidate.count += 1
                candidate.left += not start or run[start - 1] in _LEFT
                candidate.right += end == len(run) or run[end] in _RIGHT
                candidate.acts += end < len(run) and run[end] in _ACTS
    return kept


def _grams(run: str) -> Iterator[tuple[int, str]]:
    for start, first in enumerate(run[:-1]):
        if run[start : start + 2] in COMPOUND:
            sizes: tuple[int, ...] = (3, 4)
        elif first in SURNAMES:
            sizes = (2, 3)
        else:
            continue
        for size in sizes:
            if start + size <= len(run):
                yield start, run[start : start + size]
