// <explain-panel>: hints in grades, all steps on the board, and why a digit is or is not in a cell.

import { address, ask } from "./api.js";
import { game, replay } from "./game.js";
import { sample } from "./marks.js";
import { Moves } from "./moves.js";
import { button, checked } from "./parts.js";
import "./search_tree.js";
import { Timeline } from "./timeline.js";
import { Walk } from "./walk.js";
import { make, t } from "./words.js";

const GRADES = 4;

/** Return a badge with the result of a step's proof, if there is one. */
function badge({ soundness }) {
  if (!soundness) return "";
  const key = soundness.replace(" ", "_");
  return make("span", { className: `proof ${key}` }, t(key));
}

/** Return the names of a step in the tree of the search: in signs, and in words. */
function branching({ rule, names, text }) {
  const [name] = [...(names?.placed ?? []), ...(names?.items ?? [])];
  return { rule, sign: { trial: `? ${name?.replace("#", " = ")}`, contradiction: `✗ ${text.split(/[:：] ?/)[1]}`, solution: "✓" }[rule], name: text };
}

class ExplainPanel extends HTMLElement {
  connectedCallback() {
    const titled = (key, ...parts) => make("details", {}, make("summary", { "data-t": key }), ...parts);
    const note = (key) => make("p", { className: "note", "data-t": key });
    this.hint = { grade: 0, reply: null };
    this.at = 0; // the step that is shown, from 1; one more at the end; 0 while the player plays
    this.hintButton = button("hint", () => this.queue(() => this.tell(this.hint.grade + 1)), { "data-key": "h t" });
    this.doIt = button("apply", () => this.queue(() => this.next()), { className: "main", "data-key": "n" });
    this.said = make("ol", { className: "hints", "aria-live": "polite" });
    this.claim = make("p", { className: "claim" });
    this.legend = make("p", { className: "note legend" });
    this.wait = make("span", { className: "note", role: "status" });
    this.stop = button("stop", () => this.stopped(), { hidden: true });
    this.trouble = make("p", { className: "alarm", role: "alert" });
    this.coach = make("div", { className: "coach" },
      make("div", { className: "row" }, this.hintButton, this.doIt, button("steps", () => this.anew(), { "data-key": "s" })),
      this.trouble, this.claim, this.said, this.legend, make("div", { className: "row wait" }, this.wait, this.stop));

    this.count = make("output", {});
    const move = (sign, key, to, more = {}) => make("button", { type: "button", "data-label": key, onclick: () => this.show(to()), ...more }, sign);
    this.bar = make("div", { className: "row bar" },
      move("«", "first", () => 1), move("‹", "back", () => this.at - 1, { "data-key": "p" }), this.count, move("›", "next", () => this.at + 1),
      move("»", "last", () => this.steps.length + 1));
    this.list = make("ol", { className: "steps", tabIndex: 0 });
    this.summary = make("p", { className: "note" });
    this.stepping = make("div", { className: "stepping", hidden: true }, this.bar, this.summary, this.list);
    this.stepping.addEventListener("keydown", (event) => this.pressed(event));

    this.digit = make("select", { id: "why-digit", "data-label": "digit" });
    this.question = make("label", { htmlFor: "why-digit" });
    this.searching = make("input", { type: "checkbox" });
    this.saving = make("a", { "data-t": "save_page", download: "explanation.html", hidden: true });
    this.proving = button("prove", () => this.explain(this.at || 1, true), { hidden: true });
    this.branches = make("div", { className: "row", role: "group", "data-label": "ways" });
    this.moves = new Moves(() => this.others(), (move) => this.look(move), (number) => this.take(number));
    this.tree = make("search-tree", { "data-label": "tree" });
    this.tree.addEventListener("walk", ({ detail }) => this.show(detail + 1));
    this.treed = titled("tree", note("tree_note"), this.tree);
    this.treed.open = true;
    this.timeline = new Timeline((number) => {
      this.show(number);
      this.list.focus({ preventScroll: true }); // the arrow keys work there
    });
    this.further = make("div", { hidden: true }, this.branches, this.treed, this.moves.details, titled("curves", this.timeline.figure));
    this.append(
      this.coach, this.stepping,
      make("div", { className: "rest" },
        make("div", { className: "row" }, this.question, this.digit, button("why", () => this.why(), { "data-key": "w" }), button("facts", () => this.why(true), { "data-key": "a" })),
        make("div", { className: "row" }, checked("with_search", this.searching), this.proving, this.saving,
          button("solution", () => this.solve())),
        this.further),
    );
    game.addEventListener("start", () => this.begin());
    game.addEventListener("change", () => {
      this.choose();
      if (!game.seen) this.leave();
    });
    game.addEventListener("choose", () => this.choose());
  }

  get steps() {
    return this.explained?.steps ?? [];
  }

  begin() {
    for (const question of [this.asking, this.looking]) question?.abort(); // the answer would be about another board
    this.explained = null;
    this.stepping.hidden = this.saving.hidden = this.proving.hidden = this.further.hidden = true;
    this.summary.textContent = this.trouble.textContent = "";
    this.digit.replaceChildren(...[...game.board.symbols].map((sign) => make("option", { value: sign }, sign)));
    this.choose();
  }

