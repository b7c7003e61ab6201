#include "study/table/study_file.h"

#include "record/file/sqlite.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

using namespace headroom;
using namespace headroom::study;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

struct Folder
{
    fs::path path = fs::temp_directory_path() / ("headroom-study-file-test-" + std::to_string(::getpid()));
    fs::path file = path / "s.hrs";
    Folder() { fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
};

/// Two points with two parameters, a figure and a goal; the first point is done, with a run.
Table smallTable()
{
    Table table;
    table.parameters = {{"DISKS", ""}, {"SIZE", "B", true}};
    table.figures = {{"PUT.throughput", "1/s"}};
    table.goals = {{"fast", "PUT.latency.p99", "s", ""}};
    table.design = "morris";
    for (std::uint64_t i = 0; i < 2; ++i) {
        Row& row = table.rows.emplace_back();
        row.number = i;
        row.settings = {{"4", 4}, {"1 KiB", 1024}};
        table.places.push_back({i, {0, 0.5}});
    }
    return table;
}

void writeStudy(const fs::path& path)
{
    const Table table = smallTable();
    StudyFile file = StudyFile::create(path, {"project", "study", "1"}, table);
    Row row = table.rows[0];
    row.state = PointState::done;
    row.figures = {{5, 4, 6}};
    row.goals = {{"met", {0.1, 0.1, 0.2}, 1.0, std::nullopt, ""}};
    row.runs = 1;
    file.add(row, {{0, 0, "", 7, "", 1, 1, 10, 100, {{5, 4, 6}}}});
}

void change(const fs::path& path, const std::string& sql)
{
    record::Database(path, SQLITE_OPEN_READWRITE, "written", path).execute(sql.c_str());
}

} // namespace

TEST_CASE("what is written to the file of a study is read from it")
{
    const Folder folder;
    writeStudy(folder.file);
    const StudyFile file = StudyFile::open(folder.file, false);
    const Table table = file.table();
    REQUIRE(table.rows.size() == 2);
    CHECK(table.rows[0].state == PointState::done);
    CHECK(table.rows[0].figures[0].value == 5);
    CHECK(table.rows[0].goals[0].verdict == "met");
    CHECK(table.rows[0].settings[1].text == "1 KiB");
    CHECK(table.rows[1].state == PointState::waiting);
    CHECK(table.parameters == smallTable().parameters);
    CHECK(table.places == smallTable().places);
    REQUIRE(file.runs().size() == 1);
    CHECK(file.runs()[0].seed == 7);
    CHECK(file.runs()[0].figures[0].high == 6);
}

TEST_CASE("damage of a study's file is reported with table, row and fault")
{
    struct Damage
    {
        std::string sql, words;
    };
    const Damage damages[] = {
        {"UPDATE points SET state = 'dnoe'", "table \"points\", row 1: state \"dnoe\" is not known"},
        {"UPDATE points SET number = 2", "table \"points\", row 1: point 2 does not exist; there are 2"},
        {"UPDATE points SET number = -1", "table \"points\", row 1: point is no whole number"},
        {"UPDATE points SET runs = 'x'", "table \"points\", row 1: runs is no whole number"},
        {"UPDATE points SET processor_s = 'x'", "table \"points\", row 1: processor_s is no number"},
        {"UPDATE points SET reason = x'00'", "table \"points\", row 1: reason is no text"},
        {"UPDATE point_figures SET figure = 1000000", "table \"point_figures\", row 1: figure 1000000 does not exist"},
        {"DELETE FROM point_figures", "table \"point_figures\": 1 rows of finished points are missing"},
        {"UPDATE point_goals SET goal = 9", "table \"point_goals\", row 1: goal 9 does not exist"},
        {"UPDATE point_goals SET verdict = 'maybe'", "table \"point_goals\", row 1: verdict \"maybe\" is not known"},
        {"UPDATE settings SET parameter = 7 WHERE point = 1 AND parameter = 1",
         "table \"settings\", row 4: parameter 7 does not exist"},
        {"DELETE FROM settings WHERE point = 1", "table \"settings\": it has 2 rows"},
        {"UPDATE study SET value = 'many' WHERE key = 'points'", "key \"points\": \"many\" is no number of points"},
        {"UPDATE study SET value = 99999999999999 WHERE key = 'points'", "is no number of points"},
        {"UPDATE study SET value = -1 WHERE key = 'points'", "is no number of points"},
        {"UPDATE study SET value = '[[0,0' WHERE key = 'places'", "key \"places\": it is not JSON"},
        {"UPDATE study SET value = '[[5]]' WHERE key = 'places'", "key \"places\": place 1 is no point of the study"},
        {"UPDATE study SET value = '[[0,1]]' WHERE key = 'places'", "place 1 has not one number for each parameter"},
        {"UPDATE study SET value = '{}' WHERE key = 'loads'", "key \"loads\": it is no list"},
    };
    const Folder folder;
    writeStudy(folder.file);
    const fs::path damaged = folder.path / "d.hrs";
    for (const auto& [sql, words] : damages) {
        fs::copy_file(folder.file, damaged, fs::copy_options::overwrite_existing);
        change(damaged, sql);
        INFO(sql);
        CHECK_THROWS_WITH(StudyFile::open(damaged, false).table(),
                          Contains("d.hrs cannot be read: ") && Contains(words));
    }
    for (const auto& [sql, words] : {Damage{"UPDATE runs SET seed = '-'", "table \"runs\", row 1: seed \"-\""},
                                     Damage{"UPDATE runs SET events = -1", "table \"runs\", row 1: events"},
                                     Damage{"UPDATE run_figures SET run = 9", "table \"run_figures\", row 1: run"},
                                     Damage{"UPDATE run_figures SET figure = 9", "row 1: figure 9 does not exist"}}) {
        fs::copy_file(folder.file, damaged, fs::copy_options::overwrite_existing);
        change(damaged, sql);
        INFO(sql);
        CHECK_THROWS_WITH(StudyFile::open(damaged, false).runs(), Contains(words));
    }
}

