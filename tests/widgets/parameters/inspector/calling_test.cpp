// Arguments of a call for the operation that it calls: rows of the inspector, filled in with what the caller knows.
#include "tests/widget_tests.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/model/document_model.h"
#include "widgets/parameters/inspector/inspector_controller.h"
#include "widgets/parameters/inspector/property_inspector.h"
#include "widgets/parameters/inspector/value_table.h"

#include "project/file/json_reader.h"
#include "project/file/json_writer.h"

#include <QComboBox>
#include <QLineEdit>
#include <QtTest>

using namespace headroom;
using namespace headroom::widgets;
using project::Json;

namespace {

/// A web role that knows a key and a size, and a store that is asked with them.
project::Project twoRoles()
{
    return project::readProject(Json::parse(R"({
        "name": "two roles",
        "behaviours": [
            {"role": "web", "definition": {"id": "web", "operations": [
                {"id": "view", "arguments": [{"name": "key"}, {"name": "size", "type": "bytes"}], "diagrams": [{"id": "full",
                    "blocks": [{"id": "start", "type": "start"}, {"id": "call", "type": "call"}], "wires": []}]}]}},
            {"role": "store", "definition": {"id": "store", "operations": [
                {"id": "read", "arguments": [{"name": "size", "type": "bytes", "default": 4096},
                    {"name": "key", "type": "key"}, {"name": "reason", "type": "number"}], "diagrams": [{"id": "full"}]},
                {"id": "drop", "arguments": [{"name": "key", "type": "key"}, {"name": "why"}],
                    "diagrams": [{"id": "full"}]},
                {"id": "ping", "diagrams": [{"id": "full"}]}]}},
            {"role": "log", "definition": {"id": "log", "operations": [
                {"id": "note", "arguments": [{"name": "size", "type": "bytes"}], "diagrams": [{"id": "full"}]}]}}],
        "workloads": [{"id": "load", "role": "web", "operations": [{"operation": "view"}]}]
    })"));
}

} // namespace

class CallingTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        model_ = std::make_unique<DocumentModel>();
        model_->setProject(twoRoles());
        inspector_ = std::make_unique<PropertyInspector>();
        inspector_->resize(320, 900);
        controller_ = std::make_unique<InspectorController>(*model_, *inspector_);
        controller_->setLibrary(std::make_shared<project::ComponentLibrary>());
        inspector_->show();
        inspector_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(inspector_.get()));
        controller_->show(call_);
        opened_ = project::toText(model_->project());
    }
    void cleanup()
    {
        controller_.reset();
        inspector_.reset();
        model_.reset();
    }

    void theArgumentsOfTheChosenOperationAreRowsWithWhatTheCallerKnows()
    {
        choose("role", "store");
        choose("operation", "read");
        QCOMPARE(names(), QStringList({"size", "key", "reason"}));
        QCOMPARE(values(), QStringList({"size", "key", ""}));
        QCOMPARE(hint(0), QString("4096")); // its default
        QVERIFY(hint(2).contains("required") && hint(2).contains("number"));
        QCOMPARE(given(), (Json{{"size", "size"}, {"key", "key"}}));
        write(2, "7");
        QCOMPARE(given(), (Json{{"size", "size"}, {"key", "key"}, {"reason", 7}}));

        const project::Project read = project::readProject(Json::parse(project::toText(model_->project())));
        QCOMPARE(project::toText(read), project::toText(model_->project()));
        while (model_->undoStack()->canUndo())
            model_->undoStack()->undo();
        QCOMPARE(project::toText(model_->project()), opened_);
    }

    void anotherOperationHasOtherRowsAndLosesNothingThatWasWritten()
    {
        choose("role", "store");
        choose("operation", "read");
        write(2, "2 * size");
        const int steps = model_->undoStack()->count();
        choose("operation", "drop");
        QCOMPARE(model_->undoStack()->count(), steps + 1);
        QCOMPARE(names(), QStringList({"key", "why", "reason"}));
        QCOMPARE(values(), QStringList({"key", "", "2 * size"}));
        QVERIFY(!problem(2).isEmpty()); // drop takes no reason
        QVERIFY(problem(0).isEmpty() && problem(1).isEmpty());
        model_->undoStack()->undo();
        QTRY_COMPARE(names(), QStringList({"size", "key", "reason"}));
        QCOMPARE(values(), QStringList({"size", "key", "2 * size"}));
    }

    void theOnlyOperationOfARoleIsChosenWithIt()
    {
        choose("role", "log");
        QCOMPARE(field("operation"), Json("note"));
        QCOMPARE(given(), (Json{{"size", "size"}}));
        QCOMPARE(model_->undoStack()->count(), 1);
        choose("role", "store"); // it has three
        QCOMPARE(field("operation"), Json("note"));
    }

    void theOperationsToChooseFromAreThoseOfTheRoleThatWasChosen()
    {
        choose("role", "store");
        auto* operations = qobject_cast<QComboBox*>(inspector_->editor("operation"));
        QTRY_COMPARE(operations->count(), 3);
        QCOMPARE(operations->itemText(1), QString("drop"));
    }

    void anOperationWithoutArgumentsHasNoTable()
    {
        choose("role", "store");
        choose("operation", "ping");
        QTRY_VERIFY(!inspector_->editor("arguments"));
        QVERIFY(given().is_null());
        choose("operation", "read");
        QTRY_VERIFY(inspector_->editor("arguments"));
    }

    void anArgumentThatIsDeclaredLaterGetsARow()
    {
        choose("role", "log");
        QTRY_COMPARE(names(), QStringList({"size"}));
        setField(*model_, {ElementKind::operation, {"log", "note"}}, "arguments",
                 Json::parse(R"([{"name": "size"}, {"name": "level"}])"));
        QTRY_COMPARE(names(), QStringList({"size", "level"}));
        QCOMPARE(values(), QStringList({"size", ""}));
    }

    void theOperationOfAWorkloadHasTheSameRows()
    {
        controller_->show(ElementRef{ElementKind::share, {"load", "view"}});
        QCOMPARE(names(), QStringList({"key", "size"}));
        write(0, "key");
        QCOMPARE(model_->field({ElementKind::share, {"load", "view"}}, "arguments"), (Json{{"key", "key"}}));
    }

    void anOperationKeepsDefaultsAndTypesWhenItsArgumentsAreEdited()
    {
        controller_->show(ElementRef{ElementKind::operation, {"store", "read"}});
        auto* declared = table();
        QCOMPARE(declared->columnCount(), 3);
        QCOMPARE(declared->item(0, 2)->text(), QString("4096"));
        declared->item(2, 0)->setText("cause");
        QCOMPARE(model_->field({ElementKind::operation, {"store", "read"}}, "arguments"),
                 Json::parse(R"([{"name": "size", "type": "bytes", "default": 4096}, {"name": "key", "type": "key"},
                                 {"name": "cause", "type": "number"}])"));
    }

    void theFieldThatHasTheFocusKeepsItWhenTheFormChanges()
    {
        choose("role", "store");
        auto* operation = qobject_cast<QComboBox*>(inspector_->editor("operation"));
        operation->setFocus();
        operation->lineEdit()->selectAll();
        QTest::keyClicks(operation->lineEdit(), "ping");
        QTest::keyClick(operation->lineEdit(), Qt::Key_Return); // the form loses a field
        QTRY_VERIFY(!inspector_->editor("arguments"));
        QTRY_VERIFY(inspector_->editor("operation")->isAncestorOf(QApplication::focusWidget()) ||
                    inspector_->editor("operation") == QApplication::focusWidget());
    }

