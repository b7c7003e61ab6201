// fio job files: the jobs' workloads, and when each begins.
#include "import/fio/job.h"
#include "import/fio/job_file.h"
#include "import/formats.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace headroom::import {

using project::Json;

namespace fio {

namespace {

/// A run whose length nobody knows ends with its jobs, or after this time.
constexpr double longestRunS = 86400;

/// The time of the jobs. If each has a time, all beginnings are known; otherwise jobs that wait are of a later phase.
class Timetable
{
public:
    Timetable(std::vector<Job>& jobs, Notes& notes) : jobs_(jobs), notes_(notes)
    {
        for (std::size_t j = 0; j < jobs.size(); ++j) {
            group_.push_back(j == 0 ? 0 : group_.back() + (jobs[j].waits ? 1 : 0));
            known_ = known_ && jobs[j].runtimeS > 0 && jobs[j].total.empty();
        }
        const bool anyWaits =
            std::ranges::any_of(jobs, [](const Job& job) { return job.waits || !job.waitFor.empty(); });
        phases_ = !known_ && anyWaits;
        begin_.assign(jobs.size(), 0);
        phase_.assign(jobs.size(), 0);
        for (std::size_t j = 0; j < jobs.size(); ++j)
            place(j);
        endTogether();
    }
    void put(std::size_t j, Json& workload) const
    {
        workload["start"] = (phases_ ? 0 : begin_[j]) + jobs_[j].startS;
        if (phases_ && phase_[j] > 0)
            workload["phase"] = phase_[j];
    }
    Json run() const
    {
        double end = 0, warmUp = std::numeric_limits<double>::infinity();
        bool bounded = !phases_;
        for (std::size_t j = 0; j < jobs_.size(); ++j) {
            end = std::max(end, endOf(j));
            bounded = bounded && jobs_[j].runtimeS > 0;
            if (phase_[j] == 0)
                warmUp = std::min(warmUp, begin_[j] + jobs_[j].startS + jobs_[j].rampS);
        }
        Json run = {{"duration", bounded ? end : std::max(longestRunS, end)},
                    {"warm_up", std::isfinite(warmUp) ? warmUp : 0}};
        if (!known_)
            run["until"] = "jobs are done";
        run["seed"] = 1;
        run["sampling_interval"] = "100 ms";
        return run;
    }
    bool known() const { return known_; }

private:
    double endOf(std::size_t j) const { return begin_[j] + jobs_[j].startS + jobs_[j].rampS + jobs_[j].runtimeS; }

    void place(std::size_t j)
    {
        for (std::size_t k = 0; k < j; ++k)
            if (group_[k] < group_[j])
                waitFor(j, k);
        if (jobs_[j].waitFor.empty())
            return;
        bool found = false;
        for (std::size_t k = 0; k < j; ++k)
            if (jobs_[k].name() == jobs_[j].waitFor) {
                waitFor(j, k);
                found = true;
            }
        if (!found)
            notes_.leave(Loss::changes, jobs_[j].what(),
                         "wait_for=" + jobs_[j].waitFor.substr(0, 60) +
                             ": no such job before it is carried over; it does not wait.");
        if (phases_)
            for (std::size_t k = 0; k < j; ++k)
                if (phase_[k] < phase_[j] && group_[k] == group_[j] && jobs_[k].name() != jobs_[j].waitFor)
                    notes_.leave(Loss::changes, jobs_[j].what(),
                                 "wait_for=" + jobs_[j].waitFor + ": it waits for all jobs that began with that one.");
    }
    void waitFor(std::size_t j, std::size_t k)
    {
        begin_[j] = std::max(begin_[j], endOf(k));
        phase_[j] = std::max(phase_[j], phase_[k] + 1);
    }
    /// exitall: the first of a group to end ends the others (exit_what=group).
    void endTogether()
    {
        std::vector<double> ends(jobs_.size(), std::numeric_limits<double>::infinity());
        for (std::size_t j = 0; j < jobs_.size(); ++j) {
            if (!jobs_[j].endsOthers)
                continue;
            const bool alone = std::ranges::count(group_, group_[j]) == 1;
            if (!known_ && !alone)
                notes_.leave(Loss::changes, jobs_[j].what(),
                             "exitall: the time of its end is not known, so that each job ends by itself.");
            for (std::size_t k = 0; known_ && k < jobs_.size(); ++k)
                if (group_[k] == group_[j])
                    ends[k] = std::min(ends[k], endOf(j));
        }
        for (std::size_t j = 0; j < jobs_.size(); ++j)
            if (ends[j] < endOf(j))
                jobs_[j].runtimeS = std::max(0.001, jobs_[j].runtimeS - (endOf(j) - ends[j]));
        if (known_)
            for (std::size_t j = 0; j < jobs_.size(); ++j) {
                begin_[j] = 0;
                place(j);
            }
    }

