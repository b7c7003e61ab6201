#include "run/observe/load_courses.h"

#include "kernel/time.h"
#include "project/document/document.h"

#include <algorithm>
#include <utility>

namespace headroom::run {

namespace {

std::uint64_t doneInWindow(const Workload& workload)
{
    std::uint64_t done = 0;
    for (const OperationMeter& meter : workload.operations())
        done += meter.window.done;
    return done;
}

} // namespace

LoadCourses::LoadCourses(const Model& model) : model_(model)
{
    for (std::size_t w = 0; w < model.workloads.size(); ++w)
        if (const Workload& workload = *model.workloads[w]; !workload.background() && workload.offeredInWindow()) {
            Kept& kept = kept_.emplace_back();
            kept.workload = w;
            kept.course.workload = workload.id();
        }
    windowBegins();
}

void LoadCourses::windowBegins()
{
    samplesInStep_ = 1;
    samples_ = 0;
    for (Kept& kept : kept_) {
        const std::uint64_t inFlight = model_.workloads[kept.workload]->inFlight();
        kept.course.points = {{kernel::toSeconds(model_.calendar.now()), 0, 0, inFlight, inFlight}};
        kept.open = {};
        kept.offeredAt = kept.doneAt = 0;
    }
}

void LoadCourses::observe()
{
    const bool full = ++samples_ == samplesInStep_;
    for (Kept& kept : kept_) {
        add(kept);
        if (full)
            close(kept);
    }
    if (!full)
        return;
    samples_ = 0;
    if (!kept_.empty() && kept_.front().course.points.size() == record::mostLoadPoints)
        thinOut();
}

std::vector<record::LoadCourse> LoadCourses::finished()
{
    std::vector<record::LoadCourse> courses;
    for (Kept& kept : kept_) {
        add(kept);
        record::LoadPoint& last = kept.course.points.back();
        if (kept.open.atS > last.atS) {
            close(kept);
        } else { // at the instant of the last sample, but after it
            last.offered += kept.open.offered;
            last.done += kept.open.done;
            last.inFlight = kept.open.inFlight;
            last.mostInFlight = std::max(last.mostInFlight, kept.open.mostInFlight);
        }
        courses.push_back(std::move(kept.course));
    }
    return courses;
}

void LoadCourses::add(Kept& kept) const
{
    const Workload& workload = *model_.workloads[kept.workload];
    const std::uint64_t offered = workload.offeredInWindow().value_or(0), done = doneInWindow(workload);
    kept.open.atS = kernel::toSeconds(model_.calendar.now());
    // A workload's own warm-up may have ended, which sets its counts to 0.
    if (offered < kept.offeredAt || done < kept.doneAt)
        kept.offeredAt = kept.doneAt = 0;
    kept.open.offered += offered - std::exchange(kept.offeredAt, offered);
    kept.open.done += done - std::exchange(kept.doneAt, done);
    kept.open.inFlight = workload.inFlight();
    kept.open.mostInFlight = std::max(kept.open.mostInFlight, kept.open.inFlight);
}

void LoadCourses::close(Kept& kept) const
{
    kept.course.points.push_back(std::exchange(kept.open, {}));
}

/// The points of every second step are left out; what they counted goes to the next one.
void LoadCourses::thinOut()
{
    for (Kept& kept : kept_) {
        std::vector<record::LoadPoint> fewer{kept.course.points.front()};
        for (std::size_t i = 2; i < kept.course.points.size(); i += 2) {
            const record::LoadPoint& first = kept.course.points[i - 1];
            record::LoadPoint& both = fewer.emplace_back(kept.course.points[i]);
            both.offered += first.offered;
            both.done += first.done;
            both.mostInFlight = std::max(both.mostInFlight, first.mostInFlight);
        }
        kept.course.points = std::move(fewer);
    }
    samplesInStep_ *= 2;
}

} // namespace headroom::run
