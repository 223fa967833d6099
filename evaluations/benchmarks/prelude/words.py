"""PRELUDE's words in both languages: the two verdicts and the rules of judgement, as prompts give them."""

from __future__ import annotations

from collections.abc import Mapping

from agent.question import CONSISTENT, CONTRADICT
from tools.book import Language

OPTIONS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        CONSISTENT: "The prequel is consistent with the book.",
        CONTRADICT: "The prequel contradicts the book.",
    },
    "zh": {
        CONSISTENT: "前传与原著一致。",
        CONTRADICT: "前传与原著矛盾。",
    },
}

RULES: Mapping[Language, str] = {
    "en": (
        "Judge by the novel alone: adaptations, history and what is generally known do not count.\n"
        "The story of the novel follows directly upon the prequel. Do not imagine events between them that would "
        "make the two agree.\n"
        "What a character says is true, unless the novel shows it to be a lie or a mistake.\n"
        "The prequel is consistent when the novel leaves room for it, whether it fills a gap in the story or has no "
        "bearing on it. It contradicts the novel when something in the novel, in one place or over many, cannot be "
        "true together with it."
    ),
    "zh": (
        "只以小说原著为准：改编作品、史实和常识都不作数。\n"
        "前传之后紧接着就是小说的故事，不得设想两者之间另有未写出的事件来使它们吻合。\n"
        "人物所说的话视为真实，除非小说表明那是谎言或误解。\n"
        "只要小说容得下这段前传，无论它补上了情节的空白，还是与情节无关，都算一致；"
        "小说中某一处或多处的内容与前传不能同时成立，就算矛盾。"
    ),
}
