#include "app/runs/run_history.h"

#include "app/runs/run_difference.h"
#include "project/document/document.h"
#include "study/advice/advice_json.h"
#include "widgets/document/lookup/candidates.h"
#include "widgets/plots/data/comparison.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"

#include <QFont>
#include <QGuiApplication>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::app {

const record::OperationSummary* mainOperation(const record::Summary& summary, QString* name)
{
    const record::OperationSummary* most = nullptr;
    for (const auto& [id, operation] : summary.operations) {
        if (operation.count == 0 || (most && most->count >= operation.count))
            continue;
        most = &operation;
        if (name)
            *name = QString::fromStdString(id);
    }
    return most;
}

QString Run::title() const
{
    const QString what = name.isEmpty() ? label : name;
    return what.isEmpty() ? RunHistory::tr("Run %1").arg(number) : RunHistory::tr("Run %1 · %2").arg(number).arg(what);
}

std::map<std::string, QString> parametersOf(const project::Project& project, const project::ComponentLibrary& library)
{
    std::map<std::string, QString> values;
    for (const project::Parameter& parameter : project.parameters)
        values[parameter.name] = widgets::displayOf(library, parameter.value);
    return values;
}

Ending endingOf(const record::Summary& summary)
{
    if (summary.stuck)
        return Ending::stuck;
    if (!summary.limit.empty())
        return Ending::limited;
    return summary.stopped ? Ending::stopped : Ending::finished;
}

bool isFailure(Ending ending)
{
    return ending != Ending::finished && ending != Ending::stopped;
}

QString troubleText(const Run& run)
{
    if (!run.summary || !run.ending || *run.ending != Ending::finished)
        return {};
    double failed = 0, refused = 0;
    bool rush = false;
    for (const record::ServedLoad& load : record::servedLoads(*run.summary)) {
        if (!load.settles)
            return RunHistory::tr("overloaded");
        rush = rush || !load.rushes.empty();
        failed = std::max(failed, load.failedShare);
        refused = std::max(refused, load.arrivalsGiven ? load.refusedShare : 0);
    }
    if (failed > 0)
        return RunHistory::tr("%1 failed").arg(widgets::partText(failed));
    if (refused > 0)
        return RunHistory::tr("%1 refused").arg(widgets::partText(refused));
    if (rush)
        return RunHistory::tr("overloaded for a while");
    return record::loadTroubles(*run.summary).empty() ? QString() : RunHistory::tr("with a warning");
}

QString statusText(const Run& run)
{
    if (run.queued)
        return RunHistory::tr("waiting");
    if (!run.ending) {
        QStringList parts{run.paused ? RunHistory::tr("paused") : RunHistory::tr("running")};
        if (run.simulatedS > 0 && run.durationS > 0)
            parts += RunHistory::tr("%1 %").arg(std::floor(100 * run.simulatedS / run.durationS), 0, 'f', 0);
        if (run.leftS > 0 && !run.paused)
            parts += RunHistory::tr("%1 left").arg(widgets::valueText(run.leftS, "s"));
        return parts.join(", ");
    }
    switch (*run.ending) {
    case Ending::finished: {
        const QString trouble = troubleText(run);
        return (run.light ? RunHistory::tr("finished, light") : RunHistory::tr("finished")) +
               (trouble.isEmpty() ? QString() : ", " + trouble);
    }
    case Ending::stopped:
        return RunHistory::tr("stopped");
    case Ending::stuck:
        return RunHistory::tr("stuck");
    case Ending::limited:
        return RunHistory::tr("stopped at a limit");
    case Ending::notStarted:
        return RunHistory::tr("not started");
    case Ending::refused:
        return RunHistory::tr("refused");
    case Ending::failed:
        return RunHistory::tr("failed");
    case Ending::crashed:
        return RunHistory::tr("engine ended");
    }
    return {};
}

Run& RunHistory::add(const project::Project& project, const project::ComponentLibrary& library, SectionHashes sections)
{
    const int row = static_cast<int>(runs_.size());
    beginInsertRows({}, row, row);
    Run& run = runs_.emplace_back();
    run.number = next_++;
    run.queued = true;
    run.began = QDateTime::currentDateTime();
    run.parameters = parametersOf(project, library);
    run.sections = std::move(sections);
    run.label = labelOf(run);
    endInsertRows();
    emit baselineChanged();
    return run;
}

