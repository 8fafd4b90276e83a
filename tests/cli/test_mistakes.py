"""Mistakes of a user, command by command, and the remedies that the messages name.

The exit code is 2, or 4 where a line has `4|`: the input is not valid, or a file cannot be written.
"""

import shlex

import pytest

from sudokubench import cli
from sudokubench.cli import sudokubench

P = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

READERS = (
    "analyse", "canonical", "check", "convert", "count", "dedupe", "encode", "explain", "fixpoint", "hint", "rate",
    "run", "serve", "solve", "watch",
)  # fmt: skip
WITHOUT_JSON = ("encode", "serve")
OF_READERS = """
puzles.txt               4| did you mean puzzles.txt?
famouse                  4| did you mean famous?
xyz                      4| is not a file, a bundled set or a named problem
results                  4| name the files in it, as results/*
53..7....6..195          4| such as 16, 36, 81
P --layout 9x9-diag       | diagonal
P --layout 9x9+anti-night | anti-knight
P --layout samuri         | samurai, twodoku
P --layout samurai       4| one line with a sign for each of the 369 cells
overlap:R1C1+R20C20       | the grids do not meet
P --from lines            | there are line, grid
overlap:4x4:samurai:      | as in overlap:4x4:R1C1+R3C3
samurai                  4| not a puzzle but a layout
9x9-diagonal             4| as in --layout 9x9-diagonal FILE
P --jsn                   | did you mean --json?
P --json=yes              | does not take a value
"""
"""Mistakes about the puzzles that a command reads."""

