// The texts of the page in both languages; texts about puzzles come from the server.

const WORDS = {
  skip: ["Skip to the board", "盤面へ"], theme: ["Colours", "配色"], auto: ["Auto", "自動"], light: ["Light", "ライト"], dark: ["Dark", "ダーク"],
  contrast: ["High contrast", "高コントラスト"],
  board: ["Board", "盤面"], tools: ["Tools", "操作"], pad: ["Digits", "数字"], panels: ["Panels", "パネル"],
  undo: ["Undo", "元に戻す"], redo: ["Redo", "やり直す"], branch: ["Branch {0}", "分岐{0}"],
  marks: ["Marks", "メモ"], candidates: ["Candidates", "候補"], erase: ["Erase", "消す"],
  centre: ["Centre", "中央"], colours: ["Colour", "色"], several: ["Several", "複数"], centred: ["in the centre {0}", "中央{0}"],
  colour_1: ["red", "赤"], colour_2: ["orange", "橙"], colour_3: ["yellow", "黄"], colour_4: ["green", "緑"],
  colour_5: ["cyan", "水色"], colour_6: ["blue", "青"], colour_7: ["violet", "紫"], colour_8: ["grey", "灰色"],
  further: ["More tools", "その他の操作"], singles: ["Singles", "シングル"], heat: ["Heat", "余裕"], single: ["single", "シングル"],
  tight: ["Fewest candidates or places: {0}, in {1}", "候補や置き場所が最も少ない（{0}）：{1}"], comma: [", ", "、"], semicolon: ["; ", "；"],
  restart: ["Restart", "最初から"], mistakes_shown: ["Show mistakes", "間違いを表示"], tidy: ["Tidy marks", "メモを整理"], is_mistake: ["mistake", "間違い"],
  mistakes: ["{0: mistake}", "間違い{0}個"], left: ["{0} left", "残り{0}"], clock: ["Time; hide or show it", "時間の表示／非表示"], unknown: ["not judged", "判定なし"],
  fresh: ["New puzzle", "新しい問題"], class_Easy: ["Easy", "初級"], class_Medium: ["Medium", "中級"], class_Hard: ["Hard", "上級"], class_Expert: ["Expert", "最上級"], class_Extreme: ["Extreme", "超難問"],
  former: ["Previous puzzle", "前の問題"], further_one: ["Next puzzle", "次の問題"], puzzle_of: ["puzzle {0} of {1}", "{0}問目／全{1}問"], back_to: ["back to the {0} puzzles", "全{0}問に戻る"],
  rate_all: ["Rate all", "すべて評価"], print_all: ["Sheets to print", "印刷用の紙面"], number: ["No.", "番号"],
  repent: ["Before the mistake", "間違いの前へ"], print: ["Print", "印刷"],
  repented: ["This is the state before the first mistake. Later entries are kept as a branch.", "最初の間違いの前に戻りました。その後の手は分岐に残ります。"],
  no_mistake: ["There is no mistake.", "間違いはありません。"],
  no_solution: ["Mistakes can be found only if the puzzle has one solution.", "間違いが分かるのは、解がただ一つの問題だけです。"],
  symbols: ["Written in", "表記"], own: ["my own…", "自分の記号…"],
  help: ["Keys", "キー操作"], close: ["Close", "閉じる"],
  help_note: ["The keys work while no input field has the focus. A letter that is a digit of the board writes that digit.",
    "入力欄にカーソルがあるとき以外は、いつでも使えます。盤面の数字にあたる文字のキーを押すと、その数字が入ります。"],
  // `keys.js` divides each of these at ": "
  key_move: ["← ↑ → ↓, Home, End: move", "← ↑ → ↓, Home, End: 移動"], key_fill: ["1 – 9: fill in", "1 – 9: 記入"],
  key_corner: ["Shift + 1 – 9: mark in a corner", "Shift + 1 – 9: 隅にメモ"], key_middle: ["Ctrl + 1 – 9: mark in the centre", "Ctrl + 1 – 9: 中央にメモ"],
  key_tint: ["Alt + 1 – 8: colour", "Alt + 1 – 8: 色"], key_erasing: ["⌫ . 0: erase", "⌫ . 0: 消す"],
  key_select: ["Shift + →, Ctrl + A, Space: select several cells", "Shift + →, Ctrl + A, Space: 複数のマスを選択"],
  key_leave: ["Esc: select one cell; leave a field", "Esc: 一つのマスを選択、入力欄から出る"], key_start: ["Enter: in a field of a panel, start its work", "Enter: パネルの入力欄で実行を始める"], key_paper: ["Ctrl + P: print the board", "Ctrl + P: 盤面を印刷"], key_back: ["Ctrl + Z, Ctrl + Y: undo, redo", "Ctrl + Z, Ctrl + Y: 元に戻す、やり直す"],
  explain: ["Explain", "解説"], import: ["Import", "読み込む"],
  unique: ["one solution", "解は一つ"], multiple: ["several solutions", "解は複数"], none: ["no solution", "解なし"],
  solvable: ["solvable", "解あり"], undecided: ["undecided", "未判定"], solved: ["Solved!", "完成！"],
  drawn_rules: ["{0: rule} drawn on the board", "盤面に描かれたルール：{0}個"],
  row_column: ["row {0}, column {1}", "{0}行{1}列"], clue: ["clue", "与え値"], blank: ["blank", "空き"],
  conflict: ["conflict", "矛盾"], marked: ["marks {0}", "メモ{0}"],
  hint: ["Hint", "ヒント"], more: ["Tell more", "もっと詳しく"], apply: ["Do it", "盤面に適用"],
  steps: ["All steps", "全手順"], with_search: ["with suppositions", "仮定も使う"],
  first: ["First", "最初"], back: ["Back", "前へ"], next: ["Next", "次へ"], last: ["Last", "最後"],
  curves: ["Curves", "曲線"], steps_end: ["{0: step}, at the end", "全{0}手・終わり"],
  step_of: ["step {0} of {1}", "手順{0}／{1}"],
  timeline: ["Bars: the entropy that each step removes, up to {0} nats. Line: the number of candidates left, {1} at first.",
    "棒：各手順が減らすエントロピー（最大{0}ナット）。線：残っている候補（はじめは{1}）。"],
  hardness: ["Bars: the SE value of each step's rule, up to {0}. The puzzle's own SE may differ, because it uses the rules of Sudoku Explainer in that program's order.",
    "棒：各手順の手筋のSE値（最大{0}）。問題そのもののSEは、Sudoku Explainerの手筋をその順に使って求めるため、これと異なることがあります。"],
  others: ["Other moves at this point", "この局面のほかの手"],
  others_note: ["The easiest rules come first, with their SE values; each rule shows a few moves. Choose a move to see its evidence.",
    "易しい手筋から順に、SE値とともに示します（手筋ごとに数個まで）。選ぶと根拠を図に示します。"],
  no_others: ["There are no other moves.", "ほかの手はありません。"],
  others_stopped: ["The search for moves reached its time limit. There may be more.", "手を探す途中で制限時間になりました。ほかにもあるかもしれません。"], take: ["Take this move and continue", "この手を選んで続ける"],
  ways: ["Ways of the explanation", "解説の道筋"], way: ["Way {0}", "道筋{0}"],
  tree: ["The search as a tree", "探索の木"],
  tree_note: ["? a supposition, ✗ a contradiction, ✓ the solution. Arrow keys move, open and close; the board shows the state at that point.",
    "?：仮定、✗：矛盾、✓：解。矢印キーで移動・開閉すると、その状態を図に示します。"],
  prove: ["Prove each step", "各手順を証明"], proved: ["proved", "証明済み"], by_uniqueness: ["if the solution is unique", "一意解の仮定による"],
  refuted: ["wrong", "誤り"],
  facts: ["Fewest facts", "最少の事実"], working_for: ["Working… {0} s", "計算中… {0}秒"],
  why: ["Why?", "なぜ？"], why_of: ["Why is this digit in {0}, or why not?", "{0}にこの数字が入る、または入らない理由"],
  digit: ["Digit", "数字"], solution: ["Fill in the solution", "解を記入"],
  paste: ["Paste a puzzle, drop a file here, or choose one: lines, grids, tables, JSON, text around it.",
    "問題を貼り付けるか、ファイルをドロップまたは選択してください。1行の問題、盤面、表、JSON、文章の中の問題を読めます。"],
  read: ["Read", "読み取る"], file: ["File…", "ファイル…"], link: ["Copy a link to this board", "この盤面へのリンクをコピー"],
  copied: ["Copied.", "コピーしました。"], not_copied: ["The browser does not let this page copy. Copy the link from the address bar.", "ブラウザーがコピーを許可していません。アドレスバーのリンクをコピーしてください。"], puzzle_text: ["This puzzle as text", "この問題のテキスト"],
  too_long: ["more than 4 MB: take a part of it", "4 MBを超えています。一部を選んでください"],
  lost: ["The server does not answer; the board stays here. To go on, start `sudokubench serve --port {0}`.",
    "サーバーから応答がありません。盤面はここに残ります。続けるには`sudokubench serve --port {0}`を起動してください。"],
  foreign: ["The reply (status {0}) does not come from `sudokubench serve` but from a program in between, such as a proxy. Check that the server runs and that this program reaches it.",
    "応答（ステータス{0}）は`sudokubench serve`ではなく、プロキシなど途中のプログラムのものです。サーバーが動いていて、そのプログラムから届くかを確認してください。"],
  old_link: ["This link comes from another version of the page and cannot be read.", "このリンクは別のバージョンのページのもので、読めませんでした。"],
  page: ["Page", "ページ"], alone: ["Open in a tab of its own", "別のタブで開く"], stop: ["Stop", "停止"], stopped: ["Stopped.", "停止しました。"], any: ["any", "指定なし"],
  race: ["Race", "競走"], generate: ["Generate", "作る"], watch: ["Watch", "観察"], runs: ["Runs", "実行"],
  puzzle: ["Puzzle", "問題"], puzzles: ["Puzzles", "問題"], engine: ["Engine", "エンジン"], engines: ["Engines", "エンジン"], task: ["Question", "課題"],
  limit: ["Seconds at most", "制限時間（秒）"], this_board: ["this puzzle", "この問題"], set: ["{0}: {1: bundled puzzle}", "{0}：付属の{1}問"],
  named: ["named problem…", "名前つきの問題…"], pasted: ["pasted boards…", "貼り付けた問題…"],
  boards: ["Boards to race on, in any form that can be imported", "競走に使う問題（読み込めるものなら何でも）"],
  recognised: ["{0:, board}; the first: {1}", "{0:,}問、最初は{1}"],
  race_note: ["The engines answer one after the other, each in a process of its own. Their answers are then compared.",
    "エンジンがそれぞれ別のプロセスで順に答え、答えを互いに突き合わせます。"],
  task_unique: ["how many solutions, up to two?", "解はいくつ？（2個まで）"], task_solve: ["a solution", "解を一つ"], task_count: ["count all solutions", "解をすべて数える"],
  keep_run: ["Store it as a run: last and the history include it", "実行として保存（lastと履歴に含める）"], answer: ["Answer", "答え"], time: ["Time", "時間"], agreement: ["Agreement", "一致"],
  encode: ["encode", "符号化"], solve: ["solve", "求解"], decode: ["decode", "復号"], log: ["bars: logarithmic from 10 µs", "棒：対数目盛り（10 µsから）"],
  asking: ["{0} is working · all engines have done {1} of {2}", "{0}に出題中・全エンジンが答えた問題{1}／{2}"],
  is_correct: ["✓ agrees", "✓ 一致"], is_wrong: ["✗ wrong", "✗ 誤り"], is_unconfirmed: ["no other answer", "ほかに答えなし"], is_error: ["failed", "失敗"],
  trouble: ["There is a disagreement or a wrong answer.", "食い違いか誤答があります。"], no_trouble: ["No disagreement.", "食い違いはありません。"],
  certificate: ["Download the certificate", "証明書をダウンロード"], see_run: ["See the report", "レポートを見る"],
  generate_note: ["A puzzle with exactly one solution, as hard as you wish. Simulated annealing searches for a rating or a rule. The layout is a name, JSON, or a map of regions in one line.",
    "解がただ一つの問題を、望みの難易度で作ります。難易度や手筋の指定は焼きなまし法で探します。レイアウトは名前、JSON、または1行にした領域の図です。"],
  layout: ["Layout", "レイアウト"], variant: ["Variant", "バリアント"], no_variant: ["none", "なし"], symmetry: ["Symmetry", "対称性"], rating: ["Difficulty", "難易度"], needs: ["Needs the rule", "必要な手筋"], hardest: ["Hardest rule, needed too", "最も難しい手筋（必要）"],
  without: ["Without the rules", "使わない手筋"], position: ["only up to the step of the hardest rule", "最も難しい手筋の手順まででよい"], clues: ["Clues", "与え値の数"], clue_count: ["Clues: {0}", "与え値：{0}個"],
  seed: ["Seed", "シード"], minimal: ["minimal: every clue is needed", "極小：どの与え値も除けない"], range: ["from – to (SE: easy 1.2, extreme 8)…", "範囲（SE：初級1.2、超難問8）…"], range_d: ["from – to (D: easy 2, extreme 7)…", "範囲（D：初級2、超難問7）…"], from: ["from", "下限"], to: ["to", "上限"],
  symmetry_none: ["none", "なし"], symmetry_rot180: ["half turn", "180度回転"], symmetry_rot90: ["quarter turn", "90度回転"], symmetry_diagonal: ["diagonal", "対角線"],
  symmetry_antidiagonal: ["other diagonal", "逆対角線"], symmetry_diagonals: ["both diagonals", "両対角線"], symmetry_horizontal: ["horizontal axis", "水平軸"],
  symmetry_vertical: ["vertical axis", "垂直軸"], symmetry_mirrors: ["both axes", "両軸"], symmetry_full: ["full", "すべて"],
  distance: ["distance from the wish (0 to 2)", "望みとの差（0〜2）"], temperature: ["temperature", "温度"], acceptance: ["steps taken", "採択率"],
  looking: ["{0:, puzzle} tried; the nearest has distance {1}", "{0:,}問を調査、最小の差{1}"], generated: ["made: {0: clue}", "できました：与え値{0}個"],
  of_seed: ["seed {0}", "シード{0}"], starting: ["The engines start…", "エンジンを起動中…"],
  nearest: ["the nearest so far, at a distance of {0}", "いちばん近い問題（差{0}）"], made: ["The puzzle as text", "問題のテキスト"], play_it: ["Play it", "盤面に置く"],
  watch_note: ["What an engine covers and uncovers, link by link, and the tree of its search; up to 1,000 steps.",
    "エンジンが何を覆い、何を戻すかをリンクごとに、探索の木とともに示します（1,000手まで）。"],
  runs_note: ["These measurements are stored in the results folder. Choose a run to open its report, or two runs to compare.",
    "ここで測り、結果フォルダーに保存したものです。実行を選ぶとレポートが開き、二つ選ぶと比べられます。"],
  race_kept: ["This is stored as a race: last and the history skip races.", "競走は別に扱い、lastと履歴には含めません。"],
  no_runs: ["There is no run yet. A race makes one.", "実行はまだありません。競走をすると保存されます。"],
  compared: ["Compare", "比較"], started: ["Started", "開始"], records: ["Records", "記録"], state: ["State", "状態"], finished: ["finished", "完了"], unfinished: ["unfinished", "未完了"],
  compare: ["Compare two", "二つを比べる"], compare_run: ["Compare {0}", "{0}を比べる"], history: ["History of all", "全体の履歴"], renew: ["Refresh", "更新"],
  save_page: ["Save as a page", "ページとして保存"],
  working: ["Working…", "計算中…"],
};

