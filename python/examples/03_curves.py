"""Curves: a column for each series, a row for each instant, as a pandas frame."""

import headroom

with headroom.open("projects/first-steps").run() as run:
    print(run.series_names)
    curves = run.curves("operation · page").frame()
print(curves.tail())
name = "operation · page · throughput"
print("mean after the warm-up:", curves.loc[5:, name].mean(), "per second")
