// The editors of the property inspector: which kind of field has which, and what each makes of what is typed or chosen.
#include "tests/widget_tests.h"
#include "widgets/parameters/fields/entry_delegate.h"
#include "widgets/parameters/inspector/property_inspector.h"
#include "widgets/theme/theme.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

using namespace headroom;
using project::FieldType;
using project::Json;

namespace {

project::FieldDeclaration declared(const char* name, FieldType type)
{
    project::FieldDeclaration field;
    field.name = name;
    field.type = type;
    return field;
}

} // namespace

class InspectorFieldsTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        inspector_ = std::make_unique<widgets::PropertyInspector>();
        inspector_->show();
        inspector_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(inspector_.get()));
        edited_ = std::make_unique<QSignalSpy>(inspector_.get(), &widgets::PropertyInspector::fieldEdited);
        named_ = std::make_unique<QSignalSpy>(inspector_.get(), &widgets::PropertyInspector::nameEdited);
    }

    void withoutASubjectItSaysWhatToSelect()
    {
        QVERIFY(says("Select a block"));
        open({declared("work", FieldType::number)});
        QVERIFY(!says("Select a block"));
        QVERIFY(line("work"));
        inspector_->clear();
        QVERIFY(says("Select a block"));
        QVERIFY(!inspector_->editor("work"));
    }

    void severalThingsWithoutACommonFieldSayThat()
    {
        inspector_->setSubject("3 elements", {}, false, {}, Json::object());
        QVERIFY(says("no property in common"));
        inspector_->setSubject("Role", "proxy", true, {}, Json::object()); // its name can be edited
        QVERIFY(!says("no property in common"));
    }

    void aNameThatCannotBeEditedStandsInTheHeading()
    {
        inspector_->setSubject("Block", "start", false, {}, Json::object());
        QVERIFY(says("BLOCK · start"));
        QVERIFY(!inspector_->findChild<QLineEdit*>("subjectName"));
    }

    void aNewNameIsSaidOnceWithoutTheBlanksAround()
    {
        inspector_->setSubject("Node group", "storage", true, {declared("count", FieldType::integer)}, Json::object());
        auto* name = inspector_->findChild<QLineEdit*>("subjectName");
        QCOMPARE(name->text(), QString("storage"));
        name->setFocus();
        QTest::keyClick(name, Qt::Key_Return);
        QCOMPARE(named_->count(), 0); // it is the same
        name->selectAll();
        QTest::keyClicks(name, "  disks ");
        QTest::keyClick(name, Qt::Key_Return);
        line("count")->setFocus();
        QCOMPARE(named_->count(), 1);
        QCOMPARE(named_->at(0).at(0).toString(), QString("disks"));
    }

    void eachTypeOfFieldHasItsEditor()
    {
        auto choice = declared("choice", FieldType::choice);
        choice.choices = {"a", "b"};
        open({declared("number", FieldType::number), declared("integer", FieldType::integer),
              declared("quantity", FieldType::quantity), declared("text", FieldType::text),
              declared("variable", FieldType::variable), declared("flag", FieldType::flag), choice,
              declared("role", FieldType::role), declared("component", FieldType::component),
              declared("assignments", FieldType::assignments), declared("reductions", FieldType::reductions)});
        for (const char* name : {"number", "integer", "quantity", "text", "variable"})
            QVERIFY2(line(name), name);
        for (const char* name : {"flag", "choice", "role", "component"})
            QVERIFY2(combo(name) && combo(name)->isEditable(), name); // the name of a parameter fits as well
        for (const char* name : {"assignments", "reductions"})
            QVERIFY2(qobject_cast<QTableWidget*>(inspector_->editor(name)), name);
        QVERIFY(!inspector_->editor("of another kind"));
    }

    void aFieldIsLabelledWithItsUnitItsDefaultAndItsExample()
    {
        auto memory = declared("memory", FieldType::quantity), plain = declared("plain", FieldType::text);
        memory.label = "Main memory";
        memory.unit = "B";
        memory.defaultValue = "64 GiB";
        memory.meaning = "Of one node.";
        memory.example = "128 GiB";
        plain.example = "anything";
        plain.required = true;
        open({memory, plain});
        QVERIFY(says("Main memory") && says("B"));
        QVERIFY(says("plain") && says("required"));
        QCOMPARE(line("memory")->placeholderText(), QString("64 GiB"));
        QCOMPARE(line("plain")->placeholderText(), QString("e.g. anything"));
        QCOMPARE(line("memory")->toolTip(), QString("Of one node.\nExample: 128 GiB\nDefault: 64 GiB"));
        QCOMPARE(line("memory")->accessibleName(), QString("Main memory"));
    }

    void whatIsTypedBecomesAValueOfTheFieldsType_data()
    {
        QTest::addColumn<int>("type");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("json");
        const auto row = [](const char* name, FieldType type, const char* typed, const char* json) {
            QTest::newRow(name) << static_cast<int>(type) << QString(typed) << QString(json);
        };
        row("whole number", FieldType::integer, "12", "12");
        row("number", FieldType::number, "0.5", "0.5");
        row("expression", FieldType::number, "2 * WORKERS", R"("2 * WORKERS")");
        row("quantity", FieldType::quantity, " 64 KiB ", R"("64 KiB")");
        row("quantity without a unit", FieldType::quantity, "7", "7");
        row("a text that looks like a number", FieldType::text, "12", R"("12")");
        row("variable", FieldType::variable, "size", R"("size")");
    }

    void whatIsTypedBecomesAValueOfTheFieldsType()
    {
        QFETCH(int, type);
        QFETCH(QString, typed);
        QFETCH(QString, json);
        open({declared("x", static_cast<FieldType>(type))});
        line("x")->setFocus();
        QTest::keyClicks(line("x"), typed);
        QTest::keyClick(line("x"), Qt::Key_Return);
        QCOMPARE(edited_->count(), 1);
        QCOMPARE(value(0), Json::parse(json.toStdString()));
    }

    void anEmptiedFieldGoesBackToItsDefault()
    {
        open({declared("work", FieldType::quantity)}, Json{{"work", "2 ms"}});
        QCOMPARE(line("work")->text(), QString("2 ms"));
        line("work")->setFocus();
        line("work")->selectAll();
        QTest::keyClick(line("work"), Qt::Key_Backspace);
        QTest::keyClick(line("work"), Qt::Key_Return);
        QCOMPARE(edited_->count(), 1);
        QVERIFY(value(0).is_null());
    }

    void visitingAFieldIsNoEdit()
    {
        open({declared("a", FieldType::quantity), declared("b", FieldType::flag), declared("c", FieldType::text)},
             Json{{"a", "2 ms"}, {"b", true}, {"c", "x"}});
        line("a")->setFocus();
        for (int i = 0; i < 8; ++i)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        line("c")->setFocus();
        QTest::keyClick(line("c"), Qt::Key_Return);
        QCOMPARE(edited_->count(), 0);
    }

    void aFlagIsTrueOrFalseOrTheNameOfAParameter()
    {
        open({declared("sync", FieldType::flag)}, Json{{"sync", true}});
        QCOMPARE(combo("sync")->currentText(), QString("true"));
        type("sync", "false");
        QCOMPARE(value(0), Json(false));
        inspector_->setValues(Json{{"sync", false}});
        type("sync", "BARRIER");
        QCOMPARE(value(1), Json("BARRIER"));
        QCOMPARE(edited_->count(), 2);
    }

    void aChoiceIsTakenByTheArrowKeysOnce()
    {
        auto order = declared("order", FieldType::choice);
        order.choices = {"first", "second", "third"};
        open({order}, Json{{"order", "first"}});
        combo("order")->setFocus();
        QTest::keyClick(combo("order"), Qt::Key_Down);
        QCOMPARE(edited_->count(), 1);
        QCOMPARE(value(0), Json("second"));
        inspector_->setValues(Json{{"order", "second"}});
        QCOMPARE(combo("order")->currentText(), QString("second"));
        inspector_->setValues(Json::object());
        QCOMPARE(combo("order")->currentText(), QString());
        QCOMPARE(edited_->count(), 1); // values from elsewhere are no edits
    }

    void whatIsNoneOfTheChoicesIsShownAsItIs()
    {
        auto order = declared("order", FieldType::choice);
        order.choices = {"first"};
        open({order}, Json{{"order", "of a later version"}});
        QCOMPARE(combo("order")->currentText(), QString("of a later version"));
        QCOMPARE(edited_->count(), 0);
    }

    void aComponentIsFoundByAnyPartOfItsName()
    {
        inspector_->setCandidates([](const project::FieldDeclaration&) {
            return QList<widgets::Candidate>{{"DISK", ""},
                                             {"es3", "Seagate Constellation ES.3", "3 TB, 7200 rpm"},
                                             {"p3700", "Intel SSD DC P3700", "2 TB, NVMe"}};
        });
        open({declared("disk", FieldType::component)}, Json::object());
        auto* combo = static_cast<QComboBox*>(inspector_->editor("disk"));
        const auto typed = [&](const QString& text) {
            combo->setFocus();
            combo->lineEdit()->selectAll();
            QTest::keyClicks(combo->lineEdit(), text);
            if (QWidget* list = combo->completer()->popup(); list->isVisible())
                list->hide();
            QTest::keyClick(combo->lineEdit(), Qt::Key_Return);
            return edited_->isEmpty() ? Json() : edited_->last().at(1).value<Json>();
        };
        QCOMPARE(typed("p37"), Json("p3700"));
        QCOMPARE(combo->currentText(), combo->itemText(combo->findData("p3700"))); // the whole name
        QCOMPARE(typed("es.3"), Json("es3"));
        QCOMPARE(typed("p3700"), Json("p3700")); // an id
        QCOMPARE(typed("DISK"), Json("DISK"));
        QCOMPARE(typed("floppy"), Json("floppy")); // the checks say that there is no such component
        QCOMPARE(combo->itemData(1, widgets::entryDetailRole).toString(), QString("3 TB, 7200 rpm"));
    }

    void candidatesAreShownByTheirTitlesAndSaidByTheirValues()
    {
        inspector_->setCandidates([](const project::FieldDeclaration& field) {
            return field.name == "disk" ? QList<widgets::Candidate>{{"es2", "Constellation"}, {"DISK", ""}}
                                        : QList<widgets::Candidate>();
        });
        open({declared("disk", FieldType::component)}, Json{{"disk", "es2"}});
        QCOMPARE(combo("disk")->currentText(), QString("Constellation"));
        QCOMPARE(combo("disk")->count(), 2);
        type("disk", "DISK");
        QCOMPARE(value(0), Json("DISK"));
        inspector_->setValues(Json{{"disk", "DISK"}});
        type("disk", "Constellation");
        QCOMPARE(value(1), Json("es2"));
    }

    void aTextThatNamesSomethingElseIsChosenAmongWhatThereIs()
    {
        bool any = true;
        inspector_->setCandidates([&any](const project::FieldDeclaration&) {
            return any ? QList<widgets::Candidate>{{"a", ""}} : QList<widgets::Candidate>();
        });
        open({declared("of", FieldType::text)});
        QVERIFY(combo("of"));
        any = false;
        open({declared("of", FieldType::text)});
        QVERIFY(line("of"));
    }

    void theResultOfADefaultIsShownWhileNothingIsSet()
    {
        inspector_->setPreview([](const project::FieldDeclaration&, const QString& expression) {
            return expression == "SOCKETS" ? QString("2") : expression;
        });
        auto sockets = declared("sockets", FieldType::integer);
        sockets.defaultValue = "SOCKETS";
        open({sockets, declared("count", FieldType::integer), declared("text", FieldType::text)},
             Json{{"count", 4}, {"text", "SOCKETS"}});
        QCOMPARE(preview("sockets"), QString("= 2"));
        QCOMPARE(preview("count"), QString()); // the result is what stands there
        QCOMPARE(preview("text"), QString());  // a text has no result
        inspector_->setValues(Json{{"count", "SOCKETS"}});
        QCOMPARE(preview("count"), QString("= 2"));
    }

    void aResultTakesTheRoomThatTheTypedTextLeaves()
    {
        const QString model = "Intel Xeon E5-2695 v3 with fourteen cores and thirty-five mebibytes of cache";
        inspector_->setPreview([&](const project::FieldDeclaration&, const QString&) { return model; });
        open({declared("count", FieldType::integer)}, Json{{"count", "PROCESSOR_TYPE"}});
        const auto shownAt = [&](int width) {
            inspector_->resize(width + inspector_->width() - line("count")->width(), inspector_->height());
            QApplication::processEvents();
            return preview("count");
        };
        QCOMPARE(shownAt(900), "= " + model);
        const QString elided = shownAt(300);
        QVERIFY(elided.startsWith("= Intel") && elided.size() < model.size());
        const QRect result = line("count")->findChild<QLabel*>("preview")->geometry();
        const int typed = line("count")->fontMetrics().horizontalAdvance(line("count")->text());
        QVERIFY(result.left() > widgets::rhythm::step + typed);
        inspector_->setValues(Json{{"count", "A_NAME_THAT_TAKES_THE_WHOLE_WIDTH_OF_THE_FIELD"}});
        QCOMPARE(shownAt(300), QString()); // "= …" says nothing
    }

    void anotherKindOfElementIsShownFromItsTop()
    {
        project::Fields fields;
        for (int i = 0; i < 30; ++i)
            fields.push_back(declared(("field" + std::to_string(i)).c_str(), FieldType::number));
        QScrollArea area;
        auto* inspector = new widgets::PropertyInspector;
        area.setWidget(inspector);
        area.setWidgetResizable(true);
        area.resize(260, 200);
        area.show();
        const auto show = [&](const char* kind, const char* name) {
            inspector->setSubject(kind, name, false, fields, Json::object());
            QApplication::processEvents();
            return area.verticalScrollBar()->value();
        };
        show("Write", "write1");
        area.verticalScrollBar()->setValue(120);
        QCOMPARE(show("Write", "write2"), 120); // the field that was looked at
        QCOMPARE(show("Read", "read1"), 0);
    }

    void onlyWhatIsSetCanBeReset()
    {
        open({declared("a", FieldType::number), declared("b", FieldType::number)}, Json{{"a", 1}});
        QVERIFY(reset("a")->isVisible());
        QVERIFY(!reset("b")->isVisible());
        inspector_->setValues(Json{{"b", 1}});
        QVERIFY(!reset("a")->isVisible());
        QVERIFY(reset("b")->isVisible());
    }

    void malformedValuesAreShownAndNotTouched()
    {
        open({declared("a", FieldType::number), declared("b", FieldType::flag), declared("c", FieldType::assignments),
              declared("d", FieldType::text)},
             Json{{"a", Json::array({1, 2})}, {"b", Json{{"x", 1}}}, {"c", 7}, {"d", nullptr}});
        QCOMPARE(line("a")->text(), QString("[1,2]"));
        QCOMPARE(combo("b")->currentText(), QString(R"({"x":1})"));
        QCOMPARE(line("d")->text(), QString());
        open({declared("a", FieldType::number)}, Json(3)); // not even an object
        QCOMPARE(line("a")->text(), QString());
        QCOMPARE(edited_->count(), 0);
    }

