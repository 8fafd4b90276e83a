"""Propagate one assumption to its end, for every assumption, level by level.

Level by level means: a consequence that follows in one step from lower levels gets the next level. So levels do not
depend on the numbering of options. Of several reasons at one level, the reason with the smallest tie counts; a tie is a
number that does not depend on the numbering either. Where singles find no more, the kernels use subsets, and where
these find no more, further assumptions.

This would be slow for all assumptions of a state. But which assumptions clash or agree does not depend on the order of
reasoning. So `together` first finds this for 64 assumptions in one pass, one bit each. Only the few that matter are
then followed level by level.

Options are as in a layout. An item is a cell, or a digit of a whole house; one of its options must be true. Rows of
arrays are padded with -1.

Callers use `kernel`. `codes` has the numbers that they share with it, and `net` has the type of its input; neither of
these two loads Numba.
"""
