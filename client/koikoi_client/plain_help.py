"""What can be typed at a table in line mode, in words."""

from __future__ import annotations

HINT = (
    "What you can type: on your turn the number of a card, and at any time a word; "
    '"help" says which.'
)
SPECTATOR_HINT = 'What you can type: words; "help" says which.'
HELP = (
    "Play: type the number of a hand card, with its letter where it can take one of several "
    "cards: 3 or 3a. k calls koi-koi, s stops. Enter goes on after a result. Where a game has "
    "them: hiki takes a whole month, x leaves the open card on the field.",
    "  again      where things stand      hand      your cards",
    "  field      the cards that lie open captured  what each side has taken",
    "  yaku       the yaku chart, and how far each side is",
    "  score      all rounds so far       log       the last news again",
    "  seats      who sits where          rules     read about the game",
    "  say hello  chat with the table     nudge 2   remind seat 2 that it is waited for",
    "  bot 2 hard let the computer play an open seat, or one whose player is away",
    "  bot me     let the computer play for you; b or back: play yourself again",
    "  kick 2     put a person out (host) end       end the match when the others are away",
    "  new        the same in one, and a new match against the computer",
    "  bell off   no sound on your turn   rematch   another match when this one is over",
    "  leave      give up your seat       quit      end the program; it asks what about the seat",
)
SPECTATOR_HELP = (
    "You look on. You may type:",
    "  again      where things stand      field     the cards that lie open",
    "  captured   what each side has      yaku      the yaku chart, and how far each side is",
    "  score      all rounds so far       log       the last news again",
    "  seats      who sits where          rules     read about the game",
    "  sit        take an open seat       sit 2     take seat 2, from a computer too",
    "  leave      back to the lobby       quit      end the program",
)
