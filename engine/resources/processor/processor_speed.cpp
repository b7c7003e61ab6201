#include "resources/processor/processor_speed.h"

#include <algorithm>
#include <stdexcept>

namespace headroom::resources {

namespace {

/// One socket's figures, after correction of contradictions.
struct Socket
{
    std::uint32_t cores;
    std::uint32_t threads;
    double single;       ///< speed of one thread alone
    double allThreads;   ///< speed of all threads together
    double fullCore;     ///< speed of one core's first thread when all cores are busy
    double secondThread; ///< speed added by a second thread, as a share of fullCore
};

Socket consistent(const ProcessorSpec& spec)
{
    if (spec.sockets == 0 || spec.coresPerSocket == 0)
        throw std::invalid_argument("a processor needs a socket and a core");
    if (!(spec.singleThreadSpeed > 0.0) || !(spec.allThreadsSpeed > 0.0))
        throw std::invalid_argument("a processor's speed must be positive");
    Socket socket{};
    socket.cores = spec.coresPerSocket;
    socket.threads = std::max(spec.threadsPerSocket, spec.coresPerSocket);
    socket.single = spec.singleThreadSpeed;
    socket.allThreads = std::clamp(spec.allThreadsSpeed, socket.single, socket.single * socket.threads);
    socket.secondThread = std::clamp(spec.secondThreadShare, 0.0, 1.0);
    const double cores = socket.cores;
    const double seconds = socket.threads - socket.cores;
    socket.fullCore = socket.allThreads / (cores + socket.secondThread * seconds);
    if (socket.fullCore > socket.single) {
        socket.fullCore = socket.single;
        if (seconds > 0)
            socket.secondThread = (socket.allThreads / socket.single - cores) / seconds;
    }
    return socket;
}

double filledCores(const Socket& socket, std::uint32_t jobs)
{
    const double filled = socket.cores > 1 ? (jobs - 1.0) / (socket.cores - 1.0) : 0.0;
    return jobs * (socket.single + (socket.fullCore - socket.single) * filled);
}

/// Total speed for 0 … threads jobs on one socket.
std::vector<double> socketTotals(const Socket& socket)
{
    std::vector<double> totals{0.0};
    for (std::uint32_t jobs = 1; jobs <= socket.threads; ++jobs) {
        const double speed = jobs <= socket.cores
                                 ? filledCores(socket, jobs)
                                 : socket.fullCore * (socket.cores + socket.secondThread * (jobs - socket.cores));
        // A steep fall from turbo to the all-core speed would let the sum exceed the full socket's and fall again.
        totals.push_back(std::max(totals.back(), std::min(speed, socket.allThreads)));
    }
    return totals;
}

} // namespace

ProcessorSpeed::ProcessorSpeed(const ProcessorSpec& spec)
{
    const Socket socket = consistent(spec);
    const std::vector<double> totals = socketTotals(socket);
    const std::uint32_t threads = spec.sockets * socket.threads;
    total_.reserve(threads + 1);
    for (std::uint32_t jobs = 0; jobs <= threads; ++jobs) {
        const std::uint32_t each = jobs / spec.sockets;
        const std::uint32_t withOneMore = jobs % spec.sockets;
        const double more = withOneMore > 0 ? withOneMore * totals[each + 1] : 0.0;
        total_.push_back((spec.sockets - withOneMore) * totals[each] + more);
    }
}

} // namespace headroom::resources
