// <search-tree>: the suppositions of a search and their ends, as a tree for mouse and keys. See
// "Tree View Pattern" of the ARIA Authoring Practices Guide. The event "walk" has the number of a step, from 0.
// Pages that need no other file hold it, too, so it imports nothing.

class SearchTree extends HTMLElement {
  connectedCallback() {
    this.setAttribute("role", "tree");
    this.onkeydown = event => this.pressed(event);
    this.onclick = ({ target }) => {
      const item = target.closest("[role=treeitem]");
      if (item && target.matches(".twist")) this.open(item, item.getAttribute("aria-expanded") !== "true");
      else if (item) this.choose(item);
    };
  }

  /** Show the steps of a trace, each with its rule and the name of its item: in signs, and in words. */
  grow(steps) {
    const within = [this];
    this.items = steps.map(({ rule, sign, name }, step) => {
      if (rule === "return") return within.pop();
      if (!["trial", "contradiction", "solution"].includes(rule)) return within.at(-1);
      const item = document.createElement("div"), twist = document.createElement("span"), label = document.createElement("span");
      Object.assign(item, { step, className: rule, tabIndex: -1, role: "treeitem", ariaLabel: name, ariaSelected: "false" });
      Object.assign(twist, { className: "twist", ariaHidden: "true" });
      Object.assign(label, { className: "sign", textContent: sign });
      item.append(twist, label);
      this.group(within.at(-1)).append(item);
      if (rule === "solution") within.slice(1).forEach(one => one.classList.add("leads"));
      if (rule === "trial") within.push(item);
      return item;
    });
  }

  /** Return the group of the items below an item; make it if it does not exist, so that the item can be opened. */
  group(item) {
    if (item === this) return this;
    if (item.lastChild.role !== "group") {
      const made = document.createElement("div");
      made.role = "group";
      item.append(made);
      item.ariaExpanded = "false";
    }
    return item.lastChild;
  }

  /** Mark the item of a step, and open all items above it. */
  at(step) {
    const item = this.items[step] === this ? null : this.items[step], first = this.querySelector("[role=treeitem]");
    this.chosen?.setAttribute("aria-selected", "false");
    for (const one of [this.chosen, first]) if (one) one.tabIndex = -1;
    this.chosen = item;
    item?.setAttribute("aria-selected", "true");
    for (let above = item && this.above(item); above; above = this.above(above)) this.open(above, true);
    if (item ?? first) (item ?? first).tabIndex = 0;
    if (item) this.scrollTop = item.getBoundingClientRect().top - this.getBoundingClientRect().top + this.scrollTop - this.clientHeight / 3;
  }

  above(item) {
    return item.parentElement.closest("[role=treeitem]");
  }

  open(item, isOpen) {
    if (item.ariaExpanded !== null) item.ariaExpanded = String(isOpen);
  }

  choose(item) {
    this.dispatchEvent(new CustomEvent("walk", { detail: item.step }));
    this.at(item.step);
    item.focus({ preventScroll: true });
  }

  pressed(event) {
    const item = event.target.closest("[role=treeitem]");
    if (!item || event.ctrlKey || event.altKey || event.metaKey) return;
    const seen = [...this.querySelectorAll("[role=treeitem]")].filter(one => !one.parentElement.closest("[aria-expanded=false]"));
    const at = seen.indexOf(item), isOpen = item.ariaExpanded === "true";
    const to = {
      ArrowDown: () => seen[at + 1], ArrowUp: () => seen[at - 1], Home: () => seen[0], End: () => seen.at(-1),
      ArrowRight: () => (isOpen ? seen[at + 1] : this.open(item, true)),
      ArrowLeft: () => (isOpen ? this.open(item, false) : this.above(item)),
      Enter: () => item, " ": () => item,
      "*": () => [...item.parentElement.children].forEach(one => this.open(one, true)),
    }[event.key];
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    const next = to();
    if (next) this.choose(next);
  }
}

customElements.define("search-tree", SearchTree);
