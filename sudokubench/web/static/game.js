// The game: a puzzle that the server has read, and its state; `walk.js` keeps the states for undo. Events: "change", "start", "choose", "light", "restart".
// A state has for each cell its digit and its colour (0 for none), and masks of corner marks, centre marks and ruled-out candidates.
// States never change.

import { digitsOf, full, has, minus, plus } from "./masks.js";
import { Walk } from "./walk.js";

const VERSION = "1";
const MASKS = { m: "marks", c: "centre", g: "gone", k: "colours" }; // letters of a link; colours are numbers
export const COLOURS = 8;

/** Return the grid before each step, and the grid after the last. A return restores the grid before its trial. */
export function replay(start, steps, size) {
  const before = [], seen = [start];
  for (const { rule, placed = [], eliminated = [] } of steps) {
    let now = seen.at(-1);
    if (rule === "trial") before.push(now);
    if (rule === "return") now = before.pop();
    const digits = [...now.digits], gone = [...now.gone];
    for (const option of placed) digits[Math.floor(option / size)] = (option % size) + 1;
    for (const option of eliminated) ruleOut(gone, option, size);
    seen.push({ digits, gone });
  }
  return seen;
}

function ruleOut(gone, option, size) {
  const cell = Math.floor(option / size);
  gone[cell] = plus(gone[cell], (option % size) + 1);
}

/** Return what the board shows of a hint: a house, cells, a step with its marks. */
function lit({ house = [], cells = [], step = null } = {}) {
  const { placed = [], eliminated = [], marks = null } = step ?? {};
  const options = [...placed, ...eliminated, ...(marks?.fills ?? []).map(([option]) => option)];
  return { house: new Set(house), cells: new Set(cells), placed: new Set(placed), gone: new Set(eliminated), options, marks };
}

class Game extends EventTarget {
  lit = lit();
  board = null;
  walk = null;
  chosen = 0; // the cell that the keys write to
  selected = new Set([0]);
  several = false; // whether a touch adds a cell to the selected ones
  mode = "digits"; // the part of a state that the pad writes: digits, marks, centre or colours
  showing = false; // whether the board shows computed candidates
  framing = false; // whether singles have a frame
  heating = false; // whether the tightest houses are coloured
  verdict = null; // the verdict on the puzzle, as soon as it is known
  solution = null; // the solution, if there is only one
  judging = true; // whether mistakes are shown
  tidying = true; // whether a placed digit removes the marks that it rules out
  seen = null; // digits and ruled-out candidates that the board shows in place of the player's

  /** Begin with a board of /api/read; `saved` is its state from a link. */
  start(board, saved) {
    this.board = board;
    this.verdict = this.solution = null;
    const n = board.size;
    this.cells = n * n;
    this.clues = this.digits(board.puzzle.clues);
    this.peers = Array.from({ length: this.cells }, () => new Set());
    this.sums = board.statements.filter((one) => "total" in one);
    for (const group of [...board.houses, ...board.statements.filter((one) => !this.sums.includes(one))])
      for (const a of group.cells) for (const b of group.cells) if (a !== b) this.peers[a].add(b);
    const none = Array(this.cells).fill(0);
    const gone = [...none];
    for (const option of board.puzzle.forbidden ?? []) ruleOut(gone, option, n);
    this.walk = new Walk({ digits: this.clues, marks: none, centre: none, colours: none, gone });
    if (saved) this.walk.do(saved(this.walk.state, this));
    this.chosen = 0;
    this.selected = new Set([0]);
    this.dispatchEvent(new Event("restart"));
    this.tell("start");
  }

  /** Return the answer to a question for a board, or nothing if a later question came meanwhile. */
  async next(question) {
    this.question = question;
    const reply = await question.catch((error) => {
      if (question === this.question) throw error;
    });
    return question === this.question ? reply : null;
  }

  /** Show the same board in other symbols. */
  dress(board) {
    this.board = board;
    this.tell("start");
  }

  tell(what = "change") {
    this.seen = null;
    this.lit = lit();
    this.dispatchEvent(new Event(what));
    if (what !== "change") this.dispatchEvent(new Event("change"));
  }

