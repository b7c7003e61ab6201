// Tab goes through a dialog in the order of the screen, and leaves nothing out.

#include "../studio_desk.h"
#include "app/base/name_dialog.h"
#include "app/charts/measured_dialog.h"
#include "app/document/findings_view.h"
#include "app/document/help_pages.h"
#include "app/document/project_page.h"
#include "app/report/report_dialog.h"
#include "app/runs/run_until_dialog.h"
#include "app/sizing/size_dialog.h"
#include "app/software/role_dialog.h"
#include "tests/widget_tests.h"
#include "widgets/components/component_form.h"
#include "widgets/diagram/topology/panels/fabric_form.h"

#include <QComboBox>
#include <QScrollArea>
#include <QTextBrowser>

using namespace headroom;
using widgets::Dialog;

class DialogOrderTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        desk_ = std::make_unique<studio::Desk>();
        QVERIFY(desk_->openRack(4));
        project::Findings findings;
        roles_ = project::loadBehaviourLibraries(project::libraryFolders(), findings);
    }
    void cleanup()
    {
        for (Dialog* dialog : desk_->window().findChildren<Dialog*>())
            delete dialog;
    }
    void cleanupTestCase() { desk_.reset(); }

    void tabGoesThroughADialogAsItStandsOnTheScreen_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString& name : openers().keys())
            QTest::newRow(qPrintable(name)) << name;
    }
    void tabGoesThroughADialogAsItStandsOnTheScreen()
    {
        QFETCH(QString, name);
        const auto all = openers();
        all[name]();
        auto* dialog = shown();
        QVERIFY(dialog);
        goRound(*dialog);
    }

    void theDialogForANameAsksForIt()
    {
        QTimer::singleShot(0, this, [] {
            auto* dialog = qobject_cast<Dialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog && QTest::qWaitForWindowActive(dialog));
            QCOMPARE(QApplication::focusWidget()->accessibleName(), QString("New role"));
            goRound(*dialog);
            dialog->reject();
        });
        app::askName(&desk_->window(), "New role", "role1", [](const QString&) { return QString(); });
    }

    void rowsThatComeAndGoHaveTheirPlaceInTheOrder()
    {
        auto* dialog = new app::SizeDialog(desk_->window().files().library(), &desk_->window());
        dialog->show();
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        dialog->findChild<QComboBox*>("sizingSystem")->setCurrentText("first-steps");
        const auto limits = [&] { return dialog->findChildren<QWidget*>(QRegularExpression("^sizingLimit ")).size(); };
        const auto before = limits();
        QTest::mouseClick(dialog->findChild<QPushButton*>("addSizingGoal"), Qt::LeftButton);
        QCOMPARE(limits(), before + 1);
        goRound(*dialog);
        auto* remove = dialog->findChild<QWidget*>("sizingLimit 0")->parentWidget()->findChild<QToolButton*>();
        QTest::mouseClick(remove, Qt::LeftButton);
        goRound(*dialog);
    }

