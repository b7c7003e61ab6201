// Starts the advice simulations for the displayed run, on request or after a run, and fills the panel.
#pragma once

#include "app/advice/advice_process.h"
#include "app/runs/run_controller.h"
#include "widgets/document/model/document_model.h"
#include "widgets/plots/views/advice_view.h"

#include <QTimer>

namespace headroom::app {

/// Content of the panel for a run: its advice, or before it the resources that are to be simulated.
widgets::AdviceContent adviceContent(const Run& run);
/// Empty texts if there is no interval.
widgets::MeasuredGain measuredGain(const study::Gain& gain);

/// Simulates while no run is active, with all cores but one. A run that starts, a change of the project and another
/// document cancel it. Measured gains are kept with the run and in its result file (a note, see record/result_notes.h).
class AdviceController : public QObject
{
    Q_OBJECT
public:
    /// `views` show the same, and each can start and cancel.
    AdviceController(RunController& runs, widgets::DocumentModel& model, QList<widgets::AdviceView*> views,
                     QObject* parent);

    void start();
    void cancel();
    bool isRunning() const { return process_.isRunning(); }

signals:
    void message(const QString& level, const QString& text);

private:
    void show();
    void startSoon();
    void connectView(widgets::AdviceView& view);
    void take(const study::Advice& advice);
    void conclude(const QString& problem);
    QString whyNot(const Run& run) const;

    RunController& runs_;
    QList<widgets::AdviceView*> views_;
    AdviceProcess process_;
    std::optional<int> number_; ///< of the run that is advised
    QTimer idle_;               ///< before an automatic start
};

} // namespace headroom::app
