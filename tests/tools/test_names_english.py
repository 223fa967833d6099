"""English names: titles, surnames, first names, tellings, and who stays apart."""

from __future__ import annotations

from tests.tools.named import book, names_of, table


def test_a_full_name_its_parts_and_its_title_are_one_person() -> None:
    found = table(
        "“Good evening,” said Hector Brandt. The door shut behind Hector.",
        "I told Mr. Brandt what I knew. Brandt’s face was grey, and Brandt sighed.",
        "Then Mr. Hector B. Brandt went out.",
    )
    assert names_of(found, "Hector Brandt") == {"Hector", "Brandt", "Mr. Brandt", "Mr. Hector B. Brandt"}


def test_two_persons_of_one_surname_stay_apart() -> None:
    found = table(
        "Lord Yarrow bowed to Lady Yarrow, and Lady Yarrow smiled.",
        "“Never,” said Lord Yarrow. The hounds knew Yarrow well.",
    )
    assert names_of(found, "Lord Yarrow") == {"Yarrow"}
    assert names_of(found, "Lady Yarrow") == set()


def test_father_and_son_stay_apart_and_share_the_bare_surname() -> None:
    found = table(
        "Old Mr. Hale quarrelled with his son, Jack Hale. Mr. Hale and Jack Hale did not speak.",
        "Mr. Hale locked the desk. I heard Hale cough. Jack laughed.",
        "“I saw nothing,” said Jack Hale. Nobody had asked Hale.",
    )
    assert names_of(found, "Jack Hale") == {"Jack", "Hale"}
    assert names_of(found, "Mr. Hale") == {"Hale"}
    assert "Hale" in found.ambiguous
    assert found.widen("Who killed Hale?") == ()
    assert found.widen("Who killed Jack Hale?") == ()


def test_the_young_one_is_not_the_mister() -> None:
    found = table(
        "Mr. Blaine was rich. His nephew was poor. It was Rupert Blaine who wrote.",
        "Young Blaine drank. They laughed at young Blaine. “Pay,” said Mr. Blaine.",
    )
    assert names_of(found, "Mr. Blaine") == names_of(found, "Rupert Blaine") - {"Rupert"} == {"Blaine"}
    assert found.ambiguous == {"Blaine"}


def test_a_question_that_takes_it_for_granted_tells_it() -> None:
    found = table(
        "Anna Roth wept. Anna Roth prayed.",
        "Lily Marsh sang at the Grand.",
        "But how had he found out that Anna Roth and Lily Marsh were one and the same woman?",
    )
    assert "Lily Marsh" in names_of(found, "Anna Roth")


def test_a_wife_and_a_daughter_stay_apart() -> None:
    found = table(
        "Madame Duval was knitting. Mademoiselle Duval was not.",
        "“Come, Lucie,” said Madame Duval to Mademoiselle Lucie, for Lucie Duval was late.",
    )
    assert names_of(found, "Lucie Duval") == {"Lucie", "Mademoiselle Lucie", "Mademoiselle Duval"}
    assert names_of(found, "Madame Duval") == set()


def test_a_particle_and_a_surname_of_two_words_are_kept() -> None:
    found = table(
        "The Count of Monte Rosso entered, and the count of Monte Rosso bowed to M. de Villac.",
        "“I never dine,” said Monte Rosso. Villac said nothing, and M. de Villac turned red.",
        "Monte Rosso smiled. “Nor I,” said Baron Franz d’Orly.",
    )
    assert names_of(found, "Count of Monte Rosso") == {"Monte Rosso"}
    assert names_of(found, "M. de Villac") == {"Villac"}
    assert "Baron Franz d’Orly" in {name for c in found.characters for name in c.names}


def test_what_the_text_says_outright_joins_two_people() -> None:
    for telling in (
        "Anna Roth, known as Lily Marsh, was gone.",
        "Anna Roth, alias Lily Marsh, was gone.",
        "Anna Roth, whose real name was Lily Marsh, was gone.",
        "Anna Roth (née Lily Marsh) was gone.",
        "Anna Roth was none other than Lily Marsh.",
        "Anna Roth and Lily Marsh were one and the same.",
    ):
        found = table("Anna Roth wept. Anna Roth prayed.", "Lily Marsh sang at the Grand.", telling)
        assert "Lily Marsh" in names_of(found, "Anna Roth"), telling


def test_what_is_denied_or_supposed_joins_nobody() -> None:
    for telling in (
        "Anna Roth was not known as Lily Marsh.",
        "“Is Anna Roth known as Lily Marsh?”",
        "If Anna Roth and Lily Marsh were one and the same!",
        "Suppose Anna Roth was none other than Lily Marsh.",
        "Anna Roth and Lily Marsh were not one and the same.",
    ):
        found = table("Anna Roth wept. Anna Roth prayed.", "Lily Marsh sang at the Grand.", telling)
        assert "Lily Marsh" not in names_of(found, "Anna Roth"), telling


def test_a_place_a_month_a_nation_and_a_word_that_opens_a_sentence_are_nobody() -> None:
    found = table(
        "In March they left London for the Hotel Bristol. However, the Thames was high, said Dora Lane.",
        "Near Marlow the English stopped. Perhaps Tuesday would do. They lived in Marlow, at Marlow Grange.",
    )
    assert [character.name for character in found.characters] == ["Dora Lane"]


def test_possessives_accents_and_hyphens_are_part_of_no_other_name() -> None:
    found = table(
        "“Yes,” said Zoë Château-Blanc. I saw Zoë’s hat. I saw Miss Château-Blanc’s gloves.",
        "Zoë nodded.",
    )
    assert names_of(found, "Zoë Château-Blanc") == {"Zoë", "Miss Château-Blanc"}


def test_counts_and_first_paragraphs_are_those_of_the_text() -> None:
    found = table("Nobody came.", "“Well?” said Dora Lane.", "Dora nodded. Miss Lane had said so. Dora sat.")
    dora = found.of("Dora Lane")[0]
    assert (dora.name, dora.mentions, dora.first) == ("Dora Lane", 4, 2)
    assert [(a.text, a.mentions, a.first) for a in dora.aliases] == [("Dora", 2, 3), ("Miss Lane", 1, 3)]


def test_a_book_without_names_has_nobody() -> None:
    assert table("It rained.", "It went on raining.").characters == ()
    assert table().characters == ()


def test_paragraph_numbers_with_gaps_are_kept() -> None:
    found = table("“Well?” said Dora Lane.", "Dora nodded.", numbers=(7, 40))
    assert found.characters[0].first == 7
    assert book("x").first == 1
