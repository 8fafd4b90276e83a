"use strict";
// Remember the switches where the browser allows it; the style sheet alone makes them work.
for (const input of document.querySelectorAll("fieldset input")) {
  const key = "sudokubench-" + input.name;
  try {
    if (localStorage.getItem(key) === input.id) input.checked = true;
    input.addEventListener("change", () => localStorage.setItem(key, input.id));
  } catch { /* no storage for pages from disk */ }
}
const language = () => document.getElementById("language-ja").checked ? "ja" : "en";
const followLanguage = () => { document.documentElement.lang = language(); };
document.querySelectorAll("[name=language]").forEach((input) => input.addEventListener("change", followLanguage));
followLanguage();

// Tables sort by a column: click its heading, or press Enter on it.
for (const table of document.querySelectorAll("table:not(.board)")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const value = (row) => row.cells[column].dataset.v ?? row.cells[column].textContent;
      const numeric = head.classList.contains("n");
      const rows = [...table.tBodies[0].rows].sort((a, b) => {
        const [x, y] = [value(a), value(b)];
        if (x === "" || y === "") return (x === "") - (y === "");
        return (numeric ? x - y : x.localeCompare(y)) * (down ? -1 : 1);
      });
      table.tBodies[0].append(...rows);
    });
  });
}

// The scatter plot of any two backends: one frame for all, so only the points and the titles move.
const source = document.getElementById("scatter-data");
if (source) {
  const data = JSON.parse(source.textContent);
  const figure = document.getElementById("figure-scatter");
  const cloud = figure.querySelector("[data-part=cloud]");
  const size = 420, span = Math.log(data.high / data.low);
  const shape = cloud.firstElementChild;
  const titles = [...figure.querySelectorAll("[data-part=title] text")];
  titles.sort((a, b) => a.getAttribute("transform").includes("rotate") - b.getAttribute("transform").includes("rotate"));
  const [across, up] = ["scatter-x", "scatter-y"].map((id) => document.getElementById(id));
  const place = (time) => (size * Math.log((time || data.rail) / data.low)) / span;
  const redraw = () => {
    const [i, j] = [across.value, up.value];
    cloud.replaceChildren(...data.times.filter((row) => row[i] !== null && row[j] !== null).map((row) => {
      const point = shape.cloneNode();
      point.setAttribute("transform", `translate(${place(row[i]).toFixed(1)},${(size - place(row[j])).toFixed(1)})`);
      return point;
    }));
    titles[0].textContent = data.names[i];
    titles[1].textContent = data.names[j];
    document.getElementById("alt-scatter").textContent = `${data.names[i]} × ${data.names[j]}`;
  };
  across.addEventListener("change", redraw);
  up.addEventListener("change", redraw);
  if (shape) figure.querySelector(".picker").hidden = false;
}
