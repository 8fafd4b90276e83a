"""The Japanese wording of rules and steps."""

from __future__ import annotations

from sudokubench.logic.geometry import HouseKind
from sudokubench.logic.texts import Catalog, Phrases, RuleText, alike

PHRASES = Phrases(
    houses={
        HouseKind.ROW: "{number}行目",
        HouseKind.COLUMN: "{number}列目",
        HouseKind.BOX: "ボックス{number}",
        HouseKind.EXTRA: "ユニット{name}",
    },
    house_lists={
        HouseKind.ROW: "{numbers}行目",
        HouseKind.COLUMN: "{numbers}列目",
        HouseKind.BOX: "ボックス{numbers}",
    },
    region="{cell}を含むボックス",
    join="・".join,
    join_lists="と".join,
    cell_digits="{cells}の{digits}",
    parts="、",
    place="{cell} = {digit}",
    remove="よって{what}を候補から消せます。",
    remove_too="また{what}を候補から消せます。",
    put="よって{what}と確定します。",
    is_true="{cells}が{digit}",
    is_false="{cells}が{digit}でない",
    one_of="{cells}の{cells:どちらか/どれか}が{digit}",
    none_of="{cells}の{cells:どちらも/どれも}{digit}でない",
    if_="{what}とすると、",
    then="{what}",
    so=" → {what}",
    chain_end="、となります。",
    by_set="（ALS {cells}による）",
    one_end="したがって、いずれにしても{start}です。これと両立しない候補は偽です。",
    either_end="したがって「{start}」と「{end}」の少なくとも一方は成り立ちます。これと両立しない候補は偽です。",
    no_end="これは閉じたループで、どちら向きにも成り立つため、どの弱リンクでも両端の一方は真で、どちらとも両立しない候補は偽です。",
    sets_end="どのALSも残りの数字をすべて含みます。",
    unique="（解がただ一つであることを前提とする手筋です。）",
    cell_fact="{cell}は{digits}{digits:だけ|のどちらか|のどれか}",
    place_fact="{house}の{digit}は{cells}{cells:だけ|のどちらか|のどれか}",
    cell_lost="{cell}に候補がありません",
    place_lost="{house}に{digit}の置き場所がありません",
    not_here="{cell} ≠ {digit}",
    wrong="{what}と仮定すると、{then}{then:となり、|となり、}{end}。この仮定は誤りです。",
    none_in="{cells} ≠ {digit}",
    agreed="{fact}で、どの場合も同じ結論になります。{branches}",
    either="{one}または{other}",
    branch="{what}なら、{then}。",
    both="{what}は両立しません",
    only_place="（{house}）",
    comma="、",
    arm="{near}なら{arm}、そうでなければ{far}です。",
    several="（{cells}）",
    nor="や",
    at_once="ただちに結論に至ります",
    refuted="{what}とすると、どう進んでも矛盾します。",
    seen="{what}から導かれることはすべて調べました。",
    more="ほか{count}個",
)

_UR = (
    "{pattern}は2つのボックスにまたがる長方形です。4つとも{digits}だけなら2つの数字を入れ替えられ、"
    "解が2つになってしまいます。"
)
_UL = (
    "{pattern}はループになり、どのユニットも、このループの隣り合う2マスを含むか、1マスも含みません。"
    "すべて{digits}だけなら2つの数字を入れ替えられ、解が2つになってしまいます。"
)
_DEADLY_LOOP = (
    "6マス以上のループで、どのユニットもその隣り合う2マスを含むか1マスも含まないものに、"
    "2つの数字だけを交互に入れてはいけない（入れ替えができてしまう）。"
)
_ER = (
    "{pattern}は、2本の線の向かい合う3マスずつです。すべて{digits}だけなら線どうしで入れ替えられ、"
    "解が2つになってしまいます。"
)
_DEADLY_LINES = (
    "2本の線の向かい合う3マスずつで、どのボックスも向かい合う2マスか一方の線の3マスを含むものに、"
    "3つの数字だけを入れてはいけない（線どうしで入れ替えができてしまう）。"
)
_BUG = "{odd}の余分な候補{digits}を除けば、どの空きマスも候補が2つで、どの数字も各ユニットに2か所ずつです。"
_GRAVE = (
    "余分な候補を除くと、すべての空きマスの候補が2つ、どの数字も各ユニットに2か所となり、解の個数が偶数になる。"
    "だから余分な候補のどれかが真である。"
)
_DEADLY = (
    "2行・2列・2ボックスにまたがる4つのマスに2つの数字だけがたすきに入ると、入れ替えができて解が2つになる。"
)


