"""Follow every assumption of a state to its end, level by level.

Level by level means: a consequence that follows in one step from lower levels gets the next level. So levels do not
depend on the numbering of options. If a consequence has several reasons at one level, the reason with the smallest tie
counts. A tie is a number that does not depend on the numbering either. Where singles find no more, the kernels use
patterns: locked candidates, pairs and X-wings. Where patterns find no more, they use further assumptions. The mode, see
`codes`, says which of these a kernel may use. The nodes of a result are the literals from which it follows.

To follow all assumptions of a state in this way is slow. An assumption clashes if it leads to a contradiction; several
assumptions agree on the results that they share. Clashes and shared results do not depend on the order of reasoning. So
`together` first finds them for 512 assumptions in one pass, one bit each; `below` does the same with further
assumptions. Then the kernels follow level by level only the assumptions that matter.

Options are as in a layout. An item is a cell, or a digit of a whole house; one of its options must be true. Rows of
arrays are padded with -1.

`kernel` loads Numba, so callers do not import it: they give its name to `compiled.DeferredKernel`. `codes` and `net` do
not load Numba.
"""
