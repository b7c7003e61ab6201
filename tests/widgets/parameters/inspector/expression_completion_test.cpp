// Names are completed while an expression is typed, by keyboard and by mouse.
#include "tests/widget_tests.h"
#include "widgets/document/model/document_model.h"
#include "widgets/parameters/inspector/inspector_controller.h"
#include "widgets/parameters/inspector/property_inspector.h"

#include "project/file/json_reader.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QListView>
#include <QSignalSpy>
#include <QTableWidget>
#include <QtTest>

using namespace headroom;
using namespace headroom::widgets;
using project::Json;

namespace {

project::Project drawn()
{
    return project::readProject(Json::parse(R"({
        "name": "drawn",
        "parameters": [
            {"name": "WORKERS", "type": "integer", "value": 8},
            {"name": "FABRIC", "type": "choice", "value": "rack fabric", "alternatives": ["rack fabric"]}],
        "behaviours": [
            {"role": "object-server", "definition": {"id": "object-server",
                "operations": [{"id": "PUT", "arguments": [{"name": "size"}, {"name": "sizes"}], "diagrams": [
                {"id": "full", "blocks": [
                    {"id": "start", "type": "start"},
                    {"id": "split", "type": "set"},
                    {"id": "work", "type": "compute", "work": "1 ms"}], "wires": []}]}]}}],
        "topology": {"groups": [{"id": "storage", "count": 3, "roles": ["object-server"]}]},
        "workloads": [{"id": "load", "role": "object-server", "operations": [{"operation": "PUT"}]}],
        "goals": [{"id": "tail", "metric": "", "at_most": 1}]
    })"));
}

} // namespace

class ExpressionCompletionTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        model_ = std::make_unique<DocumentModel>();
        model_->setProject(drawn());
        inspector_ = std::make_unique<PropertyInspector>();
        inspector_->resize(320, 600);
        controller_ = std::make_unique<InspectorController>(*model_, *inspector_);
        controller_->setLibrary(std::make_shared<project::ComponentLibrary>());
        inspector_->show();
        inspector_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(inspector_.get()));
        open({project::ElementKind::block, {"object-server/PUT/full", "work"}}, "work");
    }

    void aPrefixOpensTheListAndEnterTakesTheChosenName()
    {
        type("2 ns * si");
        QCOMPARE(listed(), QStringList({"size", "sizes"}));
        key(Qt::Key_Down);
        key(Qt::Key_Return);
        QCOMPARE(line_->text(), QString("2 ns * sizes"));
        QVERIFY(!list());
        key(Qt::Key_Return);
        QCOMPARE(work(), Json("2 ns * sizes"));
    }

    void aNameThatAnotherBeginsWithIsTakenOnce()
    {
        type("si");
        key(Qt::Key_Return);
        QCOMPARE(line_->text(), QString("size"));
        QVERIFY(!list());
    }

    void tabTakesTheFirstOneAndTheFocusStays()
    {
        type("WOR");
        key(Qt::Key_Tab);
        QCOMPARE(line_->text(), QString("WORKERS"));
        QVERIFY(line_->hasFocus());
    }

    void escapeClosesTheListAndKeepsWhatWasTyped()
    {
        type("si");
        QVERIFY(list());
        key(Qt::Key_Escape);
        QVERIFY(!list());
        QCOMPARE(line_->text(), QString("si"));
        QVERIFY(line_->hasFocus());
    }

    void aClickTakesAName()
    {
        type("si");
        QListView* view = list();
        QVERIFY(view);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(view->model()->index(1, 0)).center());
        QCOMPARE(line_->text(), QString("sizes"));
    }

    void whatIsTypedInTheMiddleReplacesOnlyThatName()
    {
        type("1 ms *  + 3");
        for (int i = 0; i < 4; ++i)
            key(Qt::Key_Left);
        type("wor", false); // upper and lower case do not matter
        key(Qt::Key_Return);
        QCOMPARE(line_->text(), QString("1 ms * WORKERS + 3"));
    }

    void functionsOpenTheirParenthesisAndNodesListsTheRoles()
    {
        type("mo");
        QVERIFY(listed().contains("mod(a, b)"));
        key(Qt::Key_Return);
        QCOMPARE(line_->text(), QString("mod("));
        type("nodes");
        key(Qt::Key_Return);
        QCOMPARE(listed(), QStringList({"object-server"}));
        key(Qt::Key_Return);
        QCOMPARE(line_->text(), QString("nodes(\"object-server\""));
    }

    void aValueOfAChoiceIsQuoted()
    {
        type("FABRIC == rac");
        key(Qt::Key_Return);
        QCOMPARE(line_->text(), QString("FABRIC == \"rack fabric\""));
        type("FABRIC == \"rac");
        QCOMPARE(listed(), QStringList({"rack fabric"}));
        key(Qt::Key_Return);
        QCOMPARE(line_->text(), QString("FABRIC == \"rack fabric\""));
    }

    void numbersAndTheirUnitsAreNotCompleted()
    {
        type("25 s");
        QVERIFY(!list());
        type("25");
        QVERIFY(!list());
    }

    void aNameThatIsCompleteOpensNoList()
    {
        type("WORKERS");
        QVERIFY(!list());
        type("quux");
        QVERIFY(!list());
    }

    void cellsOfTablesAreCompleted()
    {
        open({project::ElementKind::block, {"object-server/PUT/full", "split"}}, "");
        auto* table = qobject_cast<QTableWidget*>(inspector_->editor("assignments"));
        QVERIFY(table);
        table->item(0, 0)->setText("half");
        table->setCurrentCell(0, 1);
        table->setFocus();
        QTest::keyClick(table, Qt::Key_F2);
        line_ = table->findChild<QLineEdit*>();
        QVERIFY(line_);
        type("sizes / WOR");
        QCOMPARE(listed(), QStringList({"WORKERS"}));
        key(Qt::Key_Tab);
        QCOMPARE(line_->text(), QString("sizes / WORKERS"));
        key(Qt::Key_Return);
        QTRY_COMPARE(fields("split")["assignments"], Json({{"half", "sizes / WORKERS"}}));
    }

    void switchesThatTakeExpressionsAreCompleted()
    {
        open({project::ElementKind::block, {"object-server/PUT/full", "work"}}, "disabled");
        type("WOR");
        key(Qt::Key_Return);
        QCOMPARE(line_->text(), QString("WORKERS"));
    }

    void theMetricOfAGoalIsCompletedAsAWhole()
    {
        open({project::ElementKind::goal, {"tail"}}, "metric");
        type("PUT.lat");
        QVERIFY(listed().contains("PUT.latency.p99"));
        key(Qt::Key_Return);
        QCOMPARE(line_->text(), QString("PUT.latency.mean"));
        line_->clear();
        type("disk");
        QVERIFY(listed().contains("resources.disk.used"));
    }

