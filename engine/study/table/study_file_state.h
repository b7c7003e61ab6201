// The database of a study's file. Internal to study_file*.cpp.
#pragma once

#include "record/file/sqlite.h"
#include "study/table/study_file.h"

#include <filesystem>
#include <optional>
#include <string>

namespace headroom::study {

/// A value of the table "study"; empty if there is none.
inline std::string valueIn(const record::Database& database, const char* key)
{
    record::Statement statement(database, "SELECT value FROM study WHERE key = ?");
    statement.bind(1, std::string_view(key));
    return statement.next() ? statement.text(0) : std::string();
}

struct StudyFile::State
{
    /// A file that is there.
    State(const std::filesystem::path& path, int flags) : database(path, flags, "read", path) { database.distrust(); }

    record::Database database;

    /// The statements that add a point. To prepare them takes longer than to run them.
    struct Adding
    {
        explicit Adding(const record::Database& database)
            : point(database, "INSERT OR REPLACE INTO points VALUES (?, ?, ?, ?, ?)"),
              figure(database, "INSERT OR REPLACE INTO point_figures VALUES (?, ?, ?, ?, ?)"),
              goal(database, "INSERT OR REPLACE INTO point_goals VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
              formerFigures(database, "DELETE FROM run_figures WHERE run IN (SELECT number FROM runs WHERE point = ?)"),
              formerRuns(database, "DELETE FROM runs WHERE point = ?"),
              run(database, "INSERT INTO runs VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
              runFigure(database, "INSERT INTO run_figures VALUES (?, ?, ?, ?, ?)")
        {
        }
        record::Statement point, figure, goal, formerFigures, formerRuns, run, runFigure;
    };
    std::optional<Adding> adding; ///< from the first point on
};

} // namespace headroom::study
