"""Texts about steps and rules: hints, mistakes, endings, classes, remarks; why a board or a file is refused."""

from __future__ import annotations

from enum import Enum

from sudokubench.words import Words, by_door

ALSO = Words(" Also: {names}.", "別の見方：{names}。")
"""How the other names of a step are shown."""

ENDINGS = {
    "solved": Words("solved", "解けました"),
    "stuck": Words("stuck", "行き詰まりました"),
    "contradiction": Words("contradiction", "矛盾があります"),
    "budget": Words("out of time", "時間切れです"),
}
"""How traces end, by the value of their `Ending`."""

# Boards that human logic refuses
NOT_BY_LOGIC = Words(
    "human logic cannot use this board: {reason}", "この盤面は人間の論理では扱えません：{reason}"
)
NO_BOARD = Words(
    "{puzzle} is not a board; human logic needs a board with houses",
    "{puzzle}は盤面ではありません。人間の論理で扱えるのは、ユニットのある盤面だけです",
)
HOUSES_ONLY = Words(
    "{puzzle} has the constraint {constraint!s:.200}: {reason}",
    "{puzzle}には制約（{constraint!s:.200}）があります。{reason}",
)
NO_SCALE = by_door(
    "trial depth, whips and braids are defined only for boards without constraints; leave <--depth|`scales`> out",
    "試行の深さとウィップ、ブレイドの長さは、制約のない盤面でだけ求められます。<--depth|`scales`>を外してください",
)
A_RATING = Words("a rating", "難易度の評価")
SEVERAL = Words(
    "{puzzle} has several solutions: {cell} may be {one} or {two}",
    "{puzzle}には解が複数あります：{cell}は{one}でも{two}でも成り立ちます",
)
NO_SOLUTION = Words("{puzzle} has no solution", "{puzzle}には解がありません")
BOTH_HOLD = Words(": {a} and {b} both hold {digit}", "：{a}と{b}がどちらも{digit}です")
CANNOT_HOLD = Words(": these facts cannot hold together: {facts}", "：次は同時に成り立ちません：{facts}")
REASON = Words(": {reason}", "：{reason}")
LACKS = Words(
    ": {cell} is {digit} in the only solution of the clues, but {digit} is not a candidate there",
    "：与え値だけの盤面の解では{cell}は{digit}ですが、その{digit}が候補にありません",
)
NOT = Words("no {candidate}", "{candidate}の除外")
NUMBER_UNKNOWN = Words(
    "{puzzle}: the time limit of {seconds} s ran out before the number of solutions was known; allow more time",
    "{puzzle}：解の個数が分かる前に制限時間の{seconds}秒が過ぎました。制限時間を延ばしてください",
)
SOLUTION_UNKNOWN = Words(
    "{puzzle}: the time limit of {seconds} s ran out before a solution was found; allow more time",
    "{puzzle}：解が見つかる前に制限時間の{seconds}秒が過ぎました。制限時間を延ばしてください",
)

CLUES_DO_NOT_SUFFICE = Words(
    "{puzzle}: rules that rely on a single solution are left out, because the clues "
    "alone may have several solutions",
    "{puzzle}：与え値だけで解が一つに決まるとは限らないため、一意解を仮定する手筋は使いません",
)
NEVER_TAKEN = Words("{puzzle}: no step uses {rules}", "{puzzle}：{rules}を使う手順はありません")
NOT_NEXT = Words("the next step does not use {rules}", "次の手順では{rules}を使いません")

