// The page "Growth": searches how far the load can rise, and which upgrades carry it further, and shows it while it
// becomes known.
#pragma once

#include "app/engine/streamed_command.h"
#include "study/growth/growth.h"
#include "widgets/document/model/document_model.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QStackedLayout;
class QTableWidget;

namespace headroom::widgets {
class LoadLimitView;
}

namespace headroom::app {

class SearchProgress;

/// The price of the parts that an upgrade adds: "from 1 200 USD" if some have none, a dash if none has one.
QString upgradePrice(const study::Upgrade& upgrade);

class GrowthPage : public QWidget
{
    Q_OBJECT
public:
    explicit GrowthPage(widgets::DocumentModel& model, QWidget* parent = nullptr);

    /// Folder of the files that the project names; empty: none.
    void setFolder(const QString& folder) { folder_ = folder; }
    /// Ends a search and forgets its answer: another document is shown.
    void forget();
    /// Sets the growth of the load, per cent a year; 0: none. `parameter`: the one that is raised; empty: as it is.
    void setGrowth(double yearly, int years, const QString& parameter = {});
    void start();
    bool isRunning() const { return command_.isRunning(); }
    const study::Growth& growth() const { return growth_; }
    widgets::LoadLimitView& chart() { return *chart_; }
    bool isStale() const { return stale_; }
    /// "up to 2.1×", "simulating", "out of date"; empty: nothing is known.
    QString inShort() const;

signals:
    void message(const QString& level, const QString& text);
    /// The growth of a year, in per cent, the years, or the load that is raised (setGrowth).
    void growthChosen(double yearly, int years, const QString& parameter);
    /// inShort() is another.
    void answerChanged();

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeBar();
    QWidget* makeTables();
    void updateLoads();
    void updateButtons();
    void take(const QByteArrayList& lines);
    void conclude(const QString& said);
    void show(const study::Growth& growth);
    void showUpgrades();
    void showProgress();
    QString inItsUnit(double load) const;
    QString runsInWords() const;
    void followDocument();

    widgets::DocumentModel& model_;
    StreamedCommand command_;
    QString folder_;
    study::Growth growth_;
    QStackedLayout* pages_;
    QComboBox* load_;
    QDoubleSpinBox* yearly_;
    QSpinBox* years_;
    QPushButton* search_;
    QLabel* sentence_;
    SearchProgress* progress_;
    bool stale_ = false; ///< the project has changed since the search
    widgets::LoadLimitView* chart_;
    QLabel* upgradesTitle_;
    QTableWidget *resources_, *upgrades_;
};

} // namespace headroom::app
