"""Help of the commands in Japanese: the beginning of each option's English help, with its translation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

import click

from sudokubench.cli.catalogue import SUMMARIES
from sudokubench.cli.output import language
from sudokubench.words import breadth, folded

_OPTIONS = """
A and B are backends or versions = AとBをバックエンドかバージョンとみて、いま交互に測る
A rule that the solution must not use = 解くのに使わない手筋
A rule that the solution needs = 解くのに必要な手筋。それより易しい手筋だけでは解けない
A variant, such as = バリアント（killer、thermometerなど）。その制約を解から読み取る。繰り返し指定できる
Add class_id = 同値な盤面に共通のclass_idを加える
Add the depth of trial = 試行錯誤（T&E）の深さと、ウィップ、ブレイドの長さW、Bを加える
Address to listen on = 待ち受けるアドレス。ほかのコンピューターから届くアドレスなら--allow-hostも必要
Also explain each case = それぞれの例をこの順でも解説し、その手筋の名が挙がるかを示す
Also write an offline page = バックエンドごとの図のあるオフラインのページも書く
An engine that reports = 探索の過程を示せるエンジン：
Another seed gives = シードを変えると別の問題になる
Backend that checks each puzzle = できた問題を一つずつ調べ直すバックエンド（dlxなど）
Backend that checks that puzzles = 問題の解が一つかどうかを調べるバックエンド
Backends, with options = バックエンド。オプションはコロンの後に書く：dlx,sat:solver=glucose4
Cells with a clue = 与え値を置くマス：空きマスは. 0 _のどれか、与え値のマスはそれ以外の記号
Certify, and write = 証明し、検査した証明書をFILEに1行ずつ書く
Clauses of the CNF = CNFの節の作り方（符号化）：
Columns of a table = 読む列：表の問題と解の列、またはオブジェクトのキー。ほかは読まない
Compare the ratings = 求めた難易度を、PUZZLE（CSVファイル）の列と比べる
Show the steps up to = 最も難しい手筋を初めて使う手順までを示す。その先に要る手筋は問わない
Continue the latest run = 同じ計画の最新の実行を続ける。同じものがなければ新しく始める
Count solutions of an = 厳密被覆の、平面の図の回転や裏返しで重なる解を一つと数える
CSV file with human = 人にとっての難易度のCSVファイル（列puzzleとrating）
Delete the runs = 実行を削除する。付けなければ一覧を示すだけ
Difficulty: a range = 難易度：6.5..7のような範囲、またはEasyからExtremeまでの級
DIMACS CNF for SAT = SATソルバー用のDIMACS CNF（cnfでもよい）、MiniZinc・XCSP3・SMT-LIB 2・OPBのモデル、または厳密被覆（Knuthのdlxプログラムの形式、0と1のCSV表、JSON）
Draw another solution = 探索の順を無作為に変え、別の解を描く
Draw each step = 手順ごとの図をDIR/PUZZLE-STEP.svgに書く
Draw the start = 最初と手順ごとの図をDIR/STEP.svgに書く
Exit with 3 = Bに誤答があるとき、またはN%を超えて遅くなったバックエンドがあるとき、終了コード3で終わる。何度でも指定できる
Exit with 6 = 判定できない問題（時間切れなど）があれば、終了コード6で終わる
Exit with 7 = Bが遅くなったかどうかを判定できなければ、終了コード7で終わる
File of the page; - = ページのファイル。-は標準出力
File of the page; RUN = ページのファイル。ほかの出力の指定がなければ、結果フォルダーのRUN.html
File; .gz = ファイル。.gzなら圧縮する。省略時は標準出力
Folder of the stored runs = 実行を保存するフォルダー
Form of the boards = 盤面の形式：line、grid、candidates、json。厳密被覆の形式：dlx、matrix、cover。省略時は自動で判別する
Form of the cases = 例の形式。hodokuは1行に一例で、`rules verify`で読める
Form of the drawing = 図の形式
Form of the output = 出力の形式（convertと同じ）。textは1行、レイアウトを1行で書けなければJSON
Form of the rows = 行の形式
Form; by default = 形式。省略時はファイル名で決まり、決まらなければjsonl。aslibはフォルダーに書く
Host name under which = ほかのコンピューターがリンクのトークンとともに使うホスト名。何度でも指定できる
How --search chooses = --searchで値を仮定するマスの選び方 [既定値：mrv]
How much to show = 見せる量：この段階までをすべて示す
In a terminal: walk = 端末で：キーで手順をたどる
Keep the counts = 部分ごとの数を保存し、後で続けられるようにする
Keep the steps = 手順を結果フォルダーに保存する
Language in which the page starts; a switch = ページを開いたときの言語。ページでも切り替えられる
Language in which the page starts; the page has both = ページを開いたときの言語。ページには両方がある
Language of the book = 冊子とメッセージの言語
Language of the texts = 文章の言語
Language; the page = 言語。ページには両方がある
Layout and constraints = 盤面に書かれていないレイアウトと制約：9x9-diagonal、9x9+anti-knight、6x6:3、またはJSONか領域の図のファイル。盤の重なり方も指定できる：samurai、overlap:R1C1+R7C7
Layout, if not 9x9 = 9x9でないレイアウト：6x6、9x9-diagonal、またはJSONファイル。generateではsamuraiやoverlap:R1C1+R7C7も使える
Leave out rules = 解が一つであることを前提とする手筋を使わない
Limit on CPU time = 1問のCPU時間の上限（秒）
Limit on the memory = ワーカーのメモリの上限（MB）
Form of a solution = 解の形式（convertと同じ）。厳密被覆ではline、grid、unicode、svg
line, grid, unicode, candidates = line、grid、unicode、candidates、svg、json、text（すべてのルールを書ける最短の形式）のどれか。ほかのプログラムにはfpuzzles、sudokupad、iss、tatham、penpa、sumocue、janko、sdku
Live: measure these = --live：測るバックエンド。AとBはバージョン（コミットかフォルダー）
Live: seed = --live：問題と両側の順序のシード。省略時は0
Live: stop when = --live：区間が±P%以内になれば止める。省略時は2
Live: the puzzles = --live：問題（runと同じ指定）
Live: the question = --live：課題。省略時はunique
Live: time limit = --live：バックエンドごとの制限時間（秒）。省略時は60
Names and shares = 分割の名前と割合
Number of cases = 手筋ごとの例の数。異なる問題の例を先に挙げる
Number of clues = 与え値の数、またはその範囲
Number of orders = 試す順序の数
Number of puzzles that = 同時に探索する問題の数
Number of puzzles. = 問題の数
Number of rows of each = 各ファイルで難易度、極小性、証明書を調べる行の数
Number of rows that are = 難易度を求める行の数（等間隔に選ぶ）
Number of rows that get = 証明書を作る行の数。省略時は100
Number of rows. = 行の数
Number of worker processes. = ワーカーの数
Number of worker processes: they share = ワーカーの数。1問の探索を分担する
Number of worker processes; it does not change the data = ワーカーの数。データは変わらない
Number of worker processes; it does not change the puzzles = ワーカーの数。問題は変わらない
A backend, with = 一つのバックエンド。オプションはコロンの後に書く。省略時は、ほとんどのバリアントと、12x12より大きい盤面で上限が1,000以下のときはsat、ほかはdlx
One backend, with = 一つのバックエンド。オプションはコロンの後に書く
One backend; by default dlx = 一つのバックエンド。省略時はdlx、解の非常に多い厳密被覆ではdxz
Only print the address = アドレスを表示するだけにする
Only puzzles in which = 極小の問題だけ（どの与え値も除けない）
Only these backends = このバックエンドだけ。satはそのオプションをすべて含む
Order in which rules = 手筋を試す順：人が習う順、またはSudoku ExplainerかHoDoKuの順
Order the steps = どの手順の根拠もできるだけ少なくなるように並べる
Pin each worker = ワーカーをそれぞれ一つのプロセッサーに固定する
Port to listen on = 待ち受けるポート。省略時は空いているもの
Prefer this technique = この手筋を使えるところで優先する。先に使うのはシングルだけ。何度でも指定できる [一覧：rules list]
Print one JSON object = 1行に一つのJSONオブジェクトを出力する
Prove each step = 手順ごとに、根拠と盤面のルールだけからSATで証明する
Prove each verdict = 判定を証明し、その証明を検査する
Puzzles on a sheet = 冊子の一枚に載せる問題の数
Replace each board = 盤面を、無作為に選んだ同値な盤面に置き換える
Require minimal = データセットにその記載がなくても、極小の問題であることを求める
Rounds through = 問題集を解く周回の数。5周以上なら時間に区間が付く
Rules, the sets = 手筋、集合singles、locked、subsets、または伝播器ac3、ac2001、gac
Scale of the rating = 難易度の尺度：
Seed of the order = バックエンドの順序のシード。順序はまとまりごとに変わる
Seed of the random = 無作為な順序のシード
Select all finished = 最新のN件を除く、終わった実行をすべて選ぶ
Select all runs = 中断したままの実行をすべて選ぶ
Show a trace = 新しい探索の代わりに、--jsonで書いた記録を示す
Show all columns = 幅によらず、表のすべての列を示す
Show cases of this = この手筋の例を示す：x_wing、X-Wingなど
Show the grid before = 手順の前の盤面を、必要なら候補とともに示す
Show the version = バージョンを表示して終わる
Show this message = この説明を表示して終わる
Show up to = この数まで解を示す。省略時は一つを示し、二つ目があるかを調べる
Skip the first = そのシードの最初のN問を飛ばす
Solution that all = すべての問題に共通の解
Stop after N steps = N手順で止める
Stop after this = この数の解で止める。省略時はsolveは1、uniqueは2、countはすべて
Suppose values where the rules find nothing, and explain = 手筋がないときは値を仮定し、枝をすべて解説する
Suppose values where the rules find nothing, and show = 手筋がないときは値を仮定し、枝をすべて示す
Symbols of boards = 入出力の盤面の記号：一二三四五六七八九、または名前kanji、letters
Symmetry of the cells = 与え値の配置の対称性：
The hardest rule = 最も難しい手筋。解くのに必ず要る
The original puzzle = PUZZLEに書き込みがある場合の元の問題。書き込んだ数字は与え値とみなさない
The question: find = 課題：解を一つ求める、ただ一つかどうかを調べる、すべてを数える
The problem that = ソルバーに渡した問題：`encode`が書いたファイル。CNFなら元の問題でもよい
Time for each puzzle, in seconds; if = 1問の時間（秒）。足りなければ推定する。推定にも同じ時間がかかる
Time limit for each puzzle, in seconds. = 1問の制限時間（秒）
Time limit for each puzzle, in seconds; = 1問の制限時間（秒）。省略時は60
Time limit for the whole = コマンド全体の制限時間（秒）
TOML file = 手筋の順序や値を変えるTOMLファイル
Up to this number = すべての解を求める個数の上限。候補ごとの解も、ここまでは正確に数える
Use only these rules = この手筋だけを使う
Where the workers run = ワーカーを動かす場所
Whether a backend works = バックエンドを別プロセスで動かすか：いつも（process）、動かさない（inline）、必要なときだけ（auto：中断できないもの、プラグイン、制限・--jobs・--pin・--repeatの指定があるとき）
Write a checked = 判定ごとに、検査した証明書をFILEに1行ずつ書く
Write a self-contained = スライダーのある、一つで完結したページをFILEに書く
Write each explanation = 解説ごとに一つの証明をFILEに1行ずつ書く（`verify`用）
Write every plot as PDF = すべての図をPDFで書く
Write every plot as PNG = すべての図をPNGで書く
Write every plot as SVG = すべての図をSVGで書く
Write every plot as Vega = すべての図をVega-Liteで書く（編集用）
Write every table, = すべての表を、図のデータも含めてCSVで書く
Write nothing = 何も保存しない。記録は最後に捨てる
Write sheets = 行の代わりに印刷用の紙面を書く：FILE.htmlかFILE.pdf
Write summary and tables as L = まとめと表をLaTeXで書く。-は標準出力
Write summary and tables as M = まとめと表をMarkdownで書く。-は標準出力
Write the cases = 例を、読んだり印刷したりできる一つのページとしてFILEに書く
Write the formula = 証明書の式と証明を、ほかの検査器のためにDIMACS（.cnf）とDRUP（.drup）で書く
Write the tables, except = 図と個々の問題のものを除く表を、\\inputで読み込める、articleの本文の幅に収まるLaTeXで書く
Write to FILE instead of standard output. = 標準出力の代わりにFILEに書く
Write to FILE instead of standard output; = 標準出力の代わりにFILEに書く。問題が複数なら必要
"""
_SUMMARIES = {
    "": "数独と厳密被覆のソルバーを比べる道具一式",
    "runs list": "実行を古い順に1行ずつ示す",
    "runs show": "実行とそのマニフェストを示す",
    "runs export": "すべての記録を問題とともに、pandas、Polars、表計算ソフト用に書く",
    "runs gc": "実行を削除し、場所を空ける",
    "rules list": "すべての手筋を、易しい順に二つの尺度の値とともに示す",
    "rules show": "手筋の説明、値、性質、出典を示す",
    "rules verify": "HoDoKuの形式の手筋集で手筋を試し、例ごとの結果を示す",
    "dataset make": "解、級、分割のある問題を、データカードとともにFOLDERに書く",
    "dataset verify": "データセット（`dataset make`のフォルダー、またはほかのファイル）を検査する",
    "problems draw": "問題の解を描く。解がなければnone",
    "problems list": "名前の形をすべて例とともに示す。問題を読むコマンドはどれもこの名前を受け取る",
    "problems show": "問題の説明と、項目と選択肢の数を示す",
    "backends list": "すべてのバックエンドを、オプションとその既定値とともに示す",
    "backends doctor": "すべてのバックエンドを1問で試し、バージョンと、制限がどれだけ守られるかを示す",
    "backends warm": "カーネルを初めて使うときではなく、いまコンパイルし、かかったCPU時間を示す",
} | {name: summary.ja for name, summary in SUMMARIES.items()}
"""One line for each command and subcommand."""
_DESCRIPTIONS = """
= データは標準出力へ、進み具合と注意は標準エラー出力へ書きます。
run = CORPUSは、ファイル（1行に1盤面、または何行かに書いた盤面）、標準入力を表す-、付属の問題集、tromino:9のような名前つきの問題、盤面の文字列のどれかです。省略すると、パイプで渡された標準入力か、付属の問題を読みます。記録はすべてDIR/runs.dbに残ります。
report = RUNは、実行のIDまたはその先頭、`last`（省略時）、`runs export`が書いたファイルのどれかです。複数の実行はまとめて扱います。描画には追加機能`report`が必要です。
compare = 両方の実行にある問題のCPU時間を、問題と周回についての95%区間とともに比べます（両方に--repeat 5が必要です）。実行中に測った一定の作業の時間からコンピューターの変化を見積もり、それも区間に含めます。速さの変化や性能の低下は、区間全体が5%を超える変化を示すときだけ報告します。
compare = --liveを付けると何も保存せず、区間が十分に狭くなるまで、AとBのプロセスが同じ問題を交代で解きます。例：compare --live dlx sat、compare --live HEAD~1 HEAD --backend dlx
rank = 順位は、最良に対する時間の比の幾何平均、PAR-2、ボルダ、ブラッドリー・テリーの四通りで示します。順位には95%区間が付きます。
history = フォルダーのすべての実行、または指定した実行を古い順に取り、共通の問題で比べます。問題集や課題の異なる実行は、名前を示して除きます。実行ごとに、新しくなったもの（バージョン、コミット、コンピューター）、最初の実行に対する時間、`compare`が報告する場合は前の実行からの変化を示します（--repeat 5）。
runs = RUNは、実行のIDまたはその先頭、`last`、`runs export`が書いたファイルのどれかです。
runs export = JSON Linesにはマニフェストも含まれるので、RUNを受け取るどのコマンドでも読めます。aslibは、アルゴリズム選択ライブラリASlibのシナリオ（性能、終了状態、問題の特徴量）を書きます。
check = CORPUSは、ファイル、標準入力を表す-、付属の問題集、名前つきの問題、盤面の文字列のどれかです。解がちょうど一つでない問題と食い違いを一つずつ示し、最後にまとめを示します。読みながら処理するので、問題集の長さに制限はありません。
verify = 証明書の主張は、解がちょうど一つであること、解がないこと、解が複数あることのどれかです。ファイルには証明書を一つだけ、または1行に一つずつ書きます。-は標準入力です。ファイルの中身は信用せず、与え値から式を作り直して証明を検査します。
solve = PUZZLEは、盤面の文字列、ファイル、付属の問題集、queens:8のような名前つきの問題、標準入力を表す-のどれかです。解のない盤面には「none」と表示します。解が複数あるという注意は標準エラー出力へ書きます。
count = 上限なしに数えます。PUZZLEは、盤面の文字列、ファイル、付属の問題集、domino:12のような名前つきの問題、標準入力を表す-のどれかです。--jobs、--executor、--partsを付けると探索を数百の部分に分け、数え終えた部分から全体の個数を推定して進み具合に示します。dxzがすぐに数え終える厳密被覆は、-bでバックエンドを指定しない限り分けません。エンジンの比較にはrun --task countを使います。
count = 推定には、正しい個数を95%の確率で含む区間を付けます：≈ 9.30e+3 (8.90e+3 … 9.70e+3)。標本の偏りが大きければ、下界だけを表示します：≥ 4.00e+3。推定で終わったときの終了コードは6です。
analyse = PUZZLEは、盤面の文字列、ファイル、付属の問題集、標準入力を表す-のどれかで、どのレイアウトや制約でもかまいません。解が一つなら、一つだけ省いても解が変わらない与え値とルールと、余分なもののない組を示します。解がなければ、互いに矛盾する少数の与え値とルールの組を示します。解が複数あれば、二つの解、解を一つにする少数の与え値、候補ごとの解の個数を示します。組が最小か、個数が正確かも示します。
analyse = 行・列・ボックスはいつも守られ、ルールとみなすのは制約と、対角線などの追加のユニットです。Ctrl-Cを押すと、それまでに分かったことを表示します。途中で時間切れになれば、終了コードは6です。
explain = 各手順には根拠を添えます。PUZZLEは、盤面の文字列、ファイル、付属の問題集、標準入力を表す-のどれかです。--jsonを付けると、1行に1問の手順の記録を書きます（スキーマsudokubench.trace/3）。
hint = 誤りがあれば先に知らせ、なければ次の手順を段階に分けて示します。PUZZLEは途中まで解いた盤面で、文字列、ファイル、-のどれかです。書き込んだ候補は`candidates`の形式で渡せます。
why = そこに至る手順と、理由となる最少の与え値とユニットを示します。PUZZLEは、盤面の文字列、ファイル、-のどれかです。CANDIDATEはR3C4#5（3行4列の5）、またはr3c4=5のように書きます。解が複数ある盤面でもかまいません。すべての解に含まれる候補は確定し、どの解にも含まれない候補は消えます。
rate = 級、最も難しい手順（se）、HoDoKuの得点、難易度D、人の所要時間の見積もり（human）を示します。HoDoKuの得点を除き、盤面を回す、裏返す、数字を付け替えるといった変換をしても値は変わりません。値には、方法のバージョン、手筋の順序と値のハッシュ、解き筋の要約が付きます。
rate = 制約のある盤面には独自の尺度（ビット）を使い、最も難しい手順の手間と、全手順の手間の合計を示します。ほかの値とは比べられません。
steps = 手筋ごとの頻度を示します。--techniqueを付けると、その手筋の例を、手順の前の盤面と文で示します。--to hodokuと--htmlは、--techniqueがなければすべての手筋の例を書きます。
rules show = NAMEは`rules list`にあるx_wingのような名前、またはX-Wingのような文中の名前です。
rules verify = FILEを省略すると、ほとんどの手筋に一つずつある付属の局面（より易しい手筋が使えないもの）で試します。
rules verify = その手筋の手順が期待どおりの結論になれば合格です。explainがその手順を選びうるときは、厳密な合格とします。解と食い違う手順があれば、その手筋を誤りとして、そのときの状態とともに報告します。
fixpoint = 何も変わらなくなるまで適用します。PUZZLEは、盤面の文字列、ファイル、付属の問題集、標準入力を表す-のどれかです。単調な手筋は、いつも同じ不動点に至ります。ほかの手筋が複数の不動点に至ったときは、それらの間で異なる候補を示します。
generate = 同じシードからは、ワーカーの数によらず同じ問題ができます。--cluesと--patternがなければ、どの与え値も除けなくなるまで、無作為な順に（対称性を指定したときは組ごとに）与え値を除きます。
generate = --variantを付けると、まず完成盤面から制約を読み取ります。--minimalも付ければ、どの制約も除けなくなるまで制約も除きます。
generate = 難易度や必要な手筋を指定すると、焼きなまし法で探します。制限時間に達すると、いちばん近い問題を示し、終了コード6で終わります。
dataset make = 同値な盤面は必ず同じ分割に入り、オプションが同じならファイルの内容も同じになります。中断しても、同じコマンドで続きから作れます。
dataset verify = DATAは、`dataset make`が書いたフォルダー、またはほかで作られたファイルです。ファイルは、問題の列を持つCSV、Parquet、または問題集です。列`split`がなければ、train.csvとtest.csvのように一つのファイルを一つの分割とみなします。解が一つでない行、異なる分割にある同値な行、誤った列、極小であるべきなのに極小でない問題を報告します。
canonical = 標準形は、解が一つの盤面では、まず解が最小になり、解が同じなら与え値が最小になる形です。そのほかの盤面では、与え値が最小になる形です。--jsonを付けると、class_id、自己同型の個数、同値な盤面の個数（orbit）も書きます。
equivalent = 同値でなければ終了コード5で終わります。盤面が三つ以上あれば、最初の盤面をほかのそれぞれと比べます。最初の盤面のバンド、スタック、行、列が、相手の盤面でどの順に並ぶかを示します。canonicalは同値な盤面に共通の形を書き、dedupeは同値類ごとに一つの盤面を残します。
dedupe = 問題集を読みながら処理し、書き出した盤面を覚えておきます。
serve = 問題を解いたり、解説を見たり、問題を作ったり、エンジンを競走させたりできます。Ctrl-Cで終わります。PUZZLEは、盤面の文字列、ファイル、標準入力を表す-のどれかです。盤面が多ければ問題集として開き、順にめくる、まとめて評価する、印刷する、といったことができます。ページは、コマンドと同じ関数を/apiの下で呼び出します。/api/openapi.jsonがその説明です。競走はDIR/runs.dbに残ります。
watch = PUZZLEは、knuth:example、tromino:5-0、queens:6のような名前つきの問題か、`solve`と同じ盤面です。端末ではキーで前後に進めます。ほかでは、探索の木を文字で表示します。
export-page = 一手ごとに図と文があり、ボタンとキーで進めます。ほかのファイルは要らないので、生徒に送る、サイトに置く、印刷するといった使い方ができます。PUZZLEは、盤面の文字列、ファイル、標準入力を表す-のどれかです。問題が複数あれば、FILE-1、FILE-2のように1問ずつのページになります。
convert = 形式がルールを表せないときは、9x9-diagonal:LINEのようにレイアウトの名前を盤面の前に付けます。jsonとtextはすべてのルールを表せます。
encode = PUZZLEは、盤面の文字列、ファイル、-、名前つきの問題のどれかです。与え値は単位節、またはあらかじめ選んだ選択肢になります。問題が複数あれば、FILE-1、FILE-2のように1問ずつのファイルになります。
decode = FILEはソルバーの出力で、`v`の行、minisatのファイル、または1から数えた選択肢の番号です。モデルを書いたときは、その言語のソルバーの出力です。-は標準入力です。
problems draw = NAMEは、tromino:9やsoma:3x3x3のような名前です。--seedを付けても、どの解も同じ確率で出るわけではありません。
problems show = NAMEは、tromino:9やpolyomino:1,2,3:4x5のような名前です。
backends list = dlx:seed=Nは、無作為な順に探索します。最初の解が、すべての解から均等に選ばれるわけではありません。
schema = NAME（answerなど）のJSON Schema（Draft 2020-12）を表示し、NAMEを省略すると一覧を表示します。JSONオブジェクトのフィールド`schema`は、sudokubench.NAME/VERSIONの形でスキーマの名前を示します。
"""
"""Paragraphs of the commands' help, which follow its first line. The command stands before the first equals sign."""
_MEANINGS = dict(line.split(" = ", 1) for line in _OPTIONS.strip().splitlines())
_HEADINGS = {"Options": "オプション", "Commands": "コマンド", "Usage: ": "使い方："}
_EXTRAS = {
    "default: ": "既定値：", "required": "必須", "(the locale's)": "ロケールの言語",
    "all; with --search, but without --config: subsets": "all。--searchがあり--configがなければsubsets",
    "all; with --search subsets": "all。--searchがあればsubsets",
    "INTEGER RANGE": "整数", "INTEGER": "整数",
}  # fmt: skip


