// The undo history of the page: visited states as a tree with a cursor; undo, redo, and branches that are kept.
// The states are numbered in the order of their first visit. `parents` has for each state the number of the state from
// which it was made, and `ahead` the number of the state to which redo goes. It is the state's own number if redo does nothing.

export class Walk {
  constructor(start) {
    this.states = [start];
    this.parents = [0];
    this.ahead = [0];
    this.at = 0;
  }
  get state() {
    return this.states[this.at];
  }
  get branches() {
    return this.parents.flatMap((parent, n) => (n && parent === this.at ? [n] : []));
  }
  /** The numbers of the states from the first to the current one. */
  get path() {
    const path = [this.at];
    while (path[0]) path.unshift(this.parents[path[0]]);
    return path;
  }
  do(state) {
    const key = JSON.stringify(state);
    const same = (n) => JSON.stringify(this.states[n]) === key;
    if (same(this.at)) return;
    let next = this.branches.find(same);
    if (next === undefined) {
      next = this.states.push(state) - 1;
      this.parents.push(this.at);
      this.ahead.push(next);
    }
    this.go(next);
  }
  undo() {
    this.at = this.parents[this.at];
  }
  redo() {
    this.at = this.ahead[this.at];
  }
  go(number) {
    this.at = number;
    for (let n = number; n; n = this.parents[n]) this.ahead[this.parents[n]] = n;
  }
}
