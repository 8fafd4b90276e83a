// <explain-panel>: hints in grades, all steps with their drawings, and why a digit is or is not in a cell.

import { address, ask } from "./api.js";
import { game } from "./game.js";
import { Moves } from "./moves.js";
import "./search_tree.js";
import { Timeline } from "./timeline.js";
import { Walk } from "./walk.js";
import { make, say, t } from "./words.js";

const GRADES = ["region", "rule", "cells", "move"];
const PAUSE = 250; // milliseconds between two pictures, so that walking fast stays smooth

/** What a proof says of a step, if that was asked for. */
function badge({ soundness }) {
  if (!soundness) return "";
  const key = soundness.replace(" ", "_");
  return make("span", { className: `proof ${key}` }, t(key));
}

/** What a step is called in the tree of the search: in signs, and in words. */
function branching({ rule, names, text }) {
  const [name] = [...(names?.placed ?? []), ...(names?.items ?? [])];
  return { rule, sign: { trial: `? ${name?.replace("#", " = ")}`, contradiction: `✗ ${name}`, solution: "✓" }[rule], name: text };
}

class ExplainPanel extends HTMLElement {
  connectedCallback() {
    const button = (key, onclick) => make("button", { type: "button", "data-t": key, onclick });
    const title = (key) => make("h2", { "data-t": key });
    this.hint = { grade: 0, reply: null };
    this.at = 1;
    this.hintButton = button("hint", () => this.tellMore());
    this.hints = make("ol", { className: "hints", "aria-live": "polite" });
    this.doIt = button("apply", () => game.take(this.hint.reply.result.step));
    this.searching = make("input", { type: "checkbox" });
    this.count = make("output", {});
    this.picture = make("img", { className: "drawing", onload: () => this.draw(), onerror: () => this.draw() });
    this.summary = make("p", { className: "note" });
    this.saving = make("a", { "data-t": "save_page", download: "explanation.html", hidden: true });
    this.proving = button("prove", () => this.explain(this.at, true));
    this.branches = make("div", { className: "row", role: "group", "data-label": "ways" });
    this.moves = new Moves(() => this.others(), (move, text) => this.look(move, text), (move) => this.take(move));
    this.tree = make("search-tree", { "data-label": "tree" });
    this.tree.addEventListener("walk", ({ detail }) => this.show(detail + 1));
    this.treed = make("details", { open: true }, make("summary", { "data-t": "tree" }), make("p", { className: "note", "data-t": "tree_note" }), this.tree);
    this.proving.hidden = true;
    this.list = make("ol", { className: "steps", tabIndex: 0 });
    const move = (sign, key, to) => make("button", { type: "button", "data-label": key, onclick: () => this.show(to()) }, sign);
    this.bar = make("div", { className: "row" },
      move("«", "first", () => 1), move("‹", "back", () => this.at - 1), this.count, move("›", "next", () => this.at + 1),
      move("»", "last", () => this.steps.length));
    this.timeline = new Timeline((number) => {
      this.show(number);
      this.list.focus({ preventScroll: true }); // where keys go on
    });
    this.stepping = make("div", { hidden: true }, this.bar, this.branches, this.timeline.figure, this.picture, this.moves.details, this.treed, this.list);
    this.digit = make("select", { "data-label": "digit" });
    this.question = make("label", { htmlFor: "why-digit" });
    this.digit.id = "why-digit";
    this.reasons = make("ul", { className: "reasons", "aria-live": "polite" });
    this.trouble = make("p", { className: "alarm", role: "alert" });
    this.append(
      this.trouble,
      title("hint"), make("p", { className: "note", "data-t": "hint_note" }),
      make("div", { className: "row" }, this.hintButton, this.doIt), this.hints,
      title("why"), make("div", { className: "row" }, this.question, this.digit, button("why", () => this.why())), this.reasons,
      title("steps"), make("p", { className: "note", "data-t": "all_note" }),
      make("div", { className: "row" }, button("steps", () => this.anew()),
        make("label", {}, this.searching, " ", make("span", { "data-t": "with_search" })), button("solution", () => this.solve()), this.proving, this.saving),
      this.summary, this.stepping,
    );
    this.addEventListener("keydown", (event) => this.pressed(event));
    game.addEventListener("start", () => this.begin());
    game.addEventListener("change", () => this.forget());
    game.addEventListener("choose", () => this.choose());
  }

  get steps() {
    return this.explained?.result.steps ?? [];
  }

  begin() {
    this.explained = null;
    this.stepping.hidden = this.saving.hidden = this.proving.hidden = true;
    this.summary.textContent = this.trouble.textContent = "";
    this.digit.replaceChildren(...[...game.board.symbols].map((sign) => make("option", { value: sign }, sign)));
    this.choose();
  }

  /** Ask; what is refused is shown, and an earlier question that is not answered yet is given up. */
  async asked(name, fields, what = "asking") {
    this[what]?.abort();
    const { signal } = (this[what] = new AbortController());
    this.trouble.textContent = "";
    const patience = setTimeout(() => (this.summary.textContent = t("working")), 300);
    try {
      const reply = await ask(name, fields, signal);
      return signal.aborted ? null : reply;
    } catch (error) {
      if (error.name !== "AbortError") this.trouble.textContent = String(error);
      return null;
    } finally {
      clearTimeout(patience);
      if (this.summary.textContent === t("working")) this.summary.textContent = "";
    }
  }

  // -- hints

  forget() {
    this.hint = { grade: 0, reply: null };
    this.told();
  }

  async tellMore() {
    if (!this.hint.reply) {
      const reply = await this.asked("hint", { puzzle: game.progress, clues: game.board.puzzle });
      if (!reply) return;
      this.hint.reply = reply;
    }
    this.hint.grade++;
    this.told();
  }

