// Assumptions of the cost of ownership besides the project: years and growth, the prices of energy, support, licences,
// rack units and waiting, and the user's own price list.
#pragma once

#include "widgets/document/model/document_model.h"

#include <QStringList>
#include <QVector>
#include <QWidget>

#include <map>
#include <string>

class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QSpinBox;
class QToolButton;

namespace headroom::app {

/// Prices are the user's own and are remembered for all projects; growth and what jobs cost belong to a project.
class CostForm : public QWidget
{
    Q_OBJECT
public:
    explicit CostForm(widgets::DocumentModel& model, QWidget* parent = nullptr);

    /// For `headroom-engine cost`.
    QStringList arguments() const;
    /// The fields with what they say, as pairs of texts; also those that are left out.
    QVector<QStringList> inWords() const;
    /// Problem of the fields, in a sentence; empty: none. The fields at fault are marked.
    QString problem();
    /// The path of the user's own price list; empty: there is none.
    QString priceList() const;
    void forgetList();
    /// Offers what of the project can grow, and its workloads of jobs.
    void refresh();
    /// Forgets what belongs to a project.
    void forget();
    /// Remembers the prices for the next time.
    void store() const;
    /// Years of use, rounded up.
    int years() const;
    /// The load grows by so many per cent a year. `parameter` raises it; empty: the rates of all arrivals.
    void setGrowth(double yearly, int years, const QString& parameter);

signals:
    void changed();
    /// The growth of a year, in per cent, or the years.
    void growthChosen(double yearly, int years);
    /// The user wants the prices of this list in the project.
    void keepWanted(const QString& list);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void scrollToTicked();
    QWidget* makeGrowth();
    QWidget* makePrices();
    QWidget* makeRuns();
    void connectFields();
    void load();
    void chooseList();
    void showGrowth();
    QStringList growing() const;
    QStringList offeredLoads() const;
    void refreshJobs();
    double jobsPerYear() const;

    widgets::DocumentModel& model_;
    QDoubleSpinBox *years_, *yearly_, *energy_, *facility_, *support_, *licence_, *rackUnit_, *waiting_;
    QLabel* growth_; ///< the growth over all years
    QListWidget* loads_;
    QWidget* waitingArea_; ///< shown if the project has jobs
    QFormLayout* jobsForm_;
    std::map<std::string, QSpinBox*> jobs_; ///< by workload
    QLineEdit *prices_, *duration_;
    QToolButton* keep_;
};

} // namespace headroom::app