Run& RunHistory::addFormer(Run run, const project::ComponentLibrary& library)
{
    for (auto& [name, value] : run.parameters)
        if (const project::Component* component = library.find(value.toStdString()))
            value = QString::fromStdString(component->model);
    const auto at = std::upper_bound(runs_.begin(), runs_.end(), run.number,
                                     [](int number, const Run& other) { return number < other.number; });
    const int row = static_cast<int>(at - runs_.begin());
    reserve(run.number);
    beginInsertRows({}, row, row);
    const int number = run.number;
    runs_.insert(at, std::move(run));
    endInsertRows();
    relabel();
    emit baselineChanged();
    return *find(number);
}

void RunHistory::remove(int number)
{
    const auto at = std::find_if(runs_.begin(), runs_.end(), [number](const Run& run) { return run.number == number; });
    if (at == runs_.end())
        return;
    const int row = static_cast<int>(at - runs_.begin());
    beginRemoveRows({}, row, row);
    runs_.erase(at);
    endRemoveRows();
    if (chosen_ == number)
        chosen_.reset();
    if (shown_ == number)
        shown_ = runs_.empty() ? std::nullopt : std::optional(runs_.back().number);
    relabel();
    emit removed(number);
    emit baselineChanged();
}

/// Parameters that are as in the project that was opened are left out. If all are, the sections that differ name it.
QString RunHistory::labelOf(const Run& run) const
{
    const auto& first = opened_.empty() ? runs_.front().parameters : opened_;
    QStringList different;
    for (const auto& [name, value] : run.parameters) {
        const auto before = first.find(name);
        if (before == first.end() || before->second != value) {
            const bool isNumber = !value.isEmpty() && (value[0].isDigit() || value == "true" || value == "false");
            different += isNumber ? QString::fromStdString(name) + ' ' + value : value;
        }
    }
    const SectionHashes& sections = openedSections_.empty() ? runs_.front().sections : openedSections_;
    if (different.isEmpty() && !run.sections.empty() && !sections.empty())
        if (const QStringList changed = sectionsThatDiffer(run.sections, sections); !changed.isEmpty())
            return tr("%1 changed").arg(changed.join(", "));
    return different.isEmpty() ? tr("as opened") : different.join(", ");
}

void RunHistory::relabel()
{
    for (Run& run : runs_)
        run.label = labelOf(run);
    if (!runs_.empty())
        emit dataChanged(index(0, labelColumn), index(rowCount() - 1, labelColumn));
}

void RunHistory::clear(std::map<std::string, QString> opened, SectionHashes sections)
{
    beginResetModel();
    runs_.clear();
    opened_ = std::move(opened);
    openedSections_ = std::move(sections);
    chosen_.reset();
    shown_.reset();
    next_ = 1;
    endResetModel();
    emit baselineChanged();
}

const Run* RunHistory::find(int number) const
{
    const auto at = std::lower_bound(runs_.begin(), runs_.end(), number,
                                     [](const Run& run, int wanted) { return run.number < wanted; });
    return at != runs_.end() && at->number == number ? &*at : nullptr;
}

Run* RunHistory::find(int number)
{
    return const_cast<Run*>(std::as_const(*this).find(number));
}

void RunHistory::show(int number)
{
    if (shown_ == number || !find(number))
        return;
    const auto before = std::exchange(shown_, number);
    if (before)
        changed(*before);
    changed(number);
    emit baselineChanged();
}

void RunHistory::changed(int number)
{
    for (int row = 0; row < rowCount(); ++row)
        if (runs_[static_cast<std::size_t>(row)].number == number)
            emit dataChanged(index(row, 0), index(row, columnCount() - 1));
}

const Run* RunHistory::baseline() const
{
    if (chosen_)
        return find(*chosen_);
    const Run* former = nullptr;
    for (const Run& run : runs_)
        if (shown_ && run.number < *shown_ && run.summary)
            former = &run;
    return former;
}

