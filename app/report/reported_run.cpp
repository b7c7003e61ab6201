#include "app/report/reported_run.h"

#include "record/file/result_notes.h"
#include "study/advice/advice_json.h"
#include "widgets/document/lookup/candidates.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

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

std::vector<ReportedRun> readRuns(const QList<RunFile>& files)
{
    std::vector<ReportedRun> runs;
    for (const RunFile& file : files)
        runs.push_back(readReportedRun(file.path));
    const QStringList differing = runs.empty() ? QStringList() : differingParameters(runs);
    QStringList names;
    for (ReportedRun& run : runs) {
        const auto notes = record::readNotes(run.file.toStdString());
        if (const auto advice = notes.find("advice"); advice != notes.end())
            run.advice = study::adviceFromText(advice->second);
        if (const auto given = notes.find("name"); given != notes.end())
            run.name = QString::fromStdString(given->second);
        QStringList values;
        for (const QString& name : differing)
            values += valueOf(run, name.toStdString()).section(" (", 0, 0); // without the annotation of the model
        if (run.name.isEmpty())
            run.name = values.join(", ");
        const QString project = QString::fromStdString(run.summary.project);
        if ((run.name.isEmpty() || names.contains(run.name)) && run.summary.project != runs.front().summary.project &&
            !names.contains(project))
            run.name = project;
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
