"use strict";
// The script of a report: language and theme, sorting, the browser of puzzles, and the scatter plot of any two backends.
// A view of the page: switches, filters, hidden columns and chosen backends. The address holds it, so that it can be shared.
const view = new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
const keep = (name, value) => {
  if (value) view.set(name, value);
  else view.delete(name);
  try {
    history.replaceState(null, "", `#${view}`.replaceAll("%2C", ","));
  } catch { /* a frame that may not change its address */ }
  parent.postMessage({ view: `#${view}` }, "*"); // to a page that shows this one in a frame
};
addEventListener("hashchange", () => { if (location.hash.includes("=")) location.reload(); });

// Remember the switches where the browser allows it; the style sheet alone makes them work.
for (const input of document.querySelectorAll("fieldset input")) {
  const key = "sudokubench-" + input.name;
  input.addEventListener("change", () => keep(input.name, input.id.split("-")[1]));
  try {
    if (localStorage.getItem(key) === input.id) input.checked = true;
    input.addEventListener("change", () => localStorage.setItem(key, input.id));
  } catch { /* no storage for pages from disk */ }
}
for (const name of ["language", "theme"]) {
  const input = document.getElementById(`${name}-${view.get(name)}`);
  if (input) input.checked = true;
}
addEventListener("message", ({ source, data }) => { // of a page that shows this one in a frame
  if (source === parent) document.getElementById(`theme-${{ light: "light", dark: "dark" }[data.theme] ?? "auto"}`).checked = true;
});
const language = () => document.getElementById("language-ja").checked ? "ja" : "en";
const followLanguage = () => { document.documentElement.lang = language(); };
document.querySelectorAll("[name=language]").forEach((input) => input.addEventListener("change", followLanguage));
followLanguage();

// On paper nothing can be unfolded. Only puzzles on which all answers agree stay folded.
addEventListener("beforeprint", () => document.querySelectorAll("main details:not(.example:not(.contested))").forEach((part) => { part.open = true; }));

