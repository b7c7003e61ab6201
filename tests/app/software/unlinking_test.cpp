// An edit of a role that is linked to a library makes it a copy: this is reported, once, with a way back.

#include "../desk_test.h"
#include "tests/widget_tests.h"
#include "widgets/document/edits/role_edits.h"

using namespace headroom;

class UnlinkingTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init()
    {
        openRack(4);
        QVERIFY(isLinked());
    }
    void cleanup() { desk_.reset(); }

    void theFirstEditIsToldAndItsNoticeTakesItBack()
    {
        QVERIFY(!notice());
        remove("pipeline");
        QVERIFY(!isLinked());
        QVERIFY(notice() && notice()->isVisible());
        const QString sentence = notice()->findChild<QLabel*>({}, Qt::FindDirectChildrenOnly) ? said() : QString();
        QVERIFY2(sentence.contains("proxy-server") && sentence.contains("swift"), qPrintable(sentence));
        answer("Link it again");
        QVERIFY(isLinked());
        QVERIFY(!notice());
        QCOMPARE(desk_->document(), opened_);
        QCOMPARE(stack().index(), 0);
    }

    void undoWithdrawsTheNotice()
    {
        remove("pipeline");
        QVERIFY(notice());
        desk_->action("Ctrl+Z")->trigger();
        QVERIFY(isLinked() && !notice());
        desk_->action("Ctrl+Shift+Z")->trigger();
        QVERIFY(!isLinked());
        QVERIFY2(!notice(), "it was reported before");
    }

    void theCopyIsKeptAndLaterEditsAreNotTold()
    {
        remove("pipeline");
        answer("Keep the copy");
        QVERIFY(!notice() && !isLinked());
        remove("known");
        QVERIFY(!notice());
    }

    void afterFurtherEditsTheLibrarysRoleComesAsAStep()
    {
        remove("pipeline");
        auto* scene = desk_->window().software().scene();
        const int blocks = static_cast<int>(scene->boxes().size());
        remove("unknown");
        answer("Link it again");
        QVERIFY(isLinked());
        QCOMPARE(desk_->window().software().scene()->boxes().size(), blocks + 1);
        QCOMPARE(stack().index(), 3);
        while (stack().canUndo())
            stack().undo();
        QCOMPARE(desk_->document(), opened_);
    }

    void whoWantsACopyIsNotWarned()
    {
        desk_->window().findChild<QAction*>("copyRoleIntoProject")->trigger();
        QVERIFY(!isLinked());
        QVERIFY(!notice());
    }

    void movingABlockKeepsTheLink()
    {
        desk_->window().software().scene()->selectBoxes({"pipeline"});
        auto* view = desk_->window().software().view();
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Down);
        QVERIFY(isLinked() && !notice());
        QVERIFY(stack().canUndo());
    }

private:
    QUndoStack& stack() { return *desk_->window().model().undoStack(); }
    bool isLinked() { return widgets::isLinkedRole(desk_->window().model().project(), "proxy-server"); }
    QFrame* notice() { return desk_->window().findChild<QFrame*>("unlinked proxy-server"); }
    QString said()
    {
        QString text;
        for (const auto* label : notice()->findChildren<QLabel*>())
            text += label->text();
        return text;
    }
    void remove(const QString& block)
    {
        auto* view = desk_->window().software().view();
        desk_->window().software().scene()->selectBoxes({block});
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Delete);
        QApplication::processEvents();
    }
    void answer(const QString& text)
    {
        QVERIFY(notice());
        for (auto* button : notice()->findChildren<QPushButton*>())
            if (button->text() == text)
                return QTest::mouseClick(button, Qt::LeftButton);
        QFAIL(qPrintable(text));
    }
};

HEADROOM_WIDGET_TEST(UnlinkingTest)
#include "unlinking_test.moc"
