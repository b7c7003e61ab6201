// The browser sorts, searches, compares and charts components, and takes figures as data sheets write them.
#include "widgets/components/comparison_columns.h"
#include "widgets/components/component_browser.h"
#include "widgets/components/component_form.h"
#include "widgets/components/component_table.h"
#include "widgets/components/figure_units.h"
#include "widgets/components/price_chart.h"

#include "project/library/own_components.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>
#include <qcustomplot.h>

using namespace headroom;
using project::Json;

class ComponentBrowserTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        project::Findings findings;
        library_ = project::ComponentLibrary::load(project::libraryFolders(), findings);
        browser_ = std::make_unique<widgets::ComponentBrowser>();
        browser_->resize(1000, 700);
        browser_->setLibrary(&library_, {});
        browser_->showKind("ssd");
        browser_->show();
        browser_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(browser_.get()));
    }

    void aClickOnAHeadingSortsByTheFigureAndNotByItsText()
    {
        clickHeading("Random writes");
        const auto rising = column("rand_write_4k_iops");
        QVERIFY(rising.size() > 5);
        QVERIFY(std::is_sorted(rising.begin(), rising.end()));
        clickHeading("Random writes");
        const auto falling = column("rand_write_4k_iops");
        QVERIFY(std::is_sorted(falling.rbegin(), falling.rend()));
    }

    void aWordOfTheNameTheSourceOrTheNotesFindsAComponent()
    {
        auto* search = browser_->findChild<QLineEdit*>("componentSearch");
        const int all = view()->model()->rowCount();
        search->setFocus();
        QTest::keyClicks(search, "s3700 series");
        QVERIFY(view()->model()->rowCount() > 0 && view()->model()->rowCount() < all);
        search->clear();
        QTest::keyClicks(search, "no such thing");
        QCOMPARE(view()->model()->rowCount(), 0);
        search->clear();
        QCOMPARE(view()->model()->rowCount(), all);
    }

    void pickedComponentsStandSideBySideWithTheBestOfEachFigureMarked()
    {
        browser_->pick("Intel_SSD_DC_S3700_Series_800GB");
        browser_->pick("Intel_SSD_DC_S3500_Series_480GB");
        auto* columns = browser_->findChild<widgets::ComparisonColumns*>();
        QCOMPARE(columns->columnCount(), 2);
        const int s3700 = columns->horizontalHeaderItem(0)->toolTip().contains("S3700") ? 0 : 1;
        QVERIFY(cellOf(*columns, "Random writes", s3700).endsWith("✓")); // 36 000 against 11 000
        QVERIFY(cellOf(*columns, "Price", 1 - s3700).endsWith("✓"));     // the cheaper one
        QVERIFY(!cellOf(*columns, "Random reads", s3700).endsWith("✓")); // equal
        QVERIFY(cellOf(*columns, "Price", s3700).startsWith("≈"));       // no document says so
        QVERIFY(!cellOf(*columns, "Source", s3700).isEmpty());
    }

    void aPriceStandsBesideItsSourceOrTheRuleOfItsEstimate()
    {
        browser_->showKind("nvme");
        const auto cellOfPart = [this](const QString& id, const QString& heading) {
            for (int row = 0; row < view()->model()->rowCount(); ++row)
                if (view()->model()->index(row, 0).data(widgets::ComponentTable::searchRole).toString().contains(id))
                    return view()->model()->index(row, columnOf(heading)).data().toString();
            return QString();
        };
        QVERIFY(cellOfPart("Samsung_PM9A3_7_68TB", "Price").startsWith("≈ "));
        QVERIFY(cellOfPart("Samsung_PM9A3_7_68TB", "Price of").startsWith("estimated: 124.87 USD for a TB, as "));
        QVERIFY(!cellOfPart("Solidigm_D5_P5336_61_44TB", "Price").startsWith("≈"));
        QVERIFY(cellOfPart("Solidigm_D5_P5336_61_44TB", "Price of").contains("January 2024"));
    }

    void aPointOfTheChartPicksItsComponent()
    {
        auto* chart = browser_->findChild<widgets::PriceChart*>();
        QVERIFY(chart->isFilled());
        QApplication::processEvents();
        const auto* component = library_.find("Intel_SSD_DC_S3500_Series_480GB");
        auto* plot = chart->plot();
        plot->replot();
        const QPoint at(static_cast<int>(plot->xAxis->coordToPixel(component->figure("price_usd"))),
                        static_cast<int>(plot->yAxis->coordToPixel(component->figure("rand_read_4k_iops"))));
        QTest::mouseClick(plot, Qt::LeftButton, {}, at);
        QCOMPARE(browser_->picked().size(), 1);
        QVERIFY(chart->csv().contains("S3500"));
    }

    void figuresAreTakenInTheUnitsOfDataSheets()
    {
        using widgets::figureFromText;
        QCOMPARE(*figureFromText("capacity_B", "1.92 TB"), Json(1920000000000));
        QCOMPARE(*figureFromText("read_latency_us", "0.065 ms"), Json(65));
        QCOMPARE(*figureFromText("link_rate_bps", "25 Gbit/s"), Json(25000000000));
        QCOMPARE(*figureFromText("seq_read_Bps", "500MB/s"), Json(500000000));
        QCOMPARE(*figureFromText("cores", "14"), Json(14));
        QCOMPARE(widgets::figureEditText("capacity_B", 750000000000), QString("750 GB"));
        QCOMPARE(widgets::figureEditText("seq_read_Bps", 2400000000), QString("2.4 GB/s"));
        QVERIFY(!figureFromText("cores", "14 MB"));
        QVERIFY(!figureFromText("capacity_B", "3 s"));
        for (const auto* component : library_.all())
            for (const auto& [figure, value] : component->parameters.items())
                if (value.is_number())
                    QCOMPARE(*figureFromText(figure, widgets::figureEditText(figure, value)), value);
    }

    void aComponentOfOnesOwnIsEnteredInTheFormAndSavedOnlyWhenItIsWhole()
    {
        project::Component made;
        connect(browser_.get(), &widgets::ComponentBrowser::saveRequested, this,
                [&](const project::Component& component) { made = component; });
        QTest::mouseClick(browser_->findChild<QPushButton*>("newComponent"), Qt::LeftButton);
        auto* form = browser_->findChild<widgets::ComponentForm*>();
        QVERIFY(form);
        auto* save = form->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save);
        fill(*form, {{"vendor", "Acme"},
                     {"model", "Rocket 2"},
                     {"source", "offer of May"},
                     {"capacity_B", "2 TB"},
                     {"seq_read_Bps", "3 GB/s"},
                     {"seq_write_Bps", "2 GB/s"},
                     {"rand_read_4k_iops", "400000"}});
        QVERIFY(!save->isEnabled());
        fill(*form, {{"rand_write_4k_iops", "many"}});
        QVERIFY(!save->isEnabled());
        QVERIFY(form->findChild<QLabel*>("problem rand_write_4k_iops")->text().contains("number"));
        fill(*form, {{"rand_write_4k_iops", "90000"}});
        QVERIFY(save->isEnabled());
        QTest::mouseClick(save, Qt::LeftButton);
        QCOMPARE(made.id, std::string("Acme_Rocket_2"));
        QCOMPARE(made.kind, std::string("ssd"));
        QCOMPARE(made.figure("capacity_B"), 2e12);
        QVERIFY(project::faultsOf(made).empty());
    }

    void thePortsOfASwitchAreTypedAsRows()
    {
        project::Component plain;
        plain.kind = "switch";
        plain.vendor = "Acme";
        plain.model = "Rack 48";
        plain.source = "offer";
        plain.confidence = "datasheet";
        widgets::ComponentForm form(plain, {});
        form.show();
        QVERIFY(QTest::qWaitForWindowActive(&form));
        auto* ports = form.findChild<QTableWidget*>("ports");
        for (const auto& [column, text] : {std::pair{0, "48"}, std::pair{1, "25 Gb/s"}}) {
            ports->setFocus();
            ports->setCurrentCell(0, column);
            QTest::keyClick(ports, Qt::Key_F2);
            auto* cell = qobject_cast<QLineEdit*>(QApplication::focusWidget());
            QVERIFY(cell);
            QTest::keyClicks(cell, text);
            QTest::keyClick(cell, Qt::Key_Return);
            QApplication::processEvents();
        }
        QCOMPARE(form.component().parameters.value("ports", Json()),
                 Json::parse(R"([{"count": 48, "rate_bps": 25000000000}])"));
        QVERIFY(project::faultsOf(form.component()).empty());
    }

    void aWrongCellOfATableStaysAndIsExplained()
    {
        project::Component processor;
        for (const project::Component* each : library_.all())
            if (each->kind == "processor" && each->parameters.contains("turbo_bins"))
                processor = *each;
        QVERIFY(!processor.id.empty());
        const Json before = processor.parameters["turbo_bins"];
        widgets::ComponentForm form(processor, {});
        form.show();
        QVERIFY(QTest::qWaitForWindowActive(&form));
        auto* bins = form.findChild<QTableWidget*>("turbo_bins");
        auto* problem = form.findChild<QLabel*>("problem turbo_bins");
        auto* save = form.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save);
        QVERIFY(save->isEnabled());
        const auto write = [bins](const QString& text) {
            bins->setFocus();
            bins->setCurrentCell(0, 1);
            QTest::keyClick(bins, Qt::Key_F2);
            auto* cell = qobject_cast<QLineEdit*>(QApplication::focusWidget());
            QVERIFY(cell);
            cell->selectAll();
            QTest::keyClicks(cell, text);
            QTest::keyClick(cell, Qt::Key_Return);
            QApplication::processEvents();
        };
        write("3 GB");
        QCOMPARE(bins->item(0, 1)->text(), QString("3 GB"));
        // It has a red frame, and so has no other cell.
        const auto frame = [bins](int column) {
            const QRect cell = bins->visualItemRect(bins->item(0, column));
            return bins->viewport()->grab(cell).toImage().pixelColor(0, cell.height() / 2);
        };
        QCOMPARE(frame(1), widgets::colours(bins->palette()).bad);
        QVERIFY(frame(0) != widgets::colours(bins->palette()).bad);
        QVERIFY(problem->isVisible());
        QVERIFY(problem->text().startsWith("Row 1: Write a number"));
        QVERIFY(!save->isEnabled());
        QCOMPARE(form.component().parameters["turbo_bins"], before);
        write("3 GHz");
        QVERIFY(!problem->isVisible());
        QVERIFY(save->isEnabled());
        QCOMPARE(form.component().parameters["turbo_bins"][0]["clock_Hz"], Json(3000000000));
    }

    void whatWasSavedIsFoundInTheUsersFolderAndCanBeRemovedAgain()
    {
        const QTemporaryDir folder;
        const std::filesystem::path own(folder.path().toStdString());
        project::Component component = *library_.find("Intel_SSD_DC_S3500_Series_480GB");
        component.id = "Mine";
        project::saveOwnComponent(own, component);
        component.model = "changed";
        project::saveOwnComponent(own, component);
        project::Findings findings;
        const auto found = project::ComponentLibrary::load({own}, findings);
        QVERIFY(findings.empty());
        QCOMPARE(found.all().size(), std::size_t(1));
        QCOMPARE(found.find("Mine")->model, std::string("changed"));
        component.parameters["capacity_B"] = -1;
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, project::saveOwnComponent(own, component));
        project::removeOwnComponent(own, "Mine");
        QVERIFY(project::ownComponents(own, findings).empty());
    }

    void whatTheProjectUsesCanBeSwappedForWhatIsPickedOfAFittingKind()
    {
        browser_->setUses({{"Standard_SATA_Drive_7200RPM_2TB", 2}, {"Force10_S4810", 1}});
        browser_->pick("Intel_SSD_DC_S3700_Series_800GB");
        QSignalSpy swapped(browser_.get(), &widgets::ComponentBrowser::swapRequested);
        auto* button = browser_->findChild<QToolButton*>("swapComponent");
        QVERIFY(button->isEnabled());
        QTimer::singleShot(50, this, [] {
            QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Down);
            QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Return);
        });
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_COMPARE(swapped.count(), 1);
        QCOMPARE(button->menu()->actions().size(), 1); // a switch is no disk
        QCOMPARE(swapped.at(0).at(0).toString(), QString("Standard_SATA_Drive_7200RPM_2TB"));
        QCOMPARE(swapped.at(0).at(1).toString(), QString("Intel_SSD_DC_S3700_Series_800GB"));
    }