KEPT = "explain 1...3..2...3..2. --store --results kept"
MISTAKES = {
    "serve": """
serve queens:8                                   4| `sudokubench watch` take covers, too
serve P --host 0.0.0.0                            | add --allow-host NAME with the name that they use
serve P --port 70000                              | a whole number from 0 to 65,535
serve P --port -1                                 | a whole number from 0 to 65,535
serve P --port http                               | a whole number from 0 to 65,535
serve P --ports 8000                              | did you mean --port?
serve P --browser                                 | did you mean --no-browser?
serve P --lang fr                                 | not one of 'en', 'ja'
""",
    "export-page": """
export-page puzles.txt -o x.html                 4| did you mean puzzles.txt?
export-page P                                     | Missing option '-o'
export-page P --output nowhere/x.html            4| name another file
export-page famous -o -                           | with --output FILE.X they are FILE-1.X
export-page queens:8 -o x.html                   4| is not a board
export-page 12.............4 -o x.html           4| several solutions
export-page 53..7....6..195 -o x.html            4| such as 16, 36, 81
export-page P -o x.html --serach                  | did you mean --search?
export-page P -o x.html --lang fr                 | not one of 'en', 'ja'
export-page P -o x.html --time-limit 5s           | a number above 0
""",
    "canonical": """
canonical queens:8                                  4| is not a board
canonical puzzles.txt --time-limit 5s                | a number above 0
""",
    "dedupe": """
dedupe queens:8                                  4| is not a board
dedupe puzzles.txt --time-limit 5s                | a number above 0
""",
    "equivalent": """
equivalent P                                        | name a second one
equivalent                                          | Missing argument
equivalent P puzles.txt                            4| did you mean puzzles.txt?
equivalent P xyz                                   4| is not a file, a bundled set or a named problem
equivalent P results                               4| name the files in it, as results/*
equivalent P queens:8                              4| is not a board
equivalent P P --lang fr                            | not one of 'en', 'ja'
equivalent P P --jsn                                | did you mean --json?
equivalent P P --layout 9x9-diag                    | diagonal
equivalent P P --time-limit 0                       | a number above 0
""",
    "dataset": """
dataset mke set -n 10                               | did you mean make?
dataset make set                                    | Missing option '-n'
dataset make -n 10                                  | Missing argument 'FOLDER'
dataset make '' -n 1                                | is not a file or a folder
dataset verify ''                                   | is not a file or a folder
dataset make set -n 0                               | a whole number of at least 1
dataset make set -n 10 --layout samurai             | `generate` makes them
dataset make set -n 10 --rated many                  | a number of rows from 0 to 10, or all
dataset make set -n 10 --rated 11                    | a number of rows from 0 to 10, or all
dataset make set -n 10 --certified 11                | a number of rows from 0 to 10, or all
dataset make set -n 10 --certified some               | a number of rows from 0 to 10, or all
dataset make set -n 10 --split train                | such as train=0.9,test=0.1
dataset make set -n 10 --split a=0.5,b=0.4          | above 0 and add up to 1
dataset make set -n 10 --split a=0.5,a=0.5          | give different names
dataset make set -n 10 --to parqet                | did you mean parquet?
dataset make set -n 10 --clues 16                   | no 9x9 with fewer than 17
dataset make set -n 10 --layout 4x4+anti-knight     | layouts without constraints
dataset make results -n 10                          | name another folder
dataset make puzzles.txt -n 10                      | is a file
dataset verify                                      | Missing argument 'DATA...'
dataset verify results                             4| a folder that `dataset make` wrote
dataset verify nowhere.csv                         4| is not a file
dataset verify puzzles.txt --sample few             | a number of rows
dataset verify puzzles.txt --sample 0               | a number of rows from 1 to
dataset verify puzzles.txt --backend all             | give one name that `backends` lists
dataset verify puzzles.txt --backend dxl            | did you mean dxz or dlx?
""",
    "generate": """
generate -b ''                                      | unknown backend ''
generate --json --to grid                           | leave out --to or --json
generate --book sheets.html -o puzzles.txt          | add --json
generate --per-page 6                               | add --book FILE.html
generate --book a.html --to grid                    | leave out --to or --book
generate --position --hardest naked_pair --to grid  | leave out --to or --position
generate --scale hodoku                             | --scale is about a difficulty: add --rating
generate --config missing.toml                      | --config is about a difficulty: add --rating
generate -n 0                                       | a whole number of at least 1
generate -n thousand                                | a whole number of at least 1
generate --rating hardish                           | 6.5..7, or a class
generate --rating ""                                | 6.5..7, or a class
generate --hardest ""                               | rules list
generate --needs x_wing --scale sse                 | did you mean se
generate --clues 22..                               | such as 24, or a range
generate --clues 25..22                             | from 0 to 81
generate --clues 18..19 --symmetry rot90            | try 17 or 20
generate --symmetry rot18                           | did you mean rot180
generate --symetry rot180                           | did you mean --symmetry?
generate --timeout 3                                | did you mean --seconds?
generate --pattern x.x                              | the pattern has 3 cells
generate --grid 12                                 4| a line of 9x9 has 81
generate --book a.doc                               | --book a.doc: the name of a book ends in .html or .pdf
generate --book no/a.pdf                           4| --book no/a.pdf cannot be written: No such file
generate --book a.pdf --per-page 7                  | from 1 to 6
generate --backend dxl                              | did you mean dxz or dlx
generate --rating hard --scale phi                  | a number, a range such as 6.5..7, or a class
generate --rating 1e400..                           | and both are from 0 to 1,000,000,000
generate --rating 3..2                              | the lower end comes first
generate --needs xwing2                             | unknown rule 'xwing2'
generate --needs skyscraper                         | turbot_fish; leave these out, too (--without turbot_fish)
generate --needs franken_x_wing                     | found first by pointing and claiming; leave these out
generate --needs x_wing --hardest naked_pair        | the allowed rules, up to naked_pair, do not include it
generate --layout 4x4 --rating 2..                  | no 4x4 is harder than 1.2
generate --position                                 | stops before a rule
generate --pattern mask.txt                        4| mask.txt cannot be read: No such file or directory
generate --pattern no/mask                         4| no/mask cannot be read: No such file or directory
generate --grid missing.txt                        4| missing.txt cannot be read: No such file or directory
generate --grid P                                   | give a solution
generate --layout 9x9-diag                          | diagonal
generate --to grids                             | did you mean grid?
generate --to matrix                            | `sudokubench encode --to matrix` writes it
generate --jobs 0                                   | a whole number from 1 to 1,024
generate --executor dask                            | there are local and dask://HOST:PORT
generate --executor dask://localhost                | write dask://HOST:PORT
generate --executor dask://localhost:1 --jobs 2     | leave out --jobs
generate --seed x                                   | a whole number of at least 0
generate --variant thermometre                      | did you mean thermometer?
generate --variant regular                          | only an author can choose its values
generate --variant killer --clues 5                 | leave --clues out
generate --variant killer --rating Hard             | leave --rating out
generate --variant killer --scale hodoku            | leave --scale out
generate --variant killer --book a.html             | with --to svg
generate --variant killer --to line                 | the form line cannot state the rules of 9x9+killer
generate --variant modular-line --layout 4x4        | choose another variant or layout
""",
    "run": """
run dlx                                            4| separate several backends by commas, as in run --backend sat,dlx
run tromno:8                                       4| did you mean tromino:8?
run puzzles.txt -b dxl                              | did you mean dxz or dlx?
run puzzles.txt --backends dlx                      | did you mean --backend?
run puzzles.txt -b dlx sat                         4| by commas, as in run --backend dlx,sat
run puzzles.txt -t solve                            | there are --backend, --task, --limit
run puzzles.txt --task unqiue                       | not one of 'solve', 'unique', 'count'
run puzzles.txt --limit 0                           | a whole number of at least 1
run puzzles.txt --repeat five                       | a whole number of at least 1
run puzzles.txt --time-limit 5s                     | a number above 0
run puzzles.txt -b sat:solver=glucos4               | glucose4
run puzzles.txt -b sat:slover=glucose4              | did you mean solver?
run puzzles.txt --executor dask                     | dask://HOST:PORT
run --executor dask://localhost:70000               | write dask://HOST:PORT
run ''                                             4| '' is not a file
run --time-limit nan                                | a number above 0
run --limit 4611686018427387905                     | from 1 to 4,611,686,018,427,387,904
run --backend nosuch                                | unknown backend 'nosuch'
run --backend sat,sat                               | names a backend twice
run --backend ''                                    | no backend
run --resume -                                      | standard input
""",
    "check": """
check puzzles.txt -b ddlx                           | did you mean dlx?
check puzzles.txt --certificates no/o.jsonl        4| --certificates is now called --proof
check puzzles.txt --proof no/o.jsonl4| name another file
check puzzles.txt --jobs 0                          | a whole number from 1 to 1,024
check puzzles.txt --jobs 100000000                  | a whole number from 1 to 1,024
check all --cpu-limit inf                           | up to 31,536,000
check all --time-limit 1e300                        | up to 31,536,000
check puzzles.txt --memory-limit 1GB                | a whole number of at least 1
check puzzles.txt --time-limit 0                    | a number above 0
check                                               | pipe puzzles in
""",
    "solve": """
solve P --json --to grid                             | leave out --to or --json
solve P -b ''                                       | unknown backend ''
solve                                               | a board, a file or a set
solve https://f-puzzles.com/?load=N4IgzglgXgpiBcBOA4| the packed part of the puzzle is damaged
solve https://f-puzzles.com/?id=yc4bbyy64| is a puzzle link of f-puzzles, but it holds no puzzle
solve --level                                       | there are --backend
solve P --engine sat                                | did you mean --backend?
solve P --timeout 5                                 | did you mean --time-limit?
solve P --lang ja                                   | as in LANG=ja_JP.UTF-8
solve P --symbols ABCDEFGH                          | 9 different letters or digits
solve P --symbols kanjis                            | did you mean kanji?
solve 1,2,3,4                                      4| '1,2,3,4' has 4 fields
solve 53x.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..794| blanks are . 0 * _
solve puzzles.txt puzles.txt                       4| did you mean puzzles.txt?
solve puzzles.txt -b dlx,sat                        | `run` and `check` take several
solve puzzles.txt -b all                            | `run` and `check` take several
solve puzzles.txt -b dlx -b sat                     | this command asks one backend and compares no answers
solve puzzles.txt --to grids                    | did you mean grid?
solve queens:8 --proof no/p.jsonl                  4| name another file
solve P -o no/file                                 4| --output no/file cannot be written: No such file
solve P --proof /                                  4| --proof / cannot be written
solve ''                                           4| is not a file, a bundled set or a named problem
solve missing.txt                                  4| 'missing.txt' is not a file
solve 5                                            4| '5' is too short for a board
solve 1...3..2...3..2. --layout 4x4 --symbols 0123  | '0123' contain 0, which stands for a blank
solve queens8                                      4| did you mean queens:N?
solve tromno:9                                     4| did you mean tromino:9
solve puzzles.txt --limit all                       | a whole number of at least 1
""",
    "verify": """
verify ''                                           | is not a file or a folder
verify                                              | --proof of solve, explain or check
verify proof.jsonl                                 4| did you mean proofs.jsonl
verify puzzles.txt                                 4| check --proof FILE
verify results                                     4| Is a directory
verify famous                                      4| solve --proof FILE
verify proofs.jsonl --export puzzles.txt            | 'puzzles.txt' is a file
verify proofs.jsonl --jason                         | did you mean --json?
verify proofs.jsonl -o no/out                      4| name another file
verify run.jsonl                                   4| solve --proof FILE
verify proofs.jsonl --export                        | requires an argument
""",
    "watch": """
watch queens:4 --replay t.json -b algorithm_x       | leave out --backend or --replay
watch queens:4 --replay t.json --steps 3            | leave out --steps or --replay
watch puzzles.txt --html -                          | with --html FILE.X they are FILE-1.X
watch queens8                                      4| did you mean queens:N?
watch knuth:exmaple                                 | its name must have the form knuth:example
watch queens:0                                      | its name must have the form queens:N
watch                                               | Missing argument
watch queens:4 queens:0                             | its name must have the form queens:N
watch 11..............                             4| has no solution: R1C1 and R1C2 both hold 1
watch queens:4 -b dxl                               | did you mean dxz or dlx?
watch queens:4 -b sat                               | dlx and algorithm_x do
watch queens:4 -b dlx:nogoods=on                    | leave nogoods out
watch queens:4 -b dlx,algorithm_x                   | `run` and `check` take several
watch queens:4 --steps 0                            | a whole number from 1 to 50,000
watch queens:4 --lang fr                            | not one of 'en', 'ja'
watch queens:4 --html results                      4| name another file
watch queens:4 --svg puzzles.txt                   4| name another folder
watch tromino:20 --steps 9 --html page.html         | up to 4,000 are shown
watch queens:4 --replay puzzles.txt                4| not a trace
watch queens:4 --replay nowhere.json               4| nowhere.json
watch queens:4 --svgs drawings                      | did you mean --svg?
""",
    "analyse": """
analyse queens:8                                   4| is not a board
analyse P --limit 0                                 | a whole number from 1 to 1,000,000
analyse P --limit many                              | a whole number from 1 to 1,000,000
analyse P --time-limit 5s                           | a number above 0
analyse P --lang fr                                 | not one of 'en', 'ja'
""",
    "count": """
count queens:6 -b ''                                | unknown backend ''
count queens8                                      4| did you mean queens:N?
count queens:0                                      | its name must have the form queens:N
count domino:65                                     | numbers up to 64 are possible
count queens:4 -b dxl                               | did you mean dxz or dlx?
count queens:4 -b dlx,sat                           | give one name that `backends` lists
count queens:4 --jobs 0                             | a whole number from 1 to 1,024
count queens:4 queens:5 --parts parts               | name one puzzle
count queens:4 --time-limit 1 --up-to-symmetry      | leave out --parts and --time-limit
count queens:4 -b dlx --parts puzzles.txt          4| not a line of parts
count queens:4 -b dlx --parts results              4| Is a directory
count queens:4 -b dlx --parts -                     | name a file
count queens:4 --executor moon                      | unknown executor
count queens:4 --executor dask://host               | write dask://HOST:PORT
count domino:6 --executor dask://host:1 --jobs 2    | leave out --jobs
run puzzles.txt --executor dask://host:1 --pin      | leave out --pin
""",
    "problems": """
problems lsit                                       | did you mean list?
problems show                                       | Missing argument
problems show queen:8                               | `sudokubench problems` describes them
problems show queens:8x9                            | its name must have the form queens:N
problems show soma:3x3x4                            | fill 27 cubes
problems show polyomino:9:3                         | from 1 to 6
problems show wordsquare:bit,ices                   | leave out the others
problems show holes:3:10:0                          | write at most 9 holes
problems draw colouring:petersen                    | its name must have the form colouring:GRAPH:COLOURS
problems draw queens:4 --to png                     | not one of 'text', 'svg'
problems draw queens:4 -b sax                       | did you mean sat?
problems draw queens:4 --seed -1                    | a whole number of at least 0
problems draw queens:4 -b sat --seed 3              | no option 'seed'
problems draw queens:4 -b sat:encoding=card --seed 3 | no option 'seed'
""",
    "encode": """
encode                                              | a board, a file or a set
encode puzzles.txt                                  | with -o FILE.X they are FILE-1.X
encode famous                                       | with -o FILE.X they are FILE-1.X
encode puzzles.txt -o .                            4| -o . cannot be written
encode puzzles.txt -o ''                            | is not a file or a folder
encode P -o loop                                   4| name another file
encode queens:8 --to sat                            | 'dimacs', 'cnf', 'mzn'
encode queens:8 --encoding direct                   | 'extended'
encode queens:8 --to dlx --encoding card            | goes with --to dimacs
encode queens:8 -o no/out.cnf                      4| name another file
encode queens8                                     4| did you mean queens:N?
""",
    "convert": """
convert P --json --to grid                           | leave out --to or --json
convert                                             | pipe puzzles in
convert puzzles.txt --to lines                      | did you mean line?
convert puzzles.txt --to pdf                        | there are line, grid
convert puzzles.txt --from grd                      | there are line, grid
convert queens:8                                   4| `encode` writes it
convert puzzles.txt -o no/out.txt                  4| name another file
convert 1............... --layout 9x9              4| 81
""",
    "explain": """
explain                                             | a board, a file or a set
explain queens:8                                   4| needs a board with houses
explain 1...............                           4| several solutions: R3C1 may be 2 or 4
explain 11..............                           4| R1C1 and R1C2 both hold 1
explain puzzles.txt --lang de                       | 'en', 'ja'
explain puzzles.txt --config ruls.toml             4| did you mean rules.toml
explain puzzles.txt --time-limit -1                 | a number above 0
explain puzzles.txt --svg puzzles.txt               | is a file
explain puzzles.txt --walk                          | --grids shows all steps at once
explain puzzles.txt --branching gain                | add --search
explain P --grids --json                            | leave out --grids or --json
explain puzzles.txt --search --least-evidence              | leave one out
explain puzzles.txt --rules swordfish               | 'singles', 'locked'
explain puzzles.txt --verfiy                        | did you mean --verify?
explain 4x4+anti-knight:12.............. --least-evidence4| several solutions
""",
    "steps": """
steps                                              4| `explain PUZZLE... --store` keeps some
steps --results resluts                            4| --results names another folder
steps --technique swordfsh                              4| `explain PUZZLE... --store` keeps some
steps --results kept --technique swordfsh                | did you mean swordfish?
steps --results kept --technique ''                      | `sudokubench rules list` names them all
steps --results kept --technique swordfish              4| holds no case of swordfish
steps --results kept --technique swordfish --html a.html4| generate --needs RULE
steps --results kept --technique full_house --html no/a.html4| name another file
steps --results kept --to hodoku               4| a technique library takes no other boards
steps --results kept --to hodok                 | 'text', 'hodoku'
steps --results kept --to hodoku --json         | choose one
steps --results kept --html a.html --json         | choose one
steps --results kept --technique full_house -n 0         | a whole number of at least 1
steps swordfish                                     | Usage: sudokubench steps
steps --results=                                    | is not a file or a folder
steps --html ''                                     | is not a file or a folder
steps --results kept --lang de                      | 'en', 'ja'
steps --results kept --html                       | requires an argument
steps --results kept --jsn                          | did you mean --json?
""",
    "hint": """
hint                                                | a board, a file or a set
hint P --original puzzles.txt                       | name a single one
hint - --original -                                 | standard input can be read only once
hint P 12                                          4| such as 16, 36, 81
hint 1...............                              4| several solutions: R3C1 may be 2 or 4
hint 11..............                              4| both hold 1
hint P --grade all                                  | 'region', 'rule', 'cells', 'move'
hint P --time-limit inf                             | a number above 0
hint P --grad rule                                  | did you mean --grade?
hint P --original 9...............                    4| digits are 1234
hint P --original 1...............                    4| other rules
hint queens:8                                      4| needs a board with houses
""",
    "rate": """
rate                                                | pipe puzzles in
rate queens:8                                      4| needs a board with houses
rate 1...............                              4| several solutions
rate 11..............                              4| both hold 1
rate puzzles.txt --jobs many                        | a whole number from 1 to 1,024
rate puzzles.txt --config puzzles.txt              4| not TOML
rate 4x4+anti-knight:12.............. --depth      4| leave --depth out
rate puzzles.txt --time-limit 0                     | a number above 0
rate puzzles.txt --time 5                           | did you mean --time-limit?
rate puzzles.txt --lang jp                          | 'en', 'ja'
""",
    "fixpoint": """
fixpoint                                            | a board, a file or a set
fixpoint queens:8                                  4| needs a board with houses
fixpoint 4x4+anti-knight:12.............. --rules bug_2 | so it proves nothing on a board with constraints
fixpoint puzzles.txt --rules gax                    | did you mean gac?
fixpoint puzzles.txt --rules singles,               | no operator is called ''
fixpoint puzzles.txt --rules swordfisch             | did you mean swordfish
fixpoint puzzles.txt --orders 0                     | from 1 to 100,000
fixpoint puzzles.txt --orders many                  | from 1 to 100,000
fixpoint puzzles.txt --seed -1                      | of at least 0
fixpoint puzzles.txt --lang de                      | 'en', 'ja'
fixpoint puzzles.txt --order 3                      | --orders
""",
    "why": """
why                                                 | such as R3C4#5
why puzzles.txt                                     | such as R3C4#5
why 1...............                                | such as R3C4#5
why R1C1#2                                          | such as R3C4#5
why 1............... R1C1                           | written like R3C4#2
why 1............... R1C1#9                         | each number from 1 to 4
why 1............... 1,1=1                          | written like R3C4#2
why 1............... R5C1#1                         | each number from 1 to 4
why 1...3..2...3..2. x                              | written like R3C4#2
why 1...3..2...3..2. 'R1C1 9'                       | each number from 1 to 4
why 1...3..2...3..2. R1C12                          | written like R3C4#2
why 1...3..2...3..2. R1C1==                         | written like R3C4#2
why 1...3..2...3..2. R1C2#2 --time-limit nan        | a number above 0
why puzzles.txt R1C1                                | written like R3C4#2
why puzles.txt R1C1#1                              4| did you mean puzzles.txt?
""",
    "rules": """
rules lst                                           | did you mean list?
rules explain                                       | there are list, show, verify
rules show                                          | Usage: sudokubench rules show [OPTIONS] NAME
rules show X-Wnig                                   | did you mean x_wing
rules verify ''                                     | is not a file or a folder
rules verify one.txt two.txt                        | Usage: sudokubench rules verify [OPTIONS] [FILE]
rules verify puzzles.txt                           4| is not a case; a case has the form :code:
rules verify ruls.toml                             4| did you mean rules.toml
rules list --lang fr                                | 'en', 'ja'
rules list --jsno                                   | did you mean --json?
rules list all                                      | Usage: sudokubench rules list [OPTIONS]
""",
    "report": """
report missing.jsonl                               4| missing.jsonl cannot be read: No such file or directory
report --html no/such/folder/x.html                4| name another file
report latest                                      4| did you mean last?
report run.json                                    4| did you mean run.jsonl
report --results result                            4| name the folder with --results
report --svg ''                                     | is not a file or a folder
report --html                                       | requires an argument
report --csv -                                      | standard output takes only one file
report --markdown - --latex -                       | name files for the others
report --human rating.csv                        4| cannot be read
report --human puzzles.txt                       4| name the columns puzzle and rating
report --format svg                                 | there are --html, --svg
report puzzles.txt                                 4| JSON Lines, as `runs export --to jsonl` writes it
report --lang de                                    | 'en', 'ja'
report nosuch                                      4| runs list --results results` names them
""",
    "compare": """
compare                                             | Usage: sudokubench compare [OPTIONS] A B
compare last                                        | Usage: sudokubench compare [OPTIONS] A B
compare missing.jsonl last                         4| missing.jsonl cannot be read: No such file or directory
compare last lst                                   4| did you mean last?
compare last last --fail-on slower                  | wrong, or regression:N%
compare last last --fail-on regression              | such as regression:10%
compare last last --seconds 5                       | needs --live
compare dlx sat                                     | add --live
compare dlx sat --live --results runs               | --live stores nothing
compare '' last                                    4| '': neither a file nor a run
compare dlx sta --live                              | did you mean sat?
compare HEAD~1 HEAD --live                          | to compare versions, name a backend with --backend
compare last last --width x                         | a number above 0
compare dlx dlx,sat --live                          | each side is a single backend
compare nosuch HEAD --live --backend dlx            | version 'nosuch' is neither a folder
compare dlx sliced --live --corpus queens:4        4| no puzzle can be opened by both sides
compare dlx sat --live --corpus 'no such'          4| is not a file
compare last last last                              | Usage: sudokubench compare [OPTIONS] A B
""",
    "history": """
history lst                                        4| did you mean last?
history -b dxl                                     4| there are
history --results result                           4| name the folder with --results
history --html                                      | requires an argument
history --lang de                                   | 'en', 'ja'
history run.json                                   4| did you mean run.jsonl
history --widee                                     | did you mean --wide?
history --from 2026                                 | there are --backend
history puzzles.txt                                4| JSON Lines, as `runs export --to jsonl` writes it
history --json=1                                    | does not take a value
""",
    "rank": """
rank nosuch                                        4| runs list --results results` names them
rank lst                                           4| did you mean last?
rank --results result                              4| name the folder with --results
rank --by time                                      | there are --lang, --results
rank last -b dlx                                    | there are --lang, --results
rank run.json                                      4| did you mean run.jsonl
rank --lang de                                      | 'en', 'ja'
rank puzzles.txt                                   4| JSON Lines, as `runs export --to jsonl` writes it
rank --widde                                        | did you mean --wide?
rank --json=1                                       | does not take a value
""",
    "runs": """
runs lst                                            | did you mean list?
runs delete last                                    | there are export, gc, list, show
runs show nosuch                                   4| runs list --results results` names them
runs show lst                                      4| did you mean last?
runs list --results result                         4| make one with `sudokubench run`
runs export --to xls                                | 'csv', 'jsonl', 'parquet', 'aslib'
runs export --to aslib                              | name it with --output
runs export -o loop                                4| name another file
runs export --to aslib -o loop                     4| name another folder
runs gc                                             | --keep N or --unfinished
runs gc --keep -1                                   | a whole number of at least 0
runs gc run.jsonl --yes                             | name runs by their ids
""",
    "schema": """
schema answr                                        | did you mean answer?
schema answer/2                                     | did you mean answer?
schema sudokubench.answr                            | did you mean sudokubench.answer/2
schema sudokubench.answer/1                         | did you mean sudokubench.answer/2
schema all                                          | the schemas are puzzle, cover, record
schema --list                                       | there are --output, --help
schema answer record                                | Usage: sudokubench schema [OPTIONS] [NAME]
schema --json                                       | there are --output, --help
schema Rating                                       | did you mean rating?
schema sudokubench.chek                             | did you mean sudokubench.check/2
""",
    "decode": """
decode puzzles.txt --of a.cnf --json --to grid       | leave out --to or --json
decode                                              | Usage: sudokubench decode [OPTIONS] FILE
decode puzzles.txt                                  | Missing option '--of'
decode nowhere --of queens:5                       4| nowhere cannot be read
decode puzzle.txt --of queens:5                    4| did you mean puzzles.txt?
decode puzzles.txt --of queens5                    4| did you mean queens:N?
decode puzzles.txt --of famous                      | name a single one
decode puzzles.txt --of queens:5 --to boxes         | boxes
decode puzzles.txt a.cnf --of queens:5              | Usage: sudokubench decode [OPTIONS] FILE
decode puzzles.txt --of queens:5 --jsno             | did you mean --json?
decode puzzles.txt --from a.cnf                     | there are --of, --to, --json
""",
    "backends": """
backends lst                                        | did you mean list?
backends install                                    | there are doctor, list
backends doctor dlx                                 | Usage: sudokubench backends doctor [OPTIONS]
backends --jsn                                      | did you mean --json?
backends list --jsno                                | did you mean --json?
backends list dlx                                   | Usage: sudokubench backends list [OPTIONS]
backends docter                                     | did you mean doctor?
backends doctor --verbose                           | there are --backend, --json, --output
backends list --all                                 | there are --json, --output
backends warm up                                    | Usage: sudokubench backends warm [OPTIONS]
""",
    "": """
P                                                    | as in: sudokubench solve BOARD
puzzles.txt                                          | as in: sudokubench solve BOARD
1...3..2...3..2.                                    | as in: sudokubench solve BOARD
benchmarkengine                                     | there are run, report, compare
chekc puzzles.txt                                   | did you mean check?
sovle puzzles.txt                                   | did you mean solve?
benchmark                                           | there are run, report, compare
help                                                | there are run, report, compare
--verison                                           | did you mean --version?
--lang ja rate puzzles.txt                          | Write the options of a command after its name
Run puzzles.txt                                     | did you mean run?
list                                                | there are run, report, compare
--json                                              | Write the options of a command after its name
""",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    home = tmp_path_factory.mktemp("mistakes")
    (home / "puzzles.txt").write_text(f"{P}\n{P}\n")
    (home / "rules.toml").write_text("")
    (home / "loop").symlink_to("loop")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(home)
        for words in ("solve P --proof proofs.jsonl", "run P -b dlx", "runs export -o run.jsonl", KEPT):
            assert told(words) == 0
    return home


def told(words):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "sys.argv", ["sudokubench", *(P if word == "P" else word for word in shlex.split(words))]
        )
        with pytest.raises(SystemExit) as end:
            cli.main()
    return int(end.value.code)


