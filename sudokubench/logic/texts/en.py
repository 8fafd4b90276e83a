"""The English wording of rules and steps."""

from __future__ import annotations

from sudokubench.logic.texts import RuleText, alike, of_types

_UR = (
    "{pattern} form a rectangle in two boxes. If all four held only {digits}, the two digits could be exchanged and "
    "there would be two solutions. "
)
_CONFINED = (
    "In {house}, {confined} is confined to {roof}. If one of these cells held {decisive:|one of }{decisive}, the other "
    "would hold {confined}. Then all cells would hold only these digits."
)
_ONE_HOLDS = "So one of {roof} holds {decisive}."
_BUG = (
    "Without the extra {digits} in {odd}, every empty cell would have two candidates, and every house two places for "
    "each digit that it lacks. Then the number of solutions would be even. "
)
_GRAVE = (
    "Without some extra candidates, every empty cell would have two candidates, and every house two places for each "
    "digit that it lacks. Then the number of solutions would be even. So one of the extra candidates is true. "
)
_DEADLY = (
    "Four cells without clues in two rows, two columns and two boxes must not hold just two digits crosswise: these "
    "could be exchanged. "
)


_IF_FINNED = "A candidate is false if both the fish without fins and every fin would rule it out."
_SASHIMI = "; without the fins a line has at most one place"


def _fish(name: str, lines: str, fins: str | None = None) -> RuleText:
    if fins is None:
        return RuleText(
            name,
            f"All places of a digit in {lines} parallel lines lie in {lines} crossing lines: the crossing lines "
            "hold the digit there and nowhere else.",
            "In {base_houses}, {digits} can only stand in {base}, all of them in {cover_houses}. So these lines hold "
            "{digits} there.",
        )
    return RuleText(
        name,
        f"All places of a digit in {lines} parallel lines lie in {lines} crossing lines, except for fins in "
        f"one box{fins}. {_IF_FINNED}",
        "Except for the {fin:fin|fins} {fin}, the places of {digits} in {base_houses} ({base}) lie in {cover_houses}. "
        "Either these lines hold {digits} there, or {fin:the|a} fin is {digits}; both rule out the same candidates.",
    )


_NET = (
    "Follow an assumption through {what}. (Brackets name the house that has no other place for a digit.) An "
    "assumption that ends in a clash is wrong. A conclusion is true if it follows from every candidate of a cell, from "
    "every place in a house, or from a candidate whether it is true or false."
)

