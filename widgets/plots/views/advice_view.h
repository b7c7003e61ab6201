// The changes of a system that were simulated, and the measured gain from each of them.
#pragma once

#include "widgets/plots/views/figure_table.h"

#include <QString>
#include <QVector>
#include <QWidget>

class QCheckBox;
class QLabel;
class QProgressBar;
class QPushButton;

namespace headroom::widgets {

/// A measured figure with its 95 % interval, as texts; empty while it is not known.
struct MeasuredGain
{
    QString value;    ///< "1.91×"
    QString interval; ///< "1.89 … 1.93"
};

/// A change that was, or is to be, simulated: a resource twice as fast, another part, another setting.
struct AdviceRow
{
    QString resource;                       ///< or the change in words
    QString note = {};                      ///< below it: the kind of change, its price and power
    MeasuredGain throughput = {}, p99 = {}; ///< instead of the throughput the time of jobs, if all load is jobs
    QString state =
        {}; ///< instead of the figures, or below them: "not yet simulated", "being simulated", "not yet known"
    QString detail = {};           ///< for a tool tip
    MeasuredGain highestRate = {}; ///< of given arrivals, instead of the throughput
};

struct AdviceContent
{
    QString sentence; ///< only what was measured
    QVector<AdviceRow> rows;
    bool byTime = false; ///< all load is jobs: what counts is their time
    bool byRate = false; ///< the arrivals are given: what counts is the highest rate that still settles
    bool running = false;
    bool mayStart = false;
    QString whyNot;            ///< why it may not start; shown as a tool tip
    int done = 0, planned = 0; ///< runs, while running

    /// The figure by which changes are compared: "throughput", "highest rate", "time of the jobs".
    QString figure() const;
    /// Its gain from a change.
    const MeasuredGain& gainOf(const AdviceRow& row) const { return byRate ? row.highestRate : row.throughput; }
};

/// A table with a button that asks for the simulations. Without rows it is hidden.
class AdviceView : public QWidget
{
    Q_OBJECT
public:
    /// `name`: its parts are found as NAME + "Sentence", "Button" and "Automatic".
    explicit AdviceView(const QString& name = "advice", QWidget* parent = nullptr);

    void setContent(const AdviceContent& content);
    /// Sets whether the simulations start by themselves after a run.
    void setAutomatic(bool automatic);

signals:
    void startWanted();
    void cancelWanted();
    void automaticChosen(bool automatic);
    /// It has rows, or none.
    void filled(bool some);

protected:
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    void addRow(int row, const AdviceRow& content);

    AdviceContent content_;
    QLabel* sentence_;
    QPushButton* button_;
    QCheckBox* automatic_;
    QProgressBar* progress_;
    FigureTable* table_;
};

} // namespace headroom::widgets
