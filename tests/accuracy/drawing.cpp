#include "accuracy/drawing.h"

namespace headroom::accuracy {

std::string milliseconds(double time)
{
    return std::to_string(time) + " ms";
}

project::Json madeUpProcessor(const std::string& id, int cores)
{
    return {{"id", id},
            {"kind", "processor"},
            {"vendor", "none"},
            {"model", std::to_string(cores) + " cores"},
            {"parameters",
             {{"cores", cores},
              {"threads", cores},
              {"base_clock_Hz", 3.3e9},
              {"max_turbo_clock_Hz", 3.3e9},
              {"all_core_turbo_clock_Hz", 3.3e9}}},
            {"source", "made up: as fast as the reference processor with every core"},
            {"confidence", "estimated"}};
}

} // namespace headroom::accuracy
