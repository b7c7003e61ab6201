// The runs of a document, from this session and earlier ones: the project that was run, the results, and the curves in
// bounded memory. One run is displayed; another may be its baseline.
#pragma once

#include "app/engine/engine_process.h"
#include "app/runs/configuration.h"
#include "project/document/document.h"
#include "project/library/components.h"
#include "record/stream/series.h"
#include "record/summary/summary.h"
#include "study/advice/advice.h"
#include "widgets/plots/data/curve_data.h"

#include <QAbstractTableModel>
#include <QDateTime>
#include <QString>

#include <deque>
#include <map>
#include <memory>
#include <optional>

namespace headroom::project {
struct Project;
}

namespace headroom::app {

/// By seriesName().
using RunCurves = std::map<std::string, widgets::CurveData>;

/// A run: its project's parameters, its state and its results.
struct Run
{
    int number = 0;
    QString name;       ///< given by the user; if empty, the label is shown
    QString comment;    ///< by the user
    QString label;      ///< parameters that differ from those of the opened project
    bool light = false; ///< started automatically after a change, with a shorter duration
    bool queued = false;
    bool paused = false;   ///< active, but waiting for the user
    bool ticked = false;   ///< one of those that are shown side by side
    double simulatedS = 0; ///< reached by an active run, or at its end
    double leftS = 0;      ///< seconds of real time until the end of an active run, estimated; 0: not known
    std::map<std::string, QString> parameters;
    QByteArray configuration;     ///< equal for runs that differ only in their load; see configuration.h
    SectionHashes sections;       ///< of its project
    std::optional<Ending> ending; ///< empty while the run is queued or active
    QString sentence;
    QDateTime began;
    QString file;        ///< its result file; empty: there is none yet
    bool own = true;     ///< the studio wrote the file and may delete it
    bool former = false; ///< read from a file, not run in this session
    double durationS = 0, warmUpS = 0, intervalS = 0;
    std::vector<record::SeriesInfo> series;
    /// Shared with the views that draw them. They may be empty for a run that is not displayed; its file contains them
    /// (RunStore).
    std::shared_ptr<RunCurves> curves = std::make_shared<RunCurves>();
    std::optional<record::Summary> summary;
    std::optional<study::Advice> advice; ///< as far as it was simulated

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
        limitColumn,
        durationColumn,
        beganColumn,
        commentColumn
    };
    static constexpr int sortRole = Qt::UserRole;       ///< the value to sort a column by
    static constexpr int numberRole = Qt::UserRole + 1; ///< the run's number
    static constexpr int shareRole = Qt::UserRole + 2;  ///< finished share of an active run, 0 to 1; else nothing

    using QAbstractTableModel::QAbstractTableModel;

    /// Adds a run of this session, which is queued.
    Run& add(const project::Project& project, const project::ComponentLibrary& library, SectionHashes sections = {});
    /// Adds a run of an earlier session at the position of its number.
    Run& addFormer(Run run, const project::ComponentLibrary& library);
    void remove(int number);
    /// Forgets all runs. `opened`, `sections`: the parameters and the sections of the project that was opened, with
    /// which those of runs are compared; without any, with those of the first run.
    void clear(std::map<std::string, QString> opened = {}, SectionHashes sections = {});
    /// The next run gets a number above this one.
    void reserve(int number) { next_ = std::max(next_, number + 1); }
    int nextNumber() const { return next_; }

    const std::deque<Run>& runs() const { return runs_; }
    const Run* find(int number) const;
    Run* find(int number);
    /// The displayed run.
    const Run* current() const { return shown_ ? find(*shown_) : nullptr; }
    Run* current() { return shown_ ? find(*shown_) : nullptr; }
    std::optional<int> shown() const { return shown_; }
    void show(int number);
    /// The figures of a run have changed.
    void changed(int number);

    /// The run that the displayed one is compared with: the pinned run, or else the last earlier run that has a
    /// summary.
    const Run* baseline() const;
    void chooseBaseline(std::optional<int> number);
    std::optional<int> chosenBaseline() const { return chosen_; }
    void rename(int number, const QString& name);
    void comment(int number, const QString& text);
    /// The runs that the user ticked and that have figures, by number.
    std::vector<const Run*> ticked() const;
    void tick(int number, bool on);
    /// Stores the advice of a run with its result.
    void keepAdvice(int number);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    /// Another baseline was chosen, or the displayed run has another one.
    void baselineChanged();
    /// The user changed the name or the comment of a run, which is to be stored. See record/result_notes.h.
    void noted(int number, const QString& name, const QString& text);
    void removed(int number);

private:
    void relabel();
    QString labelOf(const Run& run) const;

    std::deque<Run> runs_; ///< ordered by number; add() keeps references valid, addFormer() and remove() do not
    std::map<std::string, QString> opened_; ///< parameters of the project as it was opened
    SectionHashes openedSections_;          ///< of the same project
    std::optional<int> chosen_, shown_;
    int next_ = 1;
};

/// The values of a project's generic parameters as runs have them.
std::map<std::string, QString> parametersOf(const project::Project& project, const project::ComponentLibrary& library);
/// Reads from its summary how a run has ended.
Ending endingOf(const record::Summary& summary);
/// True if it ended otherwise than at its end or by the user's wish.
bool isFailure(Ending ending);
/// Trouble of a run that reached its end: "overloaded", "68 % failed"; else empty.
QString troubleText(const Run& run);
/// The status for display: "waiting", "running, 34 %, 12 s left", "finished", "stuck" ...
QString statusText(const Run& run);
/// The operation of users with the most answers; null if there is none.
const record::OperationSummary* mainOperation(const record::Summary& summary, QString* name = nullptr);

} // namespace headroom::app