@pytest.mark.parametrize("command", list(MISTAKES), ids=lambda name: name or "no command")
def test_a_mistake_is_answered_with_the_remedy(command, folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    shared = [f"{command} {line}" for line in OF_READERS.strip().splitlines() if command in READERS]
    shared = [line for line in shared if command not in WITHOUT_JSON or "--js" not in line]
    cases = [line.rpartition("| ") for line in [*MISTAKES[command].strip().splitlines(), *shared]]
    assert len(cases) >= 10
    files, poor = {*folder.iterdir()}, []
    for line, _, remedy in cases:
        code = told(line[:-1])
        out, said = capsys.readouterr()
        expected = 4 if line.endswith("4") else 2
        if remedy.strip() not in said or code != expected or out or len(said.splitlines()) > 3:
            poor.append(f"{line} [{code}]: {out}{said}")
    assert not poor
    assert {*folder.iterdir()} == files


def test_every_command_has_its_mistakes():
    assert set(MISTAKES) == {"", *sudokubench.list_commands(None)}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("explain famos --lang ja", "もしかして：famous"),
        ("rate results --lang ja", "フォルダーです"),
        ("hint P --original puzzles.txt --lang ja", "一つだけ指定してください"),
        ("why 1............... R9C9 --lang ja", "R3C4#2やr3c4=2のように書きます"),
        ("explain sat --lang ja", "バックエンドです"),
        ("explain queens:4 --lang ja", "は盤面ではありません"),
        ("explain ................ --lang ja", "には解が複数あります"),
        ("hint ................ --lang ja", "には解が複数あります"),
        ("rate 11.............. --lang ja", "には解がありません：R1C1とR1C2がどちらも1です"),
        ("why 11.............. R2C2#1 --lang ja", "には解がありません"),
    ],
)
def test_what_ends_a_command_is_reported_in_its_language(line, said, folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    told(line)
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("solve P --nosuch", "--nosuchというオプションはありません。使えるのは--backend, --limit"),
        ("solve P --jsn", "もしかして：--json"),
        ("compare a b --rounds 3", "使えるのは--fail-on, --strict"),
        ("sovle P", "sovleというコマンドはありません。もしかして：solve"),
        ("P", "コマンドの後に書きます。例：sudokubench solve BOARD"),
        ("--lang ja", "--helpです。コマンドのオプションは、コマンドの後に書きます"),
        ("solve P --backend", "オプション'--backend'には値が必要です。"),
        ("solve P --json=3", "オプション'--json'に値は付けられません。"),
        ("solve P -b dlx,sat", "複数や`all`は`run`と`check`で指定できます。"),
        ("run P --time-limit x", "'--time-limit'の値が正しくありません：'x'：0より大きく"),
        ("run P --seed x", "'x'は整数ではありません。"),
        ("fixpoint P --orders 0", "'0'：1から100,000までの整数に"),
        ("run P --jobs 0", "'0'：1から1,024までの整数に"),
        ("run P --results=", "という名前のファイルやフォルダーはありません"),
        ("run P --task foo", "'foo'ではなく、次のどれかにしてください：'solve', 'unique', 'count'。"),
        ("generate -n -3", "'-3'：1以上の整数に"),
        ("rate", "引数'PUZZLE'がありません。盤面"),
        ("why", "問題と、R3C4#5のような候補が必要です"),
        ("compare a b c", "余分な引数があります"),
        ("compare a b c", "\n使い方：sudokubench compare [OPTIONS] A B\n"),
        ("dataset make -n 4", "引数'FOLDER'がありません。"),
        ("dataset make x", "オプション'-n' / '--number'がありません。"),
        ("dataset make puzzles.txt -n 1", "はフォルダーではなくファイルです"),
        ("compare dlx sat", "dlxとsatは実行の記録ではなくバックエンドです"),
        ("compare dlx sat --seconds 3", "--secondsは--liveとともに"),
    ],
)
def test_a_wrong_command_line_is_reported_in_japanese_in_a_japanese_locale(
    line, said, folder, monkeypatch, capsys
):
    monkeypatch.chdir(folder)
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert told(line) == 2
    found = capsys.readouterr().err
    assert said in found
    assert not {"Try", "Usage:", "There", "Missing"} & set(found.split())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("check P -b dlx", "1問：解は一つ1問。答えたもの：dlx"),
        ("check P -b dlx", "食い違い0件、誤答のある問題0問、エラー0件、読めない行0行"),
        ("run P -b dlx --no-store", "判定：解は一つ1問\n食い違い0件、誤答0件"),
        ("runs show", "問題集        P\nバックエンド  dlx\n記録          1\n"),
        ("runs gc --keep 9", "削除するものはありません"),
        ("solve 1...............", "解が複数あるため"),
        (
            "verify puzzles.txt",
            "証明書は、`solve --proof FILE`、`explain --proof FILE`、`check --proof FILE`で",
        ),
        ("rate P", " 人間  問題\n"),
        ("dataset make set -n 1 --certified 0", "set/puzzles.csvに1行"),
        ("verify proofs.jsonl proofs.jsonl", "正しいもの2件"),
    ],
)
def test_where_japanese_is_read_a_summary_is_in_it(line, said, folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    told(line)
    found = capsys.readouterr()
    assert said.replace("P\n", f"{P}\n", 1) in found.out + found.err


@pytest.mark.parametrize(
    ("line", "far"), [("explain P --config nofile.toml", "les.html"), ("solve P --level", "--help?")]
)
def test_a_name_that_is_not_near_is_not_suggested(line, far, folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    (folder / "les.html").touch()
    assert told(line) in {2, 4}
    err = capsys.readouterr().err
    assert "did you mean" not in err
    assert far not in err


def test_a_file_in_a_new_folder_is_refused_and_the_folder_is_not_made(folder, monkeypatch, capsys):
    """Otherwise a mistyped folder would appear at the root."""
    monkeypatch.chdir(folder)
    for line in ("report --html new/x.html", "history --html new/x.html", "report --markdown new/x.md"):
        assert told(line) == 4
        assert "new/x" in capsys.readouterr().err
    assert not (folder / "new").exists()
    assert told("report --csv tables") == 0
    assert "tables in tables" in capsys.readouterr().err
