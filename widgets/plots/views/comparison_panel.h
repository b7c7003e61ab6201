// The table beside the timeline: the results of a run, and the changes compared with an earlier one.
#pragma once

#include "record/summary.h"
#include "widgets/plots/views/advice_view.h"

#include <QWidget>

#include <optional>

class QGridLayout;
class QLabel;

namespace headroom::widgets {

class ComparisonPanel : public QWidget
{
    Q_OBJECT
public:
    explicit ComparisonPanel(QWidget* parent = nullptr);

    /// `formerName`: as in "Against run 3".
    void setSummaries(const std::optional<record::Summary>& now, const std::optional<record::Summary>& former,
                      const QString& formerName);
    /// What would help, above the figures.
    AdviceView& advice() { return *advice_; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    void showGoals();
    void addCell(int row, int column, const QString& text, const QColor& colour);

    std::optional<record::Summary> now_, former_;
    QString formerName_;
    QLabel* title_;
    QLabel* subtitle_;
    QLabel* goals_;
    QLabel* sentence_;
    AdviceView* advice_;
    QWidget* table_;
    QGridLayout* grid_ = nullptr;
};

} // namespace headroom::widgets
