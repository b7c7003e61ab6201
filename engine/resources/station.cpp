#include "resources/station.h"

#include <algorithm>
#include <stdexcept>

namespace headroom::resources {

StationBank::StationBank(kernel::Calendar& calendar, std::uint32_t stations, std::uint32_t serversEach)
    : calendar_(calendar), servers_(serversEach), count_(stations),
      many_(stations > 1 ? std::make_unique<Station[]>(stations) : nullptr), stations_(many_ ? many_.get() : &single_),
      meter_(stations * serversEach)
{
    if (stations == 0 || serversEach == 0)
        throw std::invalid_argument("a bank of stations needs a station and a server in it");
    meter_.reset(calendar.now());
}

void StationBank::run(std::uint32_t station, kernel::Time service, StationJob& job)
{
    job.service = std::max<kernel::Time>(service, 0);
    job.station = station;
    Station& at = stations_[station];
    if (at.present++ < servers_) {
        meter_.arriveAndBegin(calendar_.now());
        begin(job);
        return;
    }
    meter_.arrive(calendar_.now());
    job.event = kernel::noEvent;
    job.next = nullptr;
    (at.first ? at.last->next : at.first) = &job;
    at.last = &job;
}

void StationBank::begin(StationJob& job)
{
    job.event = calendar_.schedule(kernel::later(calendar_.now(), job.service), &StationBank::onDone, &job,
                                   reinterpret_cast<std::uintptr_t>(this));
}

void StationBank::beginNext(Station& station)
{
    if (!station.first)
        return;
    StationJob& next = *station.first;
    station.first = next.next;
    meter_.begin(calendar_.now());
    begin(next);
}

void StationBank::onDone(void* record, std::uint64_t address)
{
    const StationJob& job = *static_cast<StationJob*>(record);
    StationBank& bank = *reinterpret_cast<StationBank*>(address);
    Station& station = bank.stations_[job.station];
    bank.meter_.endAndDepart(bank.calendar_.now());
    --station.present;
    bank.beginNext(station);
    job.done(job.self, job.context);
}

void StationBank::unlink(StationJob& job)
{
    Station& station = stations_[job.station];
    StationJob* before = nullptr;
    for (StationJob* at = station.first; at != &job; at = at->next)
        before = at;
    (before ? before->next : station.first) = job.next;
    if (station.last == &job)
        station.last = before;
}

void StationBank::cancel(StationJob& job)
{
    Station& station = stations_[job.station];
    --station.present;
    if (job.event != kernel::noEvent) {
        calendar_.cancel(job.event);
        meter_.endAndDepart(calendar_.now());
        beginNext(station);
    } else {
        unlink(job);
        meter_.depart(calendar_.now());
    }
}

StationBank::Job StationBank::run(std::uint32_t station, kernel::Time service, kernel::Completion done)
{
    if (free_ == nobody) {
        free_ = static_cast<std::uint32_t>(pooled_.size());
        pooled_.push_back(std::make_unique<Pooled>());
        pooled_.back()->job = {&StationBank::onPooled, this, free_};
    }
    const std::uint32_t index = free_;
    Pooled& pooled = *pooled_[index];
    free_ = pooled.next;
    pooled.done = done;
    run(station, service, pooled.job);
    return (static_cast<Job>(pooled.generation) << 32) | (index + 1);
}

void StationBank::giveBack(std::uint32_t index)
{
    ++pooled_[index]->generation;
    pooled_[index]->next = free_;
    free_ = index;
}

void StationBank::onPooled(void* self, std::uint64_t index)
{
    StationBank& bank = *static_cast<StationBank*>(self);
    const kernel::Completion done = bank.pooled_[index]->done;
    bank.giveBack(static_cast<std::uint32_t>(index));
    done();
}

bool StationBank::cancel(Job id)
{
    const std::uint64_t index = (id & 0xffffffffU) - 1;
    if (id == noJob || index >= pooled_.size() || pooled_[index]->generation != id >> 32)
        return false;
    cancel(pooled_[index]->job);
    giveBack(static_cast<std::uint32_t>(index));
    return true;
}

std::uint32_t StationBank::shortest() const
{
    const auto* least = std::min_element(stations_, stations_ + count_,
                                         [](const Station& a, const Station& b) { return a.present < b.present; });
    return static_cast<std::uint32_t>(least - stations_);
}

} // namespace headroom::resources
