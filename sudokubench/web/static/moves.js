// Other moves at a step of an explanation: a list that loads when the user opens it. The user can see and take a move.

import { make, t } from "./words.js";

export class Moves {
  /** `ask` returns the moves at the step, and why the search for them stopped; `show` draws a move, or the step for null; `take` continues the explanation with the move of a number. */
  constructor(ask, show, take) {
    Object.assign(this, { ask, show, take });
    this.list = make("ul", { className: "moves" });
    this.note = make("p", { className: "note", role: "status" });
    this.taking = make("button", { type: "button", className: "main", "data-t": "take", onclick: () => this.take(this.chosen) });
    this.details = make("details", { ontoggle: () => this.look() },
      make("summary", { "data-t": "others" }), make("p", { className: "note", "data-t": "others_note" }), this.note, this.list);
  }

  /** Go to a step; `isFree`: whether the explanation can continue with another move there. */
  at(isFree) {
    this.isFree = isFree;
    this.chosen = null;
    this.list.replaceChildren();
    this.look();
  }

  async look() {
    if (!this.details.open || this.list.children.length) return;
    this.note.textContent = t("working");
    const found = await this.ask();
    if (!found) return;
    const { moves, stopped } = found;
    this.note.textContent = stopped ? t("others_stopped") : moves.length ? "" : t("no_others");
    this.list.replaceChildren(...moves.map(({ se, text }, n) =>
      make("li", {}, make("button", { type: "button", "aria-pressed": "false", onclick: () => this.choose(n + 1, moves[n]) },
        make("span", { className: "weight" }, se?.toFixed(1) ?? "–"), " ", text))));
  }

  /** Draw a move; if it is drawn already, draw the step again. */
  choose(number, move) {
    this.chosen = number === this.chosen ? null : number;
    [...this.list.children].forEach((one, n) => one.firstChild.setAttribute("aria-pressed", String(n + 1 === this.chosen)));
    this.taking.textContent = t("take");
    if (this.chosen && this.isFree) this.list.children[number - 1].append(this.taking);
    else this.taking.remove();
    this.show(this.chosen && move);
  }
}
