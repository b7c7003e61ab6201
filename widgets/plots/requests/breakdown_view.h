// Shows where the time of requests goes: for each operation from sampled requests, and at each resource as measured.
#pragma once

#include "widgets/plots/chart/chart_widget.h"
#include "widgets/plots/data/request_breakdown.h"

#include <QHash>

#include <optional>

namespace headroom::widgets {

class BreakdownView : public ChartWidget
{
    Q_OBJECT
public:
    explicit BreakdownView(QWidget* parent = nullptr);

    /// Sets a run that has ended. Without breakdowns (no request was sampled) only the measured values are shown.
    void setRun(const std::optional<record::Summary>& summary, std::vector<OperationBreakdown> breakdowns);
    const std::vector<OperationBreakdown>& breakdowns() const { return breakdowns_; }

    DataTable table() const override;
    bool isFilled() const override;

protected:
    void applyColours(const Colours& colours) override;

private:
    friend class BreakdownDrawing;
    /// Several parts of one kind, as of several roles, are shades of its colour: 0 for the one with the most time.
    int shadeOf(const BreakdownPart& part) const;

    std::optional<record::Summary> summary_;
    std::vector<OperationBreakdown> breakdowns_;
    std::vector<record::ResourceSummary> resources_; ///< those where time was spent, the largest first
    QHash<TimeKind, QStringList> shades_;            ///< the parts of a kind, the one with the most time first
    const Colours* colours_;
};

/// "object-server · storage, waiting", or "network" for time between roles.
QString partName(const BreakdownPart& part);

} // namespace headroom::widgets
