"""The commands by product: name, module and one line of help in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from sudokubench.words import Words

GROUPS: Mapping[Words, Mapping[str, Words]] = {
    Words("Compare engines", "エンジンを比べる"): {
        "run": Words("Run several backends on a corpus; compare answers and times.",
                     "問題集を複数のバックエンドに解かせ、答えと時間を比べる"),
        "report": Words("Write an offline page, plots and tables of one or more runs.",
                        "実行の結果を、オフラインのページ・図・表にする"),
        "compare": Words("Tell what is faster, slower, wrong or new between two runs.",
                         "二つの実行を比べ、速さの変化、誤り、新しいものを示す"),
        "rank": Words("Rank backends, and tell how certain the order is.",
                      "バックエンドの順位と、その確かさを示す"),
        "history": Words("Follow backends over many runs and versions.",
                         "多くの実行とバージョンを通して、バックエンドの変化を追う"),
        "runs": Words("List, show, export or delete stored runs.",
                      "保存した実行の一覧・表示・書き出し・削除"),
    },
    Words("Verify answers", "答えを検証する"): {
        "check": Words("Verify uniqueness with several backends.",
                       "複数のバックエンドで一意解かどうかを調べる"),
        "verify": Words("Verify certificates from scratch.", "証明書を一から検証する"),
    },
    Words("Solve and explain", "解く・解説する"): {
        "solve": Words("Solve boards and exact covers with one backend.",
                       "一つのバックエンドで盤面や厳密被覆を解く"),
        "count": Words("Count the solutions of boards and exact covers.", "盤面や厳密被覆の解の個数を数える"),
        "analyse": Words("Analyse a board for its setter: solutions, candidates, superfluous clues.",
                         "作者のために盤面を調べる：解の個数、候補、省ける与え値とルール"),
        "explain": Words("Solve a board as a person does, and explain each step.",
                         "人のように解き、一手ずつ解説する"),
        "hint": Words("Show the next step of a partial grid, in grades.",
                      "途中の盤面の次の一手を、段階を追って示す"),
        "why": Words("Show what forces or forbids a candidate.",
                     "ある候補が確定する、または消える理由を示す"),
        "rate": Words("Rate puzzles by the steps that a person needs.",
                      "人が解くのに必要な手筋から難易度を求める"),
        "steps": Words("Search the steps that `explain --store` kept.",
                       "`explain --store`が保存した手順を検索する"),
        "rules": Words("List, show and verify the rules of human logic.",
                       "人間の論理の手筋の一覧・説明・検証"),
        "fixpoint": Words("Apply rules in random orders; tell whether all orders agree.",
                          "手筋を無作為な順に適用し、結果が順序によらないかを調べる"),
    },
    Words("Generate puzzles and data sets", "問題とデータセットを作る"): {
        "generate": Words("Make puzzles with exactly one solution.", "解がちょうど一つの問題を作る"),
        "dataset": Words("Make data sets of puzzles without leaks, and check existing ones.",
                         "同値な盤面が分割をまたがないデータセットを作り、既存のものも検査する"),
        "canonical": Words("Write the form that all equivalent boards share.",
                           "同値な盤面に共通の標準形を書く"),
        "equivalent": Words("Tell whether two boards are equivalent, and how.",
                            "二つの盤面が同値かどうかと、その変換を示す"),
        "dedupe": Words("Keep the first of all equivalent boards.", "同値な盤面のうち最初のものだけを残す"),
    },
    Words("Play and watch", "遊ぶ・観察する"): {
        "serve": Words("Play and explain puzzles on a page in the browser.",
                       "ブラウザーのページで問題を解き、解説を読む"),
        "watch": Words("Watch an engine search for an exact cover, step by step.",
                       "厳密被覆の探索を一手ずつ観察する"),
        "export-page": Words("Write the explanation of a puzzle as one page.",
                             "問題の解説を一つのページに書き出す"),
    },
    Words("Tools", "道具"): {
        "convert": Words("Write boards in another form.", "盤面を別の形式で書く"),
        "encode": Words("Write a puzzle as DIMACS CNF, as a model or as an exact cover.",
                        "問題をDIMACS CNF、モデル、厳密被覆として書く"),
        "decode": Words("Read the answer of a solver back into a board or a cover, and check it.",
                        "ソルバーの答えを盤面や厳密被覆の解に戻し、確かめる"),
        "problems": Words("List, describe and draw named exact covers: tilings, queens, squares.",
                          "名前つきの厳密被覆（敷き詰め、クイーン、方陣など）の一覧・説明・図"),
        "backends": Words("List the backends, or examine what is installed.", "バックエンドの一覧と診断"),
        "schema": Words("Print the JSON Schema of what commands write.",
                        "コマンドが書くJSONのスキーマを表示する"),
    },
}  # fmt: skip
SUMMARIES: Mapping[str, Words] = {name: words for group in GROUPS.values() for name, words in group.items()}

_MODULES = {
    "rank": "compare",
    "history": "report",
    **dict.fromkeys(("canonical", "equivalent", "dedupe"), "symmetry"),
    **dict.fromkeys(("convert", "decode"), "encode"),
}
"""The module of each command that does not have a module of its own name."""


def module_of(command: str) -> str:
    """Return the module of `sudokubench.cli` that holds a command."""
    return _MODULES.get(command, command.replace("-", "_"))
