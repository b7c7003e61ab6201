#include "app/cost/cost_results.h"

#include "app/base/plain_table.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QFileDialog>
#include <QFileInfo>
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

QString lifeText(const study::DeviceLife& life, double years)
{
    if (!life.enduranceBytes)
        return CostResults::tr("not known");
    return std::isfinite(years) ? CostResults::tr("%1 years").arg(valueText(years, {})) : CostResults::tr("never");
}

/// Key figures in one line.
QString figuresText(const CostSystem& system)
{
    const study::Account& account = *system.account;
    QStringList figures{CostResults::tr("price %1").arg(valueText(account.priceUsd(), "USD"))};
    if (std::isfinite(account.powerW))
        figures.append(valueText(account.powerW, "W"));
    if (account.rackUnits() > 0)
        figures.append(CostResults::tr("%1 rack units").arg(valueText(account.rackUnits(), {})));
    if (std::isfinite(account.usableBytes))
        figures.append(CostResults::tr("%1 usable").arg(valueText(account.usableBytes, "B")));
    if (std::isfinite(account.ownership.usdPerMillion))
        figures.append(
            CostResults::tr("%1 for a million operations").arg(valueText(account.ownership.usdPerMillion, "USD")));
    return figures.join(QStringLiteral(" · "));
}

} // namespace

CostResults::CostResults(QWidget* parent)
    : QWidget(parent), sentence_(new QLabel), figures_(new QLabel), tabs_(new QTabWidget),
      systemBars_(new StackedBarsView(tr("Each system is drawn here as soon as its costs are known."))),
      yearBars_(new StackedBarsView(tr("Each year is drawn here as soon as the costs are known."))),
      remarks_(new QListWidget)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(rhythm::half);
    sentence_->setObjectName("costSentence");
    figures_->setObjectName("costFigures");
    for (QLabel* const each : {sentence_, figures_}) {
        each->setWordWrap(true);
        each->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        column->addWidget(each);
    }
    setLook(figures_, Look::dim);
    tabs_->setObjectName("costTabs");
    tabs_->setDocumentMode(true);
    yearBars_->setObjectName("costYears");
    stages_ = plainTable({tr("System"), tr("From year"), tr("Years"), tr("Bought"), tr("All costs")}, "costStages",
                         tr("Stages of the growth"));
    remarks_->setObjectName("costRemarks");
    remarks_->setAccessibleName(tr("Remarks"));
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
    comparison_ = plainTable({tr("System"), tr("Price"), tr("Total"), tr("Power"), tr("Usable"), tr("Remarks")},
                             "costSystems", tr("Systems that are compared"));
    comparison_->setTextElideMode(Qt::ElideMiddle);
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
    bill_ = plainTable({tr("Part"), tr("Group"), tr("Count"), tr("Each"), tr("Together"), tr("Price of")}, "costBill",
                       tr("Bill of materials"));
    bill_->setTextElideMode(Qt::ElideMiddle);
    bill_->horizontalHeaderItem(5)->setToolTip(tr("What the price is, and of which year"));
    for (const int column : {0, 5})
        bill_->horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
    return bill_;
}

