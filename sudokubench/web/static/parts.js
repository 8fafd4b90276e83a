// Shared parts of the views: labelled fields, a job with its buttons, drawings, and pages in a frame.

import { address, ask, follow } from "./api.js";
import { language, make, t } from "./words.js";

/** Have a panel offer what can be chosen here, once in each language. */
export async function offered(panel) {
  const asked = language();
  if (panel.language === asked) return;
  panel.language = asked;
  try {
    const { result } = await ask("choices", {});
    if (panel.language === asked) panel.offer(result); // an older answer may come after a newer one
  } catch {
    if (panel.language === asked) panel.language = null; // a lost server is told when something is begun
  }
}

export const button = (key, onclick, more = {}) => make("button", { type: "button", "data-t": key, onclick, ...more });

/** A field with its label. */
export const field = (key, input) => make("label", { className: "field" }, make("span", { "data-t": key }), input);

export const select = (onchange = null) => make("select", { onchange });

/** Fill a select with pairs of a value and a text; what was chosen stays. */
export function fill(list, pairs) {
  const before = new Set([...list.selectedOptions].map((one) => one.value));
  list.replaceChildren(...pairs.map(([value, text]) => make("option", { value, selected: before.has(value) }, text)));
}

export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Have Enter in a field of a panel press a button, which gets the focus. */
export function starts(panel, button) {
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("input:not([type=checkbox]), select") || button.disabled) return;
    event.preventDefault();
    button.focus();
    button.click();
  });
}

/** A job of the server with its buttons, what it says, and what is wrong. */
export class Job {
  constructor(key, begin) {
    this.start = button(key, () => begin().catch((error) => this.fail(error)), { className: "main" });
    this.stop = button("stop", () => this.working?.abort(), { disabled: true });
    this.row = make("div", { className: "row" }, this.start, this.stop);
    this.said = make("p", { className: "said", role: "status" });
    this.trouble = make("p", { className: "alarm", role: "alert" });
  }

  /** The news of a call, until its result; null if it was stopped. */
  async run(name, fields, news) {
    const { signal } = (this.working = new AbortController());
    this.trouble.textContent = "";
    this.turn(this.stop, this.start);
    this.said.textContent = t("working");
    try {
      for await (const [kind, value] of follow(name, fields, signal)) {
        if (kind === "result") return value;
        news(kind, value);
      }
    } catch (error) {
      if (error.name !== "AbortError") throw error;
      return null;
    } finally {
      this.turn(this.start, this.stop);
    }
  }

  /** Offer one button in place of the other; the focus goes with it. */
  turn(on, off) {
    on.disabled = false;
    if (document.activeElement === off) on.focus();
    off.disabled = true;
  }

  fail(error) {
    this.said.textContent = "";
    this.trouble.textContent = String(error);
  }
}

/** A page of the server in a frame, with a link to it alone. */
export class Framed {
  constructor() {
    this.frame = make("iframe", { className: "page", hidden: true, "data-label": "page" });
    this.frame.setAttribute("sandbox", "allow-scripts allow-downloads allow-popups");
    this.frame.onload = () => {
      this.wait.textContent = "";
      this.frame.hidden = !this.frame.src;
      if (this.isNew && this.frame.src) this.frame.scrollIntoView();
      this.isNew = false;
    };
    this.wait = make("span", { role: "status" });
    this.link = make("a", { target: "_blank", rel: "noopener", "data-t": "alone", hidden: true });
    this.row = make("div", { className: "row" }, this.link, this.wait);
  }

  show(name, fields) {
    this.isNew = true; // it comes into view
    this.load(name, fields);
  }

  load(name, fields) {
    this.shown = [name, fields];
    this.wait.textContent = t("working");
    this.link.href = this.frame.src = address(name, fields);
    this.link.hidden = false;
  }

  /** The same in the language of the page. */
  speak() {
    if (this.shown) this.load(...this.shown);
  }
}

/** Have the browser keep a text as a file. */
export function keep(text, name, type = "application/json") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
