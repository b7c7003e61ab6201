// The tool bar of the run: run, pause, stop, step, pace, progress and baseline.
#pragma once

#include "app/runs/run_controller.h"

#include <QToolBar>

class QAction;
class QComboBox;
class QLabel;
class QMenu;
class QToolButton;

namespace headroom::app {

class RunProgress;

class RunBar : public QToolBar
{
    Q_OBJECT
public:
    /// The window owns the actions, so that menu, shortcut and button share them. `steps` are further ways to advance
    /// by a step, beside `step`. `rerun` is the switch for light re-runs.
    struct Actions
    {
        QAction *run, *pause, *stop, *step;
        QList<QAction*> steps;
        QAction* rerun;
    };
    RunBar(RunController& controller, const Actions& actions, QMenu* exportMenu, QWidget* parent);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void addButtons(const Actions& actions);
    QWidget* makeFigures(QMenu* exportMenu);
    void connectRuns();
    void showProgress();
    void showFigures();
    void fillBaselines();
    QToolButton* addButton(QAction* action);
    void addStepButton(const Actions& actions);
    QComboBox* makePace();

    RunController& controller_;
    QLabel* time_;
    QLabel* figures_;
    RunProgress* bar_;
    QLabel* baselineLabel_;
    QComboBox* baseline_;
};

} // namespace headroom::app
