#include "study/space/space.h"

#include "project/document/pointer.h"
#include "project/expression/quantity.h"
#include "project/resolve/parameter_values.h"
#include "project/resolve/resolver.h"
#include "project/structure/describe_studies.h"
#include "study/space/axis_values.h"
#include "study/space/constraints.h"
#include "study/space/morris_design.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace headroom::study {

using project::Json;

namespace {

/// Puts the combinations of a study together.
class SpaceMaker
{
public:
    SpaceMaker(const project::Project& project, const project::ComponentLibrary& components,
               const project::Study& study, std::string pointer, const Sampler& sampler, project::Findings& findings)
        : project_(project), components_(components), study_(study), pointer_(std::move(pointer)), sampler_(sampler),
          findings_(findings), resolver_(project, components, findings)
    {
    }

    Space make()
    {
        const std::size_t before = findings_.size();
        readAxes();
        Constraints constraints(project_, components_, study_, pointer_, findings_);
        const std::string design = resolver_.text(project::studyFields(), "design", study_.fields, pointer_);
        if (findings_.size() == before)
            combine(design);
        if (findings_.size() == before)
            exclude(constraints);
        if (findings_.size() > before) {
            space_.points.clear();
            space_.places.clear();
        }
        return std::move(space_);
    }

private:
    void readAxes()
    {
        if (study_.space.empty())
            error("study.empty-space", "/space", "The study has no parameter to vary.", "Add one to its space.");
        std::set<std::string> seen;
        for (std::size_t i = 0; i < study_.space.size(); ++i) {
            const std::string at = "/space" + project::below(i);
            if (!seen.insert(study_.space[i].parameter).second)
                error("axis.twice", at, "The parameter \"" + study_.space[i].parameter + "\" is varied twice.",
                      "Keep one of its axes.");
            else if (auto axis = axisOf(project_, components_, study_.space[i], pointer_ + at, findings_))
                space_.axes.push_back(std::move(*axis));
        }
    }

    void combine(const std::string& design)
    {
        static const std::map<std::string, void (SpaceMaker::*)(const std::string&)> makers = {
            {"full", &SpaceMaker::combineAll},
            {"one at a time", &SpaceMaker::changeOneAtATime},
            {"paired", &SpaceMaker::pair},
            {"latin hypercube", &SpaceMaker::sample},
            {"low discrepancy", &SpaceMaker::sample},
            {"sobol", &SpaceMaker::sampleForIndices},
            {"morris", &SpaceMaker::followTrajectories},
        };
        (this->*makers.at(design))(design);
    }

    bool tooMany(double count)
    {
        if (count <= mostPoints)
            return false;
        error("study.too-many-points", "/space",
              "The study has " + project::formatNumber(count) + " points; at most " +
                  project::formatNumber(mostPoints) + " can be run.",
              "Give the axes fewer values, or set \"design\" to \"latin hypercube\" with a number of \"points\".");
        return true;
    }

    void combineAll(const std::string&)
    {
        double count = 1;
        for (const Axis& axis : space_.axes)
            count *= static_cast<double>(axis.values.size());
        if (tooMany(count))
            return;
        std::vector<std::size_t> at(space_.axes.size(), 0);
        for (auto left = static_cast<std::size_t>(count); left > 0; --left) {
            Point point;
            for (std::size_t i = 0; i < at.size(); ++i)
                point.push_back(space_.axes[i].values[at[i]]);
            space_.points.push_back(std::move(point));
            for (std::size_t i = at.size(); i > 0 && ++at[i - 1] == space_.axes[i - 1].values.size(); --i)
                at[i - 1] = 0; // the last axis changes fastest
        }
    }

    void changeOneAtATime(const std::string&)
    {
        Point present;
        for (const Axis& axis : space_.axes)
            present.push_back(project::findParameter(project_, axis.parameter)->value);
        add(present);
        for (std::size_t i = 0; i < space_.axes.size(); ++i)
            for (const Json& value : space_.axes[i].values) {
                Point point = present;
                point[i] = value;
                add(std::move(point));
            }
    }

    void pair(const std::string&)
    {
        const std::size_t count = space_.axes.front().values.size();
        for (std::size_t i = 1; i < space_.axes.size(); ++i)
            if (space_.axes[i].values.size() != count)
                return error("study.unequal-lists", "/space" + project::below(i),
                             "\"" + space_.axes[i].parameter + "\" has " +
                                 std::to_string(space_.axes[i].values.size()) + " values and \"" +
                                 space_.axes.front().parameter + "\" has " + std::to_string(count) +
                                 ", so they cannot be taken side by side.",
                             "Give all axes of a paired study the same number of values.");
        for (std::size_t k = 0; k < count; ++k) {
            Point point;
            for (const Axis& axis : space_.axes)
                point.push_back(axis.values[k]);
            add(std::move(point));
        }
    }

