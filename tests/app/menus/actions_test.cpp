// The menus of the window: what can be done when, and why something is not done.

#include "../desk_test.h"
#include "../sample_runs.h"

#include "app/base/settings.h"
#include "app/document/recent_files.h"
#include "tests/widget_tests.h"
#include "widgets/diagram/behaviour/block_palette.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/edits/role_edits.h"

#include <QClipboard>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QStatusBar>
#include <QTabWidget>
#include <QToolButton>

using namespace headroom;

class ActionsTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { desk_.reset(); }

    void withoutADocumentOnlyFilesAndHelpAreThere()
    {
        QStringList there;
        for (const QAction* menu : desk_->window().menuBar()->actions())
            if (menu->isEnabled())
                there += menu->text().remove('&');
        QCOMPARE(there, (QStringList{"File", "Help"}));
        for (const char* text : {"Save", "Save as …", "Export", "Print drawing …"})
            QVERIFY2(!entry("File", text)->isEnabled(), text);
        for (const char* text : {"New", "Open …", "New window", "Quit"})
            QVERIFY2(entry("File", text)->isEnabled(), text);
        QVERIFY(!desk_->window().findChild<QToolBar*>("runBar")->isVisible());
        desk_->action("Ctrl+N")->trigger();
        for (const QAction* menu : desk_->window().menuBar()->actions())
            QVERIFY2(menu->isEnabled(), qPrintable(menu->text()));
        QVERIFY(entry("File", "Save")->isEnabled());
        QVERIFY(desk_->window().findChild<QToolBar*>("runBar")->isVisible());
    }

    void recentFilesThatAreGoneSaySoAndAreTakenOff()
    {
        QMenu& recent = *entry("File", "Open recent")->menu();
        emit recent.aboutToShow();
        QCOMPARE(recent.actions().size(), 1);
        QVERIFY(!recent.actions()[0]->isEnabled());
        QCOMPARE(recent.actions()[0]->text(), QString("No project was opened yet"));
        QVERIFY(desk_->openRack(4));
        app::noteRecentFile("/nowhere/gone.headroom");
        emit recent.aboutToShow();
        QCOMPARE(namesIn(recent).size(), 2);
        QCOMPARE(recent.actions()[0]->text(), QString("/nowhere/gone.headroom (no longer there) …"));
        desk_->answerMessage([](QMessageBox& question) {
            const auto buttons = question.buttons();
            return *std::find_if(buttons.begin(), buttons.end(),
                                 [](const auto* button) { return button->text().contains("Remove"); });
        });
        recent.actions()[0]->trigger();
        desk_->action("Ctrl+N")->trigger();
        QVERIFY(desk_->window().files().path().isEmpty());
        emit recent.aboutToShow();
        QCOMPARE(namesIn(recent), QStringList{desk_->path("rack.headroom")});
        recent.actions()[0]->trigger();
        QCOMPARE(desk_->window().files().path(), desk_->path("rack.headroom"));
    }

    void recentFilesArePinnedInTheMenu()
    {
        for (const char* name : {"a & b.headroom", "c.headroom"})
            app::noteRecentFile(desk_->write(name, {}));
        auto& file = *desk_->window().menuBar()->actions().first()->menu();
        auto& recent = *entry("File", "Open recent")->menu();
        file.popup({});
        file.setActiveAction(recent.menuAction());
        QTest::keyClick(&file, Qt::Key_Right);
        QVERIFY(recent.isVisible());
        QTest::keyClick(&recent, Qt::Key_P); // opens what is pinned
        auto* pins = recent.actions().last()->menu();
        QVERIFY(pins->isVisible());
        QTest::mouseClick(pins, Qt::LeftButton, {}, pins->actionGeometry(pins->actions().last()).center());
        file.hide();
        emit recent.aboutToShow();
        QCOMPARE(namesIn(recent), (QStringList{desk_->path("a && b.headroom"), desk_->path("c.headroom")}));
    }

    void aTemplateOfTheMenuBeginsANewProject()
    {
        QMenu& templates = *entry("File", "New from template")->menu();
        QCOMPARE(templates.actions().size(), app::DocumentFiles::samples().size());
        for (QAction* one : templates.actions())
            if (one->text() == "first-queue")
                one->trigger();
        QVERIFY(desk_->window().files().isOpen());
        QVERIFY(desk_->window().files().path().isEmpty());
        QVERIFY(!desk_->window().isWindowModified());
    }

    void whatAnEmptyProjectDoesNotHaveIsSaidInTheStatusLine()
    {
        desk_->action("Ctrl+N")->trigger();
        const std::pair<std::pair<const char*, const char*>, const char*> refusals[] = {
            {{"Run", "Run"}, "the project has no workload"},
            {{"Export", "Report …"}, "There is nothing to report yet"},
            {{"Export", "Chart as PNG, SVG, PDF, CSV or XLSX …"}, "There is nothing to export yet"},
            {{"Export", "Drawing as SVG, PDF or PNG …"}, "There is no drawing to export yet"},
            {{"Export", "Copy drawing as a picture"}, "There is no drawing to export yet"},
            {{"Export", "Run as spreadsheet (XLSX) …"}, "There is no result to export yet"},
            {{"Export", "Run as trace for Perfetto …"}, "There is no result to export yet"},
            {{"File", "Print drawing …"}, "There is no drawing to export yet"},
            {{"Edit", "Paste"}, "There is no drawing yet"},
            {{"Arrange", "Lay everything out"}, "There is no drawing yet"},
            {{"Software", "New operation …"}, "Choose the role in the project tree first"},
            {{"Software", "Rename …"}, "Choose a role or an operation in the project tree first"},
            {{"Software", "Delete from the project"}, "Choose a role or an operation in the project tree first"},
            {{"Software", "Copy role into the project"}, "Choose a role in the project tree first"},
        };
        const auto before = desk_->document();
        for (const auto& [what, why] : refusals) {
            desk_->window().statusBar()->clearMessage();
            trigger(what.first, what.second);
            QVERIFY2(said().contains(why), qPrintable(QString(what.second) + ": " + said()));
        }
        QCOMPARE(desk_->document(), before);
        QVERIFY(desk_->runs().empty());
    }

    void aBlockOfThePaletteNeedsADrawing()
    {
        desk_->action("Ctrl+N")->trigger();
        auto* palette = desk_->window().findChild<widgets::BlockPalette*>();
        emit palette->blockRequested("compute");
        QVERIFY(said().contains("Choose an operation in the project tree first"));
        QVERIFY(desk_->openRack(4));
        desk_->window().showDiagram(widgets::topologyPath);
        const auto boxes = desk_->window().software().scene()->boxes().size();
        emit palette->blockRequested("compute");
        QCOMPARE(desk_->window().software().scene()->boxes().size(), boxes + 1);
        QVERIFY(desk_->window().software().isVisible()); // where it has gone is seen
    }

    void groupsNeedASelectionThatCanBeOne()
    {
        QVERIFY(desk_->openRack(4));
        desk_->window().showDiagram("proxy-server/PUT/full");
        auto* scene = desk_->window().software().scene();
        scene->clearSelection();
        trigger("Software", "Fold into a group");
        QCOMPARE(said(), QString("Select the blocks to put into the group."));
        trigger("Software", "Step into the group");
        QCOMPARE(said(), QString("Select the group to step into."));
        scene->selectBoxes({"pipeline"});
        trigger("Software", "Unfold the group");
        QCOMPARE(said(), QString("Select a group: only groups can be unfolded."));
        scene->selectBoxes({"start"});
        trigger("Software", "Fold into a group");
        QVERIFY(said().startsWith("An operation's start cannot be part of a group."));
        QCOMPARE(desk_->window().model().undoStack()->count(), 0);
    }

    void aRoleOfTheProjectsOwnIsNotCopiedAndNoLibraryHasItsName()
    {
        QVERIFY(desk_->openRack(4));
        auto* tree = desk_->window().findChild<app::ProjectTree*>();
        const auto& model = desk_->window().model();
        tree->choose({widgets::ElementKind::binding, {"client"}});
        if (project::findBehaviour(model.project(), "client")->reference)
            trigger("Software", "Copy role into the project");
        trigger("Software", "Copy role into the project");
        QCOMPARE(said(), QString("“client” belongs to the project already."));
        QVERIFY(widgets::renameRole(desk_->window().model(), "client", "nobody-else"));
        tree->choose({widgets::ElementKind::binding, {"nobody-else"}});
        trigger("Software", "Use role linked to the library …");
        QCOMPARE(said(), QString("No library has a role “nobody-else”."));
    }

    void theRunsShownAreWhatTheRunMenuWorksOn()
    {
        QVERIFY(desk_->openRack(4));
        const auto possible = [this] {
            QStringList texts;
            for (const QAction* one : menuOf("Run")->actions())
                if (one->isEnabled() && !one->isSeparator())
                    texts += one->text().remove('&');
            return texts;
        };
        const QStringList always{"Run", "Run until …", "Run again after a change", "Open result …",
                                 "Compare with previous run"};
        QCOMPARE(possible(), always);
        auto& history = desk_->controller().history();
        history.addFormer(sample::run(1), {});
        history.addFormer(sample::run(2), {});
        desk_->controller().show(2);
        QCOMPARE(possible(), always); // neither goes on
        history.chooseBaseline(2);
        trigger("Run", "Compare with previous run");
        QCOMPARE(history.baseline()->number, 1);
        history.add({}, {});
        desk_->controller().show(3);
        QVERIFY(possible().contains("Stop")); // out of the queue
        QVERIFY(!possible().contains("Pause") && !possible().contains("Step"));
    }

    void aRunWithoutItsFileIsNotReported()
    {
        QVERIFY(desk_->openRack(4));
        desk_->controller().history().addFormer(sample::run(1), {});
        desk_->controller().show(1);
        trigger("Export", "Report …");
        QCOMPARE(said(), QString("A run without its result file cannot be reported."));
        trigger("Export", "Run as spreadsheet (XLSX) …");
        QVERIFY(said().contains("There is no result to export yet"));
    }

    void aWholeRunIsWrittenWithTheEndingOfItsKindAndItIsSaid()
    {
        QVERIFY(desk_->openRack(4));
        app::Run run = sample::run(1);
        run.file = sample::writeResult(desk_->path("run.hrr"));
        desk_->controller().history().addFormer(run, {});
        desk_->controller().show(1);
        desk_->answerFileDialog(desk_->path("sheet"));
        trigger("Export", "Run as spreadsheet (XLSX) …");
        QTRY_VERIFY_WITH_TIMEOUT(said().contains("is written"), studio::patienceMs);
        QVERIFY(said().contains(desk_->path("sheet.xlsx")) && QFile::exists(desk_->path("sheet.xlsx")));
        QVERIFY(QFile::remove(run.file));
        desk_->answerFileDialog(desk_->path("trace"));
        trigger("Export", "Run as trace for Perfetto …");
        QTRY_VERIFY_WITH_TIMEOUT(desk_->messages().contains("Error: "), studio::patienceMs);
        QVERIFY(desk_->messages().contains(run.file));
        QVERIFY(!QFile::exists(desk_->path("trace.json")));
    }

    void whereAChartWasWrittenIsSaidAndTheChartNamesItsRuns()
    {
        QVERIFY(desk_->openRack(4));
        for (const int number : {1, 2}) {
            app::Run run = sample::run(number);
            run.file = sample::writeResult(desk_->path(QString("run%1.hrr").arg(number)));
            desk_->controller().history().addFormer(run, {});
        }
        desk_->controller().show(2);
        desk_->window().results().showTab(app::ResultsPanel::latencyTab);
        desk_->answerFileDialog(desk_->path("chart.svg"));
        trigger("Export", "Chart as PNG, SVG, PDF, CSV or XLSX …");
        QTRY_COMPARE_WITH_TIMEOUT(said(), QString("“%1” is written.").arg(desk_->path("chart.svg")),
                                  studio::patienceMs);
        const QString svg = QString::fromUtf8(sample::contentOf(desk_->path("chart.svg")));
        QVERIFY(svg.contains("Swift rack, Run 2") && svg.contains("; compared with Run 1"));
    }

    void whereADrawingWasWrittenIsSaid()
    {
        QVERIFY(desk_->openRack(4));
        desk_->window().showDiagram("proxy-server/PUT/full");
        desk_->answerFileDialog(desk_->path("drawing.svg"));
        trigger("Export", "Drawing as SVG, PDF or PNG …");
        QTRY_COMPARE_WITH_TIMEOUT(said(), QString("“%1” is written.").arg(desk_->path("drawing.svg")),
                                  studio::patienceMs);
    }

    void anExportIsProposedANameBesideTheProject()
    {
        QVERIFY(desk_->openRack(4));
        app::Run run = sample::run(3);
        run.file = sample::writeResult(desk_->path("run.hrr"));
        desk_->controller().history().addFormer(run, {});
        desk_->controller().show(3);
        desk_->window().results().showTab(app::ResultsPanel::latencyTab);
        for (const auto& [action, name] :
             {std::pair("Chart as PNG, SVG, PDF, CSV or XLSX …", "Swift-rack-run-3-Latency.png"),
              std::pair("Run as spreadsheet (XLSX) …", "Swift-rack-run-3.xlsx"),
              std::pair("Run as trace for Perfetto …", "Swift-rack-run-3.json")}) {
            const auto proposed = desk_->cancelFileDialog();
            trigger("Export", action);
            QCOMPARE(*proposed, desk_->path(name));
        }
        desk_->window().showDiagram("proxy-server/PUT/full");
        const auto proposed = desk_->cancelFileDialog();
        trigger("Export", "Drawing as SVG, PDF or PNG …");
        QCOMPARE(*proposed, desk_->path("Swift-rack-proxy-server-PUT-full.svg"));
    }

    void theDrawingIsCopiedAndThatIsSaid()
    {
        QVERIFY(desk_->openRack(4));
        QApplication::clipboard()->clear();
        trigger("Export", "Copy drawing as a picture");
        QCOMPARE(said(), QString("The drawing is in the clipboard."));
        QVERIFY(QApplication::clipboard()->mimeData()->hasImage());
    }

    void aPanelIsHiddenAndShownByTheViewMenu()
    {
        QVERIFY(desk_->openRack(4));
        for (const char* name : {"Project", "History", "Blocks", "Generic parameters", "Properties", "Results"}) {
            QAction* toggle = entry("View", name);
            QVERIFY2(toggle && toggle->isCheckable() && toggle->isChecked(), name);
            toggle->trigger();
            QVERIFY(!toggle->isChecked());
            toggle->trigger();
            QVERIFY(toggle->isChecked());
        }
        trigger("View", "Components");
        auto* tabs = desk_->window().findChild<QTabWidget*>("mainTabs");
        QCOMPARE(tabs->tabText(tabs->currentIndex()), QString("Components"));
    }

    void thePaletteIsThatOfTheDrawingThatIsSeen()
    {
        QVERIFY(desk_->openRack(4));
        const auto* dock = desk_->window().findChild<QDockWidget*>("blocks");
        QVERIFY(desk_->window().findChild<widgets::BlockPalette*>()->isVisible());
        QCOMPARE(dock->windowTitle(), QString("Blocks"));
        desk_->window().showDiagram(widgets::topologyPath);
        QVERIFY(!desk_->window().findChild<widgets::BlockPalette*>()->isVisible());
        QCOMPARE(dock->windowTitle(), QString("Parts"));
        QVERIFY(entry("View", "Parts"));
        desk_->window().showDiagram("proxy-server/PUT/full");
        QVERIFY(entry("View", "Blocks"));
        // Only the title is drawn in capitals, not the content.
        widgets::applyTheme(*qApp, widgets::Theme::light);
        QCOMPARE(dock->font().capitalization(), QFont::AllUppercase);
        QCOMPARE(desk_->window().findChild<widgets::BlockPalette*>()->font().capitalization(), QFont::MixedCase);
    }

    void theZoomGoesInOutAndBackToItsNaturalSize()
    {
        QVERIFY(desk_->openRack(4));
        auto* view = desk_->window().software().view();
        QApplication::processEvents(); // a drawing just opened is still brought into view
        QTRY_VERIFY(view->hasFocus());
        trigger("View", "Natural size");
        QCOMPARE(view->zoom(), 1.0);
        trigger("View", "Zoom in");
        QCOMPARE(view->zoom(), 1.25);
        trigger("View", "Zoom out");
        trigger("View", "Zoom out");
        QCOMPARE(view->zoom(), 0.8);
        // The button beside the drawing shows the zoom, and leads back.
        auto* button = desk_->window().software().findChild<QToolButton*>("zoom");
        QVERIFY(button);
        QCOMPARE(button->text(), QString("80 %"));
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(button->text(), QString("100 %"));
        QCOMPARE(view->zoom(), 1.0);
        auto* topology = desk_->window().topology().view();
        const double other = topology->zoom();
        trigger("View", "Zoom in");
        QCOMPARE(topology->zoom(), other); // the drawing that is seen, and no other
        trigger("View", "Fit");
        QVERIFY(view->mapToScene(view->viewport()->rect())
                    .boundingRect()
                    .contains(view->scene()->itemsBoundingRect().center()));
    }

    void theThemeOfTheMenuIsTheStoredOneAndIsKeptOverARestart()
    {
        QVERIFY(desk_->openRack(4));
        QVERIFY(theme("Follow the desktop")->isChecked());
        theme("Dark")->trigger();
        QVERIFY(theme("Dark")->isChecked() && !theme("Follow the desktop")->isChecked());
        desk_->open();
        QVERIFY(theme("Dark")->isChecked());
        theme("Light")->trigger();
        QVERIFY(app::storedTheme() == widgets::Theme::light);
    }

    void undoAndRedoSayWhatTheyDo()
    {
        QVERIFY(desk_->openRack(4));
        QVERIFY(!undo("Undo")->isEnabled() && !undo("Redo")->isEnabled());
        setParameter(desk_->window().model(), "WORKERS", 77);
        QVERIFY2(undo("Undo")->text().contains("WORKERS"), qPrintable(undo("Undo")->text()));
        undo("Undo")->trigger();
        QVERIFY(!undo("Undo")->isEnabled());
        QVERIFY(undo("Redo")->text().contains("WORKERS"));
        undo("Redo")->trigger();
        QVERIFY(project::findParameter(desk_->window().model().project(), "WORKERS")->value == 77);
    }

    void theTitleNamesTheFileAndMarksChanges()
    {
        QCOMPARE(desk_->window().windowTitle(), QString("Headroom"));
        QVERIFY(desk_->openRack(4));
        QCOMPARE(desk_->window().windowTitle(), QString("rack.headroom[*] — Headroom"));
        setParameter(desk_->window().model(), "WORKERS", 77);
        QVERIFY(desk_->window().isWindowModified());
        desk_->window().model().undoStack()->undo();
        QVERIFY(!desk_->window().isWindowModified());
        desk_->action("Ctrl+N")->trigger();
        QCOMPARE(desk_->window().windowTitle(), QString("Untitled[*] — Headroom"));
    }

