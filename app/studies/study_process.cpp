#include "app/studies/study_process.h"

#include "project/file/file_name.h"

#include <QDir>
#include <QFileInfo>

#include <stdexcept>
#include <utility>
#include <variant>

namespace headroom::app {

StudyProcess::StudyProcess(QObject* parent) : QObject(parent), command_(this), turns_([this] { return takeSome(); })
{
    connect(&command_, &StreamedCommand::lines, this, [this](const QByteArrayList& lines) {
        lines_ += lines;
        turns_.start();
    });
    connect(&command_, &StreamedCommand::ended, this, [this](const QString& said) {
        said_ = said;
        turns_.start();
    });
}

void StudyProcess::cancel()
{
    turns_.stop();
    lines_.clear();
    said_.reset();
    command_.cancel();
    results_.reset();
    file_.clear();
    blocked_ = false;
}

QString StudyProcess::outFile(const QString& folder, const QString& name)
{
    const QString file = QString::fromStdString(project::fileNameOfId(name.toStdString())) + ".hrs";
    if (!folder.isEmpty()) {
        const auto kept =
            QString::fromStdString(project::resultsFile(folder.toStdString(), file.toStdString()).string());
        if (QFileInfo(kept).dir().exists())
            return kept;
    }
    return results_.emplace().filePath(file);
}

void StudyProcess::start(const QString& command, const QByteArray& projectText, const QString& folder,
                         const QString& id, const QStringList& arguments)
{
    cancel();
    paused_ = stopped_ = complete_ = blocked_ = false;
    name_ = command;
    sentence_.clear();
    refusal_.clear();
    decision_.reset();
    forTheBest_ = command == "best";
    try {
        file_ = outFile(folder, command == "study" ? id : id + '-' + command);
    } catch (const std::runtime_error& error) {
        said_ = QString::fromStdString(error.what()) + '.';
        turns_.start();
        return;
    }
    command_.start(command, projectText, folder, arguments + QStringList{"--stream", "--out", file_});
}

void StudyProcess::pause()
{
    paused_ = true;
    command_.send("pause");
}

void StudyProcess::resume()
{
    paused_ = false;
    command_.send("resume");
}

void StudyProcess::stop()
{
    stopped_ = true;
    command_.send("stop");
}

/// The next line, or the end after the last one.
bool StudyProcess::takeSome()
{
    if (lines_.isEmpty()) {
        if (said_)
            conclude();
        return false;
    }
    const QByteArray line = lines_.takeFirst();
    try {
        take(study::studyRecordFromText({line.constData(), static_cast<std::size_t>(line.size())}, table_));
    } catch (const std::exception&) { // nothing else is ever printed there; the end will tell
    }
    return true;
}

void StudyProcess::take(const study::StudyRecord& record)
{
    if (const auto* begun = std::get_if<study::StudyBegun>(&record)) {
        table_ = begun->columns;
        emit this->begun(table_);
    } else if (const auto* arrived = std::get_if<study::PointsArrived>(&record)) {
        emit this->arrived(arrived->rows);
    } else if (const auto* progress = std::get_if<study::Progress>(&record)) {
        emit progressed(*progress);
    } else if (const auto* answer = std::get_if<study::StudyAnswer>(&record)) {
        const QString sentence = QString::fromStdString(answer->sentence);
        if (!answer->last) {
            emit answered(sentence);
            return;
        }
        complete_ = answer->complete;
        if (answer->point)
            decision_ = *answer->point;
        sentence_ = sentence;
    } else if (const auto* refused = std::get_if<study::StudyRefused>(&record)) {
        blocked_ = refused->replaceable;
        refusal_ = QString::fromStdString(refused->reason) + ' ' +
                   (blocked_ ? tr("“Run anew” replaces it.") : tr("Move it away, or give the study another name."));
    }
}

void StudyProcess::conclude()
{
    const QString said = *std::exchange(said_, std::nullopt);
    // A search for the best that ends before it is sure has an answer, too: its sentence says how sure it is.
    const bool answered = complete_ || (forTheBest_ && decision_);
    emit ended(sentence_, answered              ? QString()
                          : !refusal_.isEmpty() ? refusal_
                          : stopped_ ? tr("The study was stopped. Run it again to go on with the points that are left.")
                          : said.isEmpty() ? tr("The engine ended before all points were run.")
                                           : said);
}

} // namespace headroom::app
