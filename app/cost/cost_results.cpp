#include "app/cost/cost_results.h"

#include "app/base/file_name.h"
#include "app/base/plain_table.h"
#include "app/cost/cost_words.h"
#include "widgets/files/written_file.h"
#include "widgets/theme/theme.h"

#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QSplitter>
#include <QTabWidget>
#include <QTableWidget>
#include <QVBoxLayout>

#include <cmath>

namespace headroom::app {

using namespace widgets;

namespace {

enum CostTab
{
    systemsTab,
    yearsTab,
    billTab,
    stagesTab,
    devicesTab,
    remarksTab
};

constexpr int priceColumn = 2; // of the bill
constexpr int wornColumn = 5;  // of the devices

/// An empty table with the columns of what it shows.
QTableWidget* tableOf(const report::Table& shown, const char* name, const QString& title)
{
    QTableWidget* table = plainTable(shown.header, name, title);
    table->setTextElideMode(Qt::ElideMiddle);
    return table;
}

void fill(QTableWidget& table, const report::Table& content)
{
    table.setRowCount(0);
    for (const QStringList& cells : content.rows)
        setPlainRow(table, table.rowCount(), cells);
}

} // namespace

CostResults::CostResults(QWidget* parent)
    : QWidget(parent), sentence_(named(new QLabel, "costSentence")), figures_(named(new QLabel, "costFigures")),
      tabs_(named(new QTabWidget, "costTabs")),
      systemBars_(new StackedBarsView(tr("Each system is drawn here as soon as its costs are known."))),
      yearBars_(named(new StackedBarsView(tr("Each year is drawn here as soon as the costs are known.")), "costYears")),
      remarks_(named(new QListWidget, "costRemarks", tr("Remarks")))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(rhythm::half);
    for (QLabel* const each : {sentence_, figures_}) {
        each->setWordWrap(true);
        each->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        column->addWidget(each);
    }
    setLook(figures_, Look::dim);
    tabs_->setDocumentMode(true);
    stages_ = tableOf(stagesInWords({}), "costStages", tr("Stages of the growth"));
    remarks_->setWordWrap(true);
    remarks_->setSelectionMode(QAbstractItemView::NoSelection);
    tabs_->addTab(makeSystems(), tr("Systems"));
    tabs_->addTab(yearBars_, tr("Years"));
    tabs_->addTab(makeBill(), tr("Bill of materials"));
    tabs_->addTab(stages_, tr("Stages"));
    tabs_->addTab(makeDevices(), tr("Solid-state devices"));
    tabs_->addTab(remarks_, tr("Remarks"));
    column->addWidget(tabs_, 1);
    for (StackedBarsView* const bars : {systemBars_, yearBars_})
        bars->setFileProposal(
            [this](const QString& title) { return folder_.isEmpty() ? title : folder_ + '/' + title; });
}

QWidget* CostResults::makeSystems()
{
    comparison_ = tableOf(systemsInWords({}), "costSystems", tr("Systems that are compared"));
    comparison_->setSelectionMode(QAbstractItemView::SingleSelection);
    connect(comparison_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &CostResults::showSystem);
    systemBars_->setObjectName("costSystemBars");
    auto* split = new QSplitter(Qt::Vertical);
    split->addWidget(comparison_);
    split->addWidget(systemBars_);
    split->setChildrenCollapsible(false);
    return split;
}

QWidget* CostResults::makeBill()
{
    bill_ = tableOf(billInWords({}, {}), "costBill", tr("Bill of materials"));
    bill_->horizontalHeaderItem(priceColumn)->setToolTip(tr("Price and year"));
    for (const int column : {0, priceColumn})
        bill_->horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
    return bill_;
}

QWidget* CostResults::makeDevices()
{
    devices_ = tableOf(devicesInWords({}), "costDevices", tr("Solid-state devices"));
    devices_->horizontalHeaderItem(wornColumn)
        ->setToolTip(tr(
            "When the mean device of the group has been written what its data sheet allows, at the rate of the run"));
    return devices_;
}

void CostResults::say(const QString& sentence, bool wrong)
{
    sentence_->setText(sentence);
    setLook(sentence_, wrong ? Look::alarm : Look::strong);
}

