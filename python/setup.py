"""Everything stands in pyproject.toml but the version, which has one place for all programs: CMakeLists.txt."""

import re
from pathlib import Path

from setuptools import setup

TREE = Path(__file__).resolve().parent.parent
found = re.search(r"project\(headroom VERSION ([0-9.]+)", (TREE / "CMakeLists.txt").read_text())
if not found:
    raise SystemExit("CMakeLists.txt names no version of the project.")
setup(version=found.group(1))
