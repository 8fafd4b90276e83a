// The start of the page: language and theme, tabs, buttons, the address, the verdict.

import { ask, opened } from "./api.js";
import "./board.js";
import "./collection.js";
import "./explain.js";
import { COLOURS, fromLink, game } from "./game.js";
import "./generate.js";
import "./importing.js";
import { help, listen } from "./keys.js";
import "./race.js";
import "./runs.js";
import { save } from "./saving.js";
import { badge, begin as count, judge } from "./status.js";
import { fill, offered, stored } from "./parts.js";
import { swatch } from "./tints.js";
import "./watch.js";
import { make, say, t } from "./words.js";

const FIRST = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const get = (id) => document.getElementById(id);
const panels = [...document.querySelectorAll("[role=tab]")].map((tab) => tab.getAttribute("aria-controls"));
const PLAIN = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0";
const MODES = ["marks", "centre", "colours"]; // of the pad; in any other mode the pad writes digits
const SWITCHES = [["candidates", "showing"], ["several", "several"], ["singles", "framing"], ["heat", "heating"], ["tidy", "tidying"], ["mistakes", "judging"]];
const CLASSES = ["Easy", "Medium", "Hard", "Expert", "Extreme"];

let judged = null; // the promise of the last `judge`
const keep = (key, value) => stored("localStorage", key, value);

function speak(code) {
  document.documentElement.lang = get("language").value = code === "ja" ? "ja" : "en";
  say();
  for (const panel of [...panels, "collection"].map(get)) {
    if (panel.language) offered(panel);
    panel.speak?.();
  }
  fill(get("fresh"), [["", t("fresh")], ...CLASSES.map((name) => [name, t(`class_${name}`)])]);
  if (game.board) {
    pad();
    changed();
    get("board").draw();
  }
}

function paint(colours) {
  const root = document.documentElement, isSharp = colours === "contrast";
  get("theme").value = colours ?? "light dark";
  root.style.colorScheme = isSharp ? "light dark" : get("theme").value;
  root.classList.toggle("contrast", isSharp || matchMedia("(prefers-contrast: more)").matches);
}

function open(name) {
  for (const one of panels) {
    const tab = get(`tab-${one}`);
    get(one).hidden = one !== name;
    tab.setAttribute("aria-selected", String(one === name));
    tab.tabIndex = one === name ? 0 : -1;
  }
  document.querySelector("main").classList.toggle("wide", get(name).matches("[data-wide]"));
  if (get(name).offer) offered(get(name));
  get(name).opened?.();
}

/** Show the digits or the colours as buttons, for touch. */
function pad() {
  const button = (value, shown, more = {}) => make("button", { onclick: () => game.enter(value), ...more }, shown);
  const named = (key) => ({ "aria-label": t(key), title: t(key) });
  const colours = () => Array.from({ length: COLOURS }, (_, n) => button(n + 1, swatch(n + 1), named(`colour_${n + 1}`)));
  const digits = () => [...game.board.symbols].map((sign, d) => button(d + 1, sign));
  get("pad").replaceChildren(...(game.mode === "colours" ? colours() : digits()), button(0, "⌫", named("erase")));
}

function changed() {
  const { walk } = game;
  history.replaceState(null, "", `#${game.link}`);
  get("undo").disabled = walk.at === 0 && !game.seen;
  get("redo").disabled = walk.ahead[walk.at] === walk.at;
  const branches = walk.branches.length > 1 ? walk.branches : [];
  get("branches").replaceChildren(...branches.map((to, n) => make("button", { onclick: () => game.go(to) }, t("branch", n + 1))));
  for (const mode of MODES) get(mode).setAttribute("aria-pressed", String(mode === game.mode));
  for (const [id, name] of SWITCHES) get(id).setAttribute("aria-pressed", String(game[name]));
  get("named").textContent = named();
  get("tight").textContent = game.heating ? tight() : "";
  badge();
}

/** Return the names of the houses that are nearest to a contradiction. */
function tight() {
  const { slack } = game, { houses } = game.board;
  const [first, ...rest] = houses.map(({ name }, at) => ({ name, fewest: Math.floor(slack[at]), slack: slack[at] })).sort((a, b) => a.slack - b.slack);
  if (first.slack === Infinity) return "";
  return t("tight", first.fewest, [first, ...rest.filter((one) => one.fewest === first.fewest).slice(0, 2)].map(({ name }) => name).join(t("comma")));
}

/** Return the title of a printed sheet. */
function named() {
  const { puzzle, size, id } = game.board, layout = typeof puzzle.layout === "string" ? puzzle.layout : `${size}x${size}`;
  return `sudokubench · ${layout} · ${t("clue_count", game.clues.filter(Boolean).length)} · ${id}`;
}

