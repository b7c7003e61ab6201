#include "app/run_history.h"

#include "widgets/plots/number_text.h"

#include <QFont>

namespace headroom::app {

namespace {

QString shownValue(const project::Parameter& parameter, const project::ComponentLibrary& library)
{
    if (!parameter.value.is_string())
        return QString::fromStdString(parameter.value.dump());
    const auto text = parameter.value.get<std::string>();
    const project::Component* component =
        parameter.type == project::ParameterType::component ? library.find(text) : nullptr;
    return QString::fromStdString(component ? component->model : text);
}

QString joined(const Run& run, QString (*text)(const record::OperationSummary&))
{
    if (!run.summary)
        return {};
    QStringList parts;
    for (const auto& [name, operation] : run.summary->operations)
        if (operation.count > 0)
            parts += QString::fromStdString(name) + ' ' + text(operation);
    return parts.join(" · ");
}

} // namespace

QString Run::title() const
{
    return label.isEmpty() ? RunHistory::tr("Run %1").arg(number)
                           : RunHistory::tr("Run %1 · %2").arg(number).arg(label);
}

QString statusText(const Run& run)
{
    if (!run.ending)
        return RunHistory::tr("running");
    switch (*run.ending) {
    case Ending::finished:
        return RunHistory::tr("finished");
    case Ending::stopped:
        return RunHistory::tr("stopped");
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
    for (const project::Parameter& parameter : project.parameters)
        run.parameters[parameter.name] = shownValue(parameter, library);
    run.label = labelOf(run);
    endInsertRows();
    emit baselineChanged();
    return run;
}

QString RunHistory::labelOf(const Run& run) const
{
    const auto& first = runs_.front().parameters;
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

void RunHistory::clear()
{
    beginResetModel();
    runs_.clear();
    chosen_.reset();
    next_ = 1;
    endResetModel();
    emit baselineChanged();
}

const Run* RunHistory::find(int number) const
{
    for (const Run& run : runs_)
        if (run.number == number)
            return &run;
    return nullptr;
}

void RunHistory::currentChanged()
{
    if (runs_.empty())
        return;
    const int row = static_cast<int>(runs_.size()) - 1;
    emit dataChanged(index(row, 0), index(row, columnCount() - 1));
}

const Run* RunHistory::baseline() const
{
    if (chosen_)
        return find(*chosen_);
    for (std::size_t i = runs_.size(); i-- > 1;)
        if (runs_[i - 1].summary)
            return &runs_[i - 1];
    return nullptr;
}

void RunHistory::chooseBaseline(std::optional<int> number)
{
    chosen_ = number;
    if (!runs_.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    emit baselineChanged();
}

int RunHistory::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(runs_.size());
}

int RunHistory::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(columnTotal);
}

QVariant RunHistory::data(const QModelIndex& index, int role) const
{
    const Run& run = runs_[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole && index.column() == durationColumn)
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return run.sentence.isEmpty() ? run.title() : run.sentence;
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case numberColumn:
        return baseline() == &run ? tr("%1 · baseline").arg(run.number) : QString::number(run.number);
    case labelColumn:
        return run.label;
    case throughputColumn:
        return joined(run, [](const record::OperationSummary& operation) {
            return widgets::valueText(operation.perSecond, "1/s");
        });
    case latencyColumn:
        return joined(run, [](const record::OperationSummary& operation) {
            return tr("%1 / %2").arg(widgets::valueText(operation.latency.p50Ms / 1000, "s"),
                                     widgets::valueText(operation.latency.p99Ms / 1000, "s"));
        });
    case statusColumn:
        return statusText(run);
    case durationColumn:
        return run.summary ? tr("%1 in %2")
                                 .arg(widgets::valueText(run.summary->simulatedS, "s"),
                                      widgets::valueText(run.summary->wallS, "s"))
                           : QString();
    default:
        return {};
    }
}

QVariant RunHistory::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue((section == durationColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case numberColumn:
        return tr("Run");
    case labelColumn:
        return tr("Changed");
    case throughputColumn:
        return tr("Throughput");
    case latencyColumn:
        return tr("Latency p50 / p99");
    case statusColumn:
        return tr("Status");
    case durationColumn:
        return tr("Simulated");
    default:
        return {};
    }
}

} // namespace headroom::app
