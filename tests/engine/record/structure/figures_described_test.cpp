// The description of the results gives the JSON, the names of figures and the columns of tables.
#include "../records.h"
#include "record/figures/figures.h"
#include "record/figures/replications.h"
#include "record/structure/figure_names.h"
#include "record/structure/figure_values.h"
#include "record/structure/result_tables.h"
#include "record/structure/summary_json.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

using namespace headroom::record;

namespace {

/// The figures of each kind of element, by what their names begin with.
std::vector<std::pair<std::string, std::vector<FigureValue>>> allFigures()
{
    return {{"", figuresIn(OperationSummary())},    {"workloads.", figuresIn(WorkloadSummary())},
            {"jobs.", figuresIn(JobSummary())},     {"resources.", figuresIn(ResourceSummary())},
            {"states.", figuresIn(StateSummary())}, {"stretches.", figuresIn(StretchSummary())},
            {"rings.", figuresIn(MissingCopies())}};
}

/// The columns of all tables of an output, by the title of the table.
std::set<std::string> columnsOf(Shown output)
{
    std::set<std::string> columns;
    Summary summary;
    for (const ResultTable& table :
         {operationTable(summary, output), workloadTable(summary, output), jobTable(summary, output),
          resourceTable(summary, output), stateTable(summary, output), stretchTable(summary, output)})
        for (const FigureValue& column : table.columns)
            columns.insert(table.title + ": " + column.path());
    return columns;
}

Summary withJobs()
{
    Summary summary = example::summary();
    summary.operations["PUT"].buckets.clear(); // without which the quantiles are exact
    summary.jobs["sort"] = {3, 1, 20, 31.5, 2};
    summary.workloads["load"] = {"open loop", false, 120000, 3, 17, 2000.1, 3.2e7, 4.5, 19};
    summary.missingCopies = {{"objects", "repair", "lacking", 512, 3, 2, 1, 105.5}};
    return summary;
}

std::optional<double> asked(const Summary& summary, const std::string& name)
{
    std::string why;
    const auto figure = figureOf(summary, name, why);
    return figure ? std::optional(figure->value) : std::nullopt;
}

} // namespace

TEST_CASE("a figure that is shown everywhere has a name and headings, and is in every table")
{
    const std::pair<const char*, const char*> tables[] = {
        {"", "Operations"}, {"resources.", "Resources"}, {"states.", "States"}, {"stretches.", "Stretches"}};
    std::size_t found = 0;
    for (const auto& [begin, figures] : allFigures())
        for (const FigureValue& figure : figures) {
            if (figure.row.shown != Shown::everywhere)
                continue;
            ++found;
            INFO(begin << figure.path());
            CHECK_FALSE(figure.name().empty());
            CHECK_FALSE(figure.label().empty());
            CHECK(*figure.row.brief != 0);
            const auto table = std::find_if(std::begin(tables), std::end(tables),
                                            [&, &start = begin](const auto& each) { return start == each.first; });
            REQUIRE(table != std::end(tables));
            for (const Shown output : {Shown::terminal, Shown::workbook, Shown::report, Shown::comparison})
                CHECK(columnsOf(output).contains(std::string(table->second) + ": " + figure.path()));
        }
    CHECK(found >= 5);
}

TEST_CASE("a figure that has a column somewhere has a heading for it")
{
    for (const auto& [begin, figures] : allFigures())
        for (const FigureValue& figure : figures) {
            INFO(begin << figure.path());
            if (shows(figure.row.shown, Shown::terminal))
                CHECK(*figure.row.brief != 0);
            if (shows(figure.row.shown, Shown::workbook) || shows(figure.row.shown, Shown::report))
                CHECK_FALSE(figure.label().empty());
        }
}

TEST_CASE("the names of the figures of an element differ, and so do their keys")
{
    for (const auto& [begin, figures] : allFigures()) {
        std::set<std::string> names, keys;
        for (const FigureValue& figure : figures) {
            INFO(begin << figure.path());
            if (!figure.name().empty())
                CHECK(names.insert(figure.name()).second);
            if (*figure.row.key)
                CHECK(keys.insert(figure.path()).second);
        }
    }
}

TEST_CASE("every figure that has a name can be asked for")
{
    const Summary summary = withJobs();
    const std::map<std::string, std::string> owners = {{"", "PUT"},
                                                       {"workloads.", "load"},
                                                       {"jobs.", "sort"},
                                                       {"resources.", "storage.disk data"},
                                                       {"states.", "proxy-server.names"},
                                                       {"stretches.", "proxy-server PUT commit"},
                                                       {"rings.", "objects"}};
    std::size_t found = 0;
    for (const FigureForm& form : figureForms()) {
        if (form.figure.empty())
            continue;
        const std::string name = form.begin + owners.at(form.begin) + '.' + form.figure;
        INFO(name);
        const auto parts = figureNamed(name);
        REQUIRE(parts);
        CHECK(parts->owner == owners.at(form.begin));
        CHECK(parts->form->figure == form.figure);
        CHECK(asked(summary, name));
        ++found;
    }
    CHECK(found > 40);
    CHECK(asked(summary, "states.proxy-server.names.hit_ratio") == 0.87);
    CHECK(asked(summary, "states.object-server.lock.waiting.max") == 7);
    CHECK(asked(summary, "resources.storage.disk data.bytes") == 1.5e8);
    CHECK(asked(summary, "resources.disk.waiting") == 0.0007);
    CHECK(asked(summary, "jobs.sort.failed") == 2);
    CHECK(asked(summary, "workloads.load.in_flight") == 4.5);
    CHECK(asked(summary, "stretches.proxy-server PUT commit.p95") == Approx(0.004));
}

