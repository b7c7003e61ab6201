// The runs of a document, of this session and of former ones: what was run, what came of it, and their curves in
// bounded memory. One of them is shown; another may be its baseline.
#pragma once

#include "app/runs/engine_process.h"
#include "project/library/components.h"
#include "record/series.h"
#include "record/summary.h"
#include "widgets/plots/data/curve_data.h"

#include <QAbstractTableModel>
#include <QDateTime>
#include <QString>

#include <deque>
#include <map>
#include <memory>
#include <optional>

namespace headroom::app {

/// By seriesName().
using RunCurves = std::map<std::string, widgets::CurveData>;

struct Run
{
    int number = 0;
    QString name;       ///< given by people; empty: the label stands for it
    QString comment;    ///< by people
    QString label;      ///< how its parameters differ from those of the first run
    bool light = false; ///< shorter than the project asks for: started by itself after a change
    bool queued = false;
    std::map<std::string, QString> parameters;
    std::optional<Ending> ending; ///< none while it waits or runs
    QString sentence;
    QDateTime began;
    QString file;    ///< its result file; empty: there is none yet
    bool own = true; ///< the file is the studio's, which may delete it
    double durationS = 0, warmUpS = 0, intervalS = 0;
    std::vector<record::SeriesInfo> series;
    /// Shared with the views that draw them. Of a run that is not shown they may be empty: its file has them
    /// (RunStore).
    std::shared_ptr<RunCurves> curves = std::make_shared<RunCurves>();
    std::optional<record::Summary> summary;

    bool isActive() const { return !ending && !queued; }
    bool hasCurves() const { return !curves->empty(); }
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
        statusColumn,
        throughputColumn,
        latencyColumn,
        busiestColumn,
        durationColumn,
        beganColumn,
        commentColumn,
        columnTotal
    };
    static constexpr int sortRole = Qt::UserRole;       ///< what a column is sorted by
    static constexpr int numberRole = Qt::UserRole + 1; ///< the run's number

    using QAbstractTableModel::QAbstractTableModel;

    /// A run of this session, waiting to begin.
    Run& add(const project::Project& project, const project::ComponentLibrary& library);
    /// A run of a former session; one that is newer than its number's place goes where its number belongs.
    Run& addFormer(Run run, const project::ComponentLibrary& library);
    void remove(int number);
    void clear();
    /// The next run gets a number above this one.
    void reserve(int number) { next_ = std::max(next_, number + 1); }
    int nextNumber() const { return next_; }

    const std::deque<Run>& runs() const { return runs_; }
    const Run* find(int number) const;
    Run* find(int number);
    /// The run that is shown.
    const Run* current() const { return shown_ ? find(*shown_) : nullptr; }
    Run* current() { return shown_ ? find(*shown_) : nullptr; }
    std::optional<int> shown() const { return shown_; }
    void show(int number);
    /// A run has other figures.
    void changed(int number);

    /// The run that the one shown is compared with: the pinned one, else the last one before it that has figures.
    const Run* baseline() const;
    void chooseBaseline(std::optional<int> number);
    std::optional<int> chosenBaseline() const { return chosen_; }
    void rename(int number, const QString& name);
    void comment(int number, const QString& text);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    /// Another baseline, or the run shown has another one.
    void baselineChanged();
    /// People have said something about a run, or taken it back: to be kept with it. See record/result_notes.h.
    void noted(int number, const QString& name, const QString& text);
    void removed(int number);

private:
    void relabel();
    QString labelOf(const Run& run) const;
    QString text(const Run& run, int column) const;
    QVariant sortValue(const Run& run, int column) const;

    std::deque<Run> runs_; ///< by number; references to runs stay good while more are added
    std::optional<int> chosen_, shown_;
    int next_ = 1;
};

QString statusText(const Run& run);
/// The operation of users that says most about a run: the one most often answered. Null if there is none.
const record::OperationSummary* mainOperation(const record::Summary& summary, QString* name = nullptr);

} // namespace headroom::app
