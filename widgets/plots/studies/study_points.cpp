#include "widgets/plots/studies/study_points.h"

#include <QStringList>

#include <algorithm>

namespace headroom::widgets {

namespace {

bool holds(const std::vector<std::size_t>& list, std::size_t wanted)
{
    return std::find(list.begin(), list.end(), wanted) != list.end();
}

} // namespace

std::vector<const StudyPoint*> sliceThrough(const StudyPoints& study, const StudyPoint& anchor,
                                            const std::vector<std::size_t>& free)
{
    std::vector<const StudyPoint*> slice;
    for (const StudyPoint& point : study.points) {
        bool same = true;
        for (std::size_t i = 0; same && i < study.parameters.size(); ++i)
            same = holds(free, i) || point.settings[i] == anchor.settings[i];
        if (same)
            slice.push_back(&point);
    }
    return slice;
}

std::vector<QString> valuesAt(const std::vector<const StudyPoint*>& points, std::size_t parameter)
{
    std::vector<std::pair<double, QString>> found;
    for (const StudyPoint* point : points)
        if (std::none_of(found.begin(), found.end(),
                         [&](const auto& each) { return each.second == point->settings[parameter]; }))
            found.emplace_back(point->numbers[parameter], point->settings[parameter]);
    if (std::all_of(found.begin(), found.end(), [](const auto& each) { return std::isfinite(each.first); }))
        std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<QString> values;
    for (const auto& each : found)
        values.push_back(each.second);
    return values;
}

QString othersInWords(const StudyPoints& study, const StudyPoint& point, const std::vector<std::size_t>& free)
{
    QStringList words;
    for (std::size_t i = 0; i < study.parameters.size(); ++i)
        if (!holds(free, i))
            words.append(study.parameters[i].name + " = " + point.settings[i]);
    return words.join(", ");
}

} // namespace headroom::widgets
