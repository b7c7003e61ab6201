"""The examples are documentation that runs."""

import os
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "python/examples").glob("*.py"))


def test_there_are_ten_examples_and_the_page_names_each():
    page = (ROOT / "python/README.md").read_text()
    assert len(EXAMPLES) == 10
    assert [example.name for example in EXAMPLES if example.name not in page] == []


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.stem)
def test_an_example_runs_from_the_repository_and_prints_figures(example, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    before = set(os.listdir(ROOT / "projects/first-steps"))
    runpy.run_path(str(example), run_name="__main__")
    printed = capsys.readouterr().out
    assert any(character.isdigit() for character in printed)
    assert set(os.listdir(ROOT / "projects/first-steps")) == before
