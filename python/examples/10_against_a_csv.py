"""Against a CSV: simulated beside given figures, with the error of each case.

The figures are exact ones here, so that the model can be held against theory: some customers and one server are the
machine repair problem. With measured figures it is the same."""

import math
import tempfile
from pathlib import Path

import headroom

THINK_S, WORK_S = 0.1, 0.01


def exact(customers: int) -> float:
    """Answers a second of a closed M/M/1 queue with so many customers."""
    ratio = WORK_S / THINK_S
    weights = [math.factorial(customers) / math.factorial(customers - n) * ratio**n for n in range(customers + 1)]
    return (1 - weights[0] / sum(weights)) / WORK_S


with tempfile.TemporaryDirectory() as folder:
    given = Path(folder) / "given.csv"
    given.write_text("customers,per_s\n" + "".join(f"{n},{exact(n):.4f}\n" for n in (1, 5, 10, 20)))
    validation = headroom.open("projects/first-queue").validate(
        file=given, cases={"CUSTOMERS": "customers"}, metrics={"ask.throughput": "per_s"}, replications=3
    )
print(validation.sentence)
print(validation.table)
print(validation.accuracy)
