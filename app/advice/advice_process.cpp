#include "app/advice/advice_process.h"

#include "app/runs/engine_process.h"

#include <QFile>

namespace headroom::app {

namespace {

constexpr int patienceMs = 2000; // for the end of the child and its runs

} // namespace

AdviceProcess::AdviceProcess(QObject* parent) : QObject(parent)
{
    connect(&process_, &QProcess::readyReadStandardOutput, this, &AdviceProcess::takeLines);
    connect(&process_, &QProcess::finished, this, &AdviceProcess::conclude);
    connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            conclude();
    });
}

AdviceProcess::~AdviceProcess()
{
    cancel();
}

void AdviceProcess::start(const QByteArray& projectText, const QString& folder, int jobs, const QStringList& values)
{
    cancel();
    folder_.emplace();
    const QString path = folder_->filePath("project.headroom");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(projectText) != projectText.size() || !file.flush()) {
        emit ended(tr("The simulations could not be prepared: %1 (%2).").arg(file.errorString(), path));
        return;
    }
    file.close();
    running_ = true;
    complete_ = false;
    rest_.clear();
    QStringList arguments{"advise", path, "--stream", "--jobs", QString::number(jobs)};
    if (!folder.isEmpty())
        arguments << "--beside" << folder;
    for (const QString& value : values)
        arguments << "--value" << value;
    process_.start(EngineProcess::program(), arguments);
}

void AdviceProcess::cancel()
{
    if (!running_)
        return;
    leave();
    process_.terminate(); // it ends its runs
    if (!process_.waitForFinished(patienceMs)) {
        process_.kill();
        process_.waitForFinished(patienceMs);
    }
}

void AdviceProcess::takeLines()
{
    rest_ += process_.readAllStandardOutput();
    if (!running_)
        return;
    std::optional<study::Advice> newest; // only the last line counts
    for (auto end = rest_.indexOf('\n'); end >= 0; end = rest_.indexOf('\n')) {
        const QByteArray line = rest_.left(end);
        rest_.remove(0, end + 1);
        try {
            newest = study::adviceFromText({line.constData(), static_cast<std::size_t>(line.size())});
        } catch (const std::exception&) { // nothing else is ever printed there; the end will tell
        }
    }
    if (!newest)
        return;
    complete_ = newest->complete;
    emit changed(*newest);
}

void AdviceProcess::conclude()
{
    if (!running_)
        return;
    takeLines();
    leave();
    if (complete_) {
        emit ended({});
        return;
    }
    const QString said = QString::fromUtf8(process_.readAllStandardError()).trimmed();
    emit ended(process_.error() == QProcess::FailedToStart
                   ? tr("The engine could not be started: %1.").arg(process_.errorString())
               : said.isEmpty() ? tr("The engine ended before all was simulated.")
                                : said);
}

void AdviceProcess::leave()
{
    running_ = false;
    folder_.reset();
}

} // namespace headroom::app
