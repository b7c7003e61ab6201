"""Study: all combinations of some values, as a table, a CSV file and, with pyarrow, a Parquet file."""

import tempfile
from pathlib import Path

import headroom

project = headroom.open("projects/first-steps")
study = project.study(
    vary={"VISITORS": [100, 300, 600], "DISK": ["Standard_SATA_Drive_7200RPM_2TB", "Samsung_PM893_1_92TB"]},
    duration="15 s",
)
print(study.sentence)
print(study.table.frame()[["VISITORS", "DISK", "page.throughput", "page.latency.p95", "goal soon"]].to_string())
with tempfile.TemporaryDirectory() as folder:
    study.table.to_csv(Path(folder) / "study.csv")
    try:
        study.table.to_parquet(Path(folder) / "study.parquet")
    except headroom.PackageMissing as error:
        print("no Parquet:", error)
    print(sorted(file.name for file in Path(folder).iterdir()))
