// The marks of a step on the board: houses, coloured candidates, rings, strokes, arrows.
// The server says what to mark; the style sheet has the colours.

import { svg } from "./parts.js";

const FILLS = 6;
const BEND = 0.12;
const SAMPLE = 20; // side of a mark in a legend

/** Return the left (-1) or the right (1) half of a ground; its role makes it round, square or tilted. */
function half(x, y, r, fill, side) {
  const high = [1, 0.9, 1.17][fill % 3] * r, far = side * high;
  const way = [`A${r} ${r} 0 0 ${side > 0 ? 1 : 0} ${x} ${y + high}`, `h${far}v${2 * high}h${-far}`, `l${far} ${high}l${-far} ${high}`][fill % 3];
  return svg("path", { d: `M${x} ${y - high}${way}`, class: `fill fill-${fill % FILLS}` });
}

const ground = (x, y, r, fill, second = fill) => [half(x, y, r, fill, -1), half(x, y, r, second, 1)];
export const ring = (x, y, r) => svg("circle", { cx: x, cy: y, r, class: "ring" });
const slash = (x, y, r) => svg("path", { d: `M${x - r} ${y + r}L${x + r} ${y - r}`, class: "slash" });
const cross = (x, y, r) => svg("path", { d: `M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`, class: "cross" });
const blocker = (x, y, r) => svg("circle", { cx: x, cy: y, r, class: "blocker" });
const frame = (x, y, side) => svg("rect", { x, y, width: side, height: side, rx: Math.min(8, side / 4), class: "frame" });
const tint = (x, y, side, kind) => svg("rect", { x, y, width: side, height: side, ...(kind ? { fill: "url(#hatch)" } : { class: "house" }) });

/** Return the hatching for the second house of a pattern, as a definition in a drawing. */
export const hatch = () =>
  svg("defs", {}, svg("pattern", { id: "hatch", width: 12, height: 12, patternUnits: "userSpaceOnUse" }, svg("path", { d: "M-3 3L3 -3M0 12L12 0M9 15L15 9", class: "hatching" })));

/** Return a curve with a tip that begins and ends beside two points. */
function arrow([x1, y1], [x2, y2], kind, bend = 0) {
  const mx = (x1 + x2) / 2 + (y2 - y1) * bend, my = (y1 + y2) / 2 - (x2 - x1) * bend, far = Math.hypot(x2 - mx, y2 - my), gap = Math.min(9, far / 3);
  const [ax, ay] = [(x2 - mx) / far, (y2 - my) / far], [sx, sy] = [x1 + ((mx - x1) * gap) / far, y1 + ((my - y1) * gap) / far], [ex, ey] = [x2 - gap * ax, y2 - gap * ay];
  return [
    svg("path", { d: `M${sx} ${sy}Q${mx} ${my} ${ex} ${ey}`, class: `arrow ${kind}` }),
    svg("path", { d: `M${ex} ${ey}L${ex - 9 * ax + 4.5 * ay} ${ey - 9 * ay - 4.5 * ax}L${ex - 9 * ax - 4.5 * ay} ${ey - 9 * ay + 4.5 * ax}Z`, class: "tip" }),
  ];
}

/** Return the marks behind the digits, the houses. `corner` returns the corner of a cell, `side` is its length. */
export const houses = ({ tints }, corner, side) => tints.flatMap(([cell, kinds]) => kinds.map((kind) => tint(...corner(cell), side, kind)));

/** Return the marks behind the candidates; `spot` returns the middle of a candidate. */
export const grounds = ({ fills }, spot, r) => fills.flatMap(([option, ...roles]) => ground(...spot(option), r, ...roles));

/** Return the marks above everything: rings and strokes, cells that exclude others, arrows. */
export function over({ links, blocks, supposed }, digits, placed, gone, spot, r, corner, side) {
  const size = Math.sqrt(digits.length);
  const centre = (cell) => corner(cell).map((at) => at + side / 2), nearest = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);
  const groups = new Map(links.flatMap(([start, end]) => [start, end]).filter((one) => one.length > 1).map((one) => [[...one].sort().join(), one]));
  return [
    ...[...placed].map((option) => ring(...spot(option), 1.15 * r)),
    ...[...gone].map((option) => slash(...spot(option), r)),
    ...[...new Set(blocks.map(([cell]) => cell))].map((cell) => blocker(...centre(cell), 0.4 * side)),
    ...blocks.filter(([cell, other]) => cell !== other).flatMap(([cell, other]) => {
      const [[x1, y1], [x2, y2]] = [centre(cell), spot(size * other + digits[cell] - 1)], far = Math.hypot(x2 - x1, y2 - y1), k = (0.4 * side) / far;
      return [svg("path", { d: `M${x1 + (x2 - x1) * k} ${y1 + (y2 - y1) * k}L${x2} ${y2}`, class: "blocks" }), cross(x2, y2, 0.75 * r)];
    }),
    ...[...groups.values()].map((group) => svg("path", { d: `M${group.map((option) => spot(option).join(" ")).join("L")}`, class: "together" })),
    ...links.flatMap(([start, end, kind]) => {
      const pairs = start.flatMap((one) => end.map((other) => [spot(one), spot(other)]));
      const [one, other] = pairs.reduce((best, pair) => (nearest(...pair) < nearest(...best) ? pair : best));
      return nearest(one, other) ? arrow(one, other, kind, BEND) : [];
    }),
    ...(supposed ? [frame(2, 2, size * side - 4)] : []),
  ];
}

/** Return a mark for a legend, as a small drawing. */
export function sample(kind) {
  const middle = [SAMPLE / 2, SAMPLE / 2], r = SAMPLE / 2;
  const drawn = {
    flat: () => [tint(0, 0, SAMPLE, 0)], hatched: () => [hatch(), tint(0, 0, SAMPLE, 1)],
    new: () => [ring(...middle, 0.75 * r)], gone: () => [slash(...middle, 0.75 * r)], supposed: () => [frame(1, 1, SAMPLE - 2)],
    blocker: () => [blocker(...middle, r - 2)], blocked: () => [cross(...middle, 0.6 * r)],
    ...Object.fromEntries(["strong", "weak", "pattern"].map((link) => [link, () => arrow([-8, r], [SAMPLE + 8, r], link)])),
  }[kind];
  return svg("svg", { viewBox: `0 0 ${SAMPLE} ${SAMPLE}`, class: "sample", "aria-hidden": "true" }, ...(drawn ? drawn() : ground(...middle, 0.8 * r, ...kind.split("+").map(Number))));
}
