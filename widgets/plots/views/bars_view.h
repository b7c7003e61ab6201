// Shows the utilisation of each resource of each node group as a bar with a number.
#pragma once

#include "widgets/plots/chart/chart_widget.h"
#include "widgets/plots/data/goal_lines.h"

#include "record/summary/summary.h"

#include <optional>

namespace headroom::widgets {

class BarsView : public ChartWidget
{
    Q_OBJECT
public:
    explicit BarsView(QWidget* parent = nullptr);

    /// Sets the resources of a run. Those of the earlier run, if any, are shown as marks on the same bars.
    void setSummaries(const std::optional<record::Summary>& now, const std::optional<record::Summary>& former);

    DataTable table() const override;
    bool isFilled() const override;

protected:
    void applyColours(const Colours& colours) override;

private:
    friend class BarsDrawing;
    const record::ResourceSummary* former(const record::ResourceSummary& resource) const;

    std::optional<record::Summary> now_, former_;
    QVector<GoalLine> goals_; ///< those of resources are marks on their bars
    const Colours* colours_;
    double nameWidth_ = 0; ///< of the longest name, with its group
};

} // namespace headroom::widgets
