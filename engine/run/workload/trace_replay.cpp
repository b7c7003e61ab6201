#include "run/workload/trace_replay.h"
#include "project/document/workloads.h"
#include "project/file/beside.h"

#include <cmath>
#include <stdexcept>

namespace headroom::run {

namespace {

constexpr int mostFaults = 20;

std::vector<std::string> namesOf(const Demand& demand)
{
    std::vector<std::string> names;
    for (const Demand::Share& share : demand.shares())
        names.push_back(share.name);
    return names;
}

} // namespace

TraceReplay::TraceReplay(const WorkloadFields& fields, Demand demand)
    : Workload(fields, std::move(demand)), clients_(fields.whole("clients")), limit_(fields.whole("limit")),
      speed_(fields.number("speed") * fields.elaboration().arrivals)
{
    if (!fields.has("trace")) {
        fields.error("trace.missing", "/trace", "The workload replays a trace but names none.",
                     "Name a CSV file in the project's folder.");
        return;
    }
    try {
        check(fields, project::fileBesideProject(fields.elaboration().folder, fields.text("trace")));
    } catch (const std::runtime_error& fault) {
        fields.error("trace.unusable", "/trace", fault.what(), "Put a CSV file with a header line there.");
    }
}

void TraceReplay::check(const WorkloadFields& fields, const std::filesystem::path& path)
{
    reader_.emplace(path, namesOf(demand()));
    for (const std::string& column : reader_->unusedColumns())
        fields.warn("trace.column-unused", "/trace", "The column \"" + column + "\" of the trace has no effect.",
                    "If it is meant to, name it size, client or key.");
    TraceRecord record;
    kernel::Int128 first = 0, last = 0;
    std::uint64_t records = 0;
    for (int faults = 0; faults < mostFaults;) {
        try {
            if (!reader_->next(record))
                break;
            first = records++ == 0 ? record.time : first;
            last = record.time;
        } catch (const TraceFault& fault) {
            ++faults;
            fields.error("trace.line", "/trace", fault.what(), "Correct the line.");
        }
    }
    if (records == 0)
        fields.error("trace.empty", "/trace", "The trace holds no request.", "Add lines below the header.");
    zero_ = fields.text("time_zero") == "first line" ? first : 0;
    if (static_cast<double>(last - zero_) / speed_ > static_cast<double>(kernel::never) / 2)
        fields.error("trace.too-long", "/trace", "The trace is longer than the 53 days that can be simulated.",
                     "If its times are clock times, let time 0 be that of the first line.");
    if (fields.text("at_end") != "loop" || records == 0)
        return;
    const kernel::Int128 gap = records > 1 ? (last - first) / static_cast<kernel::Int128>(records - 1) : 0;
    round_ = last - first + gap;
    if (static_cast<double>(round_) / speed_ < 1)
        fields.error("trace.no-time", "/at_end", "The trace takes no time, so that looping would never end.",
                     "Let it stop at its end.");
}

void TraceReplay::begin()
{
    reader_->rewind();
    scheduleNext();
}

kernel::Time TraceReplay::timeOf(const TraceRecord& record) const
{
    const kernel::Int128 ticks = record.time - zero_ + round_ * static_cast<kernel::Int128>(rounds_);
    if (ticks <= 0)
        return startTime();
    const kernel::Int128 left = kernel::never - startTime();
    if (speed_ == 1)
        return ticks < left ? startTime() + static_cast<kernel::Time>(ticks) : kernel::never;
    const double scaled = std::round(static_cast<double>(ticks) / speed_);
    return scaled < static_cast<double>(left) / 2 ? startTime() + static_cast<kernel::Time>(scaled) : kernel::never;
}

void TraceReplay::scheduleNext()
{
    if (!reader_->next(record_)) {
        if (round_ == 0)
            return;
        ++rounds_;
        reader_->rewind();
        if (!reader_->next(record_))
            throw TraceFault("the trace has become empty");
    }
    if (const kernel::Time when = timeOf(record_); when != kernel::never)
        calendar().schedule(when, &TraceReplay::onRecord, this);
}

void TraceReplay::onRecord(void* self, std::uint64_t)
{
    TraceReplay& replay = *static_cast<TraceReplay*>(self);
    const std::uint64_t number = replay.read_++;
    Turn turn;
    turn.client = replay.record_.client.value_or(number % replay.clients_);
    turn.asked = replay.askedBy_[turn.client]++;
    turn.site = replay.siteOf(turn.client);
    turn.session = kernel::mix(replay.source(), turn.client);
    turn.share = replay.record_.operation;
    turn.size = replay.record_.size;
    turn.key = replay.record_.key;
    if (replay.inFlight() < replay.limit_ && !replay.down(turn.site))
        replay.ask(turn, 0);
    else
        replay.refuse();
    replay.scheduleNext();
}

} // namespace headroom::run
