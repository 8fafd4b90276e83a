"""Propagate one assumption to its end, for every assumption, level by level.

Level by level means: a consequence that follows in one step from lower levels gets the next level. So levels do not
depend on the order in which options are numbered. Of several reasons of one level, the reason with the smallest tie
counts; a tie is a number that does not depend on that order either. Where singles find no more, subsets are used, and
where subsets find no more, further assumptions are used.

That is slow for all assumptions of a state. Which assumptions clash or agree does not depend on the order of reasoning.
So `together` finds this first for 64 assumptions in one pass, a bit each. Only the few that matter are followed by
levels.

Options are as in a layout. An item is a cell, or a digit of a whole house; one of its options must be true. Rows of
arrays are padded with -1.

Callers use `kernel`. `codes` has the numbers that they share with it, and `net` has the type of its input; neither of
these two loads anything.
"""
