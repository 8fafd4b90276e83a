// The keys of the page: each presses the button whose `data-key` names its letter, and a list shows them all.
// They work unless a field has the focus.

import { game } from "./game.js";
import { make, t } from "./words.js";

const FIELDS = "textarea, select, input:not([type=checkbox])";
const CONTROLS = ":is(textarea, select, input, button):not([disabled])"; // a key that opens a panel leads to the first of these
const NATIVE = "button, a, summary, input, [role=tab]"; // Enter and the space bar press these

/** Return the letter of a key; on a keyboard of another script, the letter at this place of an English keyboard. */
const letter = ({ key, code }) => (/^[!-~]$/.test(key) ? key : code.replace("Key", "")).toLowerCase();

const isShown = (element) => element?.isConnected && !element.disabled && element.checkVisibility();

/** Press the button of a letter, and go to what it opens; return whether there is such a button. `home` goes to the board. */
function press(event, home) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const button = document.querySelector(`button[data-key~="${CSS.escape(letter(event))}"]`);
  if (!button) return false;
  const panel = button.closest("[role=tabpanel][hidden]");
  if (panel) document.getElementById(panel.getAttribute("aria-labelledby")).click();
  button.click();
  if (button.id === "tab-explain") home();
  else document.getElementById(button.getAttribute("aria-controls"))?.querySelector(CONTROLS)?.focus();
  return true;
}

/** Undo and redo with the usual keys; return whether the key was one of these. */
function step({ ctrlKey, metaKey, shiftKey, key }) {
  const one = key.toLowerCase();
  if (!(ctrlKey || metaKey) || !["z", "y"].includes(one)) return false;
  if (one === "y" || shiftKey) game.redo();
  else game.undo();
  return true;
}

/** Handle keys for a board. If the focused element disappears, the board gets the focus. */
export function listen(board) {
  const home = () => (isShown(board) ? board.hold() : document.querySelector("[role=tab][aria-selected=true]").focus());
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.defaultPrevented || !game.board || document.querySelector("dialog[open]")) return;
    if (target.matches(FIELDS)) {
      if (key === "Escape") home();
      return;
    }
    if (["Enter", " "].includes(key) && target.closest(NATIVE)) return;
    if (step(event) || (isShown(board) && board.pressed(event)) || press(event, home)) event.preventDefault();
  });
  let last = null;
  document.addEventListener("focusin", ({ target }) => (last = target));
  new MutationObserver(() => {
    if (last && !isShown(last)) home();
  }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["hidden", "disabled", "open"] });
}

/** Show all keys: those of the buttons with their current names, then those of the board. */
export function help(dialog) {
  const buttons = [...document.querySelectorAll("button[data-key]")].map((one) => [one.dataset.key.toUpperCase().split(" "), one.ariaLabel ?? one.textContent]);
  const board = ["move", "fill", "corner", "middle", "tint", "select", "erasing", "leave", "back", "start", "paper"].map((name) => t(`key_${name}`).split(": "));
  const rows = [...buttons, ...board.map(([keys, text]) => [keys.split(", "), text])];
  dialog.replaceChildren(
    make("h2", { tabIndex: -1, autofocus: true }, t("help")), // a long list begins at its top, and the arrow keys scroll it
    make("dl", {}, ...rows.map(([keys, text]) => make("div", {}, make("dt", {}, ...keys.flatMap((one, n) => [n ? " " : "", make("kbd", {}, one)])), make("dd", {}, text)))),
    make("p", { className: "note" }, t("help_note")),
    make("form", { method: "dialog" }, make("button", { className: "main" }, t("close"))),
  );
  dialog.showModal();
}
