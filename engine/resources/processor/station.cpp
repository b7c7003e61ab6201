#include "resources/processor/station.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

namespace headroom::resources {

template <typename Lines>
Stations<Lines>::Stations(kernel::Calendar& calendar, const Lines& lines, std::uint32_t servers)
    : lines_(lines), calendar_(calendar), meter_(servers)
{
    if (servers == 0)
        throw std::invalid_argument("a station needs a server");
    meter_.reset(calendar.now());
}

/// The job has to wait.
template <typename Lines>
void Stations<Lines>::queue(std::uint32_t station, kernel::Time service, StationJob& job)
{
    meter_.arrive(calendar_.now());
    job.station = station;
    job.served = 0;
    job.service = service;
    job.next = nullptr;
    StationLine& line = lines_.at(station);
    (line.first ? line.last->next : line.first) = &job;
    line.last = &job;
}

template <typename Lines>
void Stations<Lines>::beginNext(StationLine& line)
{
    if (!line.first)
        return;
    StationJob& next = *line.first;
    line.first = next.next;
    meter_.begin(calendar_.now());
    next.served = 1;
    begin(next, next.service);
}

template <typename Lines>
void Stations<Lines>::onDone(void* record, std::uint64_t address)
{
    StationJob& job = *static_cast<StationJob*>(record);
    Stations& stations = *reinterpret_cast<Stations*>(address);
    stations.meter_.endAndDepart(stations.calendar_.now());
    stations.lines_.leave(job.station);
    stations.beginNext(stations.lines_.at(job.station));
    job.client->done(job.client->self, job);
}

template <typename Lines>
void Stations<Lines>::unlink(StationJob& job)
{
    StationLine& line = lines_.at(job.station);
    StationJob* before = nullptr;
    for (StationJob* waiting = line.first; waiting != &job; waiting = waiting->next)
        before = waiting;
    (before ? before->next : line.first) = job.next;
    if (line.last == &job)
        line.last = before;
}

template <typename Lines>
void Stations<Lines>::cancel(StationJob& job)
{
    lines_.leave(job.station);
    if (job.served) {
        calendar_.cancel(job.event);
        meter_.endAndDepart(calendar_.now());
        beginNext(lines_.at(job.station));
    } else {
        unlink(job);
        meter_.depart(calendar_.now());
    }
}

template class Stations<SingleLine>;
template class Stations<ManyLines>;

/// Jobs without a record of their owner.
struct Station::Pool
{
    static constexpr std::uint32_t none = 0xffffffffU;
    struct Record
    {
        StationJob job;
        kernel::Completion done;
        std::uint32_t generation = 0; ///< counts the jobs that have left it, to recognise stale ids
        std::uint32_t next = none;    ///< among the free records
    };

    explicit Pool(Station* station) : client{&Station::onPooled, station} {}

    std::uint32_t take()
    {
        if (free == none) {
            free = static_cast<std::uint32_t>(records.size());
            records.push_back(std::make_unique<Record>());
            records.back()->job.client = &client;
            records.back()->job.context = free;
        }
        const std::uint32_t index = free;
        free = records[index]->next;
        return index;
    }
    void giveBack(std::uint32_t index)
    {
        ++records[index]->generation;
        records[index]->next = free;
        free = index;
    }
    bool holds(std::uint64_t index, std::uint64_t generation) const
    {
        return index < records.size() && records[index]->generation == generation;
    }

    StationClient client;
    std::uint32_t free = none;
    std::vector<std::unique_ptr<Record>> records;
};

Station::Station(kernel::Calendar& calendar, std::uint32_t servers) : Stations(calendar, {}, servers) {}

Station::~Station() = default;

Station::Job Station::run(kernel::Time service, kernel::Completion done)
{
    if (!pool_)
        pool_ = std::make_unique<Pool>(this);
    const std::uint32_t index = pool_->take();
    Pool::Record& record = *pool_->records[index];
    record.done = done;
    run(0, service, record.job);
    return (static_cast<Job>(record.generation) << 32) | (index + 1);
}

void Station::onPooled(void* self, StationJob& job)
{
    Pool& pool = *static_cast<Station*>(self)->pool_;
    const auto index = static_cast<std::uint32_t>(job.context);
    const kernel::Completion done = pool.records[index]->done;
    pool.giveBack(index);
    done();
}

bool Station::cancel(Job id)
{
    const std::uint64_t index = (id & 0xffffffffU) - 1;
    if (id == noJob || !pool_ || !pool_->holds(index, id >> 32))
        return false;
    cancel(pool_->records[index]->job);
    pool_->giveBack(static_cast<std::uint32_t>(index));
    return true;
}

namespace {

ManyLines makeLines(std::uint32_t stations, std::uint32_t serversEach, std::pmr::memory_resource& memory)
{
    if (stations == 0 || serversEach == 0)
        throw std::invalid_argument("a bank of stations needs a station and a server in it");
    ManyLines::Counted* const lines = std::pmr::polymorphic_allocator<ManyLines::Counted>(&memory).allocate(stations);
    std::uninitialized_value_construct_n(lines, stations);
    return {lines, stations, serversEach};
}

} // namespace

StationBank::StationBank(kernel::Calendar& calendar, std::uint32_t stations, std::uint32_t serversEach,
                         std::pmr::memory_resource& memory)
    : Stations(calendar, makeLines(stations, serversEach, memory), stations * serversEach), memory_(&memory)
{
}

StationBank::~StationBank()
{
    std::pmr::polymorphic_allocator<ManyLines::Counted>(memory_).deallocate(lines().stations(), lines().all().size());
}

std::uint32_t StationBank::shortest() const
{
    const auto all = lines().all();
    const auto least =
        std::min_element(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.present < b.present; });
    return static_cast<std::uint32_t>(least - all.begin());
}

} // namespace headroom::resources
