#include "cli/commands/replication_children.h"

#include "cli/support/file_content.h"
#include "cli/support/interruption.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace headroom::cli {

namespace {

constexpr std::chrono::milliseconds betweenLooks{5};

/// Why a child gave up: it says so last. Empty if it said nothing.
std::string lastLineOf(const std::string& text)
{
    const std::string said = text.substr(0, text.find_last_not_of('\n') + 1);
    return said.substr(said.rfind('\n') + 1);
}

} // namespace

ReplicationChildren::ReplicationChildren(std::vector<std::string> arguments, std::size_t atOnce)
    : arguments_(std::move(arguments)), atOnce_(atOnce)
{
}

ReplicationChildren::~ReplicationChildren()
{
    for (const Child& child : running_)
        ::kill(child.process, SIGKILL);
    for (const Child& child : running_) {
        ::waitpid(child.process, nullptr, 0);
        close(child);
    }
}

void ReplicationChildren::close(const Child& child)
{
    for (const int file : {child.output, child.complaints})
        if (file >= 0)
            ::close(file);
}

void ReplicationChildren::start()
{
    Child child;
    child.number = begun_;
    child.output = ::memfd_create("replication", MFD_CLOEXEC);
    child.complaints = ::memfd_create("complaints", MFD_CLOEXEC);
    if (child.output < 0 || child.complaints < 0) {
        const int error = errno;
        close(child);
        throw std::runtime_error(std::string("a replication cannot be started: ") + std::strerror(error));
    }
    std::vector<std::string> words{"headroom-engine", "simulate"};
    words.insert(words.end(), arguments_.begin(), arguments_.end());
    for (const std::string& word :
         {std::string("--seed"), std::to_string(waiting_[begun_]), std::string("--json"), std::string("--single")})
        words.push_back(word);
    std::vector<char*> raw;
    for (std::string& word : words)
        raw.push_back(word.data());
    raw.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, child.output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, child.complaints, STDERR_FILENO);
    const int error = ::posix_spawn(&child.process, "/proc/self/exe", &actions, nullptr, raw.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        close(child);
        throw std::runtime_error(std::string("a replication cannot be started: ") + std::strerror(error));
    }
    ++begun_;
    running_.push_back(child);
}

void ReplicationChildren::takeIn(const Child& child, int status)
{
    const std::string text = contentOf(child.output), reason = lastLineOf(contentOf(child.complaints));
    close(child);
    const std::string seed = std::to_string(waiting_[child.number]);
    try {
        ended_.push_back({child.number, record::summaryFromJson(record::Json::parse(text))});
    } catch (const std::exception&) {
        throw std::runtime_error("the replication with seed " + seed +
                                 (WIFSIGNALED(status) ? " was ended by signal " + std::to_string(WTERMSIG(status))
                                  : reason.empty()    ? std::string(" failed")
                                                      : " failed: " + reason));
    }
}

void ReplicationChildren::poll()
{
    for (std::size_t i = 0; i < running_.size();) {
        int status = 0;
        if (::waitpid(running_[i].process, &status, WNOHANG) == 0) {
            ++i;
            continue;
        }
        const Child child = running_[i];
        running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
        takeIn(child, status);
    }
    while (begun_ < waiting_.size() && running_.size() < atOnce_)
        start();
}

void ReplicationChildren::finish()
{
    ++atOnce_;
    for (poll(); !running_.empty(); poll()) {
        if (interrupted())
            throw std::runtime_error("it was interrupted before all replications had ended");
        std::this_thread::sleep_for(betweenLooks);
    }
    --atOnce_;
}

std::vector<record::Summary> ReplicationChildren::summaries() const
{
    std::vector<const Ended*> order;
    for (const Ended& ended : ended_)
        order.push_back(&ended);
    std::sort(order.begin(), order.end(), [](const Ended* a, const Ended* b) { return a->number < b->number; });
    std::vector<record::Summary> result;
    for (const Ended* ended : order)
        result.push_back(ended->summary);
    return result;
}

} // namespace headroom::cli
