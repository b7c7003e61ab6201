#include "app/engine/streamed_command.h"

#include "app/engine/engine_process.h"

#include <QFile>
#include <QRegularExpression>

namespace headroom::app {

namespace {

constexpr int childEndMs = 2000; // for the end of the child and its runs

/// Removes the program's name, which prefixes messages in a terminal.
QString withoutName(const QByteArray& said)
{
    static const QRegularExpression name("^headroom-engine: ", QRegularExpression::MultilineOption);
    return QString::fromUtf8(said).remove(name).trimmed();
}

} // namespace

StreamedCommand::StreamedCommand(QObject* parent) : QObject(parent)
{
    connect(&process_, &QProcess::readyReadStandardOutput, this, &StreamedCommand::takeLines);
    connect(&process_, &QProcess::finished, this, &StreamedCommand::conclude);
    connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            conclude();
    });
}

StreamedCommand::~StreamedCommand()
{
    cancel();
}

void StreamedCommand::start(const QString& command, const QByteArray& projectText, const QString& folder,
                            const QStringList& arguments)
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
    QStringList all{command, path};
    if (!folder.isEmpty())
        all << "--beside" << folder;
    launch(all + arguments);
}

void StreamedCommand::startOnFile(const QString& command, const QString& file, const QStringList& arguments)
{
    cancel();
    launch(QStringList{command, file} + arguments);
}

void StreamedCommand::launch(const QStringList& arguments)
{
    running_ = true;
    rest_.clear();
    process_.start(EngineProcess::program(), arguments);
}

void StreamedCommand::send(const char* command)
{
    if (running_)
        process_.write(QByteArray("{\"command\": \"") + command + "\"}\n");
}

void StreamedCommand::cancel()
{
    if (!running_)
        return;
    leave();
    process_.terminate(); // it ends its runs
    if (!process_.waitForFinished(childEndMs)) {
        process_.kill();
        process_.waitForFinished(childEndMs);
    }
}

void StreamedCommand::takeLines()
{
    rest_ += process_.readAllStandardOutput();
    if (!running_)
        return;
    QByteArrayList all;
    qsizetype begin = 0;
    for (auto end = rest_.indexOf('\n'); end >= 0; end = rest_.indexOf('\n', begin)) {
        all.append(rest_.mid(begin, end - begin));
        begin = end + 1;
    }
    rest_.remove(0, begin);
    if (!all.isEmpty())
        emit lines(all);
}

void StreamedCommand::conclude()
{
    if (!running_)
        return;
    takeLines();
    leave();
    emit ended(process_.error() == QProcess::FailedToStart
                   ? tr("The engine could not be started: %1.").arg(process_.errorString())
                   : withoutName(process_.readAllStandardError()));
}

void StreamedCommand::leave()
{
    running_ = false;
    folder_.reset();
}

} // namespace headroom::app
