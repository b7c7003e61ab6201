"""First run: open a project, simulate it, read the figures."""

import headroom

project = headroom.open("projects/first-steps")
with project.run() as run:
    print(run.operations)
    print(run.resources)
    for goal in run.goals:
        print(goal["verdict"], "-", goal["sentence"])
    print("nearest to its limit:", run.bottleneck)
