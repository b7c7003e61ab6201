// Values as people type them: their meaning in the document, and the message when they mean nothing.
#include "tests/widget_tests.h"
#include "widgets/parameters/fields/component_names.h"
#include "widgets/parameters/fields/quantity_check.h"
#include "widgets/parameters/fields/searchable_combo.h"
#include "widgets/parameters/panel/parameter_details.h"

#include "project/resolve/parameter_values.h"

#include <QTest>

using namespace headroom;
using namespace headroom::widgets;
using project::Json;
using project::ParameterType;

namespace {

project::Parameter valueOf(ParameterType type, const char* unit = "")
{
    project::Parameter made;
    made.name = "X";
    made.type = type;
    made.unit = unit;
    return made;
}

} // namespace

class TypedValuesTest : public QObject
{
    Q_OBJECT

private slots:
    void aQuantityStaysAsItIsWrittenWithoutTheBlanksAround()
    {
        const auto size = valueOf(ParameterType::quantity, "B");
        QCOMPARE(parseTyped(size, "  64 KiB ").value, std::optional(Json("64 KiB")));
        QCOMPARE(parseTyped(size, "64KiB").value, std::optional(Json("64KiB")));
        QVERIFY(parseTyped(size, "64 KiB").problem.isEmpty());
    }

    void aNumberIsANumberAndAWholeOneIsWhole()
    {
        const Json whole = *parseTyped(valueOf(ParameterType::integer), "12").value;
        QVERIFY(whole.is_number_integer());
        QCOMPARE(whole, Json(12));
        const Json real = *parseTyped(valueOf(ParameterType::number), "0.25").value;
        QCOMPARE(real, Json(0.25));
        QCOMPARE(parseTyped(valueOf(ParameterType::number), "-3").value, std::optional(Json(-3)));
        QCOMPARE(parseTyped(valueOf(ParameterType::number), "1e3").value, std::optional(Json(1000.0)));
    }

    void whatIsNotUnderstoodIsSaidWithAnExampleInTheUnit_data()
    {
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("example");
        QTest::newRow("size") << "B"
                              << "64 KiB";
        QTest::newRow("time") << "s"
                              << "8 ms";
        QTest::newRow("rate") << "B/s"
                              << "500 MB/s";
        QTest::newRow("another") << "Hz"
                                 << "a quantity in Hz";
        QTest::newRow("none") << ""
                              << "a number";
    }

    void whatIsNotUnderstoodIsSaidWithAnExampleInTheUnit()
    {
        QFETCH(QString, unit);
        const auto type = unit.isEmpty() ? ParameterType::number : ParameterType::quantity;
        for (const char* typed : {"", "   ", "much", "1 2 3", "12 parsecs"}) {
            const TypedValue result = parseTyped(valueOf(type, qPrintable(unit)), typed);
            QVERIFY2(!result.value, typed);
            QVERIFY2(result.problem.startsWith("Not understood"), qPrintable(result.problem));
            QFETCH(QString, example);
            QVERIFY2(result.problem.contains(example), qPrintable(result.problem));
        }
    }

    void aQuantityOfAnotherUnitOrOfNoneIsRefused()
    {
        const auto size = valueOf(ParameterType::quantity, "B");
        for (const char* typed : {"3 s", "3", "3 MB/s"}) {
            QVERIFY2(!parseTyped(size, typed).value, typed);
            QVERIFY2(parseTyped(size, typed).problem.startsWith("Wrong unit"), typed);
        }
    }

    void aPlainNumberHasNoUnitAndAnIntegerNoFraction()
    {
        QVERIFY(parseTyped(valueOf(ParameterType::number), "3 s").problem.contains("without a unit"));
        QVERIFY(parseTyped(valueOf(ParameterType::integer), "3 KiB").problem.contains("without a unit"));
        QVERIFY(parseTyped(valueOf(ParameterType::integer), "2.5").problem.contains("whole number"));
        QVERIFY(parseTyped(valueOf(ParameterType::integer), "2.0").value);
    }

    void theRangeIncludesItsEndsAndIsSaidInTheUnit()
    {
        auto size = valueOf(ParameterType::quantity, "B");
        size.minimum = 1000;
        size.maximum = 1e6;
        QVERIFY(parseTyped(size, "1 KB").value);
        QVERIFY(parseTyped(size, "1 MB").value);
        QCOMPARE(parseTyped(size, "999 B").problem, QString("At least 1.00 KB."));
        QCOMPARE(parseTyped(size, "2 MB").problem, QString("At most 1.00 MB."));
        auto count = valueOf(ParameterType::integer);
        count.minimum = 1;
        QCOMPARE(parseTyped(count, "0").problem, QString("At least 1."));
        QVERIFY(parseTyped(count, "999999999").value);
    }

