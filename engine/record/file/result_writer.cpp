#include "record/file/result_file.h"
#include "record/file/sqlite.h"
#include "record/structure/json_reading.h"
#include "record/structure/summary_json.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <stdexcept>
#include <unistd.h>

namespace headroom::record {

namespace {

namespace fs = std::filesystem;

// Samples are produced instant by instant but read series by series, so they are stored in stretches of one series
// each. They are JSON, which SQLite itself can parse, so any tool can read the view.
constexpr const char* schema = R"(
CREATE TABLE run (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE document (name TEXT PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE parameter (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE series (id INTEGER PRIMARY KEY, name TEXT NOT NULL, path TEXT NOT NULL, unit TEXT NOT NULL);
CREATE TABLE instant (id INTEGER PRIMARY KEY, t REAL NOT NULL, wall_s REAL NOT NULL, events INTEGER NOT NULL);
CREATE TABLE stretch (series INTEGER NOT NULL, first INTEGER NOT NULL, "values" TEXT NOT NULL);
CREATE TABLE span (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL, trace INTEGER NOT NULL, kind TEXT NOT NULL,
                   name TEXT NOT NULL, role TEXT NOT NULL, operation TEXT NOT NULL, node TEXT NOT NULL,
                   lane INTEGER NOT NULL, begin_s REAL NOT NULL, end_s REAL NOT NULL, unfinished INTEGER NOT NULL,
                   accept_wait_s REAL NOT NULL, caller_node TEXT NOT NULL, caller_lane INTEGER NOT NULL,
                   called_s REAL NOT NULL);
CREATE TABLE replication (number INTEGER PRIMARY KEY, seed TEXT NOT NULL, summary TEXT NOT NULL);
CREATE VIEW point AS SELECT series.id AS series, series.name, series.unit, instant.t, one.value
    FROM stretch JOIN series ON series.id = stretch.series JOIN json_each(stretch."values") AS one
         JOIN instant ON instant.id = stretch.first + one.key WHERE one.type <> 'null';
)";

/// Created last, after the rows: this is faster than updating it for each row.
constexpr const char* order = "CREATE UNIQUE INDEX stretch_of_series ON stretch (series, first)";

/// Instants in a stretch, such that a row has some kilobytes.
constexpr std::size_t stretchLength = 256;

void append(std::string& text, double value)
{
    if (!std::isfinite(value)) {
        text += "null";
        return;
    }
    char digits[32];
    text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

/// No other program uses the file until it is renamed: it needs no journal, and no sync before the end.
constexpr const char* settings =
    "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536;";

[[noreturn]] void failWriting(const fs::path& path, const std::string& reason)
{
    throw std::runtime_error(path.string() + " cannot be written: " + reason);
}

void syncToDisk(const fs::path& file, const fs::path& shownPath)
{
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
    const bool good = descriptor >= 0 && ::fsync(descriptor) == 0;
    const int reason = errno;
    if (descriptor >= 0)
        ::close(descriptor);
    if (!good)
        failWriting(shownPath, std::strerror(reason));
}

fs::path temporaryBeside(const fs::path& path)
{
    std::string name = ".";
    name += path.filename().string() + ".partial-" + std::to_string(::getpid());
    return path.parent_path() / name;
}

} // namespace

struct ResultWriter::State
{
    fs::path path;
    fs::path temporary;
    std::vector<std::uint32_t> series;
    std::vector<std::vector<double>> stretches; ///< by series: values that are not yet in the file
    std::int64_t instants = 0;
    std::optional<Database> database;
    std::optional<Statement> addInstant;
    std::optional<Statement> addStretch;
    std::optional<Statement> addSpan;
    std::int64_t replications = 0;

    void close()
    {
        addInstant.reset();
        addStretch.reset();
        addSpan.reset();
        database.reset();
    }
    void writeStretches()
    {
        std::string text;
        for (std::size_t i = 0; i < series.size(); ++i) {
            auto& values = stretches[i];
            const auto said = [](double value) { return std::isfinite(value); };
            if (std::any_of(values.begin(), values.end(), said)) {
                text = "[";
                for (const double value : values) {
                    if (text.size() > 1)
                        text += ',';
                    append(text, value);
                }
                text += ']';
                addStretch->bind(1, std::int64_t{series[i]})
                    .bind(2, instants - static_cast<std::int64_t>(values.size()))
                    .bind(3, text)
                    .run();
            }
            values.clear();
        }
    }
    ~State()
    {
        close();
        std::error_code ignored;
        fs::remove(temporary, ignored);
    }
};

ResultWriter::ResultWriter(const fs::path& path, const std::string& projectText, const std::vector<SeriesInfo>& series)
    : state_(std::make_unique<State>())
{
    if (path.filename().empty() || fs::is_directory(path))
        failWriting(path, "it is a folder");
    if (fs::exists(path) && !fs::is_regular_file(path))
        failWriting(path, "it is a device");
    state_->path = path;
    const fs::path temporary = temporaryBeside(fs::absolute(path));
    std::error_code ignored;
    fs::remove(temporary, ignored); // left by a killed program with the same process id
    Database& database =
        state_->database.emplace(temporary, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, "written", path);
    state_->temporary = temporary;
    database.execute(settings);
    database.execute("BEGIN");
    database.execute(schema);
    Statement(database, "INSERT INTO document VALUES ('project', ?)").bind(1, projectText).run();
    Statement addSeries(database, "INSERT INTO series VALUES (?, ?, ?, ?)");
    for (const SeriesInfo& info : series) {
        state_->series.push_back(info.id);
        addSeries.bind(1, std::int64_t{info.id})
            .bind(2, seriesName(info))
            .bind(3, dump(nlohmann::json(info.path)))
            .bind(4, info.unit)
            .run();
    }
    state_->addInstant.emplace(database, "INSERT INTO instant VALUES (?, ?, ?, ?)");
    state_->addStretch.emplace(database, "INSERT INTO stretch VALUES (?, ?, ?)");
    state_->stretches.resize(series.size());
    state_->addSpan.emplace(database, "INSERT INTO span VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
}

ResultWriter::~ResultWriter() = default;

void ResultWriter::add(const Sample& sample)
{
    if (sample.values.size() != state_->series.size())
        failWriting(state_->path, "a sample has " + std::to_string(sample.values.size()) + " values for " +
                                      std::to_string(state_->series.size()) + " series");
    const std::int64_t instant = state_->instants++;
    state_->addInstant->bind(1, instant)
        .bind(2, sample.time)
        .bind(3, sample.wall)
        .bind(4, static_cast<std::int64_t>(sample.events))
        .run();
    for (std::size_t i = 0; i < sample.values.size(); ++i)
        state_->stretches[i].push_back(sample.values[i]);
    if (state_->instants % static_cast<std::int64_t>(stretchLength) == 0)
        state_->writeStretches();
}

void ResultWriter::addSpan(const Span& span)
{
    state_->addSpan->bind(1, static_cast<std::int64_t>(span.id))
        .bind(2, static_cast<std::int64_t>(span.parent))
        .bind(3, static_cast<std::int64_t>(span.trace))
        .bind(4, span.kind)
        .bind(5, span.name)
        .bind(6, span.role)
        .bind(7, span.operation)
        .bind(8, span.node)
        .bind(9, std::int64_t{span.lane})
        .bind(10, span.beginS)
        .bind(11, span.endS)
        .bind(12, std::int64_t{span.unfinished})
        .bind(13, span.acceptWaitS)
        .bind(14, span.callerNode)
        .bind(15, std::int64_t{span.callerLane})
        .bind(16, span.calledS)
        .run();
}

void ResultWriter::addReplication(const Summary& summary)
{
    Statement(*state_->database, "INSERT INTO replication VALUES (?, ?, ?)")
        .bind(1, state_->replications++)
        .bind(2, std::to_string(summary.seed))
        .bind(3, toText(summary))
        .run();
}

void ResultWriter::finish(const Summary& summary)
{
    Database& database = *state_->database;
    state_->writeStretches();
    database.execute(order);
    {
        Statement set(database, "INSERT INTO run VALUES (?, ?)");
        set.bind(1, "format").bind(2, "headroom-result").run();
        set.bind(1, "version").bind(2, resultVersion).run();
        set.bind(1, "engine").bind(2, HEADROOM_VERSION).run();
        set.bind(1, "project").bind(2, summary.project).run();
        // As text: a seed may be larger than SQLite's integers.
        set.bind(1, "seed").bind(2, std::to_string(summary.seed)).run();
        set.bind(1, "simulated_s").bind(2, summary.simulatedS).run();
        set.bind(1, "warm_up_s").bind(2, summary.warmUpS).run();
        set.bind(1, "wall_s").bind(2, summary.wallS).run();
        set.bind(1, "events").bind(2, static_cast<std::int64_t>(summary.events)).run();
        set.bind(1, "stopped").bind(2, std::int64_t{summary.stopped}).run();
        Statement addParameter(database, "INSERT INTO parameter VALUES (?, ?)");
        for (const auto& [name, value] : summary.parameters)
            addParameter.bind(1, name).bind(2, value).run();
        Statement(database, "INSERT INTO document VALUES ('summary', ?)").bind(1, toText(summary)).run();
    }
    database.execute("COMMIT");
    state_->close();
    syncToDisk(state_->temporary, state_->path);
    std::error_code error;
    fs::rename(state_->temporary, state_->path, error);
    if (error)
        failWriting(state_->path, error.message());
}

} // namespace headroom::record
