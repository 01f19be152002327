"""Requests made up from the OpenAPI document, right ones and wrong ones, against a running server.

Schemathesis makes the requests up; real tables, seats, moves, keys and cookies are mixed in, so that they get further
than the first check. Whatever comes: no error of the server's own, no answer that the document does not describe, and
a request that is refused has changed nothing.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from sanssouci.server.messages import ERROR_CODES
from server.fuzzed import World, command, cookie_header
from server.inprocess import in_process
from server.serving import COOKIE

OPERATIONS = {
    "GET": (
        *("box", "boxes", "boxFile"),
        *("best", "chat", "counts", "findReview", "game", "games", "guide", "hints", "lesson", "lessons", "lobby"),
        *("askForCounts", "askForMoves", "askForWalks", "followed", "followedGames", "followedRecord", "laid"),
        *("luck", "luckDays", "luckGames"),
        *("mine", "myPuzzles", "openTables", "picture", "progress", "puzzle", "puzzles"),
        *("record", "records", "replay", "server"),
        *("salon", "salons", "table", "you"),
    ),
    "POST": (
        *(
            "abandon",
            "comeBack",
            "freshKey",
            "invitation",
            "leave",
            "openTable",
            "play",
            "rematch",
            "remove",
            "appoint",
        ),
        *("replace", "replayRecord", "report", "say", "sit", "steps", "undo", "forget", "goOn", "take"),
        *("addPasskey", "changeYou", "joinDevice", "linkDevice", "passkeyOptions", "removeDevice", "removePasskey"),
        *("deleteYou", "lookAtLink", "signIn", "signInOptions", "signOut"),
        *("beginBox", "deleteBox", "saveBox"),
        *("enterLesson", "enterLuck", "enterPuzzle", "forgetPuzzles", "giveUp", "newTwin", "readPart"),
        *("follow", "forgetFollowed", "forgetLaid", "layOut", "layOutFollowed", "lookBack", "put", "tap"),
        *("review", "reviewRecord"),
        *("closeSalon", "foundSalon", "joinSalon", "leaveSalon"),
        *("forgetPush", "remindMe"),
    ),
}
COOKIES = re.compile(f"{COOKIE}=([^;]+)")
ALL = [name for names in OPERATIONS.values() for name in names]
ACCOUNTS = ("changeYou", "linkDevice", "passkeyOptions")
MOVES = ("steps", "play", "undo", "say")  # they leave a table in such a state that the next request makes sense
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
FEW_OR_MANY = pytest.mark.parametrize("examples", [2, pytest.param(60, marks=pytest.mark.long)])
QUIET = settings(  # the server keeps a state of its own, so that trying variants of a failure would tell nothing
    database=None, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck)
)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    database = tmp_path_factory.mktemp("http-fuzz") / "tables.sqlite3"
    with in_process(database, hint_seconds=0.02) as server:
        made = World(server, database)
        yield made
        made.close()


@pytest.fixture(scope="module")
def operations(world: World) -> dict[str, Any]:
    schema = schemathesis.openapi.from_url(f"{world.server.url}/api/openapi.json")
    found: list[Any] = [result.ok() for result in schema.get_all_operations()]  # type: ignore[union-attr]
    return {operation.definition.raw["operationId"]: operation for operation in found}


def test_every_operation_of_the_document_is_tried(operations: dict[str, Any]) -> None:
    assert set(operations) == set(ALL)
    assert all(operations[name].method.upper() == method for method, names in OPERATIONS.items() for name in names)


# ── making requests that get somewhere ────────────────────────────────────────────────────────────────


def legal_body(name: str, world: World, table: str, cookie: str) -> dict[str, Any]:
    """A body that a command would obey, if the cookie's holder may give it."""
    if name == "sit":
        return {"key": world.key, "name": "Cleo"}
    if name in MOVES and table in (world.people, world.machine):
        found = world.http.get(f"/api/tables/{table}/game", headers=cookie_header(cookie)).json()
        if not found.get("drafts"):
            return command(name, 0, found["ply"], steps=[], move="A")
        seat, ply, steps, move = world.legal_move(table, cookie)
        return command(name, seat, ply, steps=steps, move=move)
    return {"seat": 0, "ply": 0}


