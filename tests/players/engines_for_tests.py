"""Engines that misbehave, each in its own way: python engines_for_tests.py KIND."""

import os
import sys
import time


def main(kind: str) -> None:
    print("id name test", flush=True)
    if kind == "nonsense at once":
        print("hello world", flush=True)
    if kind != "silent at once":
        print("sanssouciok", flush=True)
    for line in sys.stdin:
        print(line, end="", file=sys.stderr)
        if not line.startswith("go"):
            continue
        if kind == "dies":
            sys.exit(3)
        if kind == "hangs":
            time.sleep(1000)
        if kind == "closes its output":
            os.close(1)
            time.sleep(1000)
        while kind in ("talks for ever", "asks for ever"):
            print("legal" if kind == "asks for ever" else "info string well", flush=True)
        if kind == "talks between moves":
            print("bestmove A", flush=True)
            while True:
                print("info string well", flush=True)
        answers = {
            "nonsense": "I think that 4",
            "unreadable": "bestmove castle",
            "illegal": "bestmove 45 i6 -",
            "answers twice": "bestmove A\ninfo string no\nbestmove B",
            "info": "info string thinking\n\ninfo score 3\nbestmove A",
        }
        print(answers[kind], flush=True)


if __name__ == "__main__":
    main(" ".join(sys.argv[1:]))
