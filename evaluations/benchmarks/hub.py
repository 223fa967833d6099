"""Where the official files are: which repository on the hub and which revision, and what the user has to supply."""

from __future__ import annotations

from dataclasses import dataclass

from tools.mistake import Mistake


@dataclass(frozen=True)
class Official:
    """A benchmark's release on the hub."""

    repository: str
    revision: str = "main"
    """The revision taken when none is asked for; the commit it stood for is written down beside the files."""
    note: str = ""
    """What to know of its revisions."""
    remains: str = ""
    """What the release does not hold."""


OFFICIAL = {
    "detectiveqa": Official("Phospheneser/DetectiveQA"),
    "prelude": Official(
        "ttchungc/PRELUDE",
        remains="The novels are not in the release. Put each into a folder as TITLE.txt and name the folder with "
        "--books; in the public domain are The Count of Monte Cristo, Investiture of the Gods (封神演义), Romance of "
        "the Three Kingdoms (三国演义) and In Search of the Castaways.",
    ),
    "longreason": Official(
        "lz1bytedance/LongReason",
        note="In revisions before 2025-05-22 the answers do not belong to their questions: take a later one.",
    ),
}

ELSEWHERE = {
    "sample": "The sample is part of the program. Run it: casebook run sample",
    "lfed": "LFED is on GitHub: put LFED.csv from https://github.com/tjunlp-lab/LFED into {folder}, then run: casebook "
    "data check lfed {folder}. Its novels are not in the release: it is asked closed-book without --books.",
    "cofca": "CofCA is on GitHub: put 2hop_qa.json, 3hop_qa.json, 4hop_qa.json and, for the factual controls, "
    "300_original_hotpot.json, selected_2wiki_data.json and selected_300_musique.json from "
    "https://github.com/WuJian1995/LLM_inherent_multi_step_eval into {folder}, then run: casebook data check cofca "
    "{folder}",
}


def official(name: str, folder: object) -> Official:
    """Where the benchmark called `name` is on the hub; Mistake saying what to do when it is not there."""
    if name in OFFICIAL:
        return OFFICIAL[name]
    if name in ELSEWHERE:
        raise Mistake(ELSEWHERE[name].format(folder=folder), exit_code=1)
    raise Mistake("There is no such benchmark", got=name, allowed=", ".join([*OFFICIAL, *ELSEWHERE]))