void RunHistory::chooseBaseline(std::optional<int> number)
{
    if (chosen_ == number)
        return;
    const auto before = std::exchange(chosen_, number);
    if (before)
        emit noted(*before, "pinned", {});
    if (number)
        emit noted(*number, "pinned", "1");
    if (!runs_.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    emit baselineChanged();
}

void RunHistory::rename(int number, const QString& name)
{
    Run* run = find(number);
    if (!run || run->name == name)
        return;
    run->name = name;
    changed(number);
    emit noted(number, "name", name);
    emit baselineChanged(); // the baseline's name may be displayed
}

void RunHistory::keepAdvice(int number)
{
    const Run* run = find(number);
    if (run && run->advice)
        emit noted(number, "advice", QString::fromStdString(study::toText(*run->advice)));
}

void RunHistory::comment(int number, const QString& text)
{
    Run* run = find(number);
    if (!run || run->comment == text)
        return;
    run->comment = text;
    changed(number);
    emit noted(number, "comment", text);
}

std::vector<const Run*> RunHistory::ticked() const
{
    std::vector<const Run*> result;
    for (const Run& run : runs_)
        if (run.ticked && run.summary)
            result.push_back(&run);
    return result;
}

void RunHistory::tick(int number, bool on)
{
    Run* run = find(number);
    if (!run || run->ticked == on)
        return;
    run->ticked = on;
    changed(number);
}

int RunHistory::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(runs_.size());
}

namespace {

/// A run, and what the columns show of it.
struct Shown
{
    Shown(const RunHistory& list, const Run& shown) : history(list), run(shown)
    {
        if (run.summary)
            operation = mainOperation(*run.summary, &operationName);
        if (run.summary && run.summary->bottleneck)
            limit = &*run.summary->bottleneck;
    }

    const RunHistory& history;
    const Run& run;
    QString operationName;
    const record::OperationSummary* operation = nullptr; ///< null: no answer was counted
    const record::Bottleneck* limit = nullptr;
};

/// A column of the list of runs.
struct RunColumn
{
    const char* title;
    QString (*text)(const Shown&);
    QVariant (*sort)(const Shown&) = nullptr; ///< the value to sort by; null: the text
    Qt::AlignmentFlag align = Qt::AlignLeft;
    const char* hint = "";                                   ///< of the title
    QString Run::*edited = nullptr;                          ///< the text that the user may change
    void (RunHistory::*edit)(int, const QString&) = nullptr; ///< changes it
};

/// In the order of RunHistory::Column.
const std::vector<RunColumn>& columns()
{
    static const std::vector<RunColumn> all = {
        {.title = QT_TRANSLATE_NOOP("headroom::app::RunHistory", "Run"),
         .text =
             [](const Shown& of) {
                 return of.history.baseline() == &of.run ? RunHistory::tr("%1 · baseline").arg(of.run.number)
                                                         : QString::number(of.run.number);
             },
         .sort = [](const Shown& of) -> QVariant { return of.run.number; },
         .hint = QT_TRANSLATE_NOOP("headroom::app::RunHistory", "Tick several runs to see their figures side by side")},
        {.title = QT_TRANSLATE_NOOP("headroom::app::RunHistory", "Changed"),
         .text = [](const Shown& of) { return of.run.name.isEmpty() ? of.run.label : of.run.name; },
         .hint = QT_TRANSLATE_NOOP("headroom::app::RunHistory",
                                   "Its name (F2), or the parameters that differ from the opened project"),
         .edited = &Run::name,
         .edit = &RunHistory::rename},
        {.title = QT_TRANSLATE_NOOP("headroom::app::RunHistory", "Status"),
         .text = [](const Shown& of) { return statusText(of.run); }},
        {.title = QT_TRANSLATE_NOOP("headroom::app::RunHistory", "Throughput"),
         .text =
             [](const Shown& of) {
                 return of.operation ? of.operationName + ' ' + widgets::valueText(of.operation->perSecond, "1/s")
                                     : QString();
             },
         .sort = [](const Shown& of) -> QVariant { return of.operation ? of.operation->perSecond : -1; }},
        {.title = QT_TRANSLATE_NOOP("headroom::app::RunHistory", "Latency p99"),
         .text =
             [](const Shown& of) {
                 return of.operation ? widgets::valueText(of.operation->latency.p99Ms / 1000, "s") : QString();
             },
         .sort = [](const Shown& of) -> QVariant { return of.operation ? of.operation->latency.p99Ms : -1; },
         .align = Qt::AlignRight},
        {.title = QT_TRANSLATE_NOOP("headroom::app::RunHistory", "Limit"),
         .text =
             [](const Shown& of) {
                 if (!of.limit)
                     return QString();
                 if (of.limit->utilisation < record::limitingShare)
                     return RunHistory::tr("nothing is full");
                 return RunHistory::tr("%1 %2").arg(widgets::resourceWords(QString::fromStdString(of.limit->resource)),
                                                    widgets::valueText(of.limit->utilisation, "share"));
             },
         .sort = [](const Shown& of) -> QVariant { return of.limit ? of.limit->utilisation : -1; }},
        {.title = QT_TRANSLATE_NOOP("headroom::app::RunHistory", "Simulated"),
         .text =
             [](const Shown& of) {
                 return of.run.summary ? RunHistory::tr("%1 in %2")
                                             .arg(widgets::valueText(of.run.summary->simulatedS, "s"),
                                                  widgets::valueText(of.run.summary->wallS, "s"))
                                       : QString();
             },
         .sort = [](const Shown& of) -> QVariant { return of.run.summary ? of.run.summary->simulatedS : -1; },
         .align = Qt::AlignRight},
        {.title = QT_TRANSLATE_NOOP("headroom::app::RunHistory", "Begun"),
         .text =
             [](const Shown& of) {
                 const bool today = of.run.began.date() == QDate::currentDate();
                 return QLocale().toString(of.run.began, today ? "HH:mm" : "d MMM HH:mm");
             },
         .sort = [](const Shown& of) -> QVariant { return of.run.began; }},
        {.title = QT_TRANSLATE_NOOP("headroom::app::RunHistory", "Comment"),
         .text = [](const Shown& of) { return of.run.comment; },
         .edited = &Run::comment,
         .edit = &RunHistory::comment},
    };
    return all;
}

const RunColumn& columnAt(int column)
{
    return columns()[static_cast<std::size_t>(column)];
}

QVariant alignmentOf(const RunColumn& column)
{
    return QVariant::fromValue(column.align | Qt::AlignVCenter);
}

} // namespace

