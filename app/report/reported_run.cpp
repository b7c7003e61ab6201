#include "app/report/reported_run.h"

#include "record/file/result_notes.h"
#include "study/advice/advice_json.h"
#include "widgets/document/lookup/candidates.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <stdexcept>

namespace headroom::app {

namespace {

ReportedRun readReportedRun(const QString& file)
{
    const record::ResultReader reader(file.toStdString());
    ReportedRun run;
    run.file = file;
    run.summary = reader.summary();
    // Results are in results/NAME beside the project. Block types beside the project's file are found there, too.
    const std::string beside = QFileInfo(file).dir().filePath("../..").toStdString();
    project::Loading loading =
        project::parseWhole(reader.projectText(), project::loadHardware(), {project::libraryFolders(), beside});
    if (!loading.whole)
        throw std::runtime_error(file.toStdString() + ": the project in it cannot be read");
    run.project = std::move(loading.whole->project);
    run.library = std::move(loading.whole->components);
    run.libraries = std::move(loading.whole->libraries);
    run.findings = std::move(loading.findings);
    for (const record::SeriesInfo& series : reader.series()) {
        if (record::ofSingleNode(series) || record::ofBlock(series))
            continue;
        auto points = reader.points(series.id);
        run.series.push_back(series);
        run.times.push_back(std::move(points.times));
        run.values.push_back(std::move(points.values));
    }
    return run;
}

QString valueOf(const ReportedRun& run, const std::string& name)
{
    const project::Parameter* parameter = project::findParameter(run.project, name);
    return parameter ? widgets::displayOf(run.library, parameter->value) : QString();
}

} // namespace

QStringList differingParameters(const std::vector<ReportedRun>& runs)
{
    QStringList names;
    for (const project::Parameter& parameter : runs.front().project.parameters)
        for (const ReportedRun& other : runs)
            if (valueOf(other, parameter.name) != valueOf(runs.front(), parameter.name)) {
                names += QString::fromStdString(parameter.name);
                break;
            }
    return names;
}

QList<RunFile> runFiles(const QStringList& paths)
{
    QList<RunFile> files;
    for (const QString& path : paths)
        files.append({path});
    return files;
}

namespace {

constexpr qsizetype mostValues = 3; ///< in the name of a run

/// The values of the parameters in which the run differs from others of its project; empty if there are too many.
QString differingValues(const ReportedRun& run, const std::vector<ReportedRun>& runs)
{
    std::vector<ReportedRun const*> alike;
    for (const ReportedRun& other : runs)
        if (other.summary.project == run.summary.project)
            alike.push_back(&other);
    QStringList values;
    for (const project::Parameter& parameter : run.project.parameters) {
        const QString own = valueOf(run, parameter.name);
        if (std::any_of(alike.begin(), alike.end(),
                        [&](const ReportedRun* other) { return valueOf(*other, parameter.name) != own; }))
            values += own.section(" (", 0, 0); // without the annotation of the model
    }
    return values.size() > mostValues ? QString() : values.join(", ");
}

QString nameOf(const ReportedRun& run, const std::vector<ReportedRun>& runs)
{
    const QString values = differingValues(run, runs);
    const bool several = std::any_of(runs.begin(), runs.end(), [&](const ReportedRun& other) {
        return other.summary.project != run.summary.project;
    });
    if (!several)
        return values;
    const QString project = QString::fromStdString(run.summary.project);
    return values.isEmpty() ? project : QCoreApplication::translate("ReportedRun", "%1, %2").arg(project, values);
}

} // namespace

std::vector<ReportedRun> readRuns(const QList<RunFile>& files)
{
    std::vector<ReportedRun> runs;
    for (const RunFile& file : files)
        runs.push_back(readReportedRun(file.path));
    QStringList names;
    for (ReportedRun& run : runs) {
        const auto notes = record::readNotes(run.file.toStdString());
        if (const auto advice = notes.find("advice"); advice != notes.end())
            run.advice = study::adviceFromText(advice->second);
        const auto given = notes.find("name");
        run.name = given != notes.end() ? QString::fromStdString(given->second) : nameOf(run, runs);
        if (run.name.isEmpty() || names.contains(run.name)) {
            const std::optional<int> number = files[names.size()].number;
            run.name = number ? QCoreApplication::translate("ReportedRun", "Run %1").arg(*number)
                              : QFileInfo(run.file).completeBaseName();
        }
        names += run.name;
    }
    return runs;
}

} // namespace headroom::app
