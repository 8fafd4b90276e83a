// What the page itself says, in both languages; what is said of puzzles comes from the server.

const WORDS = {
  skip: ["Skip to the board", "盤面へ"], theme: ["Colours", "配色"], auto: ["Auto", "自動"], light: ["Light", "明"], dark: ["Dark", "暗"],
  board: ["Board", "盤面"], tools: ["Tools", "操作"], pad: ["Digits", "数字"], panels: ["Panels", "パネル"],
  undo: ["Undo", "元に戻す"], redo: ["Redo", "やり直す"], branch: ["Branch {0}", "分岐 {0}"],
  marks: ["Marks", "メモ"], candidates: ["Candidates", "候補"], erase: ["Erase", "消す"],
  keys: [
    "Arrows move, digits fill, Backspace erases, Shift + digit marks, Ctrl+Z and Ctrl+Y undo and redo.",
    "矢印で移動、数字で記入、Backspace で消去、Shift＋数字でメモ、Ctrl+Z／Ctrl+Y で元に戻す／やり直す。",
  ],
  explain: ["Explain", "解説"], import: ["Import", "読み込む"],
  unique: ["one solution", "解は一つ"], multiple: ["several solutions", "解は複数"], none: ["no solution", "解なし"],
  solvable: ["solvable", "解あり"], undecided: ["undecided", "未判定"], solved: ["Solved!", "完成！"],
  row_column: ["row {0}, column {1}", "{0} 行 {1} 列"], clue: ["clue", "与え値"], blank: ["blank", "空き"],
  conflict: ["conflict", "矛盾"], marked: ["marks {0}", "メモ {0}"],
  hint: ["Hint", "ヒント"], more: ["Tell more", "もっと詳しく"], apply: ["Do it", "盤面に適用"],
  hint_note: ["Four grades: where to look, which rule, which cells, the move.", "四段階：注目する場所、手筋、マス、次の一手。"],
  steps: ["All steps", "全手順"], with_search: ["with suppositions", "仮定も使う"],
  all_note: ["Each step of the solution, drawn with its evidence.", "解までの各手順を、根拠とともに図で示します。"],
  first: ["First", "最初"], back: ["Back", "前へ"], next: ["Next", "次へ"], last: ["Last", "最後"],
  step_of: ["step {0} of {1}", "手順 {0}／{1}"], drawing: ["Drawing", "図"],
  why: ["Why?", "なぜ？"], why_of: ["Why is this digit in {0}, or why not?", "{0} にこの数字が入る、または入らない理由"],
  digit: ["Digit", "数字"], solution: ["Fill in the solution", "解を記入"],
  paste: ["Paste a puzzle, drop a file here, or choose one: lines, grids, tables, JSON, text around it.",
    "問題を貼り付けるか、ファイルをドロップまたは選択してください。一行、盤面、表、JSON、文章の中の問題も読めます。"],
  read: ["Read", "読み取る"], file: ["File…", "ファイル…"], link: ["Copy a link to this board", "この盤面へのリンクをコピー"],
  copied: ["Copied.", "コピーしました。"], puzzle_text: ["This puzzle as text", "この問題のテキスト"],
  too_long: ["more than 1 MB: take a part of it", "1 MB を超えています。一部を選んでください"],
  lost: ["The server does not answer; the board stays here. To go on, start `sudokubench serve --port {0}`.",
    "サーバーから応答がありません。盤面はここに残ります。続けるには `sudokubench serve --port {0}` を起動してください。"],
  old_link: ["This link is of another version of the page, and was not read.", "このリンクは別の版のページのもので、読めませんでした。"],
  working: ["Working…", "計算中…"],
};

export const language = () => document.documentElement.lang;

/** A text in the language of the page, with its fields filled in. */
export function t(key, ...values) {
  const text = WORDS[key][language() === "ja" ? 1 : 0];
  return text.replace(/\{(\d)\}/g, (_, n) => values[n]);
}

/** Says everything below an element that names its text, its label, or both. */
export function say(root) {
  for (const one of root.querySelectorAll("[data-t]")) one.textContent = t(one.dataset.t);
  for (const one of root.querySelectorAll("[data-label]")) one.setAttribute("aria-label", t(one.dataset.label));
}

/** An element with properties, attributes where the name has a dash or is `role`, and children. */
export function make(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role") made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...children);
  return made;
}
