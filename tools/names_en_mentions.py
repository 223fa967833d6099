"""Where an English book names somebody: runs of capitalised words, how often they stand, and among which words."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tools.book import Book
from tools.chapters import is_title
from tools.names_en_words import AT, DEEDS, FEMALE, KIN, LOWER_TITLES, MALE, NOBLE, NOT_NAMES, PARTICLES, SPEECH, TITLES

_UP = "A-ZÀ-ÖØ-ÞŒŠŽ"
_TITLE = "|".join(re.escape(title) for title in sorted(TITLES, key=len, reverse=True) if title.endswith("."))
_LOWER_TITLE = rf"(?:{'|'.join(LOWER_TITLES)})(?=\s(?:of\s|de\s|du\s|d[’'])?[{_UP}])"
_PARTICLE = r"(?:(?:of|de|du|des|del|della|di|da|von|van|der|den|le|la|the|y)\s)"
_TOKEN = rf"(?:{_TITLE}|[{_UP}]\.(?!\w)|{_LOWER_TITLE}|(?:[dDlL][’'])?[{_UP}]\w*(?:[-’'][^\W\d_]+)*)"
_RUN = re.compile(rf"(?<![\w’'-]){_TOKEN}(?:\s{_PARTICLE}{{0,2}}{_TOKEN})*")
_LOWER = re.compile(r"(?<![\w’'-])[a-zà-öø-ÿœ]+(?:-[a-zà-ÿ]+)*")
_INSIDE = re.compile(rf"(?<=[^\W_] )[{_UP}]\w*(?:-\w+)*|(?<=[,;] )[{_UP}]\w*(?:-\w+)*")
_TITLED = re.compile(rf"(?<![\w’'-])(?:{_TITLE})\s([{_UP}]\w*(?:-\w+)*)")
_POSSESSIVE = re.compile(r"[’'](?:s|S)?$")
_START = re.compile(r"(?:^|[.!?…:—–*\[(“‘\"])[\s”’\"')\]“‘(\[—–_*]*$")
_NEXT = re.compile(r"(?:[,”’\"]*\s)?([a-z]+)")
_BEFORE = re.compile(r"([a-z]+)[,]?\s(?:the\s)?[“‘]?$")
_INITIAL = re.compile(rf"[{_UP}]\.")
_STOP = re.compile(r"[.!?;:“”\n]")
_KIN = re.compile(
    r"\b(?:and|or|nor|with|than|son|daughter|father|mother|wife|husband|widow|brother|sister|uncle|aunt|nephew|niece|cousin)\b"
)
_GIVEN = MALE | FEMALE


class Form(NamedTuple):
    """One way of naming somebody: a title or '', and words; a surname keeps its particle: `of Monte Cristo`."""

    title: str
    words: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join([self.title, *self.words]).strip().replace("’ ", "’")


class Mention(NamedTuple):
    """A form and where it stands in its paragraph's text."""

    form: Form
    start: int
    end: int


@dataclass
class Uses:
    """How a form is used in the book."""

    count: int = 0
    first: int = 0
    deeds: int = 0
    """Uses as one who speaks, acts or is addressed."""
    places: int = 0
    """Uses after words like `in` and `near`."""
    articles: int = 0
    """Uses after `the`."""


@dataclass
class Mentions:
    """Every form of a book with its uses, which stand together in a sentence, and what is said between two."""

    uses: dict[Form, Uses] = field(default_factory=lambda: defaultdict(Uses))
    together: Counter[frozenset[Form]] = field(default_factory=Counter)
    """Weight of the evidence that two forms are two people: they stand in one sentence; kin counts double."""
    between: dict[tuple[Form, Form], list[tuple[str, str, int]]] = field(default_factory=dict)
    """The words between two neighbouring forms, the words after, and the paragraph, where they tell of names."""


@dataclass(frozen=True)
class Words:
    """How often a word stands capitalised inside a sentence, in lower case, and after a title."""

    inside: Counter[str]
    lower: Counter[str]
    titled: Counter[str]

    @classmethod
    def of(cls, texts: list[str]) -> Words:
        inside, lower, titled = Counter[str](), Counter[str](), Counter[str]()
        for text in texts:
            inside.update(_INSIDE.findall(text))
            lower.update(_LOWER.findall(text))
            titled.update(_TITLED.findall(text))
        return cls(inside, lower, titled)

    def is_name(self, word: str) -> bool:
        """Whether a capitalised word is more likely a name than a word that begins a sentence."""
        if word in NOT_NAMES or (len(word) > 1 and word.isupper()) or len(word) < 2:
            return False
        return self.inside[word] + self.titled[word] >= max(1, 0.5 * self.lower[word.lower()])


