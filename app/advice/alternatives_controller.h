// Simulates each alternative of a generic parameter while the list of the alternatives is open.
#pragma once

#include "app/advice/advice_process.h"
#include "app/runs/run_controller.h"
#include "widgets/document/model/document_model.h"
#include "widgets/parameters/panel/parameter_panel.h"

namespace headroom::app {

/// Below each alternative stand the price, the power and the usable capacity of the whole system with it, and the
/// measured change in throughput and p99. The simulations end when the list closes or the project changes.
class AlternativesController : public QObject
{
    Q_OBJECT
public:
    AlternativesController(RunController& runs, widgets::DocumentModel& model, widgets::ParameterPanel& panel,
                           QObject* parent = nullptr);

private:
    void open(const QString& parameter, const QStringList& values);
    void close();
    void take(const study::Advice& advice);
    void conclude(const QString& problem);
    void showAll(const QString& lines);

    RunController& runs_;
    widgets::DocumentModel& model_;
    widgets::ParameterPanel& panel_;
    AdviceProcess process_;
    QString parameter_; ///< of the open list; empty: none
    QStringList values_;
    QString present_;
};

} // namespace headroom::app
