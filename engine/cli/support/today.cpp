#include "cli/support/today.h"

#include <ctime>

namespace headroom::cli {

std::string today()
{
    const std::time_t now = std::time(nullptr);
    std::tm parts = {};
    ::localtime_r(&now, &parts);
    char text[16] = "";
    std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
    return text;
}

} // namespace headroom::cli