private:
    void open(const ElementRef& element, const QString& field)
    {
        controller_->show(element);
        if (field.isEmpty())
            return;
        QWidget* editor = inspector_->editor(field);
        QVERIFY(editor);
        auto* combo = qobject_cast<QComboBox*>(editor);
        line_ = combo ? combo->lineEdit() : qobject_cast<QLineEdit*>(editor);
        QVERIFY(line_);
        line_->setFocus();
    }

    /// The visible list, if there is one.
    QListView* list() const { return qobject_cast<QListView*>(QApplication::activePopupWidget()); }

    QStringList listed() const
    {
        QStringList names;
        if (const QListView* view = list())
            for (int row = 0; row < view->model()->rowCount(); ++row)
                names.append(view->model()->index(row, 0).data().toString());
        return names;
    }

    /// Keys go to the list while it is open, as they do for a user.
    void key(Qt::Key pressed) { QTest::keyClick(list() ? static_cast<QWidget*>(list()) : line_, pressed); }

    void type(const QString& text, bool anew = true)
    {
        if (anew)
            line_->clear();
        for (const QChar c : text)
            QTest::keyClick(list() ? static_cast<QWidget*>(list()) : line_, c.toLatin1());
    }

    Json fields(const char* block) const
    {
        return project::findBlock(*project::findDiagram(model_->project(), "object-server/PUT/full"), block)->fields;
    }
    Json work() const { return fields("work")["work"]; }

    std::unique_ptr<DocumentModel> model_;
    std::unique_ptr<PropertyInspector> inspector_;
    std::unique_ptr<InspectorController> controller_;
    QLineEdit* line_ = nullptr;
};

HEADROOM_WIDGET_TEST(ExpressionCompletionTest)
#include "expression_completion_test.moc"
