// <puzzle-collection>: the puzzles of a file, one by one; the work on each stays while the page is open.

import { Refused, address, ask } from "./api.js";
import { fromLink, game } from "./game.js";
import { button, table } from "./parts.js";
import { make, t } from "./words.js";

const LONGEST = 50_000; // characters of an address

class PuzzleCollection extends HTMLElement {
  connectedCallback() {
    const move = (sign, key, way, letter) => make("button", { type: "button", "data-label": key, "data-key": letter, onclick: () => this.open(this.isAway ? Math.max(this.at, 0) : this.at + way) }, sign);
    this.hidden = true;
    this.count = make("output", {});
    this.back = move("‹", "former", -1, "b");
    this.forth = move("›", "further_one", 1, "f");
    this.rating = button("rate_all", () => this.rate());
    this.stop = button("stop", () => this.rated?.abort(), { hidden: true });
    this.print = make("a", { target: "_blank", rel: "noopener", "data-t": "print_all" });
    this.trouble = make("p", { className: "alarm", role: "alert" });
    this.rows = make("tbody");
    this.table = make("div", { className: "scroll", tabIndex: 0, hidden: true }, table("runs", ["number", "rating", "state"], this.rows));
    this.append(make("div", { className: "row" }, this.back, this.count, this.forth));
    this.whole = make("div", { hidden: true }, make("div", { className: "row" }, this.rating, this.stop, this.print), this.trouble, this.table); // a panel shows it
    game.addEventListener("change", () => this.puzzles && this.note());
  }

  /** Begin with the puzzles that were read, at number `at` (-1: the board is another puzzle); hide the collection if there is only one. */
  take({ puzzles = null }, at = 0) {
    this.rated?.abort();
    this.puzzles = puzzles;
    this.hidden = this.whole.hidden = !puzzles;
    this.table.hidden = true;
    if (!puzzles) return;
    this.at = at;
    this.links = []; // the state of each puzzle
    this.solved = new Set();
    this.ratings = [];
    const link = address("book", { text: puzzles.join("\n") });
    this.print.hidden = link.length > LONGEST;
    this.print.href = link;
    this.note();
  }

  /** Whether the board is another puzzle, such as a new one: then both buttons lead back. */
  get isAway() {
    return game.board?.text !== this.puzzles?.[this.at];
  }

  /** Open a puzzle in the state in which the player left it. */
  async open(number) {
    const { puzzles } = this;
    if (!puzzles?.[number]) return;
    try {
      const reply = await game.next(ask("read", { text: puzzles[number] }));
      if (!reply || puzzles !== this.puzzles) return;
      this.at = number;
      game.start(reply.result, this.links[number] && fromLink(this.links[number]).state);
    } catch (error) {
      this.trouble.textContent = String(error);
    }
  }

  /** Keep the text of the open puzzle in other symbols, so that the board is still this puzzle. */
  dress(text) {
    if (!this.isAway) this.puzzles[this.at] = text;
  }

  note() {
    const { isAway } = this;
    if (!isAway && !game.seen) {
      this.links[this.at] = game.link;
      if (game.isSolved) this.solved.add(this.at);
    }
    this.count.textContent = isAway ? t("back_to", this.puzzles.length) : t("puzzle_of", this.at + 1, this.puzzles.length);
    this.back.disabled = !isAway && this.at === 0;
    this.forth.disabled = !isAway && this.at === this.puzzles.length - 1;
    if (!this.table.hidden) this.draw();
  }

  /** Rate one puzzle after the other, until all are rated or the user stops it. */
  async rate() {
    const { puzzles } = this, { signal } = (this.rated = new AbortController());
    this.table.hidden = false;
    this.turn(true);
    for (let n = 0; n < puzzles.length && puzzles === this.puzzles && !signal.aborted; n++) {
      if (this.ratings[n]) continue;
      try {
        const { text } = await ask("rate", { puzzle: puzzles[n] }, signal);
        if (puzzles === this.puzzles) this.ratings[n] = text[0];
      } catch (error) {
        if (error.name !== "AbortError") this.ratings[n] = String(error);
        if (!(error instanceof Refused)) break;
      }
      this.draw();
    }
    this.turn(false);
  }

  turn(isOn) {
    this.rating.hidden = isOn;
    this.stop.hidden = !isOn;
    (isOn ? this.stop : this.rating).focus({ preventScroll: true });
    this.draw();
  }

  draw() {
    this.rows.replaceChildren(...(this.puzzles ?? []).map((text, n) => make("tr", { className: n === this.at ? "now" : "" },
      make("td", {}, make("button", { type: "button", className: "link", onclick: () => this.open(n) }, String(n + 1))),
      make("td", { className: "wrap" }, this.ratings[n] ?? "…"),
      make("td", {}, this.solved.has(n) ? "✓" : ""))));
  }

  speak() {
    if (!this.puzzles) return;
    this.ratings = [];
    this.table.hidden = true;
    this.note();
  }
}

customElements.define("puzzle-collection", PuzzleCollection);
