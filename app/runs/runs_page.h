// The list of runs. The user sorts, names, comments, compares, deletes and reopens runs here. Ticked runs stand side by
// side below the list.
#pragma once

#include "app/document/next_steps_view.h"
#include "app/runs/run_history.h"
#include "widgets/plots/data/data_table.h"

#include <QWidget>

class QAction;
class QSortFilterProxyModel;
class QStackedLayout;
class QTableView;

namespace headroom::app {

class SideBySideView;

class RunsPage : public QWidget
{
    Q_OBJECT
public:
    explicit RunsPage(RunHistory& history, QWidget* parent = nullptr);
    ~RunsPage() override;

    QTableView& table() { return *table_; }
    /// Sets the offer of the page while there are no runs and the project cannot run yet; without a button: to run.
    void setFirstStep(const NextStepsView::FirstStep& step);
    /// Numbers of the selected runs, ascending.
    std::vector<int> selected() const;

signals:
    void showWanted(int number);
    void compareWanted(int now, int former);
    /// Open the project of the run.
    void projectWanted(int number);
    /// Create a report of one run, or of several with the first as the baseline.
    void reportWanted(const std::vector<int>& numbers);
    void stopWanted(int number);
    void deleteWanted(const std::vector<int>& numbers);
    void resultFileWanted();
    /// Write the table of the ticked runs to a file.
    void tableWanted(const headroom::widgets::DataTable& table);

private:
    QAction* addAction(const char* iconName, const QString& text, const QKeySequence& key, void (RunsPage::*act)());
    QWidget* makeTable();
    QWidget* makeEmptyPage(const NextStepsView::FirstStep& step);
    void updatePage();
    void updateActions();
    void updateTicked();
    void fitChanged();
    std::vector<int> baselineFirst(std::vector<int> numbers) const;
    void untickAll();
    void show();
    void compare();
    void pin();
    void rename();
    void comment();
    void openProject();
    void report();
    void stop();
    void remove();
    void edit(int column);
    const Run* single() const;

    RunHistory& history_;
    QSortFilterProxyModel* sorted_;
    QTableView* table_;
    SideBySideView* together_;
    bool fitting_ = false;                        ///< the column "Changed" is given its width
    bool widthChosen_ = false;                    ///< by the user
    std::vector<std::pair<int, QString>> ticked_; ///< numbers and titles of the runs that it shows
    QStackedLayout* pages_;
    QAction *show_, *compare_, *pin_, *rename_, *comment_, *project_, *report_, *stop_, *delete_;
};

} // namespace headroom::app
