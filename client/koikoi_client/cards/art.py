"""The 48 drawings, 9 by 8 pixels each, as text that can be read in a diff.

Each month is one block, its four cards side by side, in the order of the catalogue. Each letter is
a colour of the 6x6x6 cube or the grey ramp: 256-colour terminals show other colours wrongly. Pixels
have colours instead of style classes: a class for each pair of colours would have no useful name.
"""

from __future__ import annotations

COLOURS = {
    ".": "#ffffd7",  # the card itself
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
    "D": "#0000af",  # shaded blue
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
"""The colour of each letter, "#rrggbb"."""

_MONTHS = (
    """
    BBrrBBrrr  .ggg.rrR.  ...ggg...  .....gg..
    ByywBBrrr  gGGggrwR.  .ggGGGgg.  ...gGGGg.
    BBBkkBBrr  .nn..rrR.  ggGgggGgg  .gggg.n..
    BBBBkwwBB  .gggnrwR.  ....n.n..  gGGGggn..
    BBBBwwwwk  gGGggrrR.  .ggg.nn..  .n.n..nn.
    gBBBwwwkk  ..nn.rwR.  gGGGgn...  ..nn.gggg
    ggBBBkBkg  ...n.rrR.  .gg.nn...  ...nngGGg
    gggBBkBgg  ..nnnr.R.  ....nnn..  ...nnn...
    """,
    """
    ..GGG...r  .r..NrrR.  .r.....N.  ..N...r..
    .GkGGG.ry  ryrN.rwR.  ryr...N..  .N...ryr.
    yGGGGGG.r  .rN..rrR.  .r..NN.r.  N..r..r..
    ..llGGGGN  ..N..rwR.  ...N..ryr  NNryrN...
    ..lllGGGG  .N.r.rrR.  ..N.r..r.  ..Nr..NN.
    r..n.nNGG  .NryrrwR.  .N.ryr...  .r..N..Nr
    yrNNNNNNN  N..r.rrR.  .N..r.r..  ryr..N.ry
    rNN.ryr..  N....r.R.  N.....y..  .r....N.r
    """,
    """
    pPpp.pPpp  .pp..rrR.  ..pppp...  .pp...pp.
    ppppPpppp  pPpp.rwR.  .pPpppPp.  pPpppPppp
    .pPp.pPp.  .pppprrR.  ppppPpppp  .ppNppPp.
    kkkkkkkkk  ..pPprwR.  pPppppPpp  ...NN.ppp
    rwrwrwrwr  ppp.NrrR.  .pppNpPp.  ppp..Np..
    rwrwrwrwr  pPpN.rwR.  ...NNN...  pPppNN.pp
    rwrwrwrwr  .pN..rrR.  ....N....  .ppN..pPp
    wrwrwrwrw  ..N..r.R.  ...NNN...  ..N....pp
    """,
    """
    NgNNNNNNg  NNNgNrrRN  NNgNNNNgN  NNNgNNNNN
    vVv.nnn.v  vVv.vrrR.  vVv.V.vVv  .v.vVv.vV
    .vynknnvV  vvV.VrrR.  vvV.v.vvV  vV.vvV.vv
    vV.wnnnn.  .Vv.vrrR.  .Vv...VvV  vv.vVv.Vv
    .v.kwknnn  .vV..rrR.  .vV...vVv  .v..vV..v
    ..VwkwnhN  .vv..rrR.  .v....vv.  ....v....
    .v..wkhhn  .V...rrR.  .V.....V.  ....V...V
    .......hh  .v...r.R.  .v.....v.  ....v....
    """,
    """
    .i.....i.  ..v..rrR.  ...v.....  .....v...
    ivi.g.ivi  i.v.irrR.  .i.v.i..v  v..i.v.i.
    .y.g.g.y.  iiviirrR.  .iivii.ii  ii.iivii.
    BgBBBtttt  i.y.irrR.  .i.y.i.iy  yi.i.y.i.
    tttttttnN  ..g..rrR.  ...g...g.  .g...g...
    ttttnnNBN  g.g.grrR.  g..gg.gg.  .gg.gg..g
    nnnnNBBBB  gggggrrR.  gg.gg.ggg  ggg.gg.gg
    BNBBNBBBB  .ggg.r.R.  .ggggggg.  .ggggggg.
    """,
    """
    yo.oy.v.v  .rrr.bbD.  ..rrrr...  ....rrrr.
    yykyy.VkV  rrPrrbbD.  .rrPPrrr.  .rrrPPrr.
    .yky..v.v  rPyPrbbD.  rrPrrPPr.  .rPPrrPrr
    yo.oyrrr.  rryrrbbD.  rPryyrPrr  rrPryyrPr
    .k..rPPrr  rrPrrbbD.  rPrryrPrr  rrPryrrPr
    gg.rrPyPr  .rrr.bbD.  .rrPPrrr.  .rrrPPrr.
    gGg.rrPrr  g.g..bbD.  gG.rrr.gG  Gg.rrr.Gg
    .gG..rrrg  .gGg.b.D.  .gGg.gGg.  .gGg.gGg.
    """,
    """
    P.g..gP.g  P.g..rrR.  ..gPgPg..  ..PgP.gP.
    g.kkkk..P  .gP.grrR.  .gP.g.Pg.  .gg.g.Pg.
    .hhhhhhk.  P.g..rrR.  gP..gP.gP  Pg.Pg..gP
    hhkhhhhhh  .gPg.rrR.  P.gPg..Pg  gP..gPgg.
    thhhhhhhh  P.g.PrrR.  gP.gg.gP.  .gP.gg.Pg
    twhhhhhhh  .gPg.rrR.  P..Pg..gP  Pg..gP..P
    P.hh.g.hh  ..g..rrR.  ...gg.P..  ..P.gg...
    .gkk.g.kk  ..g..r.R.  ....g....  ....g....
    """,
    """
    rrrwwwrrr  k...k....  ..t....t.  .t....t..
    rrwwwwwrr  .k.k..k.k  .tt...tt.  .tt...tt.
    rrwwwwwrr  ..k....k.  .ttt..ttt  ttt..ttt.
    rrwwwwwrr  ....k.k..  ttNt.ttNt  tNtt.tNtt
    rrrwwwrrr  .....k...  t.Nt.t.Nt  tN.t.tN.t
    rrrkkkrrr  .kkkk....  ..Nkkk.Nk  kNk...N..
    rkkkkkkkr  kkkkkkk..  .kNkkkkNk  kNkkkkNk.
    kkkkkkkkk  kkkkkkkkk  kkNkkkkNk  kNkkkkNkk
    """,
    """
    .y.y.....  .y.y.bbD.  ..y.y.y..  ..y.y.y..
    yoyoy....  yoyoybbD.  .oyoyoyo.  .yoyoyoy.
    .yoy.....  .yoy.bbD.  yyoyyyoyy  yoyyoyyoy
    yorrrrrrr  yoyoybbD.  .oyyoyyo.  .yoooooy.
    .rryyyyyr  .yoy.bbD.  yyoyyyoyy  yoyyoyyoy
    ..rrrrrrr  .g...bbD.  .oyoyoyo.  .yoyoyoy.
    g..rrrrr.  gGgg.bbD.  g.y.y.y.g  g.y.y.yGg
    gG..rrr..  .gg..b.D.  gG.gGg.Gg  gGgg.gGg.
    """,
    """
    h.h.h..r.  ..r..bbD.  ....r....  ..r......
    .hhh..rrr  .rrr.bbD.  .r.rrr.r.  r.r.r....
    .nnn...r.  rrrrrbbD.  .rrrrrrr.  .rrr..o..
    knknn....  .rorrbbD.  r.rrorr.r  rrrrro.o.
    ..nnnnnnw  ..o..bbD.  rrrrorrrr  .rrr.ooo.
    ..nwnwnn.  .o...bbD.  .rrrorrr.  ..r.ooooo
    ..nnnwnn.  oo.o.bbD.  ..rrorr..  .r...ooo.
    ..n.n.n.n  .ooo.b.D.  ....o....  .....o...
    """,
    """
    gSSyyySSg  G...d...G  gG.ggrrRg  kkkkyyykk
    gSyyyyySg  g..drd..g  g..g.rrR.  rkkyyykkk
    SyyyoyyyS  .dddrddd.  gg.g.rrR.  rkyyykkkr
    bSSkttSbg  dddwwwddd  .g.ggrrR.  kkyyyyykr
    SSbkRRRSS  dd.dwd.dd  g..g.rrR.  krkkyyykk
    SSStRRRbg  d..ddd..d  gg.g.rrR.  krkyyykkk
    BbBkRRRBB  g..d.d..g  .g..grrR.  kkkyykkrk
    BBBBkBkGB  G.d...d.G  .g.g.r.R.  RRkykkRRR
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
"""For each card 1-48, its 8 rows of 9 letters."""