void CostResults::show(const std::vector<CostSystem>& systems, const Library& library)
{
    const bool others = systems.size() != systems_.size();
    systems_ = systems;
    library_ = library;
    showComparison();
    tabs_->setTabVisible(systemsTab, systems_.size() > 1);
    if (others)
        tabs_->setCurrentIndex(systems_.size() > 1 ? systemsTab : yearsTab);
    showSystem();
}

void CostResults::showComparison()
{
    const int selectedRow = std::max(0, comparison_->currentRow());
    filling_ = true;
    fill(*comparison_, systemsInWords(systems_));
    for (int row = 0; row < comparison_->rowCount(); ++row)
        comparison_->item(row, comparison_->columnCount() - 1)
            ->setToolTip(systems_[static_cast<std::size_t>(row)].remarks().join('\n'));
    comparison_->selectRow(std::min(selectedRow, comparison_->rowCount() - 1));
    filling_ = false;
    systemBars_->setContent(app::systemBars(systems_));
}

const CostSystem* CostResults::selected() const
{
    if (systems_.empty())
        return nullptr;
    const int row = systems_.size() > 1 ? comparison_->currentRow() : 0;
    return &systems_[static_cast<std::size_t>(std::clamp(row, 0, static_cast<int>(systems_.size()) - 1))];
}

/// The tabs beside that of the systems show the selected one.
void CostResults::showSystem()
{
    if (filling_)
        return;
    const CostSystem* system = selected();
    const bool known = system && system->account;
    figures_->setText(known ? (systems_.size() > 1 ? system->name + ": " : QString()) +
                                  figuresInWords(*system->account).join(QStringLiteral(" · "))
                            : QString());
    const CostSystem none;
    const CostSystem& shown = system ? *system : none;
    yearBars_->setContent(yearBars(shown));
    fill(*bill_, billInWords(shown, *library_));
    for (int row = 0; row < bill_->rowCount(); ++row) // the rule of an estimate is longer than its column
        bill_->item(row, priceColumn)->setToolTip(bill_->item(row, priceColumn)->text());
    fill(*stages_, stagesInWords(shown));
    showDevices(shown);
    const QStringList remarks = shown.remarks();
    remarks_->clear();
    remarks_->addItems(remarks);
    tabs_->setTabText(remarksTab, remarks.isEmpty() ? tr("Remarks") : tr("Remarks (%1)").arg(remarks.size()));
    tabs_->setTabVisible(stagesTab, stages_->rowCount() > 1);
    tabs_->setTabVisible(devicesTab, devices_->rowCount() > 0);
    tabs_->setTabVisible(remarksTab, !remarks.isEmpty());
}

void CostResults::showDevices(const CostSystem& system)
{
    fill(*devices_, devicesInWords(system));
    for (int row = 0; row < devices_->rowCount(); ++row)
        devices_->item(row, wornColumn)
            ->setToolTip(
                tr("The device that the run writes to most: %1")
                    .arg(mostWrittenInWords(system.account->ownership.devices[static_cast<std::size_t>(row)])));
}

DataTable CostResults::shownTable() const
{
    const CostSystem* system = selected();
    switch (tabs_->currentIndex()) {
    case systemsTab:
        return comparisonTable(systems_);
    case billTab:
        return billTable(*system, *library_);
    case stagesTab:
        return app::stagesTable(*system);
    case devicesTab:
        return devicesTable(*system);
    case remarksTab:
        return remarksTable(*system);
    default:
        return yearBars_->table();
    }
}

SavedFile CostResults::exportWithDialog()
{
    const CostSystem* system = selected();
    if (!system)
        return {};
    const QString name = tr("cost of ownership") + ".xlsx";
    const QString path = chooseFile(
        this, tr("Export the costs"), folder_.isEmpty() ? name : folder_ + '/' + name,
        tr("Excel workbook with all tables (*.xlsx);;The table that is shown as comma-separated values (*.csv)"));
    if (path.isEmpty())
        return {};
    if (path.endsWith(".csv", Qt::CaseInsensitive))
        return {path, writeWhole(path, toCsv(shownTable()).toUtf8())};
    return {path, writeXlsx(path, {comparisonTable(systems_), yearBars_->table(), billTable(*system, *library_),
                                   app::stagesTable(*system), devicesTable(*system), remarksTable(*system)})};
}

} // namespace headroom::app