private:
    using Open = std::function<void()>;

    QMap<QString, Open> openers()
    {
        QWidget* window = &desk_->window();
        const auto library = [this] { return desk_->window().files().library(); };
        const auto show = [](Dialog* dialog) { dialog->show(); };
        return {
            {"size a cluster", [=] { show(new app::SizeDialog(library(), window)); }},
            {"role of a library", [=, this] { show(new app::RoleDialog(roles_, window)); }},
            {"run until",
             [=, this] {
                 show(new app::RunUntilDialog(app::seriesOfProject(desk_->window().model().project()), window));
             }},
            {"measured data",
             [=] {
                 auto table = record::readMeasured("time,rate\n0,1\n1,2\n2,3\n");
                 const auto flat = [](const QString&) { return record::MeasuredCurve{{0, 1, 2}, {1, 1, 1}}; };
                 show(new app::MeasuredDialog(std::move(table), {{"rate", "Rate"}}, flat, window));
             }},
            {"report",
             [=, this] {
                 desk_->click(Qt::Key_F5);
                 QTRY_VERIFY_WITH_TIMEOUT(desk_->isIdle() && !desk_->runs().empty() && desk_->runs().back().summary,
                                          studio::patienceMs);
                 desk_->action("Ctrl+Shift+R")->trigger();
                 auto* dialog = window->findChild<app::ReportDialog*>();
                 QVERIFY(dialog);
                 QTRY_VERIFY_WITH_TIMEOUT(dialog->isReady(), studio::patienceMs); // its buttons can be reached then
             }},
            {"component", [=] { show(new widgets::ComponentForm(*library()->ofKinds({"disk"}).front(), {}, window)); }},
            {"fabric",
             [=, this] {
                 const project::Project& project = desk_->window().model().project();
                 show(new widgets::FabricForm(project, library(), project.topology.fabrics.front(), window));
             }},
            {"faults",
             [=] {
                 app::showFaults(
                     window, "/a.headroom",
                     {{project::Severity::error, "run.wrong", "/run", "Run", "It is wrong.", "Correct it."}});
             }},
            {"keys", [this] { desk_->action("Keyboard shortcuts")->trigger(); }},
            {"manual", [=, this] {
                 app::showHelpPage(project::blockTypesOf(desk_->window().model().project()), "index.md", {}, window);
             }}};
    }

    Dialog* shown()
    {
        for (auto* dialog : desk_->window().findChildren<Dialog*>())
            if (dialog->isVisible() && QTest::qWaitForWindowActive(dialog))
                return dialog;
        return nullptr;
    }

    /// Area of a widget, as it stands now.
    static QRect placeOf(const QWidget& widget, const QWidget& dialog)
    {
        return {widget.mapTo(&dialog, QPoint()), widget.size()};
    }

    /// Right of it, below it, or higher in a column on its right.
    static bool follows(const QRect& next, const QRect& before)
    {
        const bool sameLine = next.top() <= before.bottom() && before.top() <= next.bottom();
        return sameLine ? next.left() >= before.left() : next.top() > before.bottom() || next.left() > before.right();
    }

    static QSet<QWidget*> reachable(const QWidget& dialog)
    {
        QSet<QWidget*> found;
        for (auto* widget : dialog.findChildren<QWidget*>())
            if (widget->isVisible() && widget->isEnabled() && !widget->focusProxy() && widget->window() == &dialog &&
                (widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus && !qobject_cast<QScrollArea*>(widget))
                found.insert(widget);
        return found;
    }

    static bool scrolls(const QWidget* widget) { return qobject_cast<const QScrollArea*>(widget) != nullptr; }

    /// One round of Tab, which jumps back once.
    static void goRound(Dialog& dialog)
    {
        QCoreApplication::processEvents();
        QVERIFY(dialog.isAncestorOf(QApplication::focusWidget()));
        const QSet<QWidget*> expected = reachable(dialog);
        if (!expected.contains(QApplication::focusWidget()))
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QWidget* const first = QApplication::focusWidget();
        QSet<QWidget*> reached;
        QStringList back;
        constexpr int most = 300; // links of a page are stops of their own
        for (int i = 0; i < most && (i == 0 || QApplication::focusWidget() != first); ++i) {
            QWidget* before = QApplication::focusWidget();
            QTest::keyClick(before, Qt::Key_Tab);
            QWidget* now = QApplication::focusWidget();
            QVERIFY(now);
            if (!scrolls(now))
                reached.insert(now);
            if (now != before && !follows(placeOf(*now, dialog), placeOf(*before, dialog)))
                back.append(nameOf(*before) + " -> " + nameOf(*now));
        }
        // Among radio buttons only the chosen one is a stop, once one of them has had the focus.
        for (QWidget* each : expected)
            QVERIFY2(reached.contains(each) || !reachable(dialog).contains(each),
                     qPrintable("left out: " + nameOf(*each)));
        QVERIFY2(expected.size() < 2 || back.size() == 1, qPrintable(back.join("; ")));
    }

    static QString nameOf(const QWidget& widget)
    {
        const QString name = widget.objectName().isEmpty() ? widget.accessibleName() : widget.objectName();
        return QString(widget.metaObject()->className()) + ' ' + name;
    }

    std::unique_ptr<studio::Desk> desk_;
    std::vector<project::BehaviourLibrary> roles_;
};

HEADROOM_WIDGET_TEST(DialogOrderTest)
#include "dialog_order_test.moc"