def in_japanese(text: str) -> str:
    """Return the help of an option in Japanese, and the notes that click adds in brackets; unknown text stays English.

    >>> in_japanese("Number of rows.  [default: 100]"), in_japanese("Another text.")
    ('行の数 [既定値：100]', 'Another text.')
    """
    plain, bracket, extra = text.rpartition("[") if text.endswith("]") else (text, "", "")
    begin = max((one for one in _MEANINGS if plain.startswith(one)), key=len, default="")
    if not begin and plain:
        return text
    meaning = _MEANINGS.get(begin, "")
    if meaning.endswith("："):  # the names after the colon are the same in both languages
        meaning += re.sub(", | or ", "、", plain.partition(": ")[2].rstrip(" ."))
    return meaning if meaning.endswith("]") else f"{meaning} {bracket}{_translated(extra)}".strip()


def _translated(text: str) -> str:
    for english, japanese in _EXTRAS.items():
        text = text.replace(english, japanese)
    return text


def described(command: str) -> tuple[str, ...]:
    """Return the description of a command in Japanese: its one line, and paragraphs.

    >>> described("runs list")
    ('実行を古い順に1行ずつ示す',)
    """
    lines = (line.partition("= ") for line in _DESCRIPTIONS.strip().splitlines())
    return _SUMMARIES[command], *(text for name, _, text in lines if name.strip() == command)