def _fish(name: str, lines: int, fins: str | None = None) -> RuleText:
    if fins is None:
        return RuleText(
            name,
            f"平行な{lines}本の列（または行）で、ある数字の候補が交差する{lines}本にだけある。"
            "交差する側の残りのマスにはその数字は入らない。",
            "{base_houses}で{digits}が入るのは{base}だけで、すべて{cover_houses}の上にあります。"
            "したがって{cover_houses}の{digits}は必ずこれらのマスに入ります。",
        )
    return RuleText(
        name,
        f"平行な{lines}本で、ある数字の候補が、1つのボックスにあるヒレを除いて交差する{lines}本にだけある。{fins}"
        "ヒレのない形とすべてのヒレのどちらからも否定される候補は消える。",
        "ヒレ{fin}を除けば、{base_houses}の{digits}の候補（{base}）は{cover_houses}に収まります。"
        "フィッシュがヒレなしで成り立つか、ヒレ{fin:|のどちらか|のどれか}が{digits}かのどちらかで、どちらでも同じ候補が消えます。",
    )


_SASHIMI = "ヒレのほかに候補が1つしかない線がある。"
_NET = (
    "仮定から{what}をたどる（括弧内は、ほかに置き場所のないユニット）。矛盾に行き着く仮定は誤りで、マスのすべての候補、ユニットのすべての置き場所、"
    "またはある候補の真と偽の両方から同じことが導かれれば、それは正しい。"
)
_CHAIN = "{chain}[{eureka}] {ends}"

_COUNTS = (("pair", "ペア", 2), ("triple", "トリプル", 3), ("quad", "クアッド", 4))

