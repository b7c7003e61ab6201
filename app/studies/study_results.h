// The results of a study: its answer in a sentence, its table, and its charts.
#pragma once

#include "app/studies/study_table_model.h"
#include "widgets/plots/data/data_table.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QLabel;
class QPushButton;
class QTableView;

namespace headroom::app {

class PointOrder;
class StudyCharts;

/// The table with a column for each parameter, figure with its interval, and goal; for XLSX.
widgets::DataTable studyTableData(const study::Table& table);

class StudyResults : public QWidget
{
    Q_OBJECT
public:
    explicit StudyResults(QWidget* parent = nullptr);

    const StudyTableModel& points() const { return *points_; }
    /// Components are shown by their names.
    void setComponents(std::shared_ptr<const project::ComponentLibrary> components);
    /// Folder that is proposed for files.
    void setFolder(const QString& folder) { folder_ = folder; }
    /// The columns of another study, or of none.
    void setTable(const study::Table& columns);
    void take(const std::vector<study::Row>& rows);
    /// The point with the present values of the project.
    void setPresent(qulonglong point);
    /// No more points follow. `sentence` stands instead of the answer, if it is not empty.
    void conclude(const QString& sentence);
    void say(const QString& sentence);
    /// The answer, or what is going on.
    QString sentence() const;
    /// Stands instead of the decision while points are finished, until another study is shown; empty: the decision.
    void setAnswer(const QString& sentence);
    /// The file of the points that are shown, if all of them are finished: its analysis is offered.
    void setFile(const QString& file);
    /// Writes the table as it is now to a file, an Excel workbook if its name ends so, while the window goes on;
    /// `message` says how it ended.
    void save(const QString& path);

signals:
    void message(const QString& level, const QString& text);
    /// The project shall get the values of this point.
    void valuesWanted(qulonglong point);
    /// This point shall be run, to see its curves.
    void runWanted(qulonglong point);
    /// A report of the study shall be saved.
    void reportWanted();

private:
    QWidget* makeTable();
    void showDecision();
    void showState();
    void select(qulonglong point);
    void exportTable();
    std::optional<qulonglong> selected() const;
    QString proposal(const QString& title) const;

    std::shared_ptr<const project::ComponentLibrary> components_;
    QString folder_, answer_;
    StudyTableModel* points_;
    PointOrder* sorted_;
    QLabel* decision_;
    QPushButton *use_, *run_, *export_;
    QTableView* table_;
    QWidget* tableArea_;
    StudyCharts* charts_;
    bool anyDone_ = false, saving_ = false;
    QTimer redraw_; ///< the charts, not with every point
};

} // namespace headroom::app
