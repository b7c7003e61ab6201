// A change of a generic parameter after a run starts a shorter run by itself, if that is switched on: what the change
// does is seen at once, roughly.
#pragma once

#include "app/runs/run_controller.h"
#include "widgets/document/document_model.h"

#include <QTimer>

class QAction;

namespace headroom::app {

class DocumentFiles;

/// A light run measures a fifth of the time, but at least twenty samples of it, once, without traces or a precision to
/// reach. `like` is the run that it stands in for.
project::Project lightProject(project::Project project, const Run& like);

class LightRerun : public QObject
{
    Q_OBJECT
public:
    LightRerun(widgets::DocumentModel& model, RunController& controller, DocumentFiles& files, QObject* parent);

    /// The switch.
    QAction* action() { return action_; }
    /// Whether something was changed that a run is going to be started for.
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
    QTimer calm_; ///< until nobody has changed anything for a while
    std::optional<int> going_;
};

} // namespace headroom::app
