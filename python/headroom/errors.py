"""What can go wrong, as exceptions that say where and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping


@dataclass(frozen=True)
class Finding:
    """One thing that the engine found wrong with a project or its arguments."""

    problem: str
    remedy: str = ""
    place: str = ""  #: as in "parameter "DISK""; empty if it has none
    pointer: str = ""  #: JSON pointer into the project file; empty if it is not about one field
    severity: str = "error"  #: "error" or "warning"
    key: str = ""  #: the same for all findings of this kind: "component.unknown"

    @staticmethod
    def read(tree: Mapping[str, Any]) -> Finding:
        return Finding(**{name: str(tree.get(name, "")) for name in Finding.__dataclass_fields__})

    def __str__(self) -> str:
        return ": ".join(filter(None, [self.place, self.problem])) + (" " + self.remedy if self.remedy else "")


class Error(Exception):
    """Whatever this package raises. `findings` has at least one entry for faults of a project."""

    def __init__(self, text: str, findings: tuple[Finding, ...] = ()) -> None:
        super().__init__(text)
        self.findings = findings

    @property
    def place(self) -> str:
        """Where the first fault is; empty if that is not known."""
        return self.findings[0].place if self.findings else ""

    @property
    def remedy(self) -> str:
        """What to do about the first fault."""
        return self.findings[0].remedy if self.findings else ""


class ProjectError(Error):
    """The project or an argument is at fault: exit status 1 of the engine."""


class RunError(Error):
    """A run failed or got stuck: exit status 2 of the engine."""


class ResultError(Error):
    """A file is no result, is damaged, or was written by a newer version."""


class EngineMissing(Error):
    """There is no headroom-engine, or it lacks a command."""


class PackageMissing(Error):
    """A Python package that the call needs is not installed."""
