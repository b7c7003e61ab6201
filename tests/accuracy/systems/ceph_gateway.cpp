#include "accuracy/systems/ceph_gateway.h"

#include "accuracy/published.h"

namespace headroom::accuracy {

namespace {

/// Ten nodes of 2023, whose clients ran on them; 200 million objects of 4 KB, or two million of 4 MB.
Settings nodesOf2023(bool small)
{
    return {{"NODES", "10"},
            {"DRIVES", "6"},
            {"DRIVE", "Samsung_PM983_3_84TB"},
            {"PROCESSOR", "AMD_EPYC_7742"},
            {"SOCKETS", "1"},
            {"MEMORY", "128 GiB"},
            {"CABLES", "1"},
            {"GATEWAYS", "2"},
            {"TLS", "false"},
            {"CLIENTS_ON", "storage nodes"},
            {"OBJECTS", small ? "200000000" : "2000000"}};
}

} // namespace

Settings GatewayCase::settings() const
{
    Settings all{{"POOL", pool},
                 {"OPERATION", operation},
                 {"OBJECT_SIZE", size},
                 {"CLIENTS", std::to_string(clients)},
                 {"DEPTH", std::to_string(depth)}};
    const Settings nodes =
        study == 2023 ? nodesOf2023(unit == "/s") : Settings{{"CLIENT_NODES", std::to_string(clients)}};
    all.insert(all.end(), nodes.begin(), nodes.end());
    return all;
}

std::vector<GatewayCase> publishedGatewayCases()
{
    std::vector<GatewayCase> cases;
    for (const auto& row : publishedRows("ceph-rgw"))
        cases.push_back({std::stoi(row[0]), row[1], row[2], row[3], std::stoi(row[4]), std::stoi(row[5]), row[6],
                         std::stod(row[7]), row[8]});
    return cases;
}

double figureOf(const GatewayCase& measured, const record::Summary& summary)
{
    const record::OperationSummary& operation = summary.operations.at(measured.operation);
    if (measured.unit == "/s")
        return operation.perSecond;
    return operation.bytesPerSecond / (measured.unit == "GB/s" ? 1e9 : 1024.0 * 1024 * 1024);
}

double simulateGateway(const GatewayCase& measured)
{
    // A thread of 2023 waits some 2 s for an object of 4 MB.
    const bool large = measured.size.ends_with("MiB");
    const std::string duration = measured.study == 2023 ? large ? "8 s" : "700 ms" : large ? "2 s" : "1 s";
    return figureOf(measured, simulate("ceph-rgw", measured.settings(), duration));
}

} // namespace headroom::accuracy
