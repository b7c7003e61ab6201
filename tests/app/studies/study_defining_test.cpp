// The page "Study": studies are added, edited and deleted there, each edit as one step of the document.
#include "../desk_test.h"

#include "app/decide/decide_page.h"
#include "app/studies/study_page.h"
#include "tests/widget_tests.h"

#include <QCheckBox>
#include <QComboBox>
#include <QListWidget>
#include <QMenu>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>

using namespace headroom;
using project::Json;

class StudyDefiningTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init()
    {
        desk_ = std::make_unique<studio::Desk>();
        Json project = studio::Desk::read(HEADROOM_SOURCE_DIR "/projects/first-queue/first-queue.headroom");
        project["run"]["duration"] = "20 s";
        project.erase("studies");
        QVERIFY(desk_->window().openProject(desk_->write("queue.headroom", project)));
        desk_->window().decide().showView(app::DecidePage::study);
    }
    void cleanup() { desk_.reset(); }

    void aFirstStudyIsOfferedAndTakenBack()
    {
        const QByteArray before = desk_->document();
        QTest::mouseClick(find<QPushButton>("firstStudy"), Qt::LeftButton);
        QCOMPARE(studies().size(), std::size_t(1));
        QVERIFY(!studies()[0].space.empty());
        QCOMPARE(find<QComboBox>("studyChoice")->currentText(), QString("study"));
        QVERIFY(find<QWidget>("studyEditor")->isVisible());
        desk_->window().model().undoStack()->undo();
        QCOMPARE(desk_->document(), before);
        QVERIFY(find<QPushButton>("firstStudy")->isVisible());
    }

    void theValuesOfAParameterAreAListOrARange()
    {
        begin();
        choose("axisParameter", "THREADS");
        choose("axisKind", "list");
        enter("axisList", "1, 2, 4");
        QCOMPARE(axis().values, Json::parse("[1, 2, 4]"));
        QTRY_COMPARE_WITH_TIMEOUT(planned(), QString("3 points: 3 runs"), studio::patienceMs);
        choose("axisKind", "range");
        QVERIFY(axis().values.is_null());
        QCOMPARE(axis().fields["from"], Json(1));
        enter("axisTo", "8");
        choose("axisScale", "equal factors");
        QCOMPARE(axis().fields["to"], Json(8));
        QCOMPARE(axis().fields["scale"], Json("log"));
        QTRY_COMPARE_WITH_TIMEOUT(planned(), QString("5 points: 5 runs"), studio::patienceMs);
        desk_->window().model().undoStack()->undo();
        QVERIFY(!axis().fields.contains("scale"));
        QCOMPARE(find<QComboBox>("axisScale")->currentText(), QString("equal steps"));
    }

    void aHighPageHasItsFreeRoomBelow()
    {
        begin();
        desk_->window().resize(1400, 1000);
        desk_->window().results().hide();
        QTRY_VERIFY(page().height() > 700);
        const auto topOf = [this](const char* name) {
            auto* widget = find<QWidget>(name);
            return widget->mapTo(&page(), QPoint(0, 0)).y();
        };
        QVERIFY(topOf("addAxis") - topOf("axisParameter") < 3 * find<QComboBox>("axisParameter")->height());
    }

    void aValueThatTheParameterCannotHaveIsToldInPlace()
    {
        begin();
        choose("axisParameter", "THREADS");
        choose("axisKind", "list");
        enter("axisList", "1, 0");
        QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>("studyFaults")->text().contains("out of range"), studio::patienceMs);
        QVERIFY(find<QLabel>("studyFaults")->isVisible());
        enter("axisList", "1, 2");
        QTRY_VERIFY_WITH_TIMEOUT(!find<QLabel>("studyFaults")->isVisible(), studio::patienceMs);
    }

    void aSecondParameterIsVariedAndCombinationsAreLeftOut()
    {
        begin();
        choose("axisParameter", "THREADS");
        choose("axisKind", "list");
        enter("axisList", "1, 2, 4");
        QTest::mouseClick(find<QPushButton>("addAxis"), Qt::LeftButton);
        QCOMPARE(studies()[0].space.size(), std::size_t(2));
        const auto rows = page().findChildren<QComboBox*>("axisParameter");
        QCOMPARE(rows.size(), 2);
        QVERIFY2(rows[1]->findText("THREADS") < 0, "a parameter that is varied is offered again");
        choose("axisParameter", "CUSTOMERS", 1);
        choose("axisKind", "list", 1);
        enter("axisList", "2, 20", 1);
        enter("studyConstraints", "CUSTOMERS > THREADS; THREADS > 1");
        QCOMPARE(studies()[0].constraints, (std::vector<std::string>{"CUSTOMERS > THREADS", "THREADS > 1"}));
        find<QSpinBox>("studyReplications")->setValue(3);
        QTRY_VERIFY2_WITH_TIMEOUT(find<QLabel>("studyPlanned")->text().startsWith("2 points (4 excluded"),
                                  qPrintable(find<QLabel>("studyPlanned")->text()), studio::patienceMs);
        QVERIFY(find<QLabel>("studyPlanned")->text().contains("6 runs"));
        QTest::mouseClick(page().findChildren<QToolButton*>("axisRemove")[0], Qt::LeftButton);
        QCOMPARE(studies()[0].space.size(), std::size_t(1));
        QCOMPARE(axis().parameter, std::string("CUSTOMERS"));
    }

    void onlySamplesHaveANumberOfPoints()
    {
        begin();
        QVERIFY(!find<QSpinBox>("studyPoints")->isVisible());
        find<QComboBox>("studyDesign")->setCurrentText("latin hypercube");
        QVERIFY(find<QSpinBox>("studyPoints")->isVisible());
        find<QSpinBox>("studyPoints")->setValue(30);
        QCOMPARE(studies()[0].fields["points"], Json(30));
        QCOMPARE(studies()[0].fields["design"], Json("latin hypercube"));
        for (const char* analysed : {"sobol", "morris"}) {
            choose("studyDesign", analysed);
            QVERIFY2(find<QWidget>("studyPoints")->isVisible(), analysed);
        }
    }

    void figuresToReportAreTicked()
    {
        begin();
        auto* choice = find<QPushButton>("studyFigures");
        auto* list = choice->menu()->findChild<QListWidget*>("studyFigureList");
        choice->menu()->popup(choice->mapToGlobal(QPoint()));
        const auto found = list->findItems("ask.latency.p95", Qt::MatchExactly);
        QCOMPARE(found.size(), 1);
        found.front()->setCheckState(Qt::Checked);
        choice->menu()->close();
        QCOMPARE(studies()[0].report, std::vector<std::string>{"ask.latency.p95"});
        QCOMPARE(choice->text(), QString("1 figure"));
    }

    void aStudyIsRenamedAndDeleted()
    {
        begin();
        page().findChild<QAction*>("newStudy")->trigger();
        QCOMPARE(find<QComboBox>("studyChoice")->currentText(), QString("study-2"));
        enter("studyName", "study");
        QVERIFY(find<QLabel>("studyFaults")->text().contains("exists already"));
        enter("studyName", "threads of the server");
        QCOMPARE(studies()[1].id, std::string("threads of the server"));
        QCOMPARE(find<QComboBox>("studyChoice")->currentText(), QString("threads of the server"));
        page().findChild<QAction*>("deleteStudy")->trigger();
        QCOMPARE(studies().size(), std::size_t(1));
        QCOMPARE(find<QComboBox>("studyChoice")->currentText(), QString("study"));
    }

    void aPointIsRunAsAnOrdinaryRun()
    {
        begin();
        choose("axisParameter", "THREADS");
        choose("axisKind", "list");
        enter("axisList", "1, 4");
        enter("studyDuration", "10 s");
        QTest::mouseClick(find<QPushButton>("runStudy"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!page().process().isRunning(), studio::patienceMs);
        QCOMPARE(page().points().table().count(study::PointState::done), std::size_t(2));
        auto* table = find<QTableView>("studyTable");
        table->selectRow(1);
        QTest::mouseClick(find<QPushButton>("runPoint"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle(), studio::patienceMs);
        QCOMPARE(desk_->runs().size(), std::size_t(1));
        const auto& summary = desk_->runs().back().summary;
        QVERIFY(summary.has_value());
        QCOMPARE(project::findParameter(desk_->window().model().project(), "THREADS")->value, Json(1));
        // The same settings and seed give the same figure, bit for bit.
        QCOMPARE(summary->operations.at("ask").perSecond, page().points().table().rows[1].figures[0].value);
    }

private:
    app::StudyPage& page() { return desk_->window().decide().studyPage(); }
    const std::vector<project::Study>& studies() { return desk_->window().model().project().studies; }
    const project::StudyAxis& axis() { return studies()[0].space[0]; }
    template <typename Widget>
    Widget* find(const char* name)
    {
        return page().findChild<Widget*>(name);
    }
    void begin() { QTest::mouseClick(find<QPushButton>("firstStudy"), Qt::LeftButton); }
    void choose(const char* combo, const QString& text, int row = 0)
    {
        page().findChildren<QComboBox*>(combo)[row]->setCurrentText(text);
    }
    void enter(const char* name, const QString& text, int row = 0)
    {
        auto* line = page().findChildren<QLineEdit*>(name)[row];
        line->setText(text);
        QTest::keyClick(line, Qt::Key_Return);
    }
    /// Without the number of processes.
    QString planned() { return find<QLabel>("studyPlanned")->text().section(',', 0, 0); }
};

HEADROOM_WIDGET_TEST(StudyDefiningTest)
#include "study_defining_test.moc"
