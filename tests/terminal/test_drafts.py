"""A turn in the making: the choices are the kernel's, and so are their points."""

import re

import pytest

from drawn import Seat, draw, play_on
from sanssouci import Draft, Game, IllegalMoveError, Move, Turn, load_box
from sanssouci.cli.board import ASCII
from sanssouci.cli.play.prompts import drawn_choices, garden_on_side, refusal, told_choices, turns_over
from sanssouci.cli.sentences import sentence, story
from sanssouci.texts import LANGUAGES, Texts
from strategies import Configuration


def test_P2_a_tile_that_becomes_a_gardener_is_told_before_it_is_taken() -> None:
    game = draw(
        Seat("#########" + " ..S......" + " ........." * 4, hand="*"), display="cc cd ef gh ia", turns_left=None
    )
    draft = Draft(game.view(0))
    draft.choose(draft.choices[-1].text)
    turned = {choice.text for choice in draft.choices if turns_over(choice)}
    assert turned == {"c2", "c2'"}
    texts = Texts("fr", game.box)
    told = told_choices(texts, draft, draft.choices)
    assert sum("comme jardinier" in line for line in told) == 2
    drawn = [line.plain for line in drawn_choices(texts, draft, draft.choices, ASCII, 80)]
    assert sum(line.count("(comme jardinier)") for line in drawn) == 2


@pytest.mark.parametrize("phase", ["choose garden side", "choose reward side"])
def test_both_sides_of_a_board_are_shown_as_they_will_lie(phase: str) -> None:
    game = Game(expansions="rewards", first=0, seed=2)
    while game.phase != phase:
        game.push("B")
    draft = Draft(game.view(0))
    for choice in draft.choices:
        after = game.copy()
        after.push(choice.text)
        shown = garden_on_side(draft.view, choice)
        if phase == "choose garden side":
            assert shown.printed == after.garden(0).printed
        else:
            after.push("A")
            assert (shown.marks, shown.printed) == (after.garden(0).marks, after.garden(0).printed)


SENTENCES = {
    "de": (
        "Ida spielt die Karte „freie Auswahl“ und legt die Treppe vom blauen Feld auf e4.",
        "Die freie Auswahl erlaubt jedes Plättchen.",
        "Das Feld der Erweiterungstafel bringt 2 Punkte.",
        "Das Wildschwein läuft auf e5: 1 Punkt.",
        "Der Adlige der Spalte „Baum“ geht auf d1: 1 Punkt.",
        "Ida spielt die Karte „Labyrinth“ und nimmt die Blumen vom roten Feld;",
        "weil g2 belegt ist, kommt das Plättchen als Gärtner auf g3.",
        "Weil kein Plättchen „Labyrinth“ auslag, war jedes Plättchen erlaubt.",
    ),
    "en": (
        "Ida plays the wild card and takes the stairs from the blue space to e4.",
        "The wild card allows any tile.",
        "The reward square brings 2 points.",
        "The wild boar goes to e5: 1 point.",
        "The tree noble walks to d1: 1 point.",
        "Ida plays the labyrinth card and takes the flowers from the red space;",
        "since g2 is taken, the tile becomes a gardener on g3.",
        "No labyrinth tile was face up, so any tile was allowed.",
    ),
    "es": (
        "Ida juega la carta «comodín» y coloca la escalera de la casilla azul en e4.",
        "El comodín permite cualquier loseta.",
        "La casilla de recompensa da 2 puntos.",
        "El jabalí va a e5: 1 punto.",
        "El noble de la columna «árbol» va a d1: 1 punto.",
        "Ida juega la carta «laberinto» y toma las flores de la casilla roja;",
        "como g2 está ocupada, la loseta pasa a ser un jardinero en g3.",
        "Como no había ninguna loseta «laberinto» a la vista, valía cualquiera.",
    ),
    "fr": (
        "Ida joue la carte « libre choix » et place l'escalier de la case bleue en e4.",
        "Le libre choix permet n'importe quelle tuile.",
        "La case de la planche Extension rapporte 2 points.",
        "Le sanglier va en e5 : 1 point.",
        "Le noble de la colonne « arbre » va en d1 : 1 point.",
        "Ida joue la carte « labyrinthe » et prend les fleurs de la case rouge ;",
        "comme g2 est occupée, la tuile devient un jardinier en g3.",
        "Aucune tuile « labyrinthe » n'était visible : n'importe quelle tuile était permise.",
    ),
}
REWARDS = """
.  .  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .  .
.  .  .  . +1  .  .  .  .
.  .  .  0 +2 +1  .  .  .
.  .  0  0  0  0  0  .  .
.  0  0  0  0  0  0  0  .
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_read_naturally(language: str) -> None:
    garden = "######### ......S.. ......... ....&.... ......... ........."
    game = draw(Seat(garden, hand="* a"), Seat(garden), display="gc cd ef gh ib", rewards=REWARDS)
    texts = Texts(language, load_box("imperial"))
    told = []
    for move in map(Move.parse, ("* e4 ~e5 d1", "a g2=g3 -")):
        after = game.copy()
        after.push(move)
        told.append(sentence(texts, "Ida", move, game.view(), after.view()))
    assert " ".join(told).replace("\xa0", " ") == " ".join(SENTENCES[language])


def test_the_story_tells_every_move_and_all_points(configuration: Configuration) -> None:
    game = play_on(configuration.game(5))
    told = story(Texts("en", configuration.box), ("A", "B", "C", "D"), game)
    assert [item.move for item in told] == list(game.moves)
    assert all(item.sentence.startswith("ABCD"[item.seat]) for item in told)
    won = dict.fromkeys(range(game.players), 0)
    for item in told:
        won[item.seat] += sum(map(int, re.findall(r"(?:brings|[a-i][1-6]:|garden:) (\d+) point", item.sentence)))
        won[item.seat] -= sum(map(int, re.findall(r"costs (\d+) point", item.sentence)))
    assert won == {seat: game.points_in_play(seat) for seat in range(game.players)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_name_the_rule_the_reason_and_what_is_possible(language: str) -> None:
    game = draw(Seat("#########" + " ..S......" + " ........." * 4, hand="c 36"), display="cb cd ef gh ia")
    texts = Texts(language, game.box)
    cases = {
        "a c2 -": ("T1", "not in hand", "36, c"),
        "36 c2=d2 -": ("T2", "other colour", ""),
        "c b2 -": ("T3", "structure compulsory", "c2, c3"),
        "c c2 -": ("P2", "gardener needs square", ""),
        "c c3=c4 -": ("P4", "not turned by choice", ""),
        "c c3 c2": ("", "", ""),
        "c c3 a6": ("N2", "empty square", ""),
        "c i2 -": ("T1", "no such tile", ""),
    }
    for text, (rule, key, legal) in cases.items():
        move = Move.parse(text)
        assert isinstance(move, Turn)
        draft = Draft(game.view(0))
        if not rule:
            draft.choose_move(move)
            continue
        with pytest.raises(IllegalMoveError) as raised:
            draft.choose_move(move)
        said = refusal(texts, raised.value, move.tile)
        assert raised.value.rule == rule
        assert said.startswith(texts("play.illegal", reason=texts(f"reason.{key}", home=move.tile)))
        assert legal in said
