"""The page "Your copy": an owner's boards entered square by square, checked, kept, shared and played with."""

import json
import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from sanssouci import load_box
from sanssouci.box.own import started
from sanssouci.texts.messages import messages
from web.browsing import Visitor, axe_faults, in_every_language, press_tab_to
from web.test_sizes import BROKEN, CUT_OFF, SMALL, resize

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
MARKUP = "<img src=x onerror=alert(1)> & co"
SAVED = ".copy[data-standing=saved]"
FAILED = re.compile("Failed to load resource")  # what a browser says about a line that is cut, and about refusals
LAYOUTS = ((390, 844), (320, 568), (844, 390), (640, 400))


# ── an owner's box ─────────────────────────────────────────────────────────────────────────────────────


def mirrored(drawing: str) -> str:
    return "".join(
        f"{' '.join(reversed(line.split())) if ' ' in line else line[::-1]}\n" for line in drawing.splitlines()
    )


def owners_box(gardens: set[str], rewards: set[str], pairs: list[str]) -> str:
    """The TOML that an owner would have typed: some sides are the mirror images of ours, and so are some cards."""
    file = started("ravensburger")
    lines = ['format = 1\nid = "my-copy"\nname = "On my shelf"\nextends = "ravensburger"\n']
    lines.append(f'[cards]\npairs = {json.dumps(pairs)}\nstructures = "abcdefghi"\nwild = 1\nhand = 2\n')
    for part, counts, changed in (
        ("gardens", "printed = 15", gardens),
        ("rewards", "covered = 16\nmarked = 12", rewards),
    ):
        lines.append(f"[{part}]\n{counts}\n")
        for board in file[part]["board"]:
            sides = {side: mirrored(board[side]) if board["id"] + side in changed else board[side] for side in "AB"}
            drawn = "\n".join(f'{side} = """\n{drawing}"""' for side, drawing in sides.items())
            lines.append(f'[[{part}.board]]\nid = "{board["id"]}"\n{drawn}\n')
    return "\n".join(lines)


def cells(drawing: str) -> dict[str, str]:
    rows = [line.split() if " " in line else list(line) for line in drawing.strip().splitlines()]
    return {f"{'abcdefghi'[column]}{row}": cell for row, line in enumerate(rows, 1) for column, cell in enumerate(line)}


def rules(path: Path) -> bytes:
    return json.dumps(load_box(path).rules()).encode()


