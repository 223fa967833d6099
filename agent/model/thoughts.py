"""A reasoning model's thinking, taken apart from what it answers."""

from __future__ import annotations

import re

_TAG = re.compile(r"<(/?)(think|thinking|thought|reasoning)>|\[(/?)THINK\]", re.IGNORECASE)
_FINAL = "<|channel|>final<|message|>"
_CONTROL = re.compile(r"<\|[a-z_]{1,20}\|>")


def apart(text: str) -> tuple[str, str]:
    """(thought, answer). A think block that is never closed is thought to its end and leaves no answer.

    A closing tag without an opening one ends a thought that began with the text (some templates open it unseen). Text
    that begins with a brace is a JSON reply: tags in it are words of its strings.
    """
    if text.lstrip().startswith("{"):
        return "", text
    if _FINAL in text:
        before, _, after = text.rpartition(_FINAL)
        return _CONTROL.sub(" ", before).strip(), _CONTROL.sub("", after).strip()
    thoughts: list[str] = []
    spoken: list[str] = []
    at, depth = 0, 0
    for tag in _TAG.finditer(text):
        closing = bool(tag[1] or tag[3])
        if closing and not depth:
            thoughts += [*spoken, text[at : tag.start()]]
            spoken.clear()
        else:
            (thoughts if depth else spoken).append(text[at : tag.start()])
            depth += -1 if closing else 1
        at = tag.end()
    (thoughts if depth else spoken).append(text[at:])
    if not thoughts:
        return "", text
    return "\n".join(filter(None, map(str.strip, thoughts))), "".join(spoken).strip()
