// Shows where the time of requests goes: for each operation, and what each resource does for all of them.
#pragma once

#include "widgets/plots/chart/chart_widget.h"
#include "widgets/plots/data/request_breakdown.h"

#include <QHash>

#include <optional>
#include <vector>

namespace headroom::widgets {

class BreakdownView : public ChartWidget
{
    Q_OBJECT
public:
    explicit BreakdownView(QWidget* parent = nullptr);

    /// Sets a run that has ended. Of a result that does not divide the time, only the work of resources is shown.
    void setRun(const std::optional<record::Summary>& summary);
    const std::vector<OperationBreakdown>& breakdowns() const { return breakdowns_; }

    DataTable table() const override;
    bool isFilled() const override;

protected:
    void applyColours(const Colours& colours) override;

private:
    friend class BreakdownDrawing;
    /// Several places of one kind, as data and log, are shades of its colour: 0 for the one with the most time.
    int shadeOf(const BreakdownPart& part) const;

    std::vector<OperationBreakdown> breakdowns_;
    std::vector<record::ResourceSummary> resources_; ///< those where time was spent, the largest first
    std::vector<record::TimeAtBlock> blocks_;        ///< the largest first
    QHash<TimeKind, QStringList> shades_;            ///< the places of a kind, the one with the most time first
    const Colours* colours_;
};

} // namespace headroom::widgets
