#include "record/measured/program_results.h"

#include "record/structure/json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <map>
#include <optional>
#include <regex>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace headroom::record {

namespace {

/// Runs as they are found in a text; columns appear in the order in which they are declared.
class Runs
{
public:
    Runs(const char* program, std::vector<CaseColumn> columns) : columns_(std::move(columns))
    {
        table_.writtenBy = program;
    }

    void begin(std::size_t line)
    {
        end();
        line_ = line;
        begun_ = true;
    }
    bool begun() const { return begun_; }
    void set(const std::string& column, std::string value)
    {
        if (begun_ && !value.empty())
            values_[column] = std::move(value);
    }
    bool has(const std::string& column) const { return values_.contains(column); }

    std::optional<CaseTable> table(const std::string& result)
    {
        end();
        std::vector<std::size_t> used;
        for (std::size_t c = 0; c < columns_.size(); ++c)
            if (std::ranges::any_of(runs_, [&](const auto& run) { return run.second.contains(columns_[c].name); }))
                used.push_back(c);
        if (std::ranges::none_of(used, [&](std::size_t c) { return columns_[c].name == result; }))
            return {};
        for (const std::size_t c : used)
            table_.columns.push_back(columns_[c]);
        for (const auto& [line, values] : runs_) {
            CaseRow& row = table_.rows.emplace_back();
            row.line = line;
            for (const std::size_t c : used) {
                const auto found = values.find(columns_[c].name);
                row.cells.push_back(found == values.end() ? std::string() : found->second);
            }
        }
        return std::move(table_);
    }

private:
    void end()
    {
        if (begun_ && !values_.empty())
            runs_.emplace_back(line_, std::move(values_));
        values_ = {};
        begun_ = false;
    }

    CaseTable table_;
    std::vector<CaseColumn> columns_;
    std::vector<std::pair<std::size_t, std::map<std::string, std::string>>> runs_;
    std::map<std::string, std::string> values_;
    std::size_t line_ = 0;
    bool begun_ = false;
};

void eachLine(std::string_view text, const std::function<void(const std::string& line, std::size_t number)>& take)
{
    constexpr std::size_t longest = 4096;
    std::size_t number = 0;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t to = std::min(text.find('\n', from), text.size());
        std::string line(text.substr(from, std::min(to - from, longest)));
        while (!line.empty() && (line.back() == '\r' || line.back() == ' '))
            line.pop_back();
        take(line, ++number);
        from = to + 1;
    }
}

/// The text behind a label: "1.5" of "Average Latency(s):     1.5".
std::optional<std::string> behind(const std::string& line, std::string_view label)
{
    if (!line.starts_with(label))
        return {};
    const std::size_t at = line.find_first_not_of(" \t", label.size());
    return at == std::string::npos ? std::optional<std::string>() : line.substr(at);
}

std::string firstWord(const std::string& text)
{
    return text.substr(0, text.find(' '));
}

std::optional<CaseTable> radosBench(std::string_view text)
{
    Runs runs("rados bench",
              {{"operation", "", "write, or read of those objects"},
               {"object_size", "B", "bytes of an operation"},
               {"seconds", "s", "duration of the run"},
               {"bandwidth", "MiB/s", "bytes in a second, in units of 1 048 576, which rados bench calls MB"},
               {"iops", "1/s", "operations in a second"},
               {"latency", "s", "mean time of an operation"},
               {"latency_max", "s", "longest time of an operation"}});
    static constexpr std::array<std::pair<const char*, const char*>, 9> labels{{
        {"Object size:", "object_size"},
        {"Write size:", "object_size"},
        {"Read size:", "object_size"},
        {"Bandwidth (MB/sec):", "bandwidth"},
        {"Average IOPS:", "iops"},
        {"Average Latency(s):", "latency"},
        {"Average Latency:", "latency"},
        {"Max latency(s):", "latency_max"},
        {"Max latency:", "latency_max"},
    }};
    eachLine(text, [&](const std::string& line, std::size_t number) {
        if (const auto seconds = behind(line, "Total time run:")) {
            runs.begin(number);
            runs.set("seconds", firstWord(*seconds));
        }
        if (behind(line, "Total writes made:"))
            runs.set("operation", "write");
        if (behind(line, "Total reads made:"))
            runs.set("operation", "read");
        for (const auto& [label, column] : labels)
            if (const auto value = behind(line, label))
                runs.set(column, firstWord(*value));
    });
    return runs.table("bandwidth");
}

