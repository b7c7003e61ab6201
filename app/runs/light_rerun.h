// Starts a shorter run automatically when a generic parameter changes after a run, if this is switched on. The user
// sees the approximate effect of the change at once.
#pragma once

#include "app/runs/run_controller.h"
#include "widgets/document/model/document_model.h"

#include <QTimer>

class QAction;

namespace headroom::app {

class DocumentFiles;

/// A light run measures a fifth of the time, but at least twenty samples. It has one replication, no traces and no
/// target precision, and leaves goals under other conditions not yet known. `like` is the run that it replaces.
project::Project lightProject(project::Project project, const Run& like);

class LightRerun : public QObject
{
    Q_OBJECT
public:
    LightRerun(widgets::DocumentModel& model, RunController& controller, DocumentFiles& files, QObject* parent);

    /// The action that switches it on and off.
    QAction* action() { return action_; }
    /// True if a change is about to start a run.
    bool isWaiting() const { return calm_.isActive(); }

signals:
    void message(const QString& level, const QString& text);

private:
    void noteChange(const widgets::ElementRef& element);
    void rerun();
    const Run* lastWhole() const;

    widgets::DocumentModel& model_;
    RunController& controller_;
    DocumentFiles& files_;
    QAction* action_;
    QTimer calm_; ///< waits until there has been no change for a while
    std::optional<int> going_;
};

} // namespace headroom::app
