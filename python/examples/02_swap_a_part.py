"""Swap a part: the same cluster with a hard disk and with an SSD, side by side in one frame."""

import pandas

import headroom

project = headroom.open("projects/first-steps")
drives = project.parameters["DISK"]["alternatives"]
runs = {drive: project.set(DISK=drive, VISITORS=3000).run() for drive in drives}
table = pandas.concat({drive: run.operations.frame() for drive, run in runs.items()}, names=["drive"])
print(table[["per_s", "per_s_low", "per_s_high", "mean_s", "p99_s"]].to_string())
