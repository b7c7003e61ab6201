#include "cli/support/factors.h"

#include <charconv>
#include <cmath>
#include <stdexcept>

namespace headroom::cli {

void addScaleOption(CLI::App& command, std::vector<std::string>& factors)
{
    command
        .add_option(
            "--scale", factors,
            "Make a resource faster, or of workers and slots more, by a factor; named as in the results, as in "
            "\"storage.disk data=2\"; \"arrivals\" are the rates of open loops and traces; may be given many times")
        ->type_name("RESOURCE=FACTOR")
        ->allow_extra_args(false);
}

std::map<std::string, double> readFactors(const std::vector<std::string>& factors)
{
    std::map<std::string, double> result;
    for (const std::string& text : factors) {
        const std::size_t sign = text.rfind('=');
        if (sign == std::string::npos || sign == 0)
            throw std::runtime_error("--scale: \"" + text + "\" does not name a resource and a factor; write " +
                                     "RESOURCE=FACTOR.");
        double value = 0;
        const char* const end = text.data() + text.size();
        const auto [read, error] = std::from_chars(text.data() + sign + 1, end, value);
        if (error != std::errc() || read != end || !(value > 0) || !std::isfinite(value))
            throw std::runtime_error("--scale: \"" + text.substr(sign + 1) + "\" is not a number above zero.");
        result[text.substr(0, sign)] = value;
    }
    return result;
}

} // namespace headroom::cli
