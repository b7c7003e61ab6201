#include "import/fio/job.h"

#include "import/fio/elsewhere.h"
#include "import/fio/options.h"
#include "import/formats.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace headroom::import::fio {

namespace {

std::string valueOf(const OptionMap& options, const char* name, const std::string& otherwise = "")
{
    const auto found = options.find(name);
    return found == options.end() ? otherwise : found->second;
}

/// The engine of an option, without "external:" paths' details.
std::string engineOf(const OptionMap& options)
{
    return lower(valueOf(options, "ioengine", "psync"));
}

std::string kindOf(const OptionMap& options)
{
    const std::string rw = lower(valueOf(options, "rw", "read"));
    return rw.substr(0, rw.find(':'));
}

const std::set<std::string> asynchronous = {"libaio",   "io_uring",   "io_uring_cmd",
                                            "posixaio", "windowsaio", "solarisaio"};
const std::set<std::string> synchronous = {"sync", "psync", "vsync", "pvsync", "pvsync2", "mmap", "splice", "sg"};

/// Values with which an option that could change the load does not.
bool isNeutral(const std::string& option, const std::string& value)
{
    static const std::map<std::string, std::set<std::string>> neutral = {
        {"invalidate", {"1", ""}},
        {"iodepth_batch", {"1", "0"}},
        {"iodepth_batch_complete_min", {"1", "0"}},
        {"iodepth_batch_complete_max", {"1", "0"}},
        {"file_service_type", {"roundrobin"}},
        {"zonemode", {"none"}},
        {"verify", {"0", "none"}},
        {"io_submit_mode", {"inline"}},
        {"exit_what", {"group"}},
        {"lockfile", {"none"}},
        {"thinktime_blocks_type", {"complete"}},
        {"continue_on_error", {"none"}},
        {"fadvise_hint", {"1", ""}},
    };
    if (const auto found = neutral.find(option); found != neutral.end() && found->second.contains(value))
        return true;
    return value == "0" && option != "invalidate" && option != "iodepth_low" && option != "cpus_allowed" &&
           option != "cpumask" && option != "numa_cpu_nodes" && option != "fadvise_hint";
}

} // namespace

std::string reasonToLeaveOut(const OptionMap& options, const project::Json& machine)
{
    static const std::map<std::string, const char*> without = {{"cpuio", "it only uses the processor"},
                                                               {"net", "it sends over the network"},
                                                               {"netsplice", "it sends over the network"},
                                                               {"rdma", "it sends over the network"},
                                                               {"null", "it moves no data"},
                                                               {"exec", "it runs a program"},
                                                               {"ftruncate", "it moves no data"},
                                                               {"filecreate", "it moves no data"},
                                                               {"filestat", "it moves no data"},
                                                               {"filedelete", "it moves no data"},
                                                               {"falloc", "it moves no data"},
                                                               {"e4defrag", "it moves extents only"},
                                                               {"nbd", "its storage is another host's"},
                                                               {"gfapi", "its storage is another host's"},
                                                               {"gfapi_async", "its storage is another host's"},
                                                               {"http", "its storage is another host's"},
                                                               {"libhdfs", "its storage is another host's"},
                                                               {"nfs", "its storage is another host's"},
                                                               {"libiscsi", "its storage is another host's"},
                                                               {"dev-dax", "its storage is memory"},
                                                               {"libpmem", "its storage is memory"},
                                                               {"pmemblk", "its storage is memory"}};
    const std::string engine = engineOf(options), kind = kindOf(options);
    if (const auto found = without.find(engine); found != without.end())
        return "ioengine=" + valueOf(options, "ioengine") + ": " + found->second + "; the job is left out.";
    if (const project::Json* elsewhere = elsewhereOf(machine, options))
        return sentenceOf(*elsewhere, engine);
    if (kind == "trim" || kind == "randtrim")
        return "rw=" + valueOf(options, "rw") + ": it only trims; the job is left out.";
    if (const std::string log = valueOf(options, "read_iolog"); !log.empty())
        return "read_iolog=" + log.substr(0, 60) + ": it replays I/Os that are not in this file; the job is left out.";
    if (options.contains("create_only") && valueOf(options, "create_only") != "0")
        return "create_only: it only lays out its files; the job is left out.";
    return {};
}