private:
    void open(const project::Fields& fields, const Json& values = Json::object())
    {
        inspector_->setSubject("Block", "x", false, fields, values);
        QApplication::processEvents();
    }
    QLineEdit* line(const char* field) const { return qobject_cast<QLineEdit*>(inspector_->editor(field)); }
    QComboBox* combo(const char* field) const { return qobject_cast<QComboBox*>(inspector_->editor(field)); }
    QToolButton* reset(const char* field) const
    {
        return inspector_->findChild<QToolButton*>(QString("reset ") + field);
    }
    QString preview(const char* field) const { return line(field)->findChild<QLabel*>("preview")->text(); }
    bool says(const QString& text) const
    {
        const auto labels = inspector_->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const QLabel* label) { return label->isVisible() && label->text().contains(text); });
    }
    void type(const char* field, const QString& text) const
    {
        combo(field)->setFocus();
        combo(field)->lineEdit()->selectAll();
        QTest::keyClicks(combo(field), text);
        QTest::keyClick(combo(field), Qt::Key_Return);
    }
    Json value(int index) const { return edited_->at(index).at(1).value<Json>(); }

    std::unique_ptr<widgets::PropertyInspector> inspector_;
    std::unique_ptr<QSignalSpy> edited_, named_;
};

HEADROOM_WIDGET_TEST(InspectorFieldsTest)
#include "inspector_fields_test.moc"