  get state() {
    return this.seen ? { ...this.walk.state, ...this.seen } : this.walk.state;
  }
  candidates(cell) {
    let mask = full(this.board.size) - this.state.gone[cell];
    for (const peer of this.peers[cell]) if (this.state.digits[peer]) mask = minus(mask, this.state.digits[peer]);
    return mask;
  }
  /** Return whether the digit of a cell equals the digit of a peer, or makes the sum of a cage impossible. */
  clashes(cell) {
    const { digits } = this.state;
    if (!digits[cell]) return false;
    const isOff = ({ cells, total }) => {
      const sum = cells.reduce((all, one) => all + digits[one], 0);
      return cells.every((one) => digits[one]) ? sum !== total : sum >= total;
    };
    return [...this.peers[cell]].some((peer) => digits[peer] === digits[cell]) || this.sums.some((one) => one.cells.includes(cell) && isOff(one));
  }
  /** Return for each missing digit of a house the cells where it may stand. */
  places({ cells }) {
    const { digits } = this.state, { size } = this.board;
    const blank = cells.filter((cell) => !digits[cell]), masks = blank.map((cell) => this.candidates(cell));
    const missing = Array.from({ length: size }, (_, d) => d + 1).filter((d) => cells.every((cell) => digits[cell] !== d));
    return missing.map((d) => blank.filter((_, at) => has(masks[at], d)));
  }
  /** The cells with only one candidate ("naked"), and those that are a digit's only place in a house ("hidden"). */
  get singles() {
    const found = new Map();
    for (const house of this.board.houses)
      if (house.cells.length === this.board.size)
        for (const cells of this.places(house)) if (cells.length === 1) found.set(cells[0], "hidden");
    this.state.digits.forEach((digit, cell) => digit || this.count(cell) !== 1 || found.set(cell, "naked"));
    return found;
  }
  /**
   * The distance of each house from a contradiction: the fewest candidates of a cell, or places of a digit. A fraction
   * that grows with the average number orders houses with equal numbers.
   */
  get slack() {
    return this.board.houses.map((house) => {
      const open = house.cells.filter((cell) => !this.state.digits[cell]);
      const places = house.cells.length === this.board.size ? this.places(house).map((cells) => cells.length) : [];
      const counts = [...open.map((cell) => this.count(cell)), ...places], all = counts.reduce((sum, one) => sum + one, 0);
      return Math.min(...counts) + (all ? 1 - counts.length / (all + counts.length) : 0);
    });
  }
  count(cell) {
    return digitsOf(this.candidates(cell)).length;
  }
  /** The cells whose digit differs from the solution; empty while another grid is shown, such as a supposition. */
  get mistakes() {
    return this.judging && this.solution && !this.seen ? this.state.digits.flatMap((digit, cell) => (digit && digit !== this.solution[cell] ? [cell] : [])) : [];
  }
  /** Whether the grid is a solution. If the page cannot check all rules, only the known solution counts. */
  get isSolved() {
    const { digits } = this.state;
    return digits.every((digit, cell) => digit && !this.clashes(cell) && (this.board.all_stated || digit === this.solution?.[cell]));
  }

  /** Write a digit or colour into the selected cells; 0 erases. If all cells have the value, remove it. While the board shows candidates, a mark rules a candidate out. */
  enter(value, mode = this.mode) {
    const part = mode === "marks" && this.showing ? "gone" : mode;
    const chosen = this.selected.size ? [...this.selected] : [this.chosen];
    const open = chosen.filter((cell) => mode === "colours" || !this.clues[cell]);
    const isMask = part !== "digits" && part !== "colours";
    const cells = isMask ? open.filter((cell) => !this.state.digits[cell]) : open;
    if (!value) return this.erase(part, cells);
    const values = [...this.state[part]];
    const isIn = (cell) => (isMask ? has(values[cell], value) : values[cell] === value);
    const isOut = cells.every(isIn);
    for (const cell of cells) values[cell] = isMask ? (isOut ? minus : plus)(values[cell], value) : isOut ? 0 : value;
    this.do({ [part]: values });
  }
  /** Erase a part of the cells. If the part is the digits and no cell has one, erase marks and colours. */
  erase(part, cells) {
    const parts = part === "digits" && !cells.some((cell) => this.state.digits[cell]) ? ["marks", "centre", "colours"] : [part];
    this.do(Object.fromEntries(parts.map((one) => [one, this.state[one].map((value, cell) => (cells.includes(cell) ? 0 : value))])));
  }
  do(parts) {
    const state = { ...this.state, ...parts }; // also while another grid is shown
    if (this.tidying) this.tidy(state);
    this.walk.do(state);
    this.tell();
  }
  /** Remove the marks that the new digits of a state rule out. */
  tidy(state) {
    const before = this.state.digits, fresh = state.digits.flatMap((digit, cell) => (digit && digit !== before[cell] ? [cell] : []));
    for (const part of fresh.length ? ["marks", "centre"] : [])
      state[part] = state[part].map((mask, cell) => fresh.reduce((left, one) => (this.peers[one].has(cell) ? minus(left, state.digits[one]) : left), mask));
  }
  /** Take the step of a hint. */
  take(step) {
    const [, { digits, gone }] = replay(this.state, [step], this.board.size);
    if (step.eliminated?.length) this.showing = true;
    this.do({ digits, gone });
  }
  /** Go to a cell and select only it; `how` can also be "add", "toggle", or "move", which changes no selection. */
  choose(cell, how = "only") {
    if (how === "only") this.selected = new Set([cell]);
    else if (how === "toggle" && this.selected.has(cell)) this.selected.delete(cell);
    else if (how !== "move") this.selected.add(cell);
    this.chosen = cell;
    this.dispatchEvent(new Event("choose"));
  }
  select(cells) {
    this.selected = new Set(cells);
    this.dispatchEvent(new Event("choose"));
  }
  /** Highlight what a hint is about, see `lit`, until the next change. */
  light(what) {
    this.lit = lit(what);
    this.dispatchEvent(new Event("light"));
  }
  /** Show another grid, with a step, until the next change, undo or Escape; the player's grid is kept. */
  see(seen, step) {
    this.seen = seen;
    this.lit = lit({ step });
    this.dispatchEvent(new Event("change"));
  }
  /** Show the player's own grid, without marks of a hint; return whether something else was shown. */
  leave() {
    const isShown = Boolean(this.seen || this.lit.marks || this.lit.house.size);
    if (isShown) this.tell();
    return isShown;
  }
  /** Begin again; the earlier entries stay as a branch. */
  restart() {
    this.go(0);
    this.dispatchEvent(new Event("restart"));
  }
  undo() {
    if (!this.seen) this.walk.undo();
    this.tell();
  }
  redo() {
    this.walk.redo();
    this.tell();
  }
  /** Go back to the state before the first wrong entry; return whether there was one. */
  repent(solution) {
    const isWrong = ({ digits, gone }) => digits.some((digit, cell) => (digit && digit !== solution[cell]) || has(gone[cell], solution[cell]));
    const first = this.walk.path.find((number) => isWrong(this.walk.states[number]));
    if (first) this.go(this.walk.parents[first]);
    return Boolean(first);
  }
  go(number) {
    this.walk.go(number);
    this.tell();
  }

