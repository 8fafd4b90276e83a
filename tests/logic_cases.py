"""Our own textbook cases for every rule: the facts of a state, and the conclusion of its step."""

from sudokubench.board import Board
from sudokubench.constraints import VARIANTS
from sudokubench.layout import Layout
from sudokubench.problem import with_constraints


def _constrained(*constraints) -> Board:
    return Board(with_constraints(Layout.standard(9), constraints), bytes(81))


_PAIR, _SIX, _BENT = (
    VARIANTS["killer"](cells=cells, total=total)
    for cells, total in (((0, 1), 4), ((2, 9, 10, 11, 18, 19), 32), ((20, 29), 6))
)
CONSTRAINED_CASES = {
    "thermometer_bounds": (
        _constrained(VARIANTS["thermometer"](cells=(0, 1, 2))),
        "R1C1#8 R1C1#9 R1C2#1 R1C3#2",
    ),
    "arrow_sums": (_constrained(VARIANTS["arrow"](circle=(0,), cells=(1, 2))), "R1C1#1 R1C1#2 R1C2#9 R1C3#9"),
    "cage_combinations": (_constrained(_PAIR), "R1C1#2 R1C2#4"),
    "innies_outies": (_constrained(_PAIR, _SIX), "R3C3#1 R3C3#8"),
    "fillings": (_constrained(VARIANTS["renban"](cells=(0, 1, 2)), _BENT), "R3C3#6 R4C3#3"),
}
"""Cases that need constraints: the board, and the options that a step must remove."""

PAIRS_BUT_ONE = "3472..965..8569743569...8129347..658856934127..1856439.93...5814.21.5396..5.9.274"
"""Every empty cell has two candidates, but R7C5 has 2, 4 and 7. The row, column and box of R7C5 have three places for
7. Otherwise no digit has three places in a house."""

WHOLE = {
    "bug_plus_1": ("", PAIRS_BUT_ONE, "R7C5#2 R7C5#4"),
    "bug_2": (
        "R2C7=49",
        ".612.5387.3.867.5185731..6...8653174643781..57159..63817.4385.65.617.8433845.671.",
        "R2C7#9",
    ),
    "bug_3": (
        "R7C5=68 R7C7=278 R7C8=57",
        "253619.8.1748253..8964..125785146932431.9.6.89623.8.41349..1...6279.4.135187.....",
        "R2C9#6 R7C8#7 R9C8#6",
    ),
    "bug_4": (
        "R9C4=68 R9C6=69",
        "38597461227.1.854.1.45.27.89..481275841257.6.527.9.1844.271.85661..254.775..4..21",
        "R8C3#9 R9C3#3",
    ),
}
"""Cases that need a whole board: facts, the board, and the options that a step must remove."""