// Tables sort by a column: click its heading, or press Enter on it.
for (const table of document.querySelectorAll("table:not(.board)")) {
  if (!table.tHead?.rows.length) continue;
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

// Columns of wide tables can be hidden.
const hidden = new Set((view.get("hide") ?? "").split(",").filter(Boolean));
for (const table of document.querySelectorAll(".table > .scroll > table")) {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
  if (heads.length < 6) continue;
  const box = Object.assign(document.createElement("details"), { className: "columns" }), chosen = document.createElement("div");
  box.innerHTML = '<summary><span lang="en">Columns</span><span lang="ja">列</span></summary>';
  chosen.className = "controls";
  box.append(chosen);
  table.closest(".scroll").after(box);
  heads.forEach((head, column) => {
    const key = `${table.closest(".table").id.replace("table-", "")}.${column}`;
    const label = document.createElement("label"), input = Object.assign(document.createElement("input"), { type: "checkbox", checked: !hidden.has(key) });
    const show = () => {
      for (const row of table.rows) row.cells[column].hidden = !input.checked;
    };
    input.addEventListener("change", () => {
      if (input.checked) hidden.delete(key);
      else hidden.add(key);
      keep("hide", [...hidden].join(","));
      show();
    });
    label.append(input, " ", ...[...head.firstElementChild.childNodes].map((node) => node.cloneNode(true)));
    chosen.append(label);
    show();
  });
}

// The puzzles: a table, linked with the scatter plot and the cactus plot. A puzzle is known by its index in `data.puzzles`.
const source = document.getElementById("puzzles-data");
if (source) {
  const data = JSON.parse(source.textContent), puzzles = data.puzzles;
  const get = (id) => document.getElementById(id);
  const make = (tag, text = "", name = "") => Object.assign(document.createElement(tag), { textContent: text, className: name });
  const said = (words) => words[language()];
  const seconds = (t) => {
    if (!t) return "";
    const [unit, size] = [["s", 1], ["ms", 1e-3], ["µs", 1e-6], ["ns", 1e-9]].find(([, size]) => t >= size) ?? ["ns", 1e-9];
    const value = t / size;
    return `${value >= 999.5 ? value.toLocaleString("en", { maximumFractionDigits: 0 }) : value.toPrecision(3)} ${unit}`;
  };
  const quoted = (text) => /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`;
  const times = puzzles.flatMap((p) => p.t).filter((t) => t > 0).map(Math.log);
  const [least, most] = [times.reduce((a, b) => Math.min(a, b), 0), times.reduce((a, b) => Math.max(a, b), -99)];

  // -- the backends: a click on a name in a plot, or on its button, leaves only the chosen ones in full colour --------------
  const alone = new Set((view.get("backends") ?? "").split(",").filter((name) => data.backends.includes(name)));
  const named = document.querySelectorAll("figure svg text:not([data-engine])");
  data.names.forEach(({ en, ja }, j) => {
    for (const text of named) if ([en, en + ja].includes(text.textContent)) text.dataset.engine = data.backends[j];
    const ranked = [...document.querySelectorAll("#table-ranking tbody tr")].find((row) => row.querySelector("code").textContent === data.backends[j]);
    if (ranked) ranked.dataset.engine = data.backends[j];
  });
  const isolate = () => {
    for (const part of document.querySelectorAll("[data-engine]")) {
      const isIn = alone.has(part.dataset.engine);
      if (part.matches("button")) part.ariaPressed = String(isIn);
      else part.classList.toggle("dim", alone.size > 0 && !isIn);
    }
  };
  const turn = (name) => {
    if (!alone.delete(name)) alone.add(name);
    keep("backends", [...alone].join(","));
    isolate();
  };
  get("engines").append(...data.backends.map((name) => {
    const button = Object.assign(make("button", name), { type: "button" });
    button.dataset.engine = name;
    return button;
  }));
  get("engines").hidden = data.backends.length < 2;
  document.addEventListener("click", ({ target }) => {
    const name = target.closest?.("svg text[data-engine], #engines button");
    if (name) turn(name.dataset.engine);
  });

  // -- the plots: both show the puzzle under the pointer ---------------------------------------------------------------
  const svgNS = "http://www.w3.org/2000/svg";
  const plot = (key, part) => {
    const layer = data[key] && document.querySelector(`#figure-${key} [data-part=${part}]`);
    if (!layer) return null;
    const marks = document.createElementNS(svgNS, "g");
    layer.parentNode.append(marks);
    const svg = layer.ownerSVGElement;
    const at = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(layer.getScreenCTM().inverse());
    const dot = (x, y, r, kind) => {
      const circle = document.createElementNS(svgNS, "circle");
      for (const [name, value] of Object.entries({ cx: x, cy: y, r, class: kind })) circle.setAttribute(name, value);
      marks.append(circle);
    };
    return { ...data[key], layer, marks, svg, at, dot };
  };
  const scatter = plot("scatter", "cloud"), cactus = plot("cactus", "cursor");
  const [across, up] = [get("scatter-x"), get("scatter-y")];
  const span = (p) => Math.log(p.high / p.low);
  const along = (t) => (scatter.side * Math.log((t || scatter.rail) / scatter.low)) / span(scatter);
  const inScatter = (p) => p.t[across.value] !== null && p.t[up.value] !== null && p.t.some((t) => t > 0);
  const spot = (p) => [along(p.t[across.value]), scatter.side - along(p.t[up.value])];
  const onCactus = (p) => p.rank.flatMap((n, j) => n ? [[
    (cactus.wide * n) / cactus.n, (cactus.tall * Math.log(cactus.high / p.t[j])) / span(cactus)]] : []);

  let open = null, pointed = null, picked = new Set();
  const show = () => {
    if (scatter && kind.value === "picked") {
      for (const i of picked) if (inScatter(puzzles[i])) scatter.dot(...spot(puzzles[i]), 4, "picked");
    }
    for (const [p, kind] of [[puzzles[open], "open"], [puzzles[pointed], "pointed"]]) {
      if (!p) continue;
      if (scatter && inScatter(p)) scatter.dot(...spot(p), 6, kind);
      if (cactus) onCactus(p).forEach(([x, y]) => cactus.dot(x, y, 4, kind));
    }
  };
  const mark = () => {
    for (const p of [scatter, cactus]) p?.marks.replaceChildren();
    show();
    for (const row of body.rows) {
      row.classList.toggle("pointed", row.dataset.i == pointed);
      row.classList.toggle("open", row.dataset.i == open);
    }
  };
  const point = (i) => { if (i !== pointed) { pointed = i; mark(); } };

  const nearest = (places, { x, y }, reach) => {
    let best = null, least = reach * reach;
    for (const [i, px, py] of places) {
      const far = (px - x) ** 2 + (py - y) ** 2;
      if (far < least) [best, least] = [i, far];
    }
    return best;
  };
  const listen = (p, places) => {
    p.svg.addEventListener("pointermove", (event) => { if (!event.buttons) point(nearest(places(), p.at(event), 12)); });
    p.svg.addEventListener("pointerleave", () => point(null));
    p.svg.addEventListener("click", (event) => {
      const i = nearest(places(), p.at(event), 12);
      if (i !== null) choose(i, true);
    });
  };
  if (cactus) {
    const places = puzzles.flatMap((p, i) => onCactus(p).map(([x, y]) => [i, x, y]));
    listen(cactus, () => places);
  }
  if (scatter) {
    const figure = get("figure-scatter"), shape = scatter.layer.firstElementChild;
    const titles = [...figure.querySelectorAll("[data-part=title] text")];
    titles.sort((a, b) => a.getAttribute("transform").includes("rotate") - b.getAttribute("transform").includes("rotate"));
    let places = [];
    const redraw = () => {
      places = puzzles.slice(0, data.sample).flatMap((p, i) => inScatter(p) ? [[i, ...spot(p)]] : []);
      scatter.layer.replaceChildren(...places.map(([, x, y]) => {
        const point = shape.cloneNode();
        point.setAttribute("transform", `translate(${x.toFixed(1)},${y.toFixed(1)})`);
        return point;
      }));
      titles[0].textContent = said(data.names[across.value]);
      titles[1].textContent = said(data.names[up.value]);
      get("alt-scatter").textContent = `${said(data.names[across.value])} × ${said(data.names[up.value])}`;
      mark();
    };
    if (shape) {
      across.addEventListener("change", redraw);
      up.addEventListener("change", redraw);
      figure.querySelector(".picker").hidden = false;
      listen(scatter, () => places);
      // A rectangle drawn with the pointer picks the puzzles in it.
      const box = document.createElementNS(svgNS, "rect");
      box.setAttribute("class", "box");
      let from = null;
      scatter.svg.addEventListener("pointerdown", (event) => {
        if (event.pointerType !== "touch") { from = scatter.at(event); event.preventDefault(); }
      });
      addEventListener("pointermove", (event) => {
        if (!from) return;
        const to = scatter.at(event);
        const sides = { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) };
        for (const [name, value] of Object.entries(sides)) box.setAttribute(name, value);
        scatter.layer.parentNode.append(box);
      });
      addEventListener("pointerup", (event) => {
        if (!from) return;
        const to = scatter.at(event), inside = (a, b, v) => Math.min(a, b) <= v && v <= Math.max(a, b);
        if (Math.hypot(to.x - from.x, to.y - from.y) > 6) {
          picked = new Set(places.filter(([, x, y]) => inside(from.x, to.x, x) && inside(from.y, to.y, y)).map(([i]) => i));
          kind.value = "picked";
          fill();
        }
        box.remove();
        from = null;
      });
    }
    scatter.redraw = shape ? redraw : () => {};
  }

  // -- the table ----------------------------------------------------------------------------------------------------
  const table = document.querySelector("#browser table"), body = table.tBodies[0];
  const [find, kind, count, more] = ["find", "kind", "count", "more"].map((id) => get(`browser-${id}`));
  const columns = [
    { head: { en: "puzzle", ja: "問題" }, value: (p) => p.n },
    ...(data.rated ? [{ head: { en: "rating", ja: "難易度" }, value: (p) => p.rating ?? -1 }] : []),
    ...data.names.map((name, j) => ({ head: name, engine: data.backends[j], value: (p) => p.t[j] || (p.t[j] === null ? -1 : 1e9) })),
  ];
  let order = { column: 0, down: false }, shown = 100;
  const kinds = {
    all: () => true, wrong: (p) => p.wrong || data.endings.some((end, e) => end.wrong && p.end.includes(e)),
    unsolved: (p) => p.t.some((t) => t === 0), picked: (p, i) => picked.has(i),
  };
  const answered = (p, j) => {
    const end = data.endings[p.end[j]];
    return end ? [said(end), said(end.verdict)].filter(Boolean).join(" · ") : "";
  };
  const fill = () => {
    const wanted = find.value.trim().toLowerCase();
    const rows = puzzles.map((p, i) => [p, i]).filter(([p, i]) => kinds[kind.value](p, i)
      && (!wanted || p.at.toLowerCase().includes(wanted) || p.text.toLowerCase().includes(wanted)));
    const { value } = columns[order.column];
    rows.sort(([a], [b]) => (value(a) - value(b) || a.n - b.n) * (order.down ? -1 : 1));
    count.textContent = `${rows.length.toLocaleString()} / ${puzzles.length.toLocaleString()}`;
    more.hidden = rows.length <= shown;
    more.dataset.left = (rows.length - shown).toLocaleString();
    table.tHead.replaceChildren(make("tr"));
    columns.forEach((column, c) => {
      const head = make("th", "", c ? "n" : ""), button = make("button", said(column.head));
      if (column.engine) head.dataset.engine = column.engine;
      head.scope = "col";
      if (c === order.column) head.ariaSort = order.down ? "descending" : "ascending";
      button.addEventListener("click", () => { order = { column: c, down: c === order.column && !order.down }; fill(); });
      head.append(button);
      table.tHead.rows[0].append(head);
    });
    body.replaceChildren(...rows.slice(0, shown).map(([p, i]) => {
      const row = make("tr"), first = make("td"), button = make("button", p.at, "link");
      row.dataset.i = i;
      first.append(button);
      row.append(first);
      if (data.rated) row.append(make("td", p.rating?.toFixed(1) ?? "", "n"));
      p.t.forEach((t, j) => {
        const cell = make("td", t ? seconds(t) : t === 0 ? answered(p, j) : "", t === 0 ? "n lost" : "n");
        cell.dataset.engine = data.backends[j];
        if (t) cell.style.setProperty("--heat", `${((60 * (Math.log(t) - least)) / (most - least || 1)).toFixed(0)}%`);
        row.append(cell);
      });
      row.addEventListener("pointerenter", () => point(i));
      row.addEventListener("pointerleave", () => point(null));
      row.addEventListener("click", () => choose(i));
      return row;
    }));
    isolate();
    mark();
  };
  const drawn = (p) => {
    if (p.layout === undefined) return make("code", p.text);
    const { size, boxes } = data.layouts[p.layout], cells = [...(p.cells ?? p.text)];
    const board = make("table", "", `board s${size}`);
    for (let r = 0; r < size; r++) {
      const row = board.insertRow();
      for (let c = 0; c < size; c++) {
        const at = r * size + c, cell = row.insertCell();
        cell.textContent = cells[at] === "." ? "" : cells[at];
        cell.className = (r + 1 < size && boxes[at] !== boxes[at + size] ? "b" : "") + (c + 1 < size && boxes[at] !== boxes[at + 1] ? "r" : "");
      }
    }
    return board;
  };
  const choose = (i, far = false) => {
    open = i;
    const p = puzzles[i], panel = get("browser-open"), left = make("div"), right = make("div");
    left.append(drawn(p), ...(p.rules ? [make("p", p.rules, "note")] : []));
    const facts = [p.at, ...(p.rating === undefined ? [] : [`${said({ en: "rating", ja: "難易度" })} ${p.rating.toFixed(1)}`]), said(data.strengths[p.strength])];
    right.append(make("h3", facts.join(" · ")), ...(p.wrong ? [make("p", said(p.wrong))] : []));
    const answers = make("table");
    data.names.forEach((name, j) => {
      if (p.t[j] === null) return;
      const row = answers.insertRow();
      row.append(make("td", said(name)), make("td", p.t[j] ? seconds(p.t[j]) : "", "n"), make("td", answered(p, j)));
    });
    const asked = data.backends.filter((_, j) => p.t[j] !== null).join(",");
    const command = make("pre");
    command.append(make("code", `sudokubench run --task ${quoted(data.task)} --backend ${quoted(asked)} ${quoted(p.text)}`));
    right.append(answers, command);
    panel.replaceChildren(left, right);
    panel.hidden = false;
    if (far) {
      [...body.rows].find((row) => row.dataset.i == i)?.scrollIntoView({ block: "nearest" });
      panel.scrollIntoView({ block: "nearest", behavior: "smooth" });
    }
    mark();
  };
  const restart = () => { shown = 100; fill(); };
  find.addEventListener("input", restart);
  kind.addEventListener("change", restart);
  more.addEventListener("click", () => { shown += 400; fill(); });
  const speak = () => {
    for (const option of document.querySelectorAll("option")) option.textContent = option.dataset[language()];
    fill();
    if (open !== null) choose(open);
    scatter?.redraw();
  };
  document.querySelectorAll("[name=language]").forEach((input) => input.addEventListener("change", speak));
  for (const id of ["scatter-x", "scatter-y", "browser-find", "browser-kind"]) {
    const control = get(id);
    if (!control) continue;
    if (view.has(id) && view.get(id) !== "picked") control.value = view.get(id);
    control.addEventListener("input", () => keep(id, control.value));
  }
  table.hidden = document.querySelector("#browser .controls").hidden = false;
  speak();
}
