"""What can be typed at a table in line mode, in words: an entry a line, as it is read aloud."""

from __future__ import annotations

HINT = (
    "What you can type: on your turn the number of a card, and at any time a word; "
    '"help" says which.'
)
SPECTATOR_HINT = 'What you can type: words; "help" says which.'
_LOOKING = (
    "  field: the cards on the field",
    "  captured: what each side has captured",
    "  yaku: the yaku, and how far each side is",
    "  score: all rounds so far",
    "  log: the last news again",
    "  seats: who sits where, and what you may do about seats and the match",
    "  rules: read about the game",
)
HELP = (
    "You may type:",
    "  3: play the third card of your hand",
    "  3a: play it and take the first of several cards that it can take",
    "  k: call koi-koi",
    "  s: stop",
    "  Enter: go on after a result; at other times, where things stand",
    "  hiki: take all four cards of a plant, in Sakura",
    "  x: leave the lightning on the field, where that is allowed",
    "  again: where things stand",
    "  hand: your cards",
    *_LOOKING,
    "  say hello: chat with the table",
    "  back: take your seat back from the computer",
    "  bot, nudge, kick, end, rematch: with a seat's number or without, as seats lists them",
    "  bell off: no sound on your turn; bell on: a sound again",
    "  leave: give up your seat",
    "  quit: end the program; it asks what about your seat",
)
SPECTATOR_HELP = (
    "You are watching. You may type:",
    "  again: where things stand",
    *_LOOKING,
    "  sit: take an open seat",
    "  sit 2: take seat 2, also from a computer",
    "  leave: back to the lobby",
    "  quit: end the program",
)
