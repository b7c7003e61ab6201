#include "app/charts/plot_layout.h"

#include "widgets/document/model/commands.h"

#include <algorithm>
#include <cmath>

namespace headroom::app {

namespace {

QString textOf(const std::optional<std::string>& text)
{
    return QString::fromStdString(text.value_or(std::string()));
}

double numberOf(const project::Json& number, double otherwise)
{
    return number.is_number() ? number.get<double>() : otherwise;
}

/// A project must not name a file outside its folder.
bool staysInside(const QString& path)
{
    return !path.isEmpty() && !path.startsWith('/') && !path.split('/').contains("..");
}

project::Plots toPlots(const PlotLayout& layout)
{
    project::Plots plots;
    for (const auto& panel : layout.panels) {
        project::PlotPanel& one = (plots.panels ? *plots.panels : plots.panels.emplace()).emplace_back();
        one.unit = panel.unit.toStdString();
        one.series.emplace();
        for (const QString& name : panel.series)
            one.series->push_back(name.toStdString());
        if (panel.logarithmic)
            one.logarithmic = true;
    }
    for (const auto& measured : layout.measured) {
        project::MeasuredCurve& one = (plots.measured ? *plots.measured : plots.measured.emplace()).emplace_back();
        one.file = measured.file.toStdString();
        one.column = measured.column.toStdString();
        one.series = measured.series.toStdString();
        one.offsetS = measured.offsetS;
        one.factor = measured.factor;
    }
    return plots;
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
    const project::Drawing* timeline = project.view.drawings.find(timelineView.toStdString());
    if (!timeline || !timeline->plots)
        return layout;
    for (const auto& each : timeline->plots->panels.value_or(std::vector<project::PlotPanel>())) {
        PlotLayout::Panel panel{textOf(each.unit), {}, each.logarithmic.value_or(false)};
        for (const std::string& name : each.series.value_or(std::vector<std::string>()))
            panel.series += QString::fromStdString(name);
        if (!panel.series.isEmpty())
            layout.panels.append(panel);
    }
    for (const auto& each : timeline->plots->measured.value_or(std::vector<project::MeasuredCurve>())) {
        const PlotLayout::Measured measured{textOf(each.file), textOf(each.column), textOf(each.series),
                                            numberOf(each.offsetS, 0), numberOf(each.factor, 1)};
        if (staysInside(measured.file) && !measured.column.isEmpty() && std::isfinite(measured.offsetS))
            layout.measured.append(measured);
    }
    return layout;
}

void setPlotLayout(widgets::DocumentModel& model, const PlotLayout& layout, const QString& text)
{
    if (plotLayout(model.project()) == layout)
        return;
    auto* edit = new widgets::DrawingCommand(model, timelineView, [layout](project::Drawing& chart) {
        chart.plots.reset();
        if (layout != PlotLayout())
            chart.plots = toPlots(layout);
    });
    edit->setText(text);
    model.undoStack()->push(edit);
}

} // namespace headroom::app
