"""The 48 drawings, 9 by 8 pixels each, as text that can be read in a diff.

Each month is one block, its four cards side by side, in the order of the catalogue. A letter is an
ink. All inks are of the 6x6x6 cube and the grey ramp, as 256-colour terminals show others wrongly.
"""

from __future__ import annotations

INKS = {
    ".": "#ffffd7",  # paper
    "w": "#ffffff",
    "S": "#d0d0d0",  # light grey
    "s": "#8a8a8a",  # grey
    "k": "#1c1c1c",  # black
    "r": "#d70000",
    "R": "#870000",  # dark red
    "o": "#ff8700",
    "y": "#ffd700",
    "p": "#ffafd7",  # pink
    "P": "#ff5faf",  # deep pink
    "m": "#af005f",  # magenta
    "v": "#875fd7",  # violet
    "V": "#afafff",  # light violet
    "d": "#00005f",  # dark blue
    "b": "#005fd7",
    "B": "#87afd7",  # sky, water
    "g": "#005f00",  # dark green
    "G": "#5faf00",
    "l": "#afd75f",  # light green
    "n": "#af5f00",  # brown
    "N": "#5f5f00",  # bark
    "t": "#d7af87",  # tan
}
"""A letter's colour, "#rrggbb"."""

_MONTHS = (
    """
    BBBrBBrrr  .ggg.rrr.  ...ggg...  .....gg..
    ByywBBrrr  gGGggrwr.  .ggGGGgg.  ...gGGGg.
    BBBkBBBrr  .nn..rrr.  ggGgggGgg  .gggg.n..
    BBBkwwBBB  .gggnrwr.  ....n.n..  gGGGggn..
    BBBwwwwwB  gGGggrrr.  .ggg.nn..  .n.n..nn.
    gBBwwwwkk  ..nn.rwr.  gGGGgn...  ..nn.gggg
    ggBBkBkkk  ...n.rrr.  .gg.nn...  ...nngGGg
    gggBkBBgg  ..nnnr.r.  ....nnn..  ...nnn...
    """,
    """
    ..GGG...r  .r..Nrrr.  .r.....N.  ..N...r..
    .GkGGG.ry  ryrN.rwr.  ryr...N..  .N...ryr.
    yGGGGGG.r  .rN..rrr.  .r..NN.r.  N..r..r..
    ..llGGGGN  ..N..rwr.  ...N..ryr  NNryrN...
    ..lllGGGG  .N.r.rrr.  ..N.r..r.  ..Nr..NN.
    r..n.nNGG  .Nryrrwr.  .N.ryr...  .r..N..Nr
    yrNNNNNNN  N..r.rrr.  .N..r.r..  ryr..N.ry
    rNN.ryr..  N....r.r.  N.....y..  .r....N.r
    """,
    """
    pPpp.pPpp  .pp..rrr.  ..pppp...  .pp...pp.
    ppppPpppp  pPpp.rwr.  .pPpppPp.  pPpppPppp
    .pPp.pPp.  .pppprrr.  ppppPpppp  .ppNppPp.
    kkkkkkkkk  ..pPprwr.  pPppppPpp  ...NN.ppp
    rwrwrwrwr  ppp.Nrrr.  .pppNpPp.  ppp..Np..
    rwrwrwrwr  pPpN.rwr.  ...NNN...  pPppNN.pp
    rwrwrwrwr  .pN..rrr.  ....N....  .ppN..pPp
    wrwrwrwrw  ..N..r.r.  ...NNN...  ..N....pp
    """,
    """
    NgNNNgNNN  NNNgNrrrN  NNgNNNNgN  NNNgNNNNN
    vVv...kkv  vVv.vrrr.  vVv.V.vVv  .v.vVv.vV
    .vV..kkkV  vvV.Vrrr.  vvV.v.vvV  vV.vvV.vv
    vV..kkk.v  .Vv.vrrr.  .Vv...VvV  vv.vVv.Vv
    .v.nnnnn.  .vV..rrr.  .vV...vVv  .v..vV..v
    .ynknnnkk  .vv..rrr.  .v....vv.  ....v....
    ...wnwn..  .V...rrr.  .V.....V.  ....V...V
    .........  .v...r.r.  .v.....v.  ....v....
    """,
    """
    .v.....v.  .v...rrr.  .v...v...  ...v...v.
    vVv...vVv  vVv..rrr.  vVv.vVv..  ..vVv.vVv
    .y..v..y.  .y.g.rrr.  .y...y..v  v..y...y.
    .gGgVgGg.  .g.g.rrr.  .gg.g.gvV  Vv.g.g.g.
    tntntnBBB  .ggg.rrr.  .gg.g.g.y  y.gg.g.gg
    nnnnnnBBB  g.gggrrr.  g.ggggg.g  g.gggggg.
    BBntntntn  gggg.rrr.  gggg.gggg  ggggg.ggg
    BBnnnnnnn  BBBBBrBrB  BBBBBBBBB  BBBBBBBBB
    """,
    """
    yy.yy.v.v  .rrr.bbb.  ..rrrr...  ....rrrr.
    yoyoy.vVv  rrPrrbbb.  .rrPPrrr.  .rrrPPrr.
    .yky...k.  rPyPrbbb.  rrPrrPPr.  .rPPrrPrr
    .y.y.rrr.  rryrrbbb.  rPryyrPrr  rrPryyrPr
    ...rrPPrr  rrPrrbbb.  rPrryrPrr  rrPryrrPr
    g.rrPyyPr  .rrr.bbb.  .rrPPrrr.  .rrrPPrr.
    gGrrrPPrr  g.g..bbb.  gG.rrr.gG  Gg.rrr.Gg
    .gG.rrrgG  .gGg.b.b.  .gGg.gGg.  .gGg.gGg.
    """,
    """
    P.g...P.g  P.g..rrr.  .P..g..P.  P..P.g..P
    g.kkkkk.P  .gP.grrr.  P.gPgPg.P  .g.g..g..
    .nnnnnnnk  P.g..rrr.  .g.g.gP..  P.gPgPg.P
    nknnnnnnn  .gPg.rrr.  P.gPg.g.P  .gP.g.Pg.
    tnnnnnnnn  P.g.Prrr.  .gPg.gPg.  P.gPgPg.P
    twnnnnnnn  .gPg.rrr.  P..gPg..P  .g.ggg.g.
    P.nn.g.nn  ..g..rrr.  ...ggg...  P..ggg..P
    ..kk.g.kk  ..g..r.r.  ....g....  ....g....
    """,
    """
    rrrwwwrrr  k...k....  ..t....t.  .t...t...
    rrwwwwwrr  .k.k..k.k  .tt...tt.  .tt..tt.t
    rrwwwwwrr  ..k....k.  tt...tt..  ..tt..ttt
    rrwwwwwrr  ....k.k..  .s..ts..t  t..s.ts.s
    rrrwwwrrr  .....k...  ..sksk.st  .ts.ks.ks
    rrrkkkrrr  ..kkkk...  .kskskkks  ksskkskks
    rkkkkkkkr  .kkkkkkk.  kkskkskkk  kkskskkkk
    kkkkkkkkk  kkkkkkkkk  kkkkkkkkk  kkkkkkkkk
    """,
    """
    .y.y.....  .y.y.bbb.  ..y.y.y..  ..y.y.y..
    yoyoy....  yoyoybbb.  .yoyoyoy.  .yoyoyoy.
    .yoy.....  .yoy.bbb.  ..yyoyy..  yoyyoyyoy
    yorrrrrrr  yoyoybbb.  .yooooyy.  .yoooooy.
    .rryyyyyr  .yoy.bbb.  ..yyoyy..  yoyyoyyoy
    ..rrrrrrr  .g...bbb.  .yoyoyoy.  .yoyoyoy.
    g..rrrrr.  gGgg.bbb.  gGy.y.yGg  g.y.y.yGg
    gG..rrr..  .gg..b.b.  .gGg.gGg.  gGgg.gGg.
    """,
    """
    n..n..r..  ..r..bbb.  ....r....  ..r......
    .nn.n.rrr  .rrr.bbb.  .r.rrr.r.  r.r.r....
    .nnn.rrr.  rrrrrbbb.  .rrrrrrr.  .rrr..o..
    nnk....r.  .rorrbbb.  rrrrorrrr  rrrrro.o.
    ..nnnnnn.  ..o..bbb.  .rrrorrr.  .rrr.ooo.
    ..nwnwnnw  .o...bbb.  ..rrorr..  ..r.ooooo
    ..nnnnnn.  oo.o.bbb.  ....o....  .r...ooo.
    ..n.n.n.n  .ooo.b.b.  ...o.....  .....o...
    """,
    """
    gSSyySSSg  gG.g.g.gG  gG.ggrrrg  kkykkkrkk
    gSyyyySSg  dd.g.g..g  g..g.rrr.  kyykkrkkr
    SyykyyySS  .dd..ddd.  gg.g.rrr.  kkyykkrkk
    SSSkSSSgS  g.ddddd..  .g.ggrrr.  kyyyyyrkr
    SSktSSSSg  g.wdrrd..  g..g.rrr.  kkkkyykkk
    SSkkkSSSS  .dwwdkdo.  gg.g.rrr.  rkkyykkrr
    SSkkkSGSS  ddg.ww..g  .g..grrr.  rrkkyykrr
    BBkBkBGBB  d.g...g.g  .g.g.r.r.  RRRRyRRRR
    """,
    """
    .r..yo...  ..v.v.v..  ....v....  ..v...v..
    royy.oo..  .vVvVvVv.  ..v.V.v..  ..V.v.V..
    .rooo.oor  ..V.V.V..  ..V.v.V..  ..v.V.v..
    ..orroo.r  ..v.v.v..  .vv.V.vv.  .vV.v.Vv.
    ..rrrrrr.  gggGgGggg  ..v.v.v..  ..v.V.v..
    g.orr.b.r  .gGgGgGg.  gggGgGggg  gGggGggGg
    gGg.n..bg  yyygygyyy  gGgGgGgGg  ggGgGgGgg
    .ggg.gggG  yyyyyyyyy  .gg.g.gg.  .gg.g.gg.
    """,
)

PIXELS: dict[int, tuple[str, ...]] = {
    month * 4 + place: tuple(line.split()[place - 1] for line in block.split("\n") if line.strip())
    for month, block in enumerate(_MONTHS)
    for place in range(1, 5)
}
"""Of each card 1-48, its 8 rows of 9 inks."""
