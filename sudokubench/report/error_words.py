"""Texts of errors about files, runs, exports, ratings and ASlib scenarios, in English and Japanese."""

from __future__ import annotations

from sudokubench.words import Words, by_door

# Files
NOT_READ = Words(
    "cannot be read: {reason}; write or save this file again",
    "読めません：{reason}。このファイルを書き出し直すか、保存し直してください",
)
DRAWING_NEEDS = Words(
    "drawing needs {package}, which is not installed: {command}; --markdown, --latex, --tex and --csv do not need it",
    "描画には{package}が必要ですが、インストールされていません：{command}（--markdown・--latex・--tex・--csvには不要です）",
)
PARQUET_NEEDS = Words(
    "Parquet needs pyarrow, which is not installed: {command}; or {otherwise}",
    "Parquetにはpyarrowが必要ですが、インストールされていません：{command}。または、{otherwise}",
)
TAKE_JSONL = Words("export jsonl", "jsonlで書き出してください")

# Which run
NO_RUN_YET = Words(
    "{file} holds no run yet; make one with `sudokubench run`",
    "{file}にはまだ実行がありません。`sudokubench run`で作成してください",
)
NO_FOLDER = by_door(
    "{file} does not exist: no run was made there; name the folder with --results, or make one with `sudokubench run`",
    "{file}がありません。そこではまだ実行していません。--resultsでフォルダーを指定するか、"
    "`sudokubench run`で実行してください",
)
OTHER_NAME = Words(
    "{file}: a database of runs is named {name}",
    "{file}：実行のデータベースの名前は{name}でなければなりません",
)
SEVERAL_BEGIN_SO = Words(
    "{name}: the ids of {n} runs begin like this; write more of the id",
    "{name}で始まるIDの実行が{n}件あります。IDをもっと長く書いてください",
)
NO_SUCH_RUN = Words(
    "{name}: neither a file nor a run of {file}; `sudokubench runs list --results {folder}` names them{close}",
    "{name}：ファイルでも{file}の実行でもありません。`sudokubench runs list --results {folder}`で一覧できます{close}",
)
LIMITS_DIFFER = Words(
    "runs that are pooled need the same time limits ({limits}): report each alone, or use compare",
    "実行をまとめるには、制限時間が同じでなければなりません（{limits}）。別々にレポートにするか、compareを使ってください",
)
WALL_LIMIT, CPU_LIMIT = (
    Words("{limit:.6g} s of wall-clock time", "実時間{limit:.6g}秒"),
    Words("{limit:.6g} s of CPU time", "CPU時間{limit:.6g}秒"),
)
AND = Words(" and ", "と")

# Exports and ratings
EMPTY_EXPORT = Words(
    "it is empty; write runs with `sudokubench runs export`",
    "空です。`sudokubench runs export`で書き出してください",
)
NOT_JSON_LINES = Words(
    "it is a table without the manifests of its runs; write the runs again with `sudokubench runs export --to jsonl`",
    "実行のマニフェストのない表です。`sudokubench runs export --to jsonl`で書き出し直してください",
)
LINE_TOO_LONG = Words(
    "a line of more than {most:,} bytes: the lines of an export are shorter",
    "{most:,}バイトを超える行です。書き出したファイルの行はもっと短いはずです",
)
GROWS_TOO_MUCH = Words(
    "unpacked, it has more than {most:,} bytes, more than exports usually have; if it is an export, unpack it yourself",
    "展開すると{most:,}バイトを超えます。書き出したファイルならこれほど大きくなりません。書き出したファイルに間違いなければ、展開してから指"
    "定してください",
)
CUT_OFF = Words(
    "{reason}; give a whole file of JSON Lines, as `runs export --to jsonl` writes it",
    "{reason}。`runs export --to jsonl`が書いたJSON Linesの、途中で切れていないファイルを指定してください",
)
OTHER_SCHEMA = Words(
    "not a record with schema {schema}: is it a file of runs export?",
    "schemaが{schema}の記録ではありません。runs exportのファイルか確かめてください",
)
WRONG_FIELD = Words(
    "{name} is {value}: a record has {kind} there, or null",
    "{name}が{value}です。そこには{kind}かnullが必要です",
)
KINDS_OF_FIELDS = {
    "int": Words("a whole number", "整数"),
    "dict": Words("an object", "オブジェクト"),
    "str": Words("a text", "文字列"),
    "bool": Words("true or false", "trueかfalse"),
}
NAMES_NEEDED = Words(
    "{name} of its plan is {value}: a list of names is needed",
    "計画の{name}が{value}です。名前のリストが必要です",
)
NUMBER_NEEDED = Words(
    "the rating is {value}: a number from 0 to 10^15 is needed",
    "難易度が{value}です。0から10^15までの数でなければなりません",
)
NO_PUZZLE = Words(
    "a record without its puzzle; write the file again with `sudokubench runs export`",
    "問題のない記録です。`sudokubench runs export`でもう一度書き出してください",
)
PUZZLE_NEEDED = Words("the line has no puzzle", "この行に問題がありません")
COLUMNS_NEEDED = Words(
    "its first line must name the columns puzzle and rating", "1行目にpuzzleとratingの列名が必要です"
)

# ASlib scenarios
NOTHING_FOR_SCENARIO = Words(
    "the runs have no record to make a scenario of", "シナリオにする記録がありません"
)
SCENARIO_LACKS_CPU = Words(
    "CPU time was limited, but was not measured for some solved puzzle: no scenario can be made",
    "CPU時間に制限がありますが、解けた問題にCPU時間のない記録があるため、シナリオを作れません",
)
DAMAGED_FOR_SCENARIO = Words(
    "run {run}: the record of puzzle {position} is damaged: no scenario can be made",
    "実行{run}：問題{position}の記録が壊れているため、シナリオを作れません",
)
