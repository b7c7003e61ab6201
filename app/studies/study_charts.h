// The charts of a study, of which one is shown.
#pragma once

#include "app/studies/turns.h"
#include "study/table/study_table.h"
#include "widgets/plots/studies/study_points.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

class QComboBox;
class QStackedWidget;

namespace headroom::widgets {
class ScatterView;
class StudyChart;
} // namespace headroom::widgets

namespace headroom::app {

class StudyAnalysis;

/// Reads the finished points of a table for charts. A share has the unit "%".
class ChartPoints
{
public:
    explicit ChartPoints(const study::Table& table);
    /// Reads some more rows; false if there are no more.
    bool readSome();
    std::shared_ptr<widgets::StudyPoints> take() { return std::move(points_); }

private:
    QString shown(std::size_t parameter, const std::string& value);

    const study::Table& table_;
    std::vector<std::size_t> figures_;
    std::vector<std::unordered_map<std::string, QString>> texts_; ///< of each parameter: the points share them
    std::size_t next_ = 0;
    std::shared_ptr<widgets::StudyPoints> points_;
};

std::shared_ptr<widgets::StudyPoints> chartPoints(const study::Table& table);

/// The columns that are drawn first: the first figure over the price where both are known, else over the second figure,
/// else over the first parameter with numbers.
struct ScatterAxes
{
    QString x, y;
};
ScatterAxes usualScatterAxes(const widgets::StudyPoints& points);
/// Draws one column over another; each is a figure or a parameter with numbers.
void showScatter(widgets::ScatterView& scatter, const std::shared_ptr<const widgets::StudyPoints>& points,
                 const QString& x, const QString& y);

class StudyCharts : public QWidget
{
    Q_OBJECT
public:
    explicit StudyCharts(QWidget* parent = nullptr);

    /// The columns of a study that begins, or of none: its charts are chosen anew.
    void begin(const study::Table& table);
    /// Shows what is finished. A large table is read a piece in each turn of the event loop: it has to stay, and may
    /// grow, until another one is shown.
    void setTable(const study::Table& table);
    /// The point with the present values of the project.
    void setPresent(qulonglong point);
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
    void chooseAxes();
    bool readSome();
    void draw();
    void drawScatter();

    std::shared_ptr<const widgets::StudyPoints> points_;
    std::optional<ChartPoints> reading_; ///< that will be shown next
    Turns turns_;
    std::optional<qulonglong> present_;
    bool axesChosen_ = false; ///< by the user
    StudyAnalysis* analysis_; ///< on the last page
    QComboBox *kind_, *horizontal_, *vertical_;
    QStackedWidget* pages_;
    widgets::ScatterView* scatter_;
    QList<widgets::StudyChart*> others_; ///< on the pages after the scatter's
};

} // namespace headroom::app
