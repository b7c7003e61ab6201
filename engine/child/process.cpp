#include "child/process.h"

#include "record/stream/stream.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace headroom::child {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds betweenLooks{20}; ///< between checks for its end, if other processes keep its output open
constexpr milliseconds afterOutput{1};   ///< the same after its output was closed: it will end soon
constexpr milliseconds longWait{1000};
/// Maximum read at once, so that other work continues if it writes without end; in total more than a pipe holds.
constexpr int mostPieces = 64;

void closeIfOpen(int& file)
{
    if (file >= 0)
        ::close(std::exchange(file, -1));
}

/// Closes the file descriptors that it still owns.
struct Ends
{
    int ours = -1, theirs = -1;

    Ends() = default;
    Ends(const Ends&) = delete;
    Ends& operator=(const Ends&) = delete;
    ~Ends()
    {
        closeIfOpen(ours);
        closeIfOpen(theirs);
    }
};

[[noreturn]] void throwNotStarted(int error)
{
    throw std::runtime_error(std::string("a process cannot be started: ") + std::strerror(error));
}

/// For its output; reading never waits.
void makeOutput(Ends& ends)
{
    int files[2];
    if (::pipe2(files, O_CLOEXEC) != 0)
        throwNotStarted(errno);
    ends.ours = files[0];
    ends.theirs = files[1];
    ::fcntl(ends.ours, F_SETFL, O_NONBLOCK);
}

/// A socket: writing to a pipe without a reader would end this process by SIGPIPE.
void makeInput(Ends& ends)
{
    int files[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, files) != 0)
        throwNotStarted(errno);
    ends.ours = files[0];
    ends.theirs = files[1];
}

[[noreturn]] void writeAndEnd(int file, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t wrote = ::write(file, text.data(), text.size());
        if (wrote <= 0)
            ::_exit(1);
        text.remove_prefix(static_cast<std::size_t>(wrote));
    }
    ::_exit(0);
}

double secondsOf(const timeval& time)
{
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

} // namespace

std::string Ending::reason() const
{
    if (signal != 0)
        return "ended by signal " + std::to_string(signal);
    const std::string said = complaints.substr(0, complaints.find_last_not_of('\n') + 1);
    return said.substr(said.rfind('\n') + 1);
}

Process::Process(const Command& command, Input input)
{
    Ends in, out, err;
    if (input == Input::commands)
        makeInput(in);
    makeOutput(out);
    makeOutput(err);
    spawn(command, in.theirs, out.theirs, err.theirs);
    watchEnd();
    input_ = std::exchange(in.ours, -1);
    output_ = std::exchange(out.ours, -1);
    complaints_ = std::exchange(err.ours, -1);
}

Process::Process(const std::function<std::string()>& work)
{
    Ends out;
    makeOutput(out);
    std::fflush(nullptr); // otherwise both processes would print the buffered text
    process_ = ::fork();
    if (process_ < 0)
        throwNotStarted(errno);
    if (process_ == 0)
        writeAndEnd(out.theirs, work());
    watchEnd();
    output_ = std::exchange(out.ours, -1);
}

Process::~Process()
{
    if (process_ >= 0) {
        ::kill(process_, SIGKILL);
        while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
    for (int* file : {&input_, &output_, &complaints_, &end_})
        closeIfOpen(*file);
}

/// So its end is noticed at once: a core that waits for the next run would be idle.
void Process::watchEnd()
{
#ifdef SYS_pidfd_open
    end_ = static_cast<int>(::syscall(SYS_pidfd_open, process_, 0));
#endif
}

void Process::spawn(const Command& command, int input, int output, int complaints)
{
    std::vector<char*> words{const_cast<char*>(command.program.c_str())};
    for (const std::string& argument : command.arguments)
        words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (input >= 0)
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    else
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, complaints, STDERR_FILENO);
    const int error = ::posix_spawn(&process_, command.program.c_str(), &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        process_ = -1;
        throwNotStarted(error);
    }
}

bool Process::send(std::string_view text)
{
    while (!text.empty() && input_ >= 0) {
        const ssize_t wrote = ::send(input_, text.data(), text.size(), MSG_NOSIGNAL);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            closeInput();
        else
            text.remove_prefix(static_cast<std::size_t>(wrote));
    }
    return input_ >= 0;
}

void Process::closeInput()
{
    closeIfOpen(input_);
}

bool Process::listen(milliseconds atMost)
{
    const Clock::time_point until = Clock::now() + atMost;
    for (Process* const self = this; !reap();) {
        urge();
        takeIn(output_, ending_.output, true);
        takeIn(complaints_, ending_.complaints, false);
        const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
        if (left <= milliseconds::zero())
            return reap();
        awaitNews({&self, 1}, left);
    }
    return true;
}

Ending Process::wait()
{
    while (!listen(longWait)) {
    }
    return ending_;
}

void Process::takeIn(int& file, std::string& text, bool tell)
{
    std::array<char, 65536> buffer;
    for (int piece = 0; file >= 0 && piece < mostPieces; ++piece) {
        const ssize_t got = ::read(file, buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && errno == EAGAIN)
            return;
        if (got <= 0) {
            closeIfOpen(file);
            return;
        }
        const std::string_view said(buffer.data(), static_cast<std::size_t>(got));
        text += said;
        if (tell && listener_)
            listener_(said);
    }
}

bool Process::reap()
{
    if (process_ < 0)
        return true;
    int status = 0;
    rusage used{};
    const pid_t ended = ::wait4(process_, &status, WNOHANG, &used);
    if (ended == 0 || (ended < 0 && errno == EINTR))
        return false;
    process_ = -1;
    ending_.exitStatus = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    ending_.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    ending_.processorS = secondsOf(used.ru_utime) + secondsOf(used.ru_stime);
    ending_.peakMiB = static_cast<double>(used.ru_maxrss) / 1024;
    takeIn(output_, ending_.output, true); // its last output
    takeIn(complaints_, ending_.complaints, false);
    for (int* file : {&input_, &output_, &complaints_, &end_})
        closeIfOpen(*file);
    return true;
}

void Process::signalIt(int signal)
{
    if (process_ >= 0)
        ::kill(process_, signal);
}

void Process::stop(const Patience& patience)
{
    if (ended())
        return;
    patience_ = patience;
    record::Command command;
    command.kind = record::CommandKind::stop;
    const bool told = input_ >= 0 && send(record::toLine(command));
    deadline_ = Clock::now() + (told ? patience.obey : milliseconds::zero());
    urge();
}

void Process::urge()
{
    if (Clock::now() < deadline_)
        return;
    signalIt(terminated_ ? SIGKILL : SIGTERM);
    deadline_ = terminated_ ? Clock::time_point::max() : Clock::now() + patience_.terminate;
    terminated_ = true;
}

void Process::awaitNews(std::span<Process* const> processes, milliseconds atMost)
{
    std::vector<pollfd> files;
    milliseconds most = std::min(atMost, betweenLooks);
    for (const Process* process : processes) {
        for (const int file : {process->output_, process->complaints_, process->end_})
            if (file >= 0)
                files.push_back({file, POLLIN, 0});
        if (process->output_ < 0 && process->end_ < 0)
            most = std::min(most, afterOutput);
    }
    ::poll(files.data(), files.size(), static_cast<int>(most.count()));
}

} // namespace headroom::child
