#include "app/engine/engine_process.h"
#include "project/file/file_name.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

namespace headroom::app {

namespace {

constexpr child::Patience patience;
constexpr int killMs = 5000;                     // for the end of a killed child
constexpr qsizetype mostStandardError = 1 << 20; // of standard error that is kept

} // namespace

EngineProcess::EngineProcess(QObject* parent) : QObject(parent)
{
    qRegisterMetaType<Records>();
    connect(&process_, &QProcess::readyReadStandardOutput, this, &EngineProcess::passOutputOn);
    connect(&process_, &QProcess::readyReadStandardError, this, [this] {
        standardError_ += process_.readAllStandardError();
        standardError_.truncate(mostStandardError);
    });
    connect(&process_, &QProcess::finished, this, &EngineProcess::processEnded);
    connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            notStarted(tr("The engine could not be started: %1 (%2).").arg(process_.errorString(), program()));
    });
    patience_.setSingleShot(true);
    connect(&patience_, &QTimer::timeout, this, [this] {
        if (process_.state() == QProcess::NotRunning)
            return;
        if (patience_.property("terminated").toBool()) {
            process_.kill();
        } else {
            process_.terminate();
            patience_.setProperty("terminated", true);
            patience_.start(patience.terminate);
        }
    });
    thread_.setObjectName("stream");
    thread_.start();
}

EngineProcess::~EngineProcess()
{
    process_.disconnect(this);
    if (process_.state() != QProcess::NotRunning) {
        process_.kill();
        process_.waitForFinished(killMs);
    }
    thread_.quit();
    thread_.wait();
}

QString EngineProcess::program()
{
    const QString named = qEnvironmentVariable("HEADROOM_ENGINE");
    return named.isEmpty() ? QCoreApplication::applicationDirPath() + "/headroom-engine" : named;
}

void EngineProcess::start(const QByteArray& projectText, const QString& name, child::Simulation simulation)
{
    if (running_)
        return;
    running_ = true;
    stopWished_ = summarised_ = false;
    standardError_.clear();
    patience_.setProperty("terminated", false);
    folder_.emplace();
    const std::string base = name.isEmpty() ? "project" : project::fileNameOfId(name.toStdString());
    const QString path = folder_->filePath(QString::fromStdString(base) + ".headroom");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(projectText) != projectText.size() || !file.flush()) {
        notStarted(tr("The run could not be prepared: %1 (%2).").arg(file.errorString(), path));
        return;
    }
    file.close();
    // Each run has its own worker, so that unfinished input of an earlier run cannot reach this one. Signals that were
    // already queued still arrive after a disconnect; they are recognised by their generation.
    worker_ = new StreamWorker;
    worker_->moveToThread(&thread_);
    connect(&thread_, &QThread::finished, worker_, &QObject::deleteLater);
    connect(worker_, &StreamWorker::parsed, this, [this, generation = generation_](const Records& records) {
        if (generation != generation_)
            return;
        for (const record::Record& record : *records)
            summarised_ |= std::holds_alternative<record::Finished>(record);
        emit received(records);
    });
    connect(worker_, &StreamWorker::drained, this, [this, generation = generation_] {
        if (generation == generation_)
            conclude();
    });
    simulation.project = path.toStdString();
    simulation.answer = child::Simulation::Answer::stream;
    simulation.spanRecords = false; // the studio reads them from the result file
    QStringList arguments;
    for (const std::string& argument : child::argumentsOf(simulation))
        arguments << QString::fromStdString(argument);
    process_.start(program(), arguments);
}

void EngineProcess::send(const record::Command& command)
{
    if (process_.state() != QProcess::NotRunning) // commands sent before the process has started are delivered then
        process_.write(QByteArray::fromStdString(record::toLine(command)));
}

void EngineProcess::stop()
{
    if (!running_ || stopWished_)
        return;
    stopWished_ = true;
    record::Command command;
    command.kind = record::CommandKind::stop;
    send(command);
    patience_.start(patience.obey);
}

void EngineProcess::abandon()
{
    if (!running_)
        return;
    leaveRun();
    const QSignalBlocker quiet(process_);
    process_.kill();
    process_.waitForFinished(killMs);
}

void EngineProcess::passOutputOn()
{
    const QByteArray bytes = process_.readAllStandardOutput();
    if (worker_ && !bytes.isEmpty())
        QMetaObject::invokeMethod(
            worker_, [worker = worker_, bytes] { worker->feed(bytes); }, Qt::QueuedConnection);
}

void EngineProcess::processEnded()
{
    if (!running_)
        return;
    patience_.stop();
    passOutputOn();
    standardError_ += process_.readAllStandardError();
    QMetaObject::invokeMethod(worker_, &StreamWorker::drain, Qt::QueuedConnection);
}

void EngineProcess::conclude()
{
    const auto [ending, sentence] = verdict();
    finish(ending, sentence);
}

std::pair<Ending, QString> EngineProcess::verdict() const
{
    const QString said = QString::fromUtf8(standardError_).trimmed();
    // After a stop request any end of the child counts as stopped.
    if (stopWished_)
        return {Ending::stopped, tr("The run was stopped.")};
    if (process_.exitStatus() == QProcess::CrashExit)
        return {Ending::crashed,
                tr("The engine ended unexpectedly in the middle of the run. What had arrived until then is kept; "
                   "the next run starts a new engine.") +
                    (said.isEmpty() ? QString() : "\n" + said)};
    if (process_.exitCode() == 1)
        return {Ending::refused, said.isEmpty() ? tr("The engine refused the project.") : said};
    if (process_.exitCode() != 0)
        return {Ending::failed,
                said.isEmpty() ? tr("The run failed (exit status %1).").arg(process_.exitCode()) : said};
    if (!summarised_)
        return {Ending::failed, tr("The run ended without a summary.")};
    return {Ending::finished, tr("The run ended.")};
}

void EngineProcess::notStarted(const QString& sentence)
{
    QMetaObject::invokeMethod(
        this,
        [this, sentence, generation = generation_] {
            if (generation == generation_)
                finish(Ending::notStarted, sentence);
        },
        Qt::QueuedConnection);
}

void EngineProcess::finish(Ending ending, const QString& sentence)
{
    if (!running_)
        return;
    leaveRun();
    emit ended(ending, sentence);
}

void EngineProcess::leaveRun()
{
    running_ = false;
    patience_.stop();
    ++generation_;
    if (worker_) {
        worker_->disconnect(this);
        worker_->deleteLater();
        worker_ = nullptr;
    }
    folder_.reset();
}

} // namespace headroom::app
