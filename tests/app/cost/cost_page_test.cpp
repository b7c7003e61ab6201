// The page "Cost": the real engine runs the project, and the page shows what it costs over years.
#include "../studio_desk.h"

#include "app/cost/cost_page.h"
#include "app/decide/decide_page.h"
#include "tests/widget_tests.h"
#include "widgets/document/edits/parameter_edits.h"
#include "widgets/parameters/panel/parameter_details.h"
#include "widgets/plots/views/stacked_bars_view.h"
#include "widgets/theme/number_text.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QListWidget>
#include <QProcess>
#include <QProgressBar>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableWidget>

using namespace headroom;
using studio::Desk;
using studio::Json;

class CostPageTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        desk_ = std::make_unique<Desk>();
        openRack(2);
    }
    void cleanup() { desk_.reset(); }

    void theCostsOfTheYearsAreThoseOfTheirParts()
    {
        type("costYears", "2");
        type("costEnergy", "0.2");
        type("costFacility", "1.5");
        type("costSupport", "10");
        compute();
        QVERIFY2(page().systems().front().account, qPrintable(page().systems().front().said));
        const study::Account& account = *page().systems().front().account;
        const double price = account.priceUsd();
        QVERIFY(price > 0 && account.powerW > 0);
        QCOMPARE(itemOf(account, "energy"), 0.2 * 1.5 * account.powerW * 8766 * 2 / 1000);
        QCOMPARE(itemOf(account, "support"), price * 0.1 * 2);
        const QString sentence = find<QLabel>("costSentence")->text();
        QVERIFY2(sentence.startsWith("Over 2 years the system costs from ") && sentence.contains("% purchase"),
                 qPrintable(sentence));
        const auto& bars = find<widgets::StackedBarsView>("costYears")->content();
        QCOMPARE(bars.bars.size(), std::size_t(2));
        QCOMPARE(bars.bars[0].total() - bars.bars[1].total(), price);
        QVERIFY(bars.bars[0].atLeast); // no library has the price of the chassis
        QVERIFY(!tabs().isTabVisible(tabOf("Systems")));
        QVERIFY(!tabs().isTabVisible(tabOf("Stages")));
        const QString figures = find<QLabel>("costFigures")->text();
        // Not rounded, as beside the timeline.
        QVERIFY2(figures.startsWith("price from " + widgets::usdText(price)) && figures.contains(" usable") &&
                     figures.contains(QRegularExpression("from [^ ]+ USD for a million")),
                 qPrintable(figures));
    }

    void theBillSaysOfWhenAPriceIsAndWhichAreTheUsersOwn()
    {
        QFile list(desk_->path("prices.csv"));
        QVERIFY(list.open(QIODevice::WriteOnly));
        list.write("part,usd\nStandard_SATA_Drive_7200RPM_2TB,99\n");
        list.close();
        QTest::keyClicks(find<QLineEdit>("costPrices"), list.fileName());
        compute();
        const auto* bill = find<QTableWidget>("costBill");
        QCOMPARE(cell(*bill, "Standard_SATA_Drive_7200RPM_2TB", 4), QString("99 USD"));
        QCOMPARE(cell(*bill, "Standard_SATA_Drive_7200RPM_2TB", 2), QString("your price list"));
        QVERIFY(cell(*bill, "Intel_Xeon_Processor_E5_2695_v3", 2).startsWith("Intel recommended price, 2017"));
        QVERIFY(cell(*bill, "All", 2).startsWith("estimated: "));
        QVERIFY(cell(*bill, "All", 2).endsWith("without cables and optics"));
        QCOMPARE(bill->item(0, 2)->toolTip(), bill->item(0, 2)->text());
    }

    void aPriceListIsKeptInTheProjectUntilThatIsUndone()
    {
        QFile list(desk_->path("prices.csv"));
        QVERIFY(list.open(QIODevice::WriteOnly));
        list.write("part,price,date\nStandard_SATA_Drive_7200RPM_2TB,99,2026-10-01\n");
        list.close();
        QVERIFY(!find<QToolButton>("keepCostPrices")->isEnabled());
        QTest::keyClicks(find<QLineEdit>("costPrices"), list.fileName());
        QTest::mouseClick(find<QToolButton>("keepCostPrices"), Qt::LeftButton);
        QVERIFY(find<QLineEdit>("costPrices")->text().isEmpty());
        QCOMPARE(desk_->window().model().project().prices.size(), std::size_t(1));
        compute();
        QCOMPARE(cell(*find<QTableWidget>("costBill"), "Standard_SATA_Drive_7200RPM_2TB", 4), QString("99 USD"));
        desk_->window().model().undoStack()->undo();
        QVERIFY(desk_->window().model().project().prices.empty());
    }

    void aPriceListThatIsNotOneIsRefusedWithTheLine()
    {
        find<QLineEdit>("costPrices")->setText(desk_->path("missing.csv"));
        QVERIFY(!find<QPushButton>("computeCosts")->isEnabled());
        QVERIFY(find<QLabel>("costProblem")->text().contains("The price list cannot be read"));
        QFile list(desk_->path("missing.csv"));
        QVERIFY(list.open(QIODevice::WriteOnly));
        list.write("part,usd\nStandard_SATA_Drive_7200RPM_2TB,cheap\n");
        list.close();
        find<QLineEdit>("costPrices")->setText({});
        find<QLineEdit>("costPrices")->setText(list.fileName());
        compute();
        QVERIFY(!page().systems().front().account);
        const QString said = find<QLabel>("costSentence")->text();
        QVERIFY2(said.contains("line 2") && said.contains("\"cheap\" is not a price"), qPrintable(said));
        QVERIFY(desk_->messages().contains("line 2"));
        QVERIFY(!find<QPushButton>("exportCosts")->isEnabled());
    }

    void tickedAlternativesAreComparedAndTheSelectedOneIsShown()
    {
        QVERIFY(!find<QCheckBox>("compareCosts")->isEnabled());
        project::Parameter ticked = *project::findParameter(desk_->window().model().project(), "DRIVE");
        const std::string present = ticked.value.get<std::string>(), ssd = "Intel_SSD_DC_S3700_Series_800GB";
        ticked.alternatives = {present, ssd};
        widgets::replaceParameter(desk_->window().model(), widgets::withTicks(ticked, {present, ssd}), "tick");
        QCOMPARE(find<QCheckBox>("compareCosts")->text(), QString("Compare the ticked alternative"));
        QTest::mouseClick(find<QCheckBox>("compareCosts"), Qt::LeftButton, {},
                          QPoint(8, find<QCheckBox>("compareCosts")->height() / 2));
        compute();
        const auto* systems = find<QTableWidget>("costSystems");
        QCOMPARE(tabs().currentIndex(), tabOf("Systems"));
        QCOMPARE(systems->rowCount(), 2);
        QCOMPARE(systems->item(0, 0)->text(), QString("present values"));
        QCOMPARE(systems->item(1, 0)->text(), "DRIVE=" + QString::fromStdString(ssd));
        const QString sentence = find<QLabel>("costSentence")->text();
        QVERIFY2(sentence.contains("costs least over 5 years"), qPrintable(sentence));
        QVERIFY(cell(*find<QTableWidget>("costDevices"), QString::fromStdString(ssd), 0).isEmpty());
        QTest::mouseClick(systems->viewport(), Qt::LeftButton, {},
                          systems->visualItemRect(systems->item(1, 0)).center());
        QVERIFY(!cell(*find<QTableWidget>("costBill"), QString::fromStdString(ssd), 3).isEmpty());
        QVERIFY(cell(*find<QTableWidget>("costDevices"), QString::fromStdString(ssd), 5).endsWith(" years"));
        QVERIFY(tabs().isTabVisible(tabOf("Solid-state devices")));
    }

    void aGrowthSaysWhatItAmountsToAndBuysWhatIsNeeded()
    {
        type("costYears", "2");
        type("costYearly", "500");
        const auto* amount = find<QLabel>("costGrowth");
        QVERIFY2(amount->text().contains("meant?") && amount->text().contains("×6 in year 2"),
                 qPrintable(amount->text()));
        QCOMPARE(find<QLabel>("costProblem")->text(), QString("Tick what grows, or set no growth."));
        QVERIFY(!find<QPushButton>("computeCosts")->isEnabled());
        type("costYearly", "50");
        QVERIFY(!amount->text().contains("meant?"));
        auto* loads = find<QListWidget>("costLoads");
        const QList<QListWidgetItem*> sockets = loads->findItems("SOCKETS", Qt::MatchExactly);
        QCOMPARE(sockets.size(), 1);
        QTest::qWait(0);
        loads->scrollToItem(sockets.front());
        QTest::mouseClick(loads->viewport(), Qt::LeftButton, {},
                          loads->visualItemRect(sockets.front()).topLeft() + QPoint(10, 10));
        QCOMPARE(sockets.front()->checkState(), Qt::Checked);
        compute();
        const auto* stages = find<QTableWidget>("costStages");
        QVERIFY(tabs().isTabVisible(tabOf("Stages")));
        QCOMPARE(stages->rowCount(), 2);
        QCOMPARE(stages->item(1, 0)->text(), QString("SOCKETS = 3"));
        QVERIFY(itemOf(*page().systems().front().account, "purchase in later years") > 0);
    }

    void waitingIsAskedForOnlyWhereThereAreJobs()
    {
        QVERIFY(!find<QDoubleSpinBox>("costWaiting")->isVisible());
        open(HEADROOM_SOURCE_DIR "/projects/hadoop-terasort/hadoop-terasort.headroom");
        QVERIFY(find<QDoubleSpinBox>("costWaiting")->isVisibleTo(&page()));
        const QList<QSpinBox*> jobs = page().findChildren<QSpinBox*>(QRegularExpression("^costJobs "));
        QVERIFY(!jobs.isEmpty());
    }

    void aComputationIsStoppedAndAChangeIsTold()
    {
        find<QLineEdit>("costDuration")->setText(QString::number(studio::endless) + " s");
        QTest::mouseClick(find<QPushButton>("computeCosts"), Qt::LeftButton);
        QVERIFY(page().isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>("costStand")->text().contains("run 1 of 1"), studio::patienceMs);
        QVERIFY(find<QProgressBar>("costProgress")->isVisible());
        QTest::mouseClick(find<QPushButton>("costStop"), Qt::LeftButton);
        QVERIFY(!page().isRunning());
        QVERIFY(find<QLabel>("costSentence")->text().contains("stopped"));
        find<QLineEdit>("costDuration")->setText("soon");
        QVERIFY(find<QLabel>("costProblem")->text().contains("a time above zero"));
        find<QLineEdit>("costDuration")->clear();
        compute();
        QVERIFY(find<QLabel>("costStand")->text().isEmpty());
        project::Parameter changed = *project::findParameter(desk_->window().model().project(), "WORKERS");
        changed.value = 8;
        widgets::replaceParameter(desk_->window().model(), changed, "change");
        QVERIFY(find<QLabel>("costStand")->text().contains("The project has changed since"));
        openRack(2);
        QVERIFY(page().systems().empty());
    }

    void pricesAreRememberedButNotTheGrowth()
    {
        type("costEnergy", "0.31");
        compute();
        type("costYearly", "50");
        desk_->open();
        openRack(2);
        QCOMPARE(find<QDoubleSpinBox>("costEnergy")->value(), 0.31);
        QCOMPARE(find<QDoubleSpinBox>("costYearly")->value(), 0.0);
    }

    void theTableThatIsShownIsExportedAsCsv()
    {
        compute();
        tabs().setCurrentIndex(tabOf("Bill of materials"));
        const QByteArray text = exported("exportCostTables", "bill.csv");
        QVERIFY2(text.startsWith("group,part,count [1],each [USD],together [USD],price"), text.left(90).constData());
        QVERIFY(text.contains("Standard_SATA_Drive_7200RPM_2TB"));
    }

    void aWorkbookHasASheetForEachTable()
    {
        compute();
        exported("exportCostTables", "costs.xlsx");
        const QByteArray book = partOf("costs.xlsx", "xl/workbook.xml");
        for (const char* const title :
             {"Systems", "Costs by year", "Bill of materials", "Stages", "Solid-state devices", "Remarks"})
            QVERIFY2(book.contains(QByteArray("name=\"") + title + '"'), title);
        QVERIFY(partOf("costs.xlsx", "xl/worksheets/sheet1.xml")
                    .contains("<v>" + QByteArray::number(page().systems().front().totalUsd(), 'g', 17) + "</v>"));
    }

    void theReportTellsWhatTheCostsRestOn()
    {
        type("costYears", "2");
        type("costEnergy", "0.2");
        compute();
        const QString html = exported("reportCosts", "costs.html");
        QVERIFY(html.contains("Over 2 years the system costs"));
        QVERIFY(html.contains("0.200 USD/kWh") && html.contains("left out"));
        QVERIFY(html.contains("Not in the total: "));
        QVERIFY(html.contains("--energy-price"));
        QVERIFY(exported("reportCosts", "costs.pdf").startsWith("%PDF"));
        QVERIFY(desk_->messages().contains("costs.pdf was written."));
    }

