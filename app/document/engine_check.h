// Runs `headroom-engine check` for the faults that no other check finds: those that appear when the whole is put
// together for a run.
#pragma once

#include "app/engine/streamed_command.h"
#include "project/document/finding.h"

namespace headroom::app {

class EngineCheck : public QObject
{
    Q_OBJECT
public:
    explicit EngineCheck(QObject* parent = nullptr);

    /// Checks a project, given as the text of its file. `folder`: the folder of the files that it names; empty: none.
    /// Cancels a former check.
    void start(const QByteArray& projectText, const QString& folder);
    /// No more signals follow.
    void cancel() { command_.cancel(); }

signals:
    /// All that it has found. Not emitted if there is no engine, or if it did not get as far.
    void found(const headroom::project::Findings& findings);

private:
    void conclude();

    StreamedCommand command_;
    QByteArray said_;
};

} // namespace headroom::app
