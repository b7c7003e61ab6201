#include "record/file/result_notes.h"

#include "record/file/sqlite.h"

namespace headroom::record {

std::map<std::string, std::string> readNotes(const std::filesystem::path& result)
{
    std::map<std::string, std::string> notes;
    const Database database(std::filesystem::absolute(result), SQLITE_OPEN_READONLY, "read", result);
    database.distrust();
    if (!database.hasTable("note"))
        return notes;
    Statement query(database, "SELECT name, text FROM note");
    while (query.next())
        notes[query.text(0)] = query.text(1);
    return notes;
}

void writeNote(const std::filesystem::path& result, const std::string& name, const std::string& text)
{
    Database database(std::filesystem::absolute(result), SQLITE_OPEN_READWRITE, "written", result);
    database.distrust();
    database.execute("CREATE TABLE IF NOT EXISTS note (name TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID");
    if (text.empty())
        Statement(database, "DELETE FROM note WHERE name = ?").bind(1, name).run();
    else
        Statement(database, "INSERT OR REPLACE INTO note VALUES (?, ?)").bind(1, name).bind(2, text).run();
}

} // namespace headroom::record
