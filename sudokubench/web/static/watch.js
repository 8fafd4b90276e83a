// <watch-panel>: the search of an engine on the board, a tiling or queens: the page that `watch --html` writes.

import { game } from "./game.js";
import { Framed, button, field, fill, select, starts } from "./parts.js";
import { make, t } from "./words.js";

const PROBLEMS = ["knuth:example", "tromino:5-0", "queens:6", "pentomino:6x10"];

class WatchPanel extends HTMLElement {
  connectedCallback() {
    this.what = select(() => this.aim());
    this.named = make("input", { value: "queens:8", spellcheck: false, "data-label": "named" });
    this.engine = select();
    this.page = new Framed();
    this.begin = button("watch", () => this.watch(), { className: "main" });
    starts(this, this.begin);
    this.append(
      make("p", { className: "note", "data-t": "watch_note" }),
      make("div", { className: "fields" }, field("puzzle", this.what), this.named, field("engine", this.engine), this.begin),
      this.page.row, this.page.frame,
    );
  }

  offer({ engines }) {
    fill(this.what, [["", t("this_board")], ...PROBLEMS.map((name) => [name, name]), [":", t("named")]]);
    fill(this.engine, engines.map((name) => [name, name]));
    this.aim();
    this.page.speak();
  }

  aim() {
    this.named.hidden = this.what.value !== ":";
  }

  watch() {
    const problem = this.what.value === ":" ? this.named.value.trim() : this.what.value || game.board.text;
    this.page.show("watch", { problem, engine: this.engine.value });
  }
}

customElements.define("watch-panel", WatchPanel);