RULES = {
    "trial": RuleText(
        "Supposition",
        "A value is tried where no rule helps, and taken back if it fails. This is search, not deduction.",
        "No rule helps, but {facts}. Suppose {placements}.",
    ),
    "contradiction": RuleText(
        "Contradiction", "Some cell has no candidate left, or some digit no place in a house.", "{lost}."
    ),
    "return": RuleText(
        "Return", "A supposition is taken back after everything that follows from it has been tried.", "{way}"
    ),
    "solution": RuleText(
        "Solution", "Every cell has a digit, and every rule is kept.", "Every cell has its digit."
    ),
    "nogood": RuleText(
        "Nogood",
        "Suppositions that failed together before cannot hold together.",
        "{gone} failed before{supposed:, together with |, together with }{supposed}.",
    ),
    "evidence": RuleText(
        "Direct argument",
        "A conclusion from the smallest set of facts that was found to force it.",
        "These facts together force the conclusion: {facts}.",
    ),
    "full_house": RuleText(
        "Full House",
        "The last empty cell of a house takes the only digit that is missing.",
        "Only one cell of {house} is empty, and only {digits} is missing there.",
    ),
    **alike(
        "In {house}, {digits} has only one place left.",
        hidden_single_box=(
            "Hidden Single in a box",
            "A digit with only one possible place in a box stands there.",
        ),
        hidden_single_line=(
            "Hidden Single in a line",
            "A digit with only one possible place in a row or column stands there.",
        ),
    ),
    "naked_single": RuleText(
        "Naked Single",
        "A cell with only one candidate takes it.",
        "Every other digit is excluded from {single}, so only {digits} is left.",
    ),
    **alike(
        "{filling}",
        thermometer_bounds=(
            "Thermometer bounds",
            "Digits rise along a thermometer. So a cell holds more than the least candidate of the cell before it, "
            "and less than the largest candidate of the cell after it. On a slow thermometer, these may be equal.",
        ),
        arrow_sums=(
            "Arrow sums",
            "The digit in the circle of an arrow is the sum of the digits along its shaft. A candidate is false if no "
            "such sum has it.",
        ),
        cage_combinations=(
            "Cage combinations",
            "A cage has only a few combinations of digits with its total. A candidate is false if no combination has "
            "it.",
        ),
        innies_outies=(
            "Innies and outies",
            "The digits of a whole house have a known sum. Subtract the totals of its cages: the difference is the "
            "sum of its cells in no cage (innies), less the sum of the cages' cells outside the house (outies). A "
            "candidate is false if no digits with this difference have it.",
        ),
        fillings=(
            "Fillings of a constraint",
            "A candidate is false if no way to fill the cells of a constraint contains it.",
        ),
    ),
    **alike(
        "In {house}, {digits} can only stand in {locked}, all of them in {house2}. So {house2} has its {digits} there.",
        pointing=(
            "Pointing (locked candidates 1)",
            "All places of a digit in a box lie in one line: the line holds the digit in this box and nowhere else.",
        ),
        claiming=(
            "Claiming (locked candidates 2)",
            "All places of a digit in a line lie in one box: the box holds the digit in this line and nowhere else.",
        ),
    ),
    **alike(
        "In {house}, {digits} is confined to {locked} and so to {house2}. That leaves {house3} only {single} for it.",
        direct_pointing=("Direct Pointing", "Pointing that leaves a hidden single at once."),
        direct_claiming=("Direct Claiming", "Claiming that leaves a hidden single at once."),
    ),
    **alike(
        "In {house}, {digits} can only stand in {subset}. That leaves {single} as the only place for {decisive}.",
        direct_hidden_pair=(
            "Direct Hidden Pair",
            "A hidden pair that leaves a hidden single in its house at once.",
        ),
        direct_hidden_triple=(
            "Direct Hidden Triple",
            "A hidden triple that leaves a hidden single in its house at once.",
        ),
    ),
    **alike(
        "{subset} have only {digits} between them and lie in {houses}: neither house has these digits elsewhere.",
        locked_pair=(
            "Locked Pair",
            "Two cells in a line and in a box hold the same two digits: both houses hold these digits there only.",
        ),
        locked_triple=(
            "Locked Triple",
            "Three cells in a line and in a box hold three digits: both houses hold these digits there only.",
        ),
    ),
    **{
        f"naked_{kind}": RuleText(
            f"Naked {kind.capitalize()}",
            f"{count.capitalize()} cells of a house with only {count} candidates between them hold these digits: "
            "no other cell of the house does.",
            "{subset} in {houses} have only {digits} between them, so the other cells there do not hold these digits.",
        )
        for kind, count in (("pair", "two"), ("triple", "three"), ("quad", "four"))
    },
    **{
        f"hidden_{kind}": RuleText(
            f"Hidden {kind.capitalize()}",
            f"{count.capitalize()} digits with only {count} places in a house between them fill these cells: "
            "the cells hold no other digits.",
            "In {house}, {digits} can only stand in {subset}, so these cells hold no other digits.",
        )
        for kind, count in (("pair", "two"), ("triple", "three"), ("quad", "four"))
    },
    "x_wing": _fish("X-Wing", "two"),
    "swordfish": _fish("Swordfish", "three"),
    "jellyfish": _fish("Jellyfish", "four"),
    "finned_x_wing": _fish("Finned X-Wing", "two", ""),
    "finned_swordfish": _fish("Finned Swordfish", "three", ""),
    "finned_jellyfish": _fish("Finned Jellyfish", "four", ""),
    "sashimi_x_wing": _fish("Sashimi X-Wing", "two", _SASHIMI),
    "sashimi_swordfish": _fish("Sashimi Swordfish", "three", _SASHIMI),
    "sashimi_jellyfish": _fish("Sashimi Jellyfish", "four", _SASHIMI),
    "complex_fish": RuleText(
        "Franken or Mutant Fish",
        "All places of a digit in k houses lie in k other houses, except for fins. Rows, columns and boxes may be "
        "mixed. A place in two of the k houses is a fin, too. " + _IF_FINNED,
        "The places of {digits} in {base_houses} ({base}) lie in {cover_houses}{fin:, except for the fin |, except for "
        "the fins }{fin}.{fin: Either the fish holds, or the fin is true; both rule out the same candidates.|"
        " Either the fish holds, or a fin is true; both rule out the same candidates.}",
    ),
    **alike(
        "{digits} has two places each in {houses}. {near} exclude each other, so one of {far} is {digits}.",
        skyscraper=(
            "Skyscraper",
            "Two parallel lines have two places each for a digit. If a place of one shares a line with a place of the "
            "other, one of the remaining two holds the digit.",
        ),
        two_string_kite=(
            "Two-String Kite",
            "A row and a column have two places each for a digit. If a place of one shares a box with a place of the "
            "other, one of the remaining two holds the digit.",
        ),
        turbot_fish=(
            "Turbot Fish",
            "Two houses have two places each for a digit. If a place of one sees a place of the other, one of the "
            "remaining two holds the digit.",
        ),
    ),
    "dual_two_string_kite": RuleText(
        "Dual Two-String Kite",
        "Two two-string kites around the same box, of one digit or of two with the same near ends.",
        "In {houses}, {digits} {digits:makes|make} two kites with near ends {near} in one box. Of the far ends {far}, "
        "one of each kite is true.",
    ),
    **alike(
        "In {house}, {digits} can only stand in {box}.{arms}",
        empty_rectangle=(
            "Empty Rectangle",
            "The places of a digit in a box form a cross, and a strong link starts in one of its lines. The digit "
            "is in the other line of the cross or at the far end of the link.",
        ),
        dual_empty_rectangle=(
            "Dual Empty Rectangle",
            "Two empty rectangles in the same box, of one digit or of two with the same places there.",
        ),
    ),
    "xy_wing": RuleText(
        "XY-Wing",
        "A pivot xy sees cells xz and yz: whatever the pivot is, one of the two is z.",
        "Pivot {pivot} holds one of {pivot_digits}. Either way one of {pincer} loses that digit and is {decisive}.",
    ),
    "xyz_wing": RuleText(
        "XYZ-Wing",
        "A pivot xyz sees cells xz and yz: one of the three is z.",
        "Pivot {pivot} holds one of {pivot_digits}. If it is not {decisive}, one of {pincer} loses that digit and is "
        "{decisive}.",
    ),
    "w_wing": RuleText(
        "W-Wing",
        "A strong link of one digit joins two cells that have this digit and the same other candidate: one of the "
        "cells holds the other candidate.",
        "{pincer} both hold {pincer_digits}. In {house}, {link_digits} is in one of {link}, so not both cells are "
        "{link_digits}: one of them is {decisive}.",
    ),
    "simple_colors_trap": RuleText(
        "Simple Colours (trap)",
        "Strong links of a digit colour its places alternately; one colour is true. A candidate that sees "
        "both colours is false.",
        "Strong links of {digits} make all of ({colour_a}) true and all of ({colour_b}) false, or the other way round.",
    ),
    "simple_colors_wrap": RuleText(
        "Simple Colours (wrap)",
        "Strong links of a digit colour its places alternately. A colour is false if two of its places see each other.",
        "Strong links of {digits} make all of ({colour_a}) true, or all of ({colour_b}). But {sight}, of one colour, "
        "see each other, so that colour is false.",
    ),
    **of_types(
        "Multi-Colours {}",
        "Strong links of a digit form two clusters with two colours each. ",
        "Strong links of {digits} make all of ({colour_a}) true, or all of ({colour_b}); and all of ({colour_c}), or "
        "all of ({colour_d}). But {sight} see each other",
        multi_colors_1=(
            "If a colour of one sees a colour of the other, one of the opposite colours is true.",
            ", so their colours are not both true: one of the opposite colours is true.",
        ),
        multi_colors_2=(
            "A colour that sees both colours of the other cluster is false.",
            ": the colour that excludes both colours of the other cluster is false.",
        ),
    ),
    "remote_pair": RuleText(
        "Remote Pair",
        "An even number of cells with the same two candidates, each seeing the next: the ends hold different digits.",
        "The cells {path} alternate between {digits}, so the ends {end} hold both digits.",
    ),
    **alike(
        "{chain} [{eureka}] {ends}",
        x_chain=(
            "X-Chain",
            "A chain of alternating strong and weak links of one digit: one of its ends is true.",
        ),
        xy_chain=("XY-Chain", "A chain of cells with two candidates each: one of its ends is true."),
        m_wing=(
            "M-Wing",
            "A cell xy sees the start of a strong link of y, and a strong link of x begins where this link ends: the "
            "cell or the far end is x.",
        ),
        s_wing=(
            "S-Wing",
            "A cell xy sees the near ends of a strong link of x and of one of y: one far end is x, or the other is y.",
        ),
        aic=(
            "AIC (alternating inference chain)",
            "A chain of alternating strong and weak links: if its start is false, its end is true.",
        ),
        grouped_aic=("Grouped AIC", "An alternating chain whose nodes may be groups of cells in one house."),
        als_aic=(
            "AIC with almost locked sets",
            "An alternating chain whose strong links may be almost locked sets: a set that lacks one of its digits "
            "holds all others.",
        ),
        als_chain=(
            "ALS Chain",
            "A chain of almost locked sets. Each set and the next share a digit that cannot be in both. One of the "
            "ends of the chain is true.",
        ),
        nice_loop=(
            "Continuous Nice Loop",
            "A closed chain of alternating links: of each of its weak links one end is true.",
        ),
        y_cycle=(
            "Y-Cycle",
            "A loop of cells with two candidates each. Each cell shares a candidate with the next: one of the two "
            "holds it.",
        ),
        grouped_nice_loop=(
            "Grouped Continuous Nice Loop",
            "A closed chain of alternating links with groups: of each of its weak links one end is true.",
        ),
    ),
    **alike(
        "The almost locked sets {set} cannot both hold {common_digits}. {common_digits:So one of them lacks it and "
        "holds all its other digits, {decisive} among them.|So each lacks a different one of these and holds all its "
        "other digits.}",
        als_xz=(
            "ALS-XZ",
            "An almost locked set is k cells of a house that have k + 1 digits as candidates. If two "
            "such sets share a digit that cannot be in both, any other shared digit is in one of them. If they share "
            "two such digits, each set holds all its other digits.",
        ),
        wxyz_wing=(
            "WXYZ-Wing",
            "Four cells with four digits form two almost locked sets. If these share a digit that cannot be in both, "
            "any other shared digit is in one of the cells.",
        ),
    ),
    "als_xy_wing": RuleText(
        "ALS-XY-Wing",
        "Of three almost locked sets, the first two share a digit that cannot be in both, and the last two share "
        "another such digit. Any other digit that the first and the last share is in one of them.",
        "Of the almost locked sets {set} the first two cannot both hold {common_first}, the last two cannot both hold "
        "{common_last}. So the first or the last holds {decisive}.",
    ),
    "death_blossom": RuleText(
        "Death Blossom",
        "Each candidate of a stem cell sees all its places in an almost locked set, a petal. Any other digit that all "
        "petals share is in one of them.",
        "Whichever of {stem_digits} the stem {stem} holds, one of the petals {petal} loses it. That "
        "petal then holds {decisive}, which all petals share.",
    ),
    "sue_de_coq": RuleText(
        "Sue de Coq",
        "Take cells where a box and a line cross, with further cells of the line and of the box. If their digits can "
        "fill no more cells than these, every digit fills as many of them as it can.",
        "{core}, with {in_line} in the line and {in_box} in the box ({houses}), are exactly as many cells as {digits} "
        "can fill. So each digit fills as many as it can, and cells that see all its places there do not hold it.",
    ),
    "guardians": RuleText(
        "Guardians (Broken Wing)",
        "Take an odd loop of cells in which neighbours share a house. They cannot all be the only two places "
        "of a digit in their houses. So one of the other places there, the guardians, is true.",
        "Without {guardian}, {digits} would have only two places in each of {houses}: an odd loop through {loop}, in "
        "which true and false cannot take turns. So {guardian:|one of }{guardian} is {digits}.",
    ),
    "fireworks": RuleText(
        "Fireworks",
        "A row and a column cross in a box, and outside the box each has at most one place for a digit. So it is "
        "in one of these places or where the lines cross. Three digits with the same three cells fill them, as "
        "do four digits with the same four cells.",
        "In {houses}, each of {digits} has at most one place outside the box, and so is in one of {subset}: these "
        "cells hold nothing else.",
    ),
    "medusa_trap": RuleText(
        "3D Medusa (trap)",
        "Strong links in cells and houses colour candidates of several digits alternately; one colour is true. A "
        "candidate that excludes one of each colour is false.",
        "Strong links make all of these true: {colour_a_all}; or all of these: {colour_b_all}.",
    ),
    "medusa_wrap": RuleText(
        "3D Medusa (wrap)",
        "Strong links in cells and houses colour candidates of several digits alternately. A colour is false if two of "
        "its candidates exclude each other, or if it leaves a cell no candidate or a digit no place in a house.",
        "Strong links make all of these true: {colour_a_all}; or all of these: {colour_b_all}. Those that are removed "
        "cannot all be true: {clash}.",
    ),
    "junior_exocet": RuleText(
        "Junior Exocet",
        "Two base cells lie in a box and a line, and two target cells beside this line in two other boxes that it "
        "crosses. Each digit of the base is also in a target: otherwise three cross-lines could not all hold it.",
        "{origin} hold two of {origin_digits}. Each of these two is in one of {target}: otherwise {houses} could not "
        "all hold it. So {target} hold the same two digits.",
    ),
    "sk_loop": RuleText(
        "SK Loop",
        "Eight pairs of cells run around four boxes where two rows and two columns cross. Each pair shares a line with "
        "one neighbour and a box with the other. A digit fits once into such a line or box. If this makes as many "
        "digits as cells, each digit is there and nowhere else in that house.",
        "Eight pairs of cells run around {houses}. {by_line_digits} can be in them once a line, {by_box_digits} once a "
        "box. This makes as many digits as cells. So each is there, and nowhere else in that house.",
    ),
    "multi_sector_locked_set": RuleText(
        "Multi-Sector Locked Set",
        "Into cells where rows and columns cross, some digits fit once in each row and the others once in each column. "
        "If this makes as many digits as cells, all of them are inside these cells.",
        "Where {houses} cross, {by_row_digits} can stand once in each row and {by_column_digits} once in each column. "
        "This makes as many digits as cells. So all of them are inside these cells.",
    ),
    "tridagon": RuleText(
        "Tridagon (Thor's Hammer)",
        "Two bands of rows and two stacks of columns cross in four boxes. Take three cells of each box, no two of them "
        "in a row or column. From row to row they move right, or left, as in a circle. If the cells of one box move "
        "the other way than the rest, the twelve cannot hold three digits alone: one of the other candidates, the "
        "guardians, is true.",
        "{trio} are three cells in each of four boxes, no two in a row or column. From row to row, the cells of one "
        "box move the other way than the rest. {digits} alone cannot fill them, so {guardian_all:the guardian|one of "
        "the guardians} {guardian_all} is true.",
    ),
    **of_types(
        "Unique Rectangle type {}",
        _DEADLY,
        _UR,
        unique_rectangle_1=(
            "Three corners have only the pair: the fourth has neither.",
            "Three corners hold only these digits, so {roof} holds neither.",
        ),
        unique_rectangle_2=(
            "Two adjacent corners have the same single extra candidate: one of them holds it.",
            _ONE_HOLDS,
        ),
        unique_rectangle_3=(
            "The extra candidates of two corners make a naked subset with other cells of their house.",
            "So one of {roof} holds one of {extra}; with {subset} in {house}, each of {used} is in one of these cells.",
        ),
        unique_rectangle_4=(
            "One digit of the pair is confined to two corners: they do not hold the other.",
            _CONFINED,
        ),
        unique_rectangle_5=(
            "Two opposite or three corners have the same single extra candidate: one of them holds it.",
            _ONE_HOLDS,
        ),
        unique_rectangle_6=(
            "A digit confined to the rectangle in two lines is not in the two opposite corners with extras.",
            "In {houses}, {decisive} is confined to the rectangle: if one of {roof} held it, so would the other, and "
            "all four corners would hold only {digits}.",
        ),
    ),
    "hidden_rectangle": RuleText(
        "Hidden Rectangle",
        _DEADLY
        + "One corner has only the pair. If both lines of the opposite corner confine one of the digits to the "
        "rectangle, this corner is not the other digit.",
        _UR
        + "{floor} {floor:has|have} no other candidates. In {houses}, {confined} is confined to the rectangle. With "
        "{decisive} in {decided}, where these houses cross, all four corners would hold only {digits}.",
    ),
    **of_types(
        "Avoidable Rectangle type {}",
        _DEADLY,
        "{floor} were filled in and are not clues. ",
        avoidable_rectangle_1=(
            "Three corners are filled: the fourth does not complete the pattern.",
            "With {decisive} in {decided} they would form a rectangle of {digits}, which could be exchanged, and "
            "there would be two solutions.",
        ),
        avoidable_rectangle_2=(
            "Two corners are filled. Each other corner has the digit that completes the pattern and the same extra "
            "candidate: one of them holds the extra.",
            "One of {roof} must hold {decisive}, or {digits} could be exchanged.",
        ),
    ),
    **of_types(
        "Unique Loop type {}",
        "Take a loop of six or more cells without clues. Every house has one cell at an odd and one at an even place "
        "of the loop, or none. The cells must not hold just two digits in turn, because these could be exchanged. ",
        "{pattern} form a loop: every house has one cell at an odd and one at an even place of the loop, or none. If "
        "all held only {digits}, the two digits could be exchanged and there would be two solutions. ",
        unique_loop_1=(
            "All cells but one have only the pair: that one has neither.",
            "All others hold only these digits, so {roof} holds neither.",
        ),
        unique_loop_2=("Some cells have the same single extra candidate: one of them holds it.", _ONE_HOLDS),
        unique_loop_4=(
            "One digit of the pair is confined to two cells with extra candidates: they do not hold the other.",
            _CONFINED,
        ),
    ),
    **of_types(
        "Extended Rectangle type {}",
        "Two parallel lines cross three others in six cells without clues. Each crossing line has its two cells in "
        "one box, or each of the two lines has its three cells in one box. The six cells must not hold just three "
        "digits, because the two lines could exchange them. ",
        "{pattern} lie where two lines cross three others. If all held only {digits}, the two lines could exchange "
        "these digits and there would be two solutions. ",
        extended_rectangle_1=(
            "All cells but one have only these digits: that one has none of them.",
            "All others hold only these digits, so {roof} holds none of them.",
        ),
        extended_rectangle_2=(
            "Two cells have the same single extra candidate: one of them holds it.",
            _ONE_HOLDS,
        ),
        extended_rectangle_4=(
            "One of the digits is confined to the two cells with extra candidates: they hold no other.",
            _CONFINED,
        ),
    ),
    "bug_plus_1": RuleText(
        "BUG+1 (bivalue universal grave)",
        _GRAVE + "They are all in one cell: it holds no other candidate.",
        _BUG + "So {odd} holds {digits:|one of }{digits}.",
    ),
    **of_types(
        "BUG type {}",
        _GRAVE,
        _BUG,
        bug_2=(
            "They are all of one digit: a cell that sees them all does not hold it.",
            "So one of {odd} holds {decisive}.",
        ),
        bug_3=(
            "They are all in one house and make a naked subset with other cells there.",
            "So one of {odd} holds an extra digit; with {subset} in {house}, each of {used} is in one of these cells.",
        ),
        bug_4=(
            "They are in two cells of a house, and another digit of the pattern has no other place there: so one cell "
            "holds that digit, and the other an extra candidate.",
            "So one of these cells holds an extra candidate, and the other one {confined}, for which {house} has no "
            "other place.",
        ),
    ),
    **alike(
        "With {gone:|any of }{gone}, every way to fill {aligned} puts one digit in two cells that see each other, or "
        "takes all candidates of {excluder:|one of }{excluder}.",
        aligned_pair=(
            "Aligned Pair Exclusion",
            "Two cells cannot hold both candidates of a cell that sees both. A candidate is false if no candidate of "
            "the other cell goes with it.",
        ),
        aligned_triplet=(
            "Aligned Triplet Exclusion",
            "Three cells cannot hold all candidates of a cell that sees all three. A candidate is false if no "
            "candidates of the other two cells go with it.",
        ),
    ),
    "template_set": RuleText(
        "Template Set",
        "A candidate that is in every possible placement of its digit is true.",
        "Some candidates of {digits} are in every possible placement of this digit in all houses.",
    ),
    "template_delete": RuleText(
        "Template Delete",
        "A candidate that is in no possible placement of its digit is false.",
        "Some candidates of {digits} are in no possible placement of this digit in all houses.",
    ),
    **alike(
        "{net}",
        nishio=(
            "Nishio",
            "Assume a candidate and follow its digit alone: if some house has no place left for it, the assumption is "
            "wrong.",
        ),
        **{
            rule: (name, _NET.replace("{what}", what))
            for rule, name, what in (
                ("forcing_chain", "Forcing Chain", "cells and houses with two candidates"),
                ("forcing_net", "Forcing Net", "all singles"),
                (
                    "forcing_net_patterns",
                    "Forcing Net with patterns",
                    "singles, locked candidates, pairs and X-Wings",
                ),
                ("net_with_chains", "Forcing Net with chains", "singles, pairs and chains"),
                (
                    "net_with_forcing_chains",
                    "Forcing Net with forcing chains",
                    "singles, pairs and forcing chains",
                ),
                ("nested_net", "Nested Forcing Net", "singles, pairs and further nets"),
            )
        },
    ),
}
