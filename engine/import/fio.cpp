// fio job files. fio's documentation (HOWTO, "Job file format" and "Job parameters") defines the options.
#include "import/fio_files.h"
#include "import/formats.h"
#include "import/starting_point.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <utility>

namespace headroom::import {

using project::Json;

namespace {

constexpr double fioRuntimeS = 60;
constexpr double mostSections = 1000;

using SectionOptions = std::map<std::string, std::string>;

struct Section
{
    std::string name;
    SectionOptions options; ///< including those of the global sections before it
};

std::string lower(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// Sections in their order; a [global] applies to all sections after it.
std::vector<Section> sectionsOf(const std::string& text)
{
    std::vector<Section> sections;
    SectionOptions global;
    SectionOptions* current = nullptr;
    std::size_t number = 0;
    for (const std::string& raw : splitAt(text, '\n')) {
        ++number;
        const std::string line = trimmed(raw.substr(0, raw.find(" ;")));
        if (line.empty() || line[0] == '#' || line[0] == ';')
            continue;
        const std::string place = "Line " + std::to_string(number);
        if (line.front() == '[') {
            if (line.back() != ']')
                throw ImportError(place + ": the section's name does not end with ].");
            const std::string name = trimmed(line.substr(1, line.size() - 2));
            if (name != "global") {
                if (static_cast<double>(sections.size()) >= mostSections)
                    throw ImportError(place + ": there are too many sections.");
                sections.push_back({name, global});
            }
            current = name == "global" ? &global : &sections.back().options;
            continue;
        }
        if (!current)
            throw ImportError(place + ": it stands before the first [section], so this is no fio job file.");
        const std::size_t sign = line.find('=');
        (*current)[lower(trimmed(line.substr(0, sign)))] =
            sign == std::string::npos ? "1" : trimmed(line.substr(sign + 1));
    }
    if (sections.empty())
        throw ImportError("The file has no job: no [section] but global ones.");
    return sections;
}

/// 4k, 1m, 16MiB, 8kb: by default powers of 1024, as fio's kb_base.
double bytesOf(const std::string& text, const std::string& what)
{
    std::string number = lower(trimmed(text)), unit;
    while (!number.empty() && std::isalpha(static_cast<unsigned char>(number.back()))) {
        unit.insert(unit.begin(), number.back());
        number.pop_back();
    }
    static const std::map<std::string, double> units = {{"", 1},
                                                        {"b", 1},
                                                        {"k", 1024.0},
                                                        {"kb", 1024.0},
                                                        {"kib", 1024.0},
                                                        {"m", 1048576.0},
                                                        {"mb", 1048576.0},
                                                        {"mib", 1048576.0},
                                                        {"g", 1073741824.0},
                                                        {"gb", 1073741824.0},
                                                        {"gib", 1073741824.0},
                                                        {"t", 1099511627776.0},
                                                        {"tb", 1099511627776.0},
                                                        {"tib", 1099511627776.0}};
    const auto found = units.find(unit);
    if (found == units.end())
        throw ImportError(what + ": \"" + text.substr(0, 40) + "\" is not a size.");
    return numberIn(number, what) * found->second;
}

/// 30, 30s, 5m, 100ms ... `bare`: seconds in the unit of a bare number.
double secondsOf(const std::string& text, double bare, const std::string& what)
{
    std::string number = lower(trimmed(text)), unit;
    while (!number.empty() && std::isalpha(static_cast<unsigned char>(number.back()))) {
        unit.insert(unit.begin(), number.back());
        number.pop_back();
    }
    const std::map<std::string, double> units = {{"", bare}, {"us", 1e-6}, {"usec", 1e-6}, {"ms", 1e-3}, {"msec", 1e-3},
                                                 {"s", 1},   {"sec", 1},   {"m", 60},      {"h", 3600},  {"d", 86400}};
    const auto found = units.find(unit);
    if (found == units.end())
        throw ImportError(what + ": \"" + text.substr(0, 40) + "\" is not a time.");
    return numberIn(number, what) * found->second;
}

std::string remainderOf(const std::string& dividend, double divisor)
{
    const std::string by = plain(divisor);
    return "(" + dividend + " - " + by + " * floor(" + dividend + " / " + by + "))";
}

class Job
{
public:
    Job(const Section& section, const StartingPoint& start, FioFiles& files, std::vector<std::string>& assumptions,
        std::vector<std::string>& left)
        : section_(section), start_(start), files_(files), assumptions_(assumptions), left_(left),
          what_("Job " + section.name)
    {
    }
    /// Reads the options of the job from its section.
    void read();
    /// Numbers those of its files that are there before the run; all jobs before the first workload.
    void numberFilesThere();
    Json workload();
    double startS = 0, runtimeS = 0, rampS = 0;
    bool waits = false; ///< for the previous jobs to end

private:
    bool has(const char* name) const { return section_.options.contains(name); }
    std::string text(const char* name, const std::string& otherwise) const
    {
        const auto found = section_.options.find(name);
        return found == section_.options.end() ? otherwise : found->second;
    }
    double number(const char* name, double otherwise) const
    {
        return has(name) ? numberIn(text(name, ""), what_ + ", " + name) : otherwise;
    }
    bool flag(const char* name) const { return text(name, "0") != "0"; }
    double time(const char* name, double bare) const
    {
        return has(name) ? secondsOf(text(name, ""), bare, what_ + ", " + name) : 0;
    }
    void readShape();
    void readDepth();
    void readTimes();
    void readRate();
    void readFiles();
    void readRegion();
    double bytesOfFile() const;
    std::vector<std::string> fileNames() const;
    bool laysOut() const;
    double numberOf(const std::string& name) const { return files_.ofName(text("directory", "") + '/' + name); }
    std::string fileInTurn();
    std::string turn() const;
    std::string jobNumber() const;
    Json operations();
    Json share(const std::string& direction, const std::string& suffix, double weight);
    void putSizes(Json& share, bool write);
    void tellRest();

    const Section& section_;
    const StartingPoint& start_;
    FioFiles& files_;
    std::vector<std::string>& assumptions_;
    std::vector<std::string>& left_;
    std::string what_;
    double readShare_ = 1;
    bool random_ = false;
    double jobs_ = 1, depth_ = 1, block_ = 4096;
    double blocks_ = 1;              ///< of each file
    double rate_ = 0;                ///< I/Os per second of each job; 0: unlimited
    std::vector<std::string> names_; ///< of its files; empty: each job has files of its own
    double filesInTurn_ = 1;
    double fileBytes_ = 0;
    double firstOwn_ = -1; ///< the number of the first file of its own; below 0: it has none yet
    std::string file_;     ///< expression that selects the file of an I/O
    std::string thread_;   ///< the same for the thread of its job
};

void Job::readShape()
{
    const std::string rw = lower(text("rw", text("readwrite", "read")));
    const std::string kind = rw.substr(0, rw.find(':'));
    const double mix = has("rwmixread")    ? number("rwmixread", 50) / 100
                       : has("rwmixwrite") ? 1 - number("rwmixwrite", 50) / 100
                                           : 0.5;
    static const std::map<std::string, std::pair<bool, double>> kinds = {
        {"read", {false, 1}}, {"write", {false, 0}},      {"randread", {true, 1}}, {"randwrite", {true, 0}},
        {"rw", {false, -1}},  {"readwrite", {false, -1}}, {"randrw", {true, -1}}};
    const auto found = kinds.find(kind);
    if (found == kinds.end())
        throw ImportError(what_ + ": rw=" + kind.substr(0, 30) + " cannot be carried over.");
    random_ = found->second.first;
    readShare_ = found->second.second < 0 ? std::clamp(mix, 0.0, 1.0) : found->second.second;
    if (kind != rw)
        left_.push_back(what_ + ": the sequence modifier in rw=" + rw + ".");
}

void Job::readDepth()
{
    static const std::set<std::string> asynchronous = {"libaio",   "io_uring",   "io_uring_cmd",
                                                       "posixaio", "windowsaio", "solarisaio"};
    static const std::set<std::string> synchronous = {"sync", "psync", "vsync", "pvsync", "pvsync2", "mmap"};
    jobs_ = std::max(1.0, number("numjobs", 1));
    const std::string engine = lower(text("ioengine", "psync"));
    const double depth = std::max(1.0, number("iodepth", 1));
    if (asynchronous.contains(engine))
        depth_ = depth;
    else if (!synchronous.contains(engine)) {
        depth_ = depth;
        left_.push_back(what_ + ": ioengine=" + engine + "; its I/O is taken for asynchronous block I/O.");
    } else if (depth > 1)
        left_.push_back(what_ + ": iodepth=" + plain(depth) + " has no effect with ioengine=" + engine +
                        ", in fio either.");
    if (asynchronous.contains(engine) && !flag("direct") && depth > 1 && engine == "libaio")
        assumptions_.push_back(what_ +
                               ": buffered I/O with libaio is queued to its iodepth, although Linux may make it wait.");
}

void Job::readTimes()
{
    rampS = time("ramp_time", 1);
    startS = time("startdelay", 1);
    runtimeS = time("runtime", 1);
    waits = has("stonewall") || has("wait_for_previous");
    if (runtimeS <= 0) {
        runtimeS = fioRuntimeS;
        assumptions_.push_back(what_ + ": the file says no runtime; " + plain(runtimeS) + " s.");
    } else if (!flag("time_based"))
        assumptions_.push_back(what_ + ": it runs for its runtime, also where fio would end earlier, with the file.");
}

/// Read and write limits in this order; a single one applies to each direction. An empty one means no limit.
void Job::readRate()
{
    const auto sides = splitAt(text("rate_iops", "0"), ',');
    const auto limit = [&](std::size_t side) {
        const std::string& value = sides[sides.size() > 1 ? side : 0];
        return value.empty() ? 0 : bytesOf(value, what_ + ", rate_iops");
    };
    const double reads = readShare_ > 0 ? limit(0) : 0, writes = readShare_ < 1 ? limit(1) : 0;
    rate_ = reads + writes;
    if (rate_ <= 0)
        return;
    const bool mixed = readShare_ > 0 && readShare_ < 1;
    if (reads > 0 && writes > 0)
        readShare_ = reads / rate_; // each direction at its limit, whatever the mix
    else if (mixed) {
        rate_ /= reads > 0 ? readShare_ : 1 - readShare_;
        left_.push_back(what_ + ": rate_iops=" + text("rate_iops", "") + " leaves " + (reads > 0 ? "writes" : "reads") +
                        " without a limit; they keep their share of the mix.");
    }
    assumptions_.push_back(what_ +
                           ": rate_iops are arrivals at that rate; one that finds all of the queue in use is refused.");
}

/// Colons separate names; a colon after a backslash is part of a name.
std::vector<std::string> Job::fileNames() const
{
    std::vector<std::string> names;
    for (const std::string& part : splitAt(text("filename", ""), ':'))
        if (!names.empty() && names.back().ends_with('\\')) {
            names.back().back() = ':';
            names.back() += part;
        } else
            names.push_back(part);
    std::erase(names, "");
    return names;
}

/// The index of the I/O within its job; all places of a job's queue share the sequence. At a rate each place is a
/// client, otherwise each job is a worker.
std::string Job::turn() const
{
    if (rate_ <= 0)
        return "asked";
    const std::string depth = plain(depth_);
    return "(asked * " + depth + " + worker - " + depth + " * floor(worker / " + depth + "))";
}

/// The number of the job of an I/O.
std::string Job::jobNumber() const
{
    return rate_ > 0 ? "floor(worker / " + plain(depth_) + ")" : "worker";
}

/// Each job has files of its own, unless the section names one for all of them, or several used in turn.
void Job::readFiles()
{
    constexpr std::size_t mostNames = 16; // the limit of an expression
    thread_ = plain(files_.ofThreads(jobs_)) + " + " + jobNumber();
    names_ = fileNames();
    if (names_.size() > mostNames) {
        left_.push_back(what_ + ": the files of filename=... after the first " + std::to_string(mostNames) + ".");
        names_.resize(mostNames);
    }
    filesInTurn_ =
        names_.empty() ? std::max(1.0, std::floor(number("nrfiles", 1))) : static_cast<double>(names_.size());
}

/// True if fio writes the files before the job runs. mmap cannot extend them (FIO_NOEXTEND).
bool Job::laysOut() const
{
    return readShare_ > 0 || flag("overwrite") || lower(text("ioengine", "psync")) == "mmap";
}

void Job::numberFilesThere()
{
    if (names_.empty() && laysOut()) {
        firstOwn_ = files_.ofOwn(jobs_ * filesInTurn_);
        files_.areThere(fileBytes_);
    }
    for (const std::string& name : names_)
        if (laysOut() || FioFiles::isDevice(name)) {
            numberOf(name);
            files_.areThere(fileBytes_);
        }
}

/// The file of an I/O, as an expression.
std::string Job::fileInTurn()
{
    if (names_.empty()) {
        if (firstOwn_ < 0)
            firstOwn_ = files_.ofOwn(jobs_ * filesInTurn_);
        if (filesInTurn_ == 1)
            return plain(firstOwn_) + " + " + jobNumber();
        return plain(firstOwn_) + " + " + plain(filesInTurn_) + " * " + jobNumber() + " + " +
               remainderOf(turn(), filesInTurn_);
    }
    std::string file;
    for (std::size_t n = 0; n + 1 < names_.size(); ++n)
        file +=
            remainderOf(turn(), filesInTurn_) + " == " + std::to_string(n) + " ? " + plain(numberOf(names_[n])) + " : ";
    return file + plain(numberOf(names_.back()));
}

void Job::putSizes(Json& share, bool write)
{
    const auto sideOf = [write](const std::string& value) {
        const auto sides = splitAt(value, ',');
        return write && sides.size() > 1 && !sides[1].empty() ? sides[1] : sides[0];
    };
    if (has("bssplit")) {
        share["size_distribution"] = "histogram";
        double given = 0, open = 0;
        std::vector<std::pair<double, double>> rows; // −1: an equal part of the rest
        for (const std::string& part : splitAt(sideOf(text("bssplit", "")), ':')) {
            const auto cell = splitAt(part, '/');
            const bool weighed = cell.size() > 1 && !cell[1].empty();
            rows.emplace_back(bytesOf(cell[0], what_ + ", bssplit"),
                              weighed ? numberIn(cell[1], what_ + ", bssplit") : -1);
            weighed ? given += rows.back().second : open += 1;
        }
        for (const auto& [bytes, weight] : rows)
            share["sizes"].push_back({bytes, weight < 0 ? std::max(0.0, 100 - given) / open : weight});
        return;
    }
    if (has("bsrange") || has("blocksize_range")) {
        const auto range = splitAt(sideOf(text("bsrange", text("blocksize_range", ""))), '-');
        if (range.size() != 2)
            throw ImportError(what_ + ", bsrange: it is no range such as 4k-64k.");
        share["size_distribution"] = "uniform";
        share["size_min"] = bytesOf(range[0], what_ + ", bsrange");
        share["size_max"] = bytesOf(range[1], what_ + ", bsrange");
        return;
    }
    share["size"] = bytesOf(sideOf(text("bs", text("blocksize", "4k"))), what_ + ", bs");
}

Json Job::share(const std::string& direction, const std::string& suffix, double weight)
{
    const std::string name =
        std::string(flag("direct") || text("buffered", "1") == "0" ? "" : "cached ") + direction + suffix;
    Json share = start_.operations.at(name);
    share["weight"] = weight;
    putSizes(share, direction == "write");
    const std::string inFile = filesInTurn_ > 1 ? "floor(" + turn() + " / " + plain(filesInTurn_) + ")" : turn();
    share["arguments"]["offset"] = plain(block_) + " * " + (random_ ? "key" : remainderOf(inFile, blocks_));
    share["arguments"]["file"] = file_;
    if (share["arguments"].contains("thread"))
        share["arguments"]["thread"] = thread_;
    return share;
}

Json Job::operations()
{
    Json list = Json::array();
    const double every = flag("fsync")       ? number("fsync", 0)
                         : flag("fdatasync") ? number("fdatasync", 0)
                         : flag("sync")      ? 1
                                             : 0;
    if (readShare_ > 0)
        list.push_back(share("read", "", readShare_));
    if (readShare_ >= 1)
        return list;
    const double synced = every > 0 ? (1 - readShare_) / every : 0;
    if (synced > 0)
        list.push_back(share("write", " and sync", synced));
    if (every > 1)
        assumptions_.push_back(what_ + ": one write in " + plain(every) + ", drawn at random, is followed by a sync.");
    if (every != 1)
        list.push_back(share("write", "", 1 - readShare_ - synced));
    return list;
}

void Job::tellRest()
{
    static const std::set<std::string> carried = {"rw",
                                                  "readwrite",
                                                  "rwmixread",
                                                  "rwmixwrite",
                                                  "bs",
                                                  "blocksize",
                                                  "bssplit",
                                                  "bsrange",
                                                  "blocksize_range",
                                                  "iodepth",
                                                  "numjobs",
                                                  "size",
                                                  "filesize",
                                                  "runtime",
                                                  "ramp_time",
                                                  "startdelay",
                                                  "ioengine",
                                                  "direct",
                                                  "buffered",
                                                  "fsync",
                                                  "fdatasync",
                                                  "sync",
                                                  "rate_iops",
                                                  "thinktime",
                                                  "time_based",
                                                  "random_distribution",
                                                  "filename",
                                                  "nrfiles",
                                                  "stonewall",
                                                  "wait_for_previous"};
    // Options for the place or the form of the report do not change the load.
    static const std::set<std::string> harmless = {
        "name",        "description", "directory",      "group_reporting", "new_group", "thread",
        "norandommap", "randrepeat",  "refill_buffers", "create_on_open",  "fallocate", "overwrite",
        "unlink",      "exitall",     "disk_util",      "stats",           "lockmem",   "allow_mounted_write"};
    for (const auto& [name, value] : section_.options) {
        const bool log = name.find("log") != std::string::npos || name.starts_with("lat_percentiles") ||
                         name.starts_with("percentile") || name.starts_with("gtod");
        if (!carried.contains(name) && !harmless.contains(name) && !log)
            left_.push_back(what_ + ": " + name + "=" + value.substr(0, 60) + ".");
    }
}

/// The size of each file, and how many blocks it has.
void Job::readRegion()
{
    Json probe = Json::object();
    putSizes(probe, readShare_ <= 0);
    block_ = probe.value("size", probe.value("size_min", 0.0));
    for (const Json& row : probe.value("sizes", Json::array()))
        block_ = block_ > 0 ? std::min(block_, row[0].get<double>()) : row[0].get<double>();
    if (!(block_ >= 1))
        throw ImportError(what_ + ": the block size is 0.");
    fileBytes_ = bytesOfFile();
    blocks_ = std::max(1.0, std::floor(fileBytes_ / block_));
}

/// Each file has its filesize, or a part of the job's size (setup_files() in fio's filesetup.c).
double Job::bytesOfFile() const
{
    constexpr double assumed = 1073741824.0;
    const std::string size = text("filesize", text("size", ""));
    if (size.empty() || size.find('%') != std::string::npos) {
        assumptions_.push_back(what_ + ": the file says no size in bytes; 1 GiB for each job.");
        return assumed / filesInTurn_;
    }
    if (!has("filesize"))
        return bytesOf(size, what_ + ", size") / filesInTurn_;
    const auto range = splitAt(size, '-');
    if (range.size() > 1)
        left_.push_back(what_ + ": filesize=" + size.substr(0, 60) + "; each file has the mean of the range.");
    return (bytesOf(range.front(), what_ + ", filesize") + bytesOf(range.back(), what_ + ", filesize")) / 2;
}

void Job::read()
{
    readShape();
    readDepth();
    readTimes();
    readRate();
    readFiles();
    readRegion();
}

Json Job::workload()
{
    file_ = fileInTurn();
    Json workload = {{"id", section_.name}, {"role", start_.role}, {"type", "closed loop"}};
    if (rate_ > 0) {
        workload["type"] = "open loop";
        workload["arrivals"] = "constant";
        workload["stages"] = {{{"duration", rampS + runtimeS}, {"rate", rate_ * jobs_}}};
        workload["clients"] = jobs_ * depth_;
        workload["limit"] = jobs_ * depth_;
        if (has("thinktime"))
            left_.push_back(what_ + ": thinktime=" + text("thinktime", "") + ", beside rate_iops.");
    } else {
        workload["stages"] = {{{"duration", rampS + runtimeS}, {"workers", jobs_}}};
        workload["depth"] = depth_;
        if (has("thinktime"))
            workload["think_time"] = time("thinktime", 1e-6);
    }
    if (random_) // a sequential job counts its blocks instead
        workload["keys"] = blocks_;
    const auto distribution = splitAt(text("random_distribution", "random"), ':');
    if (random_ && distribution[0] == "zipf") {
        workload["key_distribution"] = "Zipf";
        workload["zipf_exponent"] =
            distribution.size() > 1 ? numberIn(distribution[1], what_ + ", random_distribution") : 1.1;
    } else if (random_ && distribution[0] != "random")
        left_.push_back(what_ + ": random_distribution=" + distribution[0] + "; blocks are drawn uniformly.");
    workload["operations"] = operations();
    tellRest();
    return workload;
}

/// The files that are there before the run, at the volumes.
void putFiles(Json& project, const FioFiles& files, std::vector<std::string>& assumptions)
{
    if (files.there() == 0)
        return;
    for (Json& group : project["topology"]["groups"])
        for (Json& volume : group["volumes"]) {
            volume["files"] = files.there();
            volume["file_size"] = files.bytesOfEach();
        }
    assumptions.push_back(
        "Files that jobs read or overwrite are there before the run, as fio lays them out; those that "
        "are only written are new.");
    if (!files.haveOneSize())
        assumptions.push_back("The files that are there before the run differ in size; each counts as large as the "
                              "largest.");
}

} // namespace

Imported importFio(const std::string& text, const std::string& name, const Libraries& libraries)
{
    const auto sections = sectionsOf(text);
    StartingPoint start = StartingPoint::find("fio", "", libraries);
    std::vector<std::string> assumptions, left;
    Json workloads = Json::array();
    double begin = 0, end = 0, warmUp = 0;
    std::set<std::string> ids;
    FioFiles files;
    std::vector<Job> jobs;
    for (const Section& section : sections)
        jobs.emplace_back(section, start, files, assumptions, left).read();
    for (Job& job : jobs)
        job.numberFilesThere();
    putFiles(start.project, files, assumptions);
    for (Job& job : jobs) {
        Json workload = job.workload();
        begin = job.waits ? end : begin;
        std::string id = workload["id"];
        id = id.empty() ? "job" : id;
        while (!ids.insert(id).second)
            id += " again";
        workload["id"] = id;
        workload["start"] = begin + job.startS;
        warmUp = workloads.empty() ? job.startS + job.rampS : warmUp;
        if (job.rampS > 0 && begin + job.startS + job.rampS > warmUp)
            assumptions.push_back("Job " + id + ": its ramp_time counts in the results; only the first job's (" +
                                  plain(warmUp) + " s) is the run's warm-up.");
        end = std::max(end, begin + job.startS + job.rampS + job.runtimeS);
        workloads.push_back(std::move(workload));
    }
    return finish(std::move(start), name, "Made from the fio job file " + name + ".", std::move(workloads),
                  {{"duration", end}, {"warm_up", warmUp}, {"seed", 1}, {"sampling_interval", "100 ms"}},
                  std::move(assumptions), std::move(left));
}

} // namespace headroom::import
