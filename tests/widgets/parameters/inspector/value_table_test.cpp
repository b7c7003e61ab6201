// A value of several parts as a table: what is written into its cells, and what comes of it.
#include "tests/widget_tests.h"
#include "widgets/parameters/inspector/value_table.h"

#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace headroom;
using project::Json;

class ValueTableTest : public QObject
{
    Q_OBJECT

private slots:
    void namesHaveExpressionsAndTheLastRowIsForOneMore()
    {
        open(names(), Json{{"a", "2 * size"}});
        QCOMPARE(table_->rowCount(), 2);
        write(1, 0, "b");
        QCOMPARE(edited_->count(), 0); // its value is missing yet
        write(1, 1, "3");
        QCOMPARE(last(), (Json{{"a", "2 * size"}, {"b", 3}}));
        QTRY_COMPARE(table_->rowCount(), 3);
    }

    void aLongHeadHasTheRoomThatShortOnesLeave()
    {
        project::FieldDeclaration field = rows();
        field.columns = {column("at", true), column("a duration of some length", false), column("n", false)};
        for (auto& each : field.columns)
            each.label = each.name;
        open(field, Json());
        auto& heads = *table_->horizontalHeader();
        table_->resize(heads.sectionSizeHint(0) + heads.sectionSizeHint(1) + heads.sectionSizeHint(2) + 20,
                       table_->height());
        QCoreApplication::processEvents();
        for (int i = 0; i < 3; ++i)
            QVERIFY2(heads.sectionSize(i) >= heads.sectionSizeHint(i), qPrintable(QString::number(i)));
    }

    void allColumnsFitIntoANarrowPanel()
    {
        open(names(), Json{{"number_of_the_first_object", "8 * size_of_the_first_object + offset"}});
        table_->resize(150, table_->height());
        table_->show();
        QVERIFY(QTest::qWaitForWindowExposed(table_.get()));
        table_->setFocus();
        table_->setCurrentCell(0, 0);
        QTest::keyClick(table_.get(), Qt::Key_Right);
        QTest::keyClick(table_.get(), Qt::Key_F2);
        QCOMPARE(table_->currentColumn(), 1);
        QCOMPARE(table_->horizontalScrollBar()->maximum(), 0);
        QVERIFY(table_->viewport()->rect().contains(table_->visualRect(table_->currentIndex())));
    }

    void aNameThatIsTakenAwayTakesItsValueAlong()
    {
        open(names(), Json{{"a", 1}, {"b", 2}});
        remove(0);
        QCOMPARE(last(), (Json{{"b", 2}}));
        QTRY_COMPARE(table_->rowCount(), 2);
        QCOMPARE(text(0, 0), QString("b"));
    }

    void whenNothingIsLeftTheValueIsNull()
    {
        open(names(), Json{{"a", 1}});
        remove(0);
        QVERIFY(last().is_null());
    }

    void aCellThatIsWrittenAsItWasIsNoEdit()
    {
        open(names(), Json{{"a", 1}});
        write(0, 1, "1");
        QCOMPARE(edited_->count(), 0);
    }

    void rowsAreObjectsByTheNamesOfTheirColumns()
    {
        open(rows(), Json::parse(R"([{"node": "a", "rate": "1 /s"}])"));
        QCOMPARE(text(0, 0), QString("a"));
        QCOMPARE(text(0, 1), QString("1 /s"));
        write(1, 1, "2 /s");
        QCOMPARE(edited_->count(), 0); // the node is missing, and has to be there
        write(1, 0, "b");
        QCOMPARE(last(), Json::parse(R"([{"node": "a", "rate": "1 /s"}, {"node": "b", "rate": "2 /s"}])"));
    }

    void whatNeedNotBeThereMayBeLeftOut()
    {
        open(rows(), Json());
        write(0, 0, "a");
        QCOMPARE(last(), Json::parse(R"([{"node": "a"}])"));
    }

    void rowsThatWereListsStayLists()
    {
        open(rows(), Json::parse(R"([["a", "1 /s"]])"));
        write(0, 1, "5 /s");
        QCOMPARE(last(), Json::parse(R"([["a", "5 /s"]])"));
    }

    void aListWithAGapBecomesAnObject()
    {
        auto field = rows();
        field.columns.insert(field.columns.begin() + 1, column("port", false));
        open(field, Json::parse(R"([["a", 1, "1 /s"]])"));
        write(0, 1, "");
        QCOMPARE(last(), Json::parse(R"([{"node": "a", "rate": "1 /s"}])"));
    }

    void aValueFromElsewhereReplacesWhatIsShown()
    {
        open(names(), Json{{"a", 1}, {"b", 2}});
        table_->show(Json{{"c", 3}});
        QCOMPARE(table_->rowCount(), 2);
        QCOMPARE(text(0, 0), QString("c"));
        QCOMPARE(text(1, 0), QString());
        QCOMPARE(edited_->count(), 0);
    }

