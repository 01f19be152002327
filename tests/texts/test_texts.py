"""The message files: complete, alike in all languages, used, and well written."""

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

from sanssouci import Points, load_box, published_boxes
from sanssouci.box import EXPANSIONS, Box
from sanssouci.box.editing import WHYS as WRONG_ENTRIES
from sanssouci.box.errors import WHYS
from sanssouci.box.expansions import PIECES
from sanssouci.game.explain import SENTENCES
from sanssouci.kernel.faults import FaultKey
from sanssouci.kernel.layout import PHASE_NAMES, is_chance
from sanssouci.players.advice import REASONS
from sanssouci.players.levels import LADDER, LEVELS
from sanssouci.server.messages import ERROR_CODES, Audience, Purpose, ReportReason, SeatKind, Status, TooMany, Welcome
from sanssouci.server.reviewing import FAULTS
from sanssouci.study.accounts import SOURCES
from sanssouci.study.judging import Praise, Verdict
from sanssouci.study.mistakes import KINDS
from sanssouci.study.puzzles import LEVELS as LEVELS_OF_PUZZLES
from sanssouci.study.themes import Theme
from sanssouci.texts import LANGUAGES, Texts, capitalised, folded, language_of
from sanssouci.texts.messages import FOLDER, FORMS, Message, messages, placeholders, plural_form
from sanssouci.texts.teaching import teaching

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "examples" / "boxes").glob("*.toml"))
BOXES = [load_box(name) for name in (*published_boxes(), *map(str, EXAMPLES))]
WORDS = ("tile:", "space:")  # keys that end in a word from a box, so each language has its own
CLIENTS = [path for path in ROOT.glob("web/src/**/*") if path.suffix in (".ts", ".svelte")]

# Prefixes of keys that are put together at run time, and all their possible endings.
FAMILIES = {
    "box.fault.": {*WHYS},
    "enter.wrong.": {*WRONG_ENTRIES},
    "reason.": {"no such card", "no such tile", *SENTENCES},
    "step.": {name for phase, name in enumerate(PHASE_NAMES) if not is_chance(phase) and name != "over"},
    "points.": {*Points._fields, "gardeners"},
    "advice.": {*REASONS},
    "expansion.": {key for each in EXPANSIONS for key in (each.name, f"{each.name}.text")}
    | {"rewards.gain", "rewards.loss"},  # these sentences are optional
    "piece.": {key for name in PIECES for key in (name, f"{name}.stands", f"{name}.goes", f"{name}.leaves")},
    "tell.piece.": {*PIECES},
    "tell.square.": {"free", "structure", "printed", "gardener", "covered"},
    "review.verdict.": {*get_args(Verdict)},
    "review.praise.": {*get_args(Praise)},
    "review.part.": {"expected", "skill", "others", *SOURCES, "hidden", "result", "cost"},
    "web.progress.kind.": {*KINDS},
    "review.refused.": {*FAULTS},
    "puzzles.theme.": {*get_args(Theme)},
    "web.puzzles.level.": {*map(str, LEVELS_OF_PUZZLES)},
    "review.source.": {*SOURCES, "display"},
    "board.head.": {"points", "end", "gardeners", "hand", "pile", "discards"},
    "turn.any.": {"T4", "T5"},
    "tile.": {"other"},
    "space.": {"other"},
    "web.error.": {*ERROR_CODES},
    "too_many.": {*get_args(TooMany)},
    "closed.": {"day", "twin"},
    "web.kind.": {*get_args(SeatKind)},
    "web.level.": {*LEVELS},
    "web.level text.": {*LADDER},
    "web.status.": {*get_args(Status)},
    "web.report reason.": {*get_args(ReportReason)},
    "web.audience.": {key for each in get_args(Audience) for key in (each, f"{each}.text")},
    "web.welcome.": {*get_args(Welcome)},
    "fault.": {*get_args(FaultKey), "score.only"},
    "companion.purpose.": {key for each in get_args(Purpose) for key in (each, f"{each}.text")},
    "companion.want.": {"card", "garden", "mission", "reward", "side"},
    "companion.step.": {"card", "take", "gardener", "walk"},
    "web.theme.": {"auto", "light", "dark"},
    "web.motion.": {"off", "slow", "normal", "fast"},
}
each_language = pytest.mark.parametrize("language", LANGUAGES)


def keys(language: str) -> set[str]:
    return {key for key in messages(language) if not key.startswith(WORDS)}


def forms(message: Message) -> list[str]:
    return [message] if isinstance(message, str) else list(message.values())


def literals() -> set[str]:
    """All string literals in the sources."""
    found = set()
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    for path in CLIENTS:
        found |= set(re.findall(r"""["'`]([\w. ]+)["'`]""", path.read_text(encoding="utf-8")))
    return found


# Pictures ask for the rest of the key; "play card" and the like come from phase names.
FAMILIES["picture."] = {key[len("picture.") :] for key in messages("en") if key.startswith("picture.")} & (
    literals() | {*PHASE_NAMES}
) | {each.name for each in EXPANSIONS}


