#include "project/library/interface_rate.h"

#include <algorithm>
#include <regex>

namespace headroom::project {

std::optional<double> interfaceRate(const std::string& interface)
{
    if (interface.empty())
        return 0;
    static const std::regex serial(R"((?:m?SATA|SAS|FC)[^0-9]*([0-9]{1,4}(?:\.[0-9]+)?) ?Gb/s)", std::regex::icase);
    static const std::regex lanes(R"(PCIe ([0-9])(?:\.[0-9])? x([0-9]{1,3}))", std::regex::icase);
    std::smatch match;
    if (std::regex_search(interface, match, lanes)) {
        // Bytes per second of one lane after line coding (PCI-SIG): generation 1, 2: 8b/10b; from 3 on: 128b/130b.
        constexpr double perLane[] = {0, 250e6, 500e6, 984.6e6, 1969e6, 3938e6, 7563e6};
        const int generation = std::clamp(std::stoi(match[1]), 1, 6);
        return perLane[generation] * std::stoi(match[2]);
    }
    if (std::regex_search(interface, match, serial))
        return std::stod(match[1]) * 1e9 / 10;
    return {};
}

double interfaceRate(const Component& component)
{
    const auto found = component.parameters.find("interface");
    const bool named = found != component.parameters.end() && found->is_string();
    return interfaceRate(named ? found->get<std::string>() : std::string()).value_or(0);
}

} // namespace headroom::project