  name(cell) {
    return `R${Math.floor(cell / this.board.size) + 1}C${(cell % this.board.size) + 1}`;
  }
  /** Return the digits of a line; 0 for any sign that is not a symbol of the board. */
  digits(line) {
    return [...line].map((sign) => this.board.symbols.indexOf(sign) + 1);
  }
  line(digits) {
    return digits.map((digit) => (digit ? this.board.symbols[digit - 1] : ".")).join("");
  }
  /** The current grid for the server: ruled-out candidates of empty cells are forbidden options. */
  get progress() {
    const n = this.board.size, { digits, gone } = this.state, forbidden = [];
    gone.forEach((mask, cell) => {
      if (!digits[cell]) forbidden.push(...digitsOf(mask).map((d) => n * cell + d - 1));
    });
    const { forbidden: _, ...puzzle } = this.board.puzzle;
    return { ...puzzle, clues: this.line(digits), ...(forbidden.length && { forbidden }) };
  }

  /** The part after # in an address: the player's own grid, also while another grid is shown. */
  get link() {
    const { state } = this.walk, saved = { v: VERSION, p: this.board.text };
    if (state.digits.some((digit, cell) => digit !== this.clues[cell])) saved.s = this.line(state.digits);
    for (const [key, part] of Object.entries(MASKS))
      if (state[part].some(Boolean)) saved[key] = state[part].map((mask) => (mask ? mask.toString(36) : "")).join(".");
    return new URLSearchParams(saved).toString();
  }
}

/** Return what a link holds: the text of a puzzle, and how to restore its state; null for another version. */
export function fromLink(hash) {
  const saved = new URLSearchParams(hash.replace(/^#/, ""));
  if ((saved.get("v") ?? VERSION) !== VERSION) return null;
  const masks = (key, before) => saved.get(key)?.split(".").map((one) => parseInt(one || "0", 36) || 0) ?? before;
  const fits = (list, game) => list.length === game.cells && list.every((one) => one >= 0 && one <= full(game.board.size));
  return {
    text: saved.get("p"),
    lang: saved.get("lang"),
    state(start, game) {
      const digits = game.digits(saved.get("s") ?? "");
      const parts = Object.entries(MASKS).map(([key, part]) => [part, masks(key, start[part])]);
      const state = { ...start, ...Object.fromEntries(parts.filter(([, one]) => fits(one, game))) };
      state.colours = state.colours.map((colour) => (colour > 0 && colour <= COLOURS ? colour : 0));
      return fits(digits, game) ? { ...state, digits: digits.map((digit, cell) => game.clues[cell] || digit) } : state;
    },
  };
}

export const game = new Game();
