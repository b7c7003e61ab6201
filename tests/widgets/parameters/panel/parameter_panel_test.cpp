// The parameter panel proposes what people choose or type, once, and says what is wrong with the rest.
#include "tests/widget_tests.h"
#include "widgets/parameters/panel/parameter_panel.h"

#include "project/resolve/parameter_values.h"
#include "widgets/controls/elided_label.h"
#include "widgets/parameters/panel/parameter_row.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

using namespace headroom;
using project::Json;
using project::ParameterType;

namespace {

project::Parameter parameter(const std::string& name, ParameterType type, Json value,
                             std::vector<Json> alternatives = {})
{
    project::Parameter made;
    made.name = name;
    made.type = type;
    made.value = std::move(value);
    made.alternatives = std::move(alternatives);
    return made;
}

} // namespace

class ParameterPanelTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        project::Findings findings;
        library_ = project::ComponentLibrary::load(project::libraryFolders(), findings);
        project_ = {};
        auto disk = parameter("DISK", ParameterType::component, "Standard_SATA_Drive_7200RPM_2TB");
        disk.kinds = {"disk", "ssd", "nvme"};
        auto size = parameter("SIZE", ParameterType::quantity, "16 KB", {"16 KB", "1 MB"});
        size.unit = "B";
        project_.parameters = {disk, size, parameter("OPERATION", ParameterType::choice, "PUT", {"PUT", "GET"}),
                               parameter("BARRIER", ParameterType::flag, true)};
        panel_ = std::make_unique<widgets::ParameterPanel>();
        panel_->setProject(&project_, &library_);
        panel_->resize(250, 600);
        panel_->show();
        panel_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(panel_.get()));
        spy_ = std::make_unique<QSignalSpy>(panel_.get(), &widgets::ParameterPanel::valueChanged);
    }

    void aNameThatHasNoRoomBesideItsTicksEndsInAnEllipsis()
    {
        project_.parameters[1].name = "SIZE_OF_THE_OBJECTS_THAT_ARE_WRITTEN";
        panel_->setProject(&project_, &library_);
        QCoreApplication::processEvents();
        const auto nameOf = [&](const QString& parameter) {
            const auto* fold = panel_->findChild<QToolButton*>(parameter + "/fold");
            return qobject_cast<widgets::ElidedLabel*>(static_cast<widgets::ParameterRow*>(fold->parent())->name());
        };
        const auto* name = nameOf("SIZE_OF_THE_OBJECTS_THAT_ARE_WRITTEN");
        QVERIFY(name && name->shownText().startsWith("SIZE_OF") && name->shownText().endsWith(QChar(0x2026)));
        QVERIFY(name->geometry().right() < panel_->findChild<QCheckBox*>(name->text() + "/tick")->x());
        QCOMPARE(nameOf("OPERATION")->shownText(), QString("OPERATION"));
    }

    void aComponentTypedInPartIsProposedOnceOnEnter()
    {
        QComboBox* disk = combo("DISK");
        type(disk, "s3700 800");
        QTest::keyClick(disk->completer()->popup()->isVisible() ? static_cast<QWidget*>(disk->completer()->popup())
                                                                : disk,
                        Qt::Key_Return);
        combo("SIZE")->setFocus();
        QCOMPARE(spy_->count(), 1);
        QCOMPARE(proposed(), Json("Intel_SSD_DC_S3700_Series_800GB"));
    }

    void aComponentClickedAmongTheMatchesIsProposedOnce()
    {
        QComboBox* disk = combo("DISK");
        type(disk, "s3700 800");
        QAbstractItemView* matches = disk->completer()->popup();
        QTRY_VERIFY(matches->isVisible());
        const QModelIndex first = matches->model()->index(0, 0);
        QTest::mouseClick(matches->viewport(), Qt::LeftButton, {}, matches->visualRect(first).center());
        combo("SIZE")->setFocus();
        QCOMPARE(spy_->count(), 1);
        QCOMPARE(proposed(), Json("Intel_SSD_DC_S3700_Series_800GB"));
    }

    void aSearchWithoutMatchChangesNothing()
    {
        QComboBox* disk = combo("DISK");
        const QString before = disk->currentText();
        type(disk, "no such device");
        QTest::keyClick(disk, Qt::Key_Return);
        QCOMPARE(spy_->count(), 0);
        QCOMPARE(disk->currentText(), before);
    }

    void aWrongUnitIsSaidAndNotProposedUntilCorrected()
    {
        QComboBox* size = combo("SIZE");
        type(size, "16 ms");
        QTest::keyClick(size, Qt::Key_Return);
        QCOMPARE(spy_->count(), 0);
        QVERIFY(panel_->problem("SIZE").contains("unit"));
        panel_->refresh();
        QVERIFY2(!panel_->problem("SIZE").isEmpty(), "what is still wrong stays said");
        type(size, "2 MB");
        QTest::keyClick(size, Qt::Key_Return);
        combo("DISK")->setFocus();
        QVERIFY(panel_->problem("SIZE").isEmpty());
        QCOMPARE(spy_->count(), 1);
        QCOMPARE(proposed(), Json("2 MB"));
    }

    void theRowsStayInPlaceWhenAProblemComesAndGoes()
    {
        QComboBox* size = combo("SIZE");
        const auto* problem = panel_->findChild<QLabel*>("SIZE/problem");
        const auto places = [this] {
            QCoreApplication::processEvents();
            QList<int> found;
            for (const char* name : {"DISK", "SIZE", "OPERATION", "BARRIER"})
                found.append(panel_->editor(name)->mapTo(panel_.get(), QPoint()).y());
            return found;
        };
        const QList<int> before = places();
        type(size, "16 ms");
        QTest::keyClick(size, Qt::Key_Tab);
        QVERIFY(problem->isVisible() && problem->text() == panel_->problem("SIZE"));
        QCOMPARE(places(), before);
        panel_->activateWindow(); // proposals have been it
        QVERIFY(QTest::qWaitForWindowActive(panel_.get()));
        type(size, "2 MB");
        QWidget* const proposals = QApplication::activePopupWidget(); // gets the keys while it is open
        QTest::keyClick(proposals ? proposals : size, Qt::Key_Tab);
        QVERIFY(problem->text().isEmpty());
        QCOMPARE(places(), before);
    }

    void aRefreshLeavesWhatSomebodyIsTyping()
    {
        QComboBox* size = combo("SIZE");
        type(size, "12");
        panel_->refresh();
        QCOMPARE(size->currentText(), QString("12"));
        QVERIFY(size->hasFocus());
    }

    void aChoiceAndAFlagAreProposedOnce()
    {
        QComboBox* operation = combo("OPERATION");
        operation->setFocus();
        QTest::keyClick(operation, Qt::Key_Down);
        QCOMPARE(spy_->count(), 1);
        QCOMPARE(proposed(), Json("GET"));
        spy_->clear();
        QTest::mouseClick(panel_->editor("BARRIER"), Qt::LeftButton, {}, {8, panel_->editor("BARRIER")->height() / 2});
        QCOMPARE(spy_->count(), 1);
        QCOMPARE(proposed(), Json(false));
    }

    void foldingOutShowsWhereAParameterIsUsedAndAClickGoesThere()
    {
        panel_->setUses([](const QString& name) {
            return name == "SIZE" ? QStringList{"client › PUT · bytes", "load · size"} : QStringList();
        });
        click<QToolButton>("SIZE/fold");
        QSignalSpy gone(panel_.get(), &widgets::ParameterPanel::useChosen);
        click<QPushButton>("SIZE/use/1");
        QCOMPARE(gone.count(), 1);
        QCOMPARE(gone.at(0).at(0).toString(), QString("SIZE"));
        QCOMPARE(gone.at(0).at(1).toInt(), 1);
        // The list of places that name it follows the document.
        panel_->setUses([](const QString&) { return QStringList(); });
        panel_->refresh();
        QTRY_VERIFY(!panel_->findChild<QPushButton*>("SIZE/use/1"));
        click<QToolButton>("SIZE/fold");
        QVERIFY(!panel_->findChild<QLineEdit*>("SIZE/name"));
    }

    void aNewNameIsProposedUnlessItIsRefusedWithTheReason()
    {
        panel_->setRefusal([](const QString&, const QString& to) { return to == "DISK" ? "taken" : QString(); });
        QSignalSpy renamed(panel_.get(), &widgets::ParameterPanel::renameRequested);
        panel_->editName("SIZE");
        auto* name = panel_->findChild<QLineEdit*>("SIZE/name");
        QTest::keyClicks(name, "DISK");
        QTest::keyClick(name, Qt::Key_Return);
        QCOMPARE(renamed.count(), 0);
        QVERIFY(name->property("faulty").toBool());
        name->selectAll();
        QTest::keyClicks(name, "BYTES");
        QTest::keyClick(name, Qt::Key_Return);
        QCOMPARE(renamed.at(0).at(1).toString(), QString("BYTES"));
    }

    void tickingAlternativesSaysWhichAndHowMany()
    {
        connect(panel_.get(), &widgets::ParameterPanel::parameterChanged, this, &ParameterPanelTest::take);
        auto* all = panel_->findChild<QCheckBox*>("SIZE/tick");
        QCOMPARE(all->text(), QString("2 values"));
        click<QToolButton>("SIZE/fold");
        clickBox("SIZE/tick/1 MB");
        QCOMPARE(all->text(), QString("1 of 2 ticked"));
        QCOMPARE(project::tickedOf(project_.parameters[1]), std::vector<Json>{"1 MB"});
        clickBox("SIZE/tick");
        QCOMPARE(project::tickedOf(project_.parameters[1]).size(), std::size_t(2));
        clickBox("SIZE/tick");
        QVERIFY(project::tickedOf(project_.parameters[1]).empty());
    }

    void anAlternativeIsAddedInTheUnitOfTheParameterOnlyAndRemoved()
    {
        connect(panel_.get(), &widgets::ParameterPanel::parameterChanged, this, &ParameterPanelTest::take);
        click<QToolButton>("SIZE/fold");
        type(panel_->findChild<QLineEdit*>("SIZE/alternative"), "3 s");
        QCOMPARE(project_.parameters[1].alternatives.size(), std::size_t(2));
        type(panel_->findChild<QLineEdit*>("SIZE/alternative"), "64KiB");
        QCOMPARE(project_.parameters[1].alternatives.back(), Json("64KiB"));
        QVERIFY(panel_->findChild<QLineEdit*>("SIZE/alternative")->hasFocus());
        click<QToolButton>("SIZE/remove/16 KB");
        QCOMPARE(project_.parameters[1].alternatives, (std::vector<Json>{"1 MB", "64KiB"}));
    }

    void theTypeTheRangeAndTheMeaningAreChangedInPlace()
    {
        connect(panel_.get(), &widgets::ParameterPanel::parameterChanged, this, &ParameterPanelTest::take);
        click<QToolButton>("SIZE/fold");
        type(panel_->findChild<QLineEdit*>("SIZE/minimum"), "1 KiB");
        QCOMPARE(project_.parameters[1].minimum, std::optional<double>(1024));
        auto* meaning = panel_->findChild<QPlainTextEdit*>("SIZE/description");
        meaning->setFocus();
        QTest::keyClicks(meaning, "Of one object");
        QCOMPARE(project_.parameters[1].description, std::string("Of one object"));
        QVERIFY(meaning->hasFocus());
        auto* types = panel_->findChild<QComboBox*>("SIZE/type");
        types->setFocus();
        QTest::keyClick(types, Qt::Key_Up); // the type before a quantity is a number
        QCOMPARE(project_.parameters[1].type, ParameterType::number);
        QVERIFY(project_.parameters[1].alternatives.empty());
        QVERIFY(!project::faultOf(project_.parameters[1], project_.parameters[1].value, library_));
    }

    void rowsMoveByKeysAndByTheMouse()
    {
        QSignalSpy moved(panel_.get(), &widgets::ParameterPanel::moveRequested);
        combo("SIZE")->setFocus();
        QTest::keyClick(combo("SIZE"), Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(moved.count(), 1);
        QCOMPARE(moved.takeFirst(), (QVariantList{"SIZE", 0}));
        QLabel* name = panel_->row("DISK")->name();
        QWidget* last = panel_->row("BARRIER");
        QTest::mousePress(name, Qt::LeftButton, {}, {10, 5});
        const QPoint below = last->mapToGlobal(QPoint(10, last->height() - 2));
        for (const QPoint& at : {name->mapToGlobal(QPoint(10, 30)), below}) {
            QMouseEvent move(QEvent::MouseMove, name->mapFromGlobal(at), at, Qt::NoButton, Qt::LeftButton, {});
            QApplication::sendEvent(name, &move);
        }
        QVERIFY(panel_->findChild<QFrame*>("dropLine")->isVisible());
        QTest::mouseRelease(name, Qt::LeftButton, {}, name->mapFromGlobal(below));
        QCOMPARE(moved.count(), 1);
        QCOMPARE(moved.takeFirst(), (QVariantList{"DISK", 3}));
        QVERIFY(!panel_->findChild<QFrame*>("dropLine")->isVisible());
    }

    void deletingWhatIsUsedAsksAndSaysWhere()
    {
        panel_->setUses([](const QString&) { return QStringList{"client › PUT · bytes"}; });
        QSignalSpy deleted(panel_.get(), &widgets::ParameterPanel::deleteRequested);
        answerDelete(false);
        chooseDelete("SIZE");
        QCOMPARE(deleted.count(), 0);
        QVERIFY2(asked_.contains("client › PUT · bytes"), qPrintable(asked_));
        answerDelete(true);
        chooseDelete("SIZE");
        QCOMPARE(deleted.count(), 1);
    }

    void theButtonAddsAParameterOfAType()
    {
        project::Parameter added;
        connect(panel_.get(), &widgets::ParameterPanel::addRequested, this,
                [&](const project::Parameter& parameter) { added = parameter; });
        QTimer::singleShot(50, this, [] {
            QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Down);
            QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Return);
        });
        click<QToolButton>("addParameter");
        QTRY_COMPARE(added.type, ParameterType::component);
        QVERIFY(!project::faultOf(added, added.value, library_));
    }

