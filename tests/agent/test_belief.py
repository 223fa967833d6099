"""Belief: the one formula, by hand."""

from __future__ import annotations

import math

import pytest

from agent.belief import TEMPERATURE, beliefs, margin, support
from graphs.evidence import Absence, Evidence, EvidenceGraph, Hypothesis


def evidence(number: int, paragraph: int, relevance: float = 1.0, **stance: float) -> Evidence:
    return Evidence(id=f"E{number}", quote="words", paragraph=paragraph, stance=stance, relevance=relevance)


def graph(*nodes: Evidence | Absence) -> EvidenceGraph:
    return EvidenceGraph(nodes=(Hypothesis(id="H1", text="one"), Hypothesis(id="H2", text="two"), *nodes))


def test_only_the_strongest_evidence_of_a_scene_counts_in_full() -> None:
    one_scene = graph(evidence(1, 10, H1=0.8), evidence(2, 15, H1=0.4))
    assert support(one_scene, "H1") == pytest.approx(0.8 + 0.5 * 0.4)
    two_scenes = graph(evidence(1, 10, H1=0.8), evidence(2, 30, H1=0.4))
    assert support(two_scenes, "H1") == pytest.approx(1.2)


def test_two_quotations_of_one_paragraph_count_once() -> None:
    assert support(graph(evidence(1, 10, H1=0.8), evidence(2, 10, H1=0.6)), "H1") == pytest.approx(0.8)


def test_refuting_evidence_weighs_as_much_as_supporting() -> None:
    balanced = graph(evidence(1, 10, H1=0.7), evidence(2, 50, H1=-0.7))
    assert support(balanced, "H1") == pytest.approx(0.0)


def test_relevance_scales_a_stance_and_an_absence_counts_too() -> None:
    absent = Absence(id="A1", text="no knife", queries=("Q1",), first=1, last=9, stance={"H1": -0.5})
    assert support(graph(evidence(1, 10, 0.5, H1=1.0), absent), "H1") == pytest.approx(0.0)


def test_belief_is_a_softmax_of_support() -> None:
    believed = beliefs(graph(evidence(1, 10, H1=1.0)))
    assert believed["H1"] == pytest.approx(math.exp(1 / TEMPERATURE) / (math.exp(1 / TEMPERATURE) + 1), abs=1e-6)
    assert sum(believed.values()) == pytest.approx(1.0, abs=1e-5)
    assert margin(believed) == pytest.approx(believed["H1"] - believed["H2"])


def test_without_hypotheses_there_is_no_belief_and_no_margin() -> None:
    assert beliefs(EvidenceGraph()) == {}
    assert margin({}) == 0.0
    assert margin({"H1": 1.0}) == 1.0


def test_a_retired_hypothesis_is_no_longer_believed() -> None:
    retired = EvidenceGraph(nodes=(Hypothesis(id="H1", text="one", retired="no"), Hypothesis(id="H2", text="two")))
    assert beliefs(retired) == {"H2": 1.0}


def test_very_much_evidence_does_not_overflow() -> None:
    many = graph(*(evidence(i, i * 30, H1=1.0) for i in range(1, 900)))
    assert beliefs(many)["H1"] == 1.0
