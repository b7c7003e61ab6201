// Charts of a study's points: a line for each value of a parameter, and a heat map of two; what they do not show is
// the same at all points that they draw.
#include "example_study.h"
#include "tests/widget_tests.h"
#include "widgets/plots/chart/reading_box.h"
#include "widgets/plots/studies/study_grid_view.h"
#include "widgets/plots/studies/study_lines_view.h"

#include <QApplication>
#include <QComboBox>
#include <QPainter>
#include <QPicture>
#include <QSignalSpy>
#include <QtTest>
#include <qcustomplot.h>

using namespace chart_study;

class StudyChartsTest : public QObject
{
    Q_OBJECT

private slots:
    void thereIsALineForEachValueOfAParameter()
    {
        const auto chart = shown<StudyLinesView>(exampleStudy());
        choose(*chart, "linesOver", "WORKERS");
        choose(*chart, "linesEach", "DISK");
        QCOMPARE(chart->lines().size(), std::size_t(2));
        QCOMPARE(chart->lines()[1].name, QString("DISK = ssd"));
        std::vector<double> rates;
        for (const StudyPoint* point : chart->lines()[1].points)
            rates.push_back(point->figures[0].value);
        QCOMPARE(rates, (std::vector<double>{1000, 2000, 4000}));
        QCOMPARE(others(*chart), QString("at SIZE = 1024"));
    }

    void theSelectedPointSaysWhichOfTheOtherValuesAreDrawn()
    {
        const auto chart = shown<StudyLinesView>(exampleStudy());
        choose(*chart, "linesOver", "WORKERS");
        choose(*chart, "linesEach", "one line");
        chart->setSelected(3); // 4 workers, ssd, 4096
        QCOMPARE(others(*chart), QString("at DISK = ssd, SIZE = 4096"));
        QCOMPARE(chart->lines().size(), std::size_t(1));
        QCOMPARE(chart->lines()[0].points.size(), std::size_t(3));
        QVERIFY(chart->placeOf(3));
        QVERIFY(!chart->placeOf(0));
    }

    void theBandReachesFromEndToEndOfTheIntervals()
    {
        const auto chart = shown<StudyLinesView>(exampleStudy());
        choose(*chart, "linesEach", "one line");
        QCOMPARE(chart->plot()->graphCount(), 3);
        QCOMPARE(chart->plot()->graph(0)->data()->at(0)->value, 90.0);
        QCOMPARE(chart->plot()->graph(1)->data()->at(0)->value, 110.0);
        QCOMPARE(chart->plot()->graph(2)->data()->at(0)->value, 100.0);
        QCOMPARE(chart->plot()->graph(1)->channelFillGraph(), chart->plot()->graph(0));
    }

    void aHeatMapHasACellForEachPairOfValues()
    {
        const auto chart = shown<StudyGridView>(exampleStudy());
        QCOMPARE(chart->columns(), (std::vector<QString>{"1", "2", "4"})); // numbers ascend
        QCOMPARE(chart->rows(), (std::vector<QString>{"hdd", "ssd"}));
        QCOMPARE(chart->at(2, 1)->figures[0].value, 4000.0);
        choose(*chart, "gridUp", "SIZE");
        QCOMPARE(chart->at(2, 1)->figures[0].value, 100.0);
        QCOMPARE(others(*chart), QString("at DISK = hdd"));
        QCOMPARE(chart->table().rows.size(), std::size_t(6));
    }

    void aPointThatIsNotFinishedLeavesItsCellEmpty()
    {
        auto study = exampleStudy();
        study->points.erase(study->points.begin() + 10); // 2 workers, ssd, 1024
        const auto chart = shown<StudyGridView>(study);
        QVERIFY(!chart->at(1, 1));
        QVERIFY(chart->at(1, 0));
    }

    void aClickChoosesThePointUnderThePointer()
    {
        const auto grid = shown<StudyGridView>(exampleStudy());
        const auto lines = shown<StudyLinesView>(exampleStudy());
        for (StudyChart* chart : std::initializer_list<StudyChart*>{grid.get(), lines.get()}) {
            QSignalSpy chosen(chart, &StudyChart::pointChosen);
            QTest::mouseClick(chart->plot(), Qt::LeftButton, {}, chart->placeOf(4)->toPoint());
            QCOMPARE(chosen.size(), 1);
            QCOMPARE(chosen[0][0].toULongLong(), 4ULL);
        }
    }

    void theReadingIsThereWhileThePointerIsAndNeverOnPaper()
    {
        const auto chart = shown<StudyLinesView>(exampleStudy());
        const auto onScreen = [&] {
            chart->plot()->replot(QCustomPlot::rpImmediateRefresh);
            return chart->plot()->grab().toImage();
        };
        const auto onPaper = [&] {
            const QPicture picture = chart->picture({600, 400});
            return QByteArray(picture.data(), static_cast<qsizetype>(picture.size()));
        };
        const QImage without = onScreen();
        const QByteArray paper = onPaper();
        const auto point = [&] {
            QTest::mouseMove(chart->plot(), {5, 5});
            QTest::mouseMove(chart->plot(), chart->placeOf(4)->toPoint());
        };
        point();
        QVERIFY(onScreen() != without);
        QCOMPARE(onPaper(), paper);
        point();
        QVERIFY(onScreen() != without);
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(chart->plot(), &leave);
        QCOMPARE(onScreen(), without);
    }

    void aReadingWithALongTitleStaysWithinThePlot()
    {
        QImage picture(400, 200, QImage::Format_RGB32);
        picture.fill(Qt::magenta);
        QPainter painter(&picture);
        drawReadingBox(painter, lightColours(), {200, 100}, QRectF(50, 0, 300, 200), QString(90, 'x'),
                       {{QColor(), "PUT.throughput", "4 000 /s"}});
        painter.end();
        for (int y = 0; y < picture.height(); ++y)
            for (const int x : {49, 350})
                QCOMPARE(picture.pixelColor(x, y), QColor(Qt::magenta));
        QVERIFY(picture.pixelColor(200, 120) != QColor(Qt::magenta));
    }

    void chartsOfAStudyThatIsForgottenAreEmpty()
    {
        const auto grid = shown<StudyGridView>(exampleStudy());
        const auto lines = shown<StudyLinesView>(exampleStudy());
        for (StudyChart* chart : std::initializer_list<StudyChart*>{grid.get(), lines.get()}) {
            chart->setStudy(std::make_shared<StudyPoints>());
            QVERIFY(!chart->isFilled());
            QVERIFY(!chart->placeOf(4));
            QVERIFY(chart->table().rows.empty());
        }
    }

    void theChosenColumnsStayWhileMorePointsCome()
    {
        const auto chart = shown<StudyLinesView>(exampleStudy());
        choose(*chart, "linesFigure", "price");
        choose(*chart, "linesOver", "SIZE");
        chart->setStudy(exampleStudy());
        QCOMPARE(chart->findChild<QComboBox*>("linesFigure")->currentText(), QString("price"));
        QCOMPARE(chart->findChild<QComboBox*>("linesOver")->currentText(), QString("SIZE"));
    }
};

HEADROOM_WIDGET_TEST(StudyChartsTest)
#include "study_charts_test.moc"
