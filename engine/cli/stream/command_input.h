// Reads lines from a file descriptor without blocking for ever.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace headroom::cli {

/// Splits the input into lines.
class CommandInput
{
public:
    explicit CommandInput(int descriptor) : descriptor_(descriptor) {}

    /// The lines that have arrived; waits at most `patience` for the first. A signal ends the wait.
    std::vector<std::string> lines(std::chrono::milliseconds patience);
    /// True after the end of the input.
    bool ended() const { return ended_; }

private:
    /// Maximum length of a line; a longer one is cut, so it is not a valid command.
    static constexpr std::size_t maxLineBytes = 16u << 20;

    int descriptor_;
    std::string pending_;
    bool ended_ = false;
};

} // namespace headroom::cli
