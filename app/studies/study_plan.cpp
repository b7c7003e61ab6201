#include "app/studies/study_plan.h"

#include "app/engine/engine_process.h"

#include <QFile>

namespace headroom::app {

namespace {

constexpr int editPauseMs = 250;
constexpr int planPatienceMs = 1000;

} // namespace

StudyPlan::StudyPlan(QObject* parent) : QObject(parent)
{
    calm_.setSingleShot(true);
    calm_.setInterval(editPauseMs);
    connect(&calm_, &QTimer::timeout, this, &StudyPlan::begin);
    connect(&process_, &QProcess::finished, this, &StudyPlan::conclude);
    connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            conclude();
    });
}

StudyPlan::~StudyPlan()
{
    cancel();
}

void StudyPlan::cancel()
{
    calm_.stop();
    if (process_.state() == QProcess::NotRunning)
        return;
    const QSignalBlocker quiet(process_);
    process_.kill(); // it writes nothing
    process_.waitForFinished(planPatienceMs);
}

void StudyPlan::ask(const QByteArray& projectText, const QString& folder, const QStringList& arguments)
{
    cancel();
    text_ = projectText;
    beside_ = folder;
    arguments_ = arguments;
    calm_.start();
}

void StudyPlan::begin()
{
    folder_.emplace();
    const QString path = folder_->filePath("project.headroom");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text_) != text_.size() || !file.flush()) {
        emit known({}, tr("The study could not be checked: %1 (%2).").arg(file.errorString(), path));
        return;
    }
    file.close();
    QStringList all{"study", path};
    all << arguments_ << "--plan";
    if (!beside_.isEmpty())
        all << "--beside" << beside_;
    process_.start(EngineProcess::program(), all);
}

void StudyPlan::conclude()
{
    folder_.reset();
    if (process_.error() == QProcess::FailedToStart) {
        emit known({}, tr("The engine could not be started: %1.").arg(process_.errorString()));
        return;
    }
    const QString plan = QString::fromUtf8(process_.readAllStandardOutput()).trimmed();
    QStringList faults;
    for (const QString& line : QString::fromUtf8(process_.readAllStandardError()).split('\n', Qt::SkipEmptyParts))
        if (!line.startsWith("warning: ") && !line.startsWith("note: ")) // those are in the list of problems
            faults.append(line.startsWith("error: ") ? line.mid(7) : line);
    emit known(plan, plan.isEmpty() ? faults.join('\n') : QString());
}

} // namespace headroom::app
