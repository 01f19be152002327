"""What lessons and the guide say: files of their own, which the page loads only for those who learn."""

import json
from functools import cache

from sanssouci.texts.folding import folded
from sanssouci.texts.language import LANGUAGES
from sanssouci.texts.messages import FOLDER


@cache
def teaching(language: str) -> dict[str, str]:
    """All that lessons say in a language, by key."""
    if language not in LANGUAGES:
        raise ValueError(f"there are no texts in {language!r}; there are: {', '.join(LANGUAGES)}")
    found: dict[str, str] = json.loads((FOLDER / "lessons" / f"{language}.json").read_text(encoding="utf-8"))
    return found


class Teaching:
    """Speaks one language."""

    def __init__(self, language: str, *, ascii_only: bool = False) -> None:
        self._texts = teaching(language)
        self._ascii_only = ascii_only

    def __call__(self, key: str, /, **values: object) -> str:
        """The text with that key, its placeholders filled in."""
        text = self._texts[key].format(**values)
        return folded(text) if self._ascii_only else text

    def about_mistake(self, lesson: str, part: str, wrong: str) -> str:
        """What is said about a choice or a turn that is not what a part of a lesson asked for."""
        keys = (f"{lesson}.{part}.wrong.{wrong}", f"{lesson}.{part}.wrong", f"wrong.{wrong}")
        return self(next(key for key in keys if key in self._texts))
