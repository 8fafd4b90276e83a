// <sudoku-board>: a grid of cells that keys and screen readers use, and behind it the same as a drawing.

import { game } from "./game.js";
import { make, t } from "./words.js";

const CELL = 60;

function svg(tag, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

class SudokuBoard extends HTMLElement {
  connectedCallback() {
    for (const what of ["change", "choose", "light"]) game.addEventListener(what, () => this.draw());
    game.addEventListener("start", () => this.build());
    this.addEventListener("keydown", (event) => this.pressed(event));
  }

  build() {
    const n = game.board.size;
    this.drawing = svg("svg", { viewBox: `-2 -2 ${n * CELL + 4} ${n * CELL + 4}`, "aria-hidden": "true" });
    this.cells = Array.from({ length: n * n }, (_, cell) => {
      const made = make("td", { role: "gridcell", tabIndex: -1, onclick: () => this.focusOn(cell), onfocus: () => game.choose(cell) });
      if (game.clues[cell]) made.setAttribute("aria-readonly", "true");
      return made;
    });
    const rows = Array.from({ length: n }, (_, row) => make("tr", { role: "row" }, ...this.cells.slice(n * row, n * row + n)));
    this.table = make("table", { role: "grid" }, make("tbody", { role: "rowgroup" }, ...rows));
    this.replaceChildren(this.drawing, this.table);
  }

  focusOn(cell) {
    game.choose(cell);
    this.cells[cell].focus();
  }

  pressed(event) {
    const { size: n, symbols } = game.board, cell = game.chosen;
    const row = Math.floor(cell / n), column = cell % n;
    const to = {
      ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1],
      Home: [row, 0], End: [row, n - 1],
    }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (to) this.focusOn(n * ((to[0] + n) % n) + ((to[1] + n) % n));
    else if (["Backspace", "Delete", "0", "."].includes(event.key)) game.place(cell, 0);
    else {
      const key = /^(Digit|Numpad)\d$/.test(event.code) ? event.code.at(-1) : event.key.toUpperCase();
      const digit = symbols.indexOf(key) + 1 || (/^[1-9]$/.test(key) && +key <= n && +key) || 0;
      if (!digit || key.length !== 1) return;
      if (event.shiftKey || game.marking) game.mark(cell, digit);
      else game.place(cell, digit);
    }
    event.preventDefault();
  }

  label(cell) {
    const n = game.board.size, { digits, marks } = game.state;
    const parts = [t("row_column", Math.floor(cell / n) + 1, (cell % n) + 1)];
    parts.push(digits[cell] ? game.board.symbols[digits[cell] - 1] : t("blank"));
    if (game.clues[cell]) parts.push(t("clue"));
    if (game.clashes(cell)) parts.push(t("conflict"));
    const small = this.small(cell);
    if (small) parts.push(t("marked", this.digitsOf(small).map((d) => game.board.symbols[d - 1]).join(" ")));
    return parts.join(", ");
  }

  digitsOf(mask) {
    return Array.from({ length: game.board.size }, (_, d) => d + 1).filter((d) => mask & (1 << (d - 1)));
  }

  /** The digits that are shown small in a cell. */
  small(cell) {
    if (game.state.digits[cell]) return 0;
    let mask = game.showing ? game.candidates(cell) : game.state.marks[cell];
    const n = game.board.size;
    for (const option of [...game.lit.placed, ...game.lit.gone]) if (Math.floor(option / n) === cell) mask |= 1 << option % n;
    return mask;
  }

  draw() {
    if (!game.board) return;
    const n = game.board.size, { digits } = game.state, chosen = game.chosen, same = digits[chosen];
    const at = (cell) => [(cell % n) * CELL, Math.floor(cell / n) * CELL];
    const square = (cell, kind) => svg("rect", { x: at(cell)[0], y: at(cell)[1], width: CELL, height: CELL, class: kind });
    const parts = [svg("rect", { width: n * CELL, height: n * CELL, class: "ground" })];
    for (const house of game.board.houses.slice(3 * n)) parts.push(...house.cells.map((cell) => square(cell, "extra")));
    const across = Math.ceil(Math.sqrt(n)), down = Math.ceil(n / across);
    this.cells.forEach((td, cell) => {
      const [x, y] = at(cell);
      if (game.peers[chosen].has(cell)) parts.push(square(cell, "peer"));
      if (same && digits[cell] === same) parts.push(square(cell, "same"));
      if (game.lit.cells.has(cell)) parts.push(square(cell, "lit"));
      if (game.clashes(cell)) parts.push(square(cell, "clash"));
      const symbol = digits[cell] ? game.board.symbols[digits[cell] - 1] : "";
      const kind = game.clashes(cell) ? "wrong" : game.clues[cell] ? "clue" : "own";
      if (symbol) parts.push(svg("text", { x: x + CELL / 2, y: y + CELL * 0.7, class: `digit ${kind}` }, symbol));
      for (const d of this.digitsOf(this.small(cell))) {
        const cx = x + 4 + ((CELL - 8) * (((d - 1) % across) + 0.5)) / across;
        const cy = y + 4 + ((CELL - 8) * (Math.floor((d - 1) / across) + 0.5)) / down;
        const size = Math.min(17, 52 / across), option = n * cell + d - 1;
        const look = game.lit.gone.has(option) ? "gone" : game.lit.placed.has(option) ? "new" : d === same ? "near" : "";
        if (look) parts.push(svg("circle", { cx, cy, r: size * 0.6, class: `spot ${look}` }));
        parts.push(svg("text", { x: cx, y: cy + size * 0.36, "font-size": size, class: `small ${look}` }, game.board.symbols[d - 1]));
      }
      td.textContent = symbol;
      td.tabIndex = cell === chosen ? 0 : -1;
      td.setAttribute("aria-selected", String(cell === chosen));
      td.setAttribute("aria-label", this.label(cell));
    });
    parts.push(...this.lines(), svg("rect", { x: at(chosen)[0] + 2, y: at(chosen)[1] + 2, width: CELL - 4, height: CELL - 4, class: "chosen" }));
    this.drawing.replaceChildren(...parts);
    this.table.setAttribute("aria-label", t("board"));
  }

  lines() {
    const { size: n, boxes } = game.board, thin = [], thick = [`M0 0H${n * CELL}V${n * CELL}H0Z`];
    boxes.forEach((box, cell) => {
      const x = ((cell % n) + 1) * CELL, y = (Math.floor(cell / n) + 1) * CELL;
      if (x < n * CELL) (box === boxes[cell + 1] ? thin : thick).push(`M${x} ${y - CELL}V${y}`);
      if (y < n * CELL) (box === boxes[cell + n] ? thin : thick).push(`M${x - CELL} ${y}H${x}`);
    });
    return [svg("path", { d: thin.join(""), class: "thin" }), svg("path", { d: thick.join(""), class: "thick" })];
  }
}

customElements.define("sudoku-board", SudokuBoard);
