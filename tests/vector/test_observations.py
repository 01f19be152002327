"""Observations: documented, pinned, at most 1 kB, and never more than a seat may know."""

import hashlib
import re
from typing import Any

import numpy as np
import pytest

from sanssouci import Game, SanssouciError
from sanssouci.batches import batcher
from sanssouci.kernel import layout
from sanssouci.kernel.layout import ACTION_VERSION
from sanssouci.vector import OBSERVATION_VERSION, Batch, observation_fields, observe
from strategies import CONFIGURATIONS, ROOT, Configuration

ROW = re.compile(r"^\| `([\w.]+)` \| (\d+) \| ([\dx ]+) \|", re.MULTILINE)


def test_an_observation_has_at_most_a_thousand_bytes() -> None:
    assert [observation_fields(players)[-1].slice.stop for players in (2, 3, 4)] == [567, 772, 977]


def test_the_fields_fill_an_observation_one_after_another() -> None:
    for players in (2, 3, 4):
        fields = observation_fields(players)
        assert [field.slice.start for field in fields] == [0, *(field.slice.stop for field in fields[:-1])]
        assert len({field.name for field in fields}) == len(fields)


def test_what_has_no_observation_is_refused() -> None:
    game = Game(seed=1)
    wrong: list[Any] = [game, None, game.state]
    for one in wrong:
        with pytest.raises(SanssouciError, match=r"of a View, like game\.view\(game\.seat\), not"):
            observe(one)
    for players in (1, 5, "2", 2.0):
        with pytest.raises(SanssouciError, match="2, 3 or 4 players, not"):
            observation_fields(players)  # type: ignore[arg-type]


def test_the_documents_list_the_fields() -> None:
    rows = ROW.findall((ROOT / "docs" / "vector.md").read_text(encoding="utf-8"))
    fields = [field for field in observation_fields(2) if not field.name.startswith("1.")]
    assert rows == [(field.name, str(field.slice.start), " x ".join(map(str, field.shape)) or "1") for field in fields]


def test_codes_and_observations_of_these_versions_are_these() -> None:
    """When this fails, raise the version in question, and say in the changelog what has changed."""
    digest = hashlib.sha256()
    for configuration in CONFIGURATIONS:
        batch = Batch(2, configuration.box, players=configuration.players, expansions=configuration.expansions, seed=1)
        for _ in range(150):
            digest.update(batch.masks.tobytes() + batch.observations.tobytes())
            batch.step(batch.sample())
        digest.update(batch.final_observations.tobytes())
    assert (ACTION_VERSION, OBSERVATION_VERSION, digest.hexdigest()[:16]) == (1, 1, "1acf5d887e4ecd88")


def test_the_fields_hold_what_lies_on_the_table() -> None:
    game = Game("imperial", players=3, expansions="rewards,boar", seed=8)
    for _ in range(60):
        game.push_code(game.legal_codes[len(game.legal_codes) // 2])
    assert game.seat is not None
    own = (game.seat + 1) % 3
    numbers = observe(game.view(own))
    fields = {field.name: numbers[field.slice].reshape(field.shape) for field in observation_fields(3)}
    assert [int(fields[name]) for name in ("players", "mover", "turn")] == [3, 2, game.turns]
    assert (own + fields["first"]) % 3 == game.first
    assert layout.PHASE_NAMES[int(fields["phase"].argmax())] == game.phase
    assert fields["expansions"].tolist() == [1, 1]
    assert fields["bag"].tolist() == list(game.bag.values())
    hand = game.view(own).hand()
    assert hand is not None
    assert fields["hand"].sum() == len(hand)
    assert fields["display"].sum() == sum(tile is not None for tile in game.display)
    for place in range(3):
        seat = (own + place) % 3
        garden, points = game.garden(seat), game.points(seat)
        assert fields[f"{place}.built"].sum() == len(garden.built)
        assert fields[f"{place}.gardeners"].sum() == len(garden.gardeners)
        assert np.count_nonzero(fields[f"{place}.marks"]) == len(garden.marks)
        assert fields[f"{place}.nobles"].tolist() == list(garden.nobles.values())
        assert fields[f"{place}.discards"].sum() == len(game.discards(seat))
        assert fields[f"{place}.missions"].sum() == (2 if seat == own else 0)
        assert fields[f"{place}.hand_count"] == game.hand_count(seat)
        assert (fields[f"{place}.pieces"][0] > 0) == ("boar" in garden.pieces)
        assert fields[f"{place}.points"].tolist() == [points.nobles, points.rewards, points.boar]


@pytest.mark.parametrize("configuration", CONFIGURATIONS[::3], ids=lambda configuration: configuration.id)
def test_interpreted_and_compiled_batches_agree(configuration: Configuration, monkeypatch: pytest.MonkeyPatch) -> None:
    batches = []
    for using in (batcher.interpreted(), batcher.compiled()):
        for module in ("sanssouci.vector.batch", "sanssouci.vector.single"):
            monkeypatch.setattr(f"{module}.batcher", lambda using=using: using)
        batch = Batch(2, configuration.box, players=configuration.players, expansions=configuration.expansions, seed=4)
        seen = []
        for step in range(30):
            batch.step(batch.sample())
            if step % 10 == 9:
                batch.redeal(0, seed=step)
                seen += [batch.observe(-1), batch.chances()]
            seen += [array.copy() for array in (batch.masks, batch.observations, batch.seats, batch.states)]
        saved = batch.save()
        batches.append([*seen, saved.states, saved.lucks, batch.rewards, batch.final_observations])
    assert all((one == other).all() for one, other in zip(*batches, strict=True))