std::string Amount::text() const
{
    if (!ofDevice)
        return plain(bytes);
    return share == 1 ? "DRIVE.capacity_B" : plain(share) + " * DRIVE.capacity_B";
}

void Job::readShape()
{
    const std::string kind = kindOf(section_.options), rw = lower(text("rw", "read"));
    const auto share = [&](const char* option) { // of two values the last holds
        return numberOf(splitAt(text(option, "50"), ',').back(), placeOf(option)) / 100;
    };
    const double mix = has("rwmixwrite") && !has("rwmixread") ? 1 - share("rwmixwrite") : share("rwmixread");
    static const std::map<std::string, std::pair<bool, double>> kinds = {
        {"read", {false, 1}}, {"write", {false, 0}},       {"randread", {true, 1}}, {"randwrite", {true, 0}},
        {"rw", {false, -1}},  {"readwrite", {false, -1}},  {"randrw", {true, -1}},  {"trimwrite", {false, 0}},
        {"", {false, 1}},     {"randtrimwrite", {true, 0}}};
    const auto found = kinds.find(kind);
    if (found == kinds.end())
        throw ImportError(what_ + ": rw=" + text("rw", "").substr(0, 30) +
                          " is not known. It is one of read, write, "
                          "rw, randread, randwrite and randrw.");
    random_ = found->second.first;
    readShare_ = mix_ = found->second.second < 0 ? std::clamp(mix, 0.0, 1.0) : found->second.second;
    if (kind.ends_with("trimwrite"))
        notes_.leave(Loss::replaced, what_, "rw=" + text("rw", "") + ": the trims are left out.");
    else if (kind != rw)
        notes_.leave(Loss::changes, what_, "the number in rw=" + text("rw", "") + ": each I/O has a place of its own.");
    if (const double part = number("percentage_random", 100); random_ && part <= 0)
        random_ = false;
    else if (random_ && part < 100)
        notes_.leave(Loss::changes, what_, "percentage_random=" + text("percentage_random", "") + ": all are random.");
    direct_ = has("direct") ? flag("direct") : has("buffered") && !flag("buffered");
}

void Job::readDepth()
{
    jobs_ = std::max(1.0, number("numjobs", 1));
    const std::string engine = engineOf(section_.options);
    const double depth = std::max(1.0, number("iodepth", 1));
    if (asynchronous.contains(engine))
        depth_ = depth;
    else if (!synchronous.contains(engine)) {
        depth_ = depth;
        if (!elsewhereOf(start_.machine, section_.options))
            notes_.leave(Loss::changes, what_,
                         "ioengine=" + text("ioengine", "") + ": its I/O is taken for asynchronous block I/O.");
    } else if (depth > 1)
        notes_.harmless("iodepth with " + engine);
    if (engine == "libaio" && !direct_ && depth > 1)
        notes_.assume(what_, "buffered I/O with libaio is queued to its iodepth, although Linux may make it wait.");
}

void Job::readTimes()
{
    rampS = time("ramp_time", 1);
    runtimeS = time("runtime", 1);
    waits = flag("stonewall");
    waitFor = text("wait_for", "");
    endsOthers = flag("exitall");
    const auto [from, to] = rangeIn(text("startdelay", "0"));
    startS = (secondsOf(from, 1, placeOf("startdelay")) + secondsOf(to, 1, placeOf("startdelay"))) / 2;
    if (from != to)
        notes_.leave(Loss::slight, what_, "startdelay=" + text("startdelay", "") + ": its mean for all.");
}