TEST_CASE("the file of a study runs nothing of its own when it is read")
{
    const Folder folder;
    writeStudy(folder.file);
    change(folder.file,
           "DROP TABLE points; CREATE VIEW points AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + "
           "1 FROM n) SELECT i AS number, 'done' AS state, '' AS reason, 1 AS runs, 1.0 AS processor_s "
           "FROM n WHERE i < 0");
    CHECK_THROWS_WITH(StudyFile::open(folder.file, false).table(), Contains("cannot be read"));
}

TEST_CASE("a value beyond all bounds in a study's file is refused")
{
    const Folder folder;
    writeStudy(folder.file);
    change(folder.file, "UPDATE points SET reason = CAST(zeroblob(135000000) AS TEXT)");
    CHECK_THROWS_WITH(StudyFile::open(folder.file, false).table(), Contains("a value in it is too large"));
}

TEST_CASE("the file of a study is reported from others, also one that was ended before it held anything")
{
    const Folder folder;
    CHECK(StudyFile::at(folder.file) == StudyFile::At::nothing);
    CHECK(StudyFile::at(folder.path) == StudyFile::At::foreign);
    std::ofstream(folder.file) << "a letter to somebody";
    CHECK(StudyFile::at(folder.file) == StudyFile::At::foreign);
    CHECK_THROWS_WITH(StudyFile::open(folder.file, false), Contains("it is not the file of a study"));
    fs::remove(folder.file);
    record::Database(folder.file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, "written", folder.file)
        .execute("PRAGMA journal_mode = WAL");
    CHECK(StudyFile::at(folder.file) == StudyFile::At::begun);
    change(folder.file, "CREATE TABLE addresses (name)");
    CHECK(StudyFile::at(folder.file) == StudyFile::At::foreign);
    fs::remove(folder.file);
    writeStudy(folder.file);
    CHECK(StudyFile::at(folder.file) == StudyFile::At::study);
    change(folder.file, "DROP TABLE runs");
    CHECK_THROWS_WITH(StudyFile::open(folder.file, false), Contains("it has no table \"runs\""));
}

TEST_CASE("a new file of a study takes the place of a former one whole")
{
    const Folder folder;
    writeStudy(folder.file);
    {
        // A log of changes that has not been taken into the former file.
        record::Database former(folder.file, SQLITE_OPEN_READWRITE, "written", folder.file);
        former.execute("PRAGMA journal_mode = WAL; UPDATE points SET state = 'failed'");
        REQUIRE(fs::exists(folder.file.string() + "-wal"));
        const StudyFile file = StudyFile::create(folder.file, {"other", "study", "1"}, smallTable());
        CHECK(file.definition().projectText == "other");
        CHECK(file.table().count(PointState::waiting) == 2);
    }
    for (const auto& entry : fs::directory_iterator(folder.path))
        CHECK(entry.path().filename().string().starts_with("s.hrs"));
}
