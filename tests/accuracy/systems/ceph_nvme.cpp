#include "accuracy/systems/ceph_nvme.h"

#include "accuracy/published.h"

#include <algorithm>

namespace headroom::accuracy {

Settings CephNvmeCase::settings() const
{
    const int mostClientNodes = 31;
    Settings all{{"NODES", std::to_string(simulatedNodes)},
                 {"CLIENT_NODES", std::to_string(std::min(simulatedNodes, mostClientNodes))},
                 {"POOL", pool},
                 {"OPERATION", operation},
                 {"BLOCK_SIZE", size},
                 {"K", "6"},
                 {"M", "2"},
                 {"DEPTH", "128"},
                 {"NETWORK", "message"}};
    all.insert(all.end(), load.begin(), load.end());
    return all;
}

std::vector<CephNvmeCase> publishedCephNvmeCases()
{
    std::vector<CephNvmeCase> cases;
    for (const auto& row : publishedRows("ceph-nvme"))
        cases.push_back({std::stoi(row[0]),
                         std::stoi(row[1]),
                         row[2],
                         row[3],
                         row[4],
                         {{"CLIENTS", row[5]},
                          {"CLIENTS_ON", row[6]},
                          {"OP_SHARDS", row[7]},
                          {"MESSENGER_THREADS", row[8]},
                          {"GROUPS_POWER", row[9]}},
                         row[10],
                         std::stod(row[11]),
                         row[12]});
    return cases;
}

double figureOf(const CephNvmeCase& measured, const record::Summary& summary)
{
    const record::OperationSummary& operation = summary.operations.at(measured.operation);
    const double each = measured.small() ? operation.perSecond : operation.bytesPerSecond / (1024.0 * 1024 * 1024);
    return each * measured.nodes / measured.simulatedNodes;
}

double simulateCephNvme(const CephNvmeCase& measured)
{
    return figureOf(measured, simulate("ceph-nvme", measured.settings(), measured.small() ? "80 ms" : "3 s"));
}

} // namespace headroom::accuracy
