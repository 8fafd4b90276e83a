// The badge and the clock: number of solutions, mistakes, empty cells, and the time.

import { ask } from "./api.js";
import { game } from "./game.js";
import { stored } from "./parts.js";
import { t } from "./words.js";

const get = (id) => document.getElementById(id);
const KEPT = "sudokubench-clock"; // of this tab: the clock of a reloaded board goes on
let seconds = 0, [id, past, hidden] = (stored("sessionStorage", KEPT) ?? "").split(" "), isHidden = hidden === "true";

/** Ask how many solutions the puzzle has. Mistakes are unknown before the answer. */
export async function judge() {
  const { board } = game;
  try {
    const reply = await ask("solve", { puzzle: board.puzzle });
    if (board !== game.board) return;
    const { verdict, solutions } = reply.result;
    game.verdict = verdict;
    game.solution = verdict === "unique" ? game.digits(solutions[0]) : null;
  } catch {
    game.verdict = "unknown"; // the player can still play
  }
  game.dispatchEvent(new Event("change"));
}

/** Show the state of the grid: solved, with mistakes, or the number of solutions of the puzzle (one, several or none). */
export function badge() {
  const { mistakes, isSolved, verdict } = game, left = game.state.digits.filter((digit) => !digit).length;
  const key = isSolved ? "solved" : mistakes.length && verdict ? "mistakes" : verdict;
  const parts = key ? [t(key, mistakes.length), isSolved ? time() : t("left", left)] : [];
  get("verdict").textContent = parts.join(" · ");
  get("verdict").dataset.verdict = key ?? "";
}

const time = () => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

function show() {
  if (game.board) stored("sessionStorage", KEPT, `${game.board.id} ${seconds} ${isHidden}`);
  get("clock").setAttribute("aria-pressed", String(isHidden));
  get("clock").textContent = isHidden ? "–:––" : time();
}

/**
 * Start the clock; after a reload of the page it goes on. It stands still while the page is hidden, while the board shows another grid (such
 * as a step of an explanation), and when the puzzle is solved.
 */
export function begin() {
  seconds = id === game.board.id ? Number(past) || 0 : 0;
  id = null; // the clock of an earlier page goes on only for the first board
  show();
}

get("clock").onclick = () => {
  isHidden = !isHidden;
  show();
};
setInterval(() => {
  if (!game.board || document.hidden || game.seen || game.isSolved) return;
  seconds++;
  show();
}, 1000);
