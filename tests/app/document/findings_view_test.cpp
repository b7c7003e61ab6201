// The list of problems: what to do about each is read without scrolling.
#include "app/document/findings_view.h"
#include "tests/widget_tests.h"

#include <QHeaderView>
#include <QTest>
#include <QTreeWidget>

using namespace headroom;

class FindingsViewTest : public QObject
{
    Q_OBJECT

private slots:
    void theRemedyIsInViewHoweverLongTheOthersAre()
    {
        app::FindingsView view("Nothing is wrong.");
        for (const int width : {530, 820, 1600}) {
            view.resize(width, 150);
            view.show();
            view.setFindings({finding("mailbox › fetch › full › block \"cache1\", field state of the cache",
                                      "Without a key all requests share one entry of the cache, which is always found.",
                                      "Set the key.")});
            QCoreApplication::processEvents();
            const QHeaderView& header = *view.list()->header();
            QVERIFY(header.sectionViewportPosition(2) + width / 4 < view.list()->viewport()->width());
            QVERIFY(header.sectionSize(0) > 100 && header.sectionSize(1) > 100);
        }
    }

    void longTextsAreReadWholeOnSeveralLines()
    {
        app::FindingsView view("Nothing is wrong.");
        view.resize(700, 300);
        view.show();
        const char* const sentence =
            "A sentence that tells at length what is wrong here, and how it comes that nobody has seen it before.";
        view.setFindings({finding("run", "Short.", "Short."), finding(sentence, sentence, sentence)});
        QCoreApplication::processEvents();
        const QTreeWidget& list = *view.list();
        const auto rowHeight = [&](int row) { return list.visualItemRect(list.topLevelItem(row)).height(); };
        const auto needed = [&](int column) {
            return list.fontMetrics()
                .boundingRect(QRect(0, 0, list.columnWidth(column) - 2 * list.iconSize().width(), 0), Qt::TextWordWrap,
                              sentence)
                .height();
        };
        const int line = list.fontMetrics().height();
        QTRY_VERIFY(rowHeight(1) > 2 * line);
        QVERIFY(rowHeight(0) < 2 * line);
        for (int column = 1; column < 3; ++column)
            QVERIFY(rowHeight(1) + line > needed(column));

        const int narrow = rowHeight(1);
        view.resize(1800, 300);
        QCoreApplication::processEvents();
        QTRY_VERIFY(rowHeight(1) < narrow);
    }

    void theRoomIsSharedAnewWhenTheViewIsShownLater()
    {
        app::FindingsView view("Nothing is wrong.");
        const QString problem = "A problem whose sentence is long enough to need a good part of the view's width.";
        view.setFindings({finding("run", qPrintable(problem), "Say how much is written.")});
        view.resize(1600, 150);
        view.show();
        QCoreApplication::processEvents();
        const QHeaderView& header = *view.list()->header();
        QVERIFY(header.sectionSize(1) >= view.list()->fontMetrics().horizontalAdvance(problem));
    }

    void shortTextsTakeNoMoreRoomThanTheyNeed()
    {
        app::FindingsView view("Nothing is wrong.");
        view.resize(1200, 150);
        view.show();
        view.setFindings({finding("run", "Bytes is missing.", "Say how much is written.")});
        QCoreApplication::processEvents();
        QVERIFY(view.list()->header()->sectionSize(0) < 200);
        QVERIFY(view.list()->header()->sectionSize(1) < 300);
    }

private:
    static project::Finding finding(const char* place, const char* problem, const char* remedy)
    {
        project::Finding made;
        made.place = place;
        made.problem = problem;
        made.remedy = remedy;
        return made;
    }
};

HEADROOM_WIDGET_TEST(FindingsViewTest)
#include "findings_view_test.moc"