export const language = () => document.documentElement.lang;

/** Return a noun in the number of `n`, as `sudokubench.words.agreeing`. */
function agreeing(n, noun) {
  const [one, several = one.replace(/s$/, "se").replace(/ry$/, "rie") + "s"] = noun.split("|");
  return n === 1 ? one : several;
}

/** Return a text in the language of the page, with its fields filled in: `{0:, row}` gives `1 row` or `1,200 rows`, as in `sudokubench.words`. */
export function t(key, ...values) {
  const text = WORDS[key][language() === "ja" ? 1 : 0];
  const filled = (value, comma, noun) => (comma ? value.toLocaleString("en") : value) + (noun ? agreeing(value, noun) : "");
  return text.replace(/\{(\d)(?::(,?)( [^}]+)?)?\}/g, (_, n, comma, noun) => filled(values[n], comma, noun));
}

/** Fill in the texts and labels that the elements of the page name. */
export function say() {
  for (const one of document.querySelectorAll("[data-t]")) one.textContent = t(one.dataset.t);
  for (const one of document.querySelectorAll("[data-label]")) one.setAttribute("aria-label", t(one.dataset.label));
  for (const one of document.querySelectorAll("button:is([data-label], [data-key])"))
    one.title = [one.dataset.label && t(one.dataset.label), one.dataset.key?.toUpperCase()].filter(Boolean).join(" · ");
}

/** Return an element with properties and children. A name with a dash, and `role`, is an attribute. */
export function make(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role") made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...children);
  return made;
}
