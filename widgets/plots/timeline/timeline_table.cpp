// The timeline's curves as a table.
#include "widgets/plots/timeline/timeline_view.h"

#include <map>

namespace headroom::widgets {

DataTable TimelineView::table() const
{
    DataTable result{windowTitle(), {{"time", "s"}}, {}};
    std::map<double, std::vector<DataTable::Cell>> rows;
    const auto add = [&](const QString& title, const QString& unit, const CurveData& curveData) {
        const auto column = static_cast<std::size_t>(result.columns.size());
        result.columns.append({title, unit});
        for (const auto& point : curveData.points()) {
            auto& row = rows[point.time];
            row.resize(std::max(row.size(), column + 1));
            row[column] = point.mean;
        }
    };
    for (const Curve& curve : curves_) {
        const PanelSpec& panel = specs_[curve.panel];
        const QString name = curve.fullName(panel);
        add(name, panel.unit, curve.data());
        if (!curve.ghostData().isEmpty())
            add(tr("former run: ") + name, panel.unit, curve.ghostData());
        if (!curve.measuredData.isEmpty())
            add(tr("measured: ") + name, panel.unit, curve.measuredData);
    }
    for (auto& [time, row] : rows) {
        row.resize(static_cast<std::size_t>(result.columns.size()));
        row[0] = time;
        result.rows.push_back(std::move(row));
    }
    return result;
}

} // namespace headroom::widgets