# rule, facts, options that one of its steps must eliminate (or, after +, place)
CASES = [
    ("full_house", "R1C1:=1 R1C2:=2 R1C3:=3 R1C4:=4 R1C5:=5 R1C6:=6 R1C7:=7 R1C8:=8", "+R1C9#9"),
    ("hidden_single_box", "B5#4=R5C5", "+R5C5#4"),
    ("hidden_single_line", "R7#2=R7C3", "+R7C3#2"),
    ("hidden_single_line", "C6#9=R1C6", "+R1C6#9"),
    ("naked_single", "R4C4=8", "+R4C4#8"),
    ("pointing", "B1#5=R1C1,R1C3", "R1C4#5 R1C5#5 R1C6#5 R1C7#5 R1C8#5 R1C9#5"),
    ("pointing", "B9#3=R7C8,R9C8", "R1C8#3 R6C8#3"),
    ("claiming", "C5#7=R4C5,R5C5,R6C5", "R4C4#7 R5C6#7 R6C4#7"),
    ("direct_pointing", "B1#5=R1C1,R1C2 B2#5=R1C5,R2C4", "+R2C4#5"),
    ("direct_claiming", "R1#5=R1C1,R1C2 R2#5=R2C3,R2C8", "+R2C8#5"),
    ("direct_hidden_pair", "R1#1=R1C1,R1C5 R1#2=R1C1,R1C5 R1#3=R1C1,R1C9", "+R1C9#3"),
    ("direct_hidden_triple", "R1#1=R1C1,R1C5 R1#2=R1C5,R1C8 R1#4=R1C1,R1C8 R1#3=R1C1,R1C9", "+R1C9#3"),
    ("locked_pair", "R1C1=12 R1C2=12", "R1C9#1 R2C3#2"),
    ("locked_triple", "R1C1=12 R1C2=23 R1C3=13", "R1C9#1 R3C3#3"),
    ("naked_pair", "R1C1=12 R1C5=12", "R1C2#1 R1C2#2 R1C9#1"),
    ("naked_triple", "R1C1=12 R4C1=23 R8C1=13", "R2C1#1 R3C1#2 R5C1#3"),
    ("naked_quad", "R1C1=12 R1C4=23 R1C6=34 R1C9=14", "R1C2#1 R1C5#4"),
    ("hidden_pair", "B5#1=R4C4,R6C6 B5#2=R4C4,R6C6", "R4C4#3 R6C6#9"),
    ("hidden_triple", "C2#1=R1C2,R4C2 C2#2=R4C2,R8C2 C2#3=R1C2,R8C2", "R1C2#4 R4C2#9 R8C2#5"),
    ("hidden_quad", "R5#1=R5C1,R5C2 R5#2=R5C2,R5C5 R5#3=R5C5,R5C9 R5#4=R5C9,R5C1", "R5C1#5 R5C9#6"),
    ("x_wing", "R2#5=R2C2,R2C7 R6#5=R6C2,R6C7", "R1C2#5 R9C7#5"),
    ("swordfish", "C1#4=R1C1,R5C1 C4#4=R5C4,R9C4 C8#4=R9C8,R1C8", "R1C2#4 R5C9#4 R9C9#4"),
    ("jellyfish", "R1#6=R1C1,R1C4 R3#6=R3C4,R3C7 R5#6=R5C7,R5C9 R8#6=R8C9,R8C1", "R2C1#6 R9C9#6"),
    ("finned_x_wing", "R2#5=R2C2,R2C7,R2C8 R6#5=R6C2,R6C7", "R1C7#5 R3C7#5"),
    ("sashimi_x_wing", "R2#5=R2C2,R2C8 R6#5=R6C2,R6C7", "R1C7#5 R3C7#5"),
    ("sashimi_x_wing", "R2#5=R2C2,R2C7 R6#5=R6C2,R6C8", "R1C8#5 R3C8#5 R4C7#5 R5C7#5"),  # siamese
    ("finned_swordfish", "R1#5=R1C1,R1C4 R5#5=R5C4,R5C7 R9#5=R9C1,R9C7,R9C8", "R7C7#5 R8C7#5"),
    ("sashimi_swordfish", "R1#5=R1C1,R1C4 R5#5=R5C4,R5C7 R9#5=R9C1,R9C8", "R7C7#5 R8C7#5"),
    ("finned_jellyfish", "R1#5=R1C1,R1C4 R3#5=R3C4,R3C7 R5#5=R5C7,R5C9 R8#5=R8C1,R8C9,R8C8", "R7C9#5 R9C9#5"),
    ("sashimi_jellyfish", "R1#5=R1C1,R1C4 R3#5=R3C4,R3C7 R5#5=R5C7,R5C9 R8#5=R8C1,R8C8", "R7C9#5 R9C9#5"),
    ("complex_fish", "R8C8:=5 R1#5=R1C1,R1C2 B4#5=R4C1,R5C2", "R7C1#5 R9C2#5"),
    ("skyscraper", "C2#1=R1C2,R8C2 C5#1=R3C5,R8C5", "R1C4#1 R1C6#1 R3C1#1 R3C3#1"),
    ("two_string_kite", "R2#9=R2C2,R2C8 C3#9=R3C3,R7C3", "R7C8#9"),
    ("dual_two_string_kite", "R2#9=R2C2,R2C8 C3#9=R3C3,R7C3 R3#9=R3C3,R3C9 C2#9=R2C2,R5C2", "R7C8#9 R5C9#9"),
    (  # two digits have the same near ends
        "dual_two_string_kite",
        "R1#5=R1C2,R1C8 C1#5=R2C1,R7C1 R1#6=R1C2,R1C9 C1#6=R2C1,R8C1",
        "R7C8#5 R8C9#6",
    ),
    ("turbot_fish", "R2#9=R2C2,R2C8 B7#9=R7C1,R8C3 C2#3=R1C2,R9C2 C3#9=R3C3,R8C3", "R8C8#9"),
    ("empty_rectangle", "B1#4=R1C2,R2C1,R3C1 C8#4=R1C8,R6C8", "R6C1#4"),
    ("empty_rectangle", "B1#5=R1C2,R2C1 C9#5=R1C9,R9C9", "R9C1#5"),
    ("dual_empty_rectangle", "B1#4=R1C2,R2C1,R3C1 C8#4=R1C8,R6C8 R7#4=R7C1,R7C5", "R6C1#4 R1C5#4"),
    ("xy_wing", "R1C1=12 R1C5=13 R3C2=23", "R3C4#3 R3C5#3 R3C6#3 R1C2#3 R1C3#3"),
    ("xyz_wing", "R1C1=123 R1C5=13 R3C2=23", "R1C2#3 R1C3#3"),
    ("w_wing", "R1C1=12 R9C8=12 R5#1=R5C1,R5C8", "R9C1#2 R1C8#2"),
    ("m_wing", "R1C1=12 R5#2=R5C1,R5C6 C6#1=R5C6,R9C6", "R9C1#1"),
    ("s_wing", "R1#1=R1C1,R1C5 R5C5=12 R6#2=R6C4,R6C1", "R1C1#2 R6C1#1"),
    ("wxyz_wing", "R1C1=1234 R1C2=123 R2C1=123 R1C8=14", "R1C3#1"),
    ("simple_colors_trap", "R1#1=R1C1,R1C5 C5#1=R1C5,R7C5 R7#1=R7C5,R7C2", "R8C1#1 R9C1#1"),
    (
        "simple_colors_wrap",
        "R1#1=R1C1,R1C5 C5#1=R1C5,R7C5 R7#1=R7C5,R7C3 C3#1=R7C3,R2C3",
        "R1C1#1 R7C5#1 R2C3#1",
    ),
    ("multi_colors_1", "R1#1=R1C1,R1C5 C6#1=R2C6,R8C6", "R8C1#1"),
    ("multi_colors_2", "R1#1=R1C2,R1C8 C5#1=R2C5,R6C5 B1#1=R1C2,R2C1 R6#1=R6C5,R6C2", "R2C5#1 R6C2#1"),
    ("remote_pair", "R1C1=12 R1C5=12 R4C5=12 R4C8=12", "R1C8#1 R1C8#2 R4C1#1 R4C1#2"),
    ("x_chain", "R1#1=R1C1,R1C5 C6#1=R2C6,R8C6 C4#1=R9C4,R5C4", "R5C1#1"),
    ("xy_chain", "R1C1=15 R1C5=12 R4C5=23 R4C8=35", "R1C8#5 R4C1#5"),
    ("aic", "R1C1=12 C7#2=R1C7,R5C7 R5C8=21", "R5C1#1"),
    ("nice_loop", "R1C1=12 R1C5=12 R4#2=R4C1,R4C5", "R2C1#2 R1C9#1 R9C5#2"),
    ("grouped_aic", "R1#1=R1C1,R1C7,R1C8 C9#1=R3C9,R7C9", "R7C1#1"),
    (  # a group of which one is true whatever else: it places nothing
        "grouped_aic",
        "B1#5=R1C1,R1C2,R3C3 C4#5=R3C4,R8C4 C7#5=R8C7,R2C7 R1#5=R1C1,R1C2,R1C8",
        "R3C3#5 R1C8#5",
    ),
    (
        "grouped_nice_loop",
        "R1#1=R1C1,R1C7,R1C8 B3#1=R1C7,R1C8,R3C9 R3#1=R3C1,R3C9,R3C5 C1#1=R1C1,R3C1",
        "R3C5#1",
    ),
    ("als_xz", "R1C1=12 R1C2=23 R4C1=14 R5C1=43", "R2C1#3 R3C1#3"),
    ("als_xy_wing", "R1C1=12 R1C5=13 R9C1=24 R9C9=43", "R9C5#3"),
    ("als_chain", "R1C1=15 R1C5=12 R4C5=23 R4C8=34 R7C8=45", "R7C1#5 R1C8#5"),
    ("als_aic", "R1C1=15 R1C2=125 R7#2=R7C2,R7C9 R4C9=25", "R1C9#5"),
    ("als_aic", "R1C1=13 R1C2=23 R5C2=24 R5C1=14", "R1C9#3 R2C1#3"),  # a loop: the set keeps its 3
    ("death_blossom", "R5C5=12 R5C1=13 R1C5=23", "R1C1#3"),
    ("sue_de_coq", "R1C1=1234 R1C2=1234 R1C5=12 R2C1=34", "R1C9#1 R1C9#2 R3C3#3 R3C3#4"),
    (
        "guardians",
        "R1#1=R1C1,R1C5,R1C9 C5#1=R1C5,R5C5,R9C5 R5#1=R5C5,R5C2 C2#1=R5C2,R2C2 B1#1=R1C1,R2C2",
        "R9C9#1",
    ),
    (
        "guardians",
        "R1#1=R1C1,R1C5,R1C9 C5#1=R1C5,R5C5 R5#1=R5C5,R5C2 C2#1=R5C2,R2C2 B1#1=R1C1,R2C2",
        "+R1C9#1",
    ),
    (
        "fireworks",
        "R1#1=R1C1,R1C2,R1C3,R1C5 C1#1=R1C1,R2C1,R3C1,R5C1 R1#2=R1C1,R1C2,R1C3,R1C5 "
        "C1#2=R1C1,R2C1,R3C1,R5C1 R1#3=R1C1,R1C2,R1C3,R1C5 C1#3=R1C1,R2C1,R3C1,R5C1",
        "R1C1#4 R1C5#4 R5C1#9",
    ),
    (  # two digits from either of two crossings
        "fireworks",
        "R1#1=R1C1,R1C2,R1C3,R1C5 C1#1=R1C1,R2C1,R3C1,R5C1 R1#2=R1C1,R1C2,R1C3,R1C5 "
        "C1#2=R1C1,R2C1,R3C1,R5C1 R5#3=R5C4,R5C5,R5C6,R5C1 C5#3=R4C5,R5C5,R6C5,R1C5 "
        "R5#4=R5C4,R5C5,R5C6,R5C1 C5#4=R4C5,R5C5,R6C5,R1C5",
        "R1C1#5 R1C5#5 R5C1#5 R5C5#5",
    ),
    ("medusa_trap", "R1C1=12 R1#2=R1C1,R1C5 R1C5=23 C5#3=R1C5,R5C5 R5#3=R5C5,R5C1", "R5C1#1"),
    (
        "medusa_wrap",
        "R1C1=12 R1#2=R1C1,R1C5 R1C5=23 C5#3=R1C5,R5C5 R5C5=13 R5#1=R5C5,R5C1",
        "R1C1#1 R5C1#1 R1C5#2 R5C5#3",
    ),
    (  # a colour that leaves nothing to R9C9
        "medusa_wrap",
        "R1C9=12 R1#2=R1C9,R1C5 R1C5=23 C5#3=R1C5,R9C5 R9C9=13",
        "R1C9#1 R1C5#2 R9C5#3",
    ),
    (
        "junior_exocet",
        "R1C1=123 R1C2=123 C3#1=R4C3,R5C3 C4#1=R2C4,R4C4,R5C4 C7#1=R3C7,R4C7,R5C7 C3#2=R6C3,R7C3 "
        "C4#2=R2C4,R6C4,R7C4 C7#2=R3C7,R6C7,R7C7 C3#3=R8C3,R9C3 C4#3=R2C4,R8C4,R9C4 C7#3=R3C7,R8C7,R9C7",
        "R2C4#4 R3C7#9",
    ),
    (
        "tridagon",
        "R1C1=123 R2C2=123 R3C3=123 R1C4=123 R2C5=123 R3C6=123 R4C1=123 R5C2=123 R6C3=123 "
        "R4C6=1234 R5C5=123 R6C4=123",
        "+R4C6#4",
    ),
    (  # two guardians, and what sees both
        "tridagon",
        "R1C1=123 R2C3=123 R3C2=123 R1C7=123 R2C9=123 R3C8=123 R7C3=1234 R8C2=123 R9C1=123 "
        "R7C7=1234 R8C8=12 R9C9=23",
        "R7C5#4 R7C2#4",
    ),
    (  # all guardians in one cell
        "tridagon",
        "R1C2=123 R2C3=123 R3C1=123 R1C4=123 R2C5=123 R3C6=123 R4C1=123 R5C2=123 R6C3=123 R5C5=123 R6C4=123",
        "R4C6#1 R4C6#2 R4C6#3",
    ),
    (
        "sk_loop",
        "R2C1=1278 R2C3=1278 R2C7=1234 R2C9=1234 R1C8=3456 R3C8=3456 R7C8=5678 R9C8=5678 R8C7=1278 R8C9=1278 "
        "R8C1=1234 R8C3=1234 R7C2=3456 R9C2=3456 R1C2=5678 R3C2=5678",
        "R2C5#1 R2C8#2 R3C9#3 R5C8#5 R7C7#7 R5C2#6 R1C1#8",
    ),
    (  # a digit in one pair, of which line or box takes it, or in three
        "sk_loop",
        "R2C1=1278 R2C3=1278 R2C7=1234 R2C9=1234 R1C8=3456 R3C8=3456 R7C8=567 R9C8=567 R8C7=1279 R8C9=1279 "
        "R8C1=1234 R8C3=1234 R7C2=3456 R9C2=3456 R1C2=5678 R3C2=5678",
        "R8C5#9 R9C9#9 R1C1#8",
    ),
    (
        "multi_sector_locked_set",
        "R1C1=123 R1C4=124 R1C7=125 R4C1=123 R4C4=124 R4C7=125 R7C1=123 R7C4=124 R7C7=125",
        "R1C9#1 R9C1#3 R4C2#2 R9C7#5",
    ),
    ("unique_rectangle_1", "R1C1=12 R1C5=12 R2C1=12", "R2C5#1 R2C5#2"),
    ("unique_rectangle_2", "R1C1=12 R1C5=12 R2C1=123 R2C5=123", "R2C9#3 R2C2#3"),
    ("unique_rectangle_2", "R1C1=23 R1C5=24 R2C1=23 R2C5=34", "R3C5#4 R9C5#4"),  # crosswise in one way only
    ("unique_rectangle_3", "R1C1=12 R1C5=12 R2C1=123 R2C5=124 R2C9=34", "R2C2#3 R2C8#4"),
    ("unique_rectangle_3", "R1C1=12 R2C1=12 R1C5=123 R2C5=124 R3C5=34", "R1C4#3 R9C5#4"),  # in column and box
    ("unique_rectangle_4", "R1C1=12 R1C5=12 R2#1=R2C1,R2C5", "R2C1#2 R2C5#2"),
    ("unique_rectangle_5", "R1C1=12 R1C5=123 R2C1=123 R2C5=12", "R1C2#3 R2C4#3"),
    ("unique_rectangle_6", "R1C1=12 R2C5=12 R1#1=R1C1,R1C5 R2#1=R2C1,R2C5", "R1C5#1 R2C1#1"),
    ("hidden_rectangle", "R1C1=12 R2#1=R2C1,R2C5 C5#1=R1C5,R2C5", "R2C5#2"),
    ("avoidable_rectangle_1", "R1C1:=1 R1C5:=2 R2C1:=2", "R2C5#1"),
    ("avoidable_rectangle_2", "R1C1:=1 R1C5:=2 R2C1=23 R2C5=13", "R2C9#3 R2C2#3"),
    ("unique_loop_1", "R1C1=12 R1C4=12 R2C4=12 R2C7=12 R3C7=12", "R3C1#1 R3C1#2"),
    ("unique_loop_2", "R1C1=12 R1C4=12 R2C4=12 R2C7=12 R3C7=123 R3C1=123", "R3C2#3 R3C9#3"),
    ("unique_loop_4", "R1C1=12 R1C4=12 R2C4=12 R2C7=12 R3#1=R3C1,R3C7", "R3C1#2 R3C7#2"),
    ("extended_rectangle_1", "R1C1=123 R1C4=123 R1C7=123 R2C1=123 R2C4=123", "R2C7#1 R2C7#2 R2C7#3"),
    ("extended_rectangle_1", "R1C1=12 R1C2=23 R1C3=13 R4C1=123 R4C2=123", "R4C3#1 R4C3#2 R4C3#3"),
    ("extended_rectangle_2", "R1C1=123 R4C1=123 R7C1=123 R1C3=123 R4C3=1234 R7C3=1234", "R2C3#4 R9C3#4"),
    (
        "extended_rectangle_4",
        "R1C1=123 R1C4=123 R1C7=123 R2C1=23 R2#1=R2C4,R2C7",
        "R2C4#2 R2C4#3 R2C7#2 R2C7#3",
    ),
    ("aligned_pair", "R1C9=45 R1C4=14 R1C6=15", "R1C1#1"),
    ("aligned_triplet", "R1C9=45 R1C8=67 R1C4=146 R1C5=147 R1C6=15", "R1C1#1"),
    ("y_cycle", "R1C1=12 R1C5=23 R4C5=34 R4C1=14", "R1C2#2 R1C9#2"),
    ("template_delete", "R4C7:=1 R7C4:=1 R1#1=R1C1,R1C5 R2#1=R2C1,R2C5", "R9C1#1"),
    ("template_set", "R4C7:=1 R7C4:=1 B1#1=R1C1", "+R1C1#1"),
    ("nishio", "R1#1=R1C1,R1C5 R2#1=R2C1,R2C6 R3#1=R3C1,R3C9 R5#1=R5C5,R5C9", "R5C9#1"),
    ("forcing_chain", "R1C1=12 R1C5=13 R4C1=23", "R4C5#3"),
    ("forcing_net", "R1C1=123 R1C5=14 R1C2=34 R1C8=24", "R1C3#1"),
    ("forcing_net_patterns", "R1C1=12 R1C5=13 R4C1=23", "R4C5#3"),
    ("net_with_chains", "R1C1=12 R1C5=13 R4C1=23", "R4C5#3"),
    ("net_with_forcing_chains", "R1C1=12 R1C5=13 R4C1=23", "R4C5#3"),
    ("nested_net", "R1C1=12 R1C5=13 R4C1=23", "R4C5#3"),
]
