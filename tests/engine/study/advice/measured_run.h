// A run with little in it: what its requests spend their time on, and how much is used.
#pragma once

#include "record/summary/summary.h"

#include <string>

namespace headroom::study::test {

/// A thousand reads of a closed loop, 10 ms each.
inline record::Summary measuredRun()
{
    record::Summary summary;
    summary.simulatedS = 10;
    summary.workloads["load"].type = "closed loop";
    summary.workloads["load"].count = 1000;
    record::OperationSummary& read = summary.operations["read"];
    read.count = 1000;
    read.latency.meanMs = 10;
    return summary;
}

inline record::TimePart& addTime(record::Summary& summary, const std::string& resource, double servedS, double waitingS)
{
    record::TimePart part;
    part.workload = "load";
    part.operation = "read";
    part.nodeGroup = "store";
    part.resource = resource;
    part.servedS = servedS;
    part.waitingS = waitingS;
    return summary.timeParts.emplace_back(part);
}

inline record::ResourceSummary& addRow(record::Summary& summary, const std::string& resource, double use)
{
    record::ResourceSummary row;
    row.nodeGroup = "store";
    row.resource = resource;
    row.utilisationMax = use;
    return summary.resources.emplace_back(row);
}

} // namespace headroom::study::test
