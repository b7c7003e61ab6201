// Projects that are opened: the whole one is seen, a broken one says all its faults and changes nothing, and another
// one in the middle of a run leaves nothing of that run behind.

#include "../desk_test.h"
#include "project/project_file.h"
#include "tests/widget_tests.h"
#include "widgets/diagram/behaviour/block_palette.h"
#include "widgets/document/edits/diagram_edits.h"
#include "widgets/document/edits/field_edits.h"

#include <QDialog>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTreeWidget>

#include <signal.h>

using namespace headroom;

class OpeningTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { desk_.reset(); }

    void theSampleShowsItsRolesAndBothDrawings()
    {
        QVERIFY(desk_->window().openProject(HEADROOM_SOURCE_DIR "/projects/swift-rack/swift-rack.headroom"));
        QTreeWidgetItem* software = desk_->window().findChild<QTreeWidget*>("projectTree")->topLevelItem(0);
        QStringList roles;
        for (int i = 0; i < software->childCount(); ++i) {
            roles += software->child(i)->text(0);
            QStringList operations;
            for (int j = 0; j < software->child(i)->childCount(); ++j)
                operations += software->child(i)->child(j)->text(0);
            if (roles.back() != "container-server") // which takes part in writing only
                QVERIFY2(operations.contains("PUT") && operations.contains("GET"), qPrintable(operations.join(' ')));
            QVERIFY(!operations.isEmpty());
        }
        QCOMPARE(roles, QStringList({"client", "proxy-server", "object-server", "container-server", "account-server"}));
        QVERIFY(desk_->window().software().scene()->boxes().size() > 3);
        QVERIFY(!desk_->window().software().scene()->wires().isEmpty());
        // Three groups and the switch of the fabric that is chosen, each joined to it.
        auto* topology = desk_->window().topology().scene();
        for (const char* id : {"clients", "proxies", "storage", "rack-switch"})
            QVERIFY2(topology->box(id), id);
        QCOMPARE(topology->wires().size(), 3);
    }

    void twoWindowsWithBlockTypesOfOneNameKeepTheirOwn()
    {
        const QString mine = projectWithType("mine", "Waits for its turn."),
                      theirs = projectWithType("theirs", "Rests.");
        headroom::app::MainWindow other;
        QVERIFY(desk_->window().openProject(mine));
        QVERIFY(other.openProject(theirs));
        QCOMPARE(helpInPalette(desk_->window(), "own wait"), QString("Waits for its turn."));
        QCOMPARE(helpInPalette(other, "own wait"), QString("Rests."));
        QVERIFY2(desk_->window().results().findChildren<QDialog*>().isEmpty(), "a fault was reported");
        // A project beside which no such file lies does not have the type, and another window's palette stays as it is.
        QVERIFY(other.openProject(HEADROOM_SOURCE_DIR "/projects/swift-rack/swift-rack.headroom"));
        QCOMPARE(helpInPalette(other, "own wait"), QString());
        QCOMPARE(helpInPalette(desk_->window(), "own wait"), QString("Waits for its turn."));
        QVERIFY(desk_->window().openProject(mine)); // as before: nothing of the other window has come between
    }

    void aProjectAsItWasRunFindsTheBlockTypesBesideItsFile()
    {
        QVERIFY(desk_->window().openProject(projectWithType("mine", "Waits for its turn.")));
        const QString text = QString::fromUtf8(desk_->document());
        headroom::app::MainWindow other;
        QVERIFY(other.files().openText(text, "run 1", desk_->window().files().folder()));
        QCOMPARE(helpInPalette(other, "own wait"), QString("Waits for its turn."));
        QVERIFY(other.files().path().isEmpty());
        QVERIFY(!other.windowTitle().contains("run 1"));
        QVERIFY(other.files().openText(text, "run 1", {}));
        QCOMPARE(helpInPalette(other, "own wait"), QString());
    }

    void theTitleOfAProjectAsItWasRunSaysWhichRunUntilItIsSaved()
    {
        QVERIFY(desk_->window().openProject(HEADROOM_SOURCE_DIR "/projects/swift-rack/swift-rack.headroom"));
        const QString text = QString::fromUtf8(desk_->document());
        headroom::app::MainWindow other;
        QVERIFY(other.files().openText(text, "Run 3 · SSD", {}, "Run 3 · SSD"));
        QVERIFY2(other.windowTitle().contains(", Run 3 · SSD[*]"), qPrintable(other.windowTitle()));
        QVERIFY(other.files().saveTo(desk_->path("mine.headroom")));
        QCOMPARE(other.windowTitle(), QString("mine.headroom[*] — Headroom"));
    }

    void everyOperationOfTheTreeShowsItsDrawingOnAClick()
    {
        QVERIFY(desk_->window().openProject(HEADROOM_SOURCE_DIR "/projects/swift-rack/swift-rack.headroom"));
        auto* tree = desk_->window().findChild<QTreeWidget*>("projectTree");
        QTreeWidgetItem* software = tree->topLevelItem(0);
        for (int i = 0; i < software->childCount(); ++i)
            for (int j = 0; j < software->child(i)->childCount(); ++j) {
                QTreeWidgetItem* operation = software->child(i)->child(j);
                if (!operation->data(0, Qt::UserRole).isValid())
                    continue; // the role's workers and what its requests share have no drawing
                tree->scrollToItem(operation);
                QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualItemRect(operation).center());
                auto* scene = desk_->window().software().scene();
                QVERIFY(scene->path().startsWith(software->child(i)->text(0) + '/' + operation->text(0) + '/'));
                QVERIFY(!scene->boxes().isEmpty());
            }
    }

    void theFabricThatAParameterChoosesIsDrawn()
    {
        QVERIFY(desk_->openRack(4));
        setParameter(desk_->window().model(), "FABRIC", "10GbE network");
        auto* topology = desk_->window().topology().scene();
        QVERIFY(topology->box("access"));
        QVERIFY(!topology->box("rack-switch"));
        QCOMPARE(topology->wires().size(), 4);
    }

    void aBrokenProjectSaysAllItsFaultsAndTheFormerOneStays()
    {
        QVERIFY(desk_->openRack(4));
        const QByteArray before = desk_->document();
        studio::Json broken = studio::Desk::rack(4);
        broken["parameters"][0]["value"] = "No_Such_Processor";
        broken["behaviours"][0]["library"] = "no such library";
        broken["workloads"][0]["role"] = "nobody";
        broken["topology"]["groups"][0]["count"] = "many +";
        const QString path = desk_->write("broken.headroom", broken);
        project::Findings findings;
        const auto library = project::ComponentLibrary::load(project::libraryFolders(), findings);
        const auto expected = project::loadProject(path.toStdString(), library).findings;
        QVERIFY(expected.size() >= 4);

        QVERIFY(!desk_->window().openProject(path));
        auto* dialog = desk_->window().findChild<QDialog*>("faults");
        QVERIFY(dialog && dialog->isVisible());
        auto* list = dialog->findChild<QTreeWidget*>("findings");
        QCOMPARE(list->topLevelItemCount(), static_cast<int>(expected.size()));
        QString all;
        for (int i = 0; i < list->topLevelItemCount(); ++i) {
            for (int column = 0; column < 3; ++column)
                QVERIFY2(!list->topLevelItem(i)->text(column).isEmpty(), "place, problem and remedy are said");
            all += list->topLevelItem(i)->text(0) + list->topLevelItem(i)->text(1);
        }
        for (const char* word : {"No_Such_Processor", "no such library", "nobody", "many +"})
            QVERIFY2(all.contains(word), word);
        QTest::keyClick(dialog, Qt::Key_Escape);
        QTRY_VERIFY(!desk_->window().findChild<QDialog*>("faults"));
        QCOMPARE(desk_->document(), before);
        QCOMPARE(desk_->window().files().displayName(), "rack.headroom");
        QVERIFY(desk_->messages().contains("broken.headroom"));
    }

    void aFaultInALibraryIsToldWithTheProjectThatIsOpened()
    {
        const studio::UserData data(desk_->path("data"));
        QVERIFY(QDir().mkpath(desk_->path("blocks")));
        desk_->write("data/headroom/libraries/hardware/discs.json", "nonsense");
        desk_->write("data/headroom/libraries/behaviours/roles.json", "nonsense");
        desk_->write("blocks/beside.json", "nonsense");
        desk_->open();
        QVERIFY(desk_->openRack(4));
        for (const char* file : {"discs.json", "roles.json", "beside.json"})
            QTRY_VERIFY2(problems().contains(file), file);
        // A fault of the project comes before them, and they stay when it goes.
        const QString path = desk_->window().software().scene()->path();
        addBlock(desk_->window().model(), path, "read", {});
        QTRY_VERIFY(!problems().first(12).contains(".json"));
        desk_->action("Ctrl+Z")->trigger();
        QTRY_VERIFY(problems().startsWith("discs.json"));
    }

    void whatOnlyReadingFindsStaysInTheListOfProblems()
    {
        studio::Json project = studio::Desk::rack(4);
        project["view"]["positions"]["topology"]["proxies"] = "left";
        project["behaviours"][1]["hash"] = "another";
        QVERIFY(desk_->window().openProject(desk_->write("odd.headroom", project)));
        QTRY_VERIFY(problems().contains("view.positions.topology.proxies"));
        QVERIFY(problems().contains("has changed since the project was saved"));
        QVERIFY(desk_->document().contains("\"proxies\": \"left\"")); // nothing of the file is lost
    }

    void whatIsNotAProjectAtAllIsRefusedToo()
    {
        QFile file(desk_->path("rubbish.headroom"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"format\": ");
        file.close();
        QVERIFY(!desk_->window().openProject(file.fileName()));
        QVERIFY(!desk_->window().openProject(desk_->path("missing.headroom")));
        QVERIFY(desk_->openRack(4));
    }

    void anotherProjectInMidRunLeavesNothingOfThatRun()
    {
        QVERIFY(desk_->openRack(1000000));
        desk_->click(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(desk_->timeline().isFilled(), studio::patienceMs);
        const auto child = static_cast<pid_t>(desk_->controller().engine().processId());
        QSignalSpy ended(&desk_->controller(), &app::RunController::finished);
        QSignalSpy samples(&desk_->controller(), &app::RunController::samplesArrived);
        QVERIFY(desk_->window().openProject(desk_->write("other.headroom", studio::Desk::rack(4))));
        samples.clear();
        QVERIFY(desk_->isIdle());
        QVERIFY(desk_->runs().empty());
        QVERIFY(!desk_->timeline().isFilled());
        QVERIFY(desk_->controller().progress().durationS == 0);
        QCOMPARE(kill(child, 0), -1);
        // The next run is the first of this project, and all that comes is its own.
        desk_->click(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(ended.count() > 0, studio::patienceMs);
        QCOMPARE(ended.count(), 1);
        QCOMPARE(desk_->runs().size(), std::size_t(1));
        QCOMPARE(desk_->runs().front().ending, app::Ending::finished);
        QCOMPARE(desk_->runs().front().summary->simulatedS, 4.0);
        for (const auto& batch : samples)
            for (const auto& sample : batch.at(0).value<std::vector<record::Sample>>())
                QVERIFY(sample.time <= 4.01);
    }

private:
    QString problems() { return desk_->problems().join('\n'); }
    /// A project in a folder of its own, beside which a block type "own wait" lies.
    QString projectWithType(const QString& folder, const char* meaning)
    {
        QDir(desk_->path({})).mkpath(folder + "/blocks");
        const studio::Json inner = {
            {"blocks",
             {{{"id", "in"}, {"type", "way in"}},
              {{"id", "rest"}, {"type", "delay"}, {"time", "1 ms"}},
              {{"id", "out"}, {"type", "way out"}}}},
            {"wires", studio::Json::parse(R"([["in.next", "rest.in"], ["rest.next", "out.in"]])")}};
        desk_->write(folder + "/blocks/wait.json", {{"format", "headroom-block"},
                                                    {"version", 1},
                                                    {"name", "own wait"},
                                                    {"meaning", meaning},
                                                    {"inner", inner}});
        studio::Json project = studio::Desk::rack(2);
        return desk_->write(folder + "/project.headroom", project);
    }
    static QString helpInPalette(const QWidget& window, const QString& type)
    {
        for (const auto* tree : window.findChild<headroom::widgets::BlockPalette*>()->findChildren<QTreeWidget*>())
            for (int i = 0; i < tree->topLevelItemCount(); ++i)
                for (int j = 0; j < tree->topLevelItem(i)->childCount(); ++j)
                    if (tree->topLevelItem(i)->child(j)->text(0) == type)
                        return tree->topLevelItem(i)->child(j)->toolTip(0);
        return {};
    }
};

HEADROOM_WIDGET_TEST(OpeningTest)
#include "opening_test.moc"
