// The database of a study's file. Internal to study_file*.cpp.
#pragma once

#include "record/file/sqlite.h"
#include "study/table/study_file.h"

#include <filesystem>
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
};

} // namespace headroom::study