def mentions(book: Book, telling: re.Pattern[str]) -> Mentions:
    """The forms in `book`. Words between two of them are kept where `telling` matches (`known as` …)."""
    headings = {chapter.first for chapter in book.chapters}
    shown = [p for p in book.paragraphs if p.number not in headings and not is_title(p.text)]
    words = Words.of([p.text for p in shown])
    found = Mentions()
    for paragraph in shown:
        here = list(_in_text(paragraph.text, words))
        for mention in here:
            _tally(found.uses[mention.form], mention, paragraph.text, paragraph.number)
        _pair(found, here, paragraph.text, paragraph.number, telling)
    return found


def _in_text(text: str, words: Words) -> Iterator[Mention]:
    for run in _RUN.finditer(text):
        at_start = bool(_START.search(text, max(0, run.start() - 8), run.start()))
        at = run.start()
        for form, start, end in _forms(re.split(r"\s", run.group()), at_start, words):
            yield Mention(form, at + start, at + end)


def _forms(tokens: list[str], at_start: bool, words: Words) -> Iterator[tuple[Form, int, int]]:
    """(form, start, end) of the forms in a run; offsets count from the run's start."""
    title, held, offset, start, end = "", [], 0, 0, 0
    particle = ""
    for i, token in enumerate(tokens):
        bare = _POSSESSIVE.sub("", token)
        closes = bare != token
        known = token if token in TITLES else token.capitalize() if token in LOWER_TITLES else ""
        following = tokens[i + 1] if i + 1 < len(tokens) else ""
        if known and not (closes and not held):
            if held:
                yield from _closed(title, held, start, end)
                held = []
            if not title or particle not in ("le ", "la "):
                start = offset if not title else start
            title, particle = known, ""
        elif token in PARTICLES:
            particle += f"{token} "
            if token == "of" and not (title and not held and TITLES[title].split()[0] in NOBLE):
                yield from _closed(title, held, start, end)
                title, held, particle = "", [], ""
        elif _names(bare, following, bool(title or held), at_start and not i, words):
            if not title and not held:
                start, particle = offset, ""
            if particle and particle.strip() in ("le", "la", "the") and not held:
                title, particle, start = "", "", offset
            held = _joined(held, particle, bare)
            end, particle = offset + len(bare), ""
            if closes:
                yield from _closed(title, held, start, end)
                title, held = "", []
        else:
            yield from _closed(title, held, start, end)
            title, held, particle = "", [], ""
        offset += len(token) + 1
    yield from _closed(title, held, start, end)


def _names(word: str, following: str, inside: bool, at_start: bool, words: Words) -> bool:
    """Whether `word` may be part of a name, given what stands around it."""
    if _INITIAL.fullmatch(word):
        return word != "I." and (inside or bool(following))
    if word[1:2] in "’'" and word[0] in "dD" and len(word) > 3:
        return inside or words.inside[word] > 0
    if inside and word not in NOT_NAMES and not (len(word) > 1 and word.isupper()):
        return words.lower[word.lower()] < 5 * (words.inside[word] + words.titled[word]) + 1
    if word in _GIVEN and following[:1].isupper() and words.is_name(_POSSESSIVE.sub("", following)):
        return True
    return words.is_name(word) and not (at_start and words.inside[word] < 0.1 * words.lower[word.lower()])


def _joined(held: list[str], particle: str, word: str) -> list[str]:
    if particle:
        return [f"{held[0]} the {word}"] if particle == "the " and len(held) == 1 else [*held, f"{particle}{word}"]
    if held and " " in held[-1] and not _INITIAL.fullmatch(word):
        return [*held[:-1], f"{held[-1]} {word}"]
    return [*held, word]


def _closed(title: str, held: list[str], start: int, end: int) -> Iterator[tuple[Form, int, int]]:
    while held and _INITIAL.fullmatch(held[-1]):
        held = held[:-1]
    if held and len(held) <= 5:
        yield Form(title, tuple(held)), start, end


def _tally(uses: Uses, mention: Mention, text: str, number: int) -> None:
    uses.count += 1
    uses.first = uses.first or number
    after = _NEXT.match(text, mention.end, mention.end + 24)
    before = _BEFORE.search(text, max(0, mention.start - 24), mention.start)
    follows, leads = after.group(1) if after else "", before.group(1) if before else ""
    uses.deeds += follows in SPEECH or follows in DEEDS or leads in SPEECH or leads in KIN
    uses.places += leads in AT
    uses.articles += text[max(0, mention.start - 4) : mention.start].lower().endswith(("the ", "la ", "le "))


def _pair(found: Mentions, here: list[Mention], text: str, number: int, telling: re.Pattern[str]) -> None:
    for i, one in enumerate(here):
        for reach, other in enumerate(here[i + 1 : i + 4]):
            gap = text[one.end : other.start]
            if len(gap) > 120 or (_STOP.search(gap) and len(gap) > 60):
                break
            if one.form != other.form and not _STOP.search(gap):
                found.together[frozenset((one.form, other.form))] += 2 if _KIN.search(gap) else 1
            if reach == 0 and telling.search(gap + "\0" + text[other.end : other.end + 50]):
                found.between.setdefault((one.form, other.form), []).append(
                    (gap, text[other.end : other.end + 50], number)
                )