/** Write the board in other symbols: a named set, or one symbol for each digit. */
async function dress(symbols) {
  const { board } = game;
  try {
    const reply = await ask("read", { text: board.text, symbols: symbols || PLAIN.slice(0, board.size) });
    if (board !== game.board) return;
    get("collection").dress(reply.result.text);
    game.dress(reply.result);
  } catch (error) {
    get("tight").textContent = String(error);
  }
}

function repent() {
  const key = !game.solution ? "no_solution" : game.repent(game.solution) ? "repented" : "no_mistake";
  get("tight").textContent = t(key);
}

async function begin() {
  const link = fromLink(location.hash);
  paint(keep("colours"));
  speak(keep("language", link?.lang) ?? navigator.language.slice(0, 2)); // the address loses the language with the first change
  const puzzles = await opened(), text = link?.text ?? puzzles[0] ?? FIRST, panel = get("import");
  if (!(await panel.read(text, link?.text ? link.state : undefined))) {
    const wrong = panel.told.textContent;
    await panel.read(FIRST);
    open("import");
    panel.area.value = text;
    panel.tell(wrong, true);
  } else if (!link) {
    open("import");
    panel.tell(t("old_link"), true);
  }
  if (puzzles.length) get("collection").take({ puzzles }, puzzles.indexOf(game.board?.text));
}

game.addEventListener("start", () => {
  const first = { 1: "", 一: "kanji", A: "letters" }[game.board.symbols[0]];
  get("symbols").value = first ?? "own";
  get("own").value = game.board.symbols;
  get("own").hidden = first !== undefined;
  const { rules, drawing } = game.board, isSeen = rules.filter((rule) => !drawing.only_named.includes(rule));
  get("rules").textContent = drawing.only_named.join(t("semicolon"));
  get("drawn").hidden = !isSeen.length;
  get("drawn").replaceChildren(make("summary", {}, t("drawn_rules", isSeen.length)), isSeen.join(t("semicolon")));
  pad();
  judged = judge();
});
game.addEventListener("change", changed);
get("language").onchange = (event) => speak(keep("language", event.target.value));
get("theme").oninput = (event) => paint(keep("colours", event.target.value));
document.querySelector(".skip").onclick = (event) => {
  event.preventDefault(); // the part of the address after # holds the board
  get("board").focusOn(game.chosen);
};
game.addEventListener("restart", count);
get("restart").onclick = () => game.restart();
get("fresh").onchange = async ({ target }) => {
  const { layout } = game.board.puzzle, fields = { level: target.value, seed: crypto.getRandomValues(new Uint32Array(1))[0] };
  target.value = "";
  get("board").hold();
  let told = "";
  try {
    const asked = ask("fresh", { ...fields, layout: typeof layout === "string" ? layout : JSON.stringify(layout) }).catch((error) => {
      told = String(error);
      return ask("fresh", fields); // a 9x9
    });
    const reply = await game.next(asked);
    if (!reply) return;
    game.start(reply.result);
    await judged; // the verdict clears the line of messages, so a message comes after it
  } catch (error) {
    told = String(error);
  }
  if (told) get("tight").textContent = told;
};
get("undo").onclick = () => game.undo();
get("redo").onclick = () => game.redo();
for (const [id, name] of SWITCHES)
  get(id).onclick = () => {
    game[name] = !game[name];
    game.tell();
  };
get("more").onclick = () => get("more").setAttribute("aria-expanded", String(!(get("further").hidden = !get("further").hidden)));
get("repent").onclick = repent;
get("own").onchange = (event) => dress(event.target.value.trim());
get("symbols").onchange = ({ target: { value } }) => {
  get("own").hidden = value !== "own";
  if (value !== "own") dress(value);
  else get("own").focus();
};
get("print").onclick = () => print();
for (const kind of ["svg", "png"]) get(`save-${kind}`).onclick = () => save(kind);
get("several").addEventListener("click", () => (game.several ? game.select([]) : game.choose(game.chosen)));
for (const mode of MODES)
  get(mode).onclick = () => {
    game.mode = game.mode === mode ? "digits" : mode;
    pad();
    changed();
  };
for (const name of panels) {
  get(`tab-${name}`).onclick = () => open(name);
  get(`tab-${name}`).onkeydown = (event) => {
    if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    const step = event.key === "ArrowRight" ? 1 : panels.length - 1;
    const other = panels[(panels.indexOf(name) + step) % panels.length];
    event.preventDefault();
    open(other);
    get(`tab-${other}`).focus();
  };
}
document.addEventListener("play", async (event) => {
  if (await get("import").read(event.detail, undefined, true)) open("explain");
});
document.addEventListener("run", (event) => {
  open("runs");
  get("runs").open(event.detail);
});
get("import").append(get("collection").whole);
get("import").addEventListener("read", ({ detail }) => get("collection").take(detail));
get("import").addEventListener("wanted", () => open("import"));
get("help").onclick = () => help(get("keys"));
listen(get("board"));
window.addEventListener("hashchange", begin);
begin().finally(() => (document.body.inert = false));
