"""Breaks servers again and again while people play, and keeps the outcome in a dated file of tests/results.

    make faults                                            # 1,000 `kill -9` in all, with everything else that can break
    make faults OPTIONS="--kills 20 --systems sqlite"      # fewer, and without PostgreSQL and Redis
    make faults OPTIONS="--minutes 9"                      # as many as fit; the next run of the day goes on from there

A round is a fresh database that is broken in all ways of its system; the number of a round is the seed of all that is
chosen in it. The rounds that are done are kept in the file, so a run that was interrupted is continued.
"""

import argparse
import json
import sys
import time
from collections import Counter
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from datetime import UTC, datetime
from multiprocessing import get_context
from typing import Any

from dated import RESULTS, keep, machine
from faults.breaking import Plan, endure
from faults.houses import HOUSES

NAME = "faults"
KILLS = 25  # in a round
SECONDS = 500.0  # that a round may take


def play(system: str, number: int) -> dict[str, Any]:
    """Play one round."""
    plan = Plan(kills=KILLS, faults=2, tables=6, apart=(3, 25), seed=number)
    with HOUSES[system]() as house:
        outcome = endure(house, plan, seconds=SECONDS)
    return {
        "system": system,
        "machine": machine(),
        "broken": dict(outcome.broken),
        "counts": dict(outcome.counts),
        "longest_wait_seconds": round(outcome.longest, 2),
        "seconds": round(outcome.seconds, 1),
    }


def _done_today() -> dict[str, Any]:
    file = RESULTS / f"{datetime.now(UTC).date().isoformat()}-{NAME}.json"
    kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {"rounds": {}}
    return {name: {"machine": kept["machine"], **each} for name, each in kept["rounds"].items()}


def summary(rounds: dict[str, Any]) -> dict[str, Any]:
    """All rounds together."""
    broken: dict[str, Counter[str]] = {}
    counts: dict[str, Counter[str]] = {}
    for each in rounds.values():
        broken.setdefault(each["system"], Counter()).update(each["broken"])
        counts.setdefault(each["system"], Counter()).update(each["counts"])
    return {
        "machine": "; ".join(sorted({f"{each['system']}: {each['machine']}" for each in rounds.values()})),
        "kills": sum(found["kill -9"] for found in broken.values()),
        "lost_or_repeated_moves": 0,  # one of them would have ended the run
        "unfinished_games": 0,
        "longest_wait_seconds": max((each["longest_wait_seconds"] for each in rounds.values()), default=0.0),
        "broken": broken,
        "counts": counts,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--kills", type=int, default=1_000, help="in all, with those of earlier runs of the day")
    parser.add_argument("--minutes", type=float, default=1e6, help="after which no round is begun")
    parser.add_argument("--systems", nargs="+", choices=list(HOUSES), default=list(HOUSES))
    parser.add_argument("--workers", type=int, default=1, help="rounds at the same time")
    parser.add_argument("--seed", type=int, default=1, help="the number of the first round")
    options = parser.parse_args()
    start, rounds = time.monotonic(), _done_today()
    number = options.seed
    with ProcessPoolExecutor(options.workers, mp_context=get_context("spawn")) as workers:
        while summary(rounds)["kills"] < options.kills and time.monotonic() - start < options.minutes * 60:
            begun: dict[Future[dict[str, Any]], str] = {}
            while len(begun) < options.workers:
                system = options.systems[number % len(options.systems)]
                if f"{system} {number}" not in rounds:
                    begun[workers.submit(play, system, number)] = f"{system} {number}"
                number += 1
            for done in as_completed(begun):
                rounds[begun[done]] = done.result()
                total = summary(rounds)
                keep(NAME, {"command": "make faults", **total, "rounds": rounds})
                print(f"{begun[done]}: {rounds[begun[done]]}; {total['kills']} kills", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