std::optional<CaseTable> warp(std::string_view text)
{
    Runs runs("warp", {{"operation", "", "PUT, GET, DELETE, STAT ..."},
                       {"concurrency", "", "requests under way, of all clients"},
                       {"size", "B", "bytes of an object"},
                       {"bandwidth", "", "bytes of objects in a second"},
                       {"objects_per_s", "1/s", "objects in a second"},
                       {"latency", "", "mean time of a request"},
                       {"p50", "", "time that half of the requests took at most"},
                       {"p90", "", "time that 90 % of the requests took at most"},
                       {"p99", "", "time that 99 % of the requests took at most"},
                       {"latency_max", "", "longest time of a request"}});
    static const std::regex report("^(?:Report|Operation): ([A-Z]+)\\b.*");
    static const std::regex concurrency("Concurrency: ([0-9]+)");
    static const std::regex size("Size: ([0-9]+) bytes");
    static const std::regex average("^ ?\\* Average: (?:([0-9.]+ ?[KMGT]?i?B/s), )?([0-9.]+) obj/s.*",
                                    std::regex::icase);
    static const std::regex requests("(Avg|50%|90%|99%|Slowest): ([0-9.]+ ?(?:ms|us|s))");
    eachLine(text, [&](const std::string& line, std::size_t number) {
        std::smatch found;
        if (std::regex_match(line, found, report)) {
            runs.begin(number);
            runs.set("operation", found[1]);
        }
        if (std::regex_search(line, found, concurrency))
            runs.set("concurrency", found[1]);
        if (std::regex_search(line, found, size))
            runs.set("size", found[1]);
        if (std::regex_match(line, found, average) && !runs.has("objects_per_s")) {
            runs.set("bandwidth", found[1]);
            runs.set("objects_per_s", found[2]);
        }
        if (line.find("* Reqs: Avg:") != std::string::npos && !runs.has("latency"))
            for (auto each = std::sregex_iterator(line.begin(), line.end(), requests); each != std::sregex_iterator();
                 ++each) {
                const std::string name = (*each)[1];
                runs.set(name == "Avg"       ? "latency"
                         : name == "Slowest" ? "latency_max"
                                             : "p" + name.substr(0, 2),
                         (*each)[2]);
            }
    });
    return runs.table("objects_per_s");
}

std::optional<CaseTable> pgbench(std::string_view text)
{
    Runs runs("pgbench", {{"transaction", "", "the script that was run"},
                          {"scale", "", "scaling factor: 100 000 accounts each"},
                          {"clients", "", "clients at a time"},
                          {"threads", "", "threads of pgbench"},
                          {"seconds", "", "duration of the run"},
                          {"tps", "1/s", "transactions in a second, without the time of connecting"},
                          {"latency", "ms", "mean time of a transaction"},
                          {"latency_stddev", "ms", "standard deviation of the time of a transaction"}});
    static const std::regex equals("^(latency average|latency stddev|tps) = ([0-9.]+).*");
    eachLine(text, [&](const std::string& line, std::size_t number) {
        std::smatch found;
        if (const auto type = behind(line, "transaction type:")) {
            runs.begin(number);
            runs.set("transaction", *type);
        } else if (const auto scale = behind(line, "scaling factor:"))
            runs.set("scale", *scale);
        else if (const auto clients = behind(line, "number of clients:"))
            runs.set("clients", *clients);
        else if (const auto threads = behind(line, "number of threads:"))
            runs.set("threads", *threads);
        else if (const auto duration = behind(line, "duration:"))
            runs.set("seconds", *duration);
        else if (std::regex_match(line, found, equals)) {
            // Before version 14 there are two rates; the one without connecting is what a pool of connections gives.
            const bool withConnecting = line.find("including connections") != std::string::npos;
            if (!withConnecting)
                runs.set(found[1] == "tps"               ? "tps"
                         : found[1] == "latency average" ? "latency"
                                                         : "latency_stddev",
                         found[2]);
        }
    });
    return runs.table("tps");
}

std::optional<CaseTable> kafkaProducer(std::string_view text)
{
    Runs runs("kafka-producer-perf-test",
              {{"records", "", "records that were sent"},
               {"records_per_s", "1/s", "records in a second"},
               {"bandwidth", "MiB/s", "bytes of records in a second, in units of 1 048 576, which it calls MB"},
               {"latency", "ms", "mean time from handing a record over to its acknowledgement"},
               {"latency_max", "ms", "longest such time"},
               {"p50", "ms", "such time of half of the records at most"},
               {"p95", "ms", "such time of 95 % of the records at most"},
               {"p99", "ms", "such time of 99 % of the records at most"}});
    // Lines without quantiles are reports on the way.
    static const std::regex total(
        "^([0-9]+) records sent, ([0-9.]+) records/sec \\(([0-9.]+) MB/sec\\), ([0-9.]+) ms avg "
        "latency, ([0-9.]+) ms max latency, ([0-9.]+) ms 50th, ([0-9.]+) ms 95th, ([0-9.]+) ms "
        "99th.*");
    eachLine(text, [&](const std::string& line, std::size_t number) {
        std::smatch found;
        if (!std::regex_match(line, found, total))
            return;
        static constexpr std::array<const char*, 8> columns{"records",     "records_per_s", "bandwidth", "latency",
                                                            "latency_max", "p50",           "p95",       "p99"};
        runs.begin(number);
        for (std::size_t c = 0; c < columns.size(); ++c)
            runs.set(columns[c], found[c + 1]);
    });
    return runs.table("records_per_s");
}

