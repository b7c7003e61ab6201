"""Result files: what a run said. engine/record/RESULT.md describes every table and key."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from os import PathLike
from pathlib import Path
from typing import Any

from headroom.errors import Finding, ResultError
from headroom.table import Row, Table

NEWEST = 2  # the version of result files that is known here


def _refuse(path: Path, problem: str, remedy: str) -> ResultError:
    return ResultError(f"{path}: {problem} {remedy}", (Finding(problem, remedy, str(path)),))


def _interval(mean: float | None, rel: float | None) -> tuple[float | None, float | None]:
    return (mean * (1 - rel), mean * (1 + rel)) if mean is not None and rel is not None else (None, None)


class Result:
    """A result file (.hrr). Rates are per second, latencies in seconds, sizes in bytes, shares from 0 to 1."""

    def __init__(self, path: str | PathLike[str], keep: tempfile.TemporaryDirectory[str] | None = None) -> None:
        self.path = Path(path)
        self.notes: list[str] = []  #: what the engine said during the run, if it was run here
        self._keep = keep  # the file goes with it
        if not self.path.is_file():
            raise _refuse(self.path, "There is no such file.", "Check the path.")
        try:
            self._base = sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro", uri=True)
            self.run: dict[str, Any] = dict(self._base.execute("SELECT key, value FROM run"))
        except sqlite3.DatabaseError as error:
            raise _refuse(self.path, f"It is no result file, or it is damaged ({error}).", "Run it again.") from error
        if self.run.get("format") != "headroom-result":
            raise _refuse(self.path, "It is no result file.", "Name a file that headroom-engine wrote.")
        if int(self.run.get("version", 0)) > NEWEST:
            raise _refuse(
                self.path, "A newer version of Headroom wrote it.", "Install a newer Python package headroom."
            )
        self.summary: dict[str, Any] = json.loads(self._document("summary"))  #: as `simulate --json` prints it

    def _document(self, name: str) -> str:
        row = self._base.execute("SELECT text FROM document WHERE name = ?", [name]).fetchone()
        if row is None:
            raise _refuse(self.path, f"Its document \"{name}\" is missing.", "Run it again.")
        return str(row[0])

    def close(self) -> None:
        """Closes the file; one that was made for this run alone is removed."""
        self._base.close()
        if self._keep:
            self._keep.cleanup()

    def __enter__(self) -> Result:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def project(self) -> dict[str, Any]:
        """The project as it was run."""
        tree: dict[str, Any] = json.loads(self._document("project"))
        return tree

    @property
    def parameters(self) -> dict[str, str]:
        """The values of the generic parameters, as text."""
        return dict(self._base.execute("SELECT name, value FROM parameter ORDER BY name"))

    @property
    def operations(self) -> Table:
        """A row for each operation: count, rate, latencies in seconds, each with its 95 % interval where it is known."""
        rows = []
        for name, found in self.summary.get("operations", {}).items():
            latency = found.get("latency_ms", {})
            low, high = _interval(found.get("per_s"), found.get("ci95_rel"))
            row: Row = {"operation": name, "count": found["count"], "errors": found.get("errors", 0)}
            row |= {"per_s": found["per_s"], "per_s_low": low, "per_s_high": high}
            row |= {"bytes_per_s": found.get("bytes_per_s")}
            for figure in ("mean", "p50", "p95", "p99", "max"):
                value = latency.get(figure)
                row[f"{figure}_s"] = None if value is None else value / 1000
            for figure, rel in (("mean", "latency_ci95_rel"), ("p99", "p99_ci95_rel")):
                row[f"{figure}_s_low"], row[f"{figure}_s_high"] = _interval(row[f"{figure}_s"], found.get(rel))
            rows.append(row)
        columns = ["operation", "count", "errors", "per_s", "per_s_low", "per_s_high", "bytes_per_s", "mean_s", "p50_s"]
        columns += ["p95_s", "p99_s", "max_s", "mean_s_low", "mean_s_high", "p99_s_low", "p99_s_high"]
        return Table(columns, rows, "operation")

    @property
    def resources(self) -> Table:
        """A row for each resource of a node group: how much it is used, and how many wait for it."""
        columns = ["node_group", "resource", "utilisation_mean", "utilisation_max", "queue_mean", "bytes_per_s", "power_W"]
        return self._listed("resources", columns)

    @property
    def goals(self) -> Table:
        """A row for each goal: its verdict ("met", "missed", "not yet known"), its figure and a sentence."""
        columns = ["id", "metric", "verdict", "value", "low", "high", "unit", "at_most", "at_least", "sentence"]
        return self._listed("goals", columns, "id")

    @property
    def results(self) -> Table:
        """A row for each derived result of the project."""
        return self._listed("results", ["name", "value", "low", "high", "unit", "sentence"], "name")

    @property
    def time_parts(self) -> Table:
        """The parts of the mean latency of each operation: where its time goes."""
        columns = ["workload", "operation", "node_group", "resource", "activity", "served_s", "waiting_s"]
        return self._listed("time_parts", columns)

    def _listed(self, key: str, columns: list[str], index: str = "") -> Table:
        found = self.summary.get(key, [])
        return Table(columns, [{name: row.get(name) for name in columns} for row in found], index)

    @property
    def jobs(self) -> Table:
        """A row for each workload of jobs: how many, and their completion times."""
        rows = []
        for name, found in self.summary.get("jobs", {}).items():
            times = found.get("completion_s", {})
            rows.append({"workload": name, "count": found["count"], "failed": found.get("failed", 0)}
                        | {f"completion_{figure}_s": times.get(figure) for figure in ("mean", "max")})  # fmt: skip
        return Table(["workload", "count", "failed", "completion_mean_s", "completion_max_s"], rows, "workload")

    @property
    def bottleneck(self) -> dict[str, Any] | None:
        """The resource that is nearest to its limit; None if no operation was done."""
        found: dict[str, Any] | None = self.summary.get("bottleneck")
        return found

    @property
    def series_names(self) -> Table:
        """The recorded series and their units."""
        rows = self._base.execute("SELECT name, unit FROM series ORDER BY id")
        return Table(["name", "unit"], [{"name": name, "unit": unit} for name, unit in rows], "name")

    def series(self, part: str = "") -> Table:
        """A row for each value of the series whose names contain `part`: name, unit, t, value."""
        rows = self._base.execute(
            "SELECT name, unit, t, value FROM point WHERE instr(name, ?) > 0 ORDER BY series, t", [part]
        )
        return Table(
            ["name", "unit", "t", "value"],
            [{"name": name, "unit": unit, "t": t, "value": value} for name, unit, t, value in rows],
        )

    def curves(self, part: str = "") -> Table:
        """The same with a column for each series and a row for each instant."""
        rows: dict[float, Row] = {}
        names: dict[str, None] = {}
        for row in self.series(part):
            rows.setdefault(row["t"], {"t": row["t"]})[row["name"]] = row["value"]
            names[row["name"]] = None
        return Table(["t", *names], [rows[t] for t in sorted(rows)], "t")

    def spans(self) -> Table:
        """The spans of the requests that were traced."""
        columns = ["id", "parent", "trace", "kind", "name", "role", "operation", "node", "lane", "begin_s", "end_s"]
        rows = self._base.execute(f"SELECT {', '.join(columns)} FROM span ORDER BY begin_s, id")
        return Table(columns, [dict(zip(columns, row)) for row in rows], "id")

    def __repr__(self) -> str:
        return f"<headroom.Result of {self.run.get('project')}, {self.run.get('simulated_s')} s, in {self.path}>"


def open_result(path: str | PathLike[str]) -> Result:
    """Opens a result file that headroom-engine or the studio wrote. Raises ResultError if it is none."""
    return Result(path)
