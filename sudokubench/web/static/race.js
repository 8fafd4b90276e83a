// <race-panel>: engines race on the board, a set, a named problem or pasted boards. Their answers appear at once. The server stores them as
// a race, or as a run if the user wants it.

import { ask } from "./api.js";
import { game } from "./game.js";
import { Job, button, checked, field, fill, keep, select, starts, svg, table } from "./parts.js";
import { make, t } from "./words.js";

const PHASES = ["encode", "solve", "decode"];
const LEAST = 1e4; // ns: the bars are logarithmic from here; shorter times have the shortest bar
const WIDTH = 240;
const NAMED = ":", PASTED = "+"; // no set has such a name

/** What is known of an engine before its first answer. */
const none = () => ({ answers: 0, verdicts: {}, times: [0, 0, 0], count: "", message: "", marks: {} });
const rounded = (value) => value.toLocaleString("en", { minimumSignificantDigits: 3, maximumSignificantDigits: 3 });
const lasted = (ns) => (ns < 1e9 ? `${rounded(ns / 1e6)} ms` : `${rounded(ns / 1e9)} s`);

class RacePanel extends HTMLElement {
  connectedCallback() {
    this.sets = [];
    this.what = select(() => this.aim());
    this.named = make("input", { value: "tromino:8-0", spellcheck: false, "data-label": "named" });
    this.pasted = make("textarea", { rows: 4, spellcheck: false, onchange: () => this.recognise(), "data-label": "boards", "aria-describedby": "recognised" });
    this.recognised = make("p", { id: "recognised", "aria-live": "polite" });
    this.pasting = make("div", {}, this.pasted, this.recognised);
    this.task = select();
    this.seconds = make("input", { type: "number", min: 1, max: 3600, value: 10 });
    this.counting = make("input", { type: "checkbox" });
    this.engines = make("fieldset", { className: "chips" });
    this.job = new Job("race", () => this.race());
    this.bar = make("progress", { hidden: true, "data-label": "race" });
    this.rows = make("tbody");
    this.table = table("race", ["engine", "answer", "time", "agreement"], this.rows);
    this.table.hidden = true;
    this.legend = make("p", { className: "note legend", hidden: true },
      ...PHASES.map((phase) => make("span", {}, svg("svg", { width: 12, height: 12 }, svg("rect", { width: 12, height: 12, class: phase })), make("span", { "data-t": phase }))),
      make("span", { "data-t": "log" }));
    this.remarks = make("ul", { className: "note reasons" });
    this.certificate = button("certificate", () => this.certify(), { hidden: true });
    this.report = button("see_run", () => this.dispatchEvent(new CustomEvent("run", { bubbles: true, detail: this.run })), { hidden: true });
    this.append(
      make("p", { className: "note", "data-t": "race_note" }),
      make("div", { className: "fields" }, field("puzzles", this.what), this.named, field("task", this.task), field("limit", this.seconds)),
      this.pasting, this.engines,
      checked("keep_run", this.counting),
      this.job.row, this.bar, this.job.said, this.job.trouble, this.table, this.legend, this.remarks,
      make("div", { className: "row" }, this.certificate, this.report),
    );
    starts(this, this.job.start);
    game.addEventListener("start", () => this.certificate.hidden = true);
  }

  speak() {
    if (this.recognised.textContent) this.recognise();
  }

  offer({ backends, sets }) {
    this.sets = sets;
    fill(this.what, [["", t("this_board")], ...sets.map(({ name, puzzles }) => [name, t("set", name, puzzles)]), [NAMED, t("named")], [PASTED, t("pasted")]]);
    fill(this.task, ["unique", "solve", "count"].map((key) => [key, t(`task_${key}`)]));
    const off = new Set([...this.engines.querySelectorAll("input:not(:checked)")].map((one) => one.value));
    this.engines.replaceChildren(make("legend", {}, t("engines")), ...backends.map(({ name, kind }) =>
      make("label", { title: kind }, make("input", { type: "checkbox", value: name, checked: !off.has(name) }), name)));
    this.aim();
    if (!this.told) return;
    this.draw();
    this.tell();
  }

  aim() {
    this.named.hidden = this.what.value !== NAMED;
    this.pasting.hidden = this.what.value !== PASTED;
  }

  /** Show how the pasted boards are read, or the error; return their number. */
  async recognise() {
    const reading = (this.reading = ask("read", { text: this.pasted.value }));
    const [told, count] = await reading.then(({ text, result }) => [t("recognised", result.boards, text[0]), result.boards], (error) => [String(error), 0]);
    if (reading !== this.reading) return count; // another text, or another language
    this.recognised.textContent = told;
    this.recognised.className = count ? "good" : "alarm";
    this.pasted.setAttribute("aria-invalid", String(!count));
    return count;
  }

  /** Return the puzzles of the race, and their number. */
  async corpus() {
    const { value } = this.what;
    if (value === "") return [game.board.puzzle, 1];
    if (value === NAMED) return [this.named.value.trim(), 1];
    if (value === PASTED) return [this.pasted.value, await this.recognise()];
    return [value, this.sets.find((one) => one.name === value).puzzles];
  }

