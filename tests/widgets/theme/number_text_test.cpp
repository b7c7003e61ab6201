// Numbers as charts and tables show them: three digits, a unit that people read, and nothing for what is no number.
#include "tests/widget_tests.h"
#include "widgets/theme/axis_text.h"
#include "widgets/theme/drawing_colours.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"

#include <QSet>
#include <QTest>

#include <limits>

using namespace headroom::widgets;

class NumberTextTest : public QObject
{
    Q_OBJECT

private slots:
    void aValueHasThreeDigitsAndItsUnit_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("text");
        QTest::newRow("rate") << 4820.0 << "1/s" << QString("4\u2009820 /s");
        QTest::newRow("rate of nothing") << 0.0 << "1/s"
                                         << "0 /s";
        QTest::newRow("large rate") << 1234567.0 << "1/s" << QString("1\u2009230\u2009000 /s");
        QTest::newRow("time") << 0.0126 << "s"
                              << "12.6 ms";
        QTest::newRow("no time") << 0.0 << "s"
                                 << "0 s";
        QTest::newRow("short time") << 3.5e-7 << "s" << QString("350 ns");
        QTest::newRow("bytes a second") << 2.5e8 << "B/s"
                                        << "250 MB/s";
        QTest::newRow("share") << 0.93 << "share"
                               << "93 %";
        QTest::newRow("all") << 1.0 << "share"
                             << "100 %";
        QTest::newRow("none") << 0.0 << "share"
                              << "0 %";
        QTest::newRow("small share") << 0.0123 << "share"
                                     << "1.2 %";
        QTest::newRow("share that rounds to ten") << 0.0996 << "share"
                                                  << "10 %";
        QTest::newRow("share below ten") << 0.0994 << "share"
                                         << "9.9 %";
        QTest::newRow("share below zero") << -0.05 << "share"
                                          << "-5.0 %";
        QTest::newRow("number") << 2.0 / 3 << "1"
                                << "0.667";
        QTest::newRow("number without a unit") << 12345.6 << "" << QString("12\u2009300");
        QTest::newRow("time below all units") << 5.4e-20 << "s"
                                              << "<0.01 ns";
        QTest::newRow("least time") << 1e-11 << "s"
                                    << "0.01 ns";
        QTest::newRow("number that would be a power of ten") << 4.5e-6 << "1"
                                                             << "<0.0001";
        QTest::newRow("unit of its own") << 250.0 << "USD"
                                         << "250 USD";
    }

    void aValueHasThreeDigitsAndItsUnit()
    {
        QFETCH(double, value);
        QFETCH(QString, unit);
        QTEST(valueText(value, unit), "text");
    }

    void whatIsNoNumberIsADashInEveryUnit()
    {
        for (const char* unit : {"1/s", "s", "B/s", "share", "1", "", "W"})
            for (const double value :
                 {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                  -std::numeric_limits<double>::infinity()})
                QCOMPARE(valueText(value, unit), QString("–"));
    }

    void theScaleOfAnAxisIsShort_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("text");
        QTest::newRow("zero has no unit") << 0.0 << "s"
                                          << "0";
        QTest::newRow("zero of a rate") << 0.0 << "B/s"
                                        << "0";
        QTest::newRow("share") << 0.5 << "share"
                               << "50 %";
        QTest::newRow("no share") << 0.0 << "share"
                                  << "0 %";
        QTest::newRow("fine share") << 0.0005 << "share"
                                    << "0.05 %";
        QTest::newRow("second") << 1.0 << "s"
                                << "1 s";
        QTest::newRow("minutes stay seconds") << 600.0 << "s"
                                              << "600 s";
        QTest::newRow("milliseconds") << 0.012 << "s"
                                      << "12 ms";
        QTest::newRow("microseconds") << 2.5e-6 << "s" << QString("2.5 µs");
        QTest::newRow("nanoseconds") << 3e-9 << "s"
                                     << "3 ns";
        QTest::newRow("less than a nanosecond") << 5e-10 << "s"
                                                << "0.5 ns";
        QTest::newRow("a step that is a hair less than its unit") << 1e-3 * (1 - 1e-12) << "s"
                                                                  << "1 ms";
        QTest::newRow("thousands") << 4500.0 << "1/s"
                                   << "4.5 k";
        QTest::newRow("thousand") << 1000.0 << "1"
                                  << "1 k";
        QTest::newRow("below a thousand") << 999.0 << "1"
                                          << "999";
        QTest::newRow("millions") << 2e6 << "1/s"
                                  << "2 M";
        QTest::newRow("billions") << 3e9 << "1"
                                  << "3 G";
        QTest::newRow("more") << 7e15 << "1"
                              << "7000 T";
        QTest::newRow("bytes a second") << 2e8 << "B/s"
                                        << "200 MB/s";
        QTest::newRow("bytes") << 512.0 << "B"
                               << "512 B";
        QTest::newRow("part of one") << 0.25 << "1"
                                     << "0.25";
        QTest::newRow("bits a second") << 25e9 << "b/s"
                                       << "25 Gb/s";
        QTest::newRow("ten thousand seconds") << 12345.0 << "s"
                                              << "12345 s";
        QTest::newRow("four digits") << 0.123456 << "1"
                                     << "0.1235";
        QTest::newRow("very small") << 5e-6 << "1/s" << QString("5×10⁻⁶");
        QTest::newRow("below zero") << -4500.0 << "1/s"
                                    << "-4.5 k";
        QTest::newRow("time below zero") << -0.012 << "s"
                                         << "-12 ms";
    }

    void theScaleOfAnAxisIsShort()
    {
        QFETCH(double, value);
        QFETCH(QString, unit);
        QTEST(tickText(value, unit), "text");
    }

    void aValueHasTheUnitOfThoseAroundIt()
    {
        QCOMPARE(textAmong(3e-10, 1e-9, "s", 1), QString("0.3 ns"));
        QCOMPARE(textAmong(0.5, 60, "s", 1), QString("0.5 s"));
        QCOMPARE(textAmong(0, 0.02, "s", 1), QString("0.0 ms"));
    }

    void eachColourOfADrawingHasAWordAndLooksOfItsOwn()
    {
        for (const Theme theme : {Theme::light, Theme::dark}) {
            applyTheme(*qApp, theme);
            const QPalette palette = QApplication::palette();
            QSet<QString> words;
            QSet<QRgb> strong, faint;
            for (const QString& name : drawingColours()) {
                words.insert(drawingColourLabel(name));
                strong.insert(drawingColour(name, palette).rgb());
                faint.insert(drawingTint(name, palette).rgb());
                QCOMPARE(drawingColourLabel(name).toLower(),
                         name); // word and name stand at the same place of their lists
            }
            QCOMPARE(words.size(), drawingColours().size());
            QCOMPARE(strong.size(), drawingColours().size());
            QCOMPARE(faint.size(), drawingColours().size());
        }
    }

    void aColourThatNobodyKnowsIsGreyAndCalledAsItIs()
    {
        const QPalette palette = QApplication::palette();
        QCOMPARE(drawingColour("mauve", palette), drawingColour("grey", palette));
        QCOMPARE(drawingTint("", palette), drawingTint("grey", palette));
        QCOMPARE(drawingColourLabel("mauve"), QString("mauve"));
    }

    void coloursAreNamedAsTheyLook()
    {
        applyTheme(*qApp, Theme::light);
        const QPalette palette = QApplication::palette();
        const auto hue = [&](const char* name) { return drawingColour(name, palette).hslHue(); };
        QVERIFY(hue("blue") > 180 && hue("blue") < 260);
        QVERIFY(hue("sky blue") > 180 && hue("sky blue") < 260);
        QVERIFY(hue("green") > 120 && hue("green") < 180);
        QVERIFY(hue("yellow") > 40 && hue("yellow") < 70);
        QVERIFY(hue("orange") > 25 && hue("orange") < 50);
        QVERIFY(hue("vermilion") < 30);
        QVERIFY(hue("purple") > 280 && hue("purple") < 340);
        QVERIFY(drawingColour("grey", palette).hslSaturation() < 40);
        QVERIFY(drawingColour("sky blue", palette).lightness() > drawingColour("blue", palette).lightness());
    }

    void aTintIsNearerToTheBoxThanToItsColourInEitherTheme()
    {
        const auto between = [](const QColor& a, const QColor& b) {
            return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
        };
        for (const Theme theme : {Theme::light, Theme::dark}) {
            applyTheme(*qApp, theme);
            const QPalette palette = QApplication::palette();
            for (const QString& name : drawingColours()) {
                const QColor tint = drawingTint(name, palette), box = colours(palette).box;
                QVERIFY(tint != box);
                QVERIFY2(between(tint, box) * 3 < between(tint, drawingColour(name, palette)), qPrintable(name));
            }
        }
    }
};

HEADROOM_WIDGET_TEST(NumberTextTest)
#include "number_text_test.moc"