class Owner:
    """Somebody who enters a box."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page

    def begin(self, box: str = "ravensburger") -> None:
        self.page.goto(f"{self.visitor.address}/copy")
        self.page.click(f"[data-begin={box}]")
        self.page.wait_for_selector(SAVED)

    @property
    def path(self) -> str:
        return f"{self.visitor.address}/api/boxes/{self.page.url.rsplit('/', 1)[1]}"

    def kept(self) -> dict[str, Any]:
        found: dict[str, Any] = self.visitor.context.request.get(self.path).json()
        return found

    def saved(self) -> None:
        self.page.wait_for_selector(SAVED)

    def go(self, part: str, side: str) -> None:
        self.page.click(f".parts [data-part={part}]")
        self.page.click(f".sides [data-side='{side}']")

    def square(self, name: str) -> None:
        self.page.click(f".squares [data-square={name}]")

    def draw(self, part: str, side: str, wanted: str) -> None:
        """Click until a side looks as wanted."""
        self.go(part, side)
        board = self.kept()["file"][part]["board"][int(side[0]) - 1]
        now, then = cells(board[side[1]]), cells(wanted)
        changed = sorted((square for square in then if now[square] != then[square]), key=lambda square: then[square])
        brush = None
        for square in changed:
            if part == "rewards" and then[square] != brush:
                brush = then[square]
                self.page.click(f"[data-mark='{brush}']")
            self.square(square)

    def download(self, folder: Path) -> Path:
        with self.page.expect_download() as download:
            self.page.click("[data-action=download]")
        target = folder / download.value.suggested_filename
        download.value.save_as(target)
        return target


@pytest.fixture
def owner(visitor: Callable[..., Visitor]) -> Owner:
    return Owner(visitor())


PAIRS = ["26", "36", "46", "56", "23", "45", "34", "35"]
EVERY_SIDE = {f"{board}{side}" for board in "1234" for side in "AB"}


@pytest.mark.parametrize(
    ("gardens", "rewards"),
    [({"1A", "3B"}, {"2A"}), pytest.param(EVERY_SIDE, EVERY_SIDE, marks=pytest.mark.long)],
    ids=["some sides", "every side"],
)
def test_a_box_entered_through_the_page_equals_the_same_box_written_as_toml(
    owner: Owner, tmp_path: Path, gardens: set[str], rewards: set[str]
) -> None:
    typed = tmp_path / "typed.toml"
    typed.write_text(owners_box(gardens, rewards, PAIRS), encoding="utf-8")
    owner.begin()
    page = owner.page
    page.fill("[data-field=name]", "On my shelf")
    page.press("[data-field=name]", "Enter")
    file = started("ravensburger")
    for part, sides in (("gardens", gardens), ("rewards", rewards)):
        for side in sorted(sides):
            owner.draw(part, side, mirrored(file[part]["board"][int(side[0]) - 1][side[1]]))
    page.click(".parts [data-part=cards]")
    page.select_option("[data-card='5'] [data-half='1']", "3")
    page.select_option("[data-card='6'] [data-half='0']", "4")  # 4 and 5, in whatever order they are entered
    page.wait_for_selector("[data-part=check] .right")
    owner.saved()
    entered = owner.download(tmp_path)
    assert entered.name == "my-copy.toml"
    assert rules(entered) == rules(typed)
    assert load_box(entered).name == load_box(typed).name == "On my shelf"
    expect(page.locator(".sharing")).to_contain_text(load_box(typed).digest[:8])


# ── what cannot be right ───────────────────────────────────────────────────────────────────────────────


def test_what_cannot_be_right_is_told_at_the_square_in_the_readers_language(visitor: Callable[..., Visitor]) -> None:
    owner = Owner(visitor(language="de-DE"))
    owner.begin("imperial")
    page = owner.page
    expect(page.locator("[data-count=printed]")).to_have_text("15 von 15 aufgedruckten Feldern")
    owner.square("e4")
    owner.square("a1")
    free, boar = (str(messages("de")[f"box.fault.{why}"]) for why in ("row 1 free", "piece printed"))
    told = {"a1": free.format(square="a1"), "e4": boar.format(square="e4", piece="Wildschwein", rule="B1")}
    for square, reason in told.items():
        page.wait_for_selector(f"[data-wrong={square}]")
        here = page.locator(f".squares [data-square={square}]")
        assert here.get_attribute("aria-invalid") == "true"
        assert reason in (here.get_attribute("aria-label") or "")
        expect(page.locator(f".counts [data-fault={square}]")).to_contain_text(reason[1:])
    expect(page.locator("[data-action=play]")).to_be_disabled()
    owner.square("c3")
    counted = str(messages("de")["box.fault.printed squares"])
    reason = counted.format(found=16, count=15, key=f"„{messages('de')['copy.printed']}“")
    expect(page.locator(".counts")).to_contain_text(reason[1:])
    # every fault of the list leads to its place
    page.click(".parts [data-part=cards]")
    page.select_option("[data-card='2'] [data-half='0']", "2")
    expect(page.locator("[data-card='2'] [data-fault]")).to_contain_text("jedes Farbpaar darf nur einmal vorkommen")
    page.click("[data-part=check] summary")
    page.locator("[data-part=check] [data-to^='gardens.board[1].A']").first.click()
    page.wait_for_selector("[data-wrong=a1]")
    expect(page.locator(".squares [data-square=a1]")).to_be_focused()
    for _ in range(4):
        page.click("[data-action=undo]")
    page.wait_for_selector("[data-part=check] .right")
    assert owner.kept()["file"]["gardens"] == started("imperial")["gardens"]


def test_every_square_can_be_entered_by_keyboard_and_is_read_aloud(owner: Owner) -> None:
    owner.begin()
    page = owner.page
    press_tab_to(page, ".squares [data-square]")
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    here = page.locator(".squares :focus")
    assert here.get_attribute("data-square") == "c3"
    expect(here).to_have_attribute("aria-label", "c3, grey, pavilion: free")
    page.keyboard.press("Enter")
    expect(here).to_have_attribute("aria-label", "c3, grey, pavilion: printed")
    expect(page.locator("[data-count=printed]")).to_have_text("16 of 15 printed squares")
    page.keyboard.press("Control+z")
    expect(page.locator("[data-count=printed]")).to_have_text("15 of 15 printed squares")
    page.keyboard.press("Control+y")
    expect(page.locator("[data-count=printed]")).to_have_text("16 of 15 printed squares")
    owner.saved()
    assert cells(owner.kept()["file"]["gardens"]["board"][0]["A"])["c3"] == "#"
    owner.go("rewards", "1A")
    page.select_option("[data-field=other-mark]", "g9")
    page.focus(".squares [data-square=e3]")
    page.keyboard.press("Enter")
    expect(page.locator(".squares [data-square=e3]")).to_have_attribute(
        "aria-label", "e3, grey, stairs: a gardener scores 9"
    )
    assert axe_faults(page) == []


# ── nothing is lost ────────────────────────────────────────────────────────────────────────────────────


def cut(context: BrowserContext) -> None:
    """From now on nothing can be saved."""

    def refuse(route: Route) -> None:
        if route.request.method == "POST":
            route.abort()
        else:
            route.fallback()

    context.route(re.compile("/api/boxes/"), refuse)


def test_nothing_is_lost_without_a_line_over_a_reload_and_in_two_windows(owner: Owner) -> None:
    owner.begin()
    page, context = owner.page, owner.visitor.context
    cut(context)
    owner.square("b2")
    page.wait_for_selector(".copy[data-standing=away]")
    owner.square("c2")
    page.reload()
    page.wait_for_selector(".copy[data-standing=away]")
    expect(page.locator("[data-count=printed]")).to_have_text("17 of 15 printed squares")
    assert owner.kept()["version"] == 0
    other: Page = context.new_page()
    other.goto(page.url)
    other.wait_for_selector(".squares")
    context.unroute(re.compile("/api/boxes/"))
    other.click(".squares [data-square=d2]")
    other.wait_for_selector(SAVED)
    page.wait_for_selector(SAVED)  # it tries again by itself, and finds the other's change
    owner.square("e2")
    owner.saved()
    printed = cells(owner.kept()["file"]["gardens"]["board"][0]["A"])
    assert [square for square in ("b2", "c2", "d2", "e2") if printed[square] == "#"] == ["b2", "c2", "d2", "e2"]
    # what was done before the reload can still be undone, and only that
    page.click("[data-action=undo]")
    page.click("[data-action=undo]")
    owner.saved()
    printed = cells(owner.kept()["file"]["gardens"]["board"][0]["A"])
    assert [square for square in ("b2", "c2", "d2", "e2") if printed[square] == "#"] == ["b2", "d2"]
    assert page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('sanssouci-box-'))") == []
    owner.visitor.complaints[:] = [each for each in owner.visitor.complaints if not FAILED.search(each)]


# ── with others ────────────────────────────────────────────────────────────────────────────────────────


def test_a_box_is_shared_by_link_played_with_at_once_and_not_pulled_from_under_a_table(
    owner: Owner, visitor: Callable[..., Visitor]
) -> None:
    owner.begin()
    page = owner.page
    page.fill("[data-field=name]", MARKUP)
    page.press("[data-field=name]", "Enter")
    owner.square("b2")
    owner.square("a2")  # instead of b2, which our layout of board 1 prints nowhere
    owner.saved()
    expect(page.locator("[data-part=check] .right")).to_be_visible()
    page.click("[data-action=qr]")
    page.wait_for_selector(".sharing img")
    link = page.locator(".sharing input[readonly]").input_value()
    box = link.rsplit("/", 1)[1]
    page.click("[data-action=play]")
    page.wait_for_url("**/#new")
    chosen = page.locator("[data-part=new-table] select").first
    expect(chosen.locator("option:checked")).to_have_text(MARKUP)
    page.click("[data-action=open]")
    page.wait_for_selector(".desk, .sides")
    table = page.url
    # a friend looks, may not change it, takes a copy and plays
    friend = visitor()
    friend.page.goto(link)
    friend.page.wait_for_selector("[data-sheet='gardens-1A']")
    expect(friend.page.locator("h1")).to_have_text(MARKUP)
    assert friend.page.locator(".squares, [data-action=delete], [data-field=name]").count() == 0
    assert friend.page.locator("main img").count() == 0
    friend.page.click("[data-action=play]")
    friend.page.wait_for_url("**/#new")
    theirs = friend.page.locator("[data-part=new-table] select").first
    expect(theirs.locator("option:checked")).to_have_text(MARKUP)
    friend.page.goto(link)
    friend.page.click("[data-action=take-over]")
    friend.page.wait_for_selector("[data-field=name]")
    assert friend.page.url != link
    # deleting it leaves the table whole
    page.goto(link)
    page.click("[data-action=delete]")
    owner.visitor.agree()
    page.wait_for_selector("[data-begin]")
    assert page.locator(f"[data-box='{box}']").count() == 0
    page.goto(table)
    owner.visitor.play_on(until="[data-card][data-choice]")
    page.goto(f"{owner.visitor.address}/#new")
    expect(page.locator("[data-part=new-table] select").first).to_have_value("ravensburger")
    page.goto(link)
    expect(page.locator(".lost h1")).to_have_text(str(messages("en")["web.error.no_box"]))
    owner.visitor.complaints[:] = [each for each in owner.visitor.complaints if not FAILED.search(each)]


def test_C5_a_box_for_three_is_played_by_three(owner: Owner) -> None:
    """Wherever it is chosen, nothing is left over from a box for other numbers of players."""
    page = owner.page
    text = (files("sanssouci.box") / "data" / "ravensburger.toml").read_text(encoding="utf-8")
    text = re.sub(r"(?m)^[24] = \d+$", "", text)
    page.goto(f"{owner.visitor.address}/copy")
    box = owner.visitor.context.request.post(f"{owner.visitor.address}/api/boxes", data={"text": text}).json()["id"]
    page.goto(f"{owner.visitor.address}/companion")
    page.click("[data-players='2']")
    page.click("[data-first='1']")
    page.click(f"[data-box='{box}']")
    expect(page.locator("[data-players='3']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-name]")).to_have_count(3)
    page.click("[data-action=begin]")
    expect(page.locator("[data-score]")).to_have_count(3)
    page.goto(f"{owner.visitor.address}/copy/{box}")
    page.click("[data-action=play]")
    page.wait_for_url("**/#new")
    form = page.locator("[data-part=new-table]")
    expect(form.locator("select").nth(1)).to_have_value("3")
    expect(form.locator(".seat")).to_have_count(3)


def test_files_are_taken_or_refused_with_the_reason(owner: Owner, tmp_path: Path) -> None:
    page = owner.page
    right = tmp_path / "right.toml"
    right.write_text(owners_box({"2A"}, {"3B"}, PAIRS), encoding="utf-8")
    bad = {
        "no square.toml": (
            right.read_text().replace("#########", "########", 1),
            "gardens.board[1].A row 1: has 8 squares; must have 9",
        ),
        "forged.toml": ('extends = "/etc/passwd"', "extends: is '/etc/passwd'; must be one of ravensburger"),
        "markup.toml": (f"{MARKUP} = 1", "file: is not valid TOML"),
        "thousand.toml": ("[[gardens.board]]\n" * 1_000, "format: is missing"),
        "large.toml": ("#" * 30_001, "This file is too large: a box has at most 30 kB."),
    }
    page.goto(f"{owner.visitor.address}/copy")
    page.wait_for_selector("[data-begin]")
    for name, (text, reason) in bad.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        page.set_input_files("[data-field=file]", tmp_path / name)
        expect(page.locator("[data-part=refused]")).to_contain_text(reason)
    page.set_input_files("[data-field=file]", right)
    page.wait_for_selector(SAVED)
    assert rules(owner.download(tmp_path)) == rules(right)
    # one that is not finished is gone on with, as it was when it was downloaded
    owner.square("i1")
    page.wait_for_selector("[data-wrong=i1]")
    owner.saved()
    unfinished = owner.download(tmp_path)
    page.goto(f"{owner.visitor.address}/copy")
    page.set_input_files("[data-field=file]", unfinished)
    page.wait_for_selector("[data-wrong=i1]")
    owner.square("i1")
    page.wait_for_selector("[data-part=check] .right")
    owner.visitor.complaints[:] = [each for each in owner.visitor.complaints if not FAILED.search(each)]


# ── advanced, paper, small screens ─────────────────────────────────────────────────────────────────────


@pytest.mark.long
def test_a_smaller_garden_for_children_through_advanced(owner: Owner, tmp_path: Path) -> None:
    owner.begin()
    page = owner.page
    page.click(".parts [data-part=advanced]")
    page.select_option("[data-field=columns]", "6")
    page.wait_for_selector("[data-field=columns] option:checked[value='6']", state="attached")
    expect(page.locator("[data-field='columns.7']")).to_have_count(0)
    page.select_option("[data-field=rows]", "4")
    expect(page.locator("[data-field='rows.5']")).to_have_count(0)
    page.fill("[data-field='cards.hand']", "99")
    page.press("[data-field='cards.hand']", "Enter")
    expect(page.locator("[data-fault='cards.hand']")).to_contain_text("must be a whole number from 1 to")
    page.fill("[data-field='cards.hand']", "3")
    page.press("[data-field='cards.hand']", "Enter")
    page.wait_for_selector("[data-part=check] .right")
    owner.saved()
    box = load_box(owner.download(tmp_path))
    assert (box.size, box.hand) == ((6, 4), 3)
    page.click(".parts [data-part=gardens]")
    assert page.locator(".squares [data-square]").count() == 24
    for _ in range(4):
        page.click("[data-action=undo]")
    expect(page.locator(".squares [data-square]")).to_have_count(54)


def test_sheets_to_print_show_every_board_and_nothing_else(owner: Owner) -> None:
    owner.begin()
    page = owner.page
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    sheets = page.locator(".paper [data-sheet]")
    expect(sheets).to_have_count(16)
    assert all(sheet.is_visible() for sheet in sheets.all())
    assert not page.locator(".copy").is_visible()
    assert not page.locator("header.masthead").is_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(sheets).to_have_count(0)
    paper = page.pdf(format="A4", print_background=True)
    assert 10_000 < len(paper) < 2_000_000


@pytest.mark.parametrize("layouts", [LAYOUTS[1:2], pytest.param(LAYOUTS, marks=pytest.mark.long)], ids=["one", "all"])
@in_every_language
def test_ux3_every_part_fits_small_screens(
    visitor: Callable[..., Visitor], language: str, layouts: tuple[tuple[int, int], ...]
) -> None:
    owner = Owner(visitor(language=language))
    owner.begin()
    page = owner.page
    owner.square("b1")
    page.wait_for_selector("[data-wrong=b1]")
    found = []
    for part in ("gardens", "rewards", "cards", "sheets", "advanced"):
        page.click(f".parts [data-part={part}]")
        for width, height in layouts:
            resize(page, width, height)
            faults = page.evaluate(CUT_OFF) + page.evaluate(SMALL) + page.evaluate(BROKEN)
            scrolled = page.evaluate("document.documentElement.scrollWidth")
            faults += [f"scrolls sideways: {scrolled}"] if scrolled > width else []
            found += [f"{part}, {width} x {height}: {fault}" for fault in faults]
    assert found == []
