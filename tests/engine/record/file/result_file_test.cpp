#include "../../effort.h"
#include "../records.h"
#include "record/file/result_file.h"
#include "record/file/result_notes.h"
#include "record/structure/summary_json.h"

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <unistd.h>

using namespace headroom::record;
namespace fs = std::filesystem;
using Catch::Contains;

namespace {

/// A folder of the test's own, removed at its end.
struct Folder
{
    fs::path path = fs::temp_directory_path() / ("headroom-result-test-" + std::to_string(::getpid()));
    Folder() { fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
    std::size_t files() const
    {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), fs::directory_iterator()));
    }
};

void execute(const fs::path& file, const char* sql)
{
    sqlite3* database = nullptr;
    REQUIRE(sqlite3_open(file.c_str(), &database) == SQLITE_OK);
    REQUIRE(sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(database);
}

using Row = std::vector<std::string>;
using Rows = std::vector<Row>;

/// Answers of the statements, one after the other, as texts.
Rows rowsOf(const fs::path& file, const std::string& sql)
{
    Rows rows;
    const auto keep = [](void* all, int count, char** values, char**) {
        Row& row = static_cast<Rows*>(all)->emplace_back();
        for (int i = 0; i < count; ++i)
            row.emplace_back(values[i] ? values[i] : "null");
        return 0;
    };
    sqlite3* database = nullptr;
    REQUIRE(sqlite3_open_v2(file.c_str(), &database, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK);
    INFO(sql);
    REQUIRE(sqlite3_exec(database, sql.c_str(), keep, &rows, nullptr) == SQLITE_OK);
    sqlite3_close(database);
    return rows;
}

/// Queries between the quotation marks of the examples in RESULT.md, in their order.
std::vector<std::string> documentedQueries()
{
    std::ifstream file(HEADROOM_SOURCE_DIR "/engine/record/RESULT.md");
    std::vector<std::string> queries;
    std::string line;
    bool inside = false;
    while (std::getline(file, line)) {
        std::size_t begin = 0;
        if (!inside && line.starts_with("    sqlite3 ")) {
            begin = line.find('"') + 1;
            queries.emplace_back();
            inside = true;
        }
        if (!inside)
            continue;
        const std::size_t end = line.find('"', begin);
        queries.back() += line.substr(begin, end - begin) + '\n';
        inside = end == std::string::npos;
    }
    return queries;
}

void writeExample(const fs::path& path)
{
    ResultWriter writer(path, "{\"format\": \"headroom-project\"}\n", example::series());
    writer.add({0.1, 0.01, 10, {1.5, std::nan(""), 0.25}});
    writer.add({0.2, 0.02, 20, {2.5, 1.0 / 3.0, 0.5}});
    writer.finish(example::summary());
}

} // namespace

TEST_CASE("a result file gives back what was written")
{
    Folder folder;
    const fs::path path = folder.path / "a result ä.hrr";
    writeExample(path);
    CHECK(folder.files() == 1);

    const ResultReader reader(path);
    CHECK(reader.projectText() == "{\"format\": \"headroom-project\"}\n");
    CHECK(toJson(reader.summary()) == toJson(example::summary()));
    const auto series = reader.series();
    REQUIRE(series.size() == 3);
    CHECK(series[2].id == 7);
    CHECK(series[2].path == example::series()[2].path);
    CHECK(series[2].unit == "share");
    CHECK(reader.points(0).times == std::vector<double>{0.1, 0.2});
    CHECK(reader.points(0).values == std::vector<double>{1.5, 2.5});
    CHECK(reader.points(1).times == std::vector<double>{0.2});
    CHECK(reader.points(1).values == std::vector<double>{1.0 / 3.0});
    CHECK(reader.points(7).values == std::vector<double>{0.25, 0.5});
    CHECK(reader.points(99).times.empty());
}

TEST_CASE("users' notes on a result go with its file")
{
    Folder folder;
    const fs::path path = folder.path / "r.hrr";
    writeExample(path);
    CHECK(readNotes(path).empty());
    writeNote(path, "name", "before the \"change\"");
    writeNote(path, "comment", "slow");
    writeNote(path, "comment", "ä");
    CHECK(readNotes(path) == std::map<std::string, std::string>{{"name", "before the \"change\""}, {"comment", "ä"}});
    writeNote(path, "name", "");
    CHECK(readNotes(path).size() == 1);
    CHECK(toJson(ResultReader(path).summary()) == toJson(example::summary()));
    CHECK_THROWS_WITH(writeNote(folder.path / "none.hrr", "name", "x"), Contains("none.hrr"));
}

TEST_CASE("a long run's series come back whole, and from the view as from the reader")
{
    Folder folder;
    const fs::path path = folder.path / "r.hrr";
    std::vector<double> times, values;
    {
        ResultWriter writer(path, "{}", example::series());
        for (int i = 1; i <= 1000; ++i) {
            const double value = i % 3 == 0 ? std::nan("") : i % 7 == 0 ? 1e-300 * i : std::sin(i) * 1e9;
            writer.add({i * 0.1, 0, 0, {value, std::nan(""), std::numeric_limits<double>::infinity()}});
            if (!std::isnan(value)) {
                times.push_back(i * 0.1);
                values.push_back(value);
            }
        }
        writer.finish(example::summary());
    }
    const ResultReader reader(path);
    const auto points = reader.points(0);
    CHECK(points.times == times);
    CHECK(points.values == values);
    CHECK(reader.points(1).values.empty());
    CHECK(reader.points(7).values.empty()); // there is no number for what has no end
    execute(path, ("CREATE TEMP TABLE expected (n CHECK (n = " + std::to_string(values.size()) +
                   ")); INSERT INTO expected SELECT count(*) FROM point WHERE series = 0 AND value IS NOT NULL")
                      .c_str());
}

TEST_CASE("each query of the documentation gives the rows it promises")
{
    const auto documented = documentedQueries();
    REQUIRE(documented.size() == 5);
    Folder folder;
    const fs::path path = folder.path / "r.hrr";
    const std::string projectText = "{\"format\": \"headroom-project\"}\n";
    {
        ResultWriter writer(path, projectText, example::series());
        writer.add({0.25, 0.01, 10, {1000, 1000, 1000}}); // within the warm-up
        writer.add({0.5, 0.02, 20, {1.5, std::nan(""), 0.25}});
        writer.add({0.75, 0.03, 30, {4.5, 0.125, 0.5}});
        Summary summary = example::summary();
        summary.warmUpS = 0.375;
        writer.finish(summary);
    }
    const auto rows = [&](std::size_t query) { return rowsOf(path, documented.at(query)); };

    const Rows run = rows(0);
    for (const auto& [key, value] : std::map<std::string, std::string>{{"format", "headroom-result"},
                                                                       {"version", "2"},
                                                                       {"project", "Swift \"rack\" · ä"},
                                                                       {"seed", "18446744073709551615"},
                                                                       {"simulated_s", "60.0"},
                                                                       {"warm_up_s", "0.375"},
                                                                       {"wall_s", "0.8"},
                                                                       {"events", "7200000000123"},
                                                                       {"stopped", "1"},
                                                                       {"STORAGE_DEVICE_TYPE", "intel-dc-s3520"},
                                                                       {"WORKERS", "64"}}) {
        INFO(key);
        CHECK(std::count(run.begin(), run.end(), Row{key, value}) == 1);
    }
    CHECK(std::count_if(run.begin(), run.end(), [](const Row& row) { return row[0] == "engine"; }) == 1);
    CHECK(run.size() == 12);
    CHECK(rows(1) == Rows{{"0.25", "1000"}, {"0.5", "1.5"}, {"0.75", "4.5"}});
    CHECK(rows(2) == Rows{{"operation · PUT · throughput", "1/s", "3.0", "4.5"},
                          {"operation · PUT · latency p99", "s", "0.125", "0.125"},
                          {"node group · storage · disk data", "share", "0.375", "0.5"}});
    CHECK(rows(3) == Rows{{"4.0"}});
    CHECK(rows(4) == Rows{{projectText}});
}

TEST_CASE("a run that is not finished leaves nothing behind")
{
    Folder folder;
    const fs::path path = folder.path / "r.hrr";
    {
        ResultWriter writer(path, "{}", example::series());
        writer.add({0.1, 0.01, 10, {1, 2, 3}});
        CHECK_FALSE(fs::exists(path));
    }
    CHECK(folder.files() == 0);
}

TEST_CASE("an unfinished run leaves the former result as it was")
{
    Folder folder;
    const fs::path path = folder.path / "r.hrr";
    writeExample(path);
    {
        ResultWriter writer(path, "other", {});
    }
    CHECK(ResultReader(path).series().size() == 3);
    ResultWriter again(path, "other", {});
    again.finish(example::summary());
    CHECK(ResultReader(path).projectText() == "other");
    CHECK(folder.files() == 1);
}

TEST_CASE("a result that cannot be written says where and why")
{
    Folder folder;
    CHECK_THROWS_WITH(ResultWriter(folder.path / "missing" / "r.hrr", "", {}),
                      Contains("missing/r.hrr cannot be written"));
    CHECK_THROWS_WITH(ResultWriter(folder.path, "", {}), Contains("it is a folder"));
    ResultWriter writer(folder.path / "r.hrr", "", example::series());
    CHECK_THROWS_WITH(writer.add({0.1, 0.01, 10, {1}}), Contains("1 values for 3 series"));
}

TEST_CASE("a file that is no result is refused with a sentence")
{
    Folder folder;
    const fs::path path = folder.path / "r.hrr";
    CHECK_THROWS_WITH(ResultReader(path), Contains("no such file"));
    CHECK_THROWS_WITH(ResultReader(folder.path), Contains("no such file"));
    std::ofstream(path) << "this is not a database, it only looks like a file with some text in it";
    CHECK_THROWS_WITH(ResultReader(path), Contains("cannot be read"));
    fs::remove(path);
    std::ofstream(path).flush();
    CHECK_THROWS_WITH(ResultReader(path), Contains("not a Headroom result"));
    execute(path, "CREATE TABLE run (key TEXT, value)");
    CHECK_THROWS_WITH(ResultReader(path), Contains("not a Headroom result"));
}

TEST_CASE("a newer or damaged result is refused with a sentence")
{
    Folder folder;
    const fs::path path = folder.path / "r.hrr";
    writeExample(path);
    execute(path, "UPDATE document SET text = '[' WHERE name = 'summary'");
    CHECK_THROWS_WITH(ResultReader(path).summary(), Contains("its summary is malformed: it is not JSON"));
    execute(path, "UPDATE series SET path = '{}' WHERE id = 7");
    CHECK_THROWS_WITH(ResultReader(path).series(), Contains("the path of series 7"));
    execute(path, "UPDATE stretch SET \"values\" = '[1,oops]' WHERE series = 0");
    CHECK_THROWS_WITH(ResultReader(path).points(0), Contains("the values of series 0 are malformed"));
    execute(path, "UPDATE stretch SET \"values\" = '[1,2,3,4]' WHERE series = 0"); // more than there are instants
    CHECK_THROWS_WITH(ResultReader(path).points(0), Contains("the values of series 0 are malformed"));
    execute(path, "DELETE FROM document");
    CHECK_THROWS_WITH(ResultReader(path).projectText(), Contains("it holds no project"));
    execute(path, "UPDATE run SET value = 3 WHERE key = 'version'");
    CHECK_THROWS_WITH(ResultReader(path), Contains("it has version 3"));
}

TEST_CASE("a result runs nothing of its own when it is read, and is read fast or not at all")
{
    Folder folder;
    const fs::path path = folder.path / "r.hrr", good = folder.path / "good.hrr";
    writeExample(good);
    const auto changed = [&](const char* sql) {
        fs::copy_file(good, path, fs::copy_options::overwrite_existing);
        execute(path, sql);
        return ResultReader(path).points(0);
    };
    CHECK_THROWS_WITH(changed("DROP TABLE stretch; CREATE VIEW stretch AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL "
                              "SELECT i + 1 FROM n) SELECT 0 AS series, i AS first, '[1]' AS \"values\" FROM n"),
                      Contains("not a Headroom result"));
    CHECK_THROWS_WITH(changed("DROP INDEX stretch_of_series"), Contains("it has no index of its series"));
    CHECK_THROWS_WITH(changed("UPDATE stretch SET \"values\" = CAST(zeroblob(135000000) AS TEXT)"),
                      Contains("a value in it is too large"));
    execute(good, "INSERT INTO series VALUES (4294967296, 'n', '[\"n\"]', '1')");
    CHECK_THROWS_WITH(ResultReader(good).series(), Contains("table \"series\", row 4: id is no number of a series"));
}

TEST_CASE("a truncated result never crashes its reader")
{
    Folder folder;
    const fs::path path = folder.path / "r.hrr";
    writeExample(path);
    const auto size = fs::file_size(path);
    for (std::uintmax_t keep = size; keep > 0; keep -= std::min<std::uintmax_t>(keep, 1531)) {
        fs::resize_file(path, keep);
        try {
            const ResultReader reader(path);
            reader.series();
            reader.summary();
            reader.points(0);
        } catch (const std::runtime_error& error) {
            CHECK_THAT(error.what(), Contains("cannot be read"));
        }
    }
}

TEST_CASE("a hundred thousand series are written and read")
{
    Folder folder;
    const fs::path path = folder.path / "r.hrr";
    constexpr std::uint32_t count = headroom::test::effort(100'000);
    std::vector<SeriesInfo> series;
    for (std::uint32_t i = 0; i < count; ++i)
        series.push_back({i, {"node", std::to_string(i)}, "share"});
    ResultWriter writer(path, "{}", series);
    writer.add({0.1, 0.01, 10, std::vector<double>(series.size(), 0.5)});
    writer.add({0.2, 0.02, 20, std::vector<double>(series.size(), 0.75)});
    writer.finish({});
    const ResultReader reader(path);
    CHECK(reader.series().size() == series.size());
    CHECK(reader.points(count - 1).values == std::vector<double>{0.5, 0.75});
}

TEST_CASE("spans and replications come back in order")
{
    const Folder folder;
    const fs::path path = folder.path / "run.hrr";
    Span request;
    request.id = 1;
    request.trace = 1;
    request.kind = "request";
    request.name = request.operation = "PUT";
    request.role = "proxy";
    request.node = "proxy-1";
    request.beginS = 0.25;
    request.endS = 0.5;
    request.parent = 7;
    request.callerNode = "client";
    request.callerLane = 3;
    request.calledS = 0.2;
    request.acceptWaitS = 0.01;
    Summary second = example::summary();
    second.seed = 2;
    {
        ResultWriter writer(path, "{}", example::series());
        writer.addSpan(request);
        writer.addReplication(example::summary());
        writer.addReplication(second);
        writer.finish(example::summary());
    }
    const ResultReader reader(path);
    REQUIRE(reader.spans().size() == 1);
    CHECK(toLine(reader.spans()[0]) == toLine(request));
    REQUIRE(reader.replications().size() == 2);
    CHECK(reader.replications()[1].seed == 2);
}

TEST_CASE("a part of a long series comes with its neighbours and nothing far away")
{
    Folder folder;
    const fs::path path = folder.path / "r.hrr";
    {
        ResultWriter writer(path, "{}", example::series());
        for (int i = 1; i <= 2000; ++i)
            writer.add({i * 0.5, 0, 0, {double(i), i < 1000 ? std::nan("") : 1.0, 0}});
        writer.finish(example::summary());
    }
    const ResultReader reader(path);
    CHECK(reader.instants().size() == 2000);
    const auto part = reader.points(0, 500, 510);
    REQUIRE(!part.times.empty());
    CHECK(part.times.front() < 500);
    CHECK(part.times.back() >= 510);
    CHECK(part.times.size() < 1000);
    for (std::size_t i = 0; i < part.times.size(); ++i)
        CHECK(part.values[i] == 2 * part.times[i]);
    CHECK(reader.points(0, -10, 1e9).times.size() == 2000);
    CHECK(reader.points(1, 0, 100).times.empty());
    CHECK(reader.points(99, 0, 100).times.empty());
}
