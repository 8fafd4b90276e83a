"""Texts of generation: wishes and aims that no puzzle can meet."""

from sudokubench.words import Words, by_door

# Wishes
SYMMETRY = Words(
    "unknown symmetry {name!r}; there are {known}{close}",
    "対称性{name!r}はありません。あるのは{known}です{close}",
)
PATTERN_CELLS = Words(
    "the pattern has {count: cell}, but {layout} has {cells}",
    "配置は{count}マスですが、{layout}は{cells}マスです",
)
NOT_A_SOLUTION = Words(
    "the grid is not full, or breaks a rule: give a solution",
    "この盤面は埋まっていないか、ルールを破っています。解を渡してください",
)
PATTERN_SYMMETRY = Words(
    "the pattern does not have the symmetry {symmetry}: {one} and {other} differ; change one of them, or the symmetry",
    "配置に対称性{symmetry}がありません。{one}と{other}が異なります。どちらかを変えるか、対称性を変えてください",
)
CLUE_RANGE = Words(
    "the number of clues cannot be {clues}: a board of {layout} has from 0 to {cells}, and the smaller number comes "
    "first",
    "与え値の数に{clues}は指定できません。{layout}では0から{cells}までで、小さいほうを先に書きます",
)
TOO_FEW_CLUES = Words(
    "{clues: clue is|clues are} too few: no 9x9 with fewer than {fewest} has one solution (McGuire et al. 2012)",
    "与え値{clues}個では足りません。9x9で解が一つに決まるには{fewest}個以上の与え値が必要です（McGuireほか、2012）",
)
CLUES_IN_GROUPS = Words(
    "the number of clues cannot be {clues}: the symmetry {symmetry} joins cells into groups; try {near}",
    "対称性{symmetry}ではマスが組になるため、与え値の数を{clues}にはできません。{near}を試してください",
)
CLUES_OPTION = Words(
    "the number of clues cannot be {text}: it must be a number such as 24, or a range such as 22..25",
    "与え値の数に{text}は指定できません。24のような数か、22..25のような範囲を書いてください",
)
AIM_ONLY = by_door(
    "{option} is about a difficulty: add --rating, --needs, --without or --hardest, or leave {option} out",
    "{option}は難易度の指定に使います。--rating、--needs、--without、--hardestのどれかを付けるか、{option}を外してください",
)

# Variants
NOT_WITH_VARIANT = Words(
    "{option} does not go with a variant: clues of variants are removed one by one in random order, at any "
    "difficulty; leave {option} out",
    "{option}はバリアントと一緒に使えません。バリアントの問題では、難易度にかかわらず与え値を無作為な順に一つずつ"
    "除きます。{option}を外してください",
)
NO_VARIANT_BOOK = Words(
    "--book does not go with --variant: a book arranges puzzles by class, and variants have none; write pictures with "
    "--to svg",
    "--bookは--variantと一緒に使えません。冊子は問題を難易度の級で並べますが、バリアントには級がありません。"
    "図は--to svgで書けます",
)
NOT_WITH_OVERLAP = Words(
    "{option} does not go with overlapping grids: with these, generate takes only --layout, -n, --skip, --symbols, "
    "--minimal, --seed, --seconds, --to, --lang, --json and -o; leave {option} out",
    "{option}は重なる盤と一緒に使えません。--layoutのほかに使えるのは-n、--skip、--symbols、--minimal、--seed、"
    "--seconds、--to、--lang、--json、-oです。{option}を外してください",
)
NO_FULL_GRIDS = Words(
    "{grids}: no full grids agree in all shared cells; move a grid, so that boxes lie on boxes",
    "{grids}：共有するマスがすべて一致する完成盤面はありません。ボックスが重なるように盤を動かしてください",
)
UNKNOWN_VARIANT = Words(
    "unknown variant {name!r}; generate draws {known}{close}",
    "{name!r}というバリアントはありません。generateで作れるのは{known}です{close}",
)
NOT_DRAWN = Words(
    "{name} cannot be read off a grid, because only an author can choose its values; generate draws {known}",
    "{name}は盤面から読み取れません。値は作者が決めるものだからです。generateで作れるのは{known}です",
)
NOT_READ = Words(
    "{tries} full grids of {layout} had no place for {variant}; choose another variant or layout",
    "{layout}の完成盤面{tries}個のどれにも{variant}の入る場所がありません。別のバリアントかレイアウトにしてください",
)
NO_GRID_WITH = Words(
    "no full grid keeps the rules of {problem}, so no puzzle exists; leave a variant out",
    "{problem}のルールを満たす完成盤面はないので、問題は作れません。バリアントを減らしてください",
)

# Aims
SCALE = Words(
    "unknown scale {name!r}; there are {known}{close}",
    "尺度{name!r}はありません。あるのは{known}です{close}",
)
BAND = Words(
    "rating {low:g}..{high:g} is impossible: the lower end comes first, and both are from 0 to {most}",
    "難易度{low:g}..{high:g}は指定できません。0から{most}までの値を、小さいほうから書いてください",
)
BEFORE_WHICH = by_door(
    "a position stops before a rule: require this rule (--needs), or name it as the hardest (--hardest)",
    "局面は、ある手筋の手前で止まります。その手筋を必須（--needs）にするか、最も難しい手筋（--hardest）"
    "に指定してください",
)
NOT_ALLOWED = by_door(
    "{rule} cannot be required: the allowed rules, up to {last}, do not include it; do not require it, or name a "
    "harder rule as the hardest (--hardest)",
    "{rule}は必須にできません。使える手筋（{last}まで）に含まれていません。必須から外すか、最も難しい手筋（--hardest）"
    "をもっと難しいものにしてください",
)
NOT_IN_ORDER = by_door(
    "{rule} cannot be required: the order of the rules does not have it; do not require it, or name an order that has "
    "it (--config)",
    "{rule}は必須にできません。手筋の順序に含まれていません。必須から外すか、それを含む順序（--config）"
    "を指定してください",
)
NEEDED_AND_WITHOUT = by_door(
    "{rule} cannot be required: it is among the rules that are left out (--without); remove it from one of the two "
    "lists",
    "{rule}は必須にできません。使わない手筋（--without）にも入っています。どちらか一方の指定を取り消してください",
)
IMPLIED = by_door(
    "no 9x9 puzzle needs {rule}: its steps are always found first by {others}; leave these out, too "
    "(<{options}|`without`: {names}>)",
    "{rule}が必要な9x9の問題はありません。{others}が同じ手を先に見つけます。"
    "これらも使わない手筋に加えてください（<{options}|`without`：{names}>）",
)
TOO_HARD_4X4 = Words(
    "a rating of {least:g} or more on the scale se is impossible: no 4x4 is harder than {hardest}",
    "尺度seの難易度{least:g}以上にはできません。4x4の最も難しい問題でも{hardest}です",
)
RATING_OPTION = Words(
    "rating {text}: the value must be a number, a range such as 6.5..7, or a class, Easy to Extreme, "
    "on the scale se",
    "rating {text}：数か、6.5..7のような範囲を指定してください。尺度seではEasyからExtremeまでの級も使えます",
)

# Grids
NO_GRID_IN_TIME = Words(
    "{layout}: no full grid was found in {seconds:g} s; try another seed or other regions",
    "{layout}：{seconds:g}秒以内に完成盤面が見つかりませんでした。別のシードか別の領域を試してください",
)
NO_GRID = Words(
    "{layout}: no full grid keeps the rules of these houses, so no puzzle exists; take other regions",
    "{layout}：これらのユニットのルールを満たす完成盤面はありません。領域を変えてください",
)
