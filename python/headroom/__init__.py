"""Headroom in Python: simulate storage and big-data clusters with `headroom-engine` and read what it says.

    import headroom

    project = headroom.open("projects/first-steps")
    run = project.set(VISITORS=3000).run()
    print(run.operations.frame())

Projects are values: `set` returns another one and changes no file. Whatever goes wrong is a `headroom.Error`, which names
the place and what to do.
"""

from headroom.answers import Advice, Best, Cheapest, Cost, Growth, Study, Validation
from headroom.engine import Engine
from headroom.errors import (
    EngineMissing,
    Error,
    Finding,
    PackageMissing,
    ProjectError,
    ResultError,
    RunError,
)
from headroom.project import Project, components, import_file, open
from headroom.result import Result, open_result
from headroom.stream import Progress
from headroom.table import Table

__all__ = [
    "Advice", "Best", "Cheapest", "Cost", "Engine", "EngineMissing", "Error", "Finding", "Growth", "PackageMissing",
    "Progress", "Project", "ProjectError", "Result", "ResultError", "RunError", "Study", "Table", "Validation",
    "components", "import_file", "open", "open_result",
]  # fmt: skip
