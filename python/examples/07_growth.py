"""Growth: how far the load can rise until a goal is missed."""

import headroom

project = headroom.open("projects/first-steps").set(VISITORS=300, DISK="Samsung_PM893_1_92TB")
growth = project.grow(load="VISITORS", replications=2, duration="10 s")
print(growth.sentence)
print("times the present load:", growth.limit["load"], "from", growth.limit["low"], "to", growth.limit["high"])
print(growth.resources)
