"""The Python package asks the engine and reads what it says."""

import json
import sqlite3
import stat
from pathlib import Path

import pandas
import pytest

import headroom
from headroom.engine import finding

ROOT = Path(__file__).resolve().parents[2]
STEPS = ROOT / "projects/first-steps"
SSD = "Samsung_PM893_1_92TB"


@pytest.fixture(scope="module")
def project():
    return headroom.open(STEPS)


@pytest.fixture(scope="module")
def run(project):
    with project.run(duration="12 s", seed=7) as result:
        yield result


def test_a_run_has_the_figures_that_the_command_prints(project, run):
    printed = project.engine.json(["simulate", str(STEPS), "--duration", "12 s", "--seed", "7"])
    page = run.operations["page"]
    assert page["per_s"] == printed["operations"]["page"]["per_s"]
    assert page["p99_s"] == pytest.approx(printed["operations"]["page"]["latency_ms"]["p99"] / 1000)
    assert page["per_s_low"] < page["per_s"] < page["per_s_high"]
    assert len(run.resources) == len(printed["resources"])
    assert run.bottleneck == printed["bottleneck"]
    assert run.goals["soon"]["verdict"] == printed["goals"][0]["verdict"]


def test_results_are_frames_with_named_rows_and_missing_values(run):
    operations = run.operations.frame()
    assert list(operations.index) == ["page"]
    resources = run.resources.frame().set_index("resource")
    assert pandas.isna(resources.loc["workers web-server", "power_W"])
    assert run.resources.frame()["utilisation_mean"].max() <= 1


def test_series_are_rows_or_columns_with_the_same_values(run):
    name = "operation · page · throughput"
    rows, columns = run.series(name).frame(), run.curves(name).frame()
    assert list(columns.columns) == [name]
    assert list(rows["t"]) == list(columns.index)
    assert list(rows["value"]) == list(columns[name])
    assert set(rows["unit"]) == {"1/s"}
    assert run.series_names[name]["unit"] == "1/s"


def test_setting_a_parameter_makes_another_project_and_changes_no_file(project):
    text = next(STEPS.glob("*.headroom")).read_text()
    other = project.set(DISK=SSD, VISITORS=100)
    assert project.settings == {} and other.settings == {"DISK": SSD, "VISITORS": "100"}
    with other.run(duration="8 s") as result:
        assert result.parameters["DISK"] == SSD
    assert next(STEPS.glob("*.headroom")).read_text() == text


def test_progress_tells_each_sample_and_can_end_the_run(project):
    seen = []

    def look(progress):
        seen.append(progress)
        return len(seen) < 5

    with project.run(duration="1000 s", progress=look) as result:
        assert result.summary["stopped"]
        assert result.summary["simulated_s"] < 1000
    assert [one.simulated_s for one in seen] == sorted(one.simulated_s for one in seen)
    assert seen[0].duration_s == 1000 and 0 < seen[0].share < 0.01
    assert seen[-1].values["operation · page · throughput"] > 0


def test_a_result_file_without_a_name_goes_with_the_result_and_a_named_one_stays(project, tmp_path):
    result = project.run(duration="6 s")
    path = result.path
    assert path.exists()
    result.close()
    assert not path.exists()
    with project.run(duration="6 s", out=tmp_path / "run.hrr") as kept:
        figures = kept.summary
    with headroom.open_result(tmp_path / "run.hrr") as again:
        assert again.summary == figures
        assert again.run["engine"] == headroom.Engine().version()


def test_a_study_is_a_table_with_a_decision(project):
    study = project.study(vary={"VISITORS": [100, 600], "DISK": [SSD]}, duration="10 s")
    table = study.table.frame()
    assert list(table["VISITORS"]) == [100, 600]
    assert (table["page.throughput.low"] <= table["page.throughput"]).all()
    assert set(table["goal soon"]) <= {"met", "missed", "not yet known"}
    assert study.complete and study.point["state"] == "done" and study.sentence
    assert study.path.exists()


def test_the_cheapest_and_the_best_name_a_point_and_how_sure_they_are(project):
    vary = {"DISK": ["Standard_SATA_Drive_7200RPM_2TB", SSD]}
    cheapest = project.set(VISITORS=300).cheapest(vary=vary, duration="10 s")
    assert cheapest.point["goal soon"] == "met" and 0 <= cheapest.risk <= 1
    best = project.set(VISITORS=1000).best(vary=vary, duration="10 s", figure="page.throughput")
    assert best.point["DISK"] == SSD and 0.5 < best.probability <= 1


def test_growth_and_advice_tell_what_they_know_on_the_way(project):
    so_far = []
    growth = project.grow(load="VISITORS", replications=1, duration="8 s", progress=so_far.append)
    assert growth.limit["load"] > 0 and len(so_far) > 1 and so_far[-1] == growth.tree
    advice = project.set(VISITORS=3000).advise(effort=2, resource=["server.disk disk"], duration="8 s")
    row = advice.table[0]
    assert row["throughput.low"] < row["throughput"] < row["throughput.high"]


def test_measured_figures_stand_beside_simulated_ones(tmp_path):
    (tmp_path / "measured.csv").write_text("customers,per_s\n1,9.0909\n10,78\n")
    validation = headroom.open(ROOT / "projects/first-queue").validate(
        file=tmp_path / "measured.csv",
        cases={"CUSTOMERS": "customers"},
        metrics={"ask.throughput": "per_s"},
        replications=2,
    )
    assert validation.complete and validation.sentence.startswith("Of 2 measured figures")
    assert validation.table.column("case") == ["CUSTOMERS = 1", "CUSTOMERS = 10"]
    for row in validation.table:
        assert row["error"] == pytest.approx(row["simulated"] / row["measured"] - 1)
        assert row["low"] <= row["simulated"] <= row["high"]
    errors = [abs(error) for error in validation.table.column("error")]
    assert validation.accuracy[0]["mean_error"] == pytest.approx(sum(errors) / 2)