private:
    QTableView* view() { return browser_->findChild<QTableView*>("componentTable"); }
    widgets::ComponentTable* table() { return browser_->findChild<widgets::ComponentTable*>(); }
    int columnOf(const QString& heading)
    {
        for (int column = 0; column < view()->model()->columnCount(); ++column)
            if (view()->model()->headerData(column, Qt::Horizontal).toString() == heading)
                return column;
        return -1;
    }
    void clickHeading(const QString& heading)
    {
        auto* header = view()->horizontalHeader();
        const int column = columnOf(heading);
        view()->scrollTo(view()->model()->index(0, column));
        const QPoint at(header->sectionViewportPosition(column) + 12, header->height() / 2);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, at);
    }
    std::vector<double> column(const std::string& figure)
    {
        const auto& figures = table()->figures();
        const int place = static_cast<int>(std::find(figures.begin(), figures.end(), figure) - figures.begin());
        std::vector<double> values;
        for (int row = 0; row < view()->model()->rowCount(); ++row)
            values.push_back(view()
                                 ->model()
                                 ->index(row, widgets::ComponentTable::firstFigure + place)
                                 .data(widgets::ComponentTable::sortRole)
                                 .toDouble());
        return values;
    }
    static QString cellOf(const QTableWidget& columns, const QString& figure, int column)
    {
        for (int row = 0; row < columns.rowCount(); ++row)
            if (columns.verticalHeaderItem(row)->text() == figure)
                return columns.item(row, column)->text();
        return {};
    }
    static void fill(QWidget& form, const std::vector<std::pair<QString, QString>>& texts)
    {
        for (const auto& [name, text] : texts) {
            auto* line = form.findChild<QLineEdit*>(name);
            QVERIFY2(line, qPrintable(name));
            line->setFocus();
            line->selectAll();
            QTest::keyClicks(line, text);
        }
    }

    project::ComponentLibrary library_;
    std::unique_ptr<widgets::ComponentBrowser> browser_;
};

QTEST_MAIN(ComponentBrowserTest)
#include "component_browser_test.moc"
