"""The embedded reasoning questions solved again from their facts, by code that knows no letter."""

from __future__ import annotations

from itertools import pairwise, permutations


def third_boat() -> str:
    boats = ("Curlew", "Dipper", "Heron", "Lapwing", "Teal")
    (order,) = (
        order
        for order in permutations(boats)
        if order[3] == "Dipper"
        and order.index("Curlew") == order.index("Heron") + 1
        and order.index("Lapwing") > order.index("Heron")
        and order.index("Teal") > order.index("Dipper")
    )
    return f"The {order[2]}"


def salt_warden() -> str:
    wardens = ("Anselm Roke", "Bridie Fenn", "Corin Hale", "Dorcas Pim", "Enoch Slade")
    on_chapel_hill = {"Anselm Roke", "Corin Hale", "Dorcas Pim"}
    (holder,) = {
        salt
        for _, salt, wool, rope, _ in permutations(wardens)
        if salt not in ("Anselm Roke", "Dorcas Pim") and rope == "Enoch Slade" and wool not in on_chapel_hill
    }
    return holder


def clock(minutes: int) -> str:
    return f"{minutes // 60}.{minutes % 60:02}"


def latest_boat() -> str:
    departures = range(6 * 60 + 40, 24 * 60, 2 * (18 + 7))
    return clock(max(left for left in departures if left + 18 + 12 <= 9 * 60))


def tuned() -> str:
    """Days of May: a stretch of n days that begins on the morning of d is over on the evening of d + n - 1."""
    stripped = 3 + 3 - 1
    leathered, gilded = stripped + 6, stripped + 4
    return f"{max(leathered, gilded, 12) + 2} May"


def painter() -> str:
    pupils = ("Ada Trane", "Benno Lisk", "Clary Moss", "Dirk Oram", "Edda Fane")
    (found,) = (
        who
        for who in pupils
        if [
            who == "Clary Moss",
            who != "Benno Lisk",
            who == "Dirk Oram",
            who != "Dirk Oram",
            who in ("Ada Trane", "Clary Moss"),
        ].count(True)
        == 1
    )
    return found


def full_at() -> str:
    litres, minutes = 180, 10 * 60 + 15
    while litres < 900:
        litres, minutes = litres + 24 - 4, minutes + 1
    return clock(minutes)


def meeting() -> str:
    (day,) = {*range(2, 32, 6)} & {*range(6, 32, 8)} & {*range(4, 32, 5)}
    return f"{day} March"


def shortest_way() -> str:
    roads = {"TB": 25, "TS": 10, "SB": 9, "BM": 30, "TM": 62}
    both = roads | {road[::-1]: minutes for road, minutes in roads.items()}
    ways = ["T" + "".join(between) + "M" for n in range(3) for between in permutations("BS", n)]
    open_ways = [[both.get(a + b) for a, b in pairwise(way)] for way in ways]
    return f"{min(sum(way) for way in open_ways if None not in way)} minutes"  # type: ignore[arg-type]


def keeper() -> str:
    ages = {"Hob Garth": 28, "Issa Lund": 33, "Jem Carrow": 41, "Kit Marrable": 52, "Lena Strand": 36}
    failing = {"Jem Carrow", "Kit Marrable", "Lena Strand"}
    (found,) = (name for name, age in ages.items() if age > 30 and name not in failing)
    return found


VOTES = 120 * 2 // 3
COMPUTED = {
    "1": str(340 - 85 + 3 * 24),
    "2": third_boat(),
    "3": salt_warden(),
    "4": latest_boat(),
    "5": str((VOTES - VOTES * 45 // 100) - VOTES * 45 // 100),
    "6": str(60 - (34 + 27 - 11)),
    "7": tuned(),
    "8": painter(),
    "9": full_at(),
    "10": meeting(),
    "11": shortest_way(),
    "12": keeper(),
}
