// Decides which series of a run the timeline shows, and in which colours; keeps the ghost of the baseline behind.
#pragma once

#include "app/run_controller.h"
#include "widgets/plots/timeline_view.h"

#include <QHash>

namespace headroom::app {

class RunPlots : public QObject
{
    Q_OBJECT
public:
    RunPlots(RunController& controller, widgets::TimelineView& view, QObject* parent = nullptr);

private:
    void begin();
    void take(const std::vector<record::Sample>& samples);
    /// Names of the series that are worth a curve now.
    QStringList wanted() const;
    void build(const QStringList& names);
    void showGhosts();
    int colourOf(const QString& thing);

    RunController& controller_;
    widgets::TimelineView& view_;
    QStringList shown_;
    QHash<QString, int> colours_; ///< the same thing has the same colour for the whole session
};

} // namespace headroom::app
