"""Advice: what would help, simulated one change at a time, with the intervals of the gains."""

import headroom

advice = headroom.open("projects/first-steps").advise(effort=3)
print(advice.sentence)
table = advice.table.frame()
print(table[["kind", "throughput", "throughput.low", "throughput.high", "p99"]].to_string())