# Fixpoints
UNIQUE_IN_FIXPOINT = Words(
    "{rule} relies on a single solution, so it proves nothing on a board with constraints; name another rule",
    "{rule}は一意解を仮定しますが、制約のある盤面では成り立ちません。別の手筋を指定してください",
)
ONE_FIXPOINT = Words(
    "{orders: order leads|orders lead} to the same fixpoint; the entropy was {start} nats at the start",
    "{orders}通りの順序がすべて同じ不動点に至ります（はじめのエントロピーは{start}ナット）",
)
FIXPOINTS = Words(
    "{orders: order leads|orders lead} to {count} fixpoints, so these rules do not commute here; the entropy was "
    "{start} nats at the start",
    "{orders}通りの順序が{count}個の不動点に至ります（はじめのエントロピーは{start}ナット）。これらの手筋はここでは可換ではありません",
)
FIXPOINT_LEFT = Words(
    "{orders: order}: {candidates: candidate is|candidates are} left, with an entropy of {entropy} nats",
    "{orders}通り：候補が{candidates}個残り、エントロピーは{entropy}ナットです",
)
FIXPOINT_BOTTOM = Words(
    "{orders: order}: a contradiction, the bottom of the lattice",
    "{orders}通り：矛盾、すなわち束の最小元です",
)
FIXPOINTS_DIFFER = Words("they differ in {candidates}", "違いは{candidates}です")
NOT_MONOTONE = Words("not monotone: {rules}", "単調でない手筋：{rules}")
APPLICATIONS = Words(
    "applications of a rule: {median} (median), {least} to {most}",
    "手筋の適用：{median}回（中央値）、{least}〜{most}回",
)
REVISIONS = Words(
    "revisions: {median} (median), {least} to {most}", "改訂：{median}回（中央値）、{least}〜{most}回"
)
SUPPORT_CHECKS = Words(
    "support checks: {median} (median), {least} to {most}",
    "支持検査：{median}回（中央値）、{least}〜{most}回",
)

# Explanations
SIGNS = Words(
    "In grids: *5 is in the pattern, -5 is ruled out, =5 is placed.",
    "盤面の記号：*5は手筋の形にある候補、-5は除かれる候補、=5は確定する数字です。",
)
KEYS = Words(
    "space next, b back, p play, c candidates, q quit", "スペース：次へ、b：前へ、p：再生、c：候補、q：終了"
)
STEP_OF = Words("step {number} of {steps}", "手順{number}／{steps}")
SEARCHED = Words(
    "search: {trials: supposition}, at most {deepest} at once, {dead: contradiction}; every branch is closed, so the "
    "solution is the only one",
    "探索：仮定{trials}回（同時に最大{deepest}個）、矛盾{dead}回。すべての枝を調べたので、解はこれだけです",
)
STEPS_SO_FAR = Words(
    "{puzzle}: the time limit of {seconds} s ran out; the steps so far are shown",
    "{puzzle}：制限時間の{seconds}秒が過ぎたため、途中までの手順を示します",
)
EACH_IS_LEAST = Words(
    "every step is known to need the least evidence possible", "どの手も、根拠が最少と確かめられました"
)
LEAST_KNOWN = Words(
    "{optimal} of {steps: step is|steps are} known to need the least evidence possible; "
    "the evidence of the others cannot be reduced, but is perhaps not the least",
    "{steps}手のうち{optimal}手は、根拠が最少と確かめられました。"
    "残りの根拠はどれも省けませんが、最少とは限りません",
)
CHECKED = Words("{steps: step} checked: {counts}", "{steps}手を検証しました：{counts}")
SOUNDNESS = {
    "proved": Words("{count} proved", "証明済み{count}手"),
    "by uniqueness": Words("{count} by uniqueness", "一意解の仮定による{count}手"),
    "refuted": Words("{count} refuted", "誤り{count}手"),
}
"""The results of proofs of steps, by the value of the `Soundness`."""
REFUTED = Words("step {number} does not follow: {step}", "手順{number}は導けません：{step}")

# Ratings
RATED_SO_FAR = Words(
    "{puzzle}: the time limit of {seconds} s ran out; rated by the steps so far",
    "{puzzle}：制限時間の{seconds}秒が過ぎたため、途中までの手順で評価します",
)
RATED_UNSOLVED = Words(
    "{puzzle}: these rules do not solve it; it is rated by the steps that they find, and has no class",
    "{puzzle}：これらの手筋では解けません。見つかった手順で評価し、難易度の級は付けません",
)
NOT_RATED = Words("{puzzle} cannot be rated", "{puzzle}は評価できません")
EFFORT = Words(
    "effort {effort} bits (new scale), {work} bits in {rounds: round}, {trials}; hardest: {hardest}",
    "手間{effort}ビット（新しい尺度）、{rounds}ラウンドの合計{work}ビット、{trials}。最も難しい手筋：{hardest}",
)
ALL_TRIALS = Words("{n: trial}", "試行{n}回")
CUT_TRIALS = Words("at least {n: trial}", "試行{n}回以上")
CLASS = Words("class", "級")
LEVELS = {
    "Easy": Words("Easy", "初級"),
    "Medium": Words("Medium", "中級"),
    "Hard": Words("Hard", "上級"),
    "Expert": Words("Expert", "最上級"),
    "Extreme": Words("Extreme", "超難問"),
}
"""Classes of difficulty, by the value of the `Level`."""


