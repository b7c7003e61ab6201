// lshw -json: an object; several machines or classes make an array, and without root some versions leave fields out.
#include "import/hosts/host_files.h"

#include <algorithm>

namespace headroom::import {

namespace {

/// "logicalname" is a text or a list of them.
std::string logicalName(const Value& node)
{
    const Value name = node["logicalname"];
    std::string text;
    if (name.isArray()) {
        for (const Value& one : name.elements())
            if (const std::string each = one.text(); text.empty() || each.size() < text.size())
                text = each;
    } else {
        text = name.text();
    }
    return text.substr(text.rfind('/') == std::string::npos ? 0 : text.rfind('/') + 1);
}

std::string nameOfMaker(const Value& node)
{
    const std::string vendor = node["vendor"].text(), product = node["product"].text();
    return vendor.empty() || lowered(product).find(lowered(vendor)) != std::string::npos ? product
                                                                                         : vendor + " " + product;
}

void readProcessor(const Value& node, HostFacts& host)
{
    const std::string model = node["product"].text().empty() ? node["version"].text() : node["product"].text();
    if (node["disabled"].truth() || model.empty())
        return;
    if (host.processor) {
        ++host.processor->sockets;
        return;
    }
    ProcessorFacts processor;
    processor.model = model;
    processor.sockets = 1;
    const Value configuration = node["configuration"];
    processor.cores = static_cast<unsigned>(std::min(configuration["cores"].numberOr(0), 4096.0));
    processor.threads = static_cast<unsigned>(std::min(configuration["threads"].numberOr(0), 8192.0));
    host.processor = processor;
}

void readDrive(const Value& node, HostFacts& host)
{
    DriveFacts drive;
    drive.name = logicalName(node);
    drive.model = nameOfMaker(node);
    drive.bytes = node["size"].numberOr(0);
    if (drive.bytes == 0 || node["id"].text().starts_with("cdrom"))
        return;
    const std::string description = lowered(node["description"].text());
    if (drive.name.starts_with("nvme") || description.find("nvme") != std::string::npos)
        drive.interface = "nvme";
    else if (description.starts_with("ata"))
        drive.interface = "sata";
    else if (description.starts_with("scsi"))
        drive.interface = "sas";
    for (const std::string& capability : node["capabilities"].keys())
        if (capability.ends_with("rpm"))
            drive.rotates = true;
    if (drive.interface == "nvme")
        drive.rotates = false;
    host.drives.push_back(std::move(drive));
}

void readPort(const Value& node, HostFacts& host)
{
    PortFacts port;
    port.name = logicalName(node);
    port.model = nameOfMaker(node);
    if (port.model.empty() || port.name.empty())
        return; // bridges, bonds and the like
    port.mostBps = node["capacity"].numberOr(0);
    port.rateBps = node["size"].numberOr(0);
    if (const std::string speed = node["configuration"]["speed"].text(); port.rateBps == 0 && !speed.empty())
        port.rateBps = sizeIn(speed).value_or(0);
    port.up = node["configuration"]["link"].text() != "no";
    host.ports.push_back(std::move(port));
}

void readNode(const Value& node, HostFacts& host, std::size_t depth)
{
    const std::string kind = node["class"].text();
    const std::string id = node["id"].text();
    if (kind == "system" && depth == 0 && host.name.empty())
        host.name = id;
    else if (kind == "processor")
        readProcessor(node, host);
    else if (kind == "memory" && (id == "memory" || id.starts_with("memory:")))
        host.memoryBytes += node["size"].numberOr(0);
    else if (kind == "disk" || (kind == "storage" && logicalName(node).starts_with("nvme") && node["size"].isThere()))
        readDrive(node, host);
    else if (kind == "network")
        readPort(node, host);
    if (depth < deepestTree)
        for (const Value& child : node["children"].elements())
            readNode(child, host, depth + 1);
}

} // namespace

void readHardwareTree(const Value& tree, HostFacts& host)
{
    if (!tree.isArray())
        return readNode(tree, host, 0);
    for (const Value& node : tree.elements())
        readNode(node, host, 0);
}

} // namespace headroom::import