def test_a_bill_names_each_part_and_says_that_prices_are_missing(project):
    cost = project.cost()
    bill = cost.bill.frame()
    known = bill[bill["usd_each"].notna()]
    assert (known["count"] * known["usd_each"].astype(float)).sum() == pytest.approx(cost.total_usd)
    assert not cost.complete and repr(cost).startswith("<headroom.Cost: at least ")


def test_components_are_those_of_one_kind():
    drives = headroom.components("ssd")
    assert set(drives.column("kind")) == {"ssd"} and drives[SSD]["parameters"]["capacity_B"] > 1e12
    with pytest.raises(KeyError, match="among them .*Samsung_PM893_1_92TB"):
        drives["Samsung_PM893"]


def test_an_unknown_part_is_an_error_with_place_and_remedy(project):
    with pytest.raises(headroom.ProjectError) as caught:
        project.set(DISK="Samsung_PM893").run()
    assert caught.value.place == 'parameter "DISK"'
    assert caught.value.remedy
    assert caught.value.findings[0].key == "component.unknown"


def test_an_argument_that_does_not_fit_is_an_error_with_place_and_remedy(project):
    with pytest.raises(headroom.ProjectError) as caught:
        project.run(duration="2 s")
    assert caught.value.place == "run" and "warm-up" in str(caught.value)
    assert caught.value.remedy.startswith("Let the run last longer")
    assert caught.value.findings[0].pointer == "/run/warm_up"


def test_a_project_with_faults_is_not_opened_and_all_are_named(tmp_path):
    tree = json.loads(next(STEPS.glob("*.headroom")).read_text())
    tree["workloads"][0]["role"] = "nobody"
    tree["run"]["duration"] = "soon"
    (tmp_path / "broken.headroom").write_text(json.dumps(tree))
    with pytest.raises(headroom.ProjectError) as caught:
        headroom.open(tmp_path)
    pointers = {one.pointer for one in caught.value.findings}
    assert "/run/duration" in pointers and len(pointers) > 1
    with pytest.raises(headroom.ProjectError, match="There is no file"):
        headroom.open(tmp_path / "nowhere")


def test_a_missing_engine_is_an_error_that_says_how_to_name_one(monkeypatch):
    monkeypatch.setenv("HEADROOM_ENGINE", "/nowhere/headroom-engine")
    with pytest.raises(headroom.EngineMissing, match="/nowhere/headroom-engine"):
        headroom.open(STEPS)
    monkeypatch.delenv("HEADROOM_ENGINE")
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(headroom.EngineMissing) as caught:
        headroom.Engine().version()
    assert "HEADROOM_ENGINE" in caught.value.remedy


def test_an_engine_that_dies_is_an_error_and_leaves_no_process(tmp_path, project):
    dying = tmp_path / "engine"
    dying.write_text("#!/bin/sh\necho '{\"record\": \"state\", \"state\": \"running\"}'\nkill -9 $$\n")
    dying.chmod(dying.stat().st_mode | stat.S_IXUSR)
    with pytest.raises(headroom.RunError, match="signal 9"):
        headroom.Project(STEPS, engine=headroom.Engine(str(dying))).run()


def test_a_command_that_the_engine_lacks_is_named():
    headroom.Engine().require("simulate")
    with pytest.raises(headroom.EngineMissing, match='no command "divine"'):
        headroom.Project(STEPS).ask("divine")


def test_any_command_with_json_can_be_asked(project):
    names = [parameter["name"] for parameter in project.ask("parameters", all=True)["parameters"]]
    assert names == project.parameters.column("name")


def test_a_file_that_is_no_result_and_one_of_a_newer_version_are_refused(tmp_path):
    (tmp_path / "text.hrr").write_text("no database" * 100)
    newer = tmp_path / "newer.hrr"
    with sqlite3.connect(newer) as base:
        base.execute("CREATE TABLE run (key TEXT PRIMARY KEY, value)")
        base.executemany("INSERT INTO run VALUES (?, ?)", [("format", "headroom-result"), ("version", 99)])
    base.close()
    with pytest.raises(headroom.ResultError, match="no result file"):
        headroom.open_result(tmp_path / "text.hrr")
    with pytest.raises(headroom.ResultError, match="newer version"):
        headroom.open_result(newer)
    with pytest.raises(headroom.ResultError, match="no such file"):
        headroom.open_result(tmp_path / "none.hrr")


def test_a_line_of_the_engine_is_taken_apart_into_place_problem_and_remedy():
    read = finding('error: parameter "A: b": It is odd. Change it. (/parameters/0)')
    assert (read.place, read.problem, read.remedy) == ('parameter "A: b"', "It is odd.", "Change it.")
    assert read.pointer == "/parameters/0" and read.severity == "error"
    assert finding("headroom-engine: Nothing works").problem == "Nothing works"


def test_arrow_and_parquet_hold_the_same_or_say_what_is_missing(run, tmp_path):
    try:
        import pyarrow.parquet
    except ImportError:
        with pytest.raises(headroom.PackageMissing, match="pyarrow"):
            run.operations.to_parquet(tmp_path / "operations.parquet")
        return
    run.operations.to_parquet(tmp_path / "operations.parquet")
    assert pyarrow.parquet.read_table(tmp_path / "operations.parquet").to_pylist() == run.operations.rows


def test_a_csv_file_holds_the_table(run, tmp_path):
    run.resources.to_csv(tmp_path / "resources.csv")
    read = pandas.read_csv(tmp_path / "resources.csv")
    assert list(read.columns) == run.resources.columns and len(read) == len(run.resources)
