#include "cli/stream/command_input.h"

#include <array>
#include <cerrno>
#include <poll.h>
#include <string_view>
#include <unistd.h>

namespace headroom::cli {

std::vector<std::string> CommandInput::lines(std::chrono::milliseconds patience)
{
    std::vector<std::string> result;
    std::array<char, 4096> buffer;
    while (!ended_) {
        pollfd request{descriptor_, POLLIN, 0};
        const int ready = ::poll(&request, 1, result.empty() ? static_cast<int>(patience.count()) : 0);
        if (ready <= 0)
            return result;
        const ssize_t count = ::read(descriptor_, buffer.data(), buffer.size());
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            return result;
        if (count <= 0) {
            ended_ = true;
            return result;
        }
        for (const char c : std::string_view(buffer.data(), static_cast<std::size_t>(count))) {
            if (c == '\n') {
                result.push_back(std::move(pending_));
                pending_.clear();
            } else if (pending_.size() < maxLineBytes) {
                pending_ += c;
            }
        }
    }
    return result;
}

} // namespace headroom::cli
