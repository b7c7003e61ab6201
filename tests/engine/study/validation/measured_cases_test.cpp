// Lines of measured tables as cases of a project.
#include "project/expression/quantity.h"
#include "study/validation/column_units.h"
#include "study/validation/measured_cases.h"
#include "tests/engine/study/study_project.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace headroom;
using namespace headroom::study;
using namespace headroom::study::test;
using Catch::Contains;
using project::Json;

namespace {

project::Project measuredProject()
{
    project::Project project = studyProject();
    project::Workload load;
    load.id = "load";
    load.operations.push_back({"PUT", Json::object()});
    project.workloads.push_back(load);
    return project;
}

project::Measurement measurement(const char* cases, const char* metrics)
{
    return {"lab", {{"file", "lab.csv"}, {"case", Json::parse(cases)}, {"metrics", Json::parse(metrics)}}};
}

struct Read
{
    MeasuredCases cases;
    project::Findings findings;
};

Read read(const project::Measurement& measurement, const char* text)
{
    Read result;
    result.cases =
        casesOf(measuredProject(), {}, measurement, "/measurements/0", record::readCaseTable(text), result.findings);
    return result;
}

/// The only finding of a table that is refused.
project::Finding refused(const project::Measurement& measurement, const char* text)
{
    const Read result = read(measurement, text);
    for (const project::Finding& finding : result.findings)
        INFO(project::toLine(finding));
    CHECK(result.cases.cases.empty());
    REQUIRE(result.findings.size() == 1);
    CHECK(result.findings[0].severity == project::Severity::error);
    CHECK_FALSE(result.findings[0].remedy.empty());
    return result.findings[0];
}

const char* const size = R"({"SIZE": "size_kib", "WORKERS": "workers"})";
const char* const rates = R"({"PUT.throughput": "ops", "PUT.latency.mean": "avg_ms"})";

} // namespace

TEST_CASE("each line is a case: settings with the unit of their column, figures in base units")
{
    const Read result = read(measurement(size, rates), "workers,size_kib,ops,avg_ms\n"
                                                       "16,64,1200,13.3\n"
                                                       "32,64,,25\n");
    CHECK(result.findings.empty());
    REQUIRE(result.cases.cases.size() == 2);
    CHECK(result.cases.settingsOf(0) == std::vector<std::string>{"SIZE=64 KiB", "WORKERS=16"});
    CHECK(result.cases.nameOf(1) == "SIZE = 64 KiB, WORKERS = 32");
    CHECK(result.cases.cases[0].measured[0] == 1200);
    CHECK(result.cases.cases[0].measured[1] == Approx(0.0133));
    CHECK(std::isnan(result.cases.cases[1].measured[0]));
    CHECK(result.cases.metrics[1].unit == "s");
}

TEST_CASE("a case that was measured several times has the mean of its lines")
{
    const Read result =
        read(measurement(R"({"WORKERS": "w"})", R"({"PUT.throughput": "ops"})"), "w,ops\n16,100\n32,150\n16,120\n");
    CHECK(result.findings.empty());
    REQUIRE(result.cases.cases.size() == 2);
    CHECK(result.cases.cases[0].measured[0] == 110);
    CHECK(result.cases.cases[0].lines == std::vector<std::size_t>{2, 4});
}

TEST_CASE("lines of one case that contradict each other are named, with the column in which they differ")
{
    const project::Finding finding = refused(measurement(R"({"WORKERS": "w"})", R"({"PUT.throughput": "ops"})"),
                                             "w,ops,disks\n16,100,4\n32,150,4\n16,200,8\n");
    CHECK(finding.key == "measurement.contradiction");
    CHECK_THAT(finding.place, Contains("lines 2 and 4"));
    CHECK_THAT(finding.problem, Contains("100 /s in line 2") && Contains("200 /s in line 4"));
    CHECK_THAT(finding.remedy, Contains("\"disks\""));
}

TEST_CASE("a value that the parameter does not allow is named with its line and column")
{
    const project::Finding finding =
        refused(measurement(R"({"WORKERS": "w"})", R"({"PUT.throughput": "ops"})"), "w,ops\n16,100\n0,150\n");
    CHECK_THAT(finding.place, Contains("lab.csv line 3, column \"w\""));
    CHECK_THAT(finding.problem, Contains("WORKERS"));
    CHECK(finding.pointer == "/measurements/0/case/WORKERS");
    CHECK(
        refused(measurement(R"({"LEVEL": "l"})", R"({"PUT.throughput": "ops"})"), "l,ops\nlow,1\nmedium,2\n").pointer ==
        "/measurements/0/case/LEVEL");
    CHECK(refused(measurement(R"({"WORKERS": "w"})", R"({"PUT.throughput": "ops"})"), "w,ops\n,1\n8,2\n").key ==
          "measurement.no-value");
}

TEST_CASE("a figure that cannot be read is named with its line and column")
{
    const auto faultOf = [](const char* text) {
        return refused(measurement(R"({"WORKERS": "w"})", R"({"PUT.latency.p99": "p99"})"), text);
    };
    CHECK_THAT(faultOf("w,p99\n1,fast\n").problem, Contains("\"fast\" is no number"));
    CHECK_THAT(faultOf("w,p99\n1,fast\n").place, Contains("line 2, column \"p99\""));
    CHECK_THAT(faultOf("w,p99\n1,-3 ms\n").problem, Contains("below zero") || Contains("no number"));
    CHECK_THAT(faultOf("w,p99\n1,12\n").problem, Contains("has no unit") && Contains("avg_ms"));
    CHECK_THAT(faultOf("w,p99\n1,12 MiB/s\n").problem, Contains("is in MiB/s"));
}

