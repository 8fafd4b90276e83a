"""Texts about certificates: why a text is not a certificate, what a verification found, and what was not proved."""

from sudokubench.kernels.rup import ProofStatus
from sudokubench.words import Words

A_CERTIFICATE = Words("a certificate", "証明書")
NOT_CERTIFIED = Words("no certificate can be made: {reason}", "証明書を作れません：{reason}")

# Texts that are not a certificate
NOT_A_CERTIFICATE = Words("not a certificate: {reason}", "証明書ではありません：{reason}")
AT_LINE = Words(", line {line}, column {column}", "（{line}行目の{column}文字目）")
BAD_PROOF = Words("its proof cannot be read: {reason}", "証明を読めません：{reason}")
NOT_ASCII = Words("{text} is not ASCII", "{text}はASCIIではありません")
WRONG_CLAIM = Words(
    "its claim is {claim}; none, unique and multiple can be certified",
    "主張が{claim}です。証明できる主張はnone、unique、multipleです",
)
TOO_MANY_SOLUTIONS = Words(
    "it has {found} solutions; a claim needs at most two",
    "解が{found}個あります。証明書に入れる解は二つまでです",
)
PROOF_OF_SEVERAL = Words(
    "it claims several solutions and has a proof; give two different solutions instead",
    "解が複数という主張に証明が付いています。必要なのは異なる二つの解だけです",
)
SOLUTION_NOT_TEXT = Words(
    "a solution is {solution} and not a text", "解が{solution}ですが、文字列でなければなりません"
)
BAD_OPTIONS = Words(
    "a solution is {solution} and not a list of different options from 0 to {last}, ascending",
    "解が{solution}ですが、0から{last}までの異なる選択肢を小さい順に並べたリストでなければなりません",
)
TOO_MANY_PAIRS = Words(
    "{pairs} pairs of options exclude each other, and a certificate takes at most {most}",
    "互いに両立しない選択肢の組が{pairs}組あります。証明書で扱えるのは{most}組までです",
)
BAD_LINE = Words(
    "its line {line} is not {cells} symbols out of {symbols}",
    "行の内容が{line}です。「{symbols}」の文字を{cells}個並べた行でなければなりません",
)

# Texts that are not an explanation
NOT_AN_EXPLANATION = Words("not an explanation: {reason}", "証明の付いた解説ではありません：{reason}")
BAD_LEMMA = Words("a lemma cannot be read: {reason}", "補題を読めません：{reason}")
FOREIGN_LEMMA = Words(
    "{lemma} is not a lemma for a conclusion of the steps 1 to {steps}",
    "{lemma}は手順1から{steps}までの結論の補題ではありません",
)
LEMMA_TWICE = Words(
    "two lemmas prove the same conclusion of a step; each conclusion has at most one lemma",
    "手順の同じ結論に補題が二つあります。補題は結論ごとに一つまでです",
)
WRONG_EXPLAINED_CLAIM = Words(
    "its claim is {claim}; unique and solvable can be explained",
    "主張が{claim}です。解説できる主張はuniqueとsolvableです",
)

# What is false in an explanation
STEP = Words("step {number}: {fault}", "手順{number}：{fault}")
UNSOLVED_END = Words("its steps end with {ending}", "手順が{ending}で終わっています")
FALSE_REASON = Words(
    "it gives the reason {reason}, but it ends with a solution", "解で終わるのに理由があります：{reason}"
)
FALSE_SOLUTION = Words("its solution is wrong: {fault}", "解が誤っています：{fault}")
BLANKS = Words("it has blanks", "空きマスがあります")
OTHER_SOLUTION = Words("it does not lead to the solution", "解に至りません")
FALSE_ENTROPY = Words(
    "it removes {removed} nats and not {stated}", "減るのは{removed}ナットで、{stated}ナットではありません"
)
FALSE_TRIAL = Words(
    "its supposition is not a remaining option of its item", "項目に残る選択肢の一つを仮定していません"
)
FALSE_RETURN = Words(
    "it may rule out only its supposition, and only after a contradiction",
    "除けるのは矛盾した仮定だけで、ほかは除けません",
)
CONCLUDES = Words("it must not conclude anything", "ここで結論を出すことはできません")
OPTIONS_LEFT = Words("its item has options left", "項目に選択肢が残っています")
DIGITS_MISSING = Words("not every cell has its digit", "数字が決まっていないマスがあります")
CONCLUDES_NOTHING = Words("it does not conclude anything", "結論がありません")
UNKNOWN_RULE = Words("no rule is called {rule}", "{rule}という手筋はありません")
EMPTY_ITEM = Words("it cites an item that may stay empty", "空でもよい項目を根拠にしています")
RELIES_ON_CLUES = Words(
    "its rule, {rule}, must not rely on the clues", "手筋{rule}は与え値を根拠にできません"
)
TRUE_UNSHOWN = Words(
    "its evidence does not show that {option} is true", "{option}が真であることは根拠から導けません"
)
FALSE_UNSHOWN = Words(
    "its evidence does not show that {option} is false", "{option}が偽であることは根拠から導けません"
)