def class_of(level: Enum | None) -> Words:
    """Return the name of a class; for None, a text that says that the rules do not solve the board."""
    return LEVELS[level.value] if level else Words("unsolved", "未解決")


# Hints
LOOK_AT = Words("Look at {region}.", "{region}に注目しましょう。")
LOOK_AT_RULE = Words("Look at this rule: {region}.", "次のルールに注目しましょう：{region}。")
PATTERN_IN = Words("The pattern is in {cells}.", "注目するマスは{cells}です。")
WRONG_DIGIT = Words("{cell} = {digit} is a mistake.", "{cell}の{digit}は誤りです。")
WRONG_MARKS = Words(
    "The pencil marks of {cell} lack the right digit.", "{cell}の候補に正しい数字がありません。"
)
OTHER_CLUES = Words(
    "the grid lacks a clue of its original puzzle, or has other rules; give a grid of this puzzle",
    "盤面が元の問題の与え値を保っていないか、ルールが違います。この問題の途中の盤面を指定してください",
)
FULL = Words("the grid is full and correct", "すべてのマスが正しく埋まっています")
STEP_UNKNOWN = Words(
    "{puzzle}: the time limit of {seconds} s ran out before a step was found; allow more time",
    "{puzzle}：手順が見つかる前に制限時間の{seconds}秒が過ぎました。制限時間を延ばしてください",
)
NO_STEP = Words("no rule finds a step here", "どの手筋を使っても、次の手順が見つかりません")

# Why a candidate is forced or forbidden
IS_FORCED = Words("{cell} is {digit}.", "{cell}は{digit}です。")
IS_FORBIDDEN = Words("{cell} is not {digit}.", "{cell}に{digit}は入りません。")
ONE_LEADS = Words("{claim} One step shows it:", "{claim}次の1手で分かります：")
STEPS_LEAD = Words("{claim} {count} steps show it:", "{claim}次の{count}手で分かります：")
AT_ONCE = Words("{claim} {reason}", "{claim}{reason}")
IS_CLUE = Words("It is a clue.", "与え値です。")
OTHER_CLUE = Words("The clue there is {digit}.", "そこの与え値は{digit}です。")
_DECIDING = Words(
    "{deciding:, by the candidates of |, by the candidates of }{deciding}.",
    "{deciding:（決め手は|（決め手は}{deciding}{deciding:）|）}。",
)
_WAYS_LEFT = Words(
    ": {ways}{deciding:, by the candidates of |, by the candidates of }{deciding}.",
    "（{ways}{deciding:、決め手は|、決め手は}{deciding}）。",
)
NO_FILLING = Words(
    "No way to fill {constraint} contains {gone}", "{constraint}の埋め方に{gone}を含むものはありません"
)
NO_FILLING += _WAYS_LEFT
WAYS = Words("{count:, way is|ways are} left", "残る埋め方は{count:,}通り")
MANY_WAYS = Words("{count:,} or more ways are left", "残る埋め方は{count:,}通り以上")
BREAKS = Words("With {gone}, {constraint} does not hold", "{gone}は{constraint}に反します") + _DECIDING
COMBINATIONS = Words("Only {sums} can fill {constraint}", "{constraint}に入るのは{sums}だけです") + _DECIDING
RISING = Words(
    "Digits rise along {constraint}, so {bounds}", "{constraint}に沿って数字は大きくなるので、{bounds}です"
)
RISING += _DECIDING
NEVER_FALLING = Words(
    "Digits never fall along {constraint}, so {bounds}",
    "{constraint}に沿って数字は小さくならないので、{bounds}です",
)
NEVER_FALLING += _DECIDING
BOUNDS = Words("{cell} is from {least} to {most}", "{cell}は{least}から{most}まで")
BOUND = Words("{cell} is {least}", "{cell}は{least}")
ARROW_SUMS = (
    Words("The sum on {constraint} can only be {sums}", "{constraint}の和は{sums}だけです") + _DECIDING
)
HOUSE_LESS_CAGES = Words(
    "The digits of {house} sum to {all}. With {cages}, it follows that {sum}",
    "{house}の数字の和は{all}です。{cages}から、{sum}となります",
)
HOUSE_LESS_CAGES += _WAYS_LEFT
OR = Words(" or ", "や")
COMMA_OR = Words(", ", "か")
LAST_OR = Words(" or ", "か")
THESE = Words("any of the candidates named here", "次の候補")
CONSTRAINT_HOLDS = Words("{constraint} holds", "{constraint}が成り立つ")
CONSTRAINT_BROKEN = Words("{constraint} does not hold", "{constraint}が成り立ちません")
SEEN_BY = Words("{other} already holds {digit}.", "{other}に{digit}があります。")
GIVEN_GONE = Words("It is ruled out in the given grid.", "与えられた盤面で除かれています。")
NO_LOGIC = Words(
    "{claim} The rules do not show it step by step.",
    "{claim}手筋を順に使っても、ここまではたどり着けません。",
)
FORCED = Words("{candidate} is forced by {facts}:", "{candidate}は次の{facts}により確定します：")
FORBIDDEN = Words("{candidate} is forbidden by {facts}:", "{candidate}は次の{facts}により否定されます：")
OPEN = Words(
    "{candidate} is neither forced nor forbidden: some solutions have it and some do not.",
    "{candidate}は確定も否定もされません。含む解も含まない解もあります。",
)
FACTS = Words("{count: fact}", "{count}個の事実")
CLUE = Words("the clue {candidate}", "与え値{candidate}")
RULED_OUT = Words("{candidate} is ruled out in the given grid", "{candidate}は与えられた盤面で除かれている")
PLACE_NEEDED = Words("{house} must hold {digit}", "{house}には{digit}が入る")
CELL_NEEDED = Words("{cell} must hold a digit", "{cell}には数字が入る")
SMALLEST = Words("No smaller set exists.", "これより小さい組はありません。")
IRREDUCIBLE = Words(
    "No fact can be left out; a smaller set may exist.",
    "どれも省けませんが、もっと小さい組はあるかもしれません。",
)

