#include "app/document/autosave.h"

#include "app/base/in_thread.h"
#include "app/document/document_files.h"

#include <QFile>
#include <QLockFile>

namespace headroom::app {

namespace {
constexpr int quietMs = 2000;    // about the length of a pause while working
constexpr int longestMs = 10000; // together with the time for writing, far below the limit of 30 s of lost work
} // namespace

Autosave::Autosave(widgets::DocumentModel& model, const DocumentFiles& files, QObject* parent)
    : QObject(parent), model_(model), files_(files)
{
    writer_.setMaxThreadCount(1);
    for (QTimer* timer : {&quiet_, &longest_}) {
        timer->setSingleShot(true);
        connect(timer, &QTimer::timeout, this, &Autosave::write);
    }
    setDelays(quietMs, longestMs);
    connect(model_.undoStack(), &QUndoStack::indexChanged, this, &Autosave::noteChange);
    connect(&model_, &widgets::DocumentModel::cleanChanged, this, &Autosave::noteChange);
    connect(&model_, &widgets::DocumentModel::replaced, this, &Autosave::noteChange);
}

Autosave::~Autosave()
{
    writer_.waitForDone();
}

void Autosave::setDelays(int quiet, int longest)
{
    quiet_.setInterval(quiet);
    longest_.setInterval(longest);
}

void Autosave::noteChange()
{
    if (model_.isClean()) {
        discard();
        return;
    }
    quiet_.start();
    if (!longest_.isActive())
        longest_.start();
}

void Autosave::write()
{
    quiet_.stop();
    longest_.stop();
    if (model_.isClean())
        return;
    if (writing_) {
        again_ = true;
        return;
    }
    if (!lock_) {
        file_ = freshRecoveryFile();
        lock_ = lockRecovery(file_);
    }
    writing_ = true;
    RecoverableWork work{file_, files_.path(), files_.displayName(), QDateTime::currentDateTime(), files_.knownHash()};
    const auto keep = [work = std::move(work), project = model_.project()] {
        try {
            writeRecovery(work, project);
            return QString();
        } catch (const std::exception& error) {
            return QString::fromUtf8(error.what());
        }
    };
    inThread(writer_, this, keep, [this](const QString& problem) { written(problem); });
}

void Autosave::written(const QString& problem)
{
    writing_ = false;
    if (!problem.isEmpty() && !failureReported_)
        emit failed(tr("Unsaved changes cannot be backed up for recovery: %1").arg(problem));
    failureReported_ = !problem.isEmpty();
    if (std::exchange(again_, false))
        write();
}

void Autosave::discard()
{
    quiet_.stop();
    longest_.stop();
    again_ = false;
    if (!file_.isEmpty())
        writer_.start([file = file_] { QFile::remove(file); });
}

bool Autosave::takeOver(const RecoverableWork& work)
{
    auto lock = lockRecovery(work.file);
    if (!lock)
        return false;
    discard();
    writer_.waitForDone();
    lock_ = std::move(lock);
    file_ = work.file;
    return true;
}

} // namespace headroom::app
