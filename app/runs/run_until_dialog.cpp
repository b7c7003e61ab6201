#include "app/runs/run_until_dialog.h"

#include "project/expression/quantity.h"
#include "project/resolve/workload_types.h"
#include "widgets/controls/elided_combo_box.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>

#include <algorithm>
#include <map>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr int mostRequests = 1'000'000'000;

/// The value in the base unit of the series; nullopt if it is not a valid quantity. A plain number is in the base unit.
std::optional<double> valueIn(const QString& text, const QString& unit)
{
    const auto quantity = project::parseQuantity(text.toStdString());
    if (!quantity)
        return {};
    const bool plain = unit == "share" || unit == "1";
    const QString given = QString::fromStdString(quantity->unit);
    return given.isEmpty() || (!plain && given == unit) ? std::optional(quantity->value) : std::nullopt;
}

QString example(const QString& unit)
{
    if (unit == "s")
        return QStringLiteral("50 ms");
    if (unit == "share")
        return QStringLiteral("90 %");
    return unit == "B/s" ? QStringLiteral("1 GB/s") : QStringLiteral("100");
}

} // namespace

RunUntilDialog::RunUntilDialog(std::vector<record::SeriesInfo> series, QWidget* parent)
    : Dialog(parent), series_(std::move(series)), byTime_(new QRadioButton(tr("the simulated time is"))),
      byRequests_(new QRadioButton(tr("requests answered are"))),
      byCondition_(new QRadioButton(tr("for the first time"))), time_(new QLineEdit("30 s")), threshold_(new QLineEdit),
      requests_(new QSpinBox), name_(new widgets::ElidedComboBox), relation_(new QComboBox), problem_(new QLabel),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel))
{
    setWindowTitle(tr("Run until"));
    setLook(problem_, Look::error);
    buttons_->button(QDialogButtonBox::Ok)->setText(tr("Run"));
    nameEditors();
    layOut();
    byTime_->setChecked(true);
    connectEditors();
    check();
    time_->setFocus();
    time_->selectAll();
}

void RunUntilDialog::nameEditors()
{
    time_->setObjectName("untilTime");
    time_->setAccessibleName(tr("Simulated time"));
    requests_->setObjectName("untilRequests");
    requests_->setAccessibleName(tr("Requests answered"));
    requests_->setRange(1, mostRequests);
    requests_->setValue(10000);
    requests_->setGroupSeparatorShown(true);
    name_->setObjectName("untilSeries");
    name_->setAccessibleName(tr("Series"));
    name_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    name_->setMinimumContentsLength(32);
    for (const record::SeriesInfo& one : series_)
        name_->addItem(QString::fromStdString(record::seriesName(one)));
    relation_->setObjectName("untilRelation");
    relation_->setAccessibleName(tr("Relation"));
    relation_->addItems({tr("above"), tr("below")});
    threshold_->setObjectName("untilThreshold");
    threshold_->setAccessibleName(tr("Threshold"));
    byCondition_->setEnabled(!series_.empty());
}

void RunUntilDialog::layOut()
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(rhythm::margin, rhythm::margin, rhythm::margin, rhythm::margin);
    grid->setHorizontalSpacing(rhythm::step);
    grid->setVerticalSpacing(rhythm::step);
    grid->addWidget(new QLabel(tr("The run goes on until")), 0, 0, 1, 4);
    grid->addWidget(byTime_, 1, 0);
    grid->addWidget(time_, 1, 1);
    grid->addWidget(byRequests_, 2, 0);
    grid->addWidget(requests_, 2, 1);
    grid->addWidget(byCondition_, 3, 0);
    grid->addWidget(name_, 3, 1);
    grid->addWidget(relation_, 3, 2);
    grid->addWidget(threshold_, 3, 3);
    auto* note = new QLabel(tr("and pauses there. Requests and conditions are checked with every sample."));
    setLook(note, Look::dim);
    grid->addWidget(note, 4, 0, 1, 4);
    grid->addWidget(problem_, 5, 0, 1, 4);
    grid->addWidget(buttons_, 6, 0, 1, 4);
}