    void anEditorShowsTextsWithoutQuotesAndNumbersShort()
    {
        QCOMPARE(editorText("16 KB"), QString("16 KB"));
        QCOMPARE(editorText(Json()), QString());
        QCOMPARE(editorText(64), QString("64"));
        QCOMPARE(editorText(0.1), QString("0.1"));
        QCOMPARE(editorText(true), QString("true"));
        QCOMPARE(editorText(Json{{"a", 1}}), QString(R"({"a":1})"));
        QCOMPARE(editorText("Größe"), QString("Größe"));
    }

    void whatAnEditorShowsMeansTheSameAgain()
    {
        for (const Json& value : {Json(64), Json(-1), Json(0.1), Json("16 KB"), Json("2 * WORKERS"), Json("")})
            QCOMPARE(jsonFromText(editorText(value)), value);
    }

    void whatLooksLikeANumberAndIsNoneStaysAText()
    {
        for (const char* typed : {"nan", "inf", "-inf", "1,5", "0x10", "12 ms", "1e999"})
            QVERIFY2(jsonFromText(typed).is_string(), typed);
        QVERIFY(jsonFromText("9223372036854775807").is_number_integer());
        QVERIFY(jsonFromText("9223372036854775808").is_number_float());
    }

    void aSwitchOffersBothPositionsAndAnythingElseItsAlternatives()
    {
        QCOMPARE(offeredBy(valueOf(ParameterType::flag)).size(), std::size_t(2));
        QVERIFY(offeredBy(valueOf(ParameterType::integer)).empty());
        auto count = valueOf(ParameterType::integer);
        count.alternatives = {1, 2, 4};
        QCOMPARE(offeredBy(count), (std::vector<Json>{1, 2, 4}));
    }

    void ticksAreThoseOfTheAlternativesAndReadBackEqual()
    {
        auto count = valueOf(ParameterType::integer);
        count.value = 1;
        count.alternatives = {1, 2, 4};
        QCOMPARE(project::tickedOf(withTicks(count, {4, 1})).size(), std::size_t(2));
        QVERIFY(project::tickedOf(withTicks(count, {})).empty());
        QCOMPARE(project::tickedOf(withTicks(count, {1, 2, 4})), (std::vector<Json>{1, 2, 4}));
        QCOMPARE(withTicks(count, {2}).alternatives, count.alternatives);
        QCOMPARE(withTicks(count, {2}).value, count.value);
    }

    void anotherTypeLeavesNothingThatDoesNotFitIt()
    {
        project::Findings findings;
        const auto library = project::ComponentLibrary::load(project::libraryFolders(), findings);
        auto size = valueOf(ParameterType::quantity, "B");
        size.value = "16 KB";
        size.alternatives = {"16 KB", "1 MB"};
        size.minimum = 1;
        for (const auto type : {ParameterType::number, ParameterType::integer, ParameterType::flag,
                                ParameterType::choice, ParameterType::component, ParameterType::quantity}) {
            const project::Parameter changed = withType(size, type, library);
            QCOMPARE(changed.type, type);
            QCOMPARE(changed.name, size.name);
            QVERIFY(!project::faultOf(changed, changed.value, library));
            for (const Json& alternative : changed.alternatives)
                QVERIFY(!project::faultOf(changed, alternative, library));
        }
        QCOMPARE(withType(size, ParameterType::quantity, library).value, size.value);
    }

    void kindsOfComponentsAreCalledInTheWordsOfTheField()
    {
        QCOMPARE(kindHeading("disk"), QString("Hard disks"));
        QCOMPARE(kindHeading("nic"), QString("Network adapters"));
        QCOMPARE(kindHeading("abacus"), QString("abacus"));
        project::Component component;
        component.model = "DC S3700";
        QCOMPARE(titleOf(component), QString("DC S3700"));
        component.vendor = "Intel";
        QCOMPARE(titleOf(component), QString("Intel DC S3700"));
    }

    void componentsStandBelowTheirKindsOnlyWhereThereAreSeveral()
    {
        project::Component disk, other, ssd;
        disk.id = "a";
        other.id = "b";
        ssd.id = "c";
        disk.model = other.model = ssd.model = "M";
        disk.kind = other.kind = "disk";
        ssd.kind = "ssd";
        SearchableCombo one, several;
        addComponents(one, {&disk, &other});
        QCOMPARE(one.count(), 2);
        addComponents(several, {&disk, &ssd, &other});
        QCOMPARE(several.count(), 5);
        QCOMPARE(several.itemText(0), QString("Hard disks"));
        QCOMPARE(several.itemData(1).toString(), QString("a"));
        QCOMPARE(several.itemData(2).toString(), QString("b"));
        QCOMPARE(several.itemText(3), QString("SSDs"));
        QCOMPARE(several.itemData(4).toString(), QString("c"));
        SearchableCombo none;
        addComponents(none, {});
        QCOMPARE(none.count(), 0);
    }
};

HEADROOM_WIDGET_TEST(TypedValuesTest)
#include "typed_values_test.moc"
