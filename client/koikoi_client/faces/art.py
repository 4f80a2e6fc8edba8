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
    "i": "#5f00d7",  # indigo
    "b": "#005fd7",
    "B": "#87afd7",  # sky, water
    "g": "#005f00",  # dark green
    "G": "#5faf00",
    "l": "#afd75f",  # light green
    "n": "#af5f00",  # brown
    "h": "#5f0000",  # dark brown
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
    BBBwwwwwk  gGGggrrr.  .ggg.nn..  .n.n..nn.
    gBBwwwwkk  ..nn.rwr.  gGGGgn...  ..nn.gggg
    ggBBkBkBg  ...n.rrr.  .gg.nn...  ...nngGGg
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
    NgNNNNNNg  NNNgNrrrN  NNgNNNNgN  NNNgNNNNN
    vVv.nnn.v  vVv.vrrr.  vVv.V.vVv  .v.vVv.vV
    .vynknnvV  vvV.Vrrr.  vvV.v.vvV  vV.vvV.vv
    vV.wnnnn.  .Vv.vrrr.  .Vv...VvV  vv.vVv.Vv
    .v.kwknnn  .vV..rrr.  .vV...vVv  .v..vV..v
    ..VwkwnhN  .vv..rrr.  .v....vv.  ....v....
    .v..wkhhn  .V...rrr.  .V.....V.  ....V...V
    .......hh  .v...r.r.  .v.....v.  ....v....
    """,
    """
    .i.....i.  ..v..rrr.  ...v.....  .....v...
    ivi.g.ivi  i.v.irrr.  .i.v.i..v  v..i.v.i.
    .y.g.g.y.  iiviirrr.  .iivii.ii  ii.iivii.
    BgBBBtttt  i.y.irrr.  .i.y.i.iy  yi.i.y.i.
    tttttttnN  ..g..rrr.  ...g...g.  .g...g...
    ttttnnNBN  g.g.grrr.  g..gg.gg.  .gg.gg..g
    nnnnNBBBB  gggggrrr.  gg.gg.ggg  ggg.gg.gg
    BNBBNBBBB  .ggg.r.r.  .ggggggg.  .ggggggg.
    """,
    """
    yo.oy.v.v  .rrr.bbb.  ..rrrr...  ....rrrr.
    yykyy.VkV  rrPrrbbb.  .rrPPrrr.  .rrrPPrr.
    .yky..v.v  rPyPrbbb.  rrPrrPPr.  .rPPrrPrr
    yo.oyrrr.  rryrrbbb.  rPryyrPrr  rrPryyrPr
    .k..rPPrr  rrPrrbbb.  rPrryrPrr  rrPryrrPr
    gg.rrPyPr  .rrr.bbb.  .rrPPrrr.  .rrrPPrr.
    gGg.rrPrr  g.g..bbb.  gG.rrr.gG  Gg.rrr.Gg
    .gG..rrrg  .gGg.b.b.  .gGg.gGg.  .gGg.gGg.
    """,
    """
    P.g..gP.g  P.g..rrr.  ..gPgPg..  ..PgP.gP.
    g.kkkk..P  .gP.grrr.  .gP.g.Pg.  .gg.g.Pg.
    .hhhhhhk.  P.g..rrr.  gP..gP.gP  Pg.Pg..gP
    hhkhhhhhh  .gPg.rrr.  P.gPg..Pg  gP..gPgg.
    thhhhhhhh  P.g.Prrr.  gP.gg.gP.  .gP.gg.Pg
    twhhhhhhh  .gPg.rrr.  P..Pg..gP  Pg..gP..P
    P.hh.g.hh  ..g..rrr.  ...gg.P..  ..P.gg...
    .gkk.g.kk  ..g..r.r.  ....g....  ....g....
    """,
    """
    rrrwwwrrr  k...k....  ..t....t.  .t...t...
    rrwwwwwrr  .k.k..k.k  .tt...tt.  .tt..tt.t
    rrwwwwwrr  ..k....k.  tt...tt..  ..tt..ttt
    rrwwwwwrr  ....k.k..  .s..ts..t  t..s.ts.s
    rrrwwwrrr  .....k...  ..sksk.st  .ts.ks.ks
    rrrkkkrrr  .kkkk....  .kskskkks  ksskkskks
    rkkkkkkkr  kkkkkkk..  kkskkskkk  kkskskkkk
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
    h.h.h..r.  ..r..bbb.  ....r....  ..r......
    .hhh..rrr  .rrr.bbb.  .r.rrr.r.  r.r.r....
    .nnn...r.  rrrrrbbb.  .rrrrrrr.  .rrr..o..
    knknn....  .rorrbbb.  r.rrorr.r  rrrrro.o.
    ..nnnnnnw  ..o..bbb.  rrrrorrrr  .rrr.ooo.
    ..nwnwnn.  .o...bbb.  .rrrorrr.  ..r.ooooo
    ..nnnwnn.  oo.o.bbb.  ..rrorr..  .r...ooo.
    ..n.n.n.n  .ooo.b.b.  ....o....  .....o...
    """,
    """
    gSSyyySSg  G...d...G  gG.ggrrrg  kkkkyyykk
    gSyyyyySg  g..drd..g  g..g.rrr.  rkkyyykkk
    SyyyoyyyS  .dddrddd.  gg.g.rrr.  rkyyykkkr
    bSSkttSbg  dddwwwddd  .g.ggrrr.  kkyyyyykr
    SSbkRRRSS  dd.dwd.dd  g..g.rrr.  krkkyyykk
    SSStRRRbg  d..ddd..d  gg.g.rrr.  krkyyykkk
    BbBkRRRBB  g..d.d..g  .g..grrr.  kkkyykkrk
    BBBBkBkGB  G.d...d.G  .g.g.r.r.  RRkykkRRR
    """,
    """
    .r.....oy  ..v.v.v..  ....v....  ..v...v..
    roo...oyo  .vVvVvVv.  ..v.V.v..  ..V.v.V..
    ykoo.oyor  ..V.V.V..  ..V.v.V..  ..v.V.v..
    ..orooyo.  ..v.v.v..  .vv.V.vv.  .vV.v.Vv.
    ..rroooro  gggGgGggg  ..v.v.v..  ..v.V.v..
    g..rrryor  .gGgGgGg.  gggGgGggg  gGggGggGg
    gGg.y.rbG  yyygygyyy  gGgGgGgGg  ggGgGgGgg
    ggGgygGbg  yyyyyyyyy  .gg.g.gg.  .gg.g.gg.
    """,
)

PIXELS: dict[int, tuple[str, ...]] = {
    month * 4 + place: tuple(line.split()[place - 1] for line in block.split("\n") if line.strip())
    for month, block in enumerate(_MONTHS)
    for place in range(1, 5)
}
"""Of each card 1-48, its 8 rows of 9 inks."""