def fields_of(case: Any) -> dict[str, Any]:
    """The fields that the document describes for the body of a request."""
    reference = case.operation.definition.raw["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    described = case.operation.schema.raw_schema["components"]["schemas"][reference.split("/")[-1]]
    fields: dict[str, Any] = described["properties"]
    return fields


def make_real(case: Any, draw: Any, name: str, world: World) -> str:
    """Mix real values into a request; returns the cookie to send."""
    strangers, players = ["", "x" * 43, "nonsense"], [world.host, world.host, world.guest]
    # Whoever makes an account is given another token; the players keep theirs.
    cookie: str = draw(st.sampled_from(strangers if name in ACCOUNTS else players + strangers))
    if "table_id" in (case.path_parameters or {}) and draw(st.integers(0, 4)):
        table = draw(st.sampled_from(world.tables))
        case.path_parameters["table_id"] = table
        known = {"steps": "steps", "play": "move"}
        if isinstance(case.body, dict) and draw(st.integers(0, 3)):
            case.body = {key: value for key, value in case.body.items() if key in fields_of(case)}
            legal = legal_body(name, world, table, cookie)
            for field in sorted({"seat", "ply", "key", known.get(name, "")} & legal.keys() & fields_of(case).keys()):
                if draw(st.integers(0, 9)):
                    case.body[field] = legal[field]
    if "game_id" in (case.path_parameters or {}) and draw(st.integers(0, 4)):
        case.path_parameters["game_id"] = world.followed
    if "laid_id" in (case.path_parameters or {}) and draw(st.integers(0, 4)):
        case.path_parameters["laid_id"] = world.laid
    for parameters in (case.path_parameters or {}, case.query or {}):
        for parameter in parameters.keys() & {"seat", "eyes"}:
            if draw(st.booleans()):
                parameters[parameter] = draw(st.integers(0, 1))
    if name == "replayRecord" and isinstance(case.body, dict) and draw(st.booleans()):
        case.body["record"] = world.get(f"/api/tables/{world.over}/record") | draw(st.sampled_from([{}, {"seed": "0"}]))
    return cookie


# ── what every answer must be ─────────────────────────────────────────────────────────────────────────


def check_problem(answer: Any) -> str:
    assert "application/json" in str(answer.headers["content-type"])
    problem = answer.json()
    assert set(problem) == {"code", "message", "rule", "reason", "values", "legal"}
    assert problem["code"] in ERROR_CODES
    assert problem["code"] not in ("internal", "warming_up")
    assert problem["message"]
    code: str = problem["code"]
    return code


def send(case: Any, cookie: str) -> Any:
    try:
        return case.call(headers=cookie_header(cookie), timeout=90)
    except (UnicodeError, ValueError):  # what cannot even be written down as HTTP
        assume(False)


def close_what_was_opened(world: World, answer: Any, cookie: str) -> None:
    """A table that nobody will play at is given up, so that its computers do not go on; they may have finished."""
    table = answer.json().get("table", {})
    token = next((found for text in answer.headers.get("set-cookie", []) for found in COOKIES.findall(text)), cookie)
    if table.get("status") in ("waiting", "running"):
        closed = world.http.post(f"/api/tables/{table['id']}/abandon", json={}, headers=cookie_header(token))
        assert closed.is_success or closed.json()["code"] == "not_running", closed.text


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("name", ALL)
@FEW_OR_MANY
def test_made_up_requests_are_answered_as_documented(
    examples: int, name: str, mode: GenerationMode, world: World, operations: dict[str, Any]
) -> None:
    operation = operations[name]
    came = Counter[str]()

    @settings(QUIET, max_examples=examples if operation.body or operation.path_parameters else 2)
    @given(case=operation.as_strategy(generation_mode=mode), data=st.data())
    def try_it(case: Any, data: st.DataObject) -> None:
        cookie = make_real(case, data.draw, name, world)
        before = world.seen()
        answer = send(case, cookie)
        case.validate_response(answer, checks=CHECKS)
        if answer.status_code >= 400:
            came[check_problem(answer)] += 1
            assert world.look() == before, "a request that was refused has changed something"
            return
        came["done"] += 1
        if name in ("openTable", "rematch"):
            close_what_was_opened(world, answer, cookie)
        elif case.method.upper() == "POST" and name not in MOVES:
            world.build()
        if name in OPERATIONS["GET"]:
            assert world.look() == before, "looking has changed something"

    try:
        try_it()
    except Unsatisfiable:  # there is nothing that could be wrong with a request without any parameter
        assert mode is GenerationMode.NEGATIVE
        assert not operation.body
        assert not operation.path_parameters
    print(name, mode.value, dict(came))


def whole(value: Any) -> Any:
    """The same with 2 for 2.0: to JSON Schema both are integers, to us only the first is written like one."""
    if isinstance(value, dict):
        return {key: whole(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [whole(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


@pytest.mark.parametrize("name", ALL)
@FEW_OR_MANY
def test_what_the_document_allows_is_never_called_a_bad_request(
    examples: int, name: str, world: World, operations: dict[str, Any]
) -> None:
    @settings(QUIET, max_examples=examples)
    @given(case=operations[name].as_strategy(generation_mode=GenerationMode.POSITIVE), data=st.data())
    def try_it(case: Any, data: st.DataObject) -> None:
        for parameter in (case.path_parameters or {}).keys() & {"table_id"}:
            case.path_parameters[parameter] = world.open
        case.body = whole(case.body)
        answer = send(case, "")
        if answer.status_code >= 400:
            problem = answer.json()
            assert problem["code"] != "bad_request", problem["message"]
        elif name == "openTable":
            close_what_was_opened(world, answer, "")
        elif name == "sit":
            world.build()

    try_it()


# ── bodies of all kinds ───────────────────────────────────────────────────────────────────────────────

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
BODIES = (
    st.binary(max_size=200)
    | st.text(max_size=100).map(lambda text: text.encode())
    | JSON.map(lambda value: json.dumps(value).encode())
)
CONTENT_TYPES = st.sampled_from(
    [
        *("application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"),
        *("application/msgpack", "application/json; charset=utf-16", "nonsense", ""),
    ]
)


@settings(QUIET, max_examples=30)
@given(name=st.sampled_from(OPERATIONS["POST"]), body=BODIES, content_type=CONTENT_TYPES, data=st.data())
def test_any_bytes_as_a_body_are_refused_or_obeyed_and_never_an_error(
    world: World, operations: dict[str, Any], name: str, body: bytes, content_type: str, data: st.DataObject
) -> None:
    table = data.draw(st.sampled_from([world.people, world.machine, world.open]))
    known = {"table_id": table, "seat": data.draw(st.integers(0, 1))}
    path = operations[name].path.format_map(defaultdict(lambda: "x" * 22, known))  # ids of other things exist nowhere
    before = world.seen()
    headers = {"Content-Type": content_type}
    answer = world.http.post(path, content=body, headers=headers)
    assert answer.status_code < 500
    if answer.is_success:  # an empty object takes the free seat, or asks for any puzzle
        assert name in ("sit", "enterPuzzle", "forgetPuzzles", "newTwin")
        world.build()
    else:
        check_problem(answer)
        assert world.look() == before
    world.http.cookies.clear()


@settings(QUIET, max_examples=40)
@given(
    method=st.sampled_from(["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "BREW"]),
    parts=st.lists(
        st.sampled_from(["api", "tables", "seats", "0", "game", "live", "..", "%2e%2e", "%00", "%ff", "assets", ""])
        | st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="/?#%"), max_size=8),
        max_size=5,
    ),
    query=st.sampled_from(["", "?seat=1", "?seat=%00", "?seat=x&seat=2", "?%ff=%ff"]),
)
def test_any_method_and_path_gets_a_documented_answer(world: World, method: str, parts: list[str], query: str) -> None:
    before = world.look()
    try:
        answer = world.http.request(method, "/" + "/".join(parts) + query)
    except httpx.InvalidURL:
        assume(False)
    assert answer.status_code < 500
    if answer.status_code >= 400 and method != "HEAD":
        check_problem(answer)
    assert world.look() == before
