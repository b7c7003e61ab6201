// The runs of this session: what was run, what came of it, and their curves in bounded memory.
#pragma once

#include "app/engine_process.h"
#include "project/components.h"
#include "record/series.h"
#include "record/summary.h"
#include "widgets/plots/curve_data.h"

#include <QAbstractTableModel>
#include <QString>

#include <deque>
#include <map>
#include <optional>

namespace headroom::app {

struct Run
{
    int number = 0;
    QString label; ///< how its parameters differ from those of the first run
    std::map<std::string, QString> parameters;
    std::optional<Ending> ending; ///< none while it runs
    QString sentence;
    double durationS = 0, warmUpS = 0;
    std::vector<record::SeriesInfo> series;
    std::map<std::string, widgets::CurveData> curves; ///< by seriesName()
    std::optional<record::Summary> summary;

    QString title() const; ///< "Run 3 · SSD DC S3700"
};

class RunHistory : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column
    {
        numberColumn,
        labelColumn,
        throughputColumn,
        latencyColumn,
        statusColumn,
        durationColumn,
        columnTotal
    };

    using QAbstractTableModel::QAbstractTableModel;

    Run& add(const project::Project& project, const project::ComponentLibrary& library);
    void clear();
    const std::deque<Run>& runs() const { return runs_; }
    Run* current() { return runs_.empty() ? nullptr : &runs_.back(); }
    const Run* find(int number) const;
    /// The current run has other figures.
    void currentChanged();

    /// The run that the current one is held against: the chosen one, else the last one before it that has figures.
    const Run* baseline() const;
    void chooseBaseline(std::optional<int> number);
    std::optional<int> chosenBaseline() const { return chosen_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void baselineChanged();

private:
    QString labelOf(const Run& run) const;

    std::deque<Run> runs_; ///< references to runs stay good while more are added
    std::optional<int> chosen_;
    int next_ = 1;
};

QString statusText(const Run& run);

} // namespace headroom::app
