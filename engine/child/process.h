// A process that is started, spoken to, listened to and ended.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace headroom::child {

struct Command
{
    std::string program; ///< a path
    std::vector<std::string> arguments;
};

/// How a process ended, all that it said, and what it took.
struct Ending
{
    int exitStatus = -1; ///< -1: a signal ended it
    int signal = 0;      ///< that ended it; 0: none
    std::string output;
    std::string complaints; ///< standard error
    double processorS = 0;  ///< user and system
    double peakMiB = 0;     ///< of memory

    bool good() const { return exitStatus == 0; }
    /// Why it failed: the signal, else the last line on standard error; empty if it said nothing.
    std::string reason() const;
};

/// How long a process that is to stop may take before it is told more firmly.
struct Patience
{
    std::chrono::milliseconds obey{3000};      ///< the command, until it is terminated
    std::chrono::milliseconds terminate{1500}; ///< the signal, until it is killed
};

/// Whoever owns it calls `listen` or `wait` until it has ended: nothing is read or told in between.
class Process
{
public:
    enum class Input
    {
        none,
        commands ///< lines, see `send`
    };
    /// Gets each piece of standard output as it comes.
    using Listener = std::function<void(std::string_view)>;

    /// Throws std::runtime_error if it cannot be started.
    explicit Process(const Command& command, Input input = Input::none);
    /// A copy of this process, which does the work and prints what it returns. Standard error stays this process's.
    explicit Process(const std::function<std::string()>& work);
    ~Process(); ///< ends it at once
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    void listenWith(Listener listener) { listener_ = std::move(listener); }
    /// To its standard input. False if nobody reads there any more.
    bool send(std::string_view text);
    void closeInput();

    /// Takes in what it has said, for as long as `atMost`; true as soon as it has ended.
    bool listen(std::chrono::milliseconds atMost);
    Ending wait();
    bool ended() const { return process_ < 0; }
    const Ending& ending() const { return ending_; }

    /// Asks it to stop: by the engine's command if it reads commands, else by SIGTERM. While it is listened to, one
    /// that does not obey in time is terminated, then killed.
    void stop(const Patience& patience = {});

    /// Waits until one of them has something to say or may have ended, at most so long.
    static void awaitNews(std::span<Process* const> processes, std::chrono::milliseconds atMost);

private:
    using Clock = std::chrono::steady_clock;

    void spawn(const Command& command, int input, int output, int complaints);
    void takeIn(int& file, std::string& text, bool tell);
    bool reap();
    void urge();
    void signalIt(int signal);

    pid_t process_ = -1; ///< -1: it has ended
    int input_ = -1, output_ = -1, complaints_ = -1;
    Listener listener_;
    Ending ending_;
    Patience patience_;
    Clock::time_point deadline_ = Clock::time_point::max(); ///< for it to obey what it was told last
    bool terminated_ = false;
};

} // namespace headroom::child
