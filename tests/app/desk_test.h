// Shared by the tests of the whole window: a desk for each case, the parts of its window, and what a hand does there.
#pragma once

#include "outline/tree_hand.h"
#include "studio_desk.h"

#include "widgets/parameters/inspector/property_inspector.h"

#include <QComboBox>
#include <QMenu>
#include <QMenuBar>

namespace studio {

class DeskTest : public QObject
{
protected:
    /// A new desk; its window is empty.
    void open() { desk_ = std::make_unique<Desk>(); }
    /// A new desk whose window shows the Swift rack.
    void openRack(int seconds)
    {
        open();
        QVERIFY(desk_->openRack(seconds));
        opened_ = desk_->document();
    }

    headroom::app::MainWindow& window() { return desk_->window(); }
    headroom::widgets::DocumentModel& model() { return window().model(); }
    headroom::app::ProjectTree* tree() { return window().findChild<headroom::app::ProjectTree*>(); }
    TreeHand hand() { return TreeHand(*tree()); }
    headroom::widgets::PropertyInspector* inspector()
    {
        return window().findChild<headroom::widgets::PropertyInspector*>();
    }
    /// The line of a field in the properties; null if the field is not there.
    QLineEdit* lineOf(const QString& field)
    {
        QWidget* editor = inspector()->editor(field);
        auto* combo = qobject_cast<QComboBox*>(editor);
        return combo ? combo->lineEdit() : qobject_cast<QLineEdit*>(editor);
    }
    /// Types into a field of the properties and leaves it.
    void type(const QString& field, const QString& text)
    {
        QLineEdit* line = lineOf(field);
        QVERIFY2(line, qPrintable(field));
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
        if (QWidget* list = QApplication::activePopupWidget())
            QTest::keyClick(list, Qt::Key_Escape); // the typed name is whole
        QTest::keyClick(line, Qt::Key_Return);
        QApplication::processEvents();
    }
    /// Shortcuts belong to the active window, and what popped up before has been it.
    void shortcut(Qt::Key key, Qt::KeyboardModifiers modifiers)
    {
        window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window()));
        QTest::keyClick(&window(), key, modifiers);
        QApplication::processEvents();
    }
    QMenu* menuOf(const QString& title)
    {
        for (QAction* action : window().menuBar()->actions())
            if (action->text().remove('&') == title)
                return action->menu();
        return nullptr;
    }
    /// Answers the dialog with this object name that the next action opens.
    void answerDialog(const QString& name, const std::function<void(QWidget*)>& answer)
    {
        auto* timer = new QTimer(&window());
        connect(timer, &QTimer::timeout, timer, [timer, name, answer] {
            QWidget* dialog = QApplication::activeModalWidget();
            if (!dialog || dialog->objectName() != name)
                return;
            timer->deleteLater();
            timer->stop();
            answer(dialog);
        });
        timer->start(20);
    }
    /// Types into the dialog for a name that the next action opens.
    void answerName(const QString& name)
    {
        answerDialog("nameDialog", [name](QWidget* dialog) {
            auto* line = dialog->findChild<QLineEdit*>();
            line->selectAll();
            QTest::keyClicks(line, name);
            QTest::keyClick(line, Qt::Key_Return);
        });
    }
    /// Adds what the search of the topology's palette finds.
    void addPart(const QString& name)
    {
        auto* search = window().topologyPage().palette().searchField();
        search->setFocus();
        search->selectAll();
        QTest::keyClicks(search, name);
        QTest::keyClick(search, Qt::Key_Return);
        QApplication::processEvents();
    }
    /// Runs the project; the summary is empty if the run gives none.
    const headroom::record::Summary& run()
    {
        desk_->click(runKey);
        static const headroom::record::Summary none;
        const auto ended = [&] { return desk_->isIdle() && !desk_->runs().empty() && desk_->runs().back().summary; };
        return QTest::qWaitFor(ended, patienceMs) ? *desk_->runs().back().summary : none;
    }

    std::unique_ptr<Desk> desk_;
    QByteArray opened_; ///< the document as it was opened
};

} // namespace studio
