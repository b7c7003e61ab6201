#include "cli/support/file_content.h"

#include <unistd.h>

namespace headroom::cli {

std::string contentOf(int file)
{
    std::string text;
    char buffer[65536];
    ::lseek(file, 0, SEEK_SET);
    for (ssize_t got; (got = ::read(file, buffer, sizeof buffer)) > 0;)
        text.append(buffer, static_cast<std::size_t>(got));
    return text;
}

} // namespace headroom::cli
