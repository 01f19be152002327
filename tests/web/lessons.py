"""Going through lessons on the page, as a learner would."""

from sanssouci.game.draft import Draft
from sanssouci.game.game import Game
from sanssouci.game.move import Move
from sanssouci.study.lessons import LEARNER, Part, lesson_of, stand
from sanssouci.texts.teaching import teaching
from web.browsing import Visitor


def enter(learner: Visitor, lesson: str) -> None:
    """Come to a lesson's table, at its beginning."""
    answer = learner.context.request.post(f"{learner.address}/api/lessons/{lesson}", data={"again": True})
    assert answer.ok, answer.text()
    learner.page.goto(f"{learner.address}/table/{answer.json()['table']}")


def heard(learner: Visitor, lesson: str, part: Part, language: str) -> None:
    """Wait until a part is said, in this language."""
    said = learner.page.wait_for_selector(f"[data-part=lesson] [data-said={part.text}]")
    assert said is not None
    assert said.inner_text() == teaching(language)[f"{lesson}.{part.text}"]


def press(learner: Visitor, draft: Draft, text: str) -> None:
    """Choose a step of a turn by hand."""
    places = {"play card": f'[data-card="{text}"]', "take tile": f'[data-tile="{text}"]'}
    place = places.get(draft.step or "") or (
        "[data-action=stand]" if text == "-" else f'.squares [data-square="{text}"]'
    )
    learner.page.click(place)
    learner.settle()


class Pupil:
    """Goes through one lesson, doing what its solutions say."""

    def __init__(self, learner: Visitor, lesson: str, language: str = "en") -> None:
        self.learner, self.lesson, self.language = learner, lesson_of(lesson), language
        self.game: Game = self.lesson.begin()
        self.draft = Draft(self.game.view(LEARNER))
        self.part = 0

    def go_on(self, parts: int = 100) -> None:
        """Hear some more parts, and do what they ask."""
        for part in self.lesson.parts[self.part : self.part + parts]:
            heard(self.learner, self.lesson.id, part, self.language)
            if part.waits:
                self._do(part)
            elif self.part < len(self.lesson.parts) - 1:
                self.learner.page.click("[data-action=next]")
            self.part += 1

    def _do(self, part: Part) -> None:
        solution = next(each.solution for each in self.lesson.parts[self.part :] if each.solution)
        whole = Draft(self.draft.start)
        whole.choose_move(Move.parse(solution))
        ends = {"card": 1, "tile": 2, "laid": 2}.get(part.do or "", 99)
        for text in whole.chosen[len(self.draft.chosen) : ends]:
            if len(self.draft.choices) > 1:  # else the server has taken the step
                press(self.learner, self.draft, text)
            self.draft.choose(text)
        if part.solution is not None:
            self.learner.page.click("[data-action=play]")
            self.game.push(solution)
            reply = stand(self.lesson, self.part, self.game).reply
            if reply is not None:
                self.game.push(reply)
            if not self.game.is_over:
                self.draft = Draft(self.game.view(LEARNER))
