"""Child processes: how they start and end, what they cost, and what a Ctrl-C or a fork does to them."""
