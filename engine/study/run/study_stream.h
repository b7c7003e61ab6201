// The records that a study, and a search in one, prints with --stream: one JSON object a line. STUDY.md describes them.
#pragma once

#include "study/execute/search.h"
#include "study/table/study_table.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace headroom::study {

/// The study was put together: its columns, and what will be run. Its points follow.
struct StudyBegun
{
    Table columns;
    std::string file;
    std::uint64_t runs = 0;
    std::size_t points = 0;
};

/// Points as they are: all of them at first, in their order, then each that has been finished.
struct PointsArrived
{
    std::vector<Row> rows;
};

/// The answer so far of a search; the last one says whether nothing more follows.
struct StudyAnswer
{
    std::optional<std::uint64_t> point; ///< the one that is named
    std::string sentence;
    bool last = false;
    bool complete = false; ///< of the last one: all is known
};

/// The study was not begun, since another file stands where its own shall be. It is the only record then.
struct StudyRefused
{
    std::string reason;       ///< a sentence
    bool replaceable = false; ///< --restart replaces the file
};

using StudyRecord = std::variant<StudyBegun, PointsArrived, Progress, StudyAnswer, StudyRefused>;

Json beginRecord(const Table& table, const std::string& file, std::uint64_t runs);
/// A record of at most so many points.
Json pointsRecord(const Table& table, std::size_t first, std::size_t count);
Json pointRecord(const Table& table, const Row& row);
Json progressRecord(const Progress& progress);
/// `decision` has the keys "point" and "sentence".
Json answerRecord(Json decision);
Json endRecord(Json decision, bool complete);
Json refusedRecord(const StudyRefused& refused);

/// Reads one of them. `columns`: of the record that began the study. Throws std::runtime_error with the problem.
StudyRecord studyRecordFromText(std::string_view text, const Table& columns);

} // namespace headroom::study