def asked_for() -> set[str]:
    """All keys passed to a call of `texts`."""
    found = set()
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "texts" and node.args:
                found |= {
                    part.value
                    for part in ast.walk(node.args[0])
                    if isinstance(part, ast.Constant) and isinstance(part.value, str) and "." in part.value
                    if not part.value.endswith(".") and not part.value.startswith(".")
                }
    return found


# ── the files ──────────────────────────────────────────────────────────────────────────────────────


@each_language
def test_every_language_has_the_same_keys_in_the_same_order(language: str) -> None:
    assert keys(language) == keys("en")
    order = [key for key in messages(language) if not key.startswith(WORDS)]
    assert order == [key for key in messages("en") if not key.startswith(WORDS)]


@each_language
def test_every_message_has_the_placeholders_of_the_english_one(language: str) -> None:
    wrong = [
        key for key in keys(language) if placeholders(messages(language)[key]) != placeholders(messages("en")[key])
    ]
    assert wrong == []


@each_language
def test_plural_messages_have_both_forms_and_count_with_count(language: str) -> None:
    english = messages("en")
    plural = [key for key, message in messages(language).items() if isinstance(message, dict)]
    assert plural
    for key in plural:
        message = messages(language)[key]
        assert isinstance(message, dict)
        assert isinstance(english[key], dict)
        assert tuple(message) == FORMS
        assert all("count" in placeholders(form) for form in message.values())


@each_language
def test_players_are_told_rules_in_words_not_by_number(language: str) -> None:
    """Numbers are for the rules page and for those who write box files."""
    read = {key: message for key, message in messages(language).items() if not key.startswith("box.fault.")}
    assert [key for key, message in read.items() if re.search(r"\b[A-Z]\d{1,2}\b", str(message))] == []


def test_no_message_is_unused() -> None:
    used = literals()
    families = tuple(FAMILIES)
    assert [key for key in keys("en") if not key.startswith(families) and key not in used] == []


@pytest.mark.parametrize("family", FAMILIES)
def test_families_of_messages_are_complete_and_have_no_more(family: str) -> None:
    assert {key.removeprefix(family) for key in keys("en") if key.startswith(family)} == FAMILIES[family]


def test_every_message_asked_for_exists() -> None:
    asked = asked_for()
    assert len(asked) > 50
    assert asked - keys("en") == set()


@each_language
def test_no_message_is_empty_or_has_stray_spaces(language: str) -> None:
    for key, message in messages(language).items():
        for form in forms(message):
            assert form.strip(), key
            assert "  " not in form, key
            assert form == form.lstrip(), key
            assert form == form.rstrip() or form.endswith(": "), key


def test_the_folder_holds_one_file_a_language() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == sorted(LANGUAGES)


# ── how they are written ───────────────────────────────────────────────────────────────────────────


def test_french_has_its_spaces_before_tall_signs_and_inside_quotation_marks() -> None:
    for key, message in [*messages("fr").items(), *teaching("fr").items()]:
        for form in forms(message):
            assert not re.search(r"[^\s\u00a0(][;!»]|« |\w[?:](?:\s|$)| [;:!»]", form), (key, form)


@pytest.mark.parametrize(
    ("language", "good", "bad"), [("de", "„“", "”«»"), ("en", "“”", "„«»"), ("es", "«»", "„“”"), ("fr", "«»", "„“”")]
)
def test_each_language_has_its_own_quotation_marks(language: str, good: str, bad: str) -> None:
    text = "".join(form for message in messages(language).values() for form in forms(message))
    assert all(mark in text for mark in good)
    assert [mark for mark in bad if mark in text] == []


def test_spanish_questions_open_as_they_close() -> None:
    texts = [message for key, message in messages("es").items() if key.startswith("step.")]
    assert texts
    assert all(isinstance(text, str) and text.startswith("¿") and text.endswith("?") for text in texts)


@each_language
def test_prompts_fit_into_one_line_of_a_narrow_terminal(language: str) -> None:
    texts = Texts(language, load_box("ravensburger"))
    prompts = [texts("play.ask", count=45), texts("play.confirm"), texts("show.ask"), texts("play.go_on")]
    assert [prompt for prompt in prompts if len(prompt) > 78] == []


# ── words of a box ─────────────────────────────────────────────────────────────────────────────────


def columns_of(box: Box, language: str) -> set[str]:
    return {column.names[language] for column in box.columns}


def colours_of(box: Box, language: str) -> set[str]:
    return {box.rows[row - 1].names[language] for row in box.display}


@each_language
def test_every_word_of_a_published_box_has_its_article_and_no_other_word_has(language: str) -> None:
    published = [box for box in BOXES if box.id in published_boxes()]
    found = messages(language)
    structures = {key.removeprefix("tile:") for key in found if key.startswith("tile:")}
    colours = {key.removeprefix("space:") for key in found if key.startswith("space:")}
    assert structures == set().union(*(columns_of(box, language) for box in published))
    assert colours == set().union(*(colours_of(box, language) for box in published))
    for word in structures:
        form = found[f"tile:{word}"]
        assert isinstance(form, str)
        assert re.fullmatch(rf"(?:\w+ |l'){re.escape(word)}", form)


