#include "app/charts/plot_layout.h"

#include "widgets/document/commands.h"
#include "widgets/document/drawing_view.h"

#include <algorithm>
#include <cmath>

namespace headroom::app {

namespace {

using project::Json;

QString textAt(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? QString::fromStdString(found->get<std::string>()) : QString();
}

double number(const Json& object, const char* key, double otherwise)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number() ? found->get<double>() : otherwise;
}

/// Calls `take` for the entries of a list that are objects; a file may contain anything.
template <class Take>
void eachObject(const Json& parent, const char* key, Take take)
{
    const auto list = parent.find(key);
    if (list == parent.end() || !list->is_array())
        return;
    for (const Json& entry : *list)
        if (entry.is_object())
            take(entry);
}

/// A project must not name a file outside its folder.
bool staysInside(const QString& path)
{
    return !path.isEmpty() && !path.startsWith('/') && !path.split('/').contains("..");
}

Json toJson(const PlotLayout& layout)
{
    Json json = Json::object();
    for (const auto& panel : layout.panels) {
        Json series = Json::array();
        for (const QString& name : panel.series)
            series.push_back(name.toStdString());
        Json one{{"unit", panel.unit.toStdString()}, {"series", series}};
        if (panel.logarithmic)
            one["logarithmic"] = true;
        json["panels"].push_back(one);
    }
    for (const auto& measured : layout.measured)
        json["measured"].push_back(Json{{"file", measured.file.toStdString()},
                                        {"column", measured.column.toStdString()},
                                        {"series", measured.series.toStdString()},
                                        {"offset_s", measured.offsetS},
                                        {"factor", measured.factor}});
    return json;
}

} // namespace

void PlotLayout::add(const QString& series, const QString& unit)
{
    for (Panel& panel : panels)
        if (panel.unit == unit) {
            if (!panel.series.contains(series))
                panel.series += series;
            return;
        }
    panels.append({unit, {series}, false});
}

void PlotLayout::remove(const QString& series)
{
    for (Panel& panel : panels)
        panel.series.removeAll(series);
    panels.removeIf([](const Panel& panel) { return panel.series.isEmpty(); });
}

PlotLayout plotLayout(const project::Project& project)
{
    PlotLayout layout;
    if (!project.view.is_object() || !project.view.contains("plots") || !project.view["plots"].is_object())
        return layout;
    const Json& plots = project.view["plots"];
    const auto timeline = plots.find(timelineView.toStdString());
    if (timeline == plots.end() || !timeline->is_object())
        return layout;
    eachObject(*timeline, "panels", [&](const Json& json) {
        PlotLayout::Panel panel{textAt(json, "unit"), {}, json.value("logarithmic", Json()) == true};
        const auto series = json.find("series");
        if (series != json.end() && series->is_array())
            for (const Json& name : *series)
                if (name.is_string())
                    panel.series += QString::fromStdString(name.get<std::string>());
        if (!panel.series.isEmpty())
            layout.panels.append(panel);
    });
    eachObject(*timeline, "measured", [&](const Json& json) {
        const PlotLayout::Measured measured{textAt(json, "file"), textAt(json, "column"), textAt(json, "series"),
                                            number(json, "offset_s", 0), number(json, "factor", 1)};
        if (staysInside(measured.file) && !measured.column.isEmpty() && std::isfinite(measured.offsetS))
            layout.measured.append(measured);
    });
    return layout;
}

void setPlotLayout(widgets::DocumentModel& model, const PlotLayout& layout, const QString& text)
{
    if (plotLayout(model.project()) == layout)
        return;
    QUndoCommand* edit = widgets::ModelAccess::begin(model, text, {});
    new widgets::ViewCommand(
        model, "plots", timelineView,
        [layout](Json& part) {
            const Json wanted = toJson(layout);
            part = wanted.empty() ? Json() : wanted;
        },
        edit);
    widgets::ModelAccess::push(model, edit);
}

} // namespace headroom::app
