// Requests as a file lists them.
#pragma once

#include "run/workload/trace_reader.h"
#include "run/workload/workload.h"

#include <unordered_map>

#include <optional>

namespace headroom::run {

/// Record after record at its time, whether or not earlier ones have been answered; beyond the limit of requests in
/// flight they are refused. The file is read through once to be checked, then again while the run goes on.
class TraceReplay : public Workload
{
public:
    TraceReplay(const WorkloadFields& fields, Demand demand);

private:
    void check(const WorkloadFields& fields, const std::filesystem::path& path);
    void begin() override;
    std::optional<std::uint64_t> offered() const override { return read_; }
    void answered(std::uint64_t, bool) override {}
    /// Reads the next record and schedules it. Throws TraceFault if the file has changed since it was checked.
    void scheduleNext();
    kernel::Time timeOf(const TraceRecord& record) const;
    static void onRecord(void* self, std::uint64_t);

    std::optional<TraceReader> reader_;
    TraceRecord record_;
    std::uint64_t read_ = 0; ///< records so far
    std::uint64_t rounds_ = 0;
    std::unordered_map<std::uint64_t, std::uint64_t> askedBy_; ///< by client: how often so far
    kernel::Int128 zero_ = 0;                                  ///< the file's time of the workload's start
    kernel::Int128 round_ = 0; ///< from one round to the next when it loops; 0: it does not
    std::uint64_t clients_, limit_;
    double speed_;
};

} // namespace headroom::run
