"""Chinese names: surnames, courtesy names, nicknames, titles, foreign dots."""

from __future__ import annotations

import pytest

from tests.tools.named import names_of, table


def test_a_courtesy_name_is_its_bearer_with_and_without_the_surname() -> None:
    found = table(
        "那人姓陆，名衡，字子安，乃江上渔户。",
        "子安大怒曰：“谁敢！”众人视之，乃陆子安也。",
        "陆衡笑道：“我便去。”",
    )
    assert names_of(found, "陆衡") == {"子安", "陆子安"}
    assert found.characters[0].mentions == 4


@pytest.mark.parametrize(
    "telling",
    [
        "姓沈名青，字伯远。",
        "复姓诸葛，名青，字伯远。",
        "沈青，字伯远，有大志。",
        "沈青字伯远。",
        "沈青至。青字伯远。",
    ],
)
def test_a_courtesy_name_may_be_told_in_many_ways(telling: str) -> None:
    found = table("沈青道：“来。”沈青说：“去。”", telling, "伯远曰：“可。”")
    name = "诸葛青" if "诸葛" in telling else "沈青"
    assert "伯远" in names_of(found, name)


def test_a_nickname_after_a_courtesy_name_is_the_same_person_s() -> None:
    found = table("此人覆姓司马，名朗，字平之，道号云鹤先生。", "众人皆称云鹤先生。云鹤不出。")
    assert {"平之", "云鹤先生", "云鹤"} <= names_of(found, "司马朗")


def test_a_given_name_told_among_kin_is_the_kinsman_s_and_not_a_namesake_s() -> None:
    speak = "沈青道：“来。”沈青说：“去。”许远道：“来。”许远说：“去。”"
    kin = table(speak, "此人乃沈桥之子：名青，字伯远。", "伯远曰：“可。”")
    assert names_of(kin, "沈青") == {"伯远"}
    stranger = table(speak, "此人乃钱桥之子：名青，字伯远。", "伯远曰：“可。”")
    assert names_of(stranger, "沈青") == set()


def test_a_title_that_came_up_before_the_others_is_the_first_one_s() -> None:
    found = table(
        "孟长河道：“开会。”孟长河说：“坐。”孟会长坐下。",
        "孟会长笑了。孟长河走了。孟长河又来了。",
        "孟长山道：“不开。”孟长山说：“走。”孟会长不理。",
    )
    assert names_of(found, "孟长河") == {"孟会长"}


@pytest.mark.parametrize("marker", ["绰号", "外号", "人称", "人送外号", "小名", "诨名"])
def test_a_nickname_is_told_by_its_marker(marker: str) -> None:
    found = table(f"赵大海从船上跳下来，{marker}浪里鱼。", "赵大海道：“走。”", "赵大海说：“快走。”", "浪里鱼一笑。")
    assert "浪里鱼" in names_of(found, "赵大海")


def test_the_nickname_of_a_thing_is_nobody_s() -> None:
    found = table("周铁山造一口长刀，又名“寒霜”。", "周铁山道：“好刀。”", "周铁山道：“拿来。”", "寒霜出鞘。")
    assert names_of(found, "周铁山") == set()


def test_a_compound_surname_is_whole() -> None:
    found = table("欧阳靖道：“请。”", "欧阳靖说：“坐。”", "欧阳靖笑道：“茶。”")
    assert [c.name for c in found.characters] == ["欧阳靖"]


def test_a_given_name_alone_is_the_one_who_bears_it() -> None:
    found = table("林晚秋道：“来了。”", "晚秋笑道：“坐。”林晚秋给客人倒茶。", "晚秋问：“冷吗？”林晚秋关上窗。")
    assert names_of(found, "林晚秋") == {"晚秋"}


def test_a_title_is_its_only_bearer_s_and_shared_by_two() -> None:
    one = table("孟长河道：“开会。”", "孟会长坐下。孟长河说：“静一静。”", "孟会长走了。")
    assert names_of(one, "孟长河") == {"孟会长"}
    two = table(
        "孟长河道：“开会。”孟长山道：“不开。”", "孟先生来了。孟长河说：“哪位？”孟长山说：“我。”", "孟先生走了。"
    )
    assert two.ambiguous == {"孟先生"}
    assert two.widen("孟先生是谁？") == ()


def test_a_wife_by_title_is_not_the_husband() -> None:
    found = table("孟长河道：“开会。”", "孟太太说：“吃饭。”孟长河说：“就来。”", "孟太太笑了。")
    assert names_of(found, "孟长河") == set()
    assert "孟太太" in {c.name for c in found.characters}


def test_two_names_that_the_text_calls_the_same_are_one_unless_it_doubts() -> None:
    texts = ("顾白云道：“好。”", "顾白云说：“好。”", "钱小楼道：“好。”", "钱小楼说：“不。”")
    assert "钱小楼" in names_of(table(*texts, "顾白云就是钱小楼。"), "顾白云")
    for doubt in ("难道顾白云就是钱小楼？", "顾白云不就是钱小楼。", "莫非顾白云就是钱小楼。"):
        assert names_of(table(*texts, doubt), "顾白云") == set()


def test_traditional_characters_are_read_too() -> None:
    found = table("此人姓劉，名遠，字仲華。", "仲華問曰：「何事？」", "劉仲華說：「無事。」")
    assert names_of(found, "劉遠") == {"仲華", "劉仲華"}


def test_a_dotted_foreign_name_is_its_parts_too() -> None:
    found = table("侦探埃勒里·奎因说：“有趣。”", "奎因点了点头，埃勒里·奎因说：“是的。”", "埃勒里笑了。奎因走了。")
    assert names_of(found, "埃勒里·奎因") == {"埃勒里", "奎因"}


def test_a_foreign_name_that_speaks_needs_no_dot() -> None:
    found = table("波洛说：“有趣。”", "波洛问：“谁？”", "波洛笑道：“是我。”")
    assert [c.name for c in found.characters] == ["波洛"]


def test_roles_and_common_words_are_nobody() -> None:
    found = table(*["众人道：“好。”于是大家都说：“走。”", "老人笑道：“慢。”左右曰：“喏。”"] * 3)
    assert found.characters == ()