  told() {
    const { grade, reply } = this.hint, { step, hints = [], message, mistakes = [] } = reply?.result ?? {};
    const texts = [...mistakes, ...hints.slice(0, grade).map((one) => one.text), ...(message ? [message] : [])];
    this.hints.replaceChildren(...texts.map((text) => make("li", {}, text)));
    this.hintButton.textContent = t(grade && step ? "more" : "hint");
    this.hintButton.disabled = Boolean(reply && (grade >= GRADES.length || !step));
    this.doIt.hidden = !(step && grade >= GRADES.length);
    if (!step) return;
    const n = game.board.size, cell = (option) => Math.floor(option / n);
    const { placed = [], eliminated = [], groups = [] } = step;
    const cells = [...placed, ...groups.flatMap(([, options]) => options)].map(cell);
    if (grade >= 4) game.light(cells, placed, eliminated);
    else if (grade >= 3) game.light(cells);
    game.dispatchEvent(new Event("light"));
  }

  // -- steps

  /** Tell all steps as the rules take them; `ways` are then the explanations with other moves. */
  async anew() {
    this.ways = new Walk({ search: this.searching.checked, branch: "" });
    await this.explain(1);
  }

  /** Tell all steps of the present way; with `verify` each carries what a proof says of it. */
  async explain(at, verify = false) {
    const fields = { puzzle: game.board.puzzle, ...this.ways.state, verify };
    const reply = await this.asked("explain", fields);
    if (!reply) return;
    this.explained = { ...reply, fields };
    this.list.replaceChildren(...this.steps.map((step, n) =>
      make("li", { onclick: () => this.show(n + 1) }, "│ ".repeat(step.depth ?? 0) + step.text, badge(step))));
    this.stepping.hidden = this.saving.hidden = this.proving.hidden = !this.steps.length;
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
    this.bar.scrollIntoView({ block: "start" });
    const rating = await this.asked("rate", { puzzle: game.board.puzzle });
    const end = reply.text.at(-1).split(/[:：]/)[0];
    this.summary.textContent = [rating?.text[0], end, ...reply.remarks].filter(Boolean).join(" · ");
  }

  show(number) {
    if (!this.steps.length) return;
    this.at = Math.min(Math.max(number, 1), this.steps.length);
    this.look();
    this.timeline.at(this.at);
    this.moves.at(!this.steps[this.at - 2]?.depth);
    this.tree.at(this.at - 1);
    this.count.textContent = t("step_of", this.at, this.steps.length);
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const here = this.list.children[this.at - 1];
    here.setAttribute("aria-current", "step");
    this.list.scrollTop = here.offsetTop - this.list.offsetTop - this.list.clientHeight / 3;
  }

  /** An address of the explanation that is shown. */
  address(name, fields = {}) {
    const { search, branch } = this.explained.fields;
    return address(name, { puzzle: game.board.text, ...fields, search, branch });
  }

  /** Draw the step, or another move there. */
  look(move = null, text = this.steps[this.at - 1].text) {
    this.wanted = this.address("drawing", { step: this.at, ...(move && { move }) });
    this.picture.alt = `${t("drawing")}: ${move ? text : this.steps[this.at - 1].text}`;
    this.draw();
  }

  // -- other moves

  async others() {
    const { search, branch } = this.explained.fields;
    return (await this.asked("moves", { puzzle: game.board.puzzle, step: this.at, search, branch }, "looking"))?.result.moves;
  }

  /** Go on from another move, in place of the step that is shown. */
  async take(move) {
    const { search, branch } = this.ways.state, before = branch.split("-").filter((one) => parseInt(one) < this.at);
    this.ways.do({ search, branch: [...before, `${this.at}.${move}`].join("-") });
    await this.explain(this.at);
  }

  async go(number) {
    this.ways.go(number);
    await this.explain(this.at);
  }

  /** One picture at a time, and none soon after another: those that are passed over meanwhile are not asked for. */
  draw() {
    const { picture } = this;
    if (this.resting || !picture.complete || picture.getAttribute("src") === this.wanted) return;
    picture.src = this.wanted;
    this.resting = setTimeout(() => {
      this.resting = 0;
      this.draw();
    }, PAUSE);
  }

  pressed(event) {
    if (this.stepping.hidden || event.target.matches("select, input, .moves button")) return;
    const to = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, ArrowDown: this.at + 1, ArrowUp: this.at - 1, Home: 1, End: this.steps.length }[event.key];
    if (to === undefined) return;
    this.show(to);
    event.preventDefault();
  }

  async solve() {
    const reply = await this.asked("solve", { puzzle: game.board.puzzle });
    const [line] = reply?.result.solutions ?? [];
    if (line) game.do({ digits: [...line].map((sign) => game.board.symbols.indexOf(sign) + 1) });
    else if (reply) this.trouble.textContent = t(reply.result.verdict);
  }

  // -- why

  choose() {
    this.question.textContent = game.board ? t("why_of", game.name(game.chosen)) : "";
    this.reasons.replaceChildren();
  }

  async why() {
    const candidate = `${game.name(game.chosen)}#${this.digit.value}`;
    const reply = await this.asked("why", { puzzle: game.board.puzzle, candidate });
    this.reasons.replaceChildren(...(reply?.text ?? []).map((text) => make("li", {}, text.trim())));
  }

  /** Say everything in the language of the page. */
  async speak() {
    say(this);
    if (!game.board) return;
    this.choose();
    const { grade } = this.hint, at = this.at, open = !this.stepping.hidden;
    this.forget();
    if (grade) {
      this.hint.grade = grade - 1;
      await this.tellMore();
    }
    if (open) await this.explain(at, this.explained.fields.verify);
  }
}

customElements.define("explain-panel", ExplainPanel);