int RunHistory::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(columns().size());
}

QVariant RunHistory::data(const QModelIndex& index, int role) const
{
    const Run& run = runs_[static_cast<std::size_t>(index.row())];
    const RunColumn& column = columnAt(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return column.text({*this, run});
    case Qt::EditRole:
        return column.edited ? run.*column.edited : column.text({*this, run});
    case Qt::TextAlignmentRole:
        return alignmentOf(column);
    case Qt::FontRole:
        if (shown_ == run.number) {
            QFont font;
            font.setWeight(QFont::DemiBold);
            return font;
        }
        return {};
    case Qt::ForegroundRole:
        if (index.column() == statusColumn && (!troubleText(run).isEmpty() || (run.ending && isFailure(*run.ending))))
            return widgets::colours(QGuiApplication::palette()).bad;
        return {};
    case Qt::ToolTipRole: {
        QStringList lines{run.title()};
        if (!run.sentence.isEmpty())
            lines += run.sentence;
        if (run.summary)
            for (const std::string& trouble : record::loadTroubles(*run.summary))
                lines += QString::fromStdString(trouble);
        for (const auto& [name, value] : run.parameters)
            lines += QString::fromStdString(name) + ": " + value;
        return lines.join('\n');
    }
    case Qt::CheckStateRole:
        if (index.column() != numberColumn || !run.summary)
            return {};
        return run.ticked ? Qt::Checked : Qt::Unchecked;
    case shareRole:
        return run.isActive() && run.durationS > 0 ? QVariant(std::min(1.0, run.simulatedS / run.durationS))
                                                   : QVariant();
    case sortRole:
        return column.sort ? column.sort({*this, run}) : column.text({*this, run});
    case numberRole:
        return run.number;
    default:
        return {};
    }
}

QVariant RunHistory::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const RunColumn& column = columnAt(section);
    switch (role) {
    case Qt::DisplayRole:
        return tr(column.title);
    case Qt::TextAlignmentRole:
        return alignmentOf(column);
    case Qt::ToolTipRole:
        return *column.hint ? tr(column.hint) : QVariant();
    default:
        return {};
    }
}

Qt::ItemFlags RunHistory::flags(const QModelIndex& index) const
{
    auto flags = QAbstractTableModel::flags(index);
    if (index.column() == numberColumn && runs_[static_cast<std::size_t>(index.row())].summary)
        flags |= Qt::ItemIsUserCheckable;
    return columnAt(index.column()).edit ? flags | Qt::ItemIsEditable : flags;
}

bool RunHistory::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const int number = runs_[static_cast<std::size_t>(index.row())].number;
    if (role == Qt::CheckStateRole && (flags(index) & Qt::ItemIsUserCheckable)) {
        tick(number, value.toInt() == Qt::Checked);
        return true;
    }
    if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable))
        return false;
    (this->*columnAt(index.column()).edit)(number, value.toString().trimmed());
    return true;
}

} // namespace headroom::app
