// Lines from a file descriptor without ever hanging on it.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace headroom::cli {

class CommandInput
{
public:
    explicit CommandInput(int descriptor) : descriptor_(descriptor) {}

    /// The lines that have come in; waits for the first at most `patience`. A signal ends the waiting.
    std::vector<std::string> lines(std::chrono::milliseconds patience);
    /// Nothing will come any more.
    bool ended() const { return ended_; }

private:
    /// Longest line kept; the rest of a longer one is dropped, so it will not read as a command.
    static constexpr std::size_t maxLineBytes = 16u << 20;

    int descriptor_;
    std::string pending_;
    bool ended_ = false;
};

} // namespace headroom::cli