# Rules
VALUES = Words("se {se}, hodoku {hodoku}", "se {se}、hodoku {hodoku}")
NO_VALUE = Words(
    "no value of se or hodoku: these scales do not cover rules of constraints",
    "seとhodokuの値なし（どちらも制約の手筋を扱わない尺度）",
)
GROWING_VALUES = Words(
    "se {se} (rises with the length), hodoku {hodoku}", "se {se}（長さとともに増加）、hodoku {hodoku}"
)
MONOTONE = {True: Words("monotone: yes", "単調性：あり"), False: Words("monotone: no", "単調性：なし")}
UNIQUE = {
    True: Words("relies on a single solution: yes", "一意解の仮定：あり"),
    False: Words("relies on a single solution: no", "一意解の仮定：なし"),
}
UNIQUE_NOTE = Words(" (relies on a single solution)", "（一意解の仮定）")
FOUND, NOT_FOUND = Words("found", "見つかりました"), Words("not found", "見つかりません")
NO_STEP_THERE = Words("no step", "手順なし")
STEP_THERE = Words("a step where none is expected", "ないはずの手順があります")
NO_RULE = Words("no rule for it", "該当する手筋なし")
UNSOUND = Words("; {rule} is unsound in {puzzle}: {text}", "。{rule}は{puzzle}で誤った結論を出します：{text}")
CASE = Words("{place}: {case}: {outcome} ({rules})", "{place}：{case}：{outcome}（{rules}）")
TOLD_AS = Words("{place}: {case}: explained as {rule}", "{place}：{case}：{rule}として説明されます")
TOLD_ALSO = Words(" (also {rules})", "（別の見方：{rules}）")
NOT_TOLD = Words(
    "{place}: {case}: no rule other than nets finds anything",
    "{place}：{case}：ネットを除くと、どの手筋も使えません",
)
CASES_PASSED = Words(
    "{passed} of {cases} passed, {strict} strictly", "{cases}のうち{passed}件が合格（厳密な合格は{strict}件）"
)
NAMES_TOLD = Words(
    "{cases} with a named technique: the first step uses it in {first} ({first_also} if other names of the step count, "
    "too), at least one step uses it in {used} ({used_also}); with explain --technique a step uses it in {asked}",
    "{cases}のうち、その手筋が最初の手順になるのは{first}（別の見方も含めると{first_also}）、"
    "いずれかの手順になるのは{used}（同じく{used_also}）、explain --techniqueで指定すると手順になるのは{asked}",
)
NO_NAMES = Words("no case has a technique that can be named", "手筋の名前を確かめられる例がありません")
CODES = Words("codes in technique libraries: {codes}", "手筋集での番号：{codes}")
SOURCE = Words("source: {source}", "出典：{source}")