  /** Do work after all earlier work, also if that failed, so that quick keys are not lost while the server computes. */
  queue(work) {
    this.working = Promise.resolve(this.working).then(work, work);
  }

  /** Ask the server; show a refusal; cancel an earlier question that has no answer yet. */
  async asked(name, fields, what = "asking") {
    this[what]?.abort();
    const { signal } = (this[what] = new AbortController());
    this.trouble.textContent = "";
    const began = Date.now(), tick = () => {
      this.wait.textContent = t("working_for", Math.round((Date.now() - began) / 1000));
      this.stop.hidden = false;
    };
    this.stopped = () => this[what].abort();
    const patience = setTimeout(tick, 300), progress = setInterval(tick, 1000);
    try {
      const reply = await ask(name, fields, signal);
      return signal.aborted ? null : reply;
    } catch (error) {
      if (error.name !== "AbortError") this.trouble.textContent = String(error);
      return null;
    } finally {
      clearTimeout(patience);
      clearInterval(progress);
      this.wait.textContent = "";
      this.stop.hidden = true;
    }
  }

  /** Show texts beside the board, and the meaning of a step's marks. */
  tellAll(texts, step = null, title = "") {
    this.claim.textContent = title;
    this.said.replaceChildren(...texts.map((text) => make("li", {}, text)));
    if (texts.length) requestAnimationFrame(() => this.coach.scrollIntoView({ block: "nearest" }));
    this.legend.replaceChildren(...(step?.marks.legend ?? []).map(([kind, words]) => make("span", {}, sample(kind), words)));
  }

  // -- hints

  /** Remove what was said about the last grid, because the player goes on. */
  leave() {
    this.hint = { grade: 0, reply: null };
    this.at = 0;
    this.moves.details.hidden = true;
    this.count.textContent = "";
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.told();
  }

  /** Show the hints for the next step up to a grade. */
  async tell(grade) {
    if (!this.hint.reply) {
      const puzzle = game.progress, reply = await this.asked("hint", { puzzle, clues: game.board.puzzle, marks: true });
      if (!reply) return;
      if (JSON.stringify(puzzle) !== JSON.stringify(game.progress)) return this.tell(grade); // the player went on
      this.hint.reply = reply;
    }
    this.hint.grade = Math.min(grade, GRADES);
    this.told();
  }

  told() {
    const { grade, reply } = this.hint, { step, hints = [], message, mistakes = [] } = reply?.result ?? {}, isWhole = grade === GRADES;
    this.tellAll([...mistakes, ...hints.slice(0, grade).map((one) => one.text), ...(message ? [message] : [])], isWhole ? step : null);
    this.hintButton.textContent = t(grade && step ? "more" : "hint");
    this.hintButton.disabled = Boolean(reply && (isWhole || !step));
    if (!step || !grade) return;
    const { cells } = hints[grade - 1];
    game.light(isWhole ? { step } : { house: hints[0].cells, cells: grade > 2 ? cells : [] });
  }

  /** Take the step that is shown, and show the next. */
  async next() {
    if (this.at) return this.show(this.at + 1);
    const { step } = this.hint.reply?.result ?? {};
    if (step) game.take(step);
    if (!game.isSolved) await this.tell(GRADES);
  }

  // -- steps

  /** Explain from the start, without other moves; `ways` will hold the variants with other moves. */
  async anew() {
    this.ways = new Walk({ search: this.searching.checked, branch: "" });
    await this.explain(1);
  }

  /** Show all steps of the current way; with `verify`, each has the result of its proof. */
  async explain(at, verify = false) {
    const fields = { puzzle: game.board.puzzle, ...this.ways.state, verify };
    const reply = await this.asked("explain", { ...fields, marks: true });
    if (!reply) return;
    this.lay(reply.result.steps, { fields, end: reply.text.at(-1).split(/[:：]/)[0] });
    this.saving.hidden = this.proving.hidden = this.further.hidden = !this.steps.length;
    this.saving.href = this.address("walkthrough");
    this.branches.hidden = this.ways.states.length < 2;
    this.branches.replaceChildren(...this.ways.states.map((_, n) =>
      make("button", { type: "button", "aria-pressed": String(n === this.ways.at), onclick: () => this.go(n) }, t("way", n + 1))));
    this.treed.hidden = !this.steps.some(({ rule }) => rule === "trial");
    this.tree.replaceChildren();
    if (this.steps.length) {
      this.timeline.draw(this.steps);
      this.tree.grow(this.steps.map(branching));
    }
    this.show(at);
    const { explained } = this, rating = await this.asked("rate", { puzzle: game.board.puzzle });
    if (explained === this.explained) this.summary.textContent = [rating?.text[0], explained.end, ...reply.remarks].filter(Boolean).join(" · ");
  }

