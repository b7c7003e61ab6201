#include "resources/station.h"

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace headroom::resources {

StationBank::StationBank(kernel::Calendar& calendar, std::uint32_t stations, std::uint32_t serversEach,
                         std::pmr::memory_resource& memory)
    : meter_(stations * serversEach), count_(stations), calendar_(calendar), memory_(&memory)
{
    if (stations == 0 || serversEach == 0)
        throw std::invalid_argument("a bank of stations needs a station and a server in it");
    meter_.reset(calendar.now());
    if (stations == 1)
        return;
    many_ = {std::pmr::polymorphic_allocator<Station>(memory_).allocate(stations), serversEach};
    std::uninitialized_value_construct_n(many_.stations, stations);
}

StationBank::~StationBank()
{
    if (count_ > 1)
        std::pmr::polymorphic_allocator<Station>(memory_).deallocate(many_.stations, count_);
}

void StationBank::run(std::uint32_t station, kernel::Time service, StationJob& job)
{
    job.station = station;
    Station& at = this->at(station);
    if (at.present++ < serversEach()) {
        meter_.arriveAndBegin(calendar_.now());
        begin(job, service);
        return;
    }
    meter_.arrive(calendar_.now());
    job.service = service;
    job.served = 0;
    job.next = nullptr;
    (at.first ? at.last->next : at.first) = &job;
    at.last = &job;
}

void StationBank::begin(StationJob& job, kernel::Time service)
{
    job.served = 1;
    job.event = calendar_.schedule(kernel::later(calendar_.now(), std::max<kernel::Time>(service, 0)),
                                   &StationBank::onDone, &job, reinterpret_cast<std::uintptr_t>(this));
}

void StationBank::beginNext(Station& station)
{
    if (!station.first)
        return;
    StationJob& next = *station.first;
    station.first = next.next;
    meter_.begin(calendar_.now());
    begin(next, next.service);
}

void StationBank::onDone(void* record, std::uint64_t address)
{
    const StationJob& job = *static_cast<StationJob*>(record);
    StationBank& bank = *reinterpret_cast<StationBank*>(address);
    Station& station = bank.at(job.station);
    bank.meter_.endAndDepart(bank.calendar_.now());
    --station.present;
    bank.beginNext(station);
    job.client->done(job.client->self, job.context);
}

void StationBank::unlink(StationJob& job)
{
    Station& station = at(job.station);
    StationJob* before = nullptr;
    for (StationJob* waiting = station.first; waiting != &job; waiting = waiting->next)
        before = waiting;
    (before ? before->next : station.first) = job.next;
    if (station.last == &job)
        station.last = before;
}

void StationBank::cancel(StationJob& job)
{
    Station& station = at(job.station);
    --station.present;
    if (job.served) {
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
        pooled_.back()->job.client = &self_;
        pooled_.back()->job.context = free_;
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
    const Station* first = &at(0);
    const Station* least = std::min_element(first, first + count_,
                                            [](const Station& a, const Station& b) { return a.present < b.present; });
    return static_cast<std::uint32_t>(least - first);
}

} // namespace headroom::resources
