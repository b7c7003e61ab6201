#include "study/bench/bench_entry.h"

#include "project/expression/quantity.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace headroom::study {

namespace {

using project::Component;

constexpr double readBytes = 4096;
constexpr double nearlyAll = 0.95;
constexpr double flushOfNothingUs = 20;
constexpr double fastestSeekUs = 1000; ///< no disk with platters answers a random read faster

const FioAnswer* answerOf(const BenchFindings& found, const std::string& id)
{
    const auto at = std::ranges::find_if(found.results, [&](const BenchResult& each) { return each.first.id == id; });
    return at == found.results.end() ? nullptr : &at->second;
}

std::string depthId(const char* direction, int kibibytes, std::uint32_t depth)
{
    return std::string("random ") + direction + ' ' + std::to_string(kibibytes) + "k depth " + std::to_string(depth);
}

/// Three digits: more are not measured.
double rounded(double value)
{
    if (!(value > 0))
        return 0;
    char text[32] = "";
    std::snprintf(text, sizeof text, "%.3g", value);
    return std::strtod(text, nullptr);
}

/// Letters, digits and underscores.
std::string idFrom(const std::string& text)
{
    std::string id;
    for (const char c : text)
        if (std::isalnum(static_cast<unsigned char>(c)))
            id += c;
        else if (!id.empty() && id.back() != '_')
            id += '_';
    while (!id.empty() && id.back() == '_')
        id.pop_back();
    return id;
}

/// An entry that is being made: each figure with its origin.
class Entry
{
public:
    Entry(const EntryWishes& wishes, Component& component) : component_(component)
    {
        if (wishes.like) {
            component_.parameters = wishes.like->parameters;
            component_.estimatedFields = wishes.like->estimatedFields;
            like_ = wishes.like->id;
            for (const auto& [name, value] : component_.parameters.items())
                if (name.starts_with("price"))
                    continue;
                else
                    inherited_.push_back(name);
        }
    }

    void measured(const std::string& name, double value, const std::string& how)
    {
        set(name, value);
        std::erase(component_.estimatedFields, name);
        origins_ += (origins_.empty() ? "" : "; ") + name + ": " + how;
    }
    void estimated(const std::string& name, const project::Json& value, const std::string& how)
    {
        if (component_.parameters.contains(name) && !like_.empty())
            return; // the figure of the like part is better
        component_.parameters[name] = value;
        component_.estimatedFields.push_back(name);
        origins_ += (origins_.empty() ? "" : "; ") + name + ": estimated, " + how;
    }
    void fact(const std::string& name, const project::Json& value)
    {
        component_.parameters[name] = value;
        std::erase(inherited_, name);
        std::erase(component_.estimatedFields, name);
    }
    bool has(const std::string& name) const { return component_.parameters.contains(name); }

    void end()
    {
        std::ranges::sort(component_.estimatedFields);
        auto& fields = component_.estimatedFields;
        fields.erase(std::unique(fields.begin(), fields.end()), fields.end());
        component_.notes = origins_ + '.';
        if (!inherited_.empty()) {
            component_.notes += " As of " + like_ + ':';
            for (const std::string& name : inherited_)
                component_.notes += ' ' + name + (name == inherited_.back() ? "." : ",");
        }
    }

private:
    void set(const std::string& name, double value)
    {
        std::erase(inherited_, name);
        if (value == std::floor(value) && value < 9e15)
            component_.parameters[name] = static_cast<std::uint64_t>(value);
        else
            component_.parameters[name] = value;
    }