    std::vector<Job>& jobs_;
    Notes& notes_;
    std::vector<std::size_t> group_, phase_;
    std::vector<double> begin_;
    bool known_ = true, phases_ = false;
};

/// The files that are there before the run, at the volumes; the devices, if the jobs name several.
void putFiles(Json& project, const Files& files, Notes& notes)
{
    if (files.there() == 0)
        return;
    for (Json& group : project["topology"]["groups"])
        for (Json& volume : group["volumes"]) {
            volume["files"] = files.there();
            volume["file_size"] = files.sizeOfDevice().empty() ? Json(files.bytesOfEach()) : Json(files.sizeOfDevice());
        }
    notes.assume("", "Files that jobs read or overwrite are there before the run, as fio lays them out; those that "
                     "are only written are new.");
    if (!files.haveOneSize())
        notes.assume("",
                     "The files that are there before the run differ in size; each counts as large as the largest.");
}

/// Lets each operation of the role choose its device.
void putDevices(Json& project, const Files& files, Notes& notes)
{
    if (files.devices() < 2)
        return;
    setParameter(project, "DRIVES", files.devices());
    std::string named;
    for (const auto& [path, number] : files.devicesByPath())
        named += (named.empty() ? "" : ", ") + (path.empty() ? "files" : path) + " is device " + plain(number + 1);
    notes.assume("", "The devices that jobs name are devices of the host, all of one kind (DRIVE): " + named + ".");
    for (Json& behaviour : project["behaviours"])
        for (Json& part : behaviour)
            if (part.is_object() && part.contains("operations"))
                for (Json& operation : part["operations"]) {
                    operation["arguments"].push_back({{"name", "device"}, {"type", "device"}});
                    for (Json& diagram : operation["diagrams"])
                        for (Json& block : diagram["blocks"])
                            if (block.contains("volume"))
                                block["device"] = "device";
                }
}

Machine machineOf(const StartingPoint& start)
{
    const auto figure = [&](const char* name, double otherwise) { return start.machine.value(name, otherwise); };
    return {figure("ncpus", 1), figure("pagesize", 4096), figure("mb_memory", 1024)};
}

} // namespace

} // namespace fio

Imported importFio(const std::string& text, const std::string& name, const Surroundings& around)
{
    using namespace fio;
    StartingPoint start = StartingPoint::find("fio", "", around.libraries);
    const auto sections = sectionsOf(text, around, machineOf(start));
    Notes notes;
    Files files;
    std::vector<Job> jobs;
    for (const Section& section : sections)
        if (const std::string reason = reasonToLeaveOut(section.options, start.machine); !reason.empty())
            notes.leave(Loss::replaced, "Job " + section.name, reason);
        else
            jobs.emplace_back(section, start, files, notes).read();
    if (jobs.empty())
        throw ImportError("No job of the file can be carried over. " + notes.left().front());
    for (Job& job : jobs)
        job.numberFilesThere();
    putFiles(start.project, files, notes);
    putDevices(start.project, files, notes);
    const Timetable timetable(jobs, notes);
    if (!timetable.known())
        notes.assume("", "Jobs that end with their data, not after a time, do so in the run, too; it lasts until all "
                         "have ended.");
    Json workloads = Json::array();
    std::set<std::string> ids;
    for (std::size_t j = 0; j < jobs.size(); ++j) {
        Json workload = jobs[j].workload();
        std::string id = workload["id"];
        id = id.empty() ? "job" : id;
        while (!ids.insert(id).second)
            id += " again";
        workload["id"] = id;
        timetable.put(j, workload);
        workloads.push_back(std::move(workload));
    }
    return finish(std::move(start), name, "Made from the fio job file " + name + ".", std::move(workloads),
                  timetable.run(), notes.assumptions(), notes.left());
}

} // namespace headroom::import