RULES = {
    "trial": RuleText(
        "仮定",
        "手筋がないときに値を仮に置く。行き詰まれば取り消す。推論ではなく探索である。",
        "使える手筋がありません。{facts}なので、仮に{placements}と置きます。",
    ),
    "contradiction": RuleText(
        "矛盾", "候補のないマス、または置き場所のない数字がユニットにある。", "{lost}。"
    ),
    "return": RuleText(
        "仮定の取り消し", "仮定から導かれることをすべて調べたので、その仮定の前に戻る。", "{way}"
    ),
    "solution": RuleText(
        "解", "すべてのマスに数字が入り、ルールがすべて守られている。", "すべてのマスに数字が入りました。"
    ),
    "nogood": RuleText(
        "失敗の組合せ",
        "以前に同時に失敗した仮定は、同時には成り立たない。",
        "今の仮定（{supposed}）と同時に成り立たないことが、すでに分かっています。",
    ),
    "evidence": RuleText(
        "直接の論証",
        "結論を導く最小のマスとユニットの集合による推論。",
        "次の事実だけから導かれます：{facts}。",
    ),
    "full_house": RuleText(
        "フルハウス",
        "ユニットに残った最後の空きマスには、足りない数字が入る。",
        "{single}は{house}の最後の空きマスで、足りないのは{digits}だけです。",
    ),
    **alike(
        "{house}で{digits}が入るのは{single}だけです。",
        hidden_single_box=(
            "ヒドゥンシングル（ボックス）",
            "ボックスの中で置ける場所が一つしかない数字は、そこに入る。",
        ),
        hidden_single_line=(
            "ヒドゥンシングル（行・列）",
            "行または列の中で置ける場所が一つしかない数字は、そこに入る。",
        ),
    ),
    "naked_single": RuleText(
        "ネイキッドシングル",
        "候補が一つしかないマスには、その数字が入る。",
        "{single}ではほかの数字がすべて消え、{digits}だけが残ります。",
    ),
    "fillings": RuleText(
        "制約の埋め方",
        "制約のマスをどう埋めても現れない候補は消える。",
        "{filling}",
    ),
    **alike(
        "{house}で{digits}が入るのは{locked}だけで、すべて{house2}にあります。{house2}の{digits}はこの中に入ります。",
        pointing=(
            "ポインティング（予約）",
            "ボックスの中で数字の置き場所が一つの行か列に並ぶとき、その線のほかのマスには入らない。",
        ),
        claiming=(
            "クレーミング（予約）",
            "行か列の中で数字の置き場所が一つのボックスに収まるとき、そのボックスのほかのマスには入らない。",
        ),
    ),
    **alike(
        "{house}で{digits}が入るのは{locked}だけで、すべて{house2}にあります。すると{house3}で{digits}が入るのは"
        "{single}だけになります。",
        direct_pointing=(
            "ダイレクト・ポインティング",
            "ポインティングの直後にヒドゥンシングルが現れるもの。",
        ),
        direct_claiming=("ダイレクト・クレーミング", "クレーミングの直後にヒドゥンシングルが現れるもの。"),
    ),
    **alike(
        "{house}で{digits}が入るのは{subset}だけです。すると{decisive}の置き場所は{single}だけになります。",
        direct_hidden_pair=(
            "ダイレクト・ヒドゥンペア",
            "ヒドゥンペアの直後に、同じユニットでヒドゥンシングルが現れるもの。",
        ),
        direct_hidden_triple=(
            "ダイレクト・ヒドゥントリプル",
            "ヒドゥントリプルの直後に、同じユニットでヒドゥンシングルが現れるもの。",
        ),
    ),
    **alike(
        "{subset}は{houses}の{houses:どちらにも/どれにも}含まれ、合わせて{digits}しか入りません。"
        "{digits}はこれらのユニットのほかのマスには入りません。",
        locked_pair=(
            "ロックトペア",
            "線とボックスの両方にある2つのマスに同じ2つの数字しか入らない。どちらのユニットでもほかには入らない。",
        ),
        locked_triple=(
            "ロックトトリプル",
            "線とボックスの両方にある3つのマスに3つの数字しか入らない。どちらのユニットでもほかには入らない。",
        ),
    ),
    **{
        f"naked_{kind}": RuleText(
            f"ネイキッド{name}（{count}国同盟）",
            f"ユニットの{count}つのマスの候補が合わせて{count}種類なら、その数字はそこで使い切られる。",
            "{house}の{subset}には合わせて{digits}しか入らないので、これらの数字はここで使い切られます。",
        )
        for kind, name, count in _COUNTS
    },
    **{
        f"hidden_{kind}": RuleText(
            f"ヒドゥン{name}（隠れ{count}国同盟）",
            f"ユニットの中で{count}つの数字の置き場所が合わせて{count}マスなら、そこにはほかの数字は入らない。",
            "{house}で{digits}が入るのは{subset}だけなので、これらのマスにほかの数字は入りません。",
        )
        for kind, name, count in _COUNTS
    },
    "x_wing": _fish("X-Wing（井桁理論）", 2),
    "swordfish": _fish("ソードフィッシュ", 3),
    "jellyfish": _fish("ジェリーフィッシュ", 4),
    "finned_x_wing": _fish("ヒレ付きX-Wing", 2, ""),
    "finned_swordfish": _fish("ヒレ付きソードフィッシュ", 3, ""),
    "finned_jellyfish": _fish("ヒレ付きジェリーフィッシュ", 4, ""),
    "sashimi_x_wing": _fish("サシミX-Wing", 2, _SASHIMI),
    "sashimi_swordfish": _fish("サシミ・ソードフィッシュ", 3, _SASHIMI),
    "sashimi_jellyfish": _fish("サシミ・ジェリーフィッシュ", 4, _SASHIMI),
    "complex_fish": RuleText(
        "フランケン／ミュータント・フィッシュ",
        "重ならないk個のユニットで、ある数字の候補が、ヒレを除いて別のk個のユニットに収まる。行・列・ボックスが混ざってよい。",
        "{base_houses}にある{digits}の候補（{base}）は、{fin:ヒレ|ヒレ}{fin}{fin:を除いて|を除いて}"
        "{cover_houses}に収まります。"
        "{fin:フィッシュがヒレなしで成り立つか、ヒレが真かのどちらかで、どちらでも同じ候補が消えます。|"
        "フィッシュがヒレなしで成り立つか、ヒレの一つが真かのどちらかで、どちらでも同じ候補が消えます。}",
    ),
    **alike(
        "{houses}では{digits}の置き場所が2つずつです。{near}は両立しないので、{far}のどちらかが{digits}です。",
        skyscraper=(
            "スカイスクレイパー",
            "平行な2本の線で数字の置き場所が2つずつあり、片方の端どうしが同じ線にあるとき、残りの端の一方は真である。",
        ),
        two_string_kite=(
            "2ストリングカイト",
            "行と列で数字の置き場所が2つずつあり、片方の端どうしが同じボックスにあるとき、残りの端の一方は真である。",
        ),
        turbot_fish=(
            "ターボットフィッシュ",
            "2つのユニットで数字の置き場所が2つずつあり、片方の端どうしが見合うとき、残りの端の一方は真である。",
        ),
    ),
    "dual_two_string_kite": RuleText(
        "デュアル2ストリングカイト",
        "同じボックスを囲む2つのカイト。数字は同じか、違えば近い端のマスが同じ。",
        "{houses}で{digits}のカイトが2つでき、近い端{near}は同じボックスにあります。遠い端{far}のそれぞれ一方が真です。",
    ),
    "empty_rectangle": RuleText(
        "エンプティレクタングル",
        "ボックス内の数字の候補が十字に並び、その線の一つから強リンクが出る。",
        "{house}の{digits}は{box}の{box:どちらか/どれか}です。{arms}",
    ),
    "dual_empty_rectangle": RuleText(
        "デュアル・エンプティレクタングル",
        "同じボックスにある、同じ数字の2つのエンプティレクタングル。",
        "{house}の{digits}は{box}の{box:どちらか/どれか}です。{arms}",
    ),
    "xy_wing": RuleText(
        "XY-Wing",
        "軸xyのマスがxzとyzのマスを見ている。軸がどちらでも、2つのどちらかはzになる。",
        "軸{pivot}には{pivot_digits}のどちらかが入り、どちらでも{pincer}の一方がその数字を失って{decisive}になります。",
    ),
    "xyz_wing": RuleText(
        "XYZ-Wing",
        "軸xyzのマスがxzとyzのマスを見ている。3つのどれかはzになる。",
        "軸{pivot}には{pivot_digits}のどれかが入ります。{decisive}でなければ、{pincer}の一方がその数字を失って{decisive}になります。",
    ),
    "w_wing": RuleText(
        "W-Wing",
        "同じ2つの候補をもつ2つのマスが、一方の数字の強リンクで結ばれる。どちらかのマスはもう一方の数字になる。",
        "{pincer}の候補はどちらも{pincer_digits}です。{house}の{link_digits}は{link}のどちらかなので、"
        "両方が{link_digits}にはならず、一方は{decisive}です。",
    ),
    "simple_colors_trap": RuleText(
        "シンプルカラー（トラップ）",
        "数字の強リンクで候補を2色に塗り分けると、一方の色がすべて真。両方の色を見る候補は偽である。",
        "{digits}の強リンクにより、（{colour_a}）がすべて真で（{colour_b}）がすべて偽か、その逆です。",
    ),
    "simple_colors_wrap": RuleText(
        "シンプルカラー（ラップ）",
        "数字の強リンクで候補を2色に塗り分ける。同じ色どうしが見合えば、その色は偽である。",
        "{digits}の強リンクにより、（{colour_a}）か（{colour_b}）のどちらかがすべて真です。"
        "同じ色の{sight}が見合うので、その色は偽です。",
    ),
    "multi_colors_1": RuleText(
        "マルチカラー1",
        "ある色の組の一色が別の組の一色を見ている。それぞれの反対の色の一方は真である。",
        "{digits}の強リンクにより、（{colour_a}）か（{colour_b}）がすべて真で、（{colour_c}）か（{colour_d}）もすべて真です。"
        "{sight}は見合うのでそれらの色は両立せず、それぞれの反対の色の一方は真です。",
    ),
    "multi_colors_2": RuleText(
        "マルチカラー2",
        "ある色が別の組の両方の色を見ていれば、その色は偽である。",
        "{digits}の強リンクにより、（{colour_a}）か（{colour_b}）がすべて真で、（{colour_c}）か（{colour_d}）もすべて真です。"
        "{sight}は見合うので、別の組の両方の色と両立しない色は偽です。",
    ),
    "remote_pair": RuleText(
        "リモートペア",
        "同じ2つの候補をもつ偶数個のマスが順に見合う。両端には異なる数字が入る。",
        "{path}には{digits}が交互に入るので、両端の{end}に2つの数字が一つずつ入ります。",
    ),
    **alike(
        _CHAIN,
        x_chain=("Xチェーン", "一つの数字の強リンクと弱リンクが交互に続くチェーン。両端の一方は真である。"),
        xy_chain=("XYチェーン", "候補が2つのマスをつなぐチェーン。両端の一方は真である。"),
        m_wing=(
            "M-Wing",
            "候補xyのマスがyの強リンクの端を見ていて、その先のマスからxの強リンクが出る。xyのマスか遠い端がxになる。",
        ),
        s_wing=(
            "S-Wing",
            "候補xyのマスが、xの強リンクとyの強リンクの近い端を見ている。一方の遠い端がxか、他方の遠い端がyである。",
        ),
        aic=(
            "AIC（交互推論チェーン）",
            "強リンクと弱リンクが交互に続くチェーン。始点が偽なら終点は真である。",
        ),
        grouped_aic=("グループ化AIC", "一つのユニットのマスの集まりもノードになる、交互推論チェーン。"),
        als_aic=("ALSを含むAIC", "強リンクにALS（一つ多い候補をもつマスの集まり）も使う交互推論チェーン。"),
        als_chain=("ALSチェーン", "制限共通数字で結ばれたALSのチェーン。"),
        nice_loop=(
            "連続ナイスループ",
            "交互のリンクが閉じたループ。どの弱リンクでも、両端の一方は真である。",
        ),
        y_cycle=("Yサイクル", "候補が2つのマスのループ。隣どうしが共有する数字は、その2マスの一方に入る。"),
        grouped_nice_loop=(
            "グループ化連続ナイスループ",
            "グループを含む交互のリンクが閉じたループ。どの弱リンクでも、両端の一方は真である。",
        ),
    ),
    **alike(
        "{set}の両方に{common_digits}が入ることはありません。"
        "{common_digits:一方は{common_digits}を失って残りの数字をすべて含み、{decisive}もその中にあります。|"
        "それぞれが別の一つを失い、残りの数字をすべて含みます。}",
        als_xz=(
            "ALS-XZ",
            "ALS（Almost Locked Set）とは、一つのユニットにあり、候補の数字が全部でk＋1個のk個のマスをいう。"
            "2つのALSに、両方には入れない共通の数字xがある。ほかの共通の数字はどちらかに入る。",
        ),
        wxyz_wing=(
            "WXYZ-Wing",
            "4マスで候補が4つのALS 2組に、両方には入れない数字がある。ほかの共通の数字はどれかのマスに入る。",
        ),
    ),
    "als_xy_wing": RuleText(
        "ALS-XY-Wing",
        "一つのALSが別の2つのALSと、異なる制限共通数字で結ばれる。その2つに共通の数字はどちらかに入る。",
        "{set}の3つのALSのうち、初めの2つの両方に{common_first}が、終わりの2つの両方に{common_last}が入ることはありません。"
        "したがって最初と最後のどちらかに{decisive}が入ります。",
    ),
    "death_blossom": RuleText(
        "デスブロッサム",
        "茎のマスのどの候補も、花びらであるALSの中のその数字をすべて見ている。花びらすべてに共通の数字はどれかに入る。",
        "茎{stem}が{stem_digits}の{stem_digits:どちら/どれ}でも、花びら{petal}の一つがその数字を失い、共通の{decisive}を"
        "含むことになります。",
    ),
    "sue_de_coq": RuleText(
        "スー・ド・コック",
        "ボックスと線の交わりのマスに、線とボックスのマスを加えると、そこに入りうる数字の数とマスの数が等しくなる。",
        "{core}と、線の{in_line}、ボックスの{in_box}（{houses}）を合わせたマスの数は、そこに{digits}が入りうる回数の合計にちょうど等しくなります。"
        "どの数字もこの中に入り、その場所をすべて見るマスには入りません。",
    ),
    "guardians": RuleText(
        "ガーディアン（ブロークンウィング）",
        "隣り合う2マスがどれも、あるユニットでその数字の入る2か所となるような、奇数個のマスのループはありえない。強リンクを妨げている候補（ガーディアン）のどれかは真である。",
        "{guardian}がなければ、{houses}のそれぞれで{digits}の入りうるマスは2つになり、{loop}をたどるループのマスは奇数個なので真と偽が交互になりません。したがって{guardian}{guardian:|のどちらか|のどれか}に{digits}が入ります。",
    ),
    "fireworks": RuleText(
        "ファイアワーク（花火）",
        "ボックスの外では行にも列にも1マスしか入らない数字は、その2マスか、行と列の交わるマスに入る。同じ3マスに3数字、または4マスに4数字がそろえば、ほかの数字は入らない。",
        "{houses}で、{digits}はどれもボックスの外では行にも列にも1マスまでしか入らないので、{subset}のどれかに入ります。これらのマスにほかの数字は入りません。",
    ),
    "medusa_trap": RuleText(
        "3Dメデューサ（トラップ）",
        "マスとユニットの強リンクで、いくつかの数字の候補を交互に塗り分けると、一方の色がすべて真となる。両方の色の候補と両立しない候補は偽である。",
        "強リンクにより、（{colour_a_all}）と（{colour_b_all}）のどちらか一方がすべて真です。",
    ),
    "medusa_wrap": RuleText(
        "3Dメデューサ（ラップ）",
        "マスとユニットの強リンクで、いくつかの数字の候補を交互に塗り分ける。同じ色どうしが両立しない色や、マスやユニットから数字の入る所をなくす色は偽である。",
        "強リンクにより、（{colour_a_all}）と（{colour_b_all}）のどちらか一方がすべて真です。"
        "消えるほうの色がすべて真なら、{clash}。",
    ),
    "junior_exocet": RuleText(
        "ジュニアエグゾセット",
        "ボックスと線の交わりにあるベースの2マスと、その線のほかのボックスにあるターゲットの2マス。ベースの数字は、ターゲットを使わなければ、交差する3本の線のすべてには入れられない。ターゲットにはベースと同じ数字が入る。",
        "{origin}に入る2数字は、{origin_digits}のどの2つであっても、{target}を使わなければ{houses}のすべてには入れられません。したがって{target}には同じ2数字が入ります。",
    ),
    "sk_loop": RuleText(
        "SKループ",
        "2行と2列が交わる4つのボックスを一周する8組のマス。隣の組とは線かボックスを交互に共有する。線やボックスごとに1回入りうる数字の数がマスの数に"
        "等しければ、どの数字もその中で入り、そのユニットのほかのマスには入らない。",
        "{houses}を一周する8組のマスに、{by_line_digits}は線ごとに、{by_box_digits}はボックスごとに1回しか入らず、数字の数は合わせてちょうどマスの数になります。"
        "したがってどの数字も必ずこれらのマスの中に入ります。",
    ),
    "multi_sector_locked_set": RuleText(
        "マルチセクター・ロックドセット（MSLS）",
        "行と列の交わりのマスの数が、行ごとに1回、または列ごとに1回入りうる数字の数に等しければ、どの数字もその中で入る。",
        "{houses}の交わりに、{by_row_digits}は行ごとに、{by_column_digits}は列ごとに1回しか入らず、数字の数は合わせてちょうどマスの数になります。したがってどの数字も必ずこれらのマスの中に入ります。",
    ),
    "tridagon": RuleText(
        "トライダゴン（トールのハンマー）",
        "2段の行と2列のボックスが交わる4つのボックスに、行も列も重ならない3マスずつがある。マスは行を下るごとに、端を回って、"
        "右か左へ進む。1つのボックスだけ向きが違えば、12マスに3数字だけを入れることはできず、ほかの候補（ガーディアン）のどれかは真である。",
        "{trio}は、4つのボックスで行も列も重ならない3マスずつで、1つのボックスだけ進む向きが違います。{digits}だけでは埋められないので、"
        "ガーディアン（{guardian_all}）{guardian_all:は|の少なくとも一つは}真です。",
    ),
    "unique_rectangle_1": RuleText(
        "ユニークレクタングル タイプ1",
        _DEADLY + "3つの角にその2数字しかなければ、残りの角にはどちらも入らない。",
        _UR + "3つの角にはこの2つしか入らないので、{roof}にはどちらも入りません。",
    ),
    "unique_rectangle_2": RuleText(
        "ユニークレクタングル タイプ2",
        _DEADLY + "並んだ2つの角の余分な候補が同じ1つなら、どちらかがそれになる。",
        _UR + "したがって{roof}のどちらかに{decisive}が入ります。",
    ),
    "unique_rectangle_3": RuleText(
        "ユニークレクタングル タイプ3",
        _DEADLY + "2つの角の余分な候補が、ユニットのほかのマスとネイキッドサブセットになる。",
        _UR
        + "したがって{roof}の一方には{extra}の{extra:どちらか/どれか}が入り、{house}の{subset}と合わせた中に"
        "{used}がすべて入ります。",
    ),
    "unique_rectangle_4": RuleText(
        "ユニークレクタングル タイプ4",
        _DEADLY + "2数字の一方が2つの角に限られるなら、もう一方はそこに入らない。",
        _UR + "{house}では{confined}が{roof}に限られるので、{decisive}はそこに入りません。",
    ),
    "unique_rectangle_5": RuleText(
        "ユニークレクタングル タイプ5",
        _DEADLY + "対角または3つの角の余分な候補が同じ1つなら、どれかがそれになる。",
        _UR + "したがって{roof}の{roof:どちらか/どれか}に{decisive}が入ります。",
    ),
    "unique_rectangle_6": RuleText(
        "ユニークレクタングル タイプ6",
        _DEADLY + "2本の線で長方形に限られる数字は、余分な候補をもつ対角の角に入らない。",
        _UR
        + "{houses}では{decisive}が長方形の中に限られます。{roof}の一方に入ればもう一方にも入り、4つともこの2つだけに"
        "なってしまいます。",
    ),
    "hidden_rectangle": RuleText(
        "ヒドゥンレクタングル",
        _DEADLY + "ある角を通る2本の線で数字が長方形に限られるなら、その角はもう一方の数字にならない。",
        _UR + "{houses}では{confined}が長方形の中に限られます。"
        "交わりの角{decided}に{decisive}が入ると、4つともこの2つだけになってしまいます。",
    ),
    "avoidable_rectangle_1": RuleText(
        "アヴォイダブルレクタングル タイプ1",
        _DEADLY + "与え値でない3つの角が埋まっていれば、残りの角に、その形を完成させる数字は入らない。",
        "{floor}は与え値ではなく、あとから埋めたマスです。{decided}に{decisive}が入ると{digits}の長方形が完成し、"
        "入れ替えができて解が2つになってしまいます。",
    ),
    "avoidable_rectangle_2": RuleText(
        "アヴォイダブルレクタングル タイプ2",
        _DEADLY + "2つの角が埋まり、残りの角に同じ余分な候補があれば、どちらかがそれになる。",
        "{floor}は与え値ではありません。{roof}のどちらかに{decisive}が入らないと、{digits}を入れ替えられてしまいます。",
    ),
    "unique_loop_1": RuleText(
        "ユニークループ タイプ1",
        _DEADLY_LOOP + "1マスを除いてその2数字しかなければ、残りのマスにはどちらも入らない。",
        _UL + "ほかのマスにはこの2つしか入らないので、{roof}にはどちらも入りません。",
    ),
    "unique_loop_2": RuleText(
        "ユニークループ タイプ2",
        _DEADLY_LOOP + "いくつかのマスの余分な候補が同じ1つなら、どれかがそれになる。",
        _UL + "したがって{roof}の{roof:どちらか/どれか}に{decisive}が入ります。",
    ),
    "unique_loop_4": RuleText(
        "ユニークループ タイプ4",
        _DEADLY_LOOP + "2数字の一方が余分な候補のある2マスに限られるなら、もう一方はそこに入らない。",
        _UL + "{house}では{confined}が{roof}に限られるので、{decisive}はそこに入りません。",
    ),
    "extended_rectangle_1": RuleText(
        "拡張ユニークレクタングル タイプ1",
        _DEADLY_LINES + "1マスを除いてその3数字しかなければ、残りのマスにはどれも入らない。",
        _ER + "ほかのマスにはこの3つしか入らないので、{roof}にはどれも入りません。",
    ),
    "extended_rectangle_2": RuleText(
        "拡張ユニークレクタングル タイプ2",
        _DEADLY_LINES + "2マスの余分な候補が同じ1つなら、どちらかがそれになる。",
        _ER + "したがって{roof}のどちらかに{decisive}が入ります。",
    ),
    "extended_rectangle_4": RuleText(
        "拡張ユニークレクタングル タイプ4",
        _DEADLY_LINES + "3数字の一つが余分な候補のある2マスに限られるなら、ほかの2つはそこに入らない。",
        _ER + "{house}では{confined}が{roof}に限られます。さらに{decisive}がそこに入ると、すべてこの3つだけに"
        "なってしまいます。",
    ),
    "bug_plus_1": RuleText(
        "BUG+1",
        "一つを除くすべての空きマスの候補が2つずつ。3か所に現れる数字を入れないと、解の個数が偶数になってしまう。",
        "{odd}を除くすべての空きマスは候補が2つで、ここでの{digits}を除けば、どの数字も各ユニットに2か所ずつです。"
        "この{digits}がなければ解の個数が偶数になってしまいます。",
    ),
    "bug_2": RuleText(
        "BUGタイプ2",
        _GRAVE + "それが同じ数字なら、そのすべてを見るマスからその数字が消える。",
        _BUG + "したがって{odd}の{odd:どちらか/どれか}に{decisive}が入ります。",
    ),
    "bug_3": RuleText(
        "BUGタイプ3",
        _GRAVE + "それがユニットのほかのマスとネイキッドサブセットになる。",
        _BUG + "このどれかが真で、{house}の{subset}と合わせた中に{used}がすべて入ります。",
    ),
    "bug_4": RuleText(
        "BUGタイプ4",
        _GRAVE
        + "それがあるユニットの2マスにあり、別の数字もその2マスに限られるなら、ほかの数字はそこに入らない。",
        _BUG
        + "この2マスの一方に余分な候補が入り、もう一方には、{house}でほかに場所のない{confined}が入ります。",
    ),
    **alike(
        "{gone}{gone:とすると|のどれを入れても}、{aligned}をどう埋めても、見合う2マスが同じ数字になるか、"
        "{excluder}{excluder:|のどちらか|のどれか}の候補がなくなります。",
        aligned_pair=(
            "アラインドペア排除（APE）",
            "2マスに、その両方を見るマスの候補をすべて入れることはできない。相手の候補が残らない候補は偽である。",
        ),
        aligned_triplet=(
            "アラインドトリプレット排除（ATE）",
            "3マスに、そのすべてを見るマスの候補をすべて入れることはできない。相手の候補が残らない候補は偽である。",
        ),
    ),
    "template_set": RuleText(
        "テンプレート（確定）",
        "その数字のあらゆる置き方に含まれる候補は真である。",
        "{digits}をすべてのユニットに置くには、どう置いてもこれらのマスを使います。",
    ),
    "template_delete": RuleText(
        "テンプレート（消去）",
        "その数字のどの置き方にも含まれない候補は偽である。",
        "{digits}をすべてのユニットに置く方法のうち、これらのマスを使うものはありません。",
    ),
    "nishio": RuleText(
        "ニシオ",
        "候補を仮定し、その数字だけをたどる。置き場所のないユニットができれば、仮定は誤りである。",
        "{net}",
    ),
    **alike(
        "{net}",
        forcing_chain=(
            "フォーシングチェーン（浜田ロジック）",
            _NET.replace("{what}", "候補が2つのマスやユニット"),
        ),
        forcing_net=("フォーシングネット", _NET.replace("{what}", "すべてのシングル")),
        forcing_net_patterns=(
            "パターン付きフォーシングネット",
            _NET.replace("{what}", "シングル、予約、ペア"),
        ),
    ),
    **alike(
        "{net}",
        net_with_chains=(
            "チェーン付きフォーシングネット",
            _NET.replace("{what}", "シングル、ペア、チェーン"),
        ),
        net_with_forcing_chains=(
            "フォーシングチェーン付きフォーシングネット",
            _NET.replace("{what}", "シングル、ペア、フォーシングチェーン"),
        ),
        nested_net=("入れ子のフォーシングネット", _NET.replace("{what}", "シングル、ペア、さらに別のネット")),
    ),
}

CATALOG = Catalog(PHRASES, RULES)