    Component& component_;
    std::string like_, origins_;
    std::vector<std::string> inherited_;
};

void takeLatency(Entry& entry, const std::string& name, const FioDirection& alone, const BenchJob& job, bool spread)
{
    entry.measured(name + "_latency_us", rounded(alone.meanUs), inWords(job));
    if (spread && alone.meanUs > 0)
        entry.measured(name + "_latency_cv", std::round(100 * alone.spreadUs / alone.meanUs) / 100,
                       "standard deviation / mean of these");
}

void takeFlush(Entry& entry, const FioAnswer& answer, double writesPerSecond, std::vector<std::string>& remarks)
{
    if (answer.flushMeanUs < flushOfNothingUs) {
        entry.estimated("power_loss_protection", true,
                        "as a flush took " + project::formatQuantity(answer.flushMeanUs / 1e6, "s"));
        return;
    }
    const double programUs = writesPerSecond > 0 ? 1e6 / writesPerSecond : 0;
    entry.measured("flush_latency_us", rounded(std::max(1.0, answer.flushMeanUs - programUs)),
                   "mean of fdatasync after a random write of 4 KiB, " +
                       project::formatQuantity(answer.flushMeanUs / 1e6, "s") + ", less a page's programming");
    entry.fact("power_loss_protection", false);
    if (answer.flushMedianUs > 0 && answer.flushMeanUs > 2 * answer.flushMedianUs)
        remarks.push_back("Half of the flushes took at most " +
                          project::formatQuantity(answer.flushMedianUs / 1e6, "s") + ", but their mean is " +
                          project::formatQuantity(answer.flushMeanUs / 1e6, "s") +
                          ": others may have worked on the drive. Measure it again when it is idle.");
}

void takeSolidState(const BenchFindings& found, Entry& entry, std::vector<std::string>& remarks)
{
    std::vector<BenchResult> reads;
    for (const BenchResult& each : found.results)
        if (each.first.random && each.first.readShare == 1 && each.first.bytes == 4096)
            reads.push_back(each);
    const std::uint32_t depth = saturatedDepth(reads);
    const auto take = [&](const std::string& id, const std::string& name, auto figure) {
        if (const FioAnswer* answer = answerOf(found, id)) {
            const auto job = std::ranges::find_if(found.results, [&](const auto& each) { return each.first.id == id; });
            entry.measured(name, rounded(figure(*answer)), inWords(job->first));
        }
    };
    const auto readRate = [](const FioAnswer& answer) { return answer.reads.perSecond; };
    const auto writeRate = [](const FioAnswer& answer) { return answer.writes.perSecond; };
    take("sequential read 128k depth 32", "seq_read_Bps", [](const auto& each) { return each.reads.bytesPerSecond; });
    take("sequential write 128k depth 32", "seq_write_Bps",
         [](const auto& each) { return each.writes.bytesPerSecond; });
    take(depthId("read", 4, depth), "rand_read_4k_iops", readRate);
    take(depthId("write", 4, depth), "rand_write_4k_iops", writeRate);
    take(depthId("read", 8, depth), "rand_read_8k_iops", readRate);
    take(depthId("write", 8, depth), "rand_write_8k_iops", writeRate);
    take(depthId("mix 70/30", 4, depth), "rand_mixed_70_30_iops",
         [](const auto& each) { return each.reads.perSecond + each.writes.perSecond; });
    for (const auto& [job, answer] : found.results) {
        if (job.depth != 1 || job.bytes != 4096 || job.flushes)
            continue;
        const std::string name = std::string(job.random ? "" : "seq_") + (job.reads() ? "read" : "write");
        takeLatency(entry, name, job.reads() ? answer.reads : answer.writes, job, job.random);
        if (job.random && job.reads()) {
            const FioAnswer& saturated = *answerOf(found, depthId("read", 4, depth));
            entry.estimated("parallel_channels",
                            std::max(1L, std::lround(saturated.reads.perSecond * answer.reads.meanUs / 1e6)),
                            "random reads per second times the time of a lone one");
        }
    }
    entry.measured("iops_queue_depth", depth, "the lowest depth with 95 % of the highest rate of random reads");
    entry.measured("saturation_queue_depth", depth, "the same");
    if (reads.size() > 1 && depth == reads.back().first.depth)
        remarks.push_back("Random reads still became more up to the largest depth that was tried, " +
                          std::to_string(depth) + ": the drive may do more.");
    const FioAnswer* const writes = answerOf(found, depthId("write", 4, depth));
    if (const FioAnswer* flushed = answerOf(found, "random write 4k fdatasync"))
        takeFlush(entry, *flushed, writes ? writes->writes.perSecond : 0, remarks);
    if (found.scope.writes)
        return;
    const FioAnswer* const read = answerOf(found, depthId("read", 4, depth));
    const FioAnswer* const inSequence = answerOf(found, "sequential read 128k depth 32");
    if (read && inSequence) {
        entry.estimated("seq_write_Bps", rounded(inSequence->reads.bytesPerSecond),
                        "as reads, since nothing was written");
        entry.estimated("rand_write_4k_iops", rounded(read->reads.perSecond), "as reads, since nothing was written");
        remarks.emplace_back(
            "Nothing was written to the device, so its figures of writes are estimates that are "
            "rather too high. Name a folder on the drive to measure them, or a like part with --like.");
    }
}

void takeDisk(const BenchFindings& found, const EntryWishes& wishes, Entry& entry, std::vector<std::string>& remarks)
{
    if (wishes.turnsPerMinute > 0)
        entry.fact("rpm", wishes.turnsPerMinute);
    if (!entry.has("rpm"))
        throw std::runtime_error("It is a disk with platters: name its turns per minute, as on its label, with --rpm.");
    const FioAnswer* const first = answerOf(found, "sequential read 128k depth 8 first");
    const FioAnswer* const last = answerOf(found, "sequential read 128k depth 8 last");
    if (!first || !last)
        throw std::runtime_error("Its sequential reads were not measured.");
    const double outer = std::max(first->reads.bytesPerSecond, last->reads.bytesPerSecond);
    entry.measured("seq_read_Bps", rounded(outer), "sequential reads of 128 KiB at the beginning");
    entry.measured("media_rate_outer_Bps", rounded(outer), "the same");
    if (found.scope.wholeDrive)
        entry.measured("media_rate_inner_Bps",
                       rounded(std::min(first->reads.bytesPerSecond, last->reads.bytesPerSecond)),
                       "the same at the end");
    if (const FioAnswer* written = answerOf(found, "sequential write 128k depth 8"))
        entry.measured("seq_write_Bps", rounded(written->writes.bytesPerSecond), "sequential writes of 128 KiB");
    const FioAnswer* const alone = answerOf(found, depthId("read", 4, 1));
    if (alone && found.scope.wholeDrive) {
        const double turnUs = 60e6 / (wishes.turnsPerMinute > 0 ? wishes.turnsPerMinute : 7200);
        const double seekUs = alone->reads.meanUs - turnUs / 2 - 1e6 * readBytes / outer;
        if (seekUs < 100)
            throw std::runtime_error("A random read took " + project::formatQuantity(alone->reads.meanUs / 1e6, "s") +
                                     ", less than half a turn of such a disk: it is none, or --rpm is wrong.");
        entry.measured("avg_seek_read_ms", rounded(seekUs / 1000),
                       "a lone random read less half a turn and its transfer");
        entry.estimated("avg_seek_write_ms", rounded(seekUs / 1000 + 1), "1 ms of finer settling more than a read");
        entry.measured("rand_read_4k_iops", rounded(alone->reads.perSecond), "random reads of 4 KiB, depth 1");
        entry.fact("iops_queue_depth", 1);
    } else if (!entry.has("avg_seek_read_ms"))
        throw std::runtime_error("A file covers a small part of a disk, so its seeks are too short. Name the disk "
                                 "itself, as /dev/sda, or a like part with --like.");
    entry.fact("write_cache_enabled", found.drive.writeCache);
    if (!found.scope.wholeDrive)
        remarks.emplace_back("The file lies on a few tracks of the disk: its rates are those of these tracks.");
}

std::string kindOf(const BenchFindings& found, const EntryWishes& wishes, std::vector<std::string>& remarks)
{
    if (!wishes.kind.empty())
        return wishes.kind;
    const FioAnswer* const alone = answerOf(found, depthId("read", 4, 1));
    if (found.scope.rotates)
        return "disk";
    if (found.drive.rotates && alone && alone->reads.meanUs < fastestSeekUs)
        remarks.push_back("The system calls it a disk with platters, but a random read takes " +
                          project::formatQuantity(alone->reads.meanUs / 1e6, "s") +
                          ", so the entry is that of an SSD.");
    return found.drive.nvme ? "nvme" : "ssd";
}

} // namespace

