// The table beside the timeline: the results of a run, and the changes compared with an earlier one. While the run goes
// on, or if it has no results because its engine was killed, the means of its samples.
#pragma once

#include "record/summary/summary.h"
#include "widgets/plots/data/comparison.h"
#include "widgets/plots/views/advice_view.h"
#include "widgets/plots/views/figure_table.h"

#include <QWidget>

#include <optional>

class QLabel;
class QScrollArea;

namespace headroom::widgets {

class ComparisonPanel : public QWidget
{
    Q_OBJECT
public:
    explicit ComparisonPanel(QWidget* parent = nullptr);

    /// `formerName`: as in "Against run 3". `differences`: what of the projects differs, a line for each.
    void setSummaries(const std::optional<record::Summary>& now, const std::optional<record::Summary>& former,
                      const QString& formerName, const QStringList& differences = {});
    /// The same for a run without a summary. `broken`: why there will be none; empty: it goes on.
    void setSoFar(const FiguresSoFar& figures, const QString& broken, const QString& formerName,
                  const QStringList& differences = {});
    /// Where the run is from, if it is not of the project that is drawn; shown from the next change on.
    void setOrigin(const QString& sentence);
    /// Between which values the figures would be measured, and how these come about; shown from the next change on.
    void setPrediction(const QString& ranges, const QString& parts);
    /// The advice, between the figures of the cluster and the utilisation of its resources.
    AdviceView& advice() { return *advice_; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    void fill();
    void layOut();
    void addRows();
    void showRows(const QVector<ComparisonRow>& rows, bool compared);
    void showSoFar();
    void showTrouble();
    void showGoals();
    void showDifferences(const QStringList& unlike);

    std::optional<record::Summary> now_, former_;
    std::optional<FiguresSoFar> soFar_; ///< instead of `now_`
    QString broken_;
    QString formerName_;
    QString source_;
    QString ranges_, parts_; ///< of the prediction
    QStringList differences_;
    QLabel* title_;
    QLabel* subtitle_;
    QLabel* trouble_;
    QLabel* changed_;
    QLabel* origin_;
    QLabel* goals_;
    QLabel* prediction_;
    QLabel* sentence_;
    AdviceView* advice_;
    FigureTable *table_, *uses_;
    QScrollArea* scroll_;
};

} // namespace headroom::widgets
