"use strict";
// The keys and buttons of a walkthrough, and the link to each step, such as #s20.
const figures = [...document.querySelectorAll("figure")], links = [...document.querySelectorAll("nav a")];
const get = id => document.getElementById(id);
const tree = document.querySelector("search-tree");
let at = 0;

function show(number) {
  at = Math.min(Math.max(number, 0), figures.length - 1);
  figures.forEach((one, n) => { one.hidden = n !== at; });
  links.forEach((one, n) => one.toggleAttribute("aria-current", n === at));
  tree.at(at);
  document.querySelector("output").textContent = `${at + 1} / ${figures.length}`;
  const list = document.querySelector("nav ol"), here = links[at];
  list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 3;
}

if (figures.length) {
  get("moves").hidden = false;
  const steps = links.map(one => ({ ...one.parentElement.dataset, name: [...one.children].map(words => words.textContent).join(" · ") }));
  tree.grow(steps);
  get("tree").hidden = !steps.some(({ rule }) => rule === "trial");
  tree.addEventListener("walk", ({ detail }) => show(detail));
  const ways = { first: () => 0, back: () => at - 1, next: () => at + 1, last: () => figures.length - 1 };
  for (const [id, to] of Object.entries(ways)) get(id).onclick = () => show(to());
  links.forEach((one, n) => { one.onclick = event => { event.preventDefault(); show(n); }; });
  document.addEventListener("keydown", event => {
    if (event.target.tagName === "INPUT" || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = { ArrowRight: "next", ArrowLeft: "back", Home: "first", End: "last" }[event.key];
    if (key) { event.preventDefault(); show(ways[key]()); }
  });
  const find = () => show((Number(location.hash.slice(2)) || 1) - 1);
  addEventListener("hashchange", find);
  find();
}