    void sample(const std::string& design)
    {
        const double wanted = resolver_.number(project::studyFields(), "points", study_.fields, pointer_);
        if (tooMany(wanted))
            return;
        for (const std::vector<double>& place : sampler_(design, space_.axes.size(), static_cast<std::size_t>(wanted)))
            add(pointAt(place));
    }

    /// Number of times that the points of a design which is evaluated as a whole can be repeated; nothing if that is
    /// reported.
    std::optional<std::size_t> repetitions(const std::string& design, std::size_t pointsOfOne)
    {
        const double wanted = resolver_.number(project::studyFields(), "points", study_.fields, pointer_);
        if (tooMany(wanted))
            return {};
        const auto count = static_cast<std::size_t>(wanted) / pointsOfOne;
        if (!study_.constraints.empty())
            error("study.constrained-design", "/constraints",
                  "The design \"" + design + "\" needs all of its points, so that constraints cannot exclude any.",
                  "Remove the constraints, or use another design.");
        else if (count < 2)
            error("study.too-few-points", "/points",
                  "The design \"" + design + "\" needs at least " + std::to_string(2 * pointsOfOne) +
                      " points for this space.",
                  "Set \"points\" to more: " + std::to_string(10 * pointsOfOne) + " or better many more.");
        else
            return count;
        return {};
    }

    void sampleForIndices(const std::string& design)
    {
        if (space_.axes.size() < 2)
            return error("study.too-few-axes", "/space",
                         "Sobol' indices compare the parameters of a study: it needs two.",
                         "Add a parameter, or use the design \"full\".");
        if (const auto count = repetitions(design, space_.axes.size() + 2))
            for (const std::vector<double>& place : sampler_(design, space_.axes.size(), *count))
                space_.places.push_back({add(pointAt(place)), {}});
    }

    void followTrajectories(const std::string& design)
    {
        for (std::size_t i = 0; i < space_.axes.size(); ++i)
            if (space_.axes[i].values.size() < 2)
                return error("axis.one-value", "/space" + project::below(i),
                             "\"" + space_.axes[i].parameter + "\" has one value, so that it cannot be moved.",
                             "Give it another value, or remove it from the space.");
        const std::size_t axes = space_.axes.size();
        if (const auto count = repetitions(design, axes + 1))
            for (const std::vector<double>& draws : sampler_("latin hypercube", morrisDraws(axes), *count))
                for (TrajectoryPlace& place : morrisTrajectory(project_, space_.axes, draws))
                    space_.places.push_back({add(std::move(place.point)), std::move(place.at)});
    }

    Point pointAt(const std::vector<double>& place) const
    {
        Point point;
        for (std::size_t i = 0; i < space_.axes.size(); ++i)
            point.push_back(valueIn(space_.axes[i], place[i]));
        return point;
    }

    Json valueIn(const Axis& axis, double share) const
    {
        if (axis.isRange)
            return valueAt(axis, *project::findParameter(project_, axis.parameter), share);
        const auto number = static_cast<std::size_t>(share * static_cast<double>(axis.values.size()));
        return axis.values[std::min(number, axis.values.size() - 1)];
    }

    /// The number of this combination. Whole numbers and lists let several places of a sample fall on the same one.
    std::size_t add(Point point)
    {
        const auto [known, isNew] = known_.emplace(Json(point).dump(), space_.points.size());
        if (isNew)
            space_.points.push_back(std::move(point));
        return known->second;
    }

    void exclude(const Constraints& constraints)
    {
        if (constraints.empty())
            return;
        const std::size_t before = space_.points.size();
        std::erase_if(space_.points, [&](const Point& point) { return !constraints.hold(space_.axes, point); });
        space_.excluded = before - space_.points.size();
        if (space_.points.empty())
            error("study.all-excluded", "/constraints",
                  "The constraints exclude all " + std::to_string(before) + " combinations.",
                  "Relax them, or give the axes other values.");
    }

    void error(const std::string& key, const std::string& at, const std::string& problem, const std::string& remedy)
    {
        findings_.push_back({project::Severity::error, key, pointer_ + at,
                             study_.id.empty() ? std::string("the study") : "study \"" + study_.id + '"', problem,
                             remedy});
    }

    const project::Project& project_;
    const project::ComponentLibrary& components_;
    const project::Study& study_;
    std::string pointer_;
    const Sampler& sampler_;
    project::Findings& findings_;
    project::Resolver resolver_;
    Space space_;
    std::map<std::string, std::size_t> known_; ///< the points so far, with their numbers
};

} // namespace

Space spaceOf(const project::Project& project, const project::ComponentLibrary& components, const project::Study& study,
              const std::string& pointer, const Sampler& sampler, project::Findings& findings)
{
    return SpaceMaker(project, components, study, pointer, sampler, findings).make();
}

std::vector<std::string> settingsOf(const Space& space, const Point& point)
{
    std::vector<std::string> settings;
    for (std::size_t i = 0; i < space.axes.size(); ++i)
        settings.push_back(space.axes[i].parameter + '=' + project::settingText(point[i]));
    return settings;
}

} // namespace headroom::study
