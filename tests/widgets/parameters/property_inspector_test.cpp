// The inspector says which field should get which value, once, and keeps what is being typed.
#include "widgets/parameters/property_inspector.h"

#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
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
        QTest::mouseClick(reset, Qt::LeftButton);
        inspector_->setValues(Json::object());
        QCOMPARE(spy_->count(), 1);
        QVERIFY(spy_->at(0).at(1).value<Json>().is_null());
        QCOMPARE(line("count")->text(), QString());
        QVERIFY(!reset->isVisible());
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

private:
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

QTEST_MAIN(PropertyInspectorTest)
#include "property_inspector_test.moc"
