// The strip above everything: run, pause, stop, step; how far the run is; what it is held against.
#pragma once

#include "app/run_controller.h"

#include <QToolBar>

class QAction;
class QComboBox;
class QLabel;
class QMenu;
class QProgressBar;
class QToolButton;

namespace headroom::app {

class RunBar : public QToolBar
{
    Q_OBJECT
public:
    /// The actions are the window's, so that menu, shortcut and button are one thing.
    struct Actions
    {
        QAction *run, *pause, *stop, *step;
    };
    RunBar(RunController& controller, const Actions& actions, QMenu* exportMenu, QWidget* parent);

private:
    void showState();
    void showProgress();
    void fillBaselines();
    QToolButton* addButton(QAction* action);

    RunController& controller_;
    QLabel* time_;
    QLabel* figures_;
    QProgressBar* bar_;
    QComboBox* baseline_;
};

} // namespace headroom::app
