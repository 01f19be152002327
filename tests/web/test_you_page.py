"""An account in a real browser: another device by link, passkeys with a virtual authenticator, signing out."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from web.browsing import ADA, GUEST, Visitor, axe_faults, open_table, press_tab_to, sit_down

pytestmark = pytest.mark.slow


def give_authenticator(visitor: Visitor) -> None:
    """Let the browser have a fingerprint reader, so to say, that always recognises its user."""
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_game_goes_on_on_another_device_by_a_link(visitor: Callable[..., Visitor]) -> None:
    laptop, phone = visitor(), visitor(width=320, height=568)
    open_table(laptop, ADA, GUEST)
    table = laptop.page.url
    laptop.page.goto(f"{laptop.address}/you")
    press_tab_to(laptop.page, "[data-action=link-device]")
    laptop.page.keyboard.press("Enter")
    expect(laptop.page.get_by_role("img", name="QR code of the link")).to_be_visible()
    link = laptop.page.locator("input[readonly]").input_value()
    phone.page.goto(link)
    expect(phone.page.locator("[data-link=device]")).to_contain_text("The other devices stay connected.")
    phone.page.click("[data-action=join-device]")
    expect(phone.page.get_by_role("status")).to_have_text("This device now belongs to your account.")
    assert "#" not in phone.page.url
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 320
    assert axe_faults(phone.page) == []
    expect(phone.page.locator("li")).to_have_count(2)
    phone.page.goto(table)
    expect(phone.page.locator("[data-action=abandon]")).to_be_visible()  # the host's role has come along
    laptop.page.reload()
    laptop.page.click("[data-action=remove]")
    laptop.agree()
    expect(laptop.page.locator("[data-action=remove]")).to_have_count(0)
    phone.page.reload()
    expect(phone.page.locator(".waiting")).to_be_visible()
    expect(phone.page.locator("[data-action=abandon]")).to_have_count(0)


def test_two_accounts_become_one_after_the_page_has_said_so(visitor: Callable[..., Visitor]) -> None:
    laptop, phone = visitor(), visitor(width=320, height=568)
    for device in (laptop, phone):
        device.page.goto(f"{device.address}/you")
        device.page.click("[data-action=link-device]")
        expect(device.page.locator("li")).to_have_count(1)
    phone.page.goto(laptop.page.locator("input[readonly]").input_value())
    expect(phone.page.locator("[data-link=device]")).to_contain_text("This device has an account of its own.")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 320
    assert axe_faults(phone.page) == []
    phone.page.click("[data-action=join-device]")
    expect(phone.page.get_by_role("status")).to_have_text("This device now belongs to your account.")
    expect(phone.page.locator("li")).to_have_count(2)
    laptop.page.reload()
    expect(laptop.page.locator("li")).to_have_count(2)


def test_who_deletes_the_account_is_asked_once_more_and_then_unknown(visitor: Callable[..., Visitor]) -> None:
    ada = visitor(width=320, height=568)
    open_table(ada, ADA, GUEST)
    ada.page.goto(f"{ada.address}/you")
    ada.page.click("[data-action=link-device]")
    expect(ada.page.locator("li")).to_have_count(1)
    press_tab_to(ada.page, "[data-action=delete-account]")
    ada.page.keyboard.press("Enter")
    expect(ada.page.get_by_role("dialog", name="Delete my account")).to_contain_text("This cannot be undone.")
    assert axe_faults(ada.page) == []
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("[data-action=delete-account]")).to_be_focused()
    ada.page.keyboard.press("Enter")
    ada.page.click("[data-action=delete-everything]")
    expect(ada.page.get_by_role("status")).to_have_text("Your account has been deleted.")
    expect(ada.page.locator("li")).to_have_count(0)
    expect(ada.page.locator("[data-action=sign-out]")).to_have_count(0)


def test_ux32_a_link_that_was_used_says_so_at_once(visitor: Callable[..., Visitor]) -> None:
    eve = visitor()
    for key in ("k" * 43, "k" * 20):
        eve.page.goto(eve.address)
        eve.page.goto(f"{eve.address}/you#{key}")
        expect(eve.page.locator("[data-link=dead]")).to_contain_text("works once, and for ten minutes")
        expect(eve.page.locator("[data-action=join-device], #you-name")).to_have_count(0)
    eve.page.get_by_role("button", name="Close").click()
    expect(eve.page.locator("#you-name")).to_be_visible()


def test_who_signs_in_with_a_passkey_has_all_games_again(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    give_authenticator(ada)
    ada.sit(name="Ada")
    table = ada.page.url
    ada.page.goto(f"{ada.address}/you")
    ada.page.fill("#you-name", "Ada")
    ada.page.click("[data-action=save-name]")
    expect(ada.page.get_by_role("status")).to_have_text("Saved")
    ada.page.click("[data-action=add-passkey]")
    expect(ada.page.get_by_role("region", name="Passkeys").locator("li")).to_have_count(1)
    assert axe_faults(ada.page) == []
    ada.page.click("[data-action=sign-out]")
    ada.agree()
    expect(ada.page.locator("[data-action=sign-out]")).to_have_count(0)
    ada.page.goto(table)
    expect(ada.page.get_by_role("region", name="Whose turn it is").or_(ada.page.locator(".desk"))).to_be_visible()
    expect(ada.page.locator("[data-side]")).to_have_count(0)  # a stranger watches
    ada.page.goto(f"{ada.address}/you")
    ada.page.click("[data-action=sign-in]")
    expect(ada.page.locator("[data-action=sign-out]")).to_be_visible()
    ada.page.goto(table)
    ada.wait_for("[data-side]")


def test_a_rated_game_says_so_and_shows_the_ratings(visitor: Callable[..., Visitor]) -> None:
    ada, ben = visitor(), visitor()
    for each in (ada, ben):
        each.page.goto(f"{each.address}/you")
        each.page.check("[data-setting=rated]")
        expect(each.page.locator("[data-action=sign-out]")).to_be_visible()
        expect(each.page.locator("[data-setting=rated]")).to_be_checked()
    open_table(ada, ADA, GUEST, first=0)
    sit_down(ben, ada.page.locator("input[readonly]").input_value())
    for each in (ada, ben):
        expect(each.page.locator("[data-rating='0']")).to_have_text("Rating 1500?")
        expect(each.page.get_by_text("This game is rated.")).to_be_visible()
    ben.page.click("[data-tab=more]")
    ben.page.click("[data-action=leave]")
    expect(ben.page.get_by_role("dialog")).to_contain_text("This game is rated")
    ben.agree()
    ada.page.click("[data-tab=more]")
    ada.page.click("[data-action=abandon]")
    ada.agree()
    expect(ada.page.locator("[data-rating='0']")).to_have_text(re.compile(r"Rating 1\d{3}\? \(\+\d+\)"))
    expect(ada.page.locator("[data-rating='1']")).to_have_text(re.compile(r"Rating 1\d{3}\? \(−\d+\)"))


def test_another_page_of_the_same_browser_notices_who_one_is_now(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.sit(name="Ada")
    ada.wait_for("[data-side]")
    other = ada.context.new_page()
    other.goto(f"{ada.address}/you")
    with ada.page.expect_navigation():
        other.click("[data-action=link-device]")
    ada.wait_for("[data-side]")
    other.close()


def test_without_an_authenticator_the_page_says_that_nothing_has_happened(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.page.add_init_script(
        "navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'))"
    )
    ada.page.goto(f"{ada.address}/you")
    ada.page.click("[data-action=sign-in]")
    expect(ada.page.get_by_text("No passkey was used.")).to_be_visible()


def test_the_start_page_and_the_table_lead_to_the_account(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.prepare()
    ada.page.click("[data-action=you]")
    expect(ada.page.get_by_role("heading", name="Your account", level=1)).to_be_visible()
    expect(ada.page).to_have_url(re.compile("/you$"))
