"""The program headroom-engine: where it is, and calling it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from headroom.errors import EngineMissing, Error, Finding, ProjectError, RunError

AT_FAULT, RUN_FAILED = 1, 2  # its exit statuses; 0 is done


def finding(line: str) -> Finding:
    """A line of standard error: "error: PLACE: PROBLEM REMEDY (POINTER)", or "headroom-engine: PROBLEM REMEDY". The
    first sentence is taken for the problem, what follows it for the remedy."""
    severity, place, pointer = "error", "", ""
    text = line.removeprefix("headroom-engine: ")
    if found := re.fullmatch(r"(error|warning): (.*)", text):
        severity, text = found.groups()
        if found := re.fullmatch(r"(.*) \((/\S*)\)", text):
            text, pointer = found.groups()
        if found := re.fullmatch(r"([a-z](?:[^:.\"]|\"[^\"]*\")*): (.*)", text):
            place, text = found.groups()
    sentences = re.fullmatch(r"(.*?[.!]) (?=[A-Z])(.*)", text)
    problem, remedy = sentences.groups() if sentences else (text, "")
    return Finding(problem, remedy, place, pointer, severity)


@dataclass(frozen=True)
class Engine:
    """A headroom-engine. Without a path it is the one that the environment variable HEADROOM_ENGINE names, or the one
    on the PATH."""

    path: str = ""

    def program(self) -> str:
        named = self.path or os.environ.get("HEADROOM_ENGINE", "")
        found = shutil.which(named or "headroom-engine")
        if found:
            return found
        if named:
            problem = f"There is no program {named}."
        else:
            problem = "headroom-engine is not on the PATH."
        remedy = "Install the package headroom-engine, or name the program in HEADROOM_ENGINE or by Engine(path)."
        raise EngineMissing(f"{problem} {remedy}", (Finding(problem, remedy),))

    def version(self) -> str:
        """As in "1.0.0"."""
        return self.text(["--version"]).split()[-1]

    def require(self, command: str) -> None:
        """Raises EngineMissing if this engine has no such command."""
        if command not in self.commands():
            problem = f"{self.program()} has no command \"{command}\": it is version {self.version()}."
            remedy = "Install a newer headroom-engine."
            raise EngineMissing(f"{problem} {remedy}", (Finding(problem, remedy),))

    def commands(self) -> list[str]:
        """The commands that its help shows."""
        _, _, listed = self.text(["--help"]).partition("Subcommands:")
        return [row.split()[0] for row in listed.splitlines() if row.startswith("  ") and row[2:3].strip()]

    def text(self, arguments: Sequence[str], allowed: Sequence[int] = ()) -> str:
        """What a command prints. Raises ProjectError and RunError by its exit status; those of `allowed` raise nothing
        if the command printed something."""
        done = subprocess.run([self.program(), *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode not in allowed or not done.stdout:
            self._raise_for(done.returncode, done.stderr)
        return done.stdout

    def json(self, arguments: Sequence[str], allowed: Sequence[int] = ()) -> Any:
        """What a command prints with --json."""
        return json.loads(self.text([*arguments, "--json"], allowed))

    def records(
        self,
        arguments: Sequence[str],
        allowed: Sequence[int] = (),
        stop: Callable[[], bool] = lambda: False,
    ) -> Iterator[dict[str, Any]]:
        """What a command prints with --stream, as it comes. Once `stop` says so, or at Ctrl+C, the engine is asked to
        end; it then still says what it knows. Exit statuses of `allowed` raise nothing."""
        with tempfile.TemporaryFile("w+") as complaints:
            child = subprocess.Popen(
                [self.program(), *arguments, "--stream"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                text=True,
            )
            assert child.stdin and child.stdout
            asked = False
            try:
                for line in child.stdout:
                    yield json.loads(line)
                    if not asked and stop():
                        asked = True
                        child.terminate()  # the same as the command "stop": it ends in order
                status = child.wait()
            finally:
                if child.poll() is None:
                    child.terminate()
                    child.stdout.close()
                    child.wait()
                child.stdin.close()
                child.stdout.close()
            if status not in allowed and not (asked and status < 0):
                complaints.seek(0)
                self._raise_for(status, complaints.read())

    @staticmethod
    def _raise_for(status: int, complaints: str) -> None:
        if status == 0:
            return
        read = tuple(finding(line) for line in complaints.splitlines() if line.strip())
        findings = tuple(one for one in read if one.severity == "error") or read
        said = "\n".join(str(one) for one in findings)
        if status == AT_FAULT:
            raise ProjectError(said or "headroom-engine found the arguments at fault.", findings)
        if status < 0:
            raise RunError(f"headroom-engine was ended by signal {-status}. {said}", findings)
        if status == RUN_FAILED:
            raise RunError(said or "The run failed.", findings)
        raise Error(f"headroom-engine ended with status {status}. {said}", findings)
