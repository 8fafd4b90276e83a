// <generate-panel>: make a puzzle to order; show the curve of the annealing meanwhile.

import { game } from "./game.js";
import { Job, button, checked, field, fill, select, starts, svg } from "./parts.js";
import { make, t } from "./words.js";

const WIDE = 560, HIGH = 180, LEFT = 34, MOST = 400;
const SE = "se", D = "difficulty"; // scales; no class has such a name
const LINES = [["distance", (one) => one.distance / 2], ["temperature", (one) => one.temperature / 0.4], ["acceptance", (one) => one.taken]];

class GeneratePanel extends HTMLElement {
  connectedCallback() {
    this.layouts = make("datalist", { id: "layouts" });
    this.layout = make("input", { value: "9x9", size: 12, spellcheck: false });
    this.layout.setAttribute("list", this.layouts.id);
    this.variant = select();
    this.symmetry = select();
    this.rating = select();
    this.low = make("input", { type: "number", step: 0.1, min: 0, max: 20, "data-label": "from" });
    this.high = make("input", { type: "number", step: 0.1, min: 0, max: 20, "data-label": "to" });
    this.band = make("span", { className: "row" }, this.low, "–", this.high);
    this.rule = select();
    this.hardest = select();
    this.without = make("select", { multiple: true, size: 4 });
    this.position = make("input", { type: "checkbox" });
    this.clues = make("input", { placeholder: "22..30", size: 7 });
    this.seconds = make("input", { type: "number", min: 1, max: 3600, value: 60 });
    this.seed = make("input", { type: "number", min: 0, value: 1 });
    this.minimal = make("input", { type: "checkbox" });
    this.job = new Job("generate", () => this.generate());
    this.drawing = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "curve", role: "img" });
    this.figure = make("figure", { hidden: true }, this.drawing, make("figcaption", { className: "note legend" },
      ...LINES.map(([key]) => make("span", {}, svg("svg", { width: 18, height: 12 }, svg("path", { d: "M0 6H18", class: key })), make("span", { "data-t": key })))));
    this.line = make("textarea", { rows: 2, readOnly: true, hidden: true, "data-label": "made" });
    this.play = button("play_it", () => this.dispatchEvent(new CustomEvent("play", { bubbles: true, detail: this.best })), { hidden: true, className: "main" });
    this.rating.onchange = () => this.aim();
    this.job.row.append(this.play);
    starts(this, this.job.start);
    this.append(
      make("p", { className: "note", "data-t": "generate_note" }),
      make("div", { className: "fields" }, field("layout", this.layout), field("variant", this.variant), field("rating", this.rating), this.band, field("needs", this.rule),
        field("hardest", this.hardest), field("symmetry", this.symmetry), field("clues", this.clues), field("seed", this.seed), field("limit", this.seconds),
        field("without", this.without)),
      this.layouts,
      checked("minimal", this.minimal), " ", checked("position", this.position),
      this.job.row, this.job.said, this.job.trouble, this.line, this.figure,
    );
  }

  offer({ layouts, symmetries, variants, classes, rules }) {
    this.layouts.replaceChildren(...layouts.map((value) => make("option", { value }, value)));
    fill(this.variant, [["", t("no_variant")], ...variants.map((name) => [name, name])]);
    fill(this.symmetry, symmetries.map((name) => [name, t(`symmetry_${name}`)]));
    fill(this.rating, [["", t("any")], ...classes.map(({ name, title }) => [name, title]), [SE, t("range")], [D, t("range_d")]]);
    const titles = rules.map(({ name, title }) => [name, title]);
    for (const list of [this.rule, this.hardest]) fill(list, [["", t("any")], ...titles]);
    fill(this.without, titles);
    this.aim();
    if (this.best) this.tell();
  }

  aim() {
    this.band.hidden = ![SE, D].includes(this.rating.value);
  }

  async generate() {
    const isBand = !this.band.hidden, rating = isBand ? `${this.low.value}..${this.high.value}` : this.rating.value, clues = this.clues.value.trim();
    const fields = {
      layout: this.layout.value.trim(), symmetry: this.symmetry.value, seconds: +this.seconds.value, seed: +this.seed.value, minimal: this.minimal.checked,
      without: [...this.without.selectedOptions].map((one) => one.value), position: this.position.checked, ...(this.hardest.value && { hardest: this.hardest.value }),
      ...(rating && { rating }), ...(isBand && { scale: this.rating.value }), ...(this.rule.value && { needs: [this.rule.value] }), ...(this.variant.value && { variant: this.variant.value }), ...(clues && { number_of_clues: clues }),
    };
    this.looks = [];
    this.scale = fields.scale;
    this.best = this.reply = null;
    this.play.hidden = this.line.hidden = this.figure.hidden = true;
    this.reply = await this.job.run("generate", fields, (kind, news) => kind === "look" && this.look(news));
    this.best = this.reply?.text[0] ?? this.looks.at(-1)?.puzzle ?? null;
    this.seeded = fields.seed;
    this.seed.value = fields.seed + 1; // the next puzzle is another one
    this.tell();
    if (document.activeElement === this.job.start && this.best) this.play.focus();
  }

  /** Show the puzzle that was made; if the search was stopped, show the nearest one. */
  tell() {
    const { reply, best, looks } = this, last = looks.at(-1);
    const rating = reply ? reply.result.rating : last?.rating;
    const parts = reply?.result.number ? [t("generated", reply.result.clues)] : best ? [t("nearest", last?.nearest.toFixed(2) ?? "")] : [t("stopped")];
    if (rating) parts.push(this.rated(rating));
    this.job.said.textContent = [...parts, t("of_seed", this.seeded), ...(reply?.remarks ?? [])].join(" · ");
    this.line.value = best ?? "";
    this.line.hidden = this.play.hidden = !best;
  }

  look(news) {
    this.looks.push(news);
    this.figure.hidden = false;
    this.waiting ??= requestAnimationFrame(() => {
      this.waiting = null;
      this.draw();
    });
    this.job.said.textContent = t("looking", this.looks.length, news.nearest.toFixed(2)) + (news.rating ? ` · ${this.rated(news.rating)}` : "");
  }

  rated(value) {
    return this.scale === D ? `D ${value.toFixed(2)}` : `SE ${value.toFixed(1)}`;
  }

  draw() {
    const shown = this.looks.slice(-MOST), high = HIGH - 22;
    const x = (n) => LEFT + ((WIDE - LEFT - 6) * n) / Math.max(shown.length - 1, 1);
    const y = (part) => 8 + high * (1 - Math.min(Math.max(part, 0), 1));
    const parts = [0, 0.5, 1].flatMap((part) => [
      svg("path", { d: `M${LEFT} ${y(part)}H${WIDE - 6}`, class: "grid" }), svg("text", { x: LEFT - 6, y: y(part) + 4, class: "tick" }, String(2 * part))]);
    for (const [key, value] of LINES)
      parts.push(svg("path", { d: shown.map((one, n) => `${n ? "L" : "M"}${x(n).toFixed(1)} ${y(value(one)).toFixed(1)}`).join(""), class: key }));
    this.drawing.replaceChildren(...parts);
    this.drawing.setAttribute("aria-label", this.job.said.textContent);
  }
}

customElements.define("generate-panel", GeneratePanel);
