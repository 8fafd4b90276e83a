// <runs-panel>: stored runs: the report of a run, the comparison of two, and the history of all.

import { ask } from "./api.js";
import { Framed, button, table } from "./parts.js";
import { make, t } from "./words.js";

const SOON = 2000; // ms between two looks at an unfinished run

class RunsPanel extends HTMLElement {
  connectedCallback() {
    this.trouble = make("p", { className: "alarm", role: "alert" });
    this.none = make("p", { className: "note", "data-t": "no_runs", hidden: true });
    this.rows = make("tbody");
    this.table = table("runs cards", ["compared", "started", "puzzles", "engines", "records", "state"], this.rows);
    this.compare = button("compare", () => this.page.show("comparison", { run: this.picked[0], other: this.picked[1] }), { disabled: true });
    this.page = new Framed();
    this.picked = [];
    this.append(
      make("p", { className: "note", "data-t": "runs_note" }), this.trouble, this.none, make("div", { className: "scroll", tabIndex: 0 }, this.table),
      make("div", { className: "row" }, this.compare, button("history", () => this.page.show("history", {})), button("renew", () => this.list())),
      this.page.row, this.page.frame,
    );
  }

  speak() {
    if (this.runs) this.draw();
    this.page.speak();
  }

  opened() {
    this.list();
  }

  /** List the runs of the folder; repeat it soon while the panel is visible, a run is unfinished and the list changes. */
  async list() {
    clearTimeout(this.timer);
    try {
      const { result, remarks } = await ask("runs", {});
      this.trouble.textContent = remarks.join(" · ");
      const before = JSON.stringify(this.runs);
      this.runs = result.runs;
      const goesOn = this.runs.some((one) => !one.finished) && before !== JSON.stringify(this.runs);
      if (goesOn) this.timer = setTimeout(() => !this.hidden && this.list(), SOON);
      this.draw();
    } catch (error) {
      this.trouble.textContent = String(error);
    }
  }

  draw() {
    this.none.hidden = this.runs.length > 0;
    this.table.hidden = !this.runs.length;
    const short = (names, most) => names.slice(0, most).join(", ") + (names.length > most ? ` +${names.length - most}` : "");
    this.rows.replaceChildren(...this.runs.map((one) => {
      const pick = make("input", { type: "checkbox", value: one.run, checked: this.picked.includes(one.run), onchange: () => this.pick(one.run, pick.checked), "aria-label": t("compare_run", one.run) });
      const open = make("button", { type: "button", className: "link", onclick: () => this.open(one.run) }, new Date(one.started).toLocaleString(document.documentElement.lang));
      return make("tr", { className: one.run === this.reported ? "now" : "" }, make("td", {}, pick), make("th", { scope: "row" }, open),
        make("td", { className: "cut", title: one.corpus.join(", ") }, one.corpus.join(", ")), make("td", { title: one.backends.join(", ") }, short(one.backends, 4)),
        make("td", { className: "number" }, one.records.toLocaleString("en")), make("td", {}, t(one.finished ? "finished" : "unfinished"), ...(one.race ? [" · ", make("span", { className: "tag", title: t("race_kept") }, t("race"))] : [])));
    }));
    this.compare.disabled = this.picked.length !== 2;
  }

  /** Pick a run or drop it. The older run comes first; a third pick drops the first one. */
  pick(run, on) {
    this.picked = this.picked.filter((one) => one !== run);
    const place = (id) => this.runs.findIndex((one) => one.run === id);
    if (on) this.picked = [...this.picked, run].slice(-2).sort((a, b) => place(b) - place(a));
    for (const one of this.rows.querySelectorAll("input")) one.checked = this.picked.includes(one.value);
    this.compare.disabled = this.picked.length !== 2;
  }

  open(run) {
    this.reported = run;
    if (this.runs) this.draw();
    this.page.show("report", { run });
  }
}

customElements.define("runs-panel", RunsPanel);
