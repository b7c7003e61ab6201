#include "study/table/study_file.h"

#include "project/file/atomic_file.h"
#include "study/table/study_file_state.h"

#include <array>
#include <fstream>
#include <stdexcept>

namespace headroom::study {

using record::Database;
using record::Statement;

namespace {

constexpr std::int64_t studyVersion = 1;
constexpr double unknown = std::numeric_limits<double>::quiet_NaN(); // SQLite stores it as NULL
constexpr std::array wal = {"-wal", "-shm", "-journal"};             // endings of the files beside a database

/// The names of the parameters that change the load.
std::string loadsOf(const Table& table)
{
    Json names = Json::array();
    for (const Column& parameter : table.parameters)
        if (parameter.changesLoad)
            names.push_back(parameter.name);
    return names.empty() ? std::string() : names.dump();
}

/// [[point, share of each axis...], ...]
std::string textOf(const std::vector<Place>& places)
{
    Json all = Json::array();
    for (const Place& place : places) {
        Json one = place.at;
        one.insert(one.begin(), place.point);
        all.push_back(std::move(one));
    }
    return places.empty() ? std::string() : all.dump();
}

constexpr const char* schema = R"(
CREATE TABLE study (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE parameters (number INTEGER PRIMARY KEY, name TEXT NOT NULL, unit TEXT NOT NULL);
CREATE TABLE figures (number INTEGER PRIMARY KEY, name TEXT NOT NULL, unit TEXT NOT NULL);
CREATE TABLE goals (number INTEGER PRIMARY KEY, id TEXT NOT NULL, metric TEXT NOT NULL, unit TEXT NOT NULL,
                    conditions TEXT NOT NULL);
CREATE TABLE points (number INTEGER PRIMARY KEY, state TEXT NOT NULL, reason TEXT NOT NULL, runs INTEGER NOT NULL,
                     processor_s REAL NOT NULL);
CREATE TABLE settings (point INTEGER NOT NULL, parameter INTEGER NOT NULL, value TEXT NOT NULL, number REAL,
                       PRIMARY KEY (point, parameter)) WITHOUT ROWID;
CREATE TABLE point_figures (point INTEGER NOT NULL, figure INTEGER NOT NULL, value REAL, low REAL, high REAL,
                            PRIMARY KEY (point, figure)) WITHOUT ROWID;
CREATE TABLE point_goals (point INTEGER NOT NULL, goal INTEGER NOT NULL, verdict TEXT NOT NULL, value REAL, low REAL,
                          high REAL, at_most REAL, at_least REAL, reason TEXT NOT NULL, PRIMARY KEY (point, goal)) WITHOUT ROWID;
CREATE TABLE runs (number INTEGER PRIMARY KEY, point INTEGER NOT NULL, replication INTEGER NOT NULL,
                   under TEXT NOT NULL, seed TEXT NOT NULL, problem TEXT NOT NULL, processor_s REAL NOT NULL,
                   wall_s REAL NOT NULL, simulated_s REAL NOT NULL, events INTEGER NOT NULL);
CREATE TABLE run_figures (run INTEGER NOT NULL, figure INTEGER NOT NULL, value REAL, low REAL, high REAL,
                          PRIMARY KEY (run, figure)) WITHOUT ROWID;
CREATE VIEW results AS
    SELECT points.number AS point, 'parameter' AS kind, parameters.name AS name,
           coalesce(settings.number, settings.value) AS value, NULL AS low, NULL AS high
    FROM points JOIN settings ON settings.point = points.number
                JOIN parameters ON parameters.number = settings.parameter
    UNION ALL
    SELECT points.number, 'figure', figures.name, point_figures.value, point_figures.low, point_figures.high
    FROM points JOIN point_figures ON point_figures.point = points.number
                JOIN figures ON figures.number = point_figures.figure;
)";

Statement& bindCell(Statement& statement, int first, const Cell& cell)
{
    return statement.bind(first, cell.value).bind(first + 1, cell.low).bind(first + 2, cell.high);
}

std::int64_t whole(std::size_t number)
{
    return static_cast<std::int64_t>(number);
}

} // namespace

StudyFile::StudyFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
StudyFile::StudyFile(StudyFile&&) noexcept = default;
StudyFile& StudyFile::operator=(StudyFile&&) noexcept = default;
StudyFile::~StudyFile() = default;

namespace {

void putColumns(const Database& database, const Table& table)
{
    Statement parameter(database, "INSERT INTO parameters VALUES (?, ?, ?)");
    for (std::size_t i = 0; i < table.parameters.size(); ++i)
        parameter.bind(1, whole(i)).bind(2, table.parameters[i].name).bind(3, table.parameters[i].unit).run();
    Statement figure(database, "INSERT INTO figures VALUES (?, ?, ?)");
    for (std::size_t i = 0; i < table.figures.size(); ++i)
        figure.bind(1, whole(i)).bind(2, table.figures[i].name).bind(3, table.figures[i].unit).run();
    Statement goal(database, "INSERT INTO goals VALUES (?, ?, ?, ?, ?)");
    for (std::size_t i = 0; i < table.goals.size(); ++i)
        goal.bind(1, whole(i))
            .bind(2, table.goals[i].id)
            .bind(3, table.goals[i].metric)
            .bind(4, table.goals[i].unit)
            .bind(5, table.goals[i].conditions)
            .run();
}

void putPoints(const Database& database, const Table& table)
{
    Statement setting(database, "INSERT INTO settings VALUES (?, ?, ?, ?)");
    for (const Row& row : table.rows)
        for (std::size_t i = 0; i < row.settings.size(); ++i)
            setting.bind(1, static_cast<std::int64_t>(row.number))
                .bind(2, whole(i))
                .bind(3, row.settings[i].text)
                .bind(4, row.settings[i].number)
                .run();
}

void putStudy(const Database& database, const Definition& definition, const Table& table)
{
    Statement value(database, "INSERT INTO study VALUES (?, ?)");
    value.bind(1, std::string_view("format")).bind(2, std::string_view("headroom-study")).run();
    value.bind(1, std::string_view("version")).bind(2, studyVersion).run();
    value.bind(1, std::string_view("points")).bind(2, whole(table.rows.size())).run();
    const std::string places = textOf(table.places), loads = loadsOf(table);
    for (const auto& [key, text] : {std::pair<const char*, const std::string&>{"project_name", table.project},
                                    {"study_name", table.study},
                                    {"project", definition.projectText},
                                    {"study", definition.study},
                                    {"engine", definition.engine},
                                    {"design", table.design},
                                    {"places", places},
                                    {"loads", loads}})
        value.bind(1, std::string_view(key)).bind(2, text).run();
}

/// A file that is removed unless it gets its name.
class Unnamed
{
public:
    explicit Unnamed(const std::filesystem::path& target) : target_(target), path(project::temporaryBeside(target)) {}
    Unnamed(const Unnamed&) = delete;
    Unnamed& operator=(const Unnamed&) = delete;
    ~Unnamed()
    {
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
    }
    void name()
    {
        // Those of the former file do not belong to the new one.
        std::error_code error;
        for (const char* const end : wal)
            std::filesystem::remove(target_.string() + end, error);
        std::filesystem::rename(path, target_, error);
        if (error)
            throw std::runtime_error(target_.string() + " cannot be written: " + error.message());
    }

private:
    std::filesystem::path target_;

public:
    const std::filesystem::path path;
};

bool beginsLikeADatabase(const std::filesystem::path& path)
{
    constexpr std::string_view magic("SQLite format 3", 16);
    std::array<char, magic.size()> begin{};
    std::ifstream file(path, std::ios::binary);
    return file.read(begin.data(), begin.size()) && std::string_view(begin.data(), begin.size()) == magic;
}

} // namespace

StudyFile::At StudyFile::at(const std::filesystem::path& path)
{
    std::error_code error;
    if (!std::filesystem::exists(path, error))
        return At::nothing;
    if (!std::filesystem::is_regular_file(path, error))
        return At::foreign;
    if (std::filesystem::is_empty(path, error))
        return At::nothing;
    if (!beginsLikeADatabase(path))
        return At::foreign;
    try {
        const State file(path, SQLITE_OPEN_READONLY);
        Statement anything(file.database, "SELECT count(*) FROM sqlite_master");
        if (anything.next() && anything.integer(0) == 0)
            return At::begun;
        return file.database.hasTable("study") && file.database.hasTable("points") ? At::study : At::foreign;
    } catch (const std::runtime_error&) {
        return At::study; // what is wrong with it is reported by open()
    }
}

StudyFile StudyFile::create(const std::filesystem::path& path, const Definition& definition, const Table& table)
{
    project::removeLeftovers(path);
    Unnamed file(path);
    {
        // No other program uses it before it gets its name, so that it needs no journal.
        Database database(file.path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, "written", path);
        database.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = FULL;");
        database.execute("BEGIN");
        database.execute(schema);
        putStudy(database, definition, table);
        putColumns(database, table);
        putPoints(database, table);
        database.execute("COMMIT");
    }
    file.name();
    return open(path, true);
}

StudyFile StudyFile::open(const std::filesystem::path& path, bool toWrite)
{
    if (at(path) == At::nothing)
        throw std::runtime_error(path.string() + " cannot be read: there is no such file");
    if (at(path) != At::study)
        throw std::runtime_error(path.string() + " cannot be read: it is not the file of a study");
    auto state = std::make_unique<State>(path, toWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY);
    const Database& database = state->database;
    for (const char* const table : {"study", "parameters", "figures", "goals", "points", "settings", "point_figures",
                                    "point_goals", "runs", "run_figures"})
        if (!database.hasTable(table))
            database.fail("it has no table \"" + std::string(table) + '"');
    if (valueIn(database, "format") != "headroom-study")
        database.fail("it is not the file of a study");
    if (valueIn(database, "version") != std::to_string(studyVersion))
        database.fail("it was written by another version of Headroom");
    if (toWrite)
        state->database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
    return StudyFile(std::move(state));
}

void StudyFile::add(const Row& row, const std::vector<RunRecord>& runs)
{
    Database& database = state_->database;
    const auto number = static_cast<std::int64_t>(row.number);
    database.execute("BEGIN");
    try {
        if (!state_->adding)
            state_->adding.emplace(database);
        State::Adding& add = *state_->adding;
        add.point.bind(1, number)
            .bind(2, std::string_view(nameOf(row.state)))
            .bind(3, row.reason)
            .bind(4, static_cast<std::int64_t>(row.runs))
            .bind(5, row.processorS)
            .run();
        for (std::size_t i = 0; i < row.figures.size(); ++i)
            bindCell(add.figure.bind(1, number).bind(2, whole(i)), 3, row.figures[i]).run();
        for (std::size_t i = 0; i < row.goals.size(); ++i)
            bindCell(add.goal.bind(1, number).bind(2, whole(i)).bind(3, row.goals[i].verdict), 4, row.goals[i].figure)
                .bind(7, row.goals[i].atMost.value_or(unknown))
                .bind(8, row.goals[i].atLeast.value_or(unknown))
                .bind(9, row.goals[i].reason)
                .run();
        // A point that is run once more, with more replications, replaces its former runs.
        add.formerFigures.bind(1, number).run();
        add.formerRuns.bind(1, number).run();
        for (const RunRecord& each : runs) {
            add.run.bind(1, number)
                .bind(2, static_cast<std::int64_t>(each.replication))
                .bind(3, each.under)
                .bind(4, std::to_string(each.seed))
                .bind(5, each.problem)
                .bind(6, each.processorS)
                .bind(7, each.wallS)
                .bind(8, each.simulatedS)
                .bind(9, static_cast<std::int64_t>(each.events))
                .run();
            const std::int64_t added = sqlite3_last_insert_rowid(database.handle());
            for (std::size_t i = 0; i < each.figures.size(); ++i)
                bindCell(add.runFigure.bind(1, added).bind(2, whole(i)), 3, each.figures[i]).run();
        }
        database.execute("COMMIT");
    } catch (...) {
        sqlite3_exec(database.handle(), "ROLLBACK", nullptr, nullptr, nullptr); // the first error is the one to tell
        throw;
    }
}

} // namespace headroom::study
