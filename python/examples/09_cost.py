"""Cost: the bill of materials, and which prices are estimates or missing."""

import headroom

project = headroom.open("projects/first-steps")
cost = project.cost(years=5, energy_price=0.2)
bill = cost.bill.frame()
bill["usd"] = bill["count"] * bill["usd_each"].astype(float)
print(bill[["node_group", "part", "count", "usd_each", "usd", "estimated"]].to_string())
print("all prices known" if cost.complete else "at least", cost.total_usd, "USD")
print("no price:", sorted(set(bill["part"][bill["usd_each"].isna()])))