# Traces and certificates in JSON
WRONG_FIELD = Words(
    "its {name} is {value} and not {needed}", "{name}が{value}ですが、{needed}でなければなりません"
)
WRONG_FIELDS = Words(
    "its fields are {found} and not {needed}", "フィールドが{found}ですが、{needed}でなければなりません"
)
A_SHORT_TEXT = Words("a short printable text", "表示できる短い文字列")
AN_OBJECT = Words("an object", "オブジェクト")
NOT_A_TRACE = Words("not a trace: {reason}", "手順の記録ではありません：{reason}")
OF_STEP = Words("step {number}: {reason}", "手順{number}：{reason}")
STEP_THAT = Words("step {number} {fault}", "手順{number}：{fault}")
UNKNOWN_STEP_FIELD = Words(
    "it has an unknown field {name}; a step has {known}",
    "未知のフィールド{name}があります。手順のフィールドは{known}です",
)
UNKNOWN_FIELD = Words("it has an unknown field {name}", "未知のフィールド{name}があります")
IT_IS = Words("it is {value} and not {needed}", "{value}は{needed}ではありません")
WRONG_STEPS = Words("its steps are {value} and not a list", "手順が{value}ですが、リストでなければなりません")
NO_FIELD = Words("it has no {name}", "{name}がありません")
ONE_OF = Words("one of {values}", "{values}のどれか")
ROLES = Words("a list of roles, each with its candidates", "役割とその候補のリスト")
LINKS = Words(
    "a list of links (strong or weak), each with a start and an end that are not empty",
    "リンク（strongかweak、空でない始点と終点）のリスト",
)
NUMBER = Words("a whole number of at least 0", "0以上の整数")
FINITE = Words("a finite number", "有限の数")
SHORT_TEXTS = Words("a list of short printable texts", "表示できる短い文字列のリスト")
OTHER_BOARD = Words(
    "it states the id {stated}, but its puzzle has the id {id}; write this trace again",
    "記録にある問題のIDは{stated}ですが、盤面のIDは{id}です。記録を書き出し直してください",
)
SUPPOSES_SEVERAL = Words(
    "step {number} supposes {count} options instead of one",
    "手順{number}は{count}個の選択肢を仮定しています。仮定は一つだけです",
)
WRONG_DEPTH = Words(
    "step {number} has the depth {depth}, but {trials: supposition is|suppositions are} open there; the depth is their "
    "number",
    "手順{number}の深さが{depth}ですが、そこで有効な仮定は{trials}個です。深さは有効な仮定の個数です",
)
BAD_TRACE_BOARD = Words(
    "its board cannot be read: {reason}; a trace holds a board as {schema} says",
    "盤面を読めません：{reason}。{schema}の形の盤面が必要です",
)
HAS_FOREIGN = Words(
    "step {number} has {what} {value}: {least} to {most} are possible on {layout}",
    "手順{number}の{what}が{value}です。{layout}では{least}から{most}までです",
)
PARTS = {
    "digit": Words("the digit", "数字"),
    "candidate": Words("the candidate", "候補"),
    "item": Words("the item", "項目"),
    "house": Words("the house", "ユニット"),
}
AFTER_STEPS = Words(
    "{name} is {value}, but after step {steps} it is {true}",
    "{name}が{value}ですが、手順{steps}の後では{true}です",
)
OTHER_PUZZLE = Words(
    "not a trace of {puzzle} but of {other}", "{puzzle}の手順の記録ではなく、{other}の手順の記録です"
)
NOT_OF_A_SEARCH = Words("is not a step of a search", "探索の手順ではありません")
NOT_LEFT = Words("supposes an option that cannot be tried there", "そこでは試せない選択肢を仮定しています")
NO_END = Words("says wrongly that the search ends there", "そこで探索は終わりません")
NO_RETURN = Words(
    "takes back a trial that cannot be taken back there", "そこで取り消せない仮定を取り消しています"
)
FALSE_STEP = Words("is not what the search does there", "そこで起こることと違います")
LEFT_OUT = Words("{backend} left out a part of its search", "{backend}の探索に抜けた部分があります")
IMPOSSIBLE_OPTION = Words(
    "{option} cannot be chosen together with the options chosen before",
    "{option}は、先に選んだ選択肢と両立しません",
)