private:
    ValueTable* table() { return qobject_cast<ValueTable*>(inspector_->editor("arguments")); }
    Json field(const char* name) { return model_->field(call_, name); }
    Json given() { return field("arguments"); }
    QStringList column(int column)
    {
        QApplication::processEvents();
        QStringList texts;
        for (int row = 0; table() && row < table()->rowCount(); ++row)
            texts.append(table()->item(row, column)->text());
        return texts;
    }
    QStringList names() { return column(0); }
    QStringList values() { return column(1); }
    QString hint(int row) { return table()->item(row, 1)->data(ValueTable::hintRole).toString(); }
    QString problem(int row) { return table()->item(row, 0)->data(ValueTable::problemRole).toString(); }

    void choose(const char* name, const QString& choice)
    {
        auto* combo = qobject_cast<QComboBox*>(inspector_->editor(name));
        QVERIFY2(combo, name);
        combo->setFocus();
        combo->lineEdit()->selectAll();
        QTest::keyClicks(combo->lineEdit(), choice);
        QTest::keyClick(combo->lineEdit(), Qt::Key_Return);
        QApplication::processEvents();
    }
    /// Types a value into its cell.
    void write(int row, const QString& value)
    {
        QApplication::processEvents();
        table()->setFocus();
        table()->setCurrentCell(row, 1);
        QTest::keyClick(table(), Qt::Key_F2);
        auto* line = table()->findChild<QLineEdit*>();
        QVERIFY(line);
        line->selectAll();
        QTest::keyClicks(line, value);
        if (QWidget* list = QApplication::activePopupWidget())
            QTest::keyClick(list, Qt::Key_Escape); // the typed text stays
        QTest::keyClick(line, Qt::Key_Return);
        QApplication::processEvents();
    }

    ElementRef call_ = ElementRef::block("web/view/full", "call");
    std::unique_ptr<DocumentModel> model_;
    std::unique_ptr<PropertyInspector> inspector_;
    std::unique_ptr<InspectorController> controller_;
    std::string opened_;
};

HEADROOM_WIDGET_TEST(CallingTest)
#include "calling_test.moc"