  async race() {
    const backends = [...this.engines.querySelectorAll("input:checked")].map((one) => one.value);
    const puzzle = this.what.value === "" ? game.board.puzzle : null, [corpus, total] = await this.corpus();
    if (!total) return; // the error stands beside the field
    this.found = new Map(backends.map((name) => [name, none()]));
    this.total = total;
    this.asked = { puzzle, by: "" };
    this.job.said.className = "said";
    this.remarks.replaceChildren();
    this.certificate.hidden = this.report.hidden = true;
    this.table.hidden = this.legend.hidden = this.bar.hidden = false;
    this.draw();
    const fields = { corpus, backends, task: this.task.value, seconds: +this.seconds.value, counted: this.counting.checked };
    try {
      this.reply = await this.job.run("race", fields, (kind, news) => this.hear(kind, news));
    } catch (error) {
      this.table.hidden = this.legend.hidden = [...this.found.values()].every((one) => !one.answers);
      throw error;
    } finally {
      this.bar.hidden = true;
      this.asked.by = "";
      this.draw();
    }
    this.run = this.reply?.result.run;
    this.tell();
  }

  tell() {
    const { reply } = this;
    this.told = true;
    const trouble = reply && (reply.result.disagreements || reply.result.wrong);
    this.job.said.textContent = t(!reply ? "stopped" : trouble ? "trouble" : "no_trouble");
    this.remarks.replaceChildren(...(reply?.remarks ?? []).map((text) => make("li", {}, text)));
    this.job.said.className = `said ${trouble ? "alarm" : reply ? "good" : ""}`;
    this.certificate.hidden = !(reply && this.asked.puzzle);
    this.report.hidden = !reply;
  }

  hear(kind, news) {
    if (kind === "progress") this.asked.by = news.by;
    if (kind === "record" || (kind === "claim" && this.total === 1)) this.add(news);
    if (kind === "disagreement") this.job.trouble.textContent = news.reasons.join(" · ");
    this.draw();
  }

  add(news) {
    const one = this.found.get(news.backend);
    if (!one) return;
    if (this.total === 1) Object.assign(one, none()); // the record repeats the claim
    one.answers++;
    one.count = (news.exhausted ? "" : "≥ ") + news.count.toLocaleString("en");
    one.message = news.message;
    one.verdicts[news.verdict] = (one.verdicts[news.verdict] ?? 0) + 1;
    if (news.category) one.marks[news.category] = (one.marks[news.category] ?? 0) + 1;
    if (news.times_ns) PHASES.forEach((phase, n) => one.times[n] += news.times_ns[phase]);
  }

  /** Draw at most once a frame: a set has thousands of answers. */
  draw() {
    this.waiting ??= requestAnimationFrame(() => {
      this.waiting = null;
      this.paint();
    });
  }

  paint() {
    const sum = (times) => times.reduce((a, b) => a + b, 0);
    const rank = ([, one]) => (one.answers ? sum(one.times) / one.answers : Infinity);
    const all = [...this.found].sort((a, b) => rank(a) - rank(b) || 0), done = Math.min(...all.map(([, one]) => one.answers));
    const most = Math.max(LEAST * 10, ...all.map(([, one]) => sum(one.times)));
    this.bar.max = this.total * all.length;
    this.bar.value = all.reduce((whole, [, one]) => whole + one.answers, 0);
    if (this.bar.hidden === false) this.job.said.textContent = this.asked.by ? t("asking", this.asked.by, done, this.total) : t("starting");
    this.rows.replaceChildren(...all.map(([name, one]) => {
      const time = sum(one.times);
      const answer = this.total === 1 ? this.answer(one) : Object.entries(one.verdicts).map(([verdict, n]) => `${t(verdict)} ${n}`).join(", ");
      const bar = svg("svg", { viewBox: `0 0 ${WIDTH} 14`, class: "bar", "aria-hidden": "true", preserveAspectRatio: "none" });
      const wide = time && WIDTH * Math.max(0.02, Math.log(Math.max(time, LEAST) / LEAST) / Math.log(most / LEAST));
      let x = 0;
      PHASES.forEach((phase, n) => {
        const width = time ? (wide * one.times[n]) / time : 0;
        bar.append(svg("rect", { x, width, height: 14, class: phase }));
        x += width;
      });
      const title = PHASES.map((phase, n) => `${t(phase)} ${lasted(one.times[n])}`).join(", ");
      return make("tr", { className: name === this.asked.by ? "now" : "" },
        make("th", { scope: "row", className: "wrap" }, name), make("td", {}, answer || (this.bar.hidden ? "–" : "…")),
        make("td", { title }, bar, make("span", {}, one.answers ? lasted(time) : "")), make("td", {}, ...this.marks(one)));
    }));
  }

  answer({ verdicts, count, message }) {
    const [verdict] = Object.keys(verdicts);
    if (!verdict) return "";
    return message || (this.task.value === "count" || verdict === "multiple" ? `${t(verdict)} (${count})` : t(verdict));
  }

  marks(one) {
    return Object.entries(one.marks).map(([category, n]) =>
      make("span", { className: category === "correct" ? "good" : category === "unconfirmed" ? "" : "alarm" }, t(`is_${category}`) + (this.total > 1 ? ` ${n}` : "")));
  }

  async certify() {
    try {
      const reply = await ask("certify", { puzzle: this.asked.puzzle });
      keep(reply.text[0] + "\n", `${reply.result.id}.cert.jsonl`);
    } catch (error) {
      this.job.fail(error);
    }
  }
}

customElements.define("race-panel", RacePanel);
