// Runs headroom-engine as a child and says what the operating system counted for it.
#pragma once

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace headroom::bench {

struct MeasuredRun
{
    double firstLineS = 0; ///< real time until it had printed a line
    double processorS = 0; ///< user and system
    double peakMiB = 0;
    std::string output;
};

/// What it says on standard error is left out. Throws std::runtime_error if it ends with another status than 0.
inline MeasuredRun runEngine(const std::vector<std::string>& arguments)
{
    std::vector<char*> argv{const_cast<char*>(HEADROOM_ENGINE)};
    for (const std::string& argument : arguments)
        argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        throw std::runtime_error("no pipe to the engine");
    const auto began = std::chrono::steady_clock::now();
    const auto passed = [began] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    };
    const pid_t child = fork();
    if (child == 0) {
        const int nothing = open("/dev/null", O_RDWR);
        dup2(nothing, STDIN_FILENO);
        dup2(nothing, STDERR_FILENO);
        dup2(ends[1], STDOUT_FILENO);
        execv(argv[0], argv.data());
        _exit(127);
    }
    close(ends[1]);
    MeasuredRun run;
    std::array<char, 65536> buffer;
    for (ssize_t count; (count = read(ends[0], buffer.data(), buffer.size())) != 0;) {
        if (count < 0 && errno != EINTR)
            break;
        run.output.append(buffer.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
        if (run.firstLineS == 0 && run.output.find('\n') != std::string::npos)
            run.firstLineS = passed();
    }
    close(ends[0]);
    int status = 0;
    rusage used{};
    if (child < 0 || wait4(child, &status, 0, &used) != child || status != 0)
        throw std::runtime_error("the engine failed on " + arguments.at(1));
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    run.processorS = seconds(used.ru_utime) + seconds(used.ru_stime);
    run.peakMiB = static_cast<double>(used.ru_maxrss) / 1024;
    return run;
}

} // namespace headroom::bench
