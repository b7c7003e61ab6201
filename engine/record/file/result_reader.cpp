#include "record/file/result_file.h"
#include "record/file/sqlite.h"
#include "record/structure/json_reading.h"
#include "record/structure/summary_json.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <stdexcept>

namespace headroom::record {

namespace fs = std::filesystem;

namespace {

/// Far more than a run has; each takes some time, whatever is done with it.
constexpr std::size_t mostSeries = 1'000'000;

/// Reads a list of numbers and nulls, "[1,2.5,null]": this is faster than parsing it as a JSON document. False if it is
/// not such a list, or when `take` returns false.
template <typename Take>
bool readValues(std::string_view text, Take take)
{
    if (text.size() < 2 || text.front() != '[' || text.back() != ']')
        return false;
    const char* at = text.data() + 1;
    const char* const end = text.data() + text.size() - 1;
    while (at < end) {
        constexpr std::string_view null = "null";
        std::optional<double> value;
        if (std::string_view(at, static_cast<std::size_t>(end - at)).starts_with(null)) {
            at += null.size();
        } else {
            const auto [next, error] = std::from_chars(at, end, value.emplace());
            if (error != std::errc())
                return false;
            at = next;
        }
        if (!take(value) || (at < end && *at++ != ','))
            return false;
    }
    return true;
}

} // namespace

struct ResultReader::State
{
    fs::path path;
    Database database;
    std::vector<double> instants{}; ///< read at the first use

    const std::vector<double>& times()
    {
        if (instants.empty()) {
            Statement query(database, "SELECT t FROM instant ORDER BY id");
            while (query.next())
                instants.push_back(query.real(0));
        }
        return instants;
    }

    /// The values of the stretches that a query returns: the first instant and the list of each.
    Points points(std::uint32_t series, Statement& query)
    {
        const std::vector<double>& all = times();
        Points points;
        while (query.next()) {
            const std::string text = query.text(1);
            std::size_t instant = static_cast<std::size_t>(std::max<std::int64_t>(0, query.integer(0)));
            const bool good = readValues(text, [&](std::optional<double> value) {
                if (instant >= all.size())
                    return false;
                if (value) {
                    points.times.push_back(all[instant]);
                    points.values.push_back(*value);
                }
                ++instant;
                return true;
            });
            if (!good)
                fail("the values of series " + std::to_string(series) + " are malformed");
        }
        return points;
    }

