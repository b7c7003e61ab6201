// Finds the runs of a study and its faults before it starts: asks `headroom-engine study --plan`.
#pragma once

#include "app/engine/streamed_command.h"

#include <QTimer>

namespace headroom::app {

class StudyPlan : public QObject
{
    Q_OBJECT
public:
    explicit StudyPlan(QObject* parent = nullptr);

    /// Asks soon; a further call in the meantime replaces this one. `arguments` name the study as for StudyProcess.
    /// True if this is another question than the last one, whose answer does not hold any more.
    bool ask(const QByteArray& projectText, const QString& folder, const QStringList& arguments);
    void cancel();

signals:
    /// "12 points: 36 runs, 2 at a time." If it cannot be run, `problem` says why, one fault a line.
    void known(const QString& plan, const QString& problem);

private:
    void conclude(const QString& said);

    QTimer calm_; ///< until nothing has been edited for a while
    StreamedCommand command_;
    QByteArray text_;
    QString beside_, plan_;
    QStringList arguments_;
};

} // namespace headroom::app
