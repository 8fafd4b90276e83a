"""Propagate one assumption to its end, for every assumption, level by level.

Level by level means: a consequence that follows in one step from lower levels gets the next level. So levels do not
depend on the numbering of options. If a consequence has several reasons at one level, the reason with the smallest tie
counts. A tie is a number that does not depend on the numbering either. Where singles find no more, the kernels use
subsets. Where subsets find no more, the kernels use further assumptions.

This would be slow for all assumptions of a state. But the order of reasoning does not decide which assumptions clash or
agree. So `together` first finds these for 64 assumptions in one pass, one bit each. The kernels then follow only the
few assumptions that matter level by level.

Options are as in a layout. An item is a cell, or a digit of a whole house; one of its options must be true. Rows of
arrays are padded with -1.

Callers use `kernel`. `codes` has the numbers that callers share with it. `net` has the type of its input. `codes` and
`net` do not load Numba.
"""