/// I/Os per second at most of reads (side 0) or writes; 0: no limit. A single value applies to each direction.
double Job::limitOf(std::size_t side) const
{
    const auto sideOf = [&](const char* option) {
        const auto sides = splitAt(text(option, ""), ',');
        return sides.size() > 1 ? sides[side] : sides[0];
    };
    double limit = 0;
    if (const std::string value = sideOf("rate_iops"); !value.empty())
        limit = bytes(value, "rate_iops");
    if (const std::string value = sideOf("rate"); !value.empty()) {
        const double ios = bytes(value, "rate") / meanSize(side == 1);
        limit = limit > 0 && ios > 0 ? std::min(limit, ios) : std::max(limit, ios);
    }
    return limit;
}

void Job::readRate()
{
    const double reads = readShare_ > 0 ? limitOf(0) : 0, writes = readShare_ < 1 ? limitOf(1) : 0;
    const std::string option = has("rate_iops") ? "rate_iops=" + text("rate_iops", "") : "rate=" + text("rate", "");
    rate_ = reads + writes;
    if (rate_ <= 0)
        return;
    const bool mixed = readShare_ > 0 && readShare_ < 1;
    if (reads > 0 && writes > 0)
        readShare_ = reads / rate_; // each direction at its limit, whatever the mix
    else if (mixed) {
        rate_ /= reads > 0 ? readShare_ : 1 - readShare_;
        notes_.leave(Loss::changes, what_,
                     option + " leaves " + (reads > 0 ? "writes" : "reads") +
                         " without a limit; they keep their share of the mix.");
    }
    notes_.assume(what_, "the I/Os of a limited rate are due at that rate; one that finds all of the queue in use "
                         "waits, and is caught up with as soon as there is room.");
}

void Job::readThinking()
{
    thinkS_ = time("thinktime", 1e-6);
    if (thinkS_ <= 0)
        return;
    thinkAfter_ = std::max(1.0, number("thinktime_blocks", 1));
    if (rate_ > 0) {
        notes_.leave(Loss::changes, what_, "thinktime=" + text("thinktime", "") + ": its I/Os have a rate.");
        thinkS_ = 0;
    }
}

double Job::meanSize(bool write) const
{
    project::Json sizes = project::Json::object();
    putSizes(sizes, write);
    if (sizes.contains("size"))
        return std::max(1.0, sizes["size"].get<double>());
    if (sizes.contains("size_min"))
        return std::max(1.0, (sizes["size_min"].get<double>() + sizes["size_max"].get<double>()) / 2);
    double sum = 0, weights = 0;
    for (const project::Json& row : sizes["sizes"]) {
        sum += row[0].get<double>() * row[1].get<double>();
        weights += row[1].get<double>();
    }
    return std::max(1.0, weights > 0 ? sum / weights : 1.0);
}

/// The I/Os of one job in one loop over regions of known size: whole blocks of each file, no more than its size.
double Job::iosOfLoop(double mean) const
{
    const bool even = meanSize(false) == meanSize(true) && !has("bssplit") && !has("bsrange");
    const auto blocks = [&](double bytes) { return even ? std::floor(bytes / mean) : std::floor(bytes / mean + 0.5); };
    double ios = filesInTurn_ * blocks(region_.bytes);
    const std::string size = text("size", "");
    if (fileSize() > 0 && !size.empty() && size != "0" && !size.ends_with('%'))
        ios = std::min(ios, blocks(bytes(size, "size")));
    if (has("io_size") && text("io_size", "") != "0") {
        const std::string value = text("io_size", "");
        const double wanted =
            blocks(value.ends_with('%') ? filesInTurn_ * amountOf("io_size", region_).bytes : bytes(value, "io_size"));
        ios = number("loops", 1) > 1 ? std::min(ios, wanted) : wanted; // as fio does it
    }
    const double most = number("number_ios", 0);
    return std::max(1.0, most > 0 ? std::min(most, ios) : ios);
}

