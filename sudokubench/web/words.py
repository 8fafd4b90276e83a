"""Texts of the server: refusals, errors of a request, and remarks in replies."""

from sudokubench.words import Words

# Access
NOT_A_NAME = Words(
    "--allow-host {name}: it takes a name or address as browsers send it, NAME or NAME:PORT",
    "--allow-host {name}：ブラウザーが送る名前かアドレスをNAMEかNAME:PORTで指定します",
)
NO_NAME_GIVEN = Words(
    "other machines can reach {address}: add --allow-host NAME with the name that they use, such as the name of this "
    "machine",
    "{address}にはほかのコンピューターからも届きます。そのとき使う名前を--allow-host NAMEで指定してください",
)
OTHER_HOST = Words(
    "{host} is not a name of this server; open http://{known}",
    "{host}はこのサーバーの名前ではありません。http://{known}を開いてください",
)
OTHER_PAGE = Words(
    "the page {origin} must not ask this server; open the page of this server and ask there",
    "ページ{origin}はこのサーバーを使えません。このサーバーのページを開いて使ってください",
)
OTHER_SITE = Words(
    "a page of another site must not ask this server; open the page of this server and ask there",
    "ほかのサイトのページはこのサーバーを使えません。このサーバーのページを開いて使ってください",
)
NO_TOKEN = Words(
    "the token is missing or wrong: open the link that serve has printed, or send Authorization: Bearer TOKEN",
    "トークンがないか、違っています。serveが表示したリンクを開くか、Authorization: Bearer TOKENを送ってください",
)

# Listening
PACKAGE_MISSING = Words(
    "serve needs {package}, which is not installed: {command}",
    "serveには{package}が必要ですが、インストールされていません：{command}",
)
PORT_REFUSED = Words(
    "port {port} cannot be used: {reason}; leave out --port, and serve takes a free one",
    "ポート{port}は使えません（{reason}）。--portを省くと空いているポートを使います",
)
ADDRESS_REFUSED = Words(
    "the address {address} cannot be used: {reason}; give an address of this machine, such as 127.0.0.1 or 0.0.0.0",
    "アドレス{address}では待ち受けられません（{reason}）。127.0.0.1や0.0.0.0など、このコンピューターのアドレスを指定してください",
)

# HTTP
NOT_HTTP = Words(
    "this is not a request of HTTP/1.1, or its head is longer than 64 KB",
    "HTTP/1.1のリクエストではないか、ヘッダーが64 KBを超えています",
)
CROWDED = Words(
    "more than {most} connections are open already; ask again in a second",
    "すでに{most}を超える接続があります。少し待ってからやり直してください",
)
SLOW = Words(
    "the request was not complete after {seconds} s; send it again",
    "{seconds}秒たってもリクエストが届き終わりませんでした。もう一度送ってください",
)
JSON_ONLY = Words(
    "a request is one JSON object: send it with the header Content-Type: application/json",
    "リクエストは一つのJSONオブジェクトです。ヘッダーContent-Type: application/jsonを付けて送ってください",
)
TOO_LONG = Words(
    "the request has more than {most:,} bytes, the largest number allowed; send a part of it",
    "リクエストが{most:,}バイトを超えています。一度に送れるのはそこまでです。一部だけを送ってください",
)
NO_PAGE = Words(
    "{path} does not exist; the page is /, and /api/openapi.json lists the calls",
    "{path}はありません。ページは/、呼び出しの一覧は/api/openapi.jsonにあります",
)
NO_METHOD = Words(
    "{path} does not take {method}; /api/openapi.json lists the method of each call",
    "{path}は{method}では呼び出せません。使えるメソッドは/api/openapi.jsonにあります",
)
INTERNAL = Words(
    "internal error, please report it: {error}", "内部エラーです。開発者にお知らせください：{error}"
)

# Workers
QUEUE_FULL = Words(
    "{waiting} requests are waiting already; ask again in a second",
    "すでに{waiting}件のリクエストが待っています。少し待ってからやり直してください",
)
CLIENT_GONE = Words("the client has gone", "クライアントとの接続が切れました")
OUT_OF_TIME = Words(
    "the time limit of {seconds:g} s ran out before there was an answer; ask about a smaller or easier puzzle, or use "
    "a command of sudokubench: its options set the limits",
    "答えが出る前に制限時間の{seconds:g}秒が過ぎました。もっと小さいか易しい問題にするか、"
    "制限をオプションで変えられるsudokubenchのコマンドを使ってください",
)
OUT_OF_MEMORY = Words(
    "this takes more memory than the limit of {most}; ask about a smaller puzzle, or use a command of sudokubench: its "
    "options set the limits",
    "使うメモリが上限の{most}を超えました。もっと小さい問題にするか、"
    "制限をオプションで変えられるsudokubenchのコマンドを使ってください",
)
WORKER_ENDED = Words(
    "the worker process ended before its answer; ask again",
    "答える前にワーカーが終わりました。もう一度やり直してください",
)

