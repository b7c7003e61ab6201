// A node with a page cache, devices of a fixed rate that remember what was written, and writers.
#pragma once

#include "resources/memory/write_back.h"

#include <catch2/catch.hpp>

#include <deque>
#include <limits>
#include <vector>

namespace headroom::resources::testing {

inline constexpr std::uint64_t mebibyte = 1u << 20;
inline constexpr double deviceRate = 100e6; ///< bytes per second

/// Writes one after the other at its rate.
class PlainDevice final : public StorageDevice
{
public:
    struct Written
    {
        double at;
        std::uint64_t offset, bytes;
    };

    explicit PlainDevice(kernel::Calendar& calendar) : calendar_(calendar) {}
    void submit(const DeviceRequest& request, kernel::Completion done) override
    {
        REQUIRE(request.offset + request.bytes <= capacityBytes());
        log.push_back({kernel::toSeconds(calendar_.now()), request.offset, request.bytes});
        free_ = std::max(free_, calendar_.now()) + kernel::fromSeconds(static_cast<double>(request.bytes) / rate);
        pending_.push_back(done);
        mostPending = std::max(mostPending, pending_.size() - first_);
        calendar_.schedule(free_, &PlainDevice::onDone, this);
    }
    void flush(kernel::Completion done) override
    {
        ++flushes;
        calendar_.schedule(calendar_.now(), done);
    }
    const monitoring::Meter& meter() const override { return meter_; }
    monitoring::Meter& meter() override { return meter_; }
    monitoring::Meter::Integral serviceTimeSum() const override { return 0; }
    monitoring::Meter::Integral responseTimeSum() const override { return 0; }
    ByteBalance byteBalance() const override { return {bytes(), bytes(), 0, 0}; }
    WriteCount writesAsked() const override { return {}; }
    std::uint64_t capacityBytes() const override { return 1'000'000'000'000; }
    void setSpeedFactor(double) override {}
    void fail() override { failed_ = true; }
    void restore() override { failed_ = false; }
    bool failed() const override { return failed_; }

    /// Room for so many writes, so that the device allocates nothing itself.
    void reserve(std::size_t writes)
    {
        log.reserve(writes);
        pending_.reserve(writes);
    }
    std::uint64_t bytes() const
    {
        std::uint64_t sum = 0;
        for (const Written& one : log)
            sum += one.bytes;
        return sum;
    }

    double rate = deviceRate;
    std::vector<Written> log;
    std::size_t mostPending = 0;
    std::uint64_t flushes = 0;

private:
    static void onDone(void* self, std::uint64_t)
    {
        auto& device = *static_cast<PlainDevice*>(self);
        const kernel::Completion done = device.pending_[device.first_++];
        if (device.first_ == device.pending_.size()) {
            device.pending_.clear();
            device.first_ = 0;
        }
        device.answer(done, device.failed_);
    }

    kernel::Calendar& calendar_;
    monitoring::Meter meter_;
    bool failed_ = false;
    kernel::Time free_ = 0;
    std::vector<kernel::Completion> pending_; ///< from `first_` on
    std::size_t first_ = 0;
};

struct Node
{
    explicit Node(std::uint64_t memory = 1000 * mebibyte, const WriteBackSettings& settings = {}, int deviceCount = 1)
        : cache(memory), writeBack(calendar, cache, settings)
    {
        for (int i = 0; i < deviceCount; ++i)
            writeBack.addDevice(devices.emplace_back(calendar));
    }
    void runUntil(double seconds) { calendar.runUntil(kernel::fromSeconds(seconds)); }
    /// Until nothing is left to happen; the time of the last event.
    double runOut()
    {
        while (calendar.pending() > 0)
            calendar.runSome(kernel::never, 1000);
        return now();
    }
    double now() const { return kernel::toSeconds(calendar.now()); }
    void write(std::uint64_t file, std::uint64_t offset, std::uint64_t bytes, std::uint32_t device = 0)
    {
        writeBack.write({file, device, file * (1u << 30)}, offset, bytes);
    }
    double dirtyMiB() const { return static_cast<double>(writeBack.dirty()) / mebibyte; }
    void checkConservation() const
    {
        const auto& totals = writeBack.totals();
        REQUIRE(totals.dirtied == totals.written + totals.dropped + writeBack.dirty() + writeBack.writing());
        REQUIRE(cache.dirtyBytes() == writeBack.dirty() + writeBack.writing());
    }

    kernel::Calendar calendar;
    PageCache cache;
    WriteBack writeBack;
    std::deque<PlainDevice> devices;
};

/// Remembers when it was called.
struct Heard
{
    explicit Heard(const kernel::Calendar& c) : calendar(c) {}
    kernel::Completion completion() { return {&Heard::onCalled, this, 0}; }
    static void onCalled(void* self, std::uint64_t)
    {
        auto& heard = *static_cast<Heard*>(self);
        ++heard.times;
        heard.at = kernel::toSeconds(heard.calendar.now());
    }
    const kernel::Calendar& calendar;
    int times = 0;
    double at = -1;
};

/// Writes a file of its own from start to end, as fast as it may; copying takes no time but a microsecond.
class Writer
{
public:
    Writer(Node& node, std::uint64_t file, std::uint64_t piece, std::uint32_t device = 0)
        : node_(node), file_(file), piece_(piece), device_(device)
    {
        go();
    }
    std::uint64_t written = 0;
    double longestWait = 0;

private:
    static void onGo(void* self, std::uint64_t)
    {
        auto& writer = *static_cast<Writer*>(self);
        writer.longestWait = std::max(writer.longestWait, writer.node_.now() - writer.since_);
        writer.go();
    }
    void go()
    {
        node_.write(file_, written, piece_, device_);
        written += piece_;
        since_ = node_.now();
        if (!node_.writeBack.throttle(device_, piece_, {&Writer::onGo, this, 0}))
            node_.calendar.schedule(node_.calendar.now() + kernel::fromSeconds(1e-6), &Writer::onGo, this);
    }

    Node& node_;
    std::uint64_t file_, piece_;
    std::uint32_t device_;
    double since_ = 0;
};

} // namespace headroom::resources::testing
