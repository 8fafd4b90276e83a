// The board as a file: an SVG that needs no style sheet, or a PNG of it.

import { game } from "./game.js";
import { keep, svg } from "./parts.js";

const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "font-size", "font-weight", "font-family", "text-anchor", "text-decoration-line"];
const LAYERS = ["mix-blend-mode", "filter"]; // how the shapes of rules lie over digits
const PIXELS = 1440;

/** Return a copy of the visible drawing, without the marks of the chosen cell, its peers and the selected cells. */
function drawn() {
  const seen = document.querySelector("sudoku-board > svg"), copy = seen.cloneNode(true);
  const parts = [...copy.querySelectorAll("*")];
  [...seen.querySelectorAll("*")].forEach((one, n) => {
    const style = getComputedStyle(one);
    for (const name of STYLES) if (!one.hasAttribute(name)) parts[n].setAttribute(name, style.getPropertyValue(name));
    if (one.localName === "g") for (const name of LAYERS) parts[n].style.setProperty(name, style.getPropertyValue(name));
    if (one.matches(".chosen, .picked, .peer")) parts[n].remove();
  });
  for (const [name, value] of [["xmlns", "http://www.w3.org/2000/svg"], ["width", PIXELS], ["height", PIXELS]]) copy.setAttribute(name, value);
  copy.prepend(svg("title", {}, game.board.text));
  return new XMLSerializer().serializeToString(copy);
}

export async function save(kind) {
  const text = drawn();
  if (kind === "svg") return keep(text, "board.svg", "image/svg+xml");
  const image = new Image(), url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  image.src = url;
  await image.decode();
  URL.revokeObjectURL(url);
  const canvas = Object.assign(document.createElement("canvas"), { width: PIXELS, height: PIXELS });
  canvas.getContext("2d").drawImage(image, 0, 0, PIXELS, PIXELS);
  keep(await new Promise((done) => canvas.toBlob(done)), "board.png", "image/png");
}
