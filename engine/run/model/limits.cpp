#include "run/model/limits.h"
#include "project/document/whole_number.h"

#include <algorithm>
#include <charconv>
#include <fcntl.h>
#include <fstream>
#include <unistd.h>

namespace headroom::run {

namespace {

std::uint64_t pageBytes()
{
    return static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

} // namespace

std::uint64_t availableMemory()
{
    const auto pages = ::sysconf(_SC_PHYS_PAGES);
    std::uint64_t bytes = pages > 0 ? static_cast<std::uint64_t>(pages) * pageBytes() : 0;
    std::uint64_t group = 0;
    if (std::ifstream("/sys/fs/cgroup/memory.max") >> group && group > 0) // "max" is no number
        bytes = bytes == 0 ? group : std::min(bytes, group);
    return bytes;
}

/// Called while the model runs, so it does not use a stream, which would take memory itself.
std::uint64_t residentMemory()
{
    const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    char text[128];
    const ssize_t length = ::read(file, text, sizeof text);
    ::close(file);
    const char* const end = text + std::max<ssize_t>(0, length);
    std::uint64_t whole = 0, resident = 0;
    const char* const next = std::from_chars(text, end, whole).ptr;
    if (next != end)
        std::from_chars(next + 1, end, resident); // pages: total size, then resident memory, ...
    return resident * pageBytes();
}

Limits Limits::read(project::Resolver& resolver, const project::Json& run)
{
    const auto number = [&](const char* name) { return resolver.number(project::runFields(), name, run, "/run"); };
    Limits limits;
    limits.eventsAtInstant = project::wholeNumber(number("max_events_at_instant"));
    limits.memoryBytes = project::wholeNumber(number("max_memory") * static_cast<double>(availableMemory()));
    if (const double wall = number("max_wall_time"); wall > 0)
        limits.wallS = wall;
    if (const double requests = number("max_requests"); requests >= 1)
        limits.requestsInFlight = project::wholeNumber(requests);
    return limits;
}

} // namespace headroom::run
