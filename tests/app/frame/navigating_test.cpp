// The window goes to named places: remembered ones, ones that are gone, ones that a problem or a traced request speaks
// of.

#include "../desk_test.h"
#include "../sample_runs.h"

#include "tests/widget_tests.h"
#include "widgets/document/edits/role_edits.h"

#include <QStatusBar>

using namespace headroom;
using widgets::ElementKind;
using widgets::ElementRef;

class NavigatingTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init() { openRack(4); }
    void cleanup() { desk_.reset(); }

    void aDocumentBeginsAtItsDrawingWithNowhereToGoBackTo()
    {
        QVERIFY(!navigator().canGo(-1) && !navigator().canGo(1));
        const QString first = shown();
        QVERIFY(!first.isEmpty());
        navigator().go(-1);
        QCOMPARE(shown(), first);
        navigator().showElement(ElementRef::nodeGroup("storage"));
        QVERIFY(navigator().canGo(-1));
        desk_->action("Ctrl+N")->trigger(); // in this window: nothing was changed
        QVERIFY(!navigator().canGo(-1) && !navigator().canGo(1));
    }

    void whatIsShownAgainIsNoFurtherPlace()
    {
        const QString first = shown();
        navigator().showDiagram(other);
        navigator().showDiagram(other);
        navigator().go(-1);
        QCOMPARE(shown(), first);
        QVERIFY(!navigator().canGo(-1));
    }

    void placesThatWereDeletedAreLeftOut()
    {
        const QString first = shown();
        QVERIFY(widgets::addRole(model(), "extra") && widgets::addOperation(model(), "extra", "serve"));
        const auto* behaviour = project::findBehaviour(model().project(), "extra");
        const QString drawing =
            "extra/serve/" + QString::fromStdString(behaviour->role.operations.front().diagrams.front().id);
        navigator().showDiagram(drawing);
        navigator().showDiagram(other);
        widgets::deleteRole(model(), "extra");
        navigator().go(-1);
        QCOMPARE(shown(), first);
        model().undoStack()->undo(); // it is there again
        navigator().go(1);
        QCOMPARE(shown(), drawing);
    }

    void onlyAHundredPlacesAreRemembered()
    {
        for (int i = 0; i < 75; ++i)
            for (const char* parameter : {"WORKERS", "RAMP_UP"})
                navigator().showElement({ElementKind::parameter, {parameter}});
        int steps = 0;
        for (; navigator().canGo(-1); ++steps)
            navigator().go(-1);
        QCOMPARE(steps, 99);
    }

    void aParameterIsGoneToInItsPanel()
    {
        navigator().showElement({ElementKind::parameter, {"WORKERS"}});
        QWidget* editor = desk_->window().parameters().editor("WORKERS");
        QTRY_VERIFY_WITH_TIMEOUT(editor->hasFocus() || editor->isAncestorOf(QApplication::focusWidget()),
                                 studio::patienceMs);
        navigator().showElement({ElementKind::parameter, {"NOBODY"}}); // harmless
    }

    void aProblemLeadsToItsElementAndAnUnknownPlaceNowhere()
    {
        int storage = 0;
        for (const auto& group : model().project().topology.groups) {
            if (group.id == "storage")
                break;
            ++storage;
        }
        navigator().showFinding(QString("/topology/groups/%1/count").arg(storage));
        QVERIFY(desk_->window().topology().isVisible());
        QCOMPARE(desk_->window().topology().scene()->selectedBoxes(), QStringList{"storage"});
        QVERIFY(inspector()->editor("count"));
        QTRY_COMPARE(QApplication::focusWidget(), inspector()->editor("count")); // typing next corrects it
        for (const char* pointer : {"/nowhere/3", "/topology/groups/999/count", "no pointer"}) {
            navigator().showFinding(pointer);
            QCOMPARE(shown(), widgets::topologyPath);
            QCOMPARE(desk_->window().topology().scene()->selectedBoxes(), QStringList{"storage"});
        }
    }

    void aFieldIsReadyToBeEditedAndInView()
    {
        navigator().editField(ElementRef::nodeGroup("storage"), "count");
        QWidget* editor = inspector()->editor("count");
        QTRY_VERIFY_WITH_TIMEOUT(editor->hasFocus() || editor->isAncestorOf(QApplication::focusWidget()),
                                 studio::patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!editor->visibleRegion().isEmpty(), studio::patienceMs);
    }

    void aTracedBlockIsLookedForInTheDrawingThatRan()
    {
        desk_->window().showDiagram(widgets::topologyPath);
        navigator().showTracedBlock("proxy-server", "PUT", "replicated.digest"); // no run is shown
        QCOMPARE(shown(), widgets::topologyPath);
        app::Run run = sample::run(1);
        run.summary->blocks = {{"proxy-server/PUT/full", "replicated.digest", 800, 0.01}};
        desk_->controller().history().addFormer(run, {});
        desk_->controller().show(1);
        navigator().showTracedBlock("proxy-server", "PUT", "replicated.digest");
        QCOMPARE(shown(), QString("proxy-server/PUT/full/replicated"));
        QCOMPARE(desk_->window().software().scene()->selectedBoxes(), QStringList{"digest"});
        navigator().showTracedBlock("proxy-server", "PUT", "gone");
        QCOMPARE(desk_->window().statusBar()->currentMessage(),
                 QString("The block “gone” is not in the drawing any more."));
        QCOMPARE(desk_->window().software().scene()->selectedBoxes(), QStringList{"digest"});
    }

    void theMenuGoesBackAndForward()
    {
        const QString first = shown();
        navigator().showDiagram(other);
        desk_->action("Ctrl+Left")->trigger();
        QCOMPARE(shown(), first);
        desk_->action("Ctrl+Right")->trigger();
        QCOMPARE(shown(), other);
        desk_->action("Ctrl+Right")->trigger(); // there is nothing further
        QCOMPARE(shown(), other);
    }

private:
    static inline const QString other = QStringLiteral("object-server/GET/full");

    app::Navigator& navigator() { return desk_->window().navigator(); }
    /// The drawing that is seen.
    QString shown()
    {
        if (desk_->window().topology().isVisible())
            return widgets::topologyPath;
        const auto* scene = desk_->window().software().scene();
        return scene ? scene->path() : QString();
    }
};

HEADROOM_WIDGET_TEST(NavigatingTest)
#include "navigating_test.moc"
