// When solid-state devices are worn out, and how many have to be replaced.
#pragma once

#include "record/summary/summary.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace headroom::study {

/// The devices of one device group that are of the same part, over the years.
struct DeviceLife
{
    static constexpr double never = std::numeric_limits<double>::infinity();

    std::string nodeGroup, devices; ///< ids of the node group and of the device group
    std::string part;
    double count = 0;                     ///< in the last year
    double writtenBps = 0;                ///< bytes that the host writes to a device in a second: their mean
    std::optional<double> enduranceBytes; ///< that the host may write to a device; empty: not known
    /// When a device to which as much is written as to the mean one is worn, in years from its purchase; after the
    /// last year as if all went on as in this one. `never` if nothing is written, or the endurance is not known.
    double wornAfterYears = never;
    double mostWrittenAfterYears = never; ///< the same of the device to which most is written
    double replaced = 0;                  ///< devices that were replaced within the years
    double usd = 0;                       ///< of these
};

/// A device is worn when the host has written to it what it endures; then it is replaced by a new one of the same part
/// and price. The devices of a group wear alike, as the mean one does: a run is too short to tell which of them will be
/// written to more than others over years.
///
/// The endurance of a data sheet is that under its own workload. Smaller writes, or a fuller drive, than there wear a
/// device faster, larger ones more slowly: the write amplification of the run is not part of the model.
class DeviceLives
{
public:
    /// The devices of a system work for so many years as in its run. Devices that were not there before are new.
    /// Returns the price of those that are replaced.
    double pass(const record::Summary& system, double years);

    /// In the order in which they were first there.
    std::vector<DeviceLife> lives() const;

private:
    /// Devices that were bought at the same time.
    struct Batch
    {
        double count = 0;
        double worn = 0; ///< share of its endurance that a device has used up; 1: it is worn
    };
    /// A device that is followed until it is worn.
    struct Follower
    {
        double worn = 0, years = 0, perYear = 0;

        void pass(double wornPerYear, double forYears);
        double wornAfterYears() const;
    };
    struct Group
    {
        DeviceLife life;
        std::vector<Batch> batches; ///< the oldest first
        Follower mean, most;
    };

    Group& groupOf(const record::DeviceWear& wear);
    static void setCount(Group& group, double count);

    std::vector<Group> groups_;
};

} // namespace headroom::study
