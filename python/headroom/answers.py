"""What studies, searches and plans say."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from headroom.table import Row, Table


class Answer:
    """A JSON object of the engine, with the sentence that sums it up."""

    def __init__(self, tree: dict[str, Any]) -> None:
        self.tree = tree  #: as `--json` prints it

    @property
    def sentence(self) -> str:
        return str(self.tree.get("sentence", ""))

    def __repr__(self) -> str:
        return f"<headroom.{type(self).__name__}: {self.sentence}>"


class Study(Answer):
    """The table of a study, its decision, and its file (.hrs)."""

    def __init__(self, tree: dict[str, Any], keep: tempfile.TemporaryDirectory[str] | None = None) -> None:
        super().__init__(tree)
        self._keep = keep  # the file goes with it

    @property
    def path(self) -> Path:
        return Path(self.tree["file"])

    @property
    def sentence(self) -> str:
        return str(self.tree["decision"].get("sentence", ""))

    @property
    def complete(self) -> bool:
        """False if it was stopped before all points were run."""
        return bool(self.tree.get("complete", True))

    @property
    def point(self) -> Row | None:
        """The row of the table that the study decides for; None if none meets the goals."""
        number = self.tree["decision"].get("point")
        return None if number is None else self.table[number]

    @property
    def table(self) -> Table:
        """A row for each point: its parameters, its figures with their 95 % intervals, the verdicts of the goals."""
        parameters = [parameter["name"] for parameter in self.tree["parameters"]]
        figures = [figure["name"] for figure in self.tree["figures"]]
        goals = [goal["id"] for goal in self.tree["goals"]]
        columns = ["point", "state", *parameters]
        for figure in figures:
            columns += [figure, f"{figure}.low", f"{figure}.high"]
        columns += [f"goal {goal}" for goal in goals] + ["runs", "reason"]
        rows = []
        for point in self.tree["points"]:
            row: Row = {"point": point["number"], "state": point["state"]}
            row |= {name: _number(point["settings"].get(name)) for name in parameters}
            for figure in figures:
                found = point["figures"].get(figure, {})
                row[figure] = found.get("value")
                row[f"{figure}.low"], row[f"{figure}.high"] = found.get("low"), found.get("high")
            row |= {f"goal {goal}": point["goals"].get(goal, {}).get("verdict") for goal in goals}
            row |= {"runs": point["runs"], "reason": point["reason"]}
            rows.append(row)
        return Table(columns, sorted(rows, key=lambda row: int(row["point"])), "point")


def _number(text: str | None) -> Any:
    """A setting as a number if it is one: "64", but not "64 KiB"."""
    if text is None:
        return None
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


class Cheapest(Study):
    """The cheapest point of a study that meets all goals, and how sure that is."""

    @property
    def risk(self) -> float | None:
        """The probability that a cheaper point, which was not run or is undecided, meets all goals."""
        risk: float | None = self.tree["decision"].get("risk")
        return risk


class Best(Study):
    """The best point of a study by one figure."""

    @property
    def probability(self) -> float | None:
        probability: float | None = self.tree["decision"].get("probability")
        return probability


class Advice(Answer):
    """What would help: each resource twice as fast, better parts, other settings."""

    @property
    def table(self) -> Table:
        """A row for each change: the ratio of throughput, of mean latency and of the 99th percentile, with the
        intervals of the ratios."""
        rows = []
        for change in self.tree["what_ifs"]:
            row: Row = {name: change.get(name) for name in ("resource", "kind", "state", "price_usd", "power_w")}
            for figure in ("throughput", "mean", "p99"):
                found = change.get(figure, {})
                row[figure], row[f"{figure}.low"] = found.get("ratio"), found.get("low")
                row[f"{figure}.high"], row[f"{figure}.known"] = found.get("high"), found.get("known")
            rows.append(row)
        columns = ["resource", "kind", "state"]
        for figure in ("throughput", "mean", "p99"):
            columns += [figure, f"{figure}.low", f"{figure}.high", f"{figure}.known"]
        return Table([*columns, "price_usd", "power_w"], rows, "resource")


class Validation(Answer):
    """Simulated beside measured figures, for all measurements that were asked for."""

    @property
    def sentence(self) -> str:
        return "\n".join(str(measurement["sentence"]) for measurement in self.tree["measurements"])

    @property
    def complete(self) -> bool:
        """False if it was stopped before all cases were run."""
        return all(measurement["complete"] for measurement in self.tree["measurements"])

    @property
    def table(self) -> Table:
        """A row for each figure of each case: measured, simulated with its 95 % interval over the seeds, and the error
        as a share of the measured value; `why` says what is not known."""
        columns = ["measurement", "case", "figure", "unit", "measured", "simulated", "low", "high", "error", "why"]
        rows = []
        for measurement in self.tree["measurements"]:
            names = measurement["parameters"]
            for case in measurement["cases"]:
                head = {
                    "measurement": measurement["measurement"],
                    "case": ", ".join(f"{name} = {value}" for name, value in zip(names, case["values"])),
                }
                for metric, figure in zip(measurement["accuracy"], case["figures"]):
                    row: Row = {**head, "figure": metric["metric"], "unit": metric["unit"]}
                    row |= {name: figure.get(name) for name in columns[4:9]}
                    rows.append(row | {"why": figure.get("why") or case.get("problem") or ""})
        return Table(columns, rows)

    @property
    def accuracy(self) -> Table:
        """A row for each figure of each measurement: bias, mean error and worst error as shares."""
        columns = ["measurement", "figure", "count", "bias", "mean_error", "worst"]
        rows = []
        for measurement in self.tree["measurements"]:
            for metric in measurement["accuracy"]:
                row: Row = {"measurement": measurement["measurement"], "figure": metric["metric"]}
                rows.append(row | {name: metric.get(name) for name in columns[2:]})
        return Table(columns, rows)


class Growth(Answer):
    """How far the load can rise, and which upgrade has to be there when."""

    @property
    def limit(self) -> dict[str, Any]:
        """`load` is the factor on the present load at which a goal is missed, with `low` and `high`."""
        limit: dict[str, Any] = self.tree["limit"]
        return limit

    @property
    def resources(self) -> Table:
        """How full each resource is at the limit."""
        return _table(self.tree.get("resources", []))

    @property
    def steps(self) -> Table:
        """The upgrades of a plan, in the order in which they are needed; empty without a yearly growth."""
        return _table(self.tree.get("steps", []))


class Cost(Answer):
    """The bill of materials, and what the configuration costs over years."""

    @property
    def total_usd(self) -> float:
        """The price of all parts with a known price."""
        return float(self.tree["cost"]["total_usd"])

    @property
    def complete(self) -> bool:
        """True if every part has a price."""
        return bool(self.tree["cost"]["complete"])

    @property
    def bill(self) -> Table:
        """A row for each part of each node group; `usd_each` is None where no price is known."""
        columns = ["node_group", "part", "count", "usd_each", "estimated", "price_basis"]
        rows = []
        for group in self.tree["cost"]["groups"]:
            for line in group["lines"]:
                row = {name: line.get(name) for name in columns} | {"node_group": group["node_group"]}
                rows.append(row | {"estimated": bool(line.get("estimated"))})
        return Table(columns, rows)

    def __repr__(self) -> str:
        return f"<headroom.Cost: {'' if self.complete else 'at least '}{self.total_usd:.0f} USD>"


def _table(rows: list[Row]) -> Table:
    columns = list(dict.fromkeys(name for row in rows for name in row))
    return Table(columns, rows)
