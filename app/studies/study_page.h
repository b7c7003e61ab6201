// The page "Study": runs a study of the project, and shows its table, its answer and its chart while it fills.
#pragma once

#include "app/studies/study_process.h"
#include "app/studies/study_table_model.h"
#include "widgets/document/document_model.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSortFilterProxyModel;
class QStackedLayout;
class QTableView;

namespace headroom::widgets {
class ScatterView;
}

namespace headroom::app {

/// A study of the document, or all ticked alternatives of the generic parameters. The study runs as the project is when
/// it begins; later changes of the project do not change it.
class StudyPage : public QWidget
{
    Q_OBJECT
public:
    explicit StudyPage(widgets::DocumentModel& model, QWidget* parent = nullptr);

    /// Folder of the files that the project names, where studies are kept too; empty: none.
    void setFolder(const QString& folder) { folder_ = folder; }
    /// Ends a study that runs and forgets its table: another document is shown.
    void forget();

    StudyProcess& process() { return process_; }
    const StudyTableModel& points() const { return *points_; }

signals:
    void message(const QString& level, const QString& text);

private:
    QWidget* makeBar();
    QWidget* makeTable();
    QWidget* makeChart();
    void updateChoices();
    void updateButtons();
    void start();
    void pause();
    void take(const study::Table& table);
    void takeRows(const std::vector<study::Row>& rows);
    void takeProgress(const StudyProgress& progress);
    void conclude(const QString& sentence, const QString& problem);
    void filter(const QString& text);
    void fillFigureChoices();
    void drawChart();
    void showDecision();
    void select(std::optional<qulonglong> point);
    void useSelected();
    void exportCsv();
    std::optional<qulonglong> selected() const;
    /// The arguments of the chosen study; nothing: there is none.
    QStringList arguments() const;

    widgets::DocumentModel& model_;
    StudyProcess process_;
    QString folder_;
    StudyTableModel* points_;
    QSortFilterProxyModel* sorted_;
    QStackedLayout* pages_;
    QComboBox *choice_, *horizontal_, *vertical_;
    QLabel *plan_, *decision_, *stand_;
    QPushButton *run_, *restart_, *pause_, *stop_, *use_, *export_;
    QLineEdit* filter_;
    QTableView* table_;
    QProgressBar* progress_;
    widgets::ScatterView* chart_;
    QTimer redraw_; ///< the chart, not with every point
    bool restartWanted_ = false;
};

} // namespace headroom::app
