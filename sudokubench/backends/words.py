"""Texts about backends."""

from sudokubench.words import Words

# Outside programs
NO_PROGRAM = Words(
    "{spec} names no program; write cmd:PROGRAM ARGUMENT ..., such as 'cmd:minisat {{cnf}} {{out}}'",
    "{spec}にはプログラムの名前がありません。'cmd:minisat {{cnf}} {{out}}'のように書いてください",
)
OPEN_QUOTE = Words(
    "{spec}: a quotation mark is not closed; close it, or write \\ before it",
    "{spec}：引用符が閉じていません。閉じるか、前に \\ を書いてください",
)
UNKNOWN_FIELD = Words(
    "{spec}: {field} is unknown; a command may hold {{cnf}}, {{cnf}} and {{out}}, or {{limit}}",
    "{spec}：{field}は使えません。使えるのは{{cnf}}、{{cnf}}と{{out}}、または{{limit}}です",
)
NEEDS_SHELL = Words(
    "{word} needs a shell, and no shell runs the program; write a script, and name the script",
    "{word}にはシェルが必要ですが、プログラムはシェルを通さずに動きます。スクリプトを書き、その名前を指定してください",
)
NOT_RUN = Words(
    "{program} cannot be run: {reason}; name a program on the PATH or by its path, with the right to execute it, and "
    "begin a script with #!",
    "{program}を実行できません（{reason}）。PATHにあるプログラムの名前かパスを指定し、実行権限を確かめ、"
    "スクリプトは#!の行で始めてください",
)
TOO_LATE = Words(
    "it did not answer {trial} within {seconds} s; this trial precedes every problem",
    "{trial}に{seconds}秒以内に答えませんでした。これは問題の前に必ず行う試しです",
)
ONE_CLAUSE = Words("a formula of one clause", "節が一つの式")
EASY_BOARD = Words("an easy board", "やさしい盤面")
WRONG_TRIAL = Words("its answer to {trial} is wrong", "{trial}への答えが誤っています")
TOO_MUCH = Words("it wrote more than 64 MB", "出力が64 MBを超えました")
DIED = Words("{signal} ended it{complaint}", "{signal}で終了しました{complaint}")
COMPLAINT = Words("; it complains: {text}", "。エラー出力：{text}")
NO_ANSWER = Words(
    "it gave no answer (exit code {code}, {output}){complaint}",
    "答えがありません（終了コード{code}、{output}）{complaint}",
)
PRINTED_NOTHING = Words("it printed nothing", "出力なし")
PRINTED = Words("it printed {line}", "出力：{line}")
CONTRADICTION = Words(
    "its output, its file and its exit code {code} contradict each other",
    "標準出力、ファイル、終了コード{code}が互いに食い違っています",
)
NO_MODEL = Words(
    "it says satisfiable and shows no model; a program that writes the model to a file, as minisat does, needs {{out}}",
    "充足可能と答えましたが、モデルを示していません。minisatのようにファイルに書くプログラムには{{out}}が必要です",
)
SEVERAL_MODELS = Words(
    "it shows {count} models; make it show one", "モデルが{count}個あります。一つだけ示すようにしてください"
)
NO_VARIABLE = Words(
    "its model has the literal {literal}; the formula has {variables} variables",
    "モデルにリテラル{literal}がありますが、式の変数は{variables}個です",
)
INVALID = Words("an invalid solution: {fault}", "正しくない解です：{fault}")
SAME_TWICE = Words("the same solution twice", "同じ解が二度ありました")
NO_TABLE = Words(
    "{file} has no engine {name}; its engines are {names}{close}",
    "{file}に{name}というエンジンはありません。あるのは{names}です{close}",
)
BAD_TABLE = Words(
    "{file}: {name} takes command (a text or a list of texts), form (cnf or lines), encoding and blank: {fault}",
    "{file}：{name}に書けるのはcommand（文字列かそのリスト）、form（cnfかlines）、encoding、blankです：{fault}",
)
NOT_TOML = Words("{file} cannot be read as TOML: {reason}", "{file}をTOMLとして読めません：{reason}")