def test_boxes_have_their_own_words() -> None:
    ravensburger, imperial = load_box("ravensburger"), load_box("imperial")
    assert [Texts(language, ravensburger).tile("d4") for language in LANGUAGES] == [
        "die Figur",
        "the topiary",
        "la figura",
        "le topiaire",
    ]
    assert [Texts(language, imperial).tile("d4") for language in LANGUAGES] == [
        "den Baum",
        "the tree",
        "el árbol",
        "l'arbre",
    ]
    assert [Texts(language, imperial).tile("g2") for language in LANGUAGES] == [
        "die Blumen",
        "the flowers",
        "las flores",
        "les fleurs",
    ]
    assert [Texts(language, imperial).space(5) for language in LANGUAGES] == [
        "vom lilafarbenen Feld",
        "from the purple space",
        "de la casilla morada",
        "de la case violette",
    ]
    assert [Texts(language, ravensburger).card("56") for language in LANGUAGES] == [
        "Violett/Türkis",
        "violet/turquoise",
        "violeta/turquesa",
        "violet/turquoise",
    ]
    assert [Texts(language, ravensburger).card("*") for language in LANGUAGES] == [
        "freie Auswahl",
        "wild",
        "comodín",
        "libre choix",
    ]


@each_language
def test_words_that_nobody_knows_are_put_in_quotation_marks(language: str) -> None:
    box = Box.from_rules({**load_box("ravensburger").rules(), "id": "unknown"})
    texts = Texts(language, box)
    assert texts("tile.other", word=texts.structure("f")) == texts.tile("f3")
    assert texts("space.other", word=texts.colour(3)) == texts.space(3)
    assert texts.structure("f") in texts.tile("f3")


# ── speaking ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("language", "zero", "one", "two"),
    [
        ("de", "0 Punkte", "1 Punkt", "2 Punkte"),
        ("en", "0 points", "1 point", "2 points"),
        ("es", "0 puntos", "1 punto", "2 puntos"),
        ("fr", "0 point", "1 point", "2 points"),
    ],
)
def test_numbers_take_the_plural_form_of_their_language(language: str, zero: str, one: str, two: str) -> None:
    texts = Texts(language, load_box("ravensburger"))
    assert [texts.points(0), texts.points(1), texts.points(2)] == [zero, one, two]
    assert plural_form(language, -1) == "one"
    assert plural_form(language, -3) == "other"


@pytest.mark.parametrize(("language", "sign"), [("de", ","), ("en", "."), ("es", ","), ("fr", ",")])
def test_numbers_have_the_decimal_sign_of_their_language(language: str, sign: str) -> None:
    texts = Texts(language, load_box("ravensburger"))
    assert texts.decimal(1234.56) == f"1234{sign}6"
    assert [texts.decimal(value, signed=True) for value in (2.5, -2.5)] == [f"+2{sign}5", f"-2{sign}5"]


def test_a_message_that_does_not_exist_or_lacks_a_value_is_an_error() -> None:
    texts = Texts("en", load_box("ravensburger"))
    with pytest.raises(KeyError):
        texts("play.no such message")
    with pytest.raises(KeyError):
        texts("play.saved")
    with pytest.raises(ValueError, match="no texts in 'la'; there are: de, en, es, fr"):
        Texts("la", load_box("ravensburger"))


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR", "LC_ALL": "es_CL.UTF-8"}, "es"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "en"),
        ({"LANG": "es"}, "es"),
        ({"LANG": "FR-ca"}, "fr"),
        ({"LANG": "denglisch"}, "en"),
    ],
)
def test_the_language_is_that_of_the_locale(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


@each_language
def test_everything_can_be_written_in_ascii(language: str) -> None:
    texts = Texts(language, load_box("ravensburger"), ascii_only=True)
    for key, message in messages(language).items():
        values = dict.fromkeys(placeholders(message), "x") | {"count": 2}
        said = texts(key, **values)
        assert said.isascii(), key
        assert "?" not in said or "?" in "".join(forms(message)), key
    assert texts.tile("h3").isascii()
    assert texts.structure("h").isascii()


def test_folding_writes_umlauts_out_and_drops_accents() -> None:
    assert folded("Türkis, Weiß, «pérgola» — où ? „Ñ“ ☃") == 'Tuerkis, Weiss, "pergola" - ou ? "N" ?'


def test_a_sentence_begins_with_a_capital_unless_it_begins_with_a_square() -> None:
    assert capitalised("ärgerlich, dass e4 belegt ist") == "Ärgerlich, dass e4 belegt ist"
    assert capitalised("e4 ist belegt") == "e4 ist belegt"
    assert capitalised("") == ""
