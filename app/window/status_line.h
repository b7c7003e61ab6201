// The line at the lower edge of a window: what the run that is shown does, when the project was saved, how many
// problems it has, and for some seconds why something was not done.
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

    /// Shows from now on what becomes of the run that is shown.
    void follow(RunController& runs);
    /// Something for people to read, for some seconds.
    void say(const QString& sentence);
    /// Stays until something else is said.
    void sayLong(const QString& sentence);
    void setSaved(bool saved);
    void setFindings(const project::Findings& findings);
    void showProblemCount(bool shown);

signals:
    /// The number of problems was clicked.
    void problemsWanted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showRun();

    QMainWindow& window_;
    RunController* runs_ = nullptr;
    QLabel* state_;
    QLabel* saved_;
    QToolButton* problems_;
    QLabel* detail_;
};

} // namespace headroom::app
