// The board as it is played: a puzzle as the server has read it, and the tree of states. Tells "change" and "start".
// A state: digits (0 for a blank), corner marks and ruled out candidates, as masks of a cell. States never change.

import { Walk } from "./walk.js";

const VERSION = "1";
const bit = (digit) => 1 << (digit - 1);

class Game extends EventTarget {
  board = null;
  walk = null;
  chosen = 0;
  marking = false;
  showing = false; // computed candidates
  lit = { cells: new Set(), placed: new Set(), gone: new Set() }; // of a hint: cells, options

  /** Begin with a board of /api/read; `saved` is the part of a link that holds its state. */
  start(board, saved) {
    this.board = board;
    const n = board.size;
    this.cells = n * n;
    this.clues = [...board.puzzle.clues].map((sign) => board.symbols.indexOf(sign) + 1);
    this.peers = Array.from({ length: this.cells }, () => new Set());
    for (const house of board.houses)
      for (const a of house.cells) for (const b of house.cells) if (a !== b) this.peers[a].add(b);
    const none = Array(this.cells).fill(0);
    const gone = [...none];
    for (const option of board.puzzle.forbidden ?? []) gone[Math.floor(option / n)] |= bit((option % n) + 1);
    this.walk = new Walk({ digits: this.clues, marks: none, gone });
    if (saved) this.walk.do(saved(this.walk.state, this));
    this.chosen = 0;
    this.tell("start");
  }

  tell(what = "change") {
    this.light();
    this.dispatchEvent(new Event(what));
    if (what !== "change") this.dispatchEvent(new Event("change"));
  }

  get state() {
    return this.walk.state;
  }
  candidates(cell) {
    let mask = ~(-1 << this.board.size) & ~this.state.gone[cell];
    for (const peer of this.peers[cell]) if (this.state.digits[peer]) mask &= ~bit(this.state.digits[peer]);
    return mask;
  }
  clashes(cell) {
    const { digits } = this.state;
    return digits[cell] > 0 && [...this.peers[cell]].some((peer) => digits[peer] === digits[cell]);
  }
  get isSolved() {
    return this.state.digits.every((digit, cell) => digit && !this.clashes(cell));
  }

  /** Put a digit into a cell, 0 for none; the same digit again takes it out. */
  place(cell, digit) {
    if (this.clues[cell]) return;
    this.put(this.state.digits.with(cell, digit === this.state.digits[cell] ? 0 : digit));
  }
  put(digits) {
    this.walk.do({ ...this.state, digits });
    this.tell();
  }
  /** Mark a digit, or take the mark away; where computed candidates are shown, rule it out, or in again. */
  mark(cell, digit) {
    if (this.state.digits[cell]) return;
    const part = this.showing ? "gone" : "marks";
    this.walk.do({ ...this.state, [part]: this.state[part].with(cell, this.state[part][cell] ^ bit(digit)) });
    this.tell();
  }
  /** Take the step of a hint. */
  take(step) {
    const n = this.board.size;
    const digits = [...this.state.digits], gone = [...this.state.gone];
    for (const option of step.placed ?? []) digits[Math.floor(option / n)] = (option % n) + 1;
    for (const option of step.eliminated ?? []) gone[Math.floor(option / n)] |= bit((option % n) + 1);
    if (step.eliminated?.length) this.showing = true;
    this.walk.do({ ...this.state, digits, gone });
    this.tell();
  }
  choose(cell) {
    if (cell === this.chosen) return;
    this.chosen = cell;
    this.dispatchEvent(new Event("choose"));
  }
  /** Frame what a hint is about; nothing if nothing is named. The next change takes it away. */
  light(cells = [], placed = [], gone = []) {
    this.lit = { cells: new Set(cells), placed: new Set(placed), gone: new Set(gone) };
  }
  undo() {
    this.walk.undo();
    this.tell();
  }
  redo() {
    this.walk.redo();
    this.tell();
  }
  go(number) {
    this.walk.go(number);
    this.tell();
  }

  name(cell) {
    return `R${Math.floor(cell / this.board.size) + 1}C${(cell % this.board.size) + 1}`;
  }
  line(digits) {
    return digits.map((digit) => (digit ? this.board.symbols[digit - 1] : ".")).join("");
  }
  /** The grid as it stands, for the server: what is ruled out is forbidden where it is still a candidate. */
  get progress() {
    const n = this.board.size, { digits, gone } = this.state, forbidden = [];
    gone.forEach((mask, cell) => {
      for (let d = 1; d <= n; d++) if (mask & bit(d) && !digits[cell]) forbidden.push(n * cell + d - 1);
    });
    const { forbidden: _, ...puzzle } = this.board.puzzle;
    return { ...puzzle, clues: this.line(digits), ...(forbidden.length && { forbidden }) };
  }

  /** What stands behind # in an address. */
  get link() {
    const { digits, marks, gone } = this.state, saved = { v: VERSION, p: this.board.text };
    if (digits.some((digit, cell) => digit !== this.clues[cell])) saved.s = this.line(digits);
    for (const [key, masks] of [["m", marks], ["g", gone]])
      if (masks.some(Boolean)) saved[key] = masks.map((mask) => (mask ? mask.toString(36) : "")).join(".");
    return new URLSearchParams(saved).toString();
  }
}

/** What a link holds: the text of a puzzle, and what makes its state; null if it is of another version. */
export function fromLink(hash) {
  const saved = new URLSearchParams(hash.replace(/^#/, ""));
  if ((saved.get("v") ?? VERSION) !== VERSION) return null;
  const masks = (key, before) => saved.get(key)?.split(".").map((one) => parseInt(one || "0", 36) || 0) ?? before;
  const fits = (list, game) => list.length === game.cells;
  return {
    text: saved.get("p"),
    lang: saved.get("lang"),
    state(start, game) {
      const digits = [...(saved.get("s") ?? "")].map((sign) => game.board.symbols.indexOf(sign) + 1);
      const marks = masks("m", start.marks), gone = masks("g", start.gone);
      return {
        digits: fits(digits, game) ? digits.map((digit, cell) => game.clues[cell] || digit) : start.digits,
        marks: fits(marks, game) ? marks : start.marks,
        gone: fits(gone, game) ? gone : start.gone,
      };
    },
  };
}

export const game = new Game();