private:
    /// Changes the parameter as the document does.
    void take(const project::Parameter& parameter)
    {
        *project::findParameter(project_, parameter.name) = parameter;
        panel_->reload();
    }
    template <typename Widget>
    void click(const char* name)
    {
        QApplication::processEvents();
        auto* widget = panel_->findChild<Widget*>(name);
        QVERIFY2(widget, name);
        QTest::mouseClick(widget, Qt::LeftButton);
    }
    void clickBox(const char* name)
    {
        QApplication::processEvents();
        auto* box = panel_->findChild<QCheckBox*>(name);
        QTest::mouseClick(box, Qt::LeftButton, {}, {8, box->height() / 2});
    }
    void type(QLineEdit* line, const QString& text)
    {
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
        QTest::keyClick(line, Qt::Key_Return);
        QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    void chooseDelete(const QString& parameter)
    {
        click<QToolButton>(qPrintable(parameter + "/menu"));
        auto* menu = panel_->findChild<QMenu*>("parameterMenu");
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(menu->actions().back()).center());
    }
    void answerDelete(bool yes)
    {
        QTimer::singleShot(100, this, [this, yes] {
            auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            asked_ = question->informativeText();
            for (auto* button : question->buttons())
                if ((question->buttonRole(button) == QMessageBox::DestructiveRole) == yes)
                    QTest::mouseClick(button, Qt::LeftButton);
        });
    }

    QString asked_;
    QComboBox* combo(const char* name) { return qobject_cast<QComboBox*>(panel_->editor(name)); }
    void type(QComboBox* editor, const QString& text)
    {
        editor->setFocus();
        editor->lineEdit()->selectAll();
        QTest::keyClicks(editor, text);
    }
    Json proposed() const { return spy_->at(0).at(1).value<Json>(); }

    project::Project project_;
    project::ComponentLibrary library_;
    std::unique_ptr<widgets::ParameterPanel> panel_;
    std::unique_ptr<QSignalSpy> spy_;
};

HEADROOM_WIDGET_TEST(ParameterPanelTest)
#include "parameter_panel_test.moc"