    std::string document(std::string_view name) const
    {
        Statement query(database, "SELECT text FROM document WHERE name = ?");
        query.bind(1, name);
        if (!query.next())
            fail("it holds no " + std::string(name));
        return query.text(0);
    }
    [[noreturn]] void fail(const std::string& reason) const
    {
        throw std::runtime_error(path.string() + " cannot be read: " + reason);
    }
    bool hasIndex(std::string_view name) const
    {
        Statement query(database, "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?");
        query.bind(1, name);
        return query.next();
    }
    /// The value of a key of the table run; empty if there is none.
    std::string runValue(std::string_view key) const
    {
        Statement query(database, "SELECT value FROM run WHERE key = ?");
        query.bind(1, key);
        return query.next() ? query.text(0) : std::string();
    }
};

ResultReader::ResultReader(const fs::path& path)
{
    if (!fs::is_regular_file(path))
        throw std::runtime_error(path.string() + " cannot be read: there is no such file");
    state_ = std::make_unique<State>(State{path, Database(fs::absolute(path), SQLITE_OPEN_READONLY, "read", path)});
    state_->database.distrust();
    for (const char* const table : {"run", "document", "series", "instant", "stretch"})
        if (!state_->database.hasTable(table))
            state_->fail("it is not a Headroom result");
    if (state_->runValue("format") != "headroom-result")
        state_->fail("it is not a Headroom result");
    if (!state_->hasIndex("stretch_of_series"))
        state_->fail("it has no index of its series, without which it would be read for hours");
    const std::string version = state_->runValue("version");
    if (version != std::to_string(resultVersion))
        state_->fail("it has version " + version + ", this program reads version " + std::to_string(resultVersion));
}

ResultReader::~ResultReader() = default;

std::string ResultReader::projectText() const
{
    return state_->document("project");
}

Summary ResultReader::summary() const
{
    const std::string text = state_->document("summary");
    try {
        return summaryFromText(text);
    } catch (const std::exception& error) {
        state_->fail(std::string("its summary is malformed: ") + error.what());
    }
}

std::vector<SeriesInfo> ResultReader::series() const
{
    std::vector<SeriesInfo> result;
    Statement query(state_->database, "SELECT id, path, unit FROM series ORDER BY id");
    while (query.next()) {
        if (result.size() == mostSeries)
            state_->fail("it has more than " + std::to_string(mostSeries) + " series");
        if (query.integer(0) < 0 || query.integer(0) > std::numeric_limits<std::uint32_t>::max())
            state_->fail("table \"series\", row " + std::to_string(result.size() + 1) +
                         ": id is no number of a series");
        SeriesInfo info;
        info.id = static_cast<std::uint32_t>(query.integer(0));
        info.unit = query.text(2);
        const std::string text = query.text(1);
        try {
            const nlohmann::json path = parseBounded(text);
            info.path = path.get<std::vector<std::string>>();
        } catch (const std::exception&) {
            state_->fail("the path of series " + std::to_string(info.id) + " is not a list of texts");
        }
        result.push_back(std::move(info));
    }
    return result;
}

const std::vector<double>& ResultReader::instants() const
{
    return state_->times();
}

ResultReader::Points ResultReader::points(std::uint32_t series) const
{
    Statement query(state_->database, "SELECT first, \"values\" FROM stretch WHERE series = ? ORDER BY first");
    query.bind(1, std::int64_t{series});
    return state_->points(series, query);
}

ResultReader::Points ResultReader::points(std::uint32_t series, double begin, double end) const
{
    const std::vector<double>& times = state_->times();
    const auto indexOf = [&](double time) {
        return static_cast<std::int64_t>(std::lower_bound(times.begin(), times.end(), time) - times.begin());
    };
    // The stretch that contains the first instant begins at or before it; the one before that contains its neighbour.
    Statement query(state_->database,
                    "SELECT first, \"values\" FROM stretch WHERE series = ?1 AND first <= ?3 AND first >= "
                    "coalesce((SELECT max(first) FROM stretch WHERE series = ?1 AND first < ?2), 0) ORDER BY first");
    query.bind(1, std::int64_t{series}).bind(2, indexOf(begin)).bind(3, indexOf(end));
    return state_->points(series, query);
}

std::vector<Span> ResultReader::spans() const
{
    std::vector<Span> result;
    eachSpan([&](const Span& span) {
        result.push_back(span);
        return true;
    });
    return result;
}

void ResultReader::eachSpan(const std::function<bool(const Span&)>& take) const
{
    if (!state_->database.hasTable("span"))
        return;
    Statement query(state_->database,
                    "SELECT id, parent, trace, kind, name, role, operation, node, lane, begin_s, end_s, "
                    "unfinished, accept_wait_s, caller_node, caller_lane, called_s FROM span "
                    "ORDER BY end_s, id");
    Span span;
    do {
        if (!query.next())
            return;
        span.id = static_cast<std::uint64_t>(query.integer(0));
        span.parent = static_cast<std::uint64_t>(query.integer(1));
        span.trace = static_cast<std::uint64_t>(query.integer(2));
        span.kind = query.text(3);
        span.name = query.text(4);
        span.role = query.text(5);
        span.operation = query.text(6);
        span.node = query.text(7);
        span.lane = static_cast<std::uint32_t>(query.integer(8));
        span.beginS = query.real(9);
        span.endS = query.real(10);
        span.unfinished = query.integer(11) != 0;
        span.acceptWaitS = query.real(12);
        span.callerNode = query.text(13);
        span.callerLane = static_cast<std::uint32_t>(query.integer(14));
        span.calledS = query.real(15);
    } while (take(span));
}

std::vector<Summary> ResultReader::replications() const
{
    std::vector<Summary> result;
    if (!state_->database.hasTable("replication"))
        return result;
    Statement query(state_->database, "SELECT summary FROM replication ORDER BY number");
    while (query.next()) {
        try {
            result.push_back(summaryFromText(query.text(0)));
        } catch (const std::exception& error) {
            state_->fail(std::string("the summary of a replication is malformed: ") + error.what());
        }
    }
    return result;
}

} // namespace headroom::record
