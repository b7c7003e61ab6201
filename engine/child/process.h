// Child processes: starting, commands, output, end.
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

/// A program and its arguments.
struct Command
{
    std::string program; ///< a path
    std::vector<std::string> arguments;
};

/// Result of a process: how it ended, all its output, and the resources it used.
struct Ending
{
    int exitStatus = -1; ///< -1: a signal ended it
    int signal = 0;      ///< the signal that ended it; 0: none
    std::string output;
    std::string complaints; ///< standard error
    double processorS = 0;  ///< user and system time
    double peakMiB = 0;     ///< of resident memory

    bool good() const { return exitStatus == 0; }
    /// Reason for its failure: the signal, else the last line on standard error; empty if there is none.
    std::string reason() const;
};

/// Time that a process has to stop before a stronger means is used.
struct Patience
{
    std::chrono::milliseconds obey{3000};      ///< after the command; then it is terminated
    std::chrono::milliseconds terminate{1500}; ///< after SIGTERM; then it is killed
};

/// The owner calls `listen` or `wait` until the process has ended: nothing is read or sent in between.
class Process
{
public:
    enum class Input
    {
        none,
        commands ///< lines, see `send`
    };
    /// Receives each piece of standard output as it arrives.
    using Listener = std::function<void(std::string_view)>;

    /// Throws std::runtime_error if it cannot be started.
    explicit Process(const Command& command, Input input = Input::none);
    /// Forks this process; the copy runs `work` and prints its result. Both share standard error.
    explicit Process(const std::function<std::string()>& work);
    ~Process(); ///< kills the process if it still runs
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    void listenWith(Listener listener) { listener_ = std::move(listener); }
    /// Writes to its standard input. False if the process no longer reads it.
    bool send(std::string_view text);
    void closeInput();

    /// Reads its output for at most `atMost`; returns true as soon as the process has ended.
    bool listen(std::chrono::milliseconds atMost);
    Ending wait();
    bool ended() const { return process_ < 0; }
    const Ending& ending() const { return ending_; }

    /// Asks it to stop: by the engine's command if it reads commands, else by SIGTERM. If it does not stop in time,
    /// further calls of `listen` or `wait` terminate it, then kill it.
    void stop(const Patience& patience = {});

    /// Waits at most `atMost` until one of them has output or may have ended.
    static void awaitNews(std::span<Process* const> processes, std::chrono::milliseconds atMost);

private:
    using Clock = std::chrono::steady_clock;

    void spawn(const Command& command, int input, int output, int complaints);
    void watchEnd();
    void takeIn(int& file, std::string& text, bool tell);
    bool reap();
    void urge();
    void signalIt(int signal);

    pid_t process_ = -1; ///< -1: it has ended
    int input_ = -1, output_ = -1, complaints_ = -1;
    int end_ = -1; ///< becomes readable when the process ends; -1: the system does not know such files
    Listener listener_;
    Ending ending_;
    Patience patience_;
    Clock::time_point deadline_ = Clock::time_point::max(); ///< until which it has to obey the last request to stop
    bool terminated_ = false;
};

} // namespace headroom::child
