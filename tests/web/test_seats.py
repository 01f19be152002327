"""Who sits at a table, in a real browser: covering the cards, leaving, being replaced, abandoning, playing again."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from web.browsing import ADA, BEN, GUEST, Visitor, open_table, sit_down

pytestmark = pytest.mark.slow


def test_escape_does_not_uncover_the_cards(visitor: Callable[..., Visitor]) -> None:
    both = visitor()
    open_table(both, ADA, BEN)
    both.play_on(until="[data-action=uncover]")
    for _ in range(3):
        both.page.keyboard.press("Escape")
    expect(both.page.locator("dialog[open] [data-action=uncover]")).to_be_visible()
    assert both.page.locator("[data-card]").count() == 0
    both.page.click("[data-action=uncover]")
    both.play_on(until="[data-action=play]")
    both.page.click("[data-action=play]")
    both.page.wait_for_selector("text=Ada plays the")


def test_ux13_who_uncovers_the_cards_by_keyboard_goes_on_at_the_desk(visitor: Callable[..., Visitor]) -> None:
    both = visitor()
    open_table(both, ADA, BEN)
    both.play_on(until="[data-action=uncover]")
    both.page.focus("[data-action=uncover]")
    both.page.keyboard.press("Enter")
    both.page.wait_for_selector("[data-card]")
    expect(both.page.locator(".desk .prompt")).to_be_focused()


SHARING = """() => {
    window.shared = [];
    const keep = async what => { window.shared.push(what); };
    navigator.share = keep;
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: keep } });
}"""


def test_ux32_an_invitation_is_copied_and_goes_to_the_phones_share_sheet(visitor: Callable[..., Visitor]) -> None:
    ada = visitor(width=390, height=844)
    ada.page.add_init_script(f"({SHARING})()")
    open_table(ada, ADA, GUEST)
    link = ada.page.locator("input[readonly]").input_value()
    ada.page.click("[data-action=copy]")
    expect(ada.page.locator("[data-action=copy]")).to_have_text("Copied")
    ada.page.click("[data-action=share]")
    copied, shared = ada.page.evaluate("window.shared")
    assert copied == shared["url"] == link
    assert shared["text"].startswith("Come and play")


def test_ux32_a_link_says_what_it_is_before_it_asks_for_anything(visitor: Callable[..., Visitor]) -> None:
    ada, ben, eve = visitor(), visitor(), visitor(width=390, height=844)
    open_table(ada, ADA, GUEST)
    link = ada.page.locator("input[readonly]").first.input_value()
    expect(ada.page.locator("[data-part=game]")).to_contain_text("Ravensburger")
    ada.page.click("[data-action=qr]")
    expect(ada.page.get_by_role("img", name="QR code of the link")).to_be_visible()
    ada.page.goto(link)  # the host's own invitation is for somebody else
    expect(ada.page.locator("[data-link=yours]")).to_contain_text("You already have a seat")
    expect(ada.page.locator("#sit-name")).to_have_count(0)
    ben.page.goto(link)
    expect(ben.page.locator("form.sit")).to_contain_text("Ada invites you to play")
    sit_down(ben, link)
    ben.page.wait_for_selector(".desk")
    eve.page.goto(link)  # used
    expect(eve.page.locator("[data-link=dead]")).to_contain_text("Ask Ada for a new link")
    eve.page.wait_for_selector(".plot")  # the table is there, but does not come into sight before the link has spoken
    expect(eve.page.locator("[data-link=dead] h2")).to_be_in_viewport()
    expect(eve.page.locator("#sit-name")).to_have_count(0)
    eve.page.goto(ada.address)
    eve.page.goto(link[:-3])  # cut off
    expect(eve.page.locator("[data-link=dead]")).to_be_visible()
    eve.page.click("[data-action=watch]")
    assert "#" not in eve.page.url
    expect(eve.page.locator("[data-part=watching]")).to_contain_text("You are watching")
    expect(eve.page.locator("[data-action=leave], [data-you], #notation")).to_have_count(0)
    expect(ben.page.locator("[data-you]")).to_have_text("you")
    ben.page.goto("about:blank")
    expect(ada.page.locator("[data-away='1']")).to_contain_text(re.compile(r"a computer may take over in \d+:\d\d"))


def test_a_guest_gets_up_again_before_the_game_and_the_host_closes_the_table(visitor: Callable[..., Visitor]) -> None:
    ada, ben = visitor(width=320), visitor(width=320)
    open_table(ada, ADA, GUEST, GUEST)
    links = ada.page.locator("input[readonly]")
    expect(links).to_have_count(2)
    expect(ada.page.get_by_text("works only on this computer").first).to_be_visible()
    for button in ada.page.locator("main button").all():
        assert button.evaluate("button => button.scrollWidth <= button.clientWidth"), button.inner_text()
    sit_down(ben, links.first.input_value())
    expect(links).to_have_count(1)
    expect(ben.page.locator("[data-action=abandon]")).to_have_count(0)
    ben.page.click("[data-action=leave]")
    ben.page.click("[data-action=never-mind]")
    expect(ben.page.locator("[data-action=leave]")).to_be_visible()
    ben.page.click("[data-action=leave]")
    expect(ben.page.get_by_role("dialog", name="Leave the table?")).to_contain_text("Your seat becomes free")
    ben.agree()
    expect(ben.page.locator("[data-action=leave]")).to_have_count(0)
    ada.page.click("[data-action=invite]")
    expect(links).to_have_count(2)  # the key that Ben has used is not offered again
    sit_down(ben, links.first.input_value())
    expect(ben.page.locator("[data-action=leave]")).to_be_visible()
    ada.page.click("[data-action=abandon]")
    ada.agree()
    for each in (ada, ben):
        expect(each.page.get_by_role("heading", name="This game was abandoned.")).to_be_visible()


def test_a_host_removes_a_player_and_passes_the_role_on(visitor: Callable[..., Visitor]) -> None:
    ada, ben = visitor(), visitor(width=390, height=844)
    open_table(ada, ADA, GUEST, GUEST)
    sit_down(ben, ada.page.locator("input[readonly]").first.input_value())
    expect(ben.page.locator("[data-action=remove], [data-action=appoint]")).to_have_count(0)
    ada.page.click("[data-action=remove]")
    expect(ada.page.get_by_role("dialog")).to_contain_text("can come back only with a link from you")
    ada.agree()
    expect(ben.page.locator("[data-action=leave]")).to_have_count(0)
    expect(ada.page.locator("[data-action=remove]")).to_have_count(0)
    ada.page.click("[data-action=invite]")
    sit_down(ben, ada.page.locator("input[readonly]").first.input_value())
    ada.page.click("[data-action=appoint]")
    ada.agree()
    expect(ben.page.locator("[data-action=abandon]")).to_be_visible()
    expect(ben.page.locator("[data-action=remove]")).to_have_count(1)
    expect(ada.page.locator("[data-action=abandon], [data-action=appoint], [data-action=remove]")).to_have_count(0)


def test_a_computer_plays_on_for_who_has_left(visitor: Callable[..., Visitor]) -> None:
    """Ux 22: a seat whose player left can be taken over by a computer."""
    ada, ben = visitor(width=390, height=844), visitor()
    open_table(ada, ADA, GUEST, first=1)
    sit_down(ben, ada.page.locator("input[readonly]").input_value())
    ben.page.wait_for_selector("[data-side]")
    ben.page.get_by_text("More", exact=True).click()
    ben.page.click("[data-action=leave]")
    ben.agree()
    expect(ada.page.locator(".desk [data-part=left]")).to_have_text("Ben has left the table.")
    expect(ada.page.locator(".desk [data-part=left]")).to_be_in_viewport()
    ada.page.click(".desk [data-action=replace]")
    ada.page.wait_for_selector("[data-side]")
    expect(ada.page.locator("[data-action=replace]")).to_have_count(0)


def test_ux31_who_left_comes_back_from_the_list_of_games(visitor: Callable[..., Visitor]) -> None:
    ada, ben = visitor(), visitor()
    open_table(ada, ADA, GUEST, first=1)
    sit_down(ben, ada.page.locator("input[readonly]").input_value())
    ben.page.wait_for_selector("[data-side]")
    ben.page.get_by_text("More", exact=True).click()
    ben.page.click("[data-action=leave]")
    expect(ben.page.get_by_role("dialog")).to_contain_text("You can come back until somebody else takes your seat")
    ben.agree()
    expect(ben.page.locator(".desk")).to_contain_text("Ben has left the table.")
    expect(ben.page.locator("[data-side]")).to_have_count(0)
    expect(ada.page.locator("[data-left='1']")).to_have_text("has left the table")
    ada.page.click(".desk [data-action=replace]")
    ben.page.goto(f"{ben.address}/games")
    expect(ben.page.locator("[data-game] [data-action=open]")).to_have_text("Come back")
    ben.page.goto(ben.address)
    ben.page.click("a:has([data-part=come-back])")
    ben.page.click(".desk [data-action=return]")
    expect(ben.page.locator("[data-you='1']")).to_be_visible()
    expect(ben.page.locator("[data-action=return]")).to_have_count(0)
    expect(ada.page.locator("[data-action=replace]")).to_have_count(0)


def test_ux31_whom_a_game_waits_for_and_how_long_is_told_at_the_desk(visitor: Callable[..., Visitor]) -> None:
    ada, ben = visitor(width=390, height=844), visitor()
    open_table(ada, ADA, GUEST, first=1)
    sit_down(ben, ada.page.locator("input[readonly]").input_value())
    ben.page.wait_for_selector("[data-side]")
    expect(ada.page.locator(".desk [data-part=away]")).to_have_count(0)
    ben.page.goto("about:blank")
    away = ada.page.locator(".desk [data-part=away]")
    expect(away).to_have_text(re.compile(r"away – a computer may take over in \d+:\d\d"))
    expect(away).to_be_in_viewport()


def test_who_was_replaced_comes_back(visitor: Callable[..., Visitor]) -> None:
    """Ux 22: and can be taken back."""
    ada, ben = visitor(), visitor()
    open_table(ada, ADA, GUEST, first=1)
    sit_down(ben, ada.page.locator("input[readonly]").input_value())
    ben.page.wait_for_selector("[data-side]")
    path = re.sub(r".*/table/", "/api/tables/", ada.page.url) + "/seats/0/replace"
    headers = {"content-type": "application/json"}
    done = ada.page.evaluate(
        "([path, headers]) => fetch(path, {method: 'POST', headers, body: '{}'}).then(reply => reply.status)",
        [path, headers],
    )
    assert done == 200
    expect(ada.page.locator(".desk")).to_contain_text("The computer plays for Ada.")
    ada.page.click(".desk [data-action=return]")
    ben.click_on()
    ada.page.wait_for_selector("[data-side]")
    expect(ada.page.locator("[data-action=return]")).to_have_count(0)


def test_an_abandoned_game_is_nobodys_turn_and_can_be_played_again(visitor: Callable[..., Visitor]) -> None:
    both = visitor()
    open_table(both, ADA, BEN)
    both.play_on(until="[data-action=uncover]")
    both.page.click("[data-action=uncover]")
    both.page.get_by_text("More", exact=True).click()
    both.page.click("[data-action=abandon]")
    both.agree()
    expect(both.page.locator("#abandoned")).to_be_focused()
    expect(both.page.locator("#abandoned")).to_be_in_viewport()
    expect(both.page.locator(".nameplate .moving, .desk, dialog")).to_have_count(0)
    table = both.page.url
    both.page.goto(both.address)
    both.page.get_by_role("region", name="Finished games").get_by_role("link").first.click()
    both.page.click("[data-action=rematch]")
    both.page.wait_for_selector("[data-side]")
    assert both.page.url != table


def test_the_last_player_who_is_there_may_abandon_the_game(visitor: Callable[..., Visitor]) -> None:
    ada, ben = visitor(), visitor()
    open_table(ada, ADA, GUEST, first=1)
    sit_down(ben, ada.page.locator("input[readonly]").input_value())
    ben.page.wait_for_selector("[data-side]")
    ben.page.get_by_text("More", exact=True).click()
    expect(ben.page.locator("[data-action=leave]")).to_be_visible()
    expect(ben.page.locator("[data-action=abandon]")).to_have_count(0)
    path = re.sub(r".*/table/", "/api/tables/", ada.page.url) + "/seats/0/replace"
    ada.page.evaluate(
        "path => fetch(path, {method: 'POST', headers: {'content-type': 'application/json'}, body: '{}'})", path
    )
    ben.page.click("[data-action=abandon]")
    ben.agree()
    expect(ben.page.locator("#abandoned")).to_be_visible()


def test_the_chat_tells_of_news_and_who_says_too_much_can_be_muted(visitor: Callable[..., Visitor]) -> None:
    ada, ben = visitor(), visitor()
    open_table(ada, ADA, GUEST, first=0)
    sit_down(ben, ada.page.locator("input[readonly]").input_value())
    for each in (ada, ben):
        each.page.wait_for_selector("[data-tab=chat]")
    ben.page.click("[data-tab=chat]")
    ben.page.fill("#say", "Good day!")
    ben.page.keyboard.press("Enter")
    expect(ada.page.locator("[data-tab=chat] .dot")).to_be_visible()
    ada.page.click("[data-tab=chat]")
    expect(ada.page.locator("#side-chat li")).to_have_text("Ben Good day!")
    expect(ada.page.locator("[data-tab=chat] .dot")).to_have_count(0)
    ada.page.get_by_role("button", name="Mute Ben").click()
    expect(ada.page.locator("#side-chat li")).to_have_count(0)
    ada.page.click("[data-tab=log]")
    ben.page.fill("#say", "Are you there?")
    ben.page.keyboard.press("Enter")
    expect(ben.page.locator("#side-chat li")).to_have_count(2)
    ada.page.reload()
    ada.page.wait_for_selector("[data-tab=chat]")
    expect(ada.page.locator("[data-tab=chat] .dot")).to_have_count(0)
    ada.page.click("[data-tab=chat]")
    ada.page.get_by_role("button", name="Unmute Ben").click()
    expect(ada.page.locator("#side-chat li")).to_have_count(2)


def test_a_player_is_reported_from_the_chat_and_the_reporter_is_thanked(visitor: Callable[..., Visitor]) -> None:
    ada, ben = visitor(width=320, height=568), visitor()
    open_table(ada, ADA, GUEST, first=0)
    sit_down(ben, ada.page.locator("input[readonly]").input_value())
    ada.page.click("[data-tab=chat]")
    ada.page.click("[data-action=report]")
    expect(ada.page.get_by_role("dialog", name="Report somebody")).to_be_visible()
    expect(ada.page.locator("#report-who option")).to_have_text(["Ben"])
    ada.page.select_option("#report-why", label="Stalling on purpose")
    ada.page.fill("#report-more", "He sleeps.")
    ada.page.click("[data-action=send-report]")
    expect(ada.page.get_by_text("Thank you, the report has arrived.")).to_be_visible()
    ada.page.keyboard.press("Enter")
    expect(ada.page.get_by_role("dialog")).to_have_count(0)


def test_ux25_ones_turn_is_told_in_the_title_and_outside_the_page_if_allowed(visitor: Callable[..., Visitor]) -> None:
    ada, ben = visitor(), visitor()
    ada.page.add_init_script("""
        window.told = [];
        window.Notification = class extends Notification {
            static permission = 'granted';  // a browser without any window knows no permission for notices
            static async requestPermission() { return 'granted'; }
            constructor(title, options) { super(title, options); window.told.push(options.body); }
        };
    """)
    open_table(ada, ADA, GUEST, first=1)
    ada.page.click("[data-action=settings]")
    ada.page.check("[data-option=notify]")
    ada.page.keyboard.press("Escape")
    sit_down(ben, ada.page.locator("input[readonly]").input_value())
    ben.page.wait_for_selector("[data-side]")
    expect(ada.page).to_have_title("Sanssouci")
    ada.page.evaluate("Object.defineProperty(document, 'hidden', {get: () => true})")
    ben.click_on()
    expect(ada.page).to_have_title(re.compile("Your turn"))
    assert ada.page.evaluate("window.told") == ["Your turn"]


def test_ux25_the_title_tells_a_turn_also_while_the_cards_are_covered(visitor: Callable[..., Visitor]) -> None:
    both = visitor()
    open_table(both, ADA, BEN)
    both.play_on(until="[data-action=uncover]")
    expect(both.page).to_have_title(re.compile("Your turn"))


def test_the_desk_is_called_ones_own_only_when_it_is_ones_turn(visitor: Callable[..., Visitor]) -> None:
    ada, eve = visitor(), visitor()
    open_table(ada, ADA, BEN)
    eve.page.goto(ada.page.url)
    expect(ada.page.get_by_role("region", name="Your move")).to_be_visible()
    expect(eve.page.get_by_role("region", name="Whose turn it is")).to_be_visible()
    expect(eve.page.get_by_role("region", name="Your move")).to_have_count(0)


def test_without_leave_from_the_browser_nothing_is_told_outside_the_page(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.page.goto(f"{ada.address}/settings")
    ada.page.click("[data-option=notify]")
    expect(ada.page.locator("[data-option=notify]")).not_to_be_checked()
