// The charts of a study, of which one is shown.
#pragma once

#include "study/table/study_table.h"
#include "widgets/plots/studies/study_points.h"

#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QStackedWidget;

namespace headroom::widgets {
class ScatterView;
class StudyChart;
} // namespace headroom::widgets

namespace headroom::app {

class StudyAnalysis;

/// The finished points of a table for charts. A share has the unit "%".
std::shared_ptr<widgets::StudyPoints> chartPoints(const study::Table& table);

/// The columns that are drawn first: the first figure over the price where both are reported, else over the second.
struct ScatterAxes
{
    QString x, y;
};
ScatterAxes usualScatterAxes(const study::Table& table);
/// Draws one column over another; each is a figure or a parameter with numbers.
void showScatter(widgets::ScatterView& scatter, const widgets::StudyPoints& points, const QString& x, const QString& y);

class StudyCharts : public QWidget
{
    Q_OBJECT
public:
    explicit StudyCharts(QWidget* parent = nullptr);

    /// The columns of a study that begins: its charts are chosen anew. `present`: the point with the present values of
    /// the project.
    void begin(const study::Table& table, std::optional<qulonglong> present);
    /// Shows what is finished.
    void setTable(const study::Table& table);
    /// The file of the points, if no more of them follow: what matters is computed from it. Empty: there is none.
    void setFile(const QString& file);
    void setSelected(std::optional<qulonglong> point);
    /// The path without ending that is proposed for the file of a chart.
    void setFileProposal(const std::function<QString(const QString& title)>& proposal);

signals:
    /// The user clicked on a point.
    void pointChosen(qulonglong number);
    /// The chart shall have the place of the table, too.
    void aloneWanted(bool alone);

private:
    QWidget* makeAlone();
    QWidget* makeScatter();
    void fillAxes(const study::Table& table);
    void draw();
    void drawScatter();

    std::shared_ptr<const widgets::StudyPoints> points_;
    std::optional<qulonglong> present_;
    StudyAnalysis* analysis_; ///< on the last page
    QComboBox *kind_, *horizontal_, *vertical_;
    QStackedWidget* pages_;
    widgets::ScatterView* scatter_;
    QList<widgets::StudyChart*> others_; ///< on the pages after the scatter's
};

} // namespace headroom::app
