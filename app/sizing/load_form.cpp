#include "app/sizing/load_form.h"

#include "widgets/controls/elided_combo_box.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>

#include <algorithm>

namespace headroom::app {

using namespace widgets;

namespace {

enum Kind
{
    byClients,
    byRate
};

enum Column
{
    nameColumn,
    demandColumn,
    sizeColumn,
    p99Column,
    throughputColumn,
    downColumn
};

constexpr int clientsWidth = 90;

QLabel* dim(const QString& text)
{
    auto* label = new QLabel(text);
    setLook(label, Look::dim);
    return label;
}

QLineEdit* field(const QString& text, const QString& name, const QString& title, const QString& example)
{
    auto* line = named(new QLineEdit(text), name, title);
    line->setPlaceholderText(example);
    return line;
}

std::string textOf(const QLineEdit& line)
{
    return line.isEnabled() ? line.text().trimmed().toStdString() : std::string();
}

} // namespace

LoadForm::LoadForm(QWidget* parent) : QWidget(parent), column_(new QVBoxLayout(this))
{
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(rhythm::step);
}

void LoadForm::show(const std::vector<SizedLoad>& loads)
{
    rows_.clear();
    while (QLayoutItem* item = column_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const SizedLoad& load : loads)
        addLoad(load, loads.size() > 1);
    if (loads.empty())
        column_->addWidget(dim(tr("This system has no clients whose load could be stated here, but tasks or a trace. "
                                  "State below what it has to meet.")));
}

void LoadForm::addLoad(const SizedLoad& load, bool titled)
{
    const std::size_t index = rows_.size();
    LoadRows& rows = rows_.emplace_back();
    rows.load = load;
    const QString place = QString::number(index);
    auto* area = new QWidget;
    auto* grid = new QGridLayout(area);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(rhythm::step);
    grid->setVerticalSpacing(rhythm::half);
    auto* head = new QHBoxLayout;
    head->setSpacing(rhythm::step);
    rows.kind = named(new ElidedComboBox, "loadKind " + place, tr("Load is given as"));
    rows.kind->addItem(tr("clients that wait for each answer"), byClients);
    rows.kind->addItem(tr("a rate, whoever waits"), byRate);
    rows.kind->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    rows.kind->setCurrentIndex(load.byRate ? byRate : byClients);
    rows.clientsLabel = new QLabel(tr("Clients"));
    rows.clients = field(text(load.clients), "loadClients " + place, tr("Clients"), tr("64"));
    rows.clients->setFixedWidth(clientsWidth);
    head->addWidget(new QLabel(titled ? tr("%1, given as").arg(text(load.workload)) : tr("Given as")));
    head->addWidget(rows.kind);
    head->addSpacing(rhythm::step);
    head->addWidget(rows.clientsLabel);
    head->addWidget(rows.clients);
    head->addStretch();
    grid->addLayout(head, 0, 0, 1, downColumn + 1);
    rows.demandTitle = dim({});
    grid->addWidget(dim(tr("Operation")), 1, nameColumn);
    grid->addWidget(rows.demandTitle, 1, demandColumn);
    grid->addWidget(dim(tr("Size")), 1, sizeColumn);
    grid->addWidget(dim(tr("p99 at most")), 1, p99Column);
    grid->addWidget(dim(tr("Throughput at least")), 1, throughputColumn);
    for (std::size_t i = 0; i < load.operations.size(); ++i)
        rows.operations.push_back(addOperation(*grid, static_cast<int>(i) + 2, load.operations[i],
                                               place + ' ' + text(load.operations[i].operation)));
    for (const int column : {demandColumn, sizeColumn, p99Column, throughputColumn})
        grid->setColumnStretch(column, 1);
    column_->addWidget(area);
    update(index);
    connect(rows.kind, &QComboBox::currentIndexChanged, this, [this, index] { changeKind(index); });
    connect(rows.clients, &QLineEdit::textChanged, this, &LoadForm::changed);
    for (const OperationRow& row : rows.operations) {
        connect(row.demand, &QLineEdit::textChanged, this, [this, index] {
            update(index);
            emit changed();
        });
        for (QLineEdit* const line : {row.size, row.p99, row.throughput})
            connect(line, &QLineEdit::textChanged, this, &LoadForm::changed);
        connect(row.down, &QCheckBox::toggled, this, &LoadForm::changed);
    }
}

LoadForm::OperationRow LoadForm::addOperation(QGridLayout& grid, int row, const SizedOperation& operation,
                                              const QString& place)
{
    const QString name = text(operation.operation);
    OperationRow fields;
    fields.share = text(operation.share);
    fields.rate = text(operation.perSecond);
    fields.demand = field({}, "loadDemand " + place, {}, {});
    fields.size = field(text(operation.size), "loadSize " + place, tr("Size of %1").arg(name), tr("8 MB"));
    if (operation.size.empty()) {
        fields.size->setEnabled(false);
        fields.size->setPlaceholderText(tr("as in the system"));
    }
    fields.p99 = field(text(operation.p99), "loadP99 " + place, tr("p99 of %1 at most").arg(name), tr("50 ms"));
    fields.throughput = field(text(operation.throughput), "loadThroughput " + place,
                              tr("Throughput of %1 at least").arg(name), tr("2000 /s or 1 GB/s"));
    fields.down =
        named(new QCheckBox(tr("also with nodes down")), "loadDown " + place, tr("%1 also with nodes down").arg(name));
    fields.down->setChecked(operation.withNodesDown);
    auto* label = new QLabel(name);
    label->setBuddy(fields.demand);
    grid.addWidget(label, row, nameColumn);
    grid.addWidget(fields.demand, row, demandColumn);
    grid.addWidget(fields.size, row, sizeColumn);
    grid.addWidget(fields.p99, row, p99Column);
    grid.addWidget(fields.throughput, row, throughputColumn);
    grid.addWidget(fields.down, row, downColumn);
    return fields;
}

/// Shares and rates are kept apart: who looks at the other kind loses nothing.
void LoadForm::changeKind(std::size_t index)
{
    LoadRows& rows = rows_[index];
    const bool rate = rows.kind->currentData() == byRate;
    for (OperationRow& row : rows.operations)
        (rate ? row.share : row.rate) = row.demand->text();
    update(index);
    for (OperationRow& row : rows.operations) {
        const QSignalBlocker quiet(row.demand);
        row.demand->setText(rate ? row.rate : row.share);
    }
    update(index);
    emit changed();
}

/// Titles and fields of the kind; a service level takes a part in the load.
void LoadForm::update(std::size_t index)
{
    LoadRows& rows = rows_[index];
    const bool rate = rows.kind->currentData() == byRate;
    rows.clientsLabel->setVisible(!rate);
    rows.clients->setVisible(!rate);
    rows.demandTitle->setText(rate ? tr("Rate") : tr("Share"));
    for (OperationRow& row : rows.operations) {
        if (row.demand->accessibleName().isEmpty()) { // shown for the first time
            const QSignalBlocker quiet(row.demand);
            row.demand->setText(rate ? row.rate : row.share);
        }
        row.demand->setAccessibleName(rows.demandTitle->text());
        row.demand->setPlaceholderText(rate ? tr("120 /s or 1 GB/s") : QStringLiteral("0"));
        const QString demand = row.demand->text().trimmed();
        const bool asked = !demand.isEmpty() && demand != "0";
        for (QLineEdit* const level : {row.p99, row.throughput}) {
            level->setEnabled(asked || !level->text().isEmpty());
            level->setToolTip(asked ? QString()
                                    : tr("Nobody asks for this operation. Give it a part of the load first."));
        }
        row.down->setEnabled(asked);
    }
}

std::vector<SizedLoad> LoadForm::loads() const
{
    std::vector<SizedLoad> loads;
    for (const LoadRows& rows : rows_) {
        SizedLoad& load = loads.emplace_back(rows.load);
        load.byRate = rows.kind->currentData() == byRate;
        load.clients = rows.clients->text().trimmed().toStdString();
        for (std::size_t i = 0; i < rows.operations.size(); ++i) {
            const OperationRow& row = rows.operations[i];
            SizedOperation& operation = load.operations[i];
            (load.byRate ? operation.perSecond : operation.share) = textOf(*row.demand);
            operation.size = textOf(*row.size);
            operation.p99 = textOf(*row.p99);
            operation.throughput = textOf(*row.throughput);
            operation.withNodesDown = row.down->isEnabled() && row.down->isChecked();
        }
    }
    return loads;
}

bool LoadForm::asksForNodesDown() const
{
    const auto all = loads();
    return std::any_of(all.begin(), all.end(), [](const SizedLoad& load) {
        return std::any_of(load.operations.begin(), load.operations.end(),
                           [](const SizedOperation& operation) { return operation.withNodesDown; });
    });
}

} // namespace headroom::app