/// The wide table that iozone prints: "kB reclen write rewrite read reread read write ...", the two last of random
/// places, in kB (1024) in a second.
std::optional<CaseTable> iozone(std::string_view text)
{
    Runs runs("iozone", {{"file_size", "KiB", "size of a file"},
                         {"record_size", "KiB", "bytes of an operation"},
                         {"write", "KiB/s", "writing new files in sequence"},
                         {"rewrite", "KiB/s", "writing files again in sequence"},
                         {"read", "KiB/s", "reading in sequence"},
                         {"reread", "KiB/s", "reading again in sequence"},
                         {"random_read", "KiB/s", "reading at random places"},
                         {"random_write", "KiB/s", "writing at random places"}});
    static const std::regex heading("^ *kB +reclen +write +rewrite +read +reread( .*)?$");
    static constexpr std::array<const char*, 8> columns{"file_size", "record_size", "write",       "rewrite",
                                                        "read",      "reread",      "random_read", "random_write"};
    bool inside = false;
    eachLine(text, [&](const std::string& line, std::size_t number) {
        if (std::regex_match(line, heading)) {
            inside = true;
            return;
        }
        if (!inside)
            return;
        static const std::regex words("[^ ]+");
        std::vector<std::string> cells;
        for (auto each = std::sregex_iterator(line.begin(), line.end(), words); each != std::sregex_iterator(); ++each)
            cells.push_back(each->str());
        const bool figures = cells.size() >= 3 && std::ranges::all_of(cells, [](const std::string& cell) {
                                 return cell.find_first_not_of("0123456789.") == std::string::npos;
                             });
        if (!figures) {
            inside = line.empty() && inside;
            return;
        }
        runs.begin(number);
        for (std::size_t c = 0; c < std::min(columns.size(), cells.size()); ++c)
            runs.set(columns[c], cells[c]);
    });
    return runs.table("write");
}

std::string numberText(double value)
{
    std::array<char, 32> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), end};
}

const Json* memberAt(const Json& json, std::initializer_list<const char*> keys)
{
    const Json* at = &json;
    for (const char* key : keys) {
        if (!at->is_object() || !at->contains(key))
            return nullptr;
        at = &(*at)[key];
    }
    return at;
}

void setNumber(Runs& runs, const std::string& column, const Json* value, double factor = 1)
{
    if (value && value->is_number())
        runs.set(column, numberText(value->get<double>() * factor));
}

/// The options of the run: those of the job count before those of all jobs.
void setOption(Runs& runs, const Json& result, const Json& job, const char* option)
{
    for (const Json* options : {memberAt(job, {"job options"}), memberAt(result, {"global options"})})
        if (options && options->is_object() && options->contains(option) && (*options)[option].is_string()) {
            runs.set(option, (*options)[option].get<std::string>());
            return;
        }
}

