// The colours that a user gives cells, each with its own pattern, so that they differ in grey, too.

import { svg } from "./parts.js";

const TILE = 15;
const PATTERNS = [
  "M-4 4L4 -4M0 15L15 0M11 19L19 11", "M-4 11L4 19M0 0L15 15M11 -4L19 4", "M0 7.5H15", "M7.5 0V15",
  "M0 7.5H15M7.5 0V15", "M0 0L15 15M0 15L15 0", "M5 7.5h5M7.5 5v5", "M7.5 4l3.5 3.5l-3.5 3.5l-3.5 -3.5Z",
];

/** Return the patterns as definitions for a drawing. */
export const tints = () =>
  svg("defs", {}, ...PATTERNS.map((d, n) =>
    svg("pattern", { id: `tint-${n + 1}`, width: TILE, height: TILE, patternUnits: "userSpaceOnUse" }, svg("path", { d, class: "hatch" }))));

/** Return a small drawing of a colour. */
export const swatch = (colour) =>
  svg("svg", { viewBox: `0 0 ${2 * TILE} ${2 * TILE}`, class: "swatch", "aria-hidden": "true" },
    svg("rect", { width: 2 * TILE, height: 2 * TILE, class: `tint-${colour}` }), svg("rect", { width: 2 * TILE, height: 2 * TILE, fill: `url(#tint-${colour})` }));
