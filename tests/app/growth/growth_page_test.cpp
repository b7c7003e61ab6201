// The page "Growth": the real engine searches how far the load can rise, and the page shows it.
#include "../studio_desk.h"

#include "app/decide/decide_page.h"
#include "app/growth/growth_page.h"
#include "tests/widget_tests.h"
#include "widgets/document/edits/parameter_edits.h"
#include "widgets/parameters/panel/parameter_details.h"
#include "widgets/plots/views/load_limit_view.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableWidget>

using namespace headroom;

namespace {

constexpr int longSearchMs = 60000;

} // namespace

class GrowthPageTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        qputenv("HEADROOM_SETTINGS", folder_.filePath("settings.ini").toUtf8());
        window_ = std::make_unique<app::MainWindow>();
        window_->resize(1280, 720);
        window_->show();
    }
    void cleanup() { window_.reset(); }

    void aSearchShowsTheLimitItsRunsAndTheResources()
    {
        open("open-loop");
        QCOMPARE(find<QComboBox>("growthLoad")->currentText(), QString("all arrivals"));
        QVERIFY(!find<QTableWidget>("growthUpgrades")->isVisible());
        search();
        QVERIFY(page().growth().complete);
        QVERIFY2(find<QLabel>("growthSentence")->text().startsWith("The load can rise to 2."),
                 qPrintable(find<QLabel>("growthSentence")->text()));
        auto* chart = page().findChild<widgets::LoadLimitView*>();
        QVERIFY(chart->isFilled());
        QCOMPARE(chart->table().rows.size(), page().growth().limit.runs.size());
        const auto* resources = find<QTableWidget>("growthResources");
        QCOMPARE(resources->item(0, 0)->text(), QString("workers of the server"));
        QVERIFY(resources->item(0, 1)->text().endsWith("%"));
        QVERIFY(find<QLabel>("growthStand")->text().contains(" runs of 2.00 min each"));
    }

    void aGrowthComparesTickedAlternativesAsUpgrades()
    {
        open("open-loop");
        project::Parameter ticked = *project::findParameter(window_->model().project(), "THREADS");
        widgets::replaceParameter(window_->model(), widgets::withTicks(ticked, {2, 8}), "tick");
        find<QDoubleSpinBox>("growthYearly")->setValue(40);
        find<QSpinBox>("growthYears")->setValue(3);
        search();
        const auto* upgrades = find<QTableWidget>("growthUpgrades");
        QVERIFY(upgrades->isVisible());
        QCOMPARE(upgrades->rowCount(), 2);
        QCOMPARE(upgrades->item(0, 0)->text(), QString("THREADS=8"));
        QVERIFY2(upgrades->item(0, 1)->text().startsWith("year 2."), qPrintable(upgrades->item(0, 1)->text()));
        QCOMPARE(upgrades->item(1, 1)->text(), QString("not taken"));
        QVERIFY(upgrades->item(0, 4)->text().isEmpty()); // threads cost nothing
        QVERIFY(find<QLabel>("growthSentence")->text().contains("carries it to year 3"));
    }

    void aLoadWithoutALimitIsRefusedWithTheReason()
    {
        open("first-queue");
        QCOMPARE(find<QComboBox>("growthLoad")->currentText(), QString("CUSTOMERS"));
        search();
        QVERIFY2(find<QLabel>("growthSentence")->text().contains("Add a goal to the project"),
                 qPrintable(find<QLabel>("growthSentence")->text()));
        QVERIFY(find<QPushButton>("searchGrowth")->isVisible());
    }

    /// In "CLIENTS * DEPTH" the clients come first, and the machines that they run on are hardware.
    void theUsersAreProposedAsTheLoadOfAClosedLoop()
    {
        open("object-erasure");
        QCOMPARE(find<QComboBox>("growthLoad")->currentText(), QString("CLIENTS"));
        open("ceph-nvme");
        QCOMPARE(find<QComboBox>("growthLoad")->currentText(), QString("CLIENTS"));
    }

    void withoutALoadToRaiseThePageSaysHowToGetOne()
    {
        open("first-queue");
        QVERIFY(!find<QWidget>("nothingToRaise")->isVisible());
        project::Project fixed = window_->model().project();
        fixed.parameters.clear();
        window_->model().setProject(fixed);
        QVERIFY(find<QWidget>("nothingToRaise")->isVisible());
        QVERIFY(!find<QPushButton>("searchGrowth")->isEnabled());
        open("first-queue");
        QVERIFY(!find<QWidget>("nothingToRaise")->isVisible());
    }

    void aSearchIsStoppedAndAChangeOfTheProjectIsTold()
    {
        open("open-loop");
        project::Project longer = window_->model().project();
        longer.run["duration"] = "2000 s"; // so that the search does not end before it is stopped
        window_->model().setProject(longer);
        QTest::mouseClick(find<QPushButton>("searchGrowth"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(page().growth().runs > 0, longSearchMs);
        QTest::mouseClick(find<QPushButton>("growthStop"), Qt::LeftButton);
        QVERIFY(!page().isRunning());
        QVERIFY(find<QLabel>("growthSentence")->text().contains("stopped early; some limits are unknown"));
        QTest::mouseClick(find<QPushButton>("searchGrowth"), Qt::LeftButton); // at once: the new search goes on
        QTRY_VERIFY_WITH_TIMEOUT(page().growth().runs > 0, longSearchMs);
        QVERIFY(page().isRunning());
        QVERIFY(!find<QLabel>("growthSentence")->text().contains("stopped"));
        QTest::mouseClick(find<QPushButton>("growthStop"), Qt::LeftButton);
        project::Parameter changed = *project::findParameter(window_->model().project(), "THREADS");
        changed.value = 8;
        widgets::replaceParameter(window_->model(), changed, "change");
        QVERIFY(find<QLabel>("growthStand")->text().contains("has changed since"));
        open("first-queue");
        QCOMPARE(page().growth().runs, std::uint64_t(0));
    }

private:
    app::GrowthPage& page() { return window_->decide().growthPage(); }
    template <typename Widget>
    Widget* find(const char* name)
    {
        return page().findChild<Widget*>(name);
    }

    void open(const QString& project)
    {
        QFile::remove(folder_.filePath("p.headroom"));
        QVERIFY(QFile::copy(QString(HEADROOM_SOURCE_DIR "/projects/%1/%1.headroom").arg(project),
                            folder_.filePath("p.headroom")));
        QVERIFY(window_->openProject(folder_.filePath("p.headroom")));
        window_->decide().showView(app::DecidePage::growth);
    }

    void search()
    {
        QTest::mouseClick(find<QPushButton>("searchGrowth"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!page().isRunning(), longSearchMs);
    }

    QTemporaryDir folder_;
    std::unique_ptr<app::MainWindow> window_;
};

HEADROOM_WIDGET_TEST(GrowthPageTest)
#include "growth_page_test.moc"
