"""Against a CSV: simulated beside given figures, with the accuracy of each case.

The figures are exact ones here, so that the model can be held against theory: ten customers and one server are the
machine repair problem. With measured figures it is the same."""

import csv
import io
import math

import headroom

THINK_S, WORK_S = 0.1, 0.01


def exact(customers: int) -> float:
    """Answers a second of a closed M/M/1 queue with so many customers."""
    ratio = WORK_S / THINK_S
    weights = [math.factorial(customers) / math.factorial(customers - n) * ratio**n for n in range(customers + 1)]
    return (1 - weights[0] / sum(weights)) / WORK_S


given = io.StringIO("customers,per_s\n" + "".join(f"{n},{exact(n):.4f}\n" for n in (1, 5, 10, 20)))
project = headroom.open("projects/first-queue")
for case in csv.DictReader(given):
    with project.set(CUSTOMERS=case["customers"]).run(seed=3) as run:
        found, wanted = run.operations[0]["per_s"], float(case["per_s"])
    accuracy = 1 - abs(found - wanted) / wanted
    print(f"{case['customers']:>3} customers: simulated {found:.2f}, given {wanted:.2f}, accuracy {accuracy:.1%}")
    assert accuracy > 0.97