private:
    app::CostPage& page() { return desk_->window().decide().costPage(); }
    template <typename Widget>
    Widget* find(const char* name)
    {
        return page().findChild<Widget*>(name);
    }
    QTabWidget& tabs() { return *find<QTabWidget>("costTabs"); }
    int tabOf(const QString& title)
    {
        for (int i = 0; i < tabs().count(); ++i)
            if (tabs().tabText(i).startsWith(title))
                return i;
        return -1;
    }

    void open(const QString& path)
    {
        QVERIFY(desk_->window().openProject(path));
        desk_->window().decide().showView(app::DecidePage::cost);
    }
    void openRack(int seconds)
    {
        Json rack = Desk::rack(seconds);
        for (Json& parameter : rack["parameters"])
            parameter.erase("ticked");
        open(desk_->write("rack.headroom", rack));
    }

    /// Types a number into a field and leaves it.
    void type(const char* field, const QString& number)
    {
        auto* box = find<QDoubleSpinBox>(field);
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, number);
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(box->value(), number.toDouble());
    }
    void compute()
    {
        QTest::mouseClick(find<QPushButton>("computeCosts"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!page().isRunning(), studio::patienceMs);
    }
    /// File of this name that the entry of the menu "Export" writes.
    QByteArray exported(const char* entry, const QString& name)
    {
        desk_->answerFileDialog(desk_->path(name));
        page().findChild<QAction*>(entry)->trigger();
        QFile file(desk_->path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QByteArray partOf(const QString& sheet, const QString& part)
    {
        QProcess unzip;
        unzip.start("unzip", {"-p", desk_->path(sheet), part});
        unzip.waitForFinished();
        return unzip.readAllStandardOutput();
    }

    static double itemOf(const study::Account& account, const std::string& name)
    {
        for (const study::CostItem& item : account.ownership.items)
            if (item.name == name)
                return item.usd;
        return 0;
    }
    /// Text of the first row that begins with this one; empty if there is none.
    static QString cell(const QTableWidget& table, const QString& first, int column)
    {
        for (int row = 0; row < table.rowCount(); ++row)
            if (table.item(row, 0)->text() == first)
                return table.item(row, column)->text();
        return {};
    }

    std::unique_ptr<Desk> desk_;
};

HEADROOM_WIDGET_TEST(CostPageTest)
#include "cost_page_test.moc"