    void aListOfNamesIsShownAsRowsAndStaysAListWhileNamesAndValuesAreEqual()
    {
        project::FieldDeclaration arguments = names();
        arguments.namesSuffice = true;
        open(arguments, Json{"size", "key"});
        QCOMPARE(table_->rowCount(), 3);
        QCOMPARE(text(1, 0), QString("key"));
        QCOMPARE(text(1, 1), QString("key"));
        write(2, 0, "node");
        write(2, 1, "node");
        QCOMPARE(last(), (Json{"size", "key", "node"}));
        QTRY_COMPARE(table_->rowCount(), 4);
        write(1, 1, "2 * key");
        QCOMPARE(last(), (Json{{"size", "size"}, {"key", "2 * key"}, {"node", "node"}}));
    }

    void declaredNamesHaveRowsOfTheirOwnAndAnyOtherNameIsMarked()
    {
        project::FieldDeclaration arguments = names();
        arguments.namesSuffice = true;
        open(arguments, Json{{"extra", "1"}, {"key", "key"}});
        table_->setDeclared({{"size", "4096", "bytes"}, {"key", "required", "a key"}});
        QCOMPARE(table_->rowCount(), 3); // no row for one more
        QCOMPARE(text(0, 0), QString("size"));
        QCOMPARE(text(0, 1), QString());
        QCOMPARE(table_->item(0, 1)->data(widgets::ValueTable::hintRole).toString(), QString("4096"));
        QCOMPARE(table_->item(0, 1)->toolTip(), QString("bytes"));
        QVERIFY(!table_->item(0, 0)->flags().testFlag(Qt::ItemIsEditable));
        QCOMPARE(text(1, 1), QString("key"));
        QCOMPARE(text(2, 0), QString("extra"));
        QVERIFY(!table_->item(2, 0)->data(widgets::ValueTable::problemRole).toString().isEmpty());
        QVERIFY(table_->item(1, 0)->data(widgets::ValueTable::problemRole).toString().isEmpty());
        QCOMPARE(edited_->count(), 0);
        write(0, 1, "2 * key");
        QCOMPARE(last(), (Json{{"size", "2 * key"}, {"key", "key"}, {"extra", 1}}));
        remove(1); // a declared name stays, without a value
        QCOMPARE(last(), (Json{{"size", "2 * key"}, {"extra", 1}}));
        QTRY_COMPARE(text(1, 1), QString());
        QCOMPARE(text(1, 0), QString("key"));
        remove(2);
        QCOMPARE(last(), (Json{{"size", "2 * key"}}));
        QTRY_COMPARE(table_->rowCount(), 2);
    }

    void wordsOfAColumnAreChosenFromAList()
    {
        auto field = rows();
        field.columns.front().choices = {"left", "right"};
        open(field, Json());
        table_->setFocus();
        table_->setCurrentCell(0, 0);
        QTest::keyClick(table_.get(), Qt::Key_F2);
        auto* choice = table_->findChild<QComboBox*>();
        QVERIFY(choice);
        QCOMPARE(choice->count(), 2);
        QTest::keyClick(choice, Qt::Key_Down);
        QTest::keyClick(choice, Qt::Key_Return);
        QTRY_COMPARE(edited_->count(), 1);
        QVERIFY(last()[0]["node"] == "left" || last()[0]["node"] == "right");
    }

    void tabLeavesTheTable()
    {
        QWidget window;
        auto* table = new widgets::ValueTable(names(), &window);
        auto* after = new QLineEdit(&window);
        QWidget::setTabOrder(table, after);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Tab);
        QVERIFY(after->hasFocus());
    }

private:
    static project::FieldDeclaration column(const char* name, bool required)
    {
        project::FieldDeclaration field;
        field.name = field.label = name;
        field.required = required;
        return field;
    }
    static project::FieldDeclaration names()
    {
        project::FieldDeclaration field = column("set", false);
        field.type = project::FieldType::assignments;
        return field;
    }
    static project::FieldDeclaration rows()
    {
        project::FieldDeclaration field = column("faults", false);
        field.type = project::FieldType::rows;
        field.columns = {column("node", true), column("rate", false)};
        return field;
    }
    void open(const project::FieldDeclaration& field, const Json& value)
    {
        table_ = std::make_unique<widgets::ValueTable>(field);
        table_->show(value);
        table_->resize(400, table_->height());
        table_->show();
        table_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(table_.get()));
        edited_ = std::make_unique<QSignalSpy>(table_.get(), &widgets::ValueTable::edited);
    }
    void write(int row, int column, const QString& text)
    {
        table_->setCurrentCell(row, column);
        table_->setFocus();
        QTest::keyClick(table_.get(), Qt::Key_F2);
        auto* line = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(line);
        line->selectAll();
        QTest::keyClick(line, Qt::Key_Delete);
        QTest::keyClicks(line, text);
        QTest::keyClick(line, Qt::Key_Return);
        QApplication::processEvents(); // the cell's editor closes
    }
    void remove(int row)
    {
        table_->setCurrentCell(row, 0);
        table_->setFocus();
        QTest::keyClick(table_.get(), Qt::Key_Delete);
    }
    QString text(int row, int column) const { return table_->item(row, column)->text(); }
    Json last() const { return edited_->isEmpty() ? Json("no edit") : edited_->last().at(0).value<Json>(); }

    std::unique_ptr<widgets::ValueTable> table_;
    std::unique_ptr<QSignalSpy> edited_;
};

HEADROOM_WIDGET_TEST(ValueTableTest)
#include "value_table_test.moc"