# Fields of a call
NOT_A_TEXT = Words("{value}: it takes a text", "{value}は使えません。文字列が必要です")
NOT_A_BOARD = Words(
    "{value}: it takes a board, as text or as an object of sudokubench.puzzle/1",
    "{value}は使えません。盤面を文字列かsudokubench.puzzle/1のオブジェクトで指定してください",
)
NOT_AMONG = Words("{value}: it takes {known}{close}", "{value}は使えません。使えるのは{known}です{close}")
NOT_A_FLAG = Words("{value}: it takes true or false", "{value}は使えません。trueかfalseを指定してください")
NOT_A_NUMBER = Words(
    "{value}: it takes a whole number from {least} to {most}",
    "{value}は使えません。{least}から{most}までの整数を指定してください",
)
NOT_A_BRANCH = Words(
    "{value}: it takes STEP.MOVE, or several joined by -. 12.1-15.3 means: move 1 instead of step 12, then move 3 "
    "instead of step 15",
    "{value}は使えません。12番目の手を1番の手に、次に15番目の手を3番の手に替えるなら、12.1-15.3のように指定してください",
)
NOT_TEXTS = Words("{value}: it takes a list of texts", "{value}は使えません。文字列のリストが必要です")
NOT_SECONDS = Words(
    "{value}: it takes seconds, more than 0 and up to {most}",
    "{value}は使えません。0より大きく{most}までの秒数を指定してください",
)
LAYOUTS_ONLY = Words(
    "the layout has constraints: leave them out",
    "レイアウトに制約があります。制約を外してください",
)
NO_FIELD = Words(
    "{field} is not a field: {call} takes {fields}{close}",
    "{field}というフィールドはありません。{call}のフィールドは{fields}です{close}",
)
FIELD_MISSING = Words(
    "the field {field} is missing: {call} takes {fields}",
    "フィールド{field}がありません。{call}のフィールドは{fields}です",
)

# Boards
FORMS = {
    "json": Words("read as JSON", "JSONとして読みました"),
    "line": Words("read as one line", "1行の問題として読みました"),
    "grid": Words("read as a grid", "盤面として読みました"),
    "candidates": Words("read as a grid with candidates", "候補つきの盤面として読みました"),
    "fpuzzles": Words("read as a puzzle of f-puzzles", "f-puzzlesの問題として読みました"),
    "sudokupad": Words("read as a puzzle of SudokuPad", "SudokuPadの問題として読みました"),
    "iss": Words(
        "read as constraints of Interactive Sudoku Solver", "Interactive Sudoku Solverの制約として読みました"
    ),
    "tatham": Words("read as a game of Simon Tatham's Solo", "Simon TathamのSoloの問題として読みました"),
    "penpa": Words("read as a puzzle of Penpa+", "Penpa+の問題として読みました"),
    "sumocue": Words("read as a puzzle of SumoCue", "SumoCueの問題として読みました"),
    "janko": Words("read as a file of janko.at", "janko.atのファイルとして読みました"),
    "sdku": Words("read as a file of SudokuSolver", "SudokuSolverのファイルとして読みました"),
    "found": Words("found in the text", "文章の中から読み取りました"),
}
"""How a text was read, by the form; the first form that fits counts."""
BOARD_READ = Words("{layout}, {clues: clue}: {form}", "{layout}、与え値{clues}個：{form}")
MORE_BROKEN = Words(
    "{count: further entry is not a board|further entries are not boards}",
    "ほかに{count}件が盤面として読めません",
)
PUZZLE_NUMBER = Words("puzzle {number}", "{number}問目")
THIS_PUZZLE = Words("this puzzle", "この問題")
"""Name of the board in messages: its text may be only dots."""
NO_FRESH = Words(
    "no bundled {level} puzzle has the layout {layout}; choose {known}, or generate a puzzle",
    "レイアウト{layout}の付属の問題（{level}）はありません。{known}から選ぶか、問題を生成してください",
)
FIRST_OF = Words("the first of {count} boards", "{count}問のうち最初の1問です")

# Races, puzzles to order, and runs
NO_BACKEND = Words(
    "{name} is not a backend: there are {known}{close}",
    "{name}というバックエンドはありません。あるのは{known}です{close}",
)
NO_ENGINE_CHOSEN = Words(
    "no engine is chosen; choose at least one", "エンジンが選ばれていません。一つ以上選んでください"
)
ENDED_AT_LIMIT = Words(
    "the time is up; this puzzle is the nearest to the conditions so far",
    "制限時間になりました。ここまでで条件に最も近い問題です",
)
WITHOUT_RULES = Words(
    "cheaper rules left out, because they find the steps of the required rule: {rules}",
    "同じ手を見つける{rules}は使いません",
)
NOTHING_FOUND = Words(
    "no puzzle was found in this time; allow more seconds, or relax a condition",
    "この時間では見つかりません。時間を延ばすか、条件を緩めてください",
)
NO_RUN = Words(
    "{run} is not a run in {file} here{close}", "{run}という実行は、ここの{file}にありません{close}"
)
