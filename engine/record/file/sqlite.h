// SQLite handles that close themselves and report errors as exceptions. For record/ and study/.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace headroom::record {

/// An open database. Throws std::runtime_error if an operation fails.
class Database
{
public:
    /// `verb` completes "PATH cannot be …: reason" in errors: "read", "written".
    Database(const std::filesystem::path& file, int flags, std::string verb, std::filesystem::path shownPath)
        : verb_(std::move(verb)), shownPath_(std::move(shownPath))
    {
        sqlite3* handle = nullptr;
        const int status = sqlite3_open_v2(file.c_str(), &handle, flags, nullptr);
        handle_.reset(handle);
        if (status != SQLITE_OK)
            fail();
        constexpr int patienceMs = 5000; // while another program reads or writes the same file
        sqlite3_busy_timeout(handle, patienceMs);
    }

    sqlite3* handle() const { return handle_.get(); }
    void execute(const char* sql)
    {
        if (sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr) != SQLITE_OK)
            fail();
    }
    [[noreturn]] void fail() const { fail(reason()); }
    [[noreturn]] void fail(const std::string& reason) const
    {
        throw std::runtime_error(shownPath_.string() + " cannot be " + verb_ + ": " + reason);
    }

    /// For a file that anybody may have written: views and triggers in it do not run, and larger values are refused.
    void distrust() const
    {
        constexpr int largestValue = 128 << 20;
        sqlite3_limit(handle(), SQLITE_LIMIT_LENGTH, largestValue);
        for (const int allowed :
             {SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_TRUSTED_SCHEMA})
            sqlite3_db_config(handle(), allowed, 0, nullptr);
        sqlite3_db_config(handle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    }
    /// True for a table that only holds rows: no view, and no virtual table.
    bool hasTable(std::string_view name) const;

private:
    std::string reason() const
    {
        if (!handle_)
            return "out of memory";
        constexpr int primary = 0xff;
        switch (sqlite3_errcode(handle()) & primary) {
        case SQLITE_NOTADB:
            return "it is no SQLite file";
        case SQLITE_CORRUPT:
            return "it is damaged";
        case SQLITE_TOOBIG:
            return "a value in it is too large";
        default:
            return sqlite3_errmsg(handle());
        }
    }

    struct Close
    {
        void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
    };
    std::unique_ptr<sqlite3, Close> handle_;
    std::string verb_;
    std::filesystem::path shownPath_;
};

/// A prepared statement; parameters count from 1 and columns from 0, as in SQLite.
class Statement
{
public:
    Statement(const Database& database, const char* sql) : database_(&database)
    {
        sqlite3_stmt* handle = nullptr;
        if (sqlite3_prepare_v2(database.handle(), sql, -1, &handle, nullptr) != SQLITE_OK)
            database.fail();
        handle_.reset(handle);
    }

    Statement& bind(int index, std::int64_t value) { return check(sqlite3_bind_int64(handle_.get(), index, value)); }
    Statement& bind(int index, double value) { return check(sqlite3_bind_double(handle_.get(), index, value)); }
    Statement& bind(int index, std::string_view text)
    {
        return check(
            sqlite3_bind_text64(handle_.get(), index, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
    }
    /// Runs a statement that returns no rows; it can be bound and run again.
    void run()
    {
        const int status = sqlite3_step(handle_.get());
        sqlite3_reset(handle_.get());
        if (status != SQLITE_DONE && status != SQLITE_ROW)
            database_->fail();
    }
    /// The next row; false at the end.
    bool next()
    {
        const int status = sqlite3_step(handle_.get());
        if (status != SQLITE_DONE && status != SQLITE_ROW)
            database_->fail();
        return status == SQLITE_ROW;
    }
    std::int64_t integer(int column) const { return sqlite3_column_int64(handle_.get(), column); }
    /// SQLITE_INTEGER, SQLITE_FLOAT, SQLITE_TEXT, SQLITE_BLOB or SQLITE_NULL: a column takes values of any type.
    int type(int column) const { return sqlite3_column_type(handle_.get(), column); }
    bool isNull(int column) const { return type(column) == SQLITE_NULL; }
    double real(int column) const { return sqlite3_column_double(handle_.get(), column); }
    std::string text(int column) const
    {
        const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(handle_.get(), column));
        return data ? std::string(data, static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column)))
                    : std::string();
    }

private:
    Statement& check(int status)
    {
        if (status != SQLITE_OK)
            database_->fail();
        return *this;
    }
    struct Finalize
    {
        void operator()(sqlite3_stmt* handle) const { sqlite3_finalize(handle); }
    };
    const Database* database_;
    std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

inline bool Database::hasTable(std::string_view name) const
{
    Statement query(*this, "SELECT 1 FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name = ?");
    query.bind(1, name);
    return query.next();
}

inline constexpr std::int64_t resultVersion = 2;

} // namespace headroom::record
