"""Cheapest: the cheapest combination that meets the goals, and how sure that is."""

import headroom

project = headroom.open("projects/first-steps").set(VISITORS=1000)
found = project.cheapest(
    vary={
        "DISK": ["Standard_SATA_Drive_7200RPM_2TB", "Samsung_PM893_1_92TB"],
        "PROCESSOR": ["Intel_Xeon_Processor_E5_2620_v3", "Intel_Xeon_Processor_E5_2697_v3"],
    }
)
print(found.sentence)
print("probability that a cheaper one would do as well:", found.risk)
if found.point:
    print({name: found.point[name] for name in ("DISK", "PROCESSOR", "price", "page.latency.p95")})