/// The number of I/Os after which it ends, if it is not its time that ends it.
void Job::readTotal()
{
    if (flag("time_based") && runtimeS > 0)
        return;
    const double mean = readShare_ * meanSize(false) + (1 - readShare_) * meanSize(true);
    const double times = jobs_ * std::max(1.0, number("loops", 1));
    const Amount all = amountOf("io_size", region_);
    const double most = number("number_ios", 0);
    if (all.ofDevice && most > 0)
        total = plain(std::ceil(most * times));
    else if (all.ofDevice)
        total = "max(1, floor(" + plain(times * filesInTurn_ * all.share / mean) + " * DRIVE.capacity_B))";
    else if (region_.ofDevice)
        total = plain(std::max(1.0, std::floor(all.bytes * jobs_ / mean + 0.5)));
    else
        total = plain(std::ceil(iosOfLoop(mean) * times));
}

void Job::tellRest()
{
    for (const auto& [name, value] : section_.options) {
        const Use use = useOf(name);
        const std::string written = name + (value.empty() ? "" : "=" + value.substr(0, 60));
        if (use == Use::unknown)
            notes_.leave(Loss::changes, what_, written + ": fio 3.33 has no such option; an engine may have it.");
        else if (use == Use::changes && !isNeutral(name, value))
            notes_.leave(Loss::changes, what_, written + ".");
        else if (use != Use::carried)
            notes_.harmless(name);
    }
    if (flag("fill_device"))
        notes_.leave(Loss::changes, what_, "fill_device: it writes its size, not until nothing is free.");
    if (lower(text("rate_process", "linear")) == "poisson" && rate_ <= 0)
        notes_.harmless("rate_process");
}

project::Json Job::figures() const
{
    const bool mixed = mix_ > 0 && mix_ < 1;
    return {{"jobs", jobs_},
            {"depth", depth_},
            {"block_size", meanSize(mix_ <= 0)},
            {"access", random_ ? "random" : "sequential"},
            {"operation", mixed      ? "mixed"
                          : mix_ > 0 ? "read"
                                     : "write"},
            {"read_share", mix_}};
}

void Job::tellBeyondFigures()
{
    const auto tell = [&](Loss loss, const char* option, const std::string& instead) {
        if (has(option))
            notes_.leave(loss, what_, option + ("=" + text(option, "").substr(0, 60)) + ": " + instead);
    };
    const std::string unlimited = "the clients ask as fast as they are answered.", one = "one size, the mean, for all.";
    for (const char* option : {"rate", "rate_iops"})
        if (rate_ > 0)
            tell(Loss::changes, option, unlimited);
    if (thinkS_ > 0)
        tell(Loss::changes, "thinktime", unlimited);
    tell(Loss::changes, "bssplit", one);
    tell(Loss::changes, "bsrange", one);
    if (readShare_ > 0 && readShare_ < 1 && meanSize(false) != meanSize(true))
        tell(Loss::changes, "bs", "writes have the size of reads.");
    if (text("random_distribution", "random") != "random")
        tell(Loss::changes, "random_distribution", "blocks are drawn uniformly.");
    for (const char* option : {"fsync", "fdatasync"})
        if (number(option, 0) > 0 && readShare_ < 1)
            tell(Loss::changes, option, "writes are not synced.");
    for (const char* option : {"runtime", "ramp_time", "size", "io_size", "number_ios", "loops", "startdelay"})
        tell(Loss::slight, option, "the run and the image stay as the project has them.");
}

void Job::read()
{
    units_.kbBase = number("kb_base", 1024);
    if (units_.kbBase != 1000 && units_.kbBase != 1024)
        throw ImportError(what_ + ": kb_base=" + text("kb_base", "") + " is neither 1000 nor 1024.");
    readShape();
    readDepth();
    readTimes();
    readRate();
    readThinking();
    readFiles();
    readRegion();
    readTotal();
    tellRest();
}

} // namespace headroom::import::fio