private:
    QMenu* menuOf(const QString& title)
    {
        if (title == "Export")
            return entry("File", "Export")->menu();
        for (QAction* action : desk_->window().menuBar()->actions())
            if (action->text().remove('&') == title)
                return action->menu();
        return nullptr;
    }
    /// The files of the menu of recent ones.
    static QStringList namesIn(const QMenu& recent)
    {
        QStringList names;
        for (const QAction* action : recent.actions())
            if (!action->isSeparator() && !action->menu())
                names.append(action->text());
        return names;
    }
    QAction* entry(const QString& menu, const QString& text)
    {
        for (QAction* action : menuOf(menu)->actions())
            if (action->text().remove('&') == text)
                return action;
        if (menu == "Arrange" || menu == "Edit")
            for (QAction* action : menuOf(menu)->findChildren<QAction*>())
                if (action->text().remove('&') == text)
                    return action;
        return nullptr;
    }
    void trigger(const QString& menu, const QString& text)
    {
        QAction* action = entry(menu, text);
        QVERIFY2(action, qPrintable(menu + ": " + text));
        action->trigger();
    }
    QAction* theme(const QString& text)
    {
        for (QAction* action : entry("View", "Theme")->menu()->actions())
            if (action->text().remove('&') == text)
                return action;
        return nullptr;
    }
    /// By the beginning of its text, which goes on with what was done.
    QAction* undo(const QString& text)
    {
        for (QAction* action : menuOf("Edit")->actions())
            if (action->text().remove('&').startsWith(text))
                return action;
        return nullptr;
    }
    QString said() { return desk_->window().statusBar()->currentMessage(); }
};

HEADROOM_WIDGET_TEST(ActionsTest)
#include "actions_test.moc"
