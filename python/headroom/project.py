"""Projects: opened, changed, and asked."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike, fspath
from pathlib import Path
from typing import Any, TypeVar

from headroom.answers import Advice, Best, Cheapest, Cost, Growth, Study, Validation
from headroom.engine import AT_FAULT, Engine
from headroom.errors import Finding, ProjectError, RunError
from headroom.result import Result
from headroom.stream import Show, Watcher
from headroom.table import Table

Value = str | int | float | bool
Values = Iterable[Value] | str  #: single values, or a range as the engine reads it: "16..1024/7/log", "ticked"
ShowAnswer = Callable[[dict[str, Any]], Any]  #: is called with each record; returning False ends the search
Searched = TypeVar("Searched", bound=Study)


def _text(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, float) else str(value)


def _axis(name: str, values: Values) -> str:
    return f"{name}={values if isinstance(values, str) else ','.join(_text(value) for value in values)}"


def _flags(options: Mapping[str, Any]) -> list[str]:
    """Options of the engine by their names, with "_" for "-": lists are given many times, True is a flag."""
    given: list[str] = []
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            given.append(flag)
            continue
        for one in value if isinstance(value, (list, tuple)) else [value]:
            given += [flag, _text(one)]
    return given


@dataclass(frozen=True)
class Project:
    """A project file with values of its parameters. It never changes: `set` and `preset` return another one."""

    path: Path
    settings: Mapping[str, str] = field(default_factory=dict)
    presets: tuple[str, ...] = ()
    engine: Engine = Engine()

    def set(self, values: Mapping[str, Value] | None = None, /, **more: Value) -> Project:
        """The project with other values of generic parameters: set(DRIVE="Samsung_PM893_1_92TB", WORKERS=128)."""
        given = {name: _text(value) for name, value in {**(values or {}), **more}.items()}
        return replace(self, settings={**self.settings, **given})

    def preset(self, name: str) -> Project:
        """The project with the values of one of its presets; what was `set` still counts."""
        return replace(self, presets=(*self.presets, name))

    def arguments(self) -> list[str]:
        """The arguments that name this project to the engine."""
        given = [str(self.path)]
        for preset in self.presets:
            given += ["--preset", preset]
        for name, value in self.settings.items():
            given += ["--set", f"{name}={value}"]
        return given

    def check(self) -> list[Finding]:
        """All errors and warnings, with their places."""
        tree = self.engine.json(["check", *self.arguments()], allowed=[AT_FAULT])
        return [Finding.read(finding) for finding in tree["findings"]]

    def _explained(self, error: ProjectError) -> ProjectError:
        """The same error with the findings of `check`, which say places and remedies apart."""
        try:
            self.require()
        except ProjectError as explained:
            return explained
        return error

    def require(self) -> None:
        """Raises ProjectError with all errors of the project, if there are any."""
        errors = tuple(finding for finding in self.check() if finding.severity == "error")
        if errors:
            raise ProjectError("\n".join(str(finding) for finding in errors), errors)

    def _json(self, command: str, options: Mapping[str, Any], more: Sequence[str] = ()) -> Any:
        try:
            return self.engine.json([command, *self.arguments(), *more, *_flags(options)])
        except ProjectError as error:
            raise self._explained(error) from error

    @property
    def parameters(self) -> Table:
        """The generic parameters: value, unit, range, alternatives, meaning."""
        columns = ["name", "value", "unit", "minimum", "maximum", "alternatives", "description"]
        found = self._json("parameters", {"all": True})["parameters"]
        return Table(columns, [{name: row.get(name) for name in columns} for row in found], "name")

    def run(
        self,
        *,
        duration: str | None = None,
        warm_up: str | None = None,
        seed: int | None = None,
        replications: int | None = None,
        out: str | PathLike[str] | None = None,
        progress: Show = False,
        **options: Any,
    ) -> Result:
        """Simulates the project. Without `out` the result file lives as long as the result. `progress` True shows a
        line on standard error; a function gets a Progress for each sample and ends the run by returning False. Further
        options are those of `headroom-engine simulate`, as in scale="storage.disk data=2", under="GOAL", blocks=True.

        Raises ProjectError if the project is at fault, RunError if the run failed or got stuck."""
        keep = None if out else tempfile.TemporaryDirectory(prefix="headroom-")
        file = Path(out) if out else Path(keep.name if keep else "") / "result.hrr"
        given = dict(duration=duration, warm_up=warm_up, seed=seed, replications=replications, out=fspath(file))
        watcher = Watcher(progress)
        try:
            for record in self.engine.records(
                ["simulate", *self.arguments(), *_flags({**given, **options})], stop=lambda: watcher.stopped
            ):
                watcher.take(record)
        except ProjectError as error:
            raise self._explained(error) from error
        except RunError as error:
            raise self._stuck(watcher, error) from error
        watcher.end()
        if watcher.summary is None:
            raise RunError("The run ended without a summary.")
        result = Result(file, keep)
        result.notes = watcher.notes
        return result

    @staticmethod
    def _stuck(watcher: Watcher, error: RunError) -> RunError:
        stuck = (watcher.summary or {}).get("stuck")
        if not stuck:
            return error
        findings = tuple(
            Finding(f"{waiting['count']} requests wait for {waiting['for']}.", place=waiting["at"])
            for waiting in stuck["waiting"]
        )
        return RunError(f"The run got stuck at {stuck['since_s']} s: {'; '.join(map(str, findings))}", findings)

    def study(self, name: str = "", *, vary: Mapping[str, Values] | None = None, **options: Any) -> Study:
        """Runs many combinations of parameters: a study of the project, or those of `vary`, as in
        vary={"WORKERS": [16, 64], "DRIVE": "ticked", "RATE": "16..1024/7/log"}. Options are those of
        `headroom-engine study`: duration, replications, report=["PUT.per_s"], constraint, design, jobs, out,
        executor="slurm". `progress` is called with each record of the engine (engine/study/STUDY.md)."""
        return self._searched("study", Study, name, vary, options)

    def cheapest(self, name: str = "", *, vary: Mapping[str, Values] | None = None, **options: Any) -> Cheapest:
        """Searches the cheapest point that meets all goals, with far fewer runs than the whole study takes. Options as
        for study, and by, risk, most."""
        return self._searched("cheapest", Cheapest, name, vary, options)

    def best(self, name: str = "", *, vary: Mapping[str, Values] | None = None, **options: Any) -> Best:
        """Says which point is best by `figure`, and with which probability."""
        return self._searched("best", Best, name, vary, options)

    def _searched(
        self, command: str, kind: type[Searched], name: str, vary: Mapping[str, Values] | None, options: dict[str, Any]
    ) -> Searched:
        show: ShowAnswer | None = options.pop("progress", None)
        keep = None if options.get("out") else tempfile.TemporaryDirectory(prefix="headroom-")
        if keep:
            options["out"] = str(Path(keep.name) / "study.hrs")
        arguments = [command, *self.arguments(), *([name] if name else [])]
        for axis, values in (vary or {}).items():
            arguments += ["--vary", _axis(axis, values)]
        head: dict[str, Any] = {}
        points: dict[int, dict[str, Any]] = {}
        decision: dict[str, Any] = {}
        stopped = False
        try:
            for record in self.engine.records([*arguments, *_flags(options)], stop=lambda: stopped):
                match record.get("record"):
                    case "study":
                        head = record
                    case "points":
                        points |= {point["number"]: point for point in record["points"]}
                    case "point":
                        points[record["number"]] = record
                    case "end":
                        decision = record
                    case "refused":
                        problem, remedy = str(record["reason"]), "Name another file with out."
                        raise ProjectError(f"{problem} {remedy}", (Finding(problem, remedy),))
                if show and show(record) is False:
                    stopped = True
        except ProjectError as error:
            raise error if error.findings and error.remedy else self._explained(error) from error
        tree = {**head, "points": list(points.values()), "decision": decision, "complete": decision.get("complete", False)}
        return kind(tree, keep)

    def _answered(self, command: str, options: dict[str, Any], more: Sequence[str] = ()) -> dict[str, Any]:
        """The last of the answers that a command prints as it comes to know more."""
        show: ShowAnswer | None = options.pop("progress", None)
        answer: dict[str, Any] = {}
        stopped = False
        try:
            asked = [command, *self.arguments(), *more, *_flags(options)]
            for answer in self.engine.records(asked, stop=lambda: stopped):
                if show and show(answer) is False:
                    stopped = True
        except ProjectError as error:
            raise self._explained(error) from error
        return answer

    def grow(self, **options: Any) -> Growth:
        """Searches how far the load can rise until a goal is missed. Options: load="NAME", yearly="40 %", years,
        upgrade=["NAME=VALUE"], replications, duration, jobs; `progress` is called with each answer so far."""
        return Growth(self._answered("grow", options))

    def advise(self, **options: Any) -> Advice:
        """Simulates what would help. Options: effort (processor seconds), resource, value=["NAME=VALUE"], factor,
        duration, jobs; `progress` is called with each answer so far."""
        return Advice(self._answered("advise", options))

    def cost(self, **options: Any) -> Cost:
        """The bill of materials and the costs over `years`. Options: energy_price, pue, support, prices="FILE",
        yearly, duration."""
        return Cost(self._json("cost", options))

    def validate(
        self,
        *measurements: str,
        cases: Mapping[str, str] | None = None,
        metrics: Mapping[str, str] | None = None,
        **options: Any,
    ) -> Validation:
        """Runs the cases of measured results and holds them against the figures: of measurements of the project, of all
        without a name, or of a table `file` whose columns `cases` and `metrics` name, as in
        validate(file="measured.csv", cases={"WORKERS": "workers"}, metrics={"PUT.throughput": "ops_per_s"}). Options:
        replications, duration, jobs. Raises EngineMissing if the engine has no such command."""
        self.engine.require("validate")
        options["case"] = [f"{name}={column}" for name, column in (cases or {}).items()]
        options["metric"] = [f"{name}={column}" for name, column in (metrics or {}).items()]
        return Validation(self._answered("validate", options, measurements))

    def ask(self, command: str, **options: Any) -> Any:
        """Any other command about a project that knows --json, as it prints it: ask("levels"), ask("calibrate") where
        the engine has that. Raises EngineMissing if it has no such command."""
        self.engine.require(command)
        return self._json(command, options)


def open(path: str | PathLike[str], engine: Engine = Engine()) -> Project:  # noqa: A001
    """Opens a project: a .headroom file, or a folder with one. Raises ProjectError with all its faults."""
    project = Project(Path(path), engine=engine)
    project.require()
    return project


def components(kind: str = "", engine: Engine = Engine()) -> Table:
    """What the libraries hold: processors, disks, adapters, switches; of one `kind`, or all."""
    found = engine.json(["components", *([kind] if kind else [])])
    columns = ["id", "kind", "vendor", "model", "key_figures", "parameters", "source"]
    return Table(columns, [{name: row.get(name) for name in columns} for row in found], "id")


def import_file(file: str | PathLike[str], out: str | PathLike[str], engine: Engine = Engine(), **options: Any) -> Project:
    """Makes a project from a COSBench workload or a fio job file and opens it."""
    engine.text(["import", fspath(file), "--out", fspath(out), *_flags(options)])
    return open(out, engine)
