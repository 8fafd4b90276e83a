// Other moves at a step of an explanation: a list, loaded when it is opened; a move can be drawn and taken.

import { make, t } from "./words.js";

export class Moves {
  /** `ask` gives the moves of the step, `show` draws one, null the step's own, `take` goes on from it by its number. */
  constructor(ask, show, take) {
    Object.assign(this, { ask, show, take });
    this.list = make("ul", { className: "moves" });
    this.note = make("p", { className: "note", role: "status" });
    this.taking = make("button", { type: "button", className: "main", "data-t": "take", onclick: () => this.take(this.chosen) });
    this.details = make("details", { ontoggle: () => this.look() },
      make("summary", { "data-t": "others" }), make("p", { className: "note", "data-t": "others_note" }), this.note, this.list);
  }

  /** At a step; `isFree` says whether the explanation can go on from another move there. */
  at(isFree) {
    this.isFree = isFree;
    this.chosen = null;
    this.list.replaceChildren();
    this.look();
  }

  async look() {
    if (!this.details.open || this.list.children.length) return;
    this.note.textContent = t("working");
    const moves = await this.ask();
    if (!moves) return;
    this.note.textContent = moves.length ? "" : t("no_others");
    this.list.replaceChildren(...moves.map(({ se, text }, n) =>
      make("li", {}, make("button", { type: "button", "aria-pressed": "false", onclick: () => this.choose(n + 1, moves[n]) },
        make("span", { className: "weight" }, se.toFixed(1)), " ", text))));
  }

  /** Draw a move; the same once more, and the step is drawn again. */
  choose(number, move) {
    this.chosen = number === this.chosen ? null : number;
    [...this.list.children].forEach((one, n) => one.firstChild.setAttribute("aria-pressed", String(n + 1 === this.chosen)));
    this.taking.textContent = t("take");
    if (this.chosen && this.isFree) this.list.children[number - 1].append(this.taking);
    else this.taking.remove();
    this.show(this.chosen && move);
  }
}