QWidget* CostResults::makeDevices()
{
    devices_ = plainTable(
        {tr("Part"), tr("Group"), tr("Count"), tr("Written a day"), tr("Endurance"), tr("Worn after"), tr("Replaced")},
        "costDevices", tr("Solid-state devices"));
    devices_->setTextElideMode(Qt::ElideMiddle);
    devices_->horizontalHeaderItem(5)->setToolTip(
        tr("When the mean device of the group has been written what its data sheet allows, at the rate of the run"));
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
    comparison_->setRowCount(0);
    for (const CostSystem& system : systems_) {
        const int row = comparison_->rowCount();
        if (!system.account)
            setPlainRow(*comparison_, row,
                        {system.name, {}, {}, {}, {}, system.said.isEmpty() ? QString() : tr("failed")});
        else
            setPlainRow(*comparison_, row,
                        {system.name, valueText(system.account->priceUsd(), "USD"), totalText(system),
                         valueText(system.account->powerW, "W"), valueText(system.account->usableBytes, "B"),
                         QString::number(system.remarks().size())});
        comparison_->item(row, comparison_->columnCount() - 1)->setToolTip(system.remarks().join('\n'));
    }
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
    figures_->setText(known ? (systems_.size() > 1 ? system->name + ": " : QString()) + figuresText(*system)
                            : QString());
    const CostSystem none;
    const CostSystem& shown = system ? *system : none;
    yearBars_->setContent(yearBars(shown));
    showBill(shown);
    stages_->setRowCount(0);
    if (known)
        for (const study::StageCost& stage : shown.account->ownership.stages)
            setPlainRow(*stages_, stages_->rowCount(),
                        {text(stage.inWords), valueText(stage.fromYear + 1, {}), valueText(stage.years, {}),
                         valueText(stage.boughtUsd, "USD"), valueText(stage.usd, "USD")});
    showDevices(shown);
    const QStringList remarks = shown.remarks();
    remarks_->clear();
    remarks_->addItems(remarks);
    tabs_->setTabText(remarksTab, remarks.isEmpty() ? tr("Remarks") : tr("Remarks (%1)").arg(remarks.size()));
    tabs_->setTabVisible(stagesTab, stages_->rowCount() > 1);
    tabs_->setTabVisible(devicesTab, devices_->rowCount() > 0);
    tabs_->setTabVisible(remarksTab, !remarks.isEmpty());
}

void CostResults::showBill(const CostSystem& system)
{
    bill_->setRowCount(0);
    if (!system.account)
        return;
    for (const record::GroupCost& group : system.account->bill)
        for (const record::BillLine& line : group.lines)
            setPlainRow(*bill_, bill_->rowCount(),
                        {text(line.part), text(group.nodeGroup), valueText(line.count, {}),
                         line.usdEach ? valueText(*line.usdEach, "USD") : QString(),
                         line.usdEach ? valueText(*line.usdEach * line.count, "USD") : QString(),
                         priceBasis(line, *library_)});
}

void CostResults::showDevices(const CostSystem& system)
{
    devices_->setRowCount(0);
    if (!system.account)
        return;
    for (const study::DeviceLife& life : system.account->ownership.devices) {
        const int row = devices_->rowCount();
        setPlainRow(*devices_, row,
                    {text(life.part), text(life.nodeGroup + ' ' + life.devices), valueText(life.count, {}),
                     valueText(life.writtenBps * secondsOfDay, "B"),
                     life.enduranceBytes ? valueText(*life.enduranceBytes, "B") : tr("not known"),
                     lifeText(life, life.wornAfterYears), valueText(life.replaced, {})});
        devices_->item(row, 5)->setToolTip(
            tr("The device that the run writes to most: %1").arg(lifeText(life, life.mostWrittenAfterYears)));
    }
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

QString CostResults::exportWithDialog()
{
    const CostSystem* system = selected();
    if (!system)
        return {};
    const QString name = tr("cost of ownership") + ".xlsx";
    QString filter;
    QString path = QFileDialog::getSaveFileName(
        this, tr("Export the costs"), folder_.isEmpty() ? name : folder_ + '/' + name,
        tr("Excel workbook with all tables (*.xlsx);;The table that is shown as comma-separated values (*.csv)"),
        &filter);
    if (path.isEmpty())
        return {};
    if (QFileInfo(path).suffix().isEmpty())
        path += filter.contains("csv") ? ".csv" : ".xlsx";
    if (path.endsWith(".csv", Qt::CaseInsensitive))
        return writeWhole(path, toCsv(shownTable()).toUtf8());
    return writeXlsx(path, {comparisonTable(systems_), yearBars_->table(), billTable(*system, *library_),
                            app::stagesTable(*system), devicesTable(*system), remarksTable(*system)});
}

} // namespace headroom::app