# Results of a verification
ALTERED = Words(
    "the digest does not belong to the content: damaged or altered",
    "ダイジェストが内容と合いません。壊れているか、書き換えられています",
)
NOT_OF_ITS_NAME = Words(
    "its cover has other items or options than the problem {name}; give it another name",
    "厳密被覆の項目か選択肢が問題{name}と異なります。別の名前にしてください",
)
OTHER_ID = Words(
    "the certificate names the id of another puzzle; the id of its own puzzle is {id}",
    "証明書に書かれたIDが、問題のID（{id}）と違います",
)
WRONG_COUNT = Words(
    "wrong number of solutions for the claim {claim!r}: {needed} needed, {found} found",
    "主張{claim!r}には解が{needed}個必要ですが、{found}個です",
)
WRONG_SOLUTION = Words("solution {number} is wrong: {fault}", "解{number}が誤っています：{fault}")
SAME_SOLUTION = Words("the two solutions are the same", "二つの解が同じです")
TWO_SOLUTIONS = Words("two different solutions keep every rule", "異なる二つの解がすべてのルールを満たします")
STEPS_LEAD = Words("{steps: step leads|steps lead} to the solution", "{steps}手で解に至ります")
FURTHER = Words("; {reason}", "。{reason}")
NO_SOLUTION = Words("no solution exists", "解はありません")
NO_SECOND_SOLUTION = Words("no second solution exists", "解はほかにありません")
PROOFS = {
    ProofStatus.REFUTED: Words("{claim}, by a proof of {clauses: clause}", "{claim}（節{clauses}個の証明）"),
    ProofStatus.NOT_RUP: Words(
        "clause {clauses} of the proof does not follow from the clauses before it",
        "証明の{clauses}番目の節が、それより前の節から導けません",
    ),
    ProofStatus.NO_CONTRADICTION: Words(
        "the proof ends without showing that {claim}",
        "証明を最後まで調べても、次のことが示されていません：{claim}",
    ),
    ProofStatus.STOPPED: Words(
        "the check of the proof was stopped after {steps:, step}",
        "証明の検査を{steps:,}ステップで打ち切りました",
    ),
}
"""The results of the check of a proof."""

# What cannot be proved
UNVERIFIED = Words(
    "the certificate of {board} cannot be verified: {reason}", "{board}の証明書を検証できません：{reason}"
)
NOT_PASSED = Words(
    "the certificate of {board} did not pass: {reason}", "{board}の証明書が検証に通りませんでした：{reason}"
)
STEPS_NOT_PASSED = Words(
    "the proof of the steps of {board} did not pass: {reason}",
    "{board}の手順の証明が検証に通りませんでした：{reason}",
)
UNSOLVED = Words(
    "the steps of {board} do not lead to a solution, so there is nothing to prove",
    "{board}の手順は解に至らないので、証明するものがありません",
)
OUT_OF_TIME = Words(
    "time ran out before step {number} of {board} was proved; allow more time",
    "{board}の手順{number}を証明する前に制限時間が過ぎました。時間を延ばしてください",
)
UNSHOWN = Words(
    "step {number} of {board} does not show {option} by its evidence",
    "{board}の手順{number}の根拠からは{option}を示せません",
)
OUT_OF_BUDGET = Words(
    "the budget ran out on {board} before its solutions were known; allow a larger budget",
    "{board}の解が分かる前に予算が尽きました。予算を増やしてください",
)
