// <sudoku-board>: the board as a grid of cells for keys and screen readers, with a drawing behind it.

import { COLOURS, game } from "./game.js";
import { grounds, hatch, houses, over, ring } from "./marks.js";
import { digitsOf, plus } from "./masks.js";
import { svg } from "./parts.js";
import { tints } from "./tints.js";
import { make, t } from "./words.js";

const CELL = 60;
const SHAPES = { cell: 54, margin: 26 }; // side of a cell and edge of the board in the server's drawings of rules

/** Return a drawing of rules by the server, in the size of this board. */
function shapes(text, kind) {
  const made = svg("g", { class: kind, transform: `scale(${CELL / SHAPES.cell}) translate(${-SHAPES.margin} ${-SHAPES.margin})` });
  made.innerHTML = text;
  return made;
}

class SudokuBoard extends HTMLElement {
  connectedCallback() {
    for (const what of ["change", "choose", "light"]) game.addEventListener(what, () => this.draw());
    game.addEventListener("start", () => this.build());
  }

  build() {
    const n = game.board.size, { below, above, reach, corners } = game.board.drawing;
    const margin = 2 + (reach && ((reach + SHAPES.margin) * CELL) / SHAPES.cell), side = n * CELL + 2 * margin;
    this.drawing = svg("svg", { viewBox: `${-margin} ${-margin} ${side} ${side}`, "aria-hidden": "true" });
    [this.below, this.above] = [shapes(below, "below"), shapes(above, "above")];
    this.corners = new Set(corners);
    this.cells = Array.from({ length: n * n }, (_, cell) => {
      const made = make("td", { role: "gridcell", tabIndex: -1, onfocus: () => cell !== game.chosen && game.choose(cell) });
      if (game.clues[cell]) made.setAttribute("aria-readonly", "true");
      return made;
    });
    const rows = Array.from({ length: n }, (_, row) => make("tr", { role: "row" }, ...this.cells.slice(n * row, n * row + n)));
    this.style.setProperty("--margin", `${(100 * margin) / side}%`);
    this.table = make("table", { role: "grid", "aria-multiselectable": "true" }, make("tbody", { role: "rowgroup" }, ...rows));
    const at = (event) => this.cells.indexOf(document.elementFromPoint(event.clientX, event.clientY));
    const isTap = (event) => event.pointerType === "touch" && !game.several; // this touch may begin to scroll
    this.table.onmousedown = (event) => event.preventDefault(); // we set the focus ourselves
    this.table.onpointerdown = (event) => {
      if (isTap(event) || event.button) return;
      const cell = at(event);
      if (event.shiftKey) game.select([...game.selected, ...this.between(game.chosen, cell)]);
      this.focusOn(cell, event.shiftKey ? "add" : event.ctrlKey || event.metaKey || game.several ? "toggle" : "only");
    };
    this.table.onpointermove = (event) => {
      const cell = at(event);
      if (event.buttons & 1 && !isTap(event) && cell >= 0 && cell !== game.chosen) this.focusOn(cell, "add");
    };
    this.table.onclick = (event) => {
      const cell = this.cells.indexOf(event.target);
      if (cell >= 0 && (isTap(event) || !event.detail)) this.focusOn(cell, game.several ? "toggle" : "only");
    };
    this.replaceChildren(this.drawing, this.table);
  }

  focusOn(cell, how) {
    game.choose(cell, how);
    this.hold();
  }

  /** Focus the cell that the keys write to. */
  hold() {
    this.cells[game.chosen].focus({ preventScroll: true });
  }

  /** Return the cells of a rectangle with these corners. */
  between(a, b) {
    const n = game.board.size, lies = (x, y, z) => (x - y) * (x - z) <= 0;
    return this.cells.flatMap((_, cell) =>
      lies(Math.floor(cell / n), Math.floor(a / n), Math.floor(b / n)) && lies(cell % n, a % n, b % n) ? [cell] : []);
  }

