// A hand that draws a whole system from an empty project, and counts its actions: a click, a drag or a completed field
// is one.
#pragma once

#include "../desk_test.h"

#include "widgets/diagram/canvas/quick_add.h"
#include "widgets/parameters/inspector/value_table.h"

#include <QComboBox>
#include <QPushButton>

namespace studio {

class SystemDesk : public DeskTest
{
protected:
    /// A new window with an empty project.
    void begin()
    {
        desk_ = std::make_unique<Desk>();
        QTest::keyClick(&desk_->window(), Qt::Key_N, Qt::ControlModifier);
        QTRY_VERIFY(tree() && tree()->isVisible());
        empty_ = desk_->document();
        actions_ = 0;
    }

    headroom::widgets::CanvasScene* drawing() { return window().software().scene(); }

    /// The button of a missing step; with a name for the dialog that it opens.
    void press(const QString& name, const QString& answer = {})
    {
        if (QTest::currentTestFailed())
            return;
        auto& steps = window().results().nextSteps();
        const auto button = [&] { return steps.findChild<QPushButton*>("step/" + name); };
        QTRY_VERIFY2(button() && button()->isEnabled(), qPrintable(name));
        answerName(answer);
        QTest::mouseClick(button(), Qt::LeftButton);
        ++actions_;
        QTest::qWait(20); // the step is taken when the button has been left
    }
    void answerName(const QString& name)
    {
        if (name.isEmpty())
            return;
        ++actions_;
        DeskTest::answerName(name);
    }
    void newRole(const QString& name)
    {
        if (QTest::currentTestFailed())
            return;
        answerName(name);
        shortcut(Qt::Key_R, Qt::ControlModifier | Qt::AltModifier);
        ++actions_;
        QVERIFY(hand().item(name));
        // Not the drawing of another role: the page that offers the first operation of this one.
        const auto* first = window().findChild<QPushButton*>("newOperationStart");
        QVERIFY(first && first->isVisible());
    }
    void newOperation(const QString& name)
    {
        if (QTest::currentTestFailed())
            return;
        answerName(name);
        shortcut(Qt::Key_O, Qt::ControlModifier | Qt::AltModifier);
        ++actions_;
        QTRY_VERIFY(drawing() && drawing()->path().endsWith('/' + name + "/full"));
    }
    /// The arguments of the operation that was just added, each typed into a row.
    void declare(const QStringList& names)
    {
        if (QTest::currentTestFailed())
            return;
        for (int row = 0; row < names.size(); ++row) {
            auto* table = qobject_cast<headroom::widgets::ValueTable*>(inspector()->editor("arguments"));
            QVERIFY(table);
            QTRY_COMPARE(table->rowCount(), row + 1);
            table->setFocus();
            table->setCurrentCell(row, 0);
            QTest::keyClick(table, Qt::Key_F2);
            auto* line = table->findChild<QLineEdit*>();
            QVERIFY(line);
            QTest::keyClicks(line, names[row]);
            QTest::keyClick(line, Qt::Key_Return);
            QApplication::processEvents();
            ++actions_;
        }
    }
    /// Adds a block by typing on the drawing: it follows the selected one.
    void add(const QString& block)
    {
        if (QTest::currentTestFailed())
            return;
        auto* view = window().software().view();
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Slash);
        chooseBlock(block);
    }
    void chooseBlock(const QString& block)
    {
        const int before = static_cast<int>(drawing()->boxes().size());
        auto* search = qobject_cast<headroom::widgets::QuickAdd*>(QApplication::activePopupWidget());
        QVERIFY2(search, qPrintable(block));
        QTest::keyClicks(search->searchField(), block);
        QTest::keyClick(search->searchField(), Qt::Key_Return);
        QApplication::processEvents();
        QCOMPARE(static_cast<int>(drawing()->boxes().size()), before + 1);
        ++actions_;
    }
    void drag(const QPointF& from, const QPointF& to)
    {
        auto* view = window().software().view();
        QWidget* sheet = view->viewport();
        const QPoint start = view->mapFromScene(from);
        QTest::mouseMove(sheet, start);
        QTest::mousePress(sheet, Qt::LeftButton, {}, start);
        for (int i = 1; i <= 4; ++i) {
            const QPoint point = view->mapFromScene(from + (to - from) * i / 4.0);
            QMouseEvent move(QEvent::MouseMove, point, sheet->mapToGlobal(point), Qt::NoButton, Qt::LeftButton, {});
            QApplication::sendEvent(sheet, &move);
        }
        QTest::mouseRelease(sheet, Qt::LeftButton, {}, view->mapFromScene(to));
        QApplication::processEvents();
        ++actions_;
    }
    QPointF port(const QString& block, const QString& name, bool output)
    {
        const auto* item = drawing()->box(block);
        return item->pos() + item->findPort(name, output)->place;
    }
    /// A wire pulled into the open asks which block is to follow.
    void addAt(const QString& block, const QString& way, const QString& next)
    {
        if (QTest::currentTestFailed())
            return;
        window().software().view()->fit();
        const QPointF from = port(block, way, true);
        drag(from, from + QPointF(30, 130));
        chooseBlock(next);
    }
    void wire(const QString& from, const QString& way, const QString& to)
    {
        if (QTest::currentTestFailed())
            return;
        window().software().view()->fit();
        const std::size_t before = drawing()->wires().size();
        const auto* end = drawing()->box(to);
        drag(port(from, way, true), end->pos() + end->frame().center());
        QCOMPARE(drawing()->wires().size(), before + 1);
    }
    void type(const char* field, const QString& text)
    {
        if (QTest::currentTestFailed())
            return;
        QApplication::processEvents();
        DeskTest::type(field, text);
        ++actions_;
    }
    /// One of the choices that the field offers.
    void choose(const char* field, const QString& choice)
    {
        if (QTest::currentTestFailed())
            return;
        QApplication::processEvents();
        auto* combo = qobject_cast<QComboBox*>(inspector()->editor(field));
        QVERIFY2(combo, field);
        QVERIFY2(combo->findText(choice) >= 0, qPrintable(QString(field) + ": " + choice));
        type(field, choice);
    }
    /// An entry of the tree, of a role or another entry above it.
    void click(const QString& above, const QString& entry)
    {
        if (QTest::currentTestFailed())
            return;
        QTreeWidgetItem* parent = hand().item(above);
        QVERIFY2(parent, qPrintable(above));
        for (int i = 0; i < parent->childCount(); ++i)
            if (parent->child(i)->text(0) == entry) {
                hand().click(parent->child(i));
                ++actions_;
                return;
            }
        QFAIL(qPrintable(entry));
    }
    static std::pair<headroom::widgets::CanvasView*, QPoint> box(headroom::app::CanvasTab& tab, const QString& id)
    {
        tab.view()->fit();
        QApplication::processEvents();
        const auto* item = tab.scene()->box(id);
        return {tab.view(), tab.view()->mapFromScene(item->pos() + QPointF(item->frame().width() / 2, 12))};
    }
    void click(const std::pair<headroom::widgets::CanvasView*, QPoint>& place)
    {
        QTest::mouseClick(place.first->viewport(), Qt::LeftButton, {}, place.second);
        QApplication::processEvents();
        ++actions_;
    }
    void addPart(const QString& name)
    {
        DeskTest::addPart(name);
        ++actions_;
    }
    /// Nodes for all roles, with a disk for one of them, a switch and adapters.
    void hardware(const QString& withDisk)
    {
        if (QTest::currentTestFailed())
            return;
        press("Nodes for each role");
        QTRY_COMPARE(window().topology().scene()->selectedBoxes().size(), 3);
        if (QTest::currentTestFailed())
            return;
        type("processor", "Intel_Xeon_Processor_E5_2695_v3");
        click(box(window().topology(), withDisk));
        addPart("ES.3 4TB");
        click(box(window().topology(), "switch1"));
        addPart("S4810");
        addPart("X520");
    }
    void noProblems()
    {
        if (QTest::currentTestFailed())
            return;
        QTest::qWait(500); // the check of the last edit has ended
        QTRY_VERIFY2_WITH_TIMEOUT(desk_->isReady(), qPrintable(desk_->problems().join('\n')), patienceMs);
    }
    const headroom::record::Summary& run()
    {
        ++actions_;
        return DeskTest::run();
    }
    /// Undone to the first step the document is the empty one to the byte; done again it is what it was.
    void comesAndGoes()
    {
        const QByteArray built = desk_->document();
        QUndoStack& steps = *window().model().undoStack();
        while (steps.canUndo())
            steps.undo();
        QCOMPARE(desk_->document(), empty_);
        while (steps.canRedo())
            steps.redo();
        QCOMPARE(desk_->document(), built);
    }

    QByteArray empty_;
    int actions_ = 0;
};

} // namespace studio