/// One or several JSON results of fio one after the other. fio prints warnings before and between them.
std::optional<CaseTable> fioJson(std::string_view text)
{
    std::vector<CaseColumn> columns{{"job", "", "name of the job"},
                                    {"rw", "", "pattern: read, randwrite, randrw ..."},
                                    {"bs", "", "bytes of an I/O"},
                                    {"iodepth", "", "I/Os under way of each process"},
                                    {"numjobs", "", "processes"}};
    for (const char* direction : {"read", "write"})
        for (const auto& [name, unit, meaning] :
             {std::tuple("iops", "1/s", "I/Os in a second"), std::tuple("bytes", "B/s", "bytes in a second"),
              std::tuple("latency", "s", "mean time of an I/O"),
              std::tuple("p50", "s", "time that half of the I/Os took at most, once submitted"),
              std::tuple("p95", "s", "time that 95 % of the I/Os took at most, once submitted"),
              std::tuple("p99", "s", "time that 99 % of the I/Os took at most, once submitted")})
            columns.push_back({std::string(direction) + '_' + name, unit, std::string(direction) + ": " + meaning});
    Runs runs("fio", columns);
    bool any = false;
    for (std::size_t from = text.find('{'); from != std::string_view::npos;) {
        // The object ends where its braces do, outside of texts.
        std::size_t to = from;
        bool inText = false;
        for (int depth = 0; to < text.size(); ++to) {
            const char c = text[to];
            if (inText)
                to += c == '\\' ? 1 : 0, inText = c != '"';
            else if (c == '"')
                inText = true;
            else if (c == '{')
                ++depth;
            else if (c == '}' && --depth == 0)
                break;
        }
        const Json result = Json::parse(text.substr(from, to + 1 - from), nullptr, false);
        const std::size_t line =
            1 +
            static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(from), '\n'));
        if (!result.is_object() || !memberAt(result, {"fio version"}))
            return {};
        const Json* jobs = memberAt(result, {"jobs"});
        if (!jobs || !jobs->is_array())
            return {};
        for (const Json& job : *jobs) {
            if (!job.is_object())
                return {};
            any = true;
            runs.begin(line);
            if (const Json* name = memberAt(job, {"jobname"}); name && name->is_string())
                runs.set("job", name->get<std::string>());
            for (const char* option : {"rw", "bs", "iodepth", "numjobs"})
                setOption(runs, result, job, option);
            for (const std::string direction : {"read", "write"}) {
                const char* key = direction.c_str();
                const Json* ios = memberAt(job, {key, "total_ios"});
                if (!ios || !ios->is_number() || ios->get<double>() == 0)
                    continue;
                setNumber(runs, direction + "_iops", memberAt(job, {key, "iops"}));
                setNumber(runs, direction + "_bytes", memberAt(job, {key, "bw_bytes"}));
                setNumber(runs, direction + "_latency", memberAt(job, {key, "lat_ns", "mean"}), 1e-9);
                for (const auto& [column, share] :
                     {std::pair("_p50", "50.000000"), std::pair("_p95", "95.000000"), std::pair("_p99", "99.000000")})
                    setNumber(runs, direction + column, memberAt(job, {key, "clat_ns", "percentile", share}), 1e-9);
            }
        }
        from = to + 1 < text.size() ? text.find('{', to + 1) : std::string_view::npos;
    }
    if (!any)
        return {};
    auto table = runs.table("read_iops");
    return table ? std::move(table) : runs.table("write_iops");
}

/// Unit and meaning of a column of a known CSV file.
struct Explained
{
    const char* name;
    const char* unit;
    const char* meaning;
};

constexpr std::array<Explained, 12> cosbenchColumns{{
    {"Op-Type", "", "operation: read, write ..."},
    {"Op-Count", "", "operations that ended"},
    {"Byte-Count", "B", "bytes that were transferred"},
    {"Avg-ResTime", "ms", "mean time of an operation, until its last byte"},
    {"Avg-ProcTime", "ms", "mean time of an operation without the transfer of its bytes"},
    {"95%-ResTime", "ms", "time that 95 % of the operations took at most"},
    {"99%-ResTime", "ms", "time that 99 % of the operations took at most"},
    {"90%-ResTime", "ms", "time that 90 % of the operations took at most"},
    {"100%-ResTime", "ms", "longest time of an operation"},
    {"Throughput", "1/s", "operations in a second"},
    {"Bandwidth", "B/s", "bytes in a second"},
    {"Succ-Ratio", "%", "share of the operations that succeeded"},
}};

constexpr std::array<Explained, 10> elbenchoColumns{{
    {"operation", "", "phase: WRITE, READ ..."},
    {"threads", "", "threads of each host"},
    {"entries/s [last]", "1/s", "files in a second, until the last thread had ended"},
    {"IOPS [first]", "1/s", "I/Os in a second, until the first thread had ended"},
    {"IOPS [last]", "1/s", "I/Os in a second, until the last thread had ended"},
    {"MiB/s [first]", "MiB/s", "bytes in a second, until the first thread had ended"},
    {"MiB/s [last]", "MiB/s", "bytes in a second, until the last thread had ended"},
    {"CPU% [last]", "%", "use of the processors of the clients"},
    {"IO lat us [avg]", "us", "mean time of an I/O"},
    {"IO lat us [max]", "us", "longest time of an I/O"},
}};

void explain(CaseTable& table, const char* program, std::span<const Explained> explained)
{
    table.writtenBy = program;
    for (CaseColumn& column : table.columns)
        for (const Explained& each : explained)
            if (column.name == each.name) {
                column.unit = each.unit;
                column.meaning = each.meaning;
            }
}

} // namespace

std::optional<CaseTable> readProgramResults(std::string_view text)
{
    for (const auto read : {fioJson, radosBench, warp, pgbench, kafkaProducer, iozone})
        if (auto table = read(text))
            return table;
    return {};
}

void explainColumns(CaseTable& table)
{
    const auto has = [&](const char* name) { return table.findColumn(name).has_value(); };
    if (has("Avg-ResTime") && has("Op-Count"))
        explain(table, "COSBench", cosbenchColumns);
    else if (has("MiB/s [last]") && has("IOPS [last]"))
        explain(table, "elbencho", elbenchoColumns);
}

} // namespace headroom::record
