// Shared by the targets that read SQLite files: an input is a file, or a list of changes of a good one.
#pragma once

#include "record/file/sqlite.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace headroom::fuzz {

/// The file that is read, of this process alone.
inline std::filesystem::path filePath()
{
    static const std::filesystem::path folder = std::filesystem::exists("/dev/shm")
                                                    ? std::filesystem::path("/dev/shm")
                                                    : std::filesystem::temp_directory_path();
    return folder / ("headroom-fuzz-" + std::to_string(::getpid()));
}

inline void writeFile(const std::filesystem::path& path, std::string_view bytes)
{
    std::ofstream(path, std::ios::binary | std::ios::trunc)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

inline std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Takes numbers and texts from an input until it is used up.
class Input
{
public:
    Input(const std::uint8_t* data, std::size_t size) : rest_(reinterpret_cast<const char*>(data), size) {}

    bool empty() const { return rest_.empty(); }
    std::uint8_t byte()
    {
        if (rest_.empty())
            return 0;
        const auto value = static_cast<std::uint8_t>(rest_.front());
        rest_.remove_prefix(1);
        return value;
    }
    std::int64_t number()
    {
        std::uint64_t value = 0;
        for (int i = byte() % 9; i > 0; --i)
            value = value << 8 | byte();
        return static_cast<std::int64_t>(value);
    }
    std::string text()
    {
        const std::string_view taken = rest_.substr(0, byte());
        rest_.remove_prefix(std::min(taken.size(), rest_.size()));
        return std::string(taken);
    }

private:
    std::string_view rest_;
};

/// Sets cells of the tables to values that the input chooses: of any type, in any row.
inline void changeCells(const std::filesystem::path& path, Input input)
{
    record::Database database(path, SQLITE_OPEN_READWRITE, "written", path);
    database.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; BEGIN");
    std::vector<std::pair<std::string, std::string>> columns;
    for (record::Statement each(database,
                                "SELECT m.name, c.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS "
                                "c WHERE m.type = 'table' ORDER BY m.name, c.cid");
         each.next();)
        columns.emplace_back(each.text(0), each.text(1));
    for (int changes = 0; changes < 8 && !input.empty(); ++changes) {
        const auto& [table, column] = columns[input.byte() % columns.size()];
        // Tables without row numbers are ordered by their keys; a row is found by its place.
        const std::string sql = "UPDATE OR REPLACE \"" + table + "\" SET \"" + column + "\" = ?1 WHERE \"" + column +
                                "\" IS (SELECT \"" + column + "\" FROM \"" + table + "\" LIMIT 1 OFFSET ?2)";
        try {
            record::Statement change(database, sql.c_str());
            change.bind(2, std::int64_t{input.byte() % 16});
            switch (input.byte() % 4) {
            case 0:
                change.bind(1, input.number());
                break;
            case 1:
                change.bind(1, static_cast<double>(input.number()) / 1000);
                break;
            case 2:
                change.bind(1, input.text());
                break;
            default:
                break; // NULL
            }
            change.run();
        } catch (const std::runtime_error&) { // a value that the schema forbids
        }
    }
    database.execute("COMMIT");
}

/// Runs `read` on the file that the input makes of `good`. The reader may refuse it, with a sentence of its own.
template <class Read>
void readChanged(const std::string& good, const std::uint8_t* data, std::size_t size, const Read& read)
{
    const std::filesystem::path path = filePath();
    for (const char* const end : {"-wal", "-shm", "-journal"})
        std::remove((path.string() + end).c_str());
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    if (bytes.starts_with("SQLite format 3")) {
        writeFile(path, bytes);
    } else {
        writeFile(path, good);
        changeCells(path, Input(data, size));
    }
    try {
        read(path);
    } catch (const std::runtime_error& error) {
        const std::string_view sentence = error.what();
        bool own = sentence.starts_with(path.string());
        // The fuzzer puts words that it is compared with into its inputs, which a sentence may quote.
        for (const std::string_view foreign :
             {"std::", "vector", "basic_string", "json.exception", "stoull", "bad_alloc"})
            own = own &&
                  (sentence.find(foreign) == std::string_view::npos || bytes.find(foreign) != std::string_view::npos);
        if (!own) {
            std::fprintf(stderr, "A user would read: %s\n", error.what());
            std::abort();
        }
    }
}

/// The first folder of the corpus, if it is empty, gets the good file.
inline void seedCorpus(int argc, char** argv, const std::string& good)
{
    for (int i = 1; i < argc; ++i)
        if (std::error_code error; argv[i][0] != '-' && std::filesystem::is_directory(argv[i], error)) {
            if (std::filesystem::is_empty(argv[i], error)) {
                writeFile(std::filesystem::path(argv[i]) / "whole-file", good);
                writeFile(std::filesystem::path(argv[i]) / "changes", std::string("\1\1\0\2\xff\xff\5\2\2\4text", 14));
            }
            return;
        }
}

} // namespace headroom::fuzz