TEST_CASE("a figure that the run does not know is not there")
{
    const Summary summary = withJobs();
    CHECK_FALSE(asked(summary, "resources.proxies.processor.waiting"));
    CHECK_FALSE(asked(summary, "states.object-server.lock.hit_ratio"));
    std::string why;
    CHECK_FALSE(figureOf(summary, "states.proxy-server.nomes.hit_ratio", why));
    CHECK(why == "no role has the state \"proxy-server.nomes\"; known: object-server.lock, proxy-server.names");
}

TEST_CASE("the JSON of an element has the figures of its description")
{
    const Json json = toJson(withJobs());
    const auto check = [](const Json& element, const std::vector<FigureValue>& figures) {
        for (const FigureValue& figure : figures) {
            if (!*figure.row.key || figure.row.written == Written::ifSet)
                continue;
            INFO(figure.path() << " of " << element.dump());
            const Json* object = &element;
            if (figure.part)
                object = &element.at(figure.part->key);
            else if (element.contains("completion_s") && !element.contains(figure.row.key))
                object = &element.at("completion_s");
            REQUIRE(object->contains(figure.row.key));
            const Json& value = object->at(figure.row.key);
            if (figure.number)
                CHECK(value.get<double>() == *figure.number);
            else
                CHECK(value.is_null());
        }
    };
    const Summary summary = withJobs();
    check(json["operations"]["PUT"], figuresIn(summary.operations.at("PUT")));
    check(json["workloads"]["load"], figuresIn(summary.workloads.at("load")));
    check(json["jobs"]["sort"], figuresIn(summary.jobs.at("sort")));
    check(json["resources"][1], figuresIn(summary.resources[1]));
    check(json["states"][0], figuresIn(summary.states[0]));
    check(json["missing_copies"][0], figuresIn(summary.missingCopies[0]));
}

TEST_CASE("replications of the same figures pool to these, and counts are added")
{
    const Summary one = withJobs();
    const Summary both = pooled({one, one});
    CHECK(both.resources[0].waitingS == one.resources[0].waitingS);
    CHECK_FALSE(both.resources[1].waitingS);
    CHECK(both.states[0].hitRatio == Approx(one.states[0].hitRatio));
    CHECK(both.states[0].lookUps == 2 * one.states[0].lookUps);
    CHECK(both.jobs.at("sort").completionMeanS == one.jobs.at("sort").completionMeanS);
    CHECK(both.jobs.at("sort").failed == 2 * one.jobs.at("sort").failed);
    CHECK(both.workloads.at("load").inFlightMax == one.workloads.at("load").inFlightMax);
    CHECK(both.wear == one.wear);
}

TEST_CASE("a figure that does not apply to a state has an empty cell")
{
    const ResultTable table = stateTable(example::summary(), Shown::workbook);
    REQUIRE(table.rows.size() == 2);
    const auto valueOf = [&](std::size_t row, const char* name) {
        return findFigure(table.rows[row].figures, name)->value();
    };
    CHECK(valueOf(0, "hit_ratio") == 0.87);
    CHECK_FALSE(valueOf(0, "used"));
    CHECK(valueOf(1, "used") == 0.5);
    CHECK_FALSE(valueOf(1, "hit_ratio"));
}

TEST_CASE("an interval belongs to its figure alone")
{
    const auto figures = figuresIn(example::summary().operations.at("PUT"));
    const std::set<std::string> with{"per_s", "latency_ms.mean", "latency_ms.p50", "latency_ms.p95", "latency_ms.p99"};
    for (const FigureValue& figure : figures) {
        INFO(figure.path());
        const bool has = with.contains(figure.path());
        CHECK(intervalOf(figures, figure).has_value() == has);
    }
}

TEST_CASE("errors in a list name the element")
{
    Json json = toJson(example::summary());
    json["resources"][1].erase("queue_mean");
    CHECK_THROWS_WITH(summaryFromJson(json), Catch::Contains("\"resources[1].queue_mean\" is missing"));
    json = toJson(example::summary());
    json["load_course"][0]["points"][1] = Json::parse("[1, 2]");
    CHECK_THROWS_WITH(summaryFromJson(json), Catch::Contains("\"load_course[0].points\" is not a list of lists of 5"));
}