class _Formatter(click.HelpFormatter):
    """A formatter of help for the reader's language; Japanese is folded by the width of its characters."""

    paragraphs: tuple[str, ...] = ()
    below: Mapping[str, str] = MappingProxyType({})  # the lines of the subcommands, by name

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, _HEADINGS["Usage: "] if language() == "ja" else prefix)

    def write_heading(self, heading: str) -> None:
        if language() != "ja":
            return super().write_heading(heading)
        return self.write(f"{'':{self.current_indent}}{_HEADINGS.get(heading, heading)}：\n")

    def write_text(self, text: str) -> None:
        if language() != "ja":
            return super().write_text(text)
        indent, room = " " * self.current_indent, self.width - self.current_indent
        parts = ("".join(f"{indent}{line}\n" for line in folded(one, room)) for one in self.paragraphs)
        return self.write("\n".join(parts))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        if language() != "ja":
            return super().write_dl(rows, col_max, col_spacing)
        rows = [(_translated(name), self.below.get(name) or in_japanese(text)) for name, text in rows]
        first = min(max(breadth(name) for name, _ in rows), col_max) + col_spacing
        indent = " " * self.current_indent
        for name, text in rows:
            lines = folded(text, self.width - self.current_indent - first)
            if breadth(name) > first - col_spacing:
                lines = ["", *lines]
            lines[:1] = [name + " " * (first - breadth(name)) + line for line in lines[:1] or [""]]
            rest = [" " * first + line for line in lines[1:]]
            self.write("".join(f"{indent}{line}".rstrip() + "\n" for line in [*lines[:1], *rest]))
        return None


class _Context(click.Context):
    formatter_class = _Formatter

    def make_formatter(self) -> click.HelpFormatter:
        formatter = super().make_formatter()
        if isinstance(formatter, _Formatter):
            path = self.command_path.partition(" ")[2]
            formatter.paragraphs = described(path)
            formatter.below = {
                name.removeprefix(f"{path} "): line
                for name, line in _SUMMARIES.items()
                if name.startswith(f"{path} ")
            }
        return formatter


def localised(command: click.Command) -> None:
    """Let a command, and the commands below it, show their help in the reader's language."""
    command.context_class = _Context
    for below in getattr(command, "commands", {}).values():
        localised(below)
