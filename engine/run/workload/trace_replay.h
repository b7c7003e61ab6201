// Requests listed in a file.
#pragma once

#include "run/workload/trace_reader.h"
#include "run/workload/workload.h"

#include <unordered_map>

#include <optional>

namespace headroom::run {

/// Issues each record at its time, whether or not earlier ones have been answered; beyond the limit of requests in
/// flight they are refused. The file is read once to check it, then again during the run.
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
    std::uint64_t read_ = 0; ///< number of records read
    std::uint64_t rounds_ = 0;
    std::unordered_map<std::uint64_t, std::uint64_t> askedBy_; ///< by client: number of requests so far
    kernel::Int128 zero_ = 0;                                  ///< time in the file at the workload's start
    kernel::Int128 round_ = 0; ///< duration of a round if the file repeats; 0: it does not
    std::uint64_t clients_, limit_;
    double speed_;
};

} // namespace headroom::run
