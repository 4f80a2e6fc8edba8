"""The scripts that show cards: they draw what a terminal shows."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PIL import Image
from prompt_toolkit.output.color_depth import ColorDepth
from scripts import sheet
from scripts.picture import to_image, to_screen

from koikoi_client.cards import picture, pixels


@pytest.mark.parametrize("depth", [ColorDepth.DEPTH_8_BIT, ColorDepth.DEPTH_24_BIT])
def test_a_drawing_passes_through_a_terminal_unchanged(depth: ColorDepth) -> None:
    """At 24 bits and at 256 colours the same pixels arrive, without a seam between half blocks."""
    for card in sheet.cards():
        face = sheet.sheet([picture(card, marks=True)], 1)
        image = to_image(to_screen(sheet.ansi(face, depth), 10, 7))
        assert image.size == (100, 140)
        for y, row in enumerate(pixels(card)):
            for x, colour in enumerate(row):
                square = image.crop((10 * x, 20 + 10 * y, 10 * x + 10, 30 + 10 * y))
                seen = square.getcolors()
                assert seen == [(100, tuple(bytes.fromhex(colour[1:])))], (card.code, x, y)


def test_the_png_of_a_capture_shows_text_reversed_underlined_and_in_colour() -> None:
    image = to_image(to_screen("\x1b[7m \x1b[0;4m \x1b[0;38;5;196m█\x1b[0m▒W", 5, 1), scale=2)
    assert image.size == (100, 40)
    assert image.getpixel((0, 0)) == (220, 220, 220)
    assert image.getpixel((21, 36)) == (220, 220, 220)
    assert image.getpixel((45, 5)) == (255, 0, 0)
    assert image.getpixel((65, 5)) == (122, 122, 124)
    assert len(image.crop((80, 0, 100, 40)).getcolors(1000) or ()) > 1


def test_the_sheet_writes_a_quiz_and_its_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    quiz = tmp_path / "quiz.png"
    arguments = ["sheet", "drawings", "--shuffle", "7", "--png", str(quiz)]
    monkeypatch.setattr(sys, "argv", arguments)
    sheet.main()
    with Image.open(quiz) as image:
        assert image.size == (800, 720)
    monkeypatch.setattr(sys, "argv", ["sheet", "names", "--shuffle", "7"])
    sheet.main()
    answers = capsys.readouterr().out.splitlines()
    assert len(answers) == 48
    monkeypatch.setattr(sys, "argv", ["sheet", "names"])
    sheet.main()
    names = capsys.readouterr().out.splitlines()
    assert len(names) == 37
    assert {line[3:] for line in answers} == set(names)
