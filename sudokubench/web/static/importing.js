// <import-panel>: read a pasted, dropped or chosen puzzle; write this board as a link or as text.

import { MOST_BYTES, ask } from "./api.js";
import { game } from "./game.js";
import { button } from "./parts.js";
import { make, t } from "./words.js";

class ImportPanel extends HTMLElement {
  connectedCallback() {
    const field = (key, id, properties) => [
      make("label", { htmlFor: id, "data-t": key }), make("textarea", { id, spellcheck: false, ...properties })];
    const [label, area] = field("paste", "pasted", { rows: 5, "aria-describedby": "import-told" });
    const [textLabel, text] = field("puzzle_text", "puzzle-text", { rows: 2, readOnly: true });
    this.area = area;
    this.text = text;
    this.told = make("p", { id: "import-told", role: "status" });
    this.copied = make("span", { role: "status" });
    const file = make("input", { type: "file", hidden: true, onchange: () => this.take(file.files[0]) });
    this.append(
      label, area, this.told,
      make("div", { className: "row" }, button("read", () => this.read()), button("file", () => file.click()), file),
      textLabel, text,
      make("div", { className: "row" }, button("link", () => this.copy()), this.copied),
    );
    area.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.read();
    });
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      const { files } = event.dataTransfer;
      if (!files.length) this.area.value = event.dataTransfer.getData("text");
      this.dispatchEvent(new Event("wanted"));
      return files.length ? this.take(files[0]) : this.read();
    });
    game.addEventListener("change", () => (this.text.value = game.board.text));
  }

  async take(file) {
    if (!file) return;
    if (file.size > MOST_BYTES) return this.tell(t("too_long"), true);
    this.area.value = await file.text();
    await this.read();
  }

  /** Begin with the pasted text, or another text; `saved` as in `Game.start`; `keeps`: the collection stays. Return whether it could be read. */
  async read(text = this.area.value, saved = undefined, keeps = false) {
    try {
      const reply = await game.next(ask("read", { text }));
      if (!reply) return true;
      if (!keeps) this.dispatchEvent(new CustomEvent("read", { detail: reply.result }));
      game.start(reply.result, saved);
      this.tell([...reply.text, ...reply.remarks].join(" · "));
      return true;
    } catch (error) {
      this.tell(String(error), true);
      return false;
    }
  }

  tell(text, isWrong = false) {
    this.told.textContent = text;
    this.told.className = isWrong ? "alarm" : "good";
    this.area.setAttribute("aria-invalid", String(isWrong));
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(location.href);
      this.copied.textContent = t("copied");
      setTimeout(() => (this.copied.textContent = ""), 3000);
    } catch {
      this.copied.textContent = t("not_copied"); // browsers allow copying only on this machine and over HTTPS
    }
  }

  speak() {
    if (this.area.getAttribute("aria-invalid") === "false") this.tell("");
  }
}

customElements.define("import-panel", ImportPanel);
