"""Grounds: whether the words that a judge rests its points on can bear so many, so that an echo bears none.

A paraphrase may share no word with the point it says, so that words in common cannot be asked of every verdict. What is
asked is less: words that say something, and not the same ones for many points, unless the points' own words are there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from evaluations.judge.fence import cleaned
from evaluations.judge.pieces import Piece
from evaluations.judge.spans import content, place_of
from tools.sentences import sentences
from tools.terms import keys

MOST_POINTS = 3
"""So many points the same words may bear, where none of the points' own words are among them."""
WORDS_A_POINT = 2
"""Content words that stand there for each of these; a content word is worth two Chinese characters."""
SHARE, WHOLE = 0.2, 0.6
"""The share of a point's words that are its own words said again: with two of them at least, or by itself."""


@dataclass(frozen=True)
class Ground:
    """The words [start, end) of a piece, on which a judge rests a point."""

    point: int
    piece: Piece
    start: int
    end: int
    span: str


def ground_of(point: int, spans: Iterable[str], shown: Sequence[Piece], text: str) -> Ground | None:
    """Of the spans that stand in the reasoning the one that shares most with the point's text, the first of equals."""
    places = ((span, place) for span in spans if (place := place_of(span, shown)))
    grounds = [Ground(point, *place, cleaned(span)) for span, place in places]
    return max(grounds, key=lambda one: _share(one.span, text), default=None)


def borne(grounds: Sequence[Ground], points: Mapping[int, str]) -> list[Ground]:
    """Those of a vote's grounds that bear their points; `points` has each one's text.

    A ground in which two or more of its point's content words stand, a fifth of them, bears it. The others, where they
    overlap, are one: it bears all its points when they are at most three, and when the sentences it stands in have two
    content words for each. Otherwise it bears none, since nobody can tell which it was meant for.
    """
    bare = [one for one in grounds if not _says(one.span, points[one.point])]
    echoes = {one.point for same in _overlapping(bare) if len(same) > _room(same) for one in same}
    return [one for one in grounds if one.point not in echoes]


def _says(span: str, point: str) -> bool:
    """Whether a point's own words stand in the span."""
    common = set(keys(span)) & set(keys(point))
    share = _share(span, point)
    return share >= WHOLE or (share >= SHARE and content(" ".join(common)) >= WORDS_A_POINT)


def _share(span: str, point: str) -> float:
    wanted = set(keys(point))
    return len(wanted & set(keys(span))) / len(wanted) if wanted else 0.0


def _room(same: Sequence[Ground]) -> int:
    """How many points these grounds may bear together."""
    piece, first, last = same[0].piece, min(one.start for one in same), max(one.end for one in same)
    around = (piece.text[start:end] for start, end in sentences(piece.text) if start < last and end > first)
    return min(MOST_POINTS, int(content(" ".join(around)) / WORDS_A_POINT))


def _overlapping(grounds: Sequence[Ground]) -> Iterator[list[Ground]]:
    """The grounds in groups that hang together by common words."""
    same: list[Ground] = []
    for one in sorted(grounds, key=lambda one: (one.piece.number, one.start)):
        if same and (one.piece != same[0].piece or one.start >= max(other.end for other in same)):
            yield same
            same = []
        same.append(one)
    if same:
        yield same