# Configurations
UNKNOWN_KEY = Words(
    "unknown key {key}: the keys of a configuration are order, se, hodoku and uniqueness",
    "{key}という項目はありません。設定の項目はorder、se、hodoku、uniquenessです",
)
ORDER_NEEDED = Words("order: a list of names of rules is needed", "order：手筋の名前のリストにしてください")
TABLE_NEEDED = Words("{key}: a table of rules and values is needed", "{key}：手筋と値の表にしてください")
VALUE_NEEDED = Words(
    "{key}.{name} = {value}: a number from 0 to 100000 is needed",
    "{key}.{name} = {value}：0から100000までの数にしてください",
)
BOOLEAN_NEEDED = Words(
    "uniqueness = {value}: true or false is needed", "uniqueness = {value}：trueかfalseにしてください"
)
SWITCHED_OFF = by_door(
    "{rule} relies on a single solution, but such rules are switched off; take another rule, or leave out "
    "<--no-uniqueness or |>uniqueness = false",
    "{rule}は一意解を仮定しますが、そのような手筋は使わない指定です。別の手筋にするか、"
    "<--no-uniquenessや|>uniqueness = falseを外してください",
)
TOO_LONG = Words(
    "the configuration is too long: it can have at most {most} {what}",
    "設定が長すぎます。{what}は{most}個までです",
)
SIGNS_OF_TEXT = {
    "characters": Words("characters", "文字"),
    "dots": Words("dots", "ピリオド"),
    "brackets": Words("brackets and braces", "括弧"),
}
NOT_TOML = Words("the configuration is not TOML: {reason}", "設定をTOMLとして読めません：{reason}")
LONG_NUMBER = Words(
    "a number has thousands of digits; write a number from 0 to 100000",
    "何千桁もの数があります。値は0から100000までです",
)

# Names of rules and languages
UNKNOWN_RULE = Words(
    "unknown rule {name!r:.60}; `sudokubench rules list` names them all{close}",
    "{name!r:.60}という手筋はありません。`sudokubench rules list`に一覧があります{close}",
)
UNKNOWN_OPERATOR = Words(
    "no operator is called {name!r}: there are the sets {sets}, the propagators {propagators}, and each "
    "rule of `rules list`{close}",
    "{name!r}という作用素はありません。集合{sets}、伝播器{propagators}、`rules list`の手筋を使えます{close}",
)
UNKNOWN_LANGUAGE = Words(
    "unknown language {language!r}; there are {known}",
    "{language!r}という言語はありません。使えるのは{known}です",
)

# Libraries of cases
BAD_CASE = Words("{text} is not a case; a case has the form {form}", "{text}：例は{form}のように書きます")
BAD_GRID = Words(
    "the grid {grid} of a case has a wrong sign or more than 81 cells; its signs are . and 0 to 9, and + before a "
    "digit",
    "例の盤面{grid}に、使えない文字か82個目のマスがあります。使えるのは . と0から9、数字の前の + です",
)
SHORT_GRID = Words(
    "the grid of a case has {cells: cell}; it needs 81", "例の盤面が{cells}マスです。81マス必要です"
)
BAD_CANDIDATE = Words(
    "{word} is not a candidate; write digit, row, column, each from 1 to 9",
    "候補{word}：数字、行、列の順に、それぞれ1から9で書きます",
)
NO_CASES = Words("a case is missing; its form is {form}", "例がありません。{form}のように1行ずつ書きます")

# Stored steps
STORE_UNUSABLE = by_door(
    "{path} cannot be used ({reason}); name another folder with --results",
    "{path}を使えません（{reason}）。--resultsで別のフォルダーを指定してください",
)
STORE_UNREADABLE = by_door(
    "{path} cannot be read ({reason}); name another folder with --results",
    "{path}を読めません（{reason}）。--resultsで別のフォルダーを指定してください",
)
OTHER_FORMAT = by_door(
    "{path} has format {version} and not {needed}; name another folder with --results",
    "{path}の形式は{version}で、{needed}ではありません。--resultsで別のフォルダーを指定してください",
)
DAMAGED_STEPS = Words(
    "{path}: the steps of {puzzle!r:.100} are damaged ({reason:.100}); store them again with `explain --store`",
    "{path}：{puzzle!r:.100}の手順が壊れています（{reason:.100}）。`explain --store`でもう一度保存してください",
)