TEST_CASE("names that are not there are reported with the nearest")
{
    CHECK_THAT(refused(measurement(R"({"WORKER": "w"})", R"({"PUT.throughput": "ops"})"), "w,ops\n1,1\n").remedy,
               Contains("WORKERS"));
    CHECK_THAT(
        refused(measurement(R"({"WORKERS": "worker"})", R"({"PUT.throughput": "ops"})"), "workers,ops\n1,1\n").remedy,
        Contains("\"workers\""));
    CHECK_THAT(refused(measurement("{}", R"({"PUT.throughputs": "ops"})"), "w,ops\n1,1\n").remedy,
               Contains("PUT.throughput"));
    CHECK(refused(measurement("{}", R"({"GET.throughput": "ops"})"), "w,ops\n1,1\n").key ==
          "measurement.unknown-figure");
    CHECK(refused(measurement("{}", "{}"), "w,ops\n1,1\n").key == "measurement.no-figures");
}

TEST_CASE("a figure may have its key in the JSON of a run as its name")
{
    const Read result = read(measurement(R"({"WORKERS": "w"})", R"({"PUT.per_s": "ops"})"), "w,ops\n16,100\n");
    REQUIRE(result.cases.metrics.size() == 1);
    CHECK(result.cases.metrics[0].name == "PUT.throughput");
}

TEST_CASE("a table without lines, or with lines of other lengths, is refused")
{
    const auto faultOf = [](const char* text) {
        return refused(measurement(R"({"WORKERS": "w"})", R"({"PUT.throughput": "ops"})"), text).problem;
    };
    CHECK_THAT(faultOf("w,ops\n"), Contains("no lines below"));
    CHECK_THAT(faultOf("w,ops\n1,2\n3\n"), Contains("Line 3 has 1 cell instead of 2"));
    CHECK_THAT(faultOf("w,ops,ops\n1,2,3\n"), Contains("Two columns are called \"ops\""));
}

TEST_CASE("columns that are the same in all cases are warned of")
{
    const Read result =
        read(measurement(size, rates), "workers,size_kib,ops,avg_ms\n16,64,100,1\n32,64,100,2\n64,64,100,3\n");
    REQUIRE(result.findings.size() == 2);
    CHECK(result.findings[0].key == "measurement.constant-setting");
    CHECK_THAT(result.findings[0].problem, Contains("SIZE"));
    CHECK(result.findings[1].key == "measurement.constant-figure");
    CHECK(result.cases.cases.size() == 3);
}

TEST_CASE("names of columns tell their units, and are silent where they could mean two")
{
    CHECK(unitInName("avg_ms") == "ms");
    CHECK(unitInName("p99 (us)") == "us");
    CHECK(unitInName("latency[msec]") == "ms");
    CHECK(unitInName("bw_mib_per_s") == "MiB/s");
    CHECK(unitInName("bandwidth MB/s") == "MB/s");
    CHECK(unitInName("rate Gb/s") == "Gb/s");
    CHECK(unitInName("iops") == "1/s");
    CHECK(unitInName("tps") == "1/s");
    CHECK(unitInName("ops/sec") == "1/s");
    CHECK(unitInName("ops_per_s") == "1/s");
    CHECK(unitInName("cpu_percent") == "%");
    CHECK(unitInName("size_kib") == "KiB");
    for (const char* name : {"workers", "throughput", "mb", "mbps", "", "clients", "items"})
        CHECK(unitInName(name) == "");
    for (const char* name : {"avg_ms", "bw_mib_per_s", "rate Gb/s", "b_MB/s", "gbit_per_s", "x KB", "x kb/s KB/s"})
        CHECK(project::findUnit(unitInName(name)).has_value());
}

TEST_CASE("cells become base units by their own unit first, then by that of their column")
{
    const auto value = [](const char* cell, const char* column, const char* unit) {
        const CellValue read = measuredValue(cell, ',', column, unit);
        INFO(cell << ": " << read.fault);
        REQUIRE(read.value);
        return *read.value;
    };
    CHECK(value("3.5", "ms", "s") == Approx(0.0035));
    CHECK(value("3.5 us", "ms", "s") == Approx(3.5e-6));
    CHECK(value("1.5 GiB/s", "", "B/s") == Approx(1.5 * 1024 * 1024 * 1024));
    CHECK(value("8", "Gb/s", "B/s") == Approx(1e9));
    CHECK(value("1,200", "1/s", "1/s") == 1200);
    CHECK(value("61%", "", "%") == Approx(0.61));
    CHECK(value("61", "%", "%") == Approx(0.61));
    CHECK(value("0.61", "", "%") == Approx(0.61));
    CHECK_FALSE(measuredValue("", ',', "ms", "s").value);
    CHECK(measuredValue("n/a", ',', "ms", "s").fault.empty());
    CHECK_THAT(measuredValue("61", ',', "", "%").fault, Contains("61 %"));
}