  /** List steps that begin at the clues, to be shown one by one; `end` is their result. */
  lay(steps, { fields = null, end }) {
    this.explained = { steps, fields, end };
    const { digits, gone } = game.walk.states[0];
    this.grids = replay({ digits, gone }, steps, game.board.size);
    this.list.replaceChildren(...steps.map((step, n) =>
      make("li", { onclick: () => this.show(n + 1) }, "│ ".repeat(step.depth ?? 0) + step.text, badge(step))));
    this.stepping.hidden = !steps.length;
    this.saving.hidden = this.proving.hidden = this.further.hidden = true;
  }

  /** Show a step in the grid before it; after the last step, show the final grid. */
  show(number) {
    const { steps } = this;
    if (!steps.length) return;
    this.at = Math.min(Math.max(number, 1), steps.length + 1);
    this.looking?.abort(); // it seeks the moves at another step
    this.look();
    const shown = Math.min(this.at, steps.length);
    if (this.explained.fields) {
      this.moves.details.hidden = false;
      this.timeline.at(shown);
      this.moves.at(!steps[shown - 2]?.depth);
      this.tree.at(shown - 1);
    }
    this.count.textContent = this.at > steps.length ? t("steps_end", steps.length) : t("step_of", this.at, steps.length);
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const here = this.list.children[shown - 1];
    if (this.at === shown) here.setAttribute("aria-current", "step");
    this.list.scrollTop += here.getBoundingClientRect().top - this.list.getBoundingClientRect().top - this.list.clientHeight / 3;
  }

  /** Return an address of the server about the current explanation. */
  address(name, fields = {}) {
    const { search, branch } = this.explained.fields;
    return address(name, { puzzle: game.board.text, ...fields, search, branch });
  }

  /** Draw the current step, or another move in its place. */
  look(move = null) {
    const step = move ?? this.steps[this.at - 1] ?? null;
    this.hint = { grade: 0, reply: null };
    this.told();
    game.see(this.grids[this.at - 1], step);
    this.tellAll([step?.text ?? this.explained.end], step);
  }

  // -- other moves

  async others() {
    const { search, branch } = this.explained.fields;
    return (await this.asked("moves", { puzzle: game.board.puzzle, step: this.at, search, branch, marks: true }, "looking"))?.result;
  }

  /** Replace the current step by another move, and explain the rest. */
  async take(move) {
    const { search, branch } = this.ways.state, before = branch.split("-").filter((one) => parseInt(one) < this.at);
    this.ways.do({ search, branch: [...before, `${this.at}.${move}`].join("-") });
    await this.explain(this.at);
  }

  async go(number) {
    this.ways.go(number);
    await this.explain(this.at);
  }

  pressed(event) {
    const to = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, ArrowDown: this.at + 1, ArrowUp: this.at - 1, Home: 1, End: this.steps.length + 1 }[event.key];
    if (to === undefined) return;
    this.show(to);
    event.preventDefault();
  }

  async solve() {
    const reply = await this.asked("solve", { puzzle: game.board.puzzle });
    const [line] = reply?.result.solutions ?? [];
    if (line) game.do({ digits: game.digits(line) });
    else if (reply) this.trouble.textContent = t(reply.result.verdict);
  }

  // -- why

  /** Ask about the chosen cell, and about its digit if it has one. */
  choose() {
    const digit = game.board && game.state.digits[game.chosen];
    if (digit) this.digit.selectedIndex = digit - 1;
    this.question.textContent = game.board ? t("why_of", game.name(game.chosen)) : "";
  }

  /** Show the steps that lead to a digit or rule it out; without such steps, show the facts. */
  async why(facts = false) {
    const candidate = `${game.name(game.chosen)}#${this.digit.value}`, option = game.board.size * game.chosen + this.digit.selectedIndex;
    const reply = await this.asked("why", { puzzle: game.board.puzzle, candidate, facts, marks: true });
    if (!reply) return;
    const { steps = [], marks, verdict } = reply.result;
    if (steps.length && !facts) {
      this.lay(steps, { end: reply.text[0].split(/(?<=[.。])/)[0] });
      this.summary.textContent = reply.text[0];
      return this.show(1);
    }
    game.tell();
    const step = marks && { [verdict === "forced" ? "placed" : "eliminated"]: [option], marks };
    if (step) game.light({ step });
    const [title, ...told] = (facts && marks ? reply.text.slice(steps.length + 1) : reply.text).map((text) => text.trim());
    this.tellAll(told, step, title);
    if (marks) this.said.lastChild.className = "end"; // not a fact: it says whether a smaller set exists
    this.stepping.hidden = true;
  }

  /** Show all texts in the language of the page. */
  async speak() {
    if (!game.board) return;
    this.choose();
    const { grade } = this.hint, { at } = this;
    if (grade) {
      this.hint = { grade: 0, reply: null };
      await this.tell(grade);
    }
    if (at && this.explained.fields) await this.explain(at, this.explained.fields.verify);
    else if (this.explained) {
      game.tell();
      this.begin();
    }
  }
}

customElements.define("explain-panel", ExplainPanel);
