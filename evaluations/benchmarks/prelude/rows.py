"""PRELUDE's rows: field names by alias, labels in both languages; each becomes a prequel or is skipped and named."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from agent.question import CONSISTENT, CONTRADICT
from evaluations.benchmarks.ids import Ids, digest, slug
from evaluations.benchmarks.loaded import Loaded
from evaluations.benchmarks.rowfile import FileRow
from evaluations.benchmarks.titles import english, key
from tools.book import Language, language_of

BOOK = ("book_name", "book", "novel", "书名")
CHARACTER = ("char", "character", "char_name", "人物", "角色")
SUBJECT = ("subject", "title")
CONTENT = ("content", "setup", "prequel")
LABEL = ("label", "answer", "groundtruth", "ground_truth", "gt")
SUB_LABEL = ("sublabel", "sub_label", "subtype", "sub_type", "label_type", "category")
RATIONALE = ("rationale", "explanation", "reason")
"""The names a field may have; the first that holds text is taken."""

LABELS = {
    "consistent": CONSISTENT, "consistency": CONSISTENT, "consist": CONSISTENT, "一致": CONSISTENT,
    "contradict": CONTRADICT, "contradictory": CONTRADICT, "contradiction": CONTRADICT, "contradicts": CONTRADICT,
    "inconsistent": CONTRADICT, "矛盾": CONTRADICT,
}  # fmt: skip
SUB_LABELS = {"core": CONSISTENT, "irrelevant": CONSISTENT, "local": CONTRADICT, "global": CONTRADICT}
_CHINESE_SUB_LABELS = {"核心": "core", "无关": "irrelevant", "局部": "local", "全局": "global"}


@dataclass(frozen=True)
class Prequel:
    """One invented prequel with its gold label; `sub_label` is '' where the file has none."""

    id: str
    book: str
    character: str
    subject: str
    content: str
    label: str
    sub_label: str
    rationale: str
    source: str

    @property
    def told(self) -> str:
        """The prequel as it is asked about: its subject, when it has one, and its text."""
        mark = "：" if self.language == "zh" else ": "
        return f"{self.subject}{mark}{self.content}" if self.subject else self.content

    @cached_property
    def language(self) -> Language:
        return language_of(self.content)

    @cached_property
    def key(self) -> str:
        """What tells its book, by whichever of its names."""
        return key(self.book)


def prequels_of(rows: Iterable[FileRow], loaded: Loaded) -> list[Prequel]:
    """The usable rows. One that says the same as an earlier row is skipped; all others of its text stay apart."""
    ids, found = Ids(), list[Prequel]()
    seen: dict[tuple[str, ...], Prequel] = {}
    for row in rows:
        prequel = _prequel(row, loaded)
        if prequel is None:
            continue
        told = prequel.key, prequel.character, prequel.subject, prequel.content
        earlier = seen.setdefault(told, prequel)
        if earlier is not prequel and earlier.label == prequel.label:
            loaded.skip(row.source, f"it is the same as {earlier.source}")
            continue
        if earlier is not prequel:
            loaded.repaired(row.source, f"it is {earlier.source} with the other label; both were kept")
        found.append(replace(prequel, id=ids.free(prequel.id)))
    return found


def _prequel(row: FileRow, loaded: Loaded) -> Prequel | None:
    """The prequel, or None after saying why the row cannot be asked."""
    book, character, content = row.text(*BOOK).strip("《》 "), row.text(*CHARACTER), row.text(*CONTENT)
    label = LABELS.get(row.text(*LABEL).casefold().strip(" .。\"'“”"))
    why = (
        f"it has no prequel ({', '.join(CONTENT)})" if not content
        else f"it names no book ({', '.join(BOOK[:2])})" if not key(book)
        else f"it names no character ({', '.join(CHARACTER[:2])})" if not character
        else f"its label {row.text(*LABEL)[:40]!r} is neither Consistent nor Contradict" if not label
        else ""
    )  # fmt: skip
    if why or not label:
        loaded.skip(row.source, why)
        return None
    subject = next((s for name in SUBJECT if (s := row.text(name)) and key(s) != key(book)), "")
    whole = digest(key(book), character, subject, content)
    return Prequel(
        id=f"{slug(english(book))}-{whole}",
        book=book,
        character=character,
        subject=subject,
        content=content,
        label=label,
        sub_label=_sub_label(row, label, loaded),
        rationale=row.text(*RATIONALE),
        source=row.source,
    )


def _sub_label(row: FileRow, label: str, loaded: Loaded) -> str:
    """core, irrelevant, local or global, without what follows (`Global II`); another word as it stands."""
    told = row.text(*SUB_LABEL).casefold()
    word = next((one for one in (*SUB_LABELS, *_CHINESE_SUB_LABELS) if one in told), "")
    sub_label = _CHINESE_SUB_LABELS.get(word, word)
    if sub_label and SUB_LABELS[sub_label] != label:
        loaded.repaired(row.source, f"its sub-label {sub_label} does not go with {label}; the label was followed")
        return ""
    return sub_label or told[:40]
