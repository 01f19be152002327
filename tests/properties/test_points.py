"""Points add up, never fall below 0, and follow from the record alone."""

from typing import Any

from hypothesis import given

from sanssouci import Game, Move, Player, Points, Turn
from strategies import finished_games, positions, set_ups

LETTERS = "abcdefghi"


@given(set_ups())
def test_S6_W6_sources_add_up_and_the_total_is_never_below_0(table: tuple[Game, list[Player]]) -> None:
    for game in positions(*table):
        for seat in range(game.players):
            points = game.points(seat)
            assert sum(points[:-1]) == points.total == game.scores[seat]
            assert points.total >= 0
            assert min(points.nobles, points.rows, points.columns, points.missions) >= 0
            assert "rewards" in game.expansions or points.rewards == 0
            assert "boar" in game.expansions or points.boar == 0
            if not game.is_over:
                assert points.rows == points.columns == points.missions == 0
                assert points.boar >= 0
            if game.turns == 0:
                assert points.total == 0


class Ledger:
    """One seat's points, recomputed from the events of a record."""

    def __init__(self, record: dict[str, Any], seat: int) -> None:
        box, events = record["box"], [event for event in record["events"] if event[1] == seat]
        self.columns, self.rows = box["board"]["columns"], box["board"]["rows"]
        self.boar = box["board"]["boar"] if "boar" in record["expansions"] else None
        self.missions = [event[2] for event in events if event[0] == "mission"]
        sides = [event[2] for event in events if event[0] == "side"]
        garden = self.side(box["gardens"], next(e[2] for e in events if e[0] == "garden"), sides)
        self.built = {self.name(row, column) for row, column, sign in self.signs(garden, "") if sign == "#"}
        self.marks: dict[str, str] = {}
        if "rewards" in record["expansions"]:
            reward = self.side(box["rewards"], next(e[2] for e in events if e[0] == "reward"), sides)
            marks = {self.name(row, column): word for row, column, word in self.signs(reward, " ") if word != "."}
            self.built -= marks.keys()
            self.marks = marks
        self.nobles = dict.fromkeys(LETTERS[: self.columns], 0)
        self.gardeners = 0
        self.points = dict.fromkeys(Points._fields, 0)
        for event in events:
            if event[0] == "turn":
                turn = Move.parse(event[2])
                assert isinstance(turn, Turn)
                self.turn(turn)
        self.end()

    def side(self, boards: list[dict[str, Any]], board_id: str, sides: list[str]) -> list[str]:
        drawn: list[list[str]] = next(board["sides"] for board in boards if board["id"] == board_id)
        return drawn["AB".index(sides.pop(0))] if len(drawn) > 1 else drawn[0]

    def signs(self, drawing: list[str], separator: str) -> list[tuple[int, int, str]]:
        return [
            (row, column, sign)
            for row, line in enumerate(drawing, 1)
            for column, sign in enumerate(line.split(separator) if separator else line)
        ]

    def name(self, row: int, column: int) -> str:
        return f"{LETTERS[column]}{row}"

    def book(self, source: str, amount: int) -> None:
        amount = max(amount, -self.points["total"])
        self.points[source] += amount
        self.points["total"] += amount

    def turn(self, turn: Turn) -> None:
        square = turn.gardener or turn.tile
        self.gardeners += turn.gardener is not None
        assert square not in self.built
        self.built.add(square)
        mark = self.marks.get(square, "0")
        if mark[0] in "+g" and (mark[0] == "g") == (turn.gardener is not None):
            self.book("rewards", int(mark[1:]))
        elif mark[0] == "-":
            self.book("rewards", int(mark))
        if square == self.boar:
            self.book("boar", 1 if turn.piece else 4)
            self.boar = turn.piece
        if turn.walk:
            self.nobles[turn.walk[0]] = int(turn.walk[1])
            self.book("nobles", int(turn.walk[1]))

    def end(self) -> None:
        rows, columns = range(1, self.rows + 1), range(self.columns)
        for row in rows[1:]:
            self.book("rows", (10 - row) * all(self.name(row, column) in self.built for column in columns))
        for column in columns:
            self.book("columns", 5 * all(self.name(row, column) in self.built for row in rows))
        self.book("missions", sum(self.nobles[mission] for mission in self.missions))
        if self.boar:
            self.book("boar", -self.free_area(self.boar))

    def free_area(self, start: str) -> int:
        free = {self.name(row, column) for row in range(1, self.rows + 1) for column in range(self.columns)}
        free -= self.built
        area: set[str] = set()
        todo = [start]
        while todo:
            square = todo.pop()
            if square in free and square not in area:
                area.add(square)
                column, row = LETTERS.index(square[0]), int(square[1])
                todo += [f"{square[0]}{row - 1}", f"{square[0]}{row + 1}"]
                todo += [f"{LETTERS[other]}{row}" for other in (column - 1, column + 1) if 0 <= other < self.columns]
        return len(area)


@given(finished_games())
def test_E2_E5_points_follow_from_the_record_alone(game: Game) -> None:
    record = game.record()
    ledgers = [Ledger(record, seat) for seat in range(game.players)]
    assert record["result"]["points"] == [ledger.points for ledger in ledgers]
    assert record["result"]["gardeners"] == [ledger.gardeners for ledger in ledgers]
    ranks = [(ledger.points["total"], ledger.gardeners) for ledger in ledgers]
    assert record["result"]["winners"] == [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
    outcome = game.outcome()
    assert outcome is not None
    assert [points._asdict() for points in outcome.points] == [ledger.points for ledger in ledgers]
