"""Tables of results: rows as they are, as a pandas frame, as an Arrow table, as a Parquet file."""

from __future__ import annotations

import csv
import difflib
import importlib
from collections.abc import Iterator, Sequence
from os import PathLike
from typing import Any

from headroom.errors import Finding, PackageMissing

Row = dict[str, Any]


def _package(name: str, remedy: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        problem = f"The Python package {name} is not installed."
        raise PackageMissing(f"{problem} {remedy}", (Finding(problem, remedy),)) from error


class Table:
    """Rows with the same columns. A value that is not known is None, which pandas makes NaN."""

    def __init__(self, columns: Sequence[str], rows: Sequence[Row], index: str = "") -> None:
        self.columns = list(columns)
        self.rows = list(rows)
        self.index = index  #: the column that tells the rows apart; empty if there is none

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __getitem__(self, key: str | int) -> Row:
        """A row by its number, or by its value in the column `index`."""
        if isinstance(key, int) and not isinstance(key, bool):
            return self.rows[key]
        for row in self.rows:
            if self.index and row[self.index] == key:
                return row
        known = [str(row.get(self.index)) for row in self.rows]
        near = difflib.get_close_matches(str(key), known, cutoff=0.4) or known[:5]
        raise KeyError(f"{key!r}; there are {len(known)} rows" + (f", among them {', '.join(near)}" if near else ""))

    def column(self, name: str) -> list[Any]:
        return [row.get(name) for row in self.rows]

    def frame(self) -> Any:
        """A pandas.DataFrame."""
        pandas = _package("pandas", "Install it: apt-get install python3-pandas, or pip install headroom[pandas].")
        frame = pandas.DataFrame({name: pandas.Series(self.column(name)) for name in self.columns})
        return frame.set_index(self.index) if self.index else frame

    def arrow(self) -> Any:
        """A pyarrow.Table."""
        pyarrow = _package("pyarrow", "Install it: pip install headroom[arrow]. Debian 12 has no package of it.")
        return pyarrow.table({name: self.column(name) for name in self.columns})

    def to_parquet(self, path: str | PathLike[str]) -> None:
        """Writes a Parquet file; needs pyarrow."""
        table = self.arrow()
        importlib.import_module("pyarrow.parquet").write_table(table, str(path))

    def to_csv(self, path: str | PathLike[str]) -> None:
        """Writes a CSV file; what is not known is empty."""
        with open(path, "w", newline="") as file:
            writer = csv.DictWriter(file, self.columns)
            writer.writeheader()
            writer.writerows(self.rows)

    def __repr__(self) -> str:
        cells = [self.columns] + [[_shown(row.get(name)) for name in self.columns] for row in self.rows[:20]]
        widths = [max(len(row[i]) for row in cells) for i in range(len(self.columns))]
        text = "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in cells)
        return text + (f"\n... {len(self.rows)} rows" if len(self.rows) > 20 else "")


def _shown(value: Any) -> str:
    text = "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 40 else text[:39] + "…"
