// The tools beside the timeline: the tree of series to choose curves from, and measured data to lay over them.
#pragma once

#include "app/charts/timeline_controller.h"
#include "widgets/plots/timeline/series_tree.h"

class QSplitter;
class QToolButton;

namespace headroom::app {

class TimelineTools : public QObject
{
    Q_OBJECT
public:
    /// Puts the tree before the timeline in its splitter. It is hidden at first.
    TimelineTools(RunController& controller, TimelineController& plots, widgets::TimelineView& view, QSplitter& split,
                  QObject* parent);

    widgets::SeriesTree& tree() { return *tree_; }

private:
    void showSeries();
    void chooseMeasured();

    RunController& controller_;
    TimelineController& plots_;
    widgets::TimelineView& view_;
    widgets::SeriesTree* tree_;
    QToolButton* treeTool_;
    std::vector<record::SeriesInfo> listed_; ///< the series in the tree
};

} // namespace headroom::app
