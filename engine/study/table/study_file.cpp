#include "study/table/study_file.h"

#include "record/file/sqlite.h"

#include <map>
#include <stdexcept>

namespace headroom::study {

using record::Database;
using record::Statement;

namespace {

constexpr std::int64_t studyVersion = 1;
constexpr double unknown = std::numeric_limits<double>::quiet_NaN(); // SQLite stores it as NULL

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

std::vector<Place> placesOf(const std::string& text, std::size_t points)
{
    std::vector<Place> places;
    for (const Json& one : text.empty() ? Json::array() : Json::parse(text)) {
        Place& place = places.emplace_back();
        place.point = one.at(0).get<std::size_t>();
        if (place.point >= points)
            throw std::runtime_error("a place of the design has no point");
        for (std::size_t i = 1; i < one.size(); ++i)
            place.at.push_back(one[i].get<double>());
    }
    return places;
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

struct StudyFile::State
{
    State(const std::filesystem::path& path, int flags, const char* verb) : database(path, flags, verb, path) {}

    void prepare() { database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"); }
    double cell(const Statement& statement, int column) const
    {
        return statement.isNull(column) ? unknown : statement.real(column);
    }
    Cell cells(const Statement& statement, int first) const
    {
        return {cell(statement, first), cell(statement, first + 1), cell(statement, first + 2)};
    }
    std::optional<double> limit(const Statement& statement, int column) const
    {
        return statement.isNull(column) ? std::optional<double>() : statement.real(column);
    }
    std::string value(const char* key) const
    {
        Statement statement(database, "SELECT value FROM study WHERE key = ?");
        statement.bind(1, std::string_view(key));
        return statement.next() ? statement.text(0) : std::string();
    }

    Database database;
};

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

} // namespace

StudyFile StudyFile::create(const std::filesystem::path& path, const Definition& definition, const Table& table)
{
    for (const char* const end : {"", "-wal", "-shm"}) {
        std::error_code ignored; // what is not there need not go; what cannot go is told when it is opened
        std::filesystem::remove(path.string() + end, ignored);
    }
    auto state = std::make_unique<State>(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, "written");
    state->prepare();
    state->database.execute("BEGIN");
    state->database.execute(schema);
    putStudy(state->database, definition, table);
    putColumns(state->database, table);
    putPoints(state->database, table);
    state->database.execute("COMMIT");
    return StudyFile(std::move(state));
}

StudyFile StudyFile::open(const std::filesystem::path& path, bool toWrite)
{
    auto state = std::make_unique<State>(path, toWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY, "read");
    if (state->value("format") != "headroom-study")
        throw std::runtime_error(path.string() + " is not the file of a study");
    if (state->value("version") != std::to_string(studyVersion))
        throw std::runtime_error(path.string() + " was written by another version of Headroom");
    if (toWrite)
        state->prepare();
    return StudyFile(std::move(state));
}

Definition StudyFile::definition() const
{
    return {state_->value("project"), state_->value("study"), state_->value("engine")};
}

Table StudyFile::table() const
{
    const Database& database = state_->database;
    Table table;
    table.project = state_->value("project_name");
    table.study = state_->value("study_name");
    for (Statement each(database, "SELECT name, unit FROM parameters ORDER BY number"); each.next();)
        table.parameters.push_back({each.text(0), each.text(1)});
    const std::string loads = state_->value("loads");
    for (const Json& name : loads.empty() ? Json::array() : Json::parse(loads))
        for (Column& parameter : table.parameters)
            parameter.changesLoad = parameter.changesLoad || parameter.name == name;
    for (Statement each(database, "SELECT name, unit FROM figures ORDER BY number"); each.next();)
        table.figures.push_back({each.text(0), each.text(1)});
    for (Statement each(database, "SELECT id, metric, unit, conditions FROM goals ORDER BY number"); each.next();)
        table.goals.push_back({each.text(0), each.text(1), each.text(2), each.text(3)});
    table.design = state_->value("design");
    table.rows.resize(std::stoull(state_->value("points")));
    table.places = placesOf(state_->value("places"), table.rows.size());
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        table.rows[i].number = i;
        table.rows[i].settings.resize(table.parameters.size());
    }
    const auto rowOf = [&](const Statement& each) -> Row& {
        return table.rows.at(static_cast<std::size_t>(each.integer(0)));
    };
    for (Statement each(database, "SELECT point, parameter, value, number FROM settings"); each.next();)
        rowOf(each).settings.at(static_cast<std::size_t>(each.integer(1))) = {each.text(2), state_->cell(each, 3)};
    for (Statement each(database, "SELECT number, state, reason, runs, processor_s FROM points"); each.next();) {
        Row& row = rowOf(each);
        row.state = stateNamed(each.text(1));
        row.reason = each.text(2);
        row.runs = static_cast<std::uint64_t>(each.integer(3));
        row.processorS = each.real(4);
        if (row.state == PointState::done) {
            row.figures.resize(table.figures.size());
            row.goals.resize(table.goals.size());
        }
    }
    for (Statement each(database, "SELECT point, figure, value, low, high FROM point_figures"); each.next();)
        rowOf(each).figures.at(static_cast<std::size_t>(each.integer(1))) = state_->cells(each, 2);
    for (Statement each(database, "SELECT point, goal, value, low, high, verdict, at_most, at_least, reason "
                                  "FROM point_goals");
         each.next();)
        rowOf(each).goals.at(static_cast<std::size_t>(each.integer(1))) = {
            each.text(5), state_->cells(each, 2), state_->limit(each, 6), state_->limit(each, 7), each.text(8)};
    return table;
}

std::vector<RunRecord> StudyFile::runs() const
{
    const Database& database = state_->database;
    std::size_t figures = 0;
    if (Statement count(database, "SELECT count(*) FROM figures"); count.next())
        figures = static_cast<std::size_t>(count.integer(0));
    std::vector<RunRecord> runs;
    std::map<std::int64_t, std::size_t> places;
    for (Statement each(database, "SELECT number, point, replication, under, seed, problem, processor_s, wall_s, "
                                  "simulated_s, events FROM runs ORDER BY number");
         each.next();) {
        places[each.integer(0)] = runs.size();
        RunRecord& run = runs.emplace_back();
        run.point = static_cast<std::uint64_t>(each.integer(1));
        run.replication = static_cast<std::uint64_t>(each.integer(2));
        run.under = each.text(3);
        run.seed = std::stoull(each.text(4));
        run.problem = each.text(5);
        run.processorS = each.real(6);
        run.wallS = each.real(7);
        run.simulatedS = each.real(8);
        run.events = static_cast<std::uint64_t>(each.integer(9));
    }
    for (Statement each(database, "SELECT run, figure, value, low, high FROM run_figures"); each.next();) {
        RunRecord& run = runs.at(places.at(each.integer(0)));
        run.figures.resize(figures);
        run.figures.at(static_cast<std::size_t>(each.integer(1))) = state_->cells(each, 2);
    }
    return runs;
}

void StudyFile::add(const Row& row, const std::vector<RunRecord>& runs)
{
    Database& database = state_->database;
    const auto number = static_cast<std::int64_t>(row.number);
    database.execute("BEGIN");
    try {
        Statement(database, "INSERT OR REPLACE INTO points VALUES (?, ?, ?, ?, ?)")
            .bind(1, number)
            .bind(2, std::string_view(nameOf(row.state)))
            .bind(3, row.reason)
            .bind(4, static_cast<std::int64_t>(row.runs))
            .bind(5, row.processorS)
            .run();
        Statement figure(database, "INSERT OR REPLACE INTO point_figures VALUES (?, ?, ?, ?, ?)");
        for (std::size_t i = 0; i < row.figures.size(); ++i)
            bindCell(figure.bind(1, number).bind(2, whole(i)), 3, row.figures[i]).run();
        Statement goal(database, "INSERT OR REPLACE INTO point_goals VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
        for (std::size_t i = 0; i < row.goals.size(); ++i)
            bindCell(goal.bind(1, number).bind(2, whole(i)).bind(3, row.goals[i].verdict), 4, row.goals[i].figure)
                .bind(7, row.goals[i].atMost.value_or(unknown))
                .bind(8, row.goals[i].atLeast.value_or(unknown))
                .bind(9, row.goals[i].reason)
                .run();
        // A point that is run once more, with more replications, replaces its former runs.
        Statement(database, "DELETE FROM run_figures WHERE run IN (SELECT number FROM runs WHERE point = ?)")
            .bind(1, number)
            .run();
        Statement(database, "DELETE FROM runs WHERE point = ?").bind(1, number).run();
        Statement run(database, "INSERT INTO runs VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
        Statement runFigure(database, "INSERT INTO run_figures VALUES (?, ?, ?, ?, ?)");
        for (const RunRecord& each : runs) {
            run.bind(1, number)
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
                bindCell(runFigure.bind(1, added).bind(2, whole(i)), 3, each.figures[i]).run();
        }
        database.execute("COMMIT");
    } catch (...) {
        sqlite3_exec(database.handle(), "ROLLBACK", nullptr, nullptr, nullptr); // the first error is the one to tell
        throw;
    }
}

} // namespace headroom::study