void RunUntilDialog::connectEditors()
{
    // Editing a row selects it.
    connect(time_, &QLineEdit::textEdited, byTime_, [this] { byTime_->setChecked(true); });
    connect(requests_, &QSpinBox::valueChanged, byRequests_, [this] { byRequests_->setChecked(true); });
    connect(threshold_, &QLineEdit::textEdited, byCondition_, [this] { byCondition_->setChecked(true); });
    connect(name_, &QComboBox::activated, byCondition_, [this] { byCondition_->setChecked(true); });
    for (QRadioButton* choice : {byTime_, byRequests_, byCondition_})
        connect(choice, &QRadioButton::toggled, this, &RunUntilDialog::check);
    for (QLineEdit* edit : {time_, threshold_})
        connect(edit, &QLineEdit::textChanged, this, &RunUntilDialog::check);
    connect(name_, &QComboBox::currentIndexChanged, this, &RunUntilDialog::check);
    connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

const record::SeriesInfo* RunUntilDialog::chosen() const
{
    const int index = name_->currentIndex();
    return index < 0 ? nullptr : &series_[static_cast<std::size_t>(index)];
}

void RunUntilDialog::check()
{
    const record::SeriesInfo* one = chosen();
    threshold_->setPlaceholderText(one ? example(QString::fromStdString(one->unit)) : QString());
    QString problem;
    if (byTime_->isChecked() && valueIn(time_->text(), "s").value_or(0) <= 0)
        problem = tr("A time above zero, as in “30 s”.");
    if (byCondition_->isChecked() &&
        (!chosen() || !valueIn(threshold_->text(), QString::fromStdString(chosen()->unit))))
        problem = tr("A value as in “%1”.").arg(threshold_->placeholderText());
    setFaulty(time_, byTime_->isChecked() && !problem.isEmpty());
    setFaulty(threshold_, byCondition_->isChecked() && !problem.isEmpty());
    problem_->setText(problem);
    buttons_->button(QDialogButtonBox::Ok)->setEnabled(problem.isEmpty());
}

record::Command RunUntilDialog::goal() const
{
    record::Command goal;
    goal.kind = record::CommandKind::until;
    if (byRequests_->isChecked()) {
        goal.requests = static_cast<std::uint64_t>(requests_->value());
    } else if (byCondition_->isChecked()) {
        goal.path = chosen()->path;
        const auto value = valueIn(threshold_->text(), QString::fromStdString(chosen()->unit));
        (relation_->currentIndex() == 0 ? goal.above : goal.below) = value;
    } else {
        goal.seconds = *valueIn(time_->text(), "s");
    }
    return goal;
}

std::vector<record::SeriesInfo> seriesOfProject(const project::Project& project)
{
    std::vector<record::SeriesInfo> series;
    const auto add = [&](std::vector<std::string> path, const char* unit) {
        series.push_back({0, std::move(path), unit});
    };
    const std::vector<std::string> timers = project::workloadsOfType(project, "timer");
    std::map<std::string, int> uses;
    for (const auto& workload : project.workloads)
        for (const auto& share : workload.operations)
            ++uses[share.operation];
    for (const auto& workload : project.workloads)
        for (const auto& share : workload.operations) {
            const bool background = std::find(timers.begin(), timers.end(), workload.id) != timers.end();
            const bool several = background || uses[share.operation] > 1;
            const std::string label = several ? workload.id + ": " + share.operation : share.operation;
            add({"operation", label, "latency p99"}, "s");
            add({"operation", label, "latency p50"}, "s");
            add({"operation", label, "latency mean"}, "s");
            add({"operation", label, "throughput"}, "1/s");
            add({"operation", label, "bytes"}, "B/s");
            add({"operation", label, "errors"}, "1/s");
        }
    for (const auto& group : project.topology.groups) {
        add({"node group", group.id, "processor"}, "share");
        for (const auto& devices : group.devices) {
            add({"node group", group.id, "disk " + devices.id}, "share");
            add({"node group", group.id, "disk " + devices.id + " queue"}, "1");
            add({"node group", group.id, "disk " + devices.id + " reads"}, "1/s");
            add({"node group", group.id, "disk " + devices.id + " writes"}, "1/s");
            add({"node group", group.id, "disk " + devices.id + " bytes"}, "B/s");
        }
        if (!group.devices.empty())
            add({"node group", group.id, "page cache hits"}, "share");
        add({"node group", group.id, "network"}, "share");
        add({"node group", group.id, "network sent"}, "B/s");
        add({"node group", group.id, "network received"}, "B/s");
    }
    return series;
}

} // namespace headroom::app
