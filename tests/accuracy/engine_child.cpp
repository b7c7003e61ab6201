#include "accuracy/engine_child.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>

namespace headroom::accuracy {

namespace {

std::string quoted(const std::string& text)
{
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

} // namespace

record::Summary simulate(const std::string& project, const Settings& settings, const std::string& duration)
{
    std::string command = quoted(HEADROOM_ENGINE) + " simulate " +
                          quoted(std::string(HEADROOM_SOURCE_DIR) + "/projects/" + project) +
                          " --json --check-laws --duration " + quoted(duration);
    for (const auto& [name, value] : settings)
        command += " --set " + quoted(name + "=" + value);
    std::FILE* pipe = popen((command + " </dev/null").c_str(), "r");
    if (!pipe)
        throw std::runtime_error("cannot start " + command);
    std::string output;
    std::array<char, 4096> buffer;
    for (std::size_t n; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
        output.append(buffer.data(), n);
    if (const int status = pclose(pipe); status != 0)
        throw std::runtime_error(command + " ended with " + std::to_string(WEXITSTATUS(status)));
    return record::summaryFromJson(record::Json::parse(output));
}

std::vector<record::Summary> simulateAll(const std::string& project, const std::vector<Settings>& points,
                                         const std::string& duration)
{
    std::vector<record::Summary> summaries(points.size());
    std::atomic<std::size_t> next = 0;
    std::vector<std::exception_ptr> failures(std::max(1u, std::thread::hardware_concurrency()));
    std::vector<std::thread> threads;
    for (auto& failure : failures)
        threads.emplace_back([&] {
            try {
                for (std::size_t i; (i = next++) < points.size();)
                    summaries[i] = simulate(project, points[i], duration);
            } catch (...) {
                failure = std::current_exception();
            }
        });
    for (auto& thread : threads)
        thread.join();
    for (const auto& failure : failures)
        if (failure)
            std::rethrow_exception(failure);
    return summaries;
}

} // namespace headroom::accuracy
