// Runs `headroom-engine advise` as a child process and passes on what it finds.
#pragma once

#include "app/engine/streamed_command.h"
#include "study/advice/advice.h"

namespace headroom::app {

class AdviceProcess : public QObject
{
    Q_OBJECT
public:
    explicit AdviceProcess(QObject* parent = nullptr);

    /// Simulates what would help a project, given as the text of its file. `folder`: of the files that it names; empty:
    /// none. `jobs`: processes at the same time. A former advice is cancelled.
    /// `values` of generic parameters are compared instead of resources, each as NAME=VALUE.
    void start(const QByteArray& projectText, const QString& folder, int jobs, const QStringList& values = {});
    /// Ends the child with its runs. No more signals follow.
    void cancel() { command_.cancel(); }
    bool isRunning() const { return command_.isRunning(); }

signals:
    /// More is known.
    void changed(const headroom::study::Advice& advice);
    /// The advice is complete, or could not be had; then `problem` says why. Not emitted after cancel().
    void ended(const QString& problem);

private:
    void take(const QByteArrayList& lines);

    StreamedCommand command_;
    bool complete_ = false;
};

} // namespace headroom::app
