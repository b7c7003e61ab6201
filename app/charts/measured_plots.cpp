// Measured data over the timeline: this part of TimelineController reads them and stores them in the project.
#include "app/charts/measured_dialog.h"
#include "app/charts/timeline_controller.h"
#include "app/document/document_files.h"
#include "app/document/help_pages.h"
#include "record/measured/measured.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace headroom::app {

using record::MeasuredCurve;

namespace {

constexpr qint64 largestFile = 256 << 20; // bytes; enough for the log of a load generator

std::optional<record::MeasuredTable> readTable(const QString& path, QString& problem)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        problem = TimelineController::tr("“%1” could not be read: %2").arg(path, file.errorString());
        return {};
    }
    if (file.size() > largestFile) {
        problem = TimelineController::tr("“%1” is larger than %2 MB.").arg(path).arg(largestFile >> 20);
        return {};
    }
    record::MeasuredTable table = record::readMeasured(file.readAll().toStdString());
    if (!table.timeColumn) {
        problem = TimelineController::tr("“%1” cannot be shown over a run. %2").arg(path, problemsOf(table, ' '));
        return {};
    }
    return table;
}

} // namespace

QString TimelineController::folder() const
{
    return files_.path().isEmpty() ? QString() : QFileInfo(files_.path()).absolutePath();
}

MeasuredCurve TimelineController::curveOf(const QString& series) const
{
    MeasuredCurve result;
    const Run* run = controller_.history().current();
    const auto curve = run ? run->curves->find(series.toStdString()) : RunCurves::iterator();
    if (!run || curve == run->curves->end())
        return result;
    for (const auto& point : curve->second.points()) {
        result.times.push_back(point.time);
        result.values.push_back(point.mean);
    }
    return result;
}

void TimelineController::showMeasured()
{
    QVector<PlotLayout::Measured> all = layout_.measured;
    all += elsewhere_;
    for (const auto& measured : all) {
        const record::SeriesInfo* series = find(measured.series);
        if (!series)
            continue;
        // Only files that were chosen in this session may be outside the project's folder.
        const QString path = QDir(folder()).absoluteFilePath(measured.file);
        QString problem;
        const auto table = readTable(path, problem);
        if (!table) {
            emit message("warning", problem);
            continue;
        }
        const auto curve = record::measuredCurve(*table, table->findColumn(measured.column.toStdString()),
                                                 {measured.offsetS, measured.factor});
        const QString label = tr("%1 of %2").arg(measured.column, QFileInfo(path).fileName());
        view_.setMeasured(series->id, label, curve.times, curve.values);
    }
}

void TimelineController::layOver(const QString& path, QWidget* parent)
{
    QString problem;
    auto table = readTable(path, problem);
    if (!table) {
        emit message("warning", problem);
        return;
    }
    QVector<MeasuredDialog::Choice> choices;
    for (const auto& panel : view_.panels())
        for (const auto& curve : panel.curves)
            choices.append({curve.name, panel.title + ' ' + curve.label});
    MeasuredDialog dialog(
        std::move(*table), choices, [this](const QString& series) { return curveOf(series); }, parent);
    setManualPage(dialog, "measured-data");
    if (dialog.exec() != QDialog::Accepted)
        return;
    PlotLayout::Measured measured = dialog.measured();
    const QString inside = folder().isEmpty() ? QString("..") : QDir(folder()).relativeFilePath(path);
    const bool kept = !inside.startsWith("..") && QDir::isRelativePath(inside);
    measured.file = kept ? inside : path;
    PlotLayout layout = layout_;
    const auto over = [&](const PlotLayout::Measured& other) { return other.series == measured.series; };
    layout.measured.removeIf(over);
    elsewhere_.removeIf(over);
    if (kept) {
        layout.measured.append(measured);
    } else {
        elsewhere_.append(measured);
        emit message(
            "info", tr("“%1” is outside the project's folder: it is shown, but not saved with the project.").arg(path));
    }
    if (layout == layout_)
        build(wanted());
    else
        setPlotLayout(model_, layout, tr("Show measured data over a curve"));
}

void TimelineController::dropMeasured()
{
    elsewhere_.clear();
    PlotLayout layout = layout_;
    layout.measured.clear();
    if (layout == layout_)
        build(wanted());
    else
        setPlotLayout(model_, layout, tr("Remove measured data"));
}

} // namespace headroom::app
