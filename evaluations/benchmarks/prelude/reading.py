"""How a raw reply is read as a verdict on a prequel, in English and Chinese."""

from __future__ import annotations

import re
import unicodedata

from agent.question import CONSISTENT, CONTRADICT, Question

_ENGLISH_NOT = (
    r"(?:\b(?:not|no|never|nothing|without|neither|nor|cannot|hardly)|n['’]t)"
    r"(?:\s+(?:in|any|way|directly|explicitly|clearly|really|actually|necessarily|outright|seem|appear|to|be|an?|"
    r"direct|clear|real|explicit|obvious|the|that|it|entirely|fully|completely))*\s+"
)
_CHINESE_NOT = (
    r"(?:不存在|不构成|没有|并无|并非|并不|不是|毫无|未见|不|无|未|没)"
    r"(?:任何|明显的?|直接|什么|相互|互相|自相|完全|相)*"
)
_VERDICT = re.compile(
    rf"(?P<not>{_ENGLISH_NOT})?\b(?P<word>inconsistent|consistent|contradict(?:s|ed|ing|ions?|ory)?)\b"
    rf"|(?P<zh_not>{_CHINESE_NOT})?(?P<zh_word>矛盾|一致)"
)
_MARKED = re.compile(
    r"(?:answer|verdict|conclusion|judge?ment|label|prediction|答案|判断|结论|结果|判定|裁决)"
    r"\W{0,6}?(?:is|as|为|是)?\s*[:：]?[\s\"'“”‘’*_`\[\](){}（）【】「」<>]*$"
)


def read(question: Question, reply: str) -> str | None:
    """`consistent` or `contradict`, None when the reply holds no verdict.

    The protocol is reasoning first and the verdict last, so the last verdict that is announced (`Answer: …`,
    `结论：…`) is taken, and where none is announced the last verdict word. A negation turns a word round.
    """
    text = unicodedata.normalize("NFKC", reply).casefold()
    found = list(_VERDICT.finditer(text))
    announced = [verdict for verdict in found if _MARKED.search(text, max(0, verdict.start() - 40), verdict.start())]
    return _label((announced or found)[-1]) if found else None


def _label(verdict: re.Match[str]) -> str:
    word = verdict["word"] or verdict["zh_word"]
    says_consistent = word in ("consistent", "一致")
    denied = bool(verdict["not"] or verdict["zh_not"])
    return CONSISTENT if says_consistent != denied else CONTRADICT
