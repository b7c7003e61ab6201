// Converts the model's meters into series: their changes since the last sample.
#pragma once

#include "record/stream/series.h"
#include "run/observe/readings.h"

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

namespace headroom::run {

/// The series of a run: first those of operations, node groups and roles, then those of single nodes, as selected by
/// Model::seriesDetail, then those of blocks unless there are very many.
class Sampler
{
public:
    explicit Sampler(Model& model);

    const std::vector<record::SeriesInfo>& series() const { return series_; }
    /// Values of all series over the time since the last call, which must be at an earlier instant. Afterwards call
    /// closeInterval of the workloads.
    void sample(std::vector<double>& values);
    /// Called when the meters begin a new window: their integrals start from 0.
    void windowReset();

private:
    struct Named
    {
        std::string name;
        const char* unit;
    };
    /// `above`: the path without its last part.
    void add(const std::vector<std::string>& above, std::initializer_list<Named> series,
             std::unique_ptr<Reading> reading);
    void addOperations();
    /// Adds processor, disks of each device group and network of some nodes of a group.
    void addNodes(const std::vector<std::string>& above, const topology::GroupInfo& group, std::uint32_t first,
                  std::uint32_t count);
    void addRates(const std::vector<std::string>& above, const topology::GroupInfo& group, std::uint32_t first,
                  std::uint32_t count);
    bool ratesOfNodes() const;
    void addDevices(const std::vector<std::string>& above, const topology::GroupInfo& group, std::uint32_t node);
    /// Adds each direction of each link, and the switches that can limit, unless there are very many.
    void addLinks();
    void addRoles();
    void addBlocks();
    void addStages(std::uint32_t role);
    SeriesDetail detail() const;

    Model& model_;
    std::vector<record::SeriesInfo> series_;
    std::vector<std::unique_ptr<Reading>> readings_;
    kernel::Time last_ = 0;
};

} // namespace headroom::run
