#include "resources/station.h"

#include <algorithm>
#include <stdexcept>

namespace headroom::resources {

StationBank::StationBank(kernel::Calendar& calendar, std::uint32_t stations, std::uint32_t serversEach)
    : calendar_(calendar), servers_(serversEach), stations_(stations), meter_(stations * serversEach)
{
    if (stations == 0 || serversEach == 0)
        throw std::invalid_argument("a bank of stations needs a station and a server in it");
    meter_.reset(calendar.now());
}

StationBank::Job StationBank::run(std::uint32_t station, kernel::Time service, kernel::Completion done)
{
    if (free_ == nobody) {
        free_ = static_cast<std::uint32_t>(jobs_.size());
        jobs_.emplace_back();
    }
    const std::uint32_t index = free_;
    Record& job = jobs_[index];
    free_ = job.next;
    job.done = done;
    job.service = std::max<kernel::Time>(service, 0);
    job.event = kernel::noEvent;
    job.station = station;
    job.next = nobody;
    job.bank = this;
    Station& at = stations_[station];
    if (at.present++ < servers_) {
        meter_.arriveAndBegin(calendar_.now());
        begin(index);
    } else {
        meter_.arrive(calendar_.now());
        (at.first == nobody ? at.first : jobs_[at.last].next) = index;
        at.last = index;
    }
    return (static_cast<Job>(job.generation) << 32) | (index + 1);
}

void StationBank::begin(std::uint32_t index)
{
    Record& job = jobs_[index];
    const kernel::Time now = calendar_.now();
    const kernel::Time end = job.service > kernel::never - now ? kernel::never : now + job.service;
    job.event = calendar_.schedule(end, &StationBank::onDone, &job, index);
}

void StationBank::onDone(void* record, std::uint64_t index)
{
    const Record& job = *static_cast<Record*>(record);
    StationBank& bank = *job.bank;
    const kernel::Completion done = job.done;
    bank.meter_.endAndDepart(bank.calendar_.now());
    bank.leave(static_cast<std::uint32_t>(index));
    done();
}

/// The job is out of service or out of the queue: the next one begins, the record is free.
void StationBank::leave(std::uint32_t index)
{
    Record& job = jobs_[index];
    Station& station = stations_[job.station];
    const bool served = job.event != kernel::noEvent;
    --station.present;
    ++job.generation;
    job.next = free_;
    free_ = index;
    if (!served || station.first == nobody)
        return;
    const std::uint32_t next = station.first;
    station.first = jobs_[next].next;
    meter_.begin(calendar_.now());
    begin(next);
}

void StationBank::unlink(std::uint32_t index)
{
    Station& station = stations_[jobs_[index].station];
    std::uint32_t before = nobody;
    for (std::uint32_t at = station.first; at != index; at = jobs_[at].next)
        before = at;
    (before == nobody ? station.first : jobs_[before].next) = jobs_[index].next;
    if (station.last == index)
        station.last = before;
}

bool StationBank::cancel(Job id)
{
    const std::uint64_t index = (id & 0xffffffffU) - 1;
    if (id == noJob || index >= jobs_.size() || jobs_[index].generation != id >> 32)
        return false;
    const auto job = static_cast<std::uint32_t>(index);
    if (jobs_[job].event != kernel::noEvent) {
        calendar_.cancel(jobs_[job].event);
        meter_.endAndDepart(calendar_.now());
    } else {
        unlink(job);
        meter_.depart(calendar_.now());
    }
    leave(job);
    return true;
}

std::uint32_t StationBank::shortest() const
{
    const auto least = std::min_element(stations_.begin(), stations_.end(),
                                        [](const Station& a, const Station& b) { return a.present < b.present; });
    return static_cast<std::uint32_t>(least - stations_.begin());
}

} // namespace headroom::resources
