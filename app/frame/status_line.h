// The status line of a window: the state of the displayed run, whether the project is saved, the number of problems,
// and short messages.
#pragma once

#include "project/document/finding.h"

#include <QObject>

class QLabel;
class QMainWindow;
class QToolButton;

namespace headroom::app {

class RunController;

class StatusLine : public QObject
{
    Q_OBJECT
public:
    explicit StatusLine(QMainWindow& window);

    /// Shows the state of the displayed run from now on.
    void follow(RunController& runs);
    /// Shows a message for some seconds.
    void say(const QString& sentence);
    /// Shows a message until it is replaced.
    void sayLong(const QString& sentence);
    void setSaved(bool saved);
    /// `complete`: the project has all that a run needs.
    void setFindings(const project::Findings& findings, bool complete);
    void showProblemCount(bool shown);

signals:
    /// The user clicked the number of problems.
    void problemsWanted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showRun();
    void show(const QString& sentence, int milliseconds);

    QMainWindow& window_;
    RunController* runs_ = nullptr;
    QLabel* state_;
    QLabel* saved_;
    QToolButton* problems_;
    QLabel* detail_;
};

} // namespace headroom::app
