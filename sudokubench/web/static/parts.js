// Shared parts of the views: labelled fields, a job with its buttons, drawings, and pages in a frame.

import { address, ask, follow } from "./api.js";
import { language, make, t } from "./words.js";

/** Fill a panel with the choices of this server, once for each language. */
export async function offered(panel) {
  const asked = language();
  if (panel.language === asked) return;
  panel.language = asked;
  try {
    const { result } = await ask("choices", {});
    if (panel.language === asked) panel.offer(result); // an older answer may come after a newer one
  } catch {
    if (panel.language === asked) panel.language = null; // the next job will report a lost server
  }
}

export const button = (key, onclick, more = {}) => make("button", { type: "button", "data-t": key, onclick, ...more });

/** Return a field with its label. */
export const field = (key, input) => make("label", { className: "field" }, make("span", { "data-t": key }), input);

/** Return a check box with its label behind it. */
export const checked = (key, input) => make("label", {}, input, " ", make("span", { "data-t": key }));

/** Return a table with these columns above its rows. */
export const table = (className, keys, rows) =>
  make("table", { className }, make("thead", {}, make("tr", {}, ...keys.map((key) => make("th", { scope: "col", "data-t": key })))), rows);

export const select = (onchange = null) => make("select", { onchange });

/** Fill a select with pairs of a value and a text; keep the chosen value. */
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

/** Let Enter in a field of a panel, or Ctrl + Enter in a text area, press a button; the button gets the focus. */
export function starts(panel, button) {
  panel.addEventListener("keydown", (event) => {
    const { key, target } = event, isText = target.matches("textarea"), isControl = event.ctrlKey || event.metaKey;
    if (key !== "Enter" || !(isText ? isControl : target.matches("input, select")) || button.disabled) return;
    event.preventDefault();
    button.focus();
    button.click();
  });
}

/** A job of the server: its buttons, its messages and its errors. */
export class Job {
  constructor(key, begin) {
    this.start = button(key, () => begin().catch((error) => this.fail(error)), { className: "main" });
    this.stop = button("stop", () => this.working?.abort(), { disabled: true });
    this.row = make("div", { className: "row" }, this.start, this.stop);
    this.said = make("p", { className: "said", role: "status" });
    this.trouble = make("p", { className: "alarm", role: "alert" });
  }

  /** Pass the news of a call on; return its result, or null if the user stopped it. */
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

  /** Enable one button and disable the other; move the focus along. */
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

/** A page of the server in a frame, in the colours of the app, with a link that opens it alone. */
export class Framed {
  constructor() {
    this.frame = make("iframe", { className: "page", hidden: true, "data-label": "page" });
    this.frame.setAttribute("sandbox", "allow-scripts allow-downloads allow-popups");
    const paint = () => this.frame.contentWindow?.postMessage({ theme: document.documentElement.style.colorScheme }, "*");
    document.getElementById("theme").addEventListener("change", paint);
    this.frame.onload = () => {
      paint();
      this.wait.textContent = "";
      this.frame.hidden = !this.frame.src;
      if (this.isNew && this.frame.src) this.frame.scrollIntoView();
      this.isNew = false;
    };
    addEventListener("message", ({ source, data }) => {
      if (source === this.frame.contentWindow) this.link.hash = data.view; // the link opens what the frame shows
    });
    this.wait = make("span", { role: "status" });
    this.link = make("a", { target: "_blank", rel: "noopener", "data-t": "alone", hidden: true });
    this.row = make("div", { className: "row" }, this.link, this.wait);
  }

  show(name, fields) {
    this.isNew = true; // scrolls the page into view when it has loaded
    this.load(name, fields);
  }

  load(name, fields, view = "") {
    this.shown = [name, fields];
    this.wait.textContent = t("working");
    this.link.href = this.frame.src = address(name, fields) + view;
    this.link.hidden = false;
  }

  /** Load the same page in the language of the app, at the same view. */
  speak() {
    if (this.shown) this.load(...this.shown, this.link.hash);
  }
}

/** Store a text in a storage of the browser, if there is one to store; return the stored text. */
export function stored(storage, key, text) {
  try {
    if (text) window[storage].setItem(key, text);
    return window[storage].getItem(key);
  } catch {
    return text ?? null; // the browser keeps nothing
  }
}

/** Save a text or a blob as a file. */
export function keep(text, name, type = "application/json") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
