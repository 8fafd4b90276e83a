// The timeline of an explanation: entropy, remaining candidates and difficulty of each step, and the current step.

import { svg } from "./parts.js";
import { make, t } from "./words.js";

const WIDE = 560, HIGH = 64;

export class Timeline {
  /** `go` is called with the number of the step that the user clicks. */
  constructor(go) {
    this.figures = ["removed", "difficulty"].map((name) => {
      const drawing = svg("svg", { viewBox: `0 -2 ${WIDE} ${HIGH + 4}`, class: `curve timeline ${name}`, role: "img", preserveAspectRatio: "none" });
      drawing.onclick = ({ offsetX }) => go(1 + Math.floor((offsetX / drawing.clientWidth) * this.count));
      return { drawing, here: svg("path", { class: "here" }), words: make("figcaption", { className: "note" }) };
    });
    this.figure = make("div", {}, ...this.figures.map(({ drawing, words }) => make("figure", {}, drawing, words)));
  }

  draw(steps) {
    this.count = steps.length;
    const x = (n) => ((WIDE * (n + 0.5)) / this.count).toFixed(1), y = (part) => (HIGH * (1 - part)).toFixed(1);
    const most = (all) => Math.max(...all, 0.01), first = steps[0].candidates;
    const bars = (all, high = most(all)) => svg("path", {
      d: all.map((one, n) => `M${x(n)} ${HIGH}V${y(one / high)}`).join(""), class: "bars", "stroke-width": (0.6 * WIDE) / this.count,
    });
    const left = steps.map(({ candidates }, n) => `${n ? "L" : "M"}${x(n)} ${y(candidates / first)}`).join("");
    const removed = steps.map(({ entropy = 0 }) => entropy), values = steps.map(({ se = 0 }) => se);
    const shown = [
      [t("timeline", most(removed).toFixed(1), first), bars(removed), svg("path", { d: left, class: "left" })],
      [t("hardness", Math.max(...values).toFixed(1)), bars(values)],
    ];
    this.figures.forEach(({ drawing, here, words }, n) => {
      const [text, ...paths] = shown[n];
      drawing.replaceChildren(here, ...paths);
      drawing.setAttribute("aria-label", text);
      words.textContent = text;
    });
    this.x = x;
  }

  at(number) {
    for (const { here } of this.figures) here.setAttribute("d", `M${this.x(number - 1)} -2V${HIGH + 2}`);
  }
}
