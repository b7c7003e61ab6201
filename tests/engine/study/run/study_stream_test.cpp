// The records of a study's stream are read back as they were written.
#include "study/run/study_stream.h"
#include "tests/engine/study/function_table.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

using namespace headroom::study;

namespace {

template <class Record>
Record readAs(const Json& json, const Table& columns = {})
{
    return std::get<Record>(studyRecordFromText(json.dump(), columns));
}

} // namespace

TEST_CASE("the columns of a study, its points and its progress are read back")
{
    const Table table = headroom::study::test::tableOf(headroom::study::test::combinations({{1, 2, 3}, {1, 2, 3}}),
                                                       [](const auto& at) { return at[0]; });
    const auto begun = readAs<StudyBegun>(beginRecord(table, "s.hrs", 9));
    CHECK(begun.columns.parameters == table.parameters);
    CHECK(begun.file == "s.hrs");
    CHECK(begun.runs == 9);
    CHECK(begun.points == table.rows.size());
    CHECK(readAs<PointsArrived>(pointsRecord(table, 2, 3), begun.columns).rows.size() == 3);
    const auto point = readAs<PointsArrived>(pointRecord(table, table.rows[4]), begun.columns);
    REQUIRE(point.rows.size() == 1);
    CHECK(point.rows[0].number == table.rows[4].number);
    const Progress progress{.points = 9, .done = 2, .failed = 1, .runs = 9, .runsDone = 3, .elapsedS = 1.5};
    const auto read = readAs<Progress>(progressRecord(progress));
    CHECK(read.done == 2);
    CHECK(read.runsDone == 3);
    CHECK(read.elapsedS == 1.5);
}

TEST_CASE("the time left is unknown before the first run has ended")
{
    Progress progress;
    progress.leftS = std::numeric_limits<double>::infinity();
    CHECK_FALSE(std::isfinite(readAs<Progress>(progressRecord(progress)).leftS));
}

TEST_CASE("an answer is read back, and the last one says whether all is known")
{
    const Json decision = {{"point", 3}, {"sentence", "Point 3."}};
    const auto soFar = readAs<StudyAnswer>(answerRecord(decision));
    CHECK(soFar.point == 3);
    CHECK_FALSE(soFar.last);
    const auto last = readAs<StudyAnswer>(endRecord({{"point", nullptr}, {"sentence", "None."}}, true));
    CHECK_FALSE(last.point);
    CHECK(last.sentence == "None.");
    CHECK(last.last);
    CHECK(last.complete);
}

TEST_CASE("a study that was refused says why, and whether its file can be replaced")
{
    const auto refused = readAs<StudyRefused>(refusedRecord({"s.hrs holds another study.", true}));
    CHECK(refused.reason == "s.hrs holds another study.");
    CHECK(refused.replaceable);
}

TEST_CASE("a text that is no record of a study is refused")
{
    CHECK_THROWS(studyRecordFromText("{", {}));
    CHECK_THROWS_WITH(studyRecordFromText("{}", {}), Catch::Contains("no record of a study"));
    CHECK_THROWS(studyRecordFromText(R"({"record": "progress"})", {}));
}
