// The inspector says which field should get which value, once, and keeps what is being typed.
#include "tests/widget_tests.h"
#include "widgets/parameters/inspector/property_inspector.h"
#include "widgets/theme/theme.h"

#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTableWidget>
#include <QToolButton>
#include <QtTest>

using namespace headroom;
using project::Json;

class PropertyInspectorTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        inspector_ = std::make_unique<widgets::PropertyInspector>();
        inspector_->setPreview([](const project::FieldDeclaration&, const QString& expression) {
            return expression == "2 * SOCKETS" ? QString("4") : QString();
        });
        project::FieldDeclaration count, memory;
        count.name = "count";
        count.type = project::FieldType::integer;
        memory.name = "memory";
        memory.type = project::FieldType::quantity;
        memory.unit = "B";
        memory.defaultValue = "64 GiB";
        inspector_->setSubject("Node group", "storage", true, {count, memory}, Json{{"count", 4}});
        inspector_->show();
        inspector_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(inspector_.get()));
        spy_ = std::make_unique<QSignalSpy>(inspector_.get(), &widgets::PropertyInspector::fieldEdited);
    }

    void anEditIsSaidOnceThoughEnterAndTheFocusBothEndIt()
    {
        type("count", "6");
        QTest::keyClick(line("count"), Qt::Key_Return);
        line("memory")->setFocus();
        QCOMPARE(spy_->count(), 1);
        QCOMPARE(spy_->at(0).at(0).toString(), QString("count"));
        QCOMPARE(spy_->at(0).at(1).value<Json>(), Json(6));
    }

    void resettingSaysNullOnceAndEmptiesTheField()
    {
        auto* reset = inspector_->findChild<QToolButton*>("reset count");
        widgets::applyTheme(*qApp, widgets::Theme::light); // its buttons are taller than its labels
        const auto place = [&] {
            QCoreApplication::processEvents();
            return inspector_->editor("count")->mapTo(inspector_.get(), QPoint());
        };
        const QPoint before = place();
        QTest::mouseClick(reset, Qt::LeftButton);
        inspector_->setValues(Json::object());
        QCOMPARE(spy_->count(), 1);
        QVERIFY(spy_->at(0).at(1).value<Json>().is_null());
        QCOMPARE(line("count")->text(), QString());
        QVERIFY(!reset->isVisible());
        QCOMPARE(place(), before);
    }

    void theResultOfAnExpressionIsShownWhileTyping()
    {
        type("count", "2 * SOCKETS");
        QCOMPARE(line("count")->findChild<QLabel*>("preview")->text(), QString("= 4"));
    }

    void otherValuesDoNotDisturbWhatIsTyped()
    {
        QLineEdit* before = line("memory");
        type("memory", "12");
        inspector_->setValues(Json{{"count", 9}});
        QCOMPARE(line("memory"), before);
        QVERIFY(before->hasFocus());
        QCOMPARE(before->text(), QString("12"));
        QCOMPARE(line("count")->text(), QString("9"));
    }

    void whatIsTypedNeverReachesAnotherSubject()
    {
        type("count", "7");
        inspector_->setSubject("Node group", "clients", true, {}, Json::object());
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCOMPARE(spy_->count(), 0);
    }

    void whatSeveralThingsDifferInIsSaidAndTakesOneValueForAll()
    {
        inspector_->setValues(Json::object(), {"count"});
        QCOMPARE(line("count")->placeholderText(), QString("several values"));
        QVERIFY(inspector_->findChild<QToolButton*>("reset count")->isVisible());
        type("count", "2");
        QTest::keyClick(line("count"), Qt::Key_Return);
        QCOMPARE(spy_->count(), 1);
        inspector_->setValues(Json{{"count", 2}});
        QVERIFY(line("count")->placeholderText().isEmpty());
    }

    void aPauseInTypingSaysWhatIsThereAsOneVisit()
    {
        type("count", "1");
        QTRY_COMPARE(spy_->count(), 1);
        inspector_->setValues(Json{{"count", 1}});
        QTest::keyClicks(line("count"), "2");
        QTRY_COMPARE(spy_->count(), 2);
        QCOMPARE(spy_->at(1).at(1).value<Json>(), Json(12));
        QCOMPARE(spy_->at(0).at(2), spy_->at(1).at(2));
        QTest::keyClick(line("count"), Qt::Key_Return);
        type("count", "3");
        QTest::keyClick(line("count"), Qt::Key_Return);
        QVERIFY(spy_->at(2).at(2) != spy_->at(1).at(2));
    }

    void aMessageMovesNoField()
    {
        const auto places = [this] {
            QList<QRect> all;
            for (const char* field : {"count", "memory"})
                all.append(
                    {inspector_->editor(field)->mapTo(inspector_.get(), QPoint()), inspector_->editor(field)->size()});
            return all;
        };
        QApplication::processEvents();
        const QList<QRect> before = places();
        line("count")->setFocus();
        inspector_->setProblems({{"count",
                                  {"This is far too long a sentence for the line above the field, which is narrow; "
                                   "so all of it is laid over the fields below."}}});
        QApplication::processEvents();
        QCOMPARE(places(), before);
        auto* whole = inspector_->findChild<QLabel*>("wholeProblem");
        QVERIFY(whole && whole->isVisible());
        QVERIFY(whole->text().endsWith("over the fields below."));
        line("memory")->setFocus();
        QVERIFY(!whole->isVisible());
    }

    void whatIsWrongStandsAtTheFieldUntilItIsSaidNoMore()
    {
        inspector_->setProblems({{"memory", {"Out of range."}}});
        auto* problem = inspector_->findChild<QLabel*>("problem memory");
        QVERIFY(problem->isVisible());
        QCOMPARE(problem->text(), QString("Out of range."));
        QVERIFY(line("memory")->property("faulty").toBool());
        inspector_->setProblems({});
        QVERIFY(!problem->isVisible());
        QVERIFY(!line("memory")->property("faulty").toBool());
    }

    void aWarningStandsAtTheFieldAsWellButLeavesTheEditorAsItIs()
    {
        inspector_->setProblems(
            {{"memory", {"Little for so many objects.", PropertyInspector::Problem::Kind::warning}}});
        auto* problem = inspector_->findChild<QLabel*>("problem memory");
        QCOMPARE(problem->text(), QString("Little for so many objects."));
        QVERIFY(problem->isVisible());
        QVERIFY(!line("memory")->property("faulty").toBool());
        QCOMPARE(problem->property("look").toString(), QString("warning"));
        inspector_->setProblems({{"memory", {"Out of range."}}});
        QVERIFY(line("memory")->property("faulty").toBool());
        QCOMPARE(problem->property("look").toString(), QString("error"));
    }

    void aFieldThatIsStillToBeFilledIsNoFault()
    {
        inspector_->setProblems({{"memory", {"The memory of a node.", PropertyInspector::Problem::Kind::missing}}});
        auto* problem = inspector_->findChild<QLabel*>("problem memory");
        QVERIFY(problem->isVisible());
        QVERIFY(!line("memory")->property("faulty").toBool());
        QCOMPARE(problem->property("look").toString(), QString("missing"));
    }

    void aTableOfRowsIsFilledCellByCellAndKeepsItsForm()
    {
        project::FieldDeclaration sizes, size, weight;
        sizes.name = "sizes";
        sizes.type = project::FieldType::rows;
        size.name = "size";
        size.required = true;
        weight.name = "weight";
        sizes.columns = {size, weight};
        inspector_->setSubject("Workload", "load", false, {sizes}, Json::parse(R"({"sizes": [["4 KiB", 3]]})"));
        QTRY_VERIFY(inspector_->editor("sizes")->isVisible());
        auto* table = qobject_cast<QTableWidget*>(inspector_->editor("sizes"));
        QCOMPARE(table->rowCount(), 2);
        cell(table, 1, 1, "1");
        QCOMPARE(spy_->count(), 0); // a size is missing yet
        cell(table, 1, 0, "64 KiB");
        QCOMPARE(spy_->at(0).at(1).value<Json>(), Json::parse(R"([["4 KiB", 3], ["64 KiB", 1]])"));
        QTRY_COMPARE(table->rowCount(), 3);
        table->setCurrentCell(0, 0);
        QTest::keyClick(table, Qt::Key_Delete);
        QCOMPARE(spy_->at(1).at(1).value<Json>(), Json::parse(R"([["64 KiB", 1]])"));
    }

private:
    void cell(QTableWidget* table, int row, int column, const QString& text)
    {
        table->setCurrentCell(row, column);
        table->setFocus();
        QTest::keyClick(table, Qt::Key_F2);
        QTest::keyClicks(QApplication::focusWidget(), text);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QApplication::processEvents(); // the cell's editor closes
    }
    QLineEdit* line(const char* field) { return qobject_cast<QLineEdit*>(inspector_->editor(field)); }
    void type(const char* field, const QString& text)
    {
        line(field)->setFocus();
        line(field)->selectAll();
        QTest::keyClicks(line(field), text);
    }

    std::unique_ptr<widgets::PropertyInspector> inspector_;
    std::unique_ptr<QSignalSpy> spy_;
};

HEADROOM_WIDGET_TEST(PropertyInspectorTest)
#include "property_inspector_test.moc"
