#include "app/runs/run_history.h"

#include "project/document/document.h"
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

Run& RunHistory::add(const project::Project& project, const project::ComponentLibrary& library)
{
    const int row = static_cast<int>(runs_.size());
    beginInsertRows({}, row, row);
    Run& run = runs_.emplace_back();
    run.number = next_++;
    run.queued = true;
    run.began = QDateTime::currentDateTime();
    run.parameters = parametersOf(project, library);
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

/// Parameters that are as in the project that was opened are left out.
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
    return different.isEmpty() ? tr("as opened") : different.join(", ");
}

void RunHistory::relabel()
{
    for (Run& run : runs_)
        run.label = labelOf(run);
    if (!runs_.empty())
        emit dataChanged(index(0, labelColumn), index(rowCount() - 1, labelColumn));
}

void RunHistory::clear(std::map<std::string, QString> opened)
{
    beginResetModel();
    runs_.clear();
    opened_ = std::move(opened);
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
        emit noted(number, "advice", QString::fromStdString(study::toJson(*run->advice).dump()));
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

int RunHistory::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(columnTotal);
}

QString RunHistory::text(const Run& run, int column) const
{
    QString name;
    const record::OperationSummary* operation = run.summary ? mainOperation(*run.summary, &name) : nullptr;
    switch (column) {
    case numberColumn:
        return baseline() == &run ? tr("%1 · baseline").arg(run.number) : QString::number(run.number);
    case labelColumn:
        return run.name.isEmpty() ? run.label : run.name;
    case statusColumn:
        return statusText(run);
    case throughputColumn:
        return operation ? name + ' ' + widgets::valueText(operation->perSecond, "1/s") : QString();
    case latencyColumn:
        return operation ? widgets::valueText(operation->latency.p99Ms / 1000, "s") : QString();
    case busiestColumn:
        return run.summary && run.summary->bottleneck
                   ? tr("%1 %2").arg(widgets::resourceWords(QString::fromStdString(run.summary->bottleneck->resource)),
                                     widgets::valueText(run.summary->bottleneck->utilisation, "share"))
                   : QString();
    case durationColumn:
        return run.summary ? tr("%1 in %2")
                                 .arg(widgets::valueText(run.summary->simulatedS, "s"),
                                      widgets::valueText(run.summary->wallS, "s"))
                           : QString();
    case beganColumn:
        return QLocale().toString(run.began, run.began.date() == QDate::currentDate() ? "HH:mm" : "d MMM HH:mm");
    case commentColumn:
        return run.comment;
    default:
        return {};
    }
}

QVariant RunHistory::sortValue(const Run& run, int column) const
{
    const record::OperationSummary* operation = run.summary ? mainOperation(*run.summary) : nullptr;
    switch (column) {
    case numberColumn:
        return run.number;
    case throughputColumn:
        return operation ? operation->perSecond : -1;
    case latencyColumn:
        return operation ? operation->latency.p99Ms : -1;
    case busiestColumn:
        return run.summary && run.summary->bottleneck ? run.summary->bottleneck->utilisation : -1;
    case durationColumn:
        return run.summary ? run.summary->simulatedS : -1;
    case beganColumn:
        return run.began;
    default:
        return text(run, column);
    }
}

QVariant RunHistory::data(const QModelIndex& index, int role) const
{
    const Run& run = runs_[static_cast<std::size_t>(index.row())];
    const bool number = index.column() == latencyColumn || index.column() == durationColumn;
    switch (role) {
    case Qt::DisplayRole:
        return text(run, index.column());
    case Qt::EditRole:
        return index.column() == labelColumn ? run.name : text(run, index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
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
        return sortValue(run, index.column());
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
    const bool number = section == latencyColumn || section == durationColumn;
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == labelColumn)
        return tr("The name that you gave it (F2), or else the parameters that differ from those of the project as it "
                  "was opened");
    if (role == Qt::ToolTipRole && section == numberColumn)
        return tr("Tick several runs to see their figures side by side");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case numberColumn:
        return tr("Run");
    case labelColumn:
        return tr("Changed");
    case statusColumn:
        return tr("Status");
    case throughputColumn:
        return tr("Throughput");
    case latencyColumn:
        return tr("Latency p99");
    case busiestColumn:
        return tr("Busiest");
    case durationColumn:
        return tr("Simulated");
    case beganColumn:
        return tr("Begun");
    case commentColumn:
        return tr("Comment");
    default:
        return {};
    }
}

Qt::ItemFlags RunHistory::flags(const QModelIndex& index) const
{
    auto flags = QAbstractTableModel::flags(index);
    if (index.column() == numberColumn && runs_[static_cast<std::size_t>(index.row())].summary)
        flags |= Qt::ItemIsUserCheckable;
    const bool words = index.column() == labelColumn || index.column() == commentColumn;
    return words ? flags | Qt::ItemIsEditable : flags;
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
    if (index.column() == labelColumn)
        rename(number, value.toString().trimmed());
    else
        comment(number, value.toString().trimmed());
    return true;
}

} // namespace headroom::app
