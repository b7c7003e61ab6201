// Starts the operations of a system, and counts their ends.
#pragma once

#include "accuracy/programs/reference/model.h"
#include "accuracy/programs/reference/reference.h"

#include <array>
#include <random>
#include <vector>

namespace headroom::accuracy::programs::reference {

/// Operations that ended in the measured time, in batches of equal time.
class Log
{
public:
    Log(double begin, double end) : begin_(begin), batchS_((end - begin) / batches) {}

    void ended(double now, double took);
    Figures figures() const;

private:
    static constexpr std::size_t batches = 20;

    struct Batch
    {
        double count = 0, sum = 0;
    };

    static double intervalOf(double squares);

    double begin_, batchS_;
    std::array<Batch, batches> batches_{};
};

class LoadAtWork
{
public:
    LoadAtWork(Clock& clock, Model& model, std::mt19937_64& random, Log& log)
        : clock_(clock), model_(model), random_(random), log_(log)
    {
    }

    void begin(const ClosedLoop& load);
    void begin(const OpenLoop& load);

private:
    void clientStarts(const ClosedLoop& load, int client);
    void arrivesNext(const OpenLoop& load);
    /// On a node of the clients; `then` happens after it has ended.
    void start(int client, std::function<void()> then);

    Clock& clock_;
    Model& model_;
    std::mt19937_64& random_;
    Log& log_;
    std::vector<Event> thinking_; ///< of each client
    Event arrival_;
    int inFlight_ = 0, arrived_ = 0;
};

} // namespace headroom::accuracy::programs::reference
