// The steps of an explanation over time: how much entropy each removes, how many candidates are left, and where one is.

import { svg } from "./parts.js";
import { make, t } from "./words.js";

const WIDE = 560, HIGH = 64;

export class Timeline {
  /** `go` takes the number of a step that was pointed at. */
  constructor(go) {
    this.drawing = svg("svg", { viewBox: `0 -2 ${WIDE} ${HIGH + 4}`, class: "curve timeline", role: "img", preserveAspectRatio: "none" });
    this.drawing.onclick = ({ offsetX }) => go(1 + Math.floor((offsetX / this.drawing.clientWidth) * this.count));
    this.words = make("figcaption", { className: "note" });
    this.figure = make("figure", {}, this.drawing, this.words);
  }

  draw(steps) {
    this.count = steps.length;
    const all = steps.map(({ entropy = 0 }) => entropy), most = Math.max(...all, 0.01), first = steps[0].candidates;
    const x = (n) => ((WIDE * (n + 0.5)) / this.count).toFixed(1), y = (part) => (HIGH * (1 - part)).toFixed(1);
    const bars = all.map((one, n) => `M${x(n)} ${HIGH}V${y(one / most)}`).join("");
    const left = steps.map(({ candidates }, n) => `${n ? "L" : "M"}${x(n)} ${y(candidates / first)}`).join("");
    this.here = svg("path", { class: "here" });
    this.drawing.replaceChildren(
      this.here, svg("path", { d: bars, class: "bars", "stroke-width": (0.6 * WIDE) / this.count }), svg("path", { d: left, class: "left" }));
    this.words.textContent = t("timeline", most.toFixed(1), first);
    this.drawing.setAttribute("aria-label", this.words.textContent);
    this.x = x;
  }

  at(number) {
    this.here.setAttribute("d", `M${this.x(number - 1)} -2V${HIGH + 2}`);
  }
}