  /** Do what a key means; return whether the board knows the key. */
  pressed(event) {
    const { size: n, symbols } = game.board, cell = game.chosen;
    const row = Math.floor(cell / n), column = cell % n;
    const to = {
      ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1],
      Home: [row, 0], End: [row, n - 1],
    }[event.key];
    const isControl = event.ctrlKey || event.metaKey;
    if (to && !event.altKey) this.focusOn(n * ((to[0] + n) % n) + ((to[1] + n) % n), event.shiftKey ? "add" : isControl ? "move" : "only");
    else if (event.key === " ") game.choose(cell, "toggle");
    else if (event.key === "Escape") game.leave() || game.choose(cell);
    else if (isControl && event.key === "a") game.select(this.cells.keys());
    else if (["Backspace", "Delete", "."].includes(event.key) || (event.key === "0" && !symbols.includes("0"))) game.enter(0);
    else {
      const isDigit = /^(Digit|Numpad)[0-9]$/.test(event.code), key = isDigit ? event.code.at(-1) : event.key.toUpperCase();
      if ((isControl || event.altKey) && !isDigit) return false; // a key of the browser
      const mode = event.altKey ? "colours" : isControl ? "centre" : event.shiftKey ? "marks" : game.mode;
      const value = mode === "colours" ? (+key <= COLOURS && +key) : symbols.indexOf(key) + 1 || (isDigit && +key <= n && +key);
      if (!value || key.length !== 1) return false;
      game.enter(value, mode);
    }
    return true;
  }

  label(cell) {
    const n = game.board.size, { digits, colours } = game.state;
    const parts = [t("row_column", Math.floor(cell / n) + 1, (cell % n) + 1)];
    parts.push(digits[cell] ? game.board.symbols[digits[cell] - 1] : t("blank"));
    if (game.clues[cell]) parts.push(t("clue"));
    if (game.clashes(cell)) parts.push(t("conflict"));
    if (this.mistakes.has(cell)) parts.push(t("is_mistake"));
    const named = (mask) => digitsOf(mask).map((d) => game.board.symbols[d - 1]).join(" ");
    if (this.singles.has(cell)) parts.push(t("single"));
    if (this.small(cell)) parts.push(t("marked", named(this.small(cell))));
    if (this.centre(cell)) parts.push(t("centred", named(this.centre(cell))));
    if (colours[cell]) parts.push(t(`colour_${colours[cell]}`));
    return parts.join(", ");
  }

  /** Return the small digits in a cell, as a mask. */
  small(cell) {
    if (game.state.digits[cell]) return 0;
    if (game.showing || game.seen) return game.candidates(cell);
    let mask = game.state.marks[cell];
    const n = game.board.size;
    for (const option of game.lit.options) if (Math.floor(option / n) === cell) mask = plus(mask, (option % n) + 1);
    return mask;
  }

  /** Return the digits in the middle of a cell, if it shows no candidates. */
  centre(cell) {
    const isFree = !game.state.digits[cell] && !game.showing && !game.seen && this.small(cell) === game.state.marks[cell];
    return isFree ? game.state.centre[cell] : 0;
  }

  draw() {
    if (!game.board) return;
    const n = game.board.size, { digits, colours } = game.state, { chosen, lit } = game, same = lit.marks ? 0 : digits[chosen];
    const at = (cell) => [(cell % n) * CELL, Math.floor(cell / n) * CELL];
    const square = (cell, kind) => svg("rect", { x: at(cell)[0], y: at(cell)[1], width: CELL, height: CELL, class: kind });
    const parts = [tints(), hatch(), svg("rect", { width: n * CELL, height: n * CELL, class: "ground" })];
    for (const house of game.board.houses.slice(3 * n)) parts.push(...house.cells.map((cell) => square(cell, "extra")));
    if (game.heating)
      game.slack.forEach((slack, at) => {
        for (const cell of game.board.houses[at].cells.filter((one) => !digits[one])) {
          parts.push(square(cell, "heat"));
          parts.at(-1).setAttribute("opacity", (0.5 / (1 + slack) ** 2).toFixed(3));
        }
      });
    this.mistakes = new Set(game.mistakes);
    this.singles = game.framing ? game.singles : new Map();
    const across = Math.ceil(Math.sqrt(n)), down = Math.ceil(n / across), r = Math.min(10.5, 29 / across);
    const above = (cell) => (this.corners.has(cell) ? 14 : 4); // room for the sum of a cage
    const spot = (option) => {
      const cell = Math.floor(option / n), [x, y] = at(cell), d = option % n, top = above(cell);
      return [x + 4 + ((CELL - 8) * ((d % across) + 0.5)) / across, y + top + ((CELL - 4 - top) * (Math.floor(d / across) + 0.5)) / down];
    };
    const filled = new Set(lit.marks?.fills.map(([option]) => option));
    if (lit.marks) parts.push(...houses(lit.marks, at, CELL));
    this.cells.forEach((td, cell) => {
      const [x, y] = at(cell);
      if (!game.heating && !lit.marks && !lit.cells.size && game.peers[chosen].has(cell)) parts.push(square(cell, "peer"));
      if (colours[cell]) parts.push(square(cell, `tint-${colours[cell]}`));
      if (same && digits[cell] === same) parts.push(square(cell, "same"));
      if (lit.house.has(cell)) parts.push(square(cell, "house"));
      if (lit.cells.has(cell)) parts.push(square(cell, "lit"));
      const isWrong = game.clashes(cell) || this.mistakes.has(cell);
      if (isWrong) parts.push(square(cell, "clash"));
      if (colours[cell]) parts.push(svg("rect", { x, y, width: CELL, height: CELL, fill: `url(#tint-${colours[cell]})` }));
      const placed = [...lit.placed].find((option) => Math.floor(option / n) === cell && !lit.marks?.links.length); // an arrow needs the candidate
      const value = digits[cell] || (placed === undefined ? 0 : (placed % n) + 1), symbol = value ? game.board.symbols[value - 1] : "";
      const kind = placed !== undefined ? "new" : isWrong && !game.clues[cell] ? "wrong" : game.clues[cell] ? "clue" : "own";
      const single = this.singles.get(cell);
      if (single) parts.push(svg("rect", { x: x + 5, y: y + 5, width: CELL - 10, height: CELL - 10, class: `single ${single}-one` }));
      if (lit.marks) parts.push(...grounds({ fills: lit.marks.fills.filter(([option]) => Math.floor(option / n) === cell) }, symbol ? () => [x + CELL / 2, y + CELL / 2] : spot, symbol ? CELL * 0.38 : r));
      if (symbol) parts.push(svg("text", { x: x + CELL / 2, y: y + CELL * 0.7, class: `digit ${kind}` }, symbol));
      if (placed !== undefined) parts.push(ring(x + CELL / 2, y + CELL / 2, CELL * 0.42));
      if (!symbol && game.seen && !this.small(cell)) parts.push(svg("text", { x: x + CELL / 2, y: y + CELL * 0.7, class: "digit wrong" }, "∅"));
      const middle = symbol ? [] : digitsOf(this.centre(cell)), small = symbol ? [] : digitsOf(this.small(cell));
      if (middle.length) {
        const size = Math.min(19, 88 / middle.length);
        parts.push(svg("text", { x: x + CELL / 2, y: y + CELL / 2 + size * 0.36, "font-size": size, class: "centre" }, middle.map((d) => game.board.symbols[d - 1]).join("")));
      }
      const top = above(cell), high = CELL - 4 - top, half = Math.max(3, Math.ceil(small.length / 2));
      const around = (at) => [x + 4 + ((CELL - 8) * ((at % half) + 0.5)) / half, y + top + (high * (2 * Math.floor(at / half) + 0.5)) / 3];
      const size = Math.min(17, high / (middle.length ? half : across)), isColoured = colours[cell] || lit.cells.has(cell);
      small.forEach((d, at) => {
        // each digit at its own place, or in two rows around the middle
        const option = n * cell + d - 1, [cx, cy] = middle.length ? around(at) : spot(option);
        const look = lit.gone.has(option) ? "gone" : lit.placed.has(option) ? "new" : d === same ? "near" : isColoured || filled.has(option) ? "on" : "";
        if (look === "near") parts.push(svg("circle", { cx, cy, r: size * 0.6, class: `spot ${look}` }));
        parts.push(svg("text", { x: cx, y: cy + size * 0.36, "font-size": size, class: `small ${look}` }, game.board.symbols[d - 1]));
      });
      td.textContent = digits[cell] ? symbol : "";
      td.tabIndex = cell === chosen ? 0 : -1;
      td.setAttribute("aria-selected", String(game.selected.has(cell)));
      td.setAttribute("aria-label", this.label(cell));
    });
    parts.push(this.below, ...this.lines(), this.above);
    if (lit.marks) parts.push(...over(lit.marks, digits, lit.marks.links.length ? lit.placed : [], lit.gone, spot, r, at, CELL));
    if (game.selected.size > 1) parts.push(this.outline([...game.selected], 0, "picked"));
    parts.push(svg("rect", { x: at(chosen)[0] + 2, y: at(chosen)[1] + 2, width: CELL - 4, height: CELL - 4, class: "chosen" }));
    this.drawing.replaceChildren(...parts);
    this.classList.toggle("several", game.several);
    this.table.setAttribute("aria-label", t("board"));
  }

  /** Return a line around cells, a little inside of their borders. */
  outline(cells, inside, kind) {
    const n = game.board.size, sides = [];
    for (const cell of cells) {
      const column = cell % n, has = (across, down) => column + across >= 0 && column + across < n && cells.includes(cell + across + n * down);
      const [left, right, up, below] = [[-1, 0], [1, 0], [0, -1], [0, 1]].map(([across, down]) => (has(across, down) ? 0 : inside));
      const x = column * CELL, y = Math.floor(cell / n) * CELL;
      if (!has(0, -1)) sides.push(`M${x + left} ${y + inside}H${x + CELL - right}`);
      if (!has(0, 1)) sides.push(`M${x + left} ${y + CELL - inside}H${x + CELL - right}`);
      if (!has(-1, 0)) sides.push(`M${x + inside} ${y + up}V${y + CELL - below}`);
      if (!has(1, 0)) sides.push(`M${x + CELL - inside} ${y + up}V${y + CELL - below}`);
    }
    return svg("path", { d: sides.join(""), class: kind });
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
