"""Sound, small and ours (ux 35): off at first, synthesised by the browser, loaded only when somebody wants it."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Response, expect

from web.browsing import Visitor

pytestmark = pytest.mark.slow

RATE = 44_100
# Render each sound into memory, and measure it: its loudest sample, its energy, and when it has died away.
RENDER = """async url => {
    const { play } = await import(url), found = {};
    for (const name of ['tile', 'walk', 'points', 'turn', 'end']) for (const step of [1, 6]) {
        const context = new OfflineAudioContext(1, 3 * 44100, 44100);
        play(name, 1, 0.05, step, context);
        const samples = (await context.startRendering()).getChannelData(0);
        let peak = 0, last = 0, energy = 0;
        samples.forEach((each, i) => {
            peak = Math.max(peak, Math.abs(each)); energy += each * each;
            if (Math.abs(each) > 0.001) last = i;
        });
        found[name + step] = { peak, energy, last };
    }
    return found;
}"""
# Count the sounds that the page itself starts, on a real context.
COUNT = """() => { window.started = 0; const source = AudioScheduledSourceNode.prototype, start = source.start;
    source.start = function (...when) { window.started += 1; start.apply(this, when); }; }"""


def test_ux35_sound_is_off_until_it_is_wanted_and_every_sound_is_heard(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    asked: list[str] = []

    def note(answer: Response) -> None:
        if "/synth-" in answer.url and answer.url.endswith(".js"):
            asked.append(answer.url)

    ada.page.on("response", note)
    ada.sit(name="Ada", table={"pace": 0, "first": 0})
    ada.page.evaluate(COUNT)
    ada.play_turns(1)
    assert asked == [], "nobody has asked for sound"
    switch = ada.page.locator("[data-action=sound]")
    expect(switch).to_have_attribute("aria-pressed", "false")
    with ada.page.expect_response("**/synth-*.js"):
        switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    ada.page.wait_for_function("started > 0")
    before = ada.page.evaluate("started")
    ada.play_turns(1)
    ada.page.wait_for_function("before => started > before", arg=before)
    found: dict[str, Any] = ada.page.evaluate(RENDER, asked[0])
    assert len(found) == 10
    for name, heard in found.items():
        assert 0.05 < heard["peak"] < 0.95, f"{name} is silent or clips: {heard}"
        assert heard["energy"] > 5, f"{name} can hardly be heard: {heard}"
        assert RATE * 0.05 < heard["last"] < RATE * 2.8, f"{name} does not end: {heard}"
    assert found["points6"] != found["points1"], "more points sound higher"


def test_ux35_volume_is_a_setting_and_is_remembered(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.page.goto(f"{ada.address}/settings")
    expect(ada.page.locator("[data-setting=volume]")).to_have_count(0)
    ada.page.check("[data-option=sound]")
    ada.page.locator("[data-setting=volume]").fill("0.3")
    ada.page.reload()
    expect(ada.page.locator("[data-option=sound]")).to_be_checked()
    expect(ada.page.locator("[data-setting=volume]")).to_have_value("0.3")
    ada.page.uncheck("[data-option=sound]")
    expect(ada.page.locator("[data-setting=volume]")).to_have_count(0)
