// Effects of a study's parameters: for each one bar or two with their 95 % intervals, the largest first.
#pragma once

#include "widgets/plots/chart/chart_widget.h"
#include "widgets/plots/studies/study_points.h"

namespace headroom::widgets {

struct EffectRow
{
    QString name;             ///< of the parameter
    StudyValue first, second; ///< NaN: there is none
};

struct EffectBars
{
    QString unit;          ///< of the values
    QString first, second; ///< names of the bars; the second is empty if there is one bar only
    std::vector<EffectRow> rows;
};

class EffectBarsView : public ChartWidget
{
    Q_OBJECT
public:
    explicit EffectBarsView(QWidget* parent = nullptr);

    void setContent(EffectBars content);
    const EffectBars& content() const { return content_; }

    DataTable table() const override;
    bool isFilled() const override { return !content_.rows.empty(); }

protected:
    void applyColours(const Colours& colours) override;

private:
    friend class EffectBarsDrawing;
    EffectBars content_;
    const Colours* colours_;
};

} // namespace headroom::widgets
