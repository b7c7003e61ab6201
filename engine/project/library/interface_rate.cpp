#include "project/library/interface_rate.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <string_view>

namespace headroom::project {

namespace {

/// Reads a name in lower case from the left.
class Reader
{
public:
    explicit Reader(std::string_view name) : rest_(name) {}

    /// Goes on after the first place of the word; false if it does not occur.
    bool after(std::string_view word)
    {
        const std::size_t at = rest_.find(word);
        if (at == std::string_view::npos)
            return false;
        rest_.remove_prefix(at + word.size());
        return true;
    }
    /// Goes on after the word if the rest begins with it.
    bool skip(std::string_view word)
    {
        const bool found = rest_.starts_with(word);
        rest_.remove_prefix(found ? word.size() : 0);
        return found;
    }
    void skipToDigit() { rest_.remove_prefix(std::min(rest_.find_first_of("0123456789"), rest_.size())); }
    std::optional<double> number()
    {
        double number = 0;
        const auto [end, error] =
            std::from_chars(rest_.data(), rest_.data() + rest_.size(), number, std::chars_format::fixed);
        if (error != std::errc())
            return {};
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        return number;
    }

private:
    std::string_view rest_;
};

/// "PCIe 3.0 x4": bytes per second of one lane after line coding (PCI-SIG) times the lanes. Generation 1, 2: 8b/10b;
/// from 3 on: 128b/130b.
std::optional<double> rateOfLanes(Reader name)
{
    constexpr std::array perLane{0.0, 250e6, 500e6, 984.6e6, 1969e6, 3938e6, 7563e6};
    const auto generation = name.after("pcie ") ? name.number() : std::nullopt;
    const auto lanes = generation && name.skip(" x") ? name.number() : std::nullopt;
    if (!lanes)
        return {};
    return perLane[static_cast<std::size_t>(std::clamp(*generation, 1.0, 6.0))] * *lanes;
}

/// "SATA 6Gb/s": 8b/10b, so that a byte takes ten bits.
std::optional<double> rateOfSerial(Reader name)
{
    name.skipToDigit();
    const auto gigabits = name.number();
    name.skip(" ");
    return gigabits && name.skip("gb/s") ? std::optional(*gigabits * 1e9 / 10) : std::nullopt;
}

} // namespace

std::optional<double> interfaceRate(const std::string& interface)
{
    if (interface.empty())
        return 0;
    std::string lower = interface;
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const Reader name(lower);
    if (const auto rate = rateOfLanes(name))
        return rate;
    for (const char* const kind : {"sata", "sas", "fc"})
        if (Reader after = name; after.after(kind))
            if (const auto rate = rateOfSerial(after))
                return rate;
    return {};
}

double interfaceRate(const Component& component)
{
    const auto found = component.parameters.find("interface");
    const bool named = found != component.parameters.end() && found->is_string();
    return interfaceRate(named ? found->get<std::string>() : std::string()).value_or(0);
}

} // namespace headroom::project
