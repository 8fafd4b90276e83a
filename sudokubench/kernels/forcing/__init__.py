"""Propagation of one assumption to its end, for every assumption, level by level.

Level by level means: what follows in one step from levels below has the next level. So levels do not depend on the
order in which options are numbered; of several reasons of one level that with the smallest tie counts, a number which
does not either. Where singles say no more, subsets go on, and where these say no more, further assumptions do.

That is slow for all assumptions of a state. Which of them clash or agree does not depend on the order of reasoning, and
is told first for 64 at once, a bit each, see `together`; the few that matter are followed by levels.

Options are as in a layout; an item is a cell or a digit of a whole house, of which one option must be true. Rows of
arrays are padded with -1.

Callers ask `kernel`. `codes` are the numbers that they share with it, `net` is what they ask; both load nothing.
"""