std::uint32_t saturatedDepth(const std::vector<BenchResult>& reads)
{
    double highest = 0;
    for (const auto& [job, answer] : reads)
        highest = std::max(highest, answer.reads.perSecond);
    for (const auto& [job, answer] : reads)
        if (answer.reads.perSecond >= nearlyAll * highest)
            return job.depth;
    return 1;
}

Component entryOf(const BenchFindings& found, const EntryWishes& wishes, std::vector<std::string>& remarks)
{
    Component component;
    Entry entry(wishes, component);
    component.kind = kindOf(found, wishes, remarks);
    component.vendor = found.drive.vendor;
    component.model =
        found.drive.model.empty() ? (found.drive.device.empty() ? "drive" : found.drive.device) : found.drive.model;
    component.id = wishes.id.empty() ? idFrom("Measured_" + component.vendor + ' ' + component.model) : wishes.id;
    if (found.drive.capacityBytes > 0)
        entry.fact("capacity_B", found.drive.capacityBytes);
    else if (!entry.has("capacity_B")) {
        entry.estimated("capacity_B", found.fileBytes, "the file that was measured, since the drive is not known");
        remarks.emplace_back("The capacity of the drive is not known; enter it.");
    }
    if (component.kind == "disk")
        takeDisk(found, wishes, entry, remarks);
    else
        takeSolidState(found, entry, remarks);
    entry.end();
    const std::string version = found.results.empty() ? "fio" : found.results.front().second.version;
    component.source = "Measured by " + version + " on " + found.day + ": " +
                       (found.fileBytes > 0
                            ? "a file of " + project::formatQuantity(static_cast<double>(found.fileBytes), "B") + " on "
                            : "all of ") +
                       component.model + ", " + project::formatQuantity(found.secondsOfJob, "s") + " for each load";
    component.confidence = "measured";
    return component;
}

} // namespace headroom::study
