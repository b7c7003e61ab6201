"""Live progress of a run."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Union


@dataclass(frozen=True)
class Progress:
    """Where a run is."""

    simulated_s: float
    duration_s: float  #: warm-up included
    wall_s: float  #: real seconds since the start
    events: int
    requests: int  #: users' requests that have succeeded
    values: dict[str, float | None] = field(default_factory=dict)  #: the latest sample, by the name of the series

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return min(1.0, self.simulated_s / self.duration_s) if self.duration_s else 1.0

    def __str__(self) -> str:
        return f"{self.share:4.0%}  {self.simulated_s:.1f} of {self.duration_s:g} s  {self.requests} requests"


#: True shows a line on standard error; a function is called with each sample, and ends the run by returning False.
Show = Union[bool, Callable[[Progress], Any]]


class Watcher:
    """Follows the records of a run."""

    def __init__(self, show: Show) -> None:
        self.stopped = False
        self.notes: list[str] = []
        self.summary: dict[str, Any] | None = None
        self._show: Callable[[Progress], Any] | None = _print if show is True else show or None
        self._duration = 0.0
        self._names: dict[int, str] = {}
        self._watched: list[str] = []

    def take(self, record: dict[str, Any]) -> None:
        kind = record.get("record")
        if kind == "header":
            self._duration = record["duration_s"]
            self._names = {series["id"]: " · ".join(series["path"]) for series in record["series"]}
        elif kind == "watching":
            self._watched = [self._names[number] for number in record["series"]]
        elif kind == "log":
            self.notes.append(record["text"])
        elif kind == "summary":
            self.summary = record["summary"]
        elif kind == "sample" and self._show:
            values = dict(zip(self._watched, record["v"]))
            progress = Progress(
                record["t"], self._duration, record["wall_s"], record["events"], record["requests"], values
            )
            self.stopped = self.stopped or self._show(progress) is False

    def end(self) -> None:
        if self._show is _print:
            print(file=sys.stderr)


def _print(progress: Progress) -> None:
    print(f"\r{progress}", end="", file=sys.stderr, flush=True)
