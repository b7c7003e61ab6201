// Small parts of the studio: files to write, notices, cards, the question for a name, the instant one looks at,
// settings.
#include "app/base/card_button.h"
#include "app/base/file_name.h"
#include "app/base/in_thread.h"
#include "app/base/name_dialog.h"
#include "app/base/notice_bar.h"
#include "app/base/settings.h"
#include "app/base/time_cursor.h"
#include "tests/widget_tests.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

using namespace headroom;

class BaseTest : public QObject
{
    Q_OBJECT

private slots:
    void aFileWithoutAnEndingGetsThatOfTheChosenKind()
    {
        const QTemporaryDir folder;
        const auto chosen = [&](const QString& kind, const QString& name) {
            QTimer answer;
            connect(&answer, &QTimer::timeout, &answer, [&] {
                auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
                if (!dialog)
                    return;
                answer.stop();
                dialog->selectNameFilter(kind);
                dialog->findChild<QLineEdit*>("fileNameEdit")->setText(folder.filePath(name));
                QMetaObject::invokeMethod(dialog, name.isEmpty() ? "reject" : "accept");
            });
            answer.start(20);
            return app::chooseFile(nullptr, "Save", folder.filePath("report.pdf"),
                                   "Document (*.pdf);;Page for the browser (*.html)");
        };
        QCOMPARE(chosen("Page for the browser (*.html)", "costs"), folder.filePath("costs.html"));
        QCOMPARE(chosen("Document (*.pdf)", "costs"), folder.filePath("costs.pdf"));
        QCOMPARE(chosen("Document (*.pdf)", "costs.html"), folder.filePath("costs.html"));
        QVERIFY(chosen("Document (*.pdf)", "").isEmpty());
    }

    void theTimeCursorGoesWithTheRunUntilItIsTaken()
    {
        app::TimeCursor cursor;
        QSignalSpy changed(&cursor, &app::TimeCursor::changed);
        cursor.advance(5);
        QVERIFY(cursor.isFollowing());
        QCOMPARE(cursor.time(), 5.0);
        cursor.take(2);
        cursor.advance(8);
        QCOMPARE(cursor.time(), 2.0);
        QCOMPARE(cursor.latest(), 8.0);
        QCOMPARE(changed.count(), 2); // the run goes on, what one looks at does not
        cursor.take(100);
        QCOMPARE(cursor.time(), 8.0); // nothing is known of later
        cursor.take(-1);
        QCOMPARE(cursor.time(), 0.0);
        cursor.follow();
        QCOMPARE(cursor.time(), 8.0);
        QCOMPARE(changed.last().at(0).toDouble(), 8.0);
    }

    void anotherRunIsFollowedFromItsBeginning()
    {
        app::TimeCursor cursor;
        cursor.advance(9);
        cursor.take(4);
        cursor.reset(0);
        QVERIFY(cursor.isFollowing());
        QCOMPARE(cursor.time(), 0.0);
    }

    void aNoticeGoesWithItsAnswerAndTheAnswerIsGiven()
    {
        app::NoticeBar bar;
        int reloaded = 0;
        bar.showNotice("changed", "dialog-information", "The file has changed.",
                       {{"Reload", [&] { ++reloaded; }}, {"Keep", [] {}}});
        QVERIFY(bar.isVisible());
        QTest::mouseClick(buttonOf(bar, "Reload"), Qt::LeftButton);
        QCOMPARE(reloaded, 1);
        QVERIFY(!bar.isVisible());
    }

    void theCrossTakesANoticeAwayAndAnswersNothing()
    {
        app::NoticeBar bar;
        int reloaded = 0;
        bar.showNotice("changed", "dialog-information", "The file has changed.", {{"Reload", [&] { ++reloaded; }}});
        QTest::mouseClick(bar.findChild<QToolButton*>(), Qt::LeftButton);
        QCOMPARE(reloaded, 0);
        QVERIFY(!bar.isVisible());
    }

    void aNoticeOfTheSameKeyTakesTheFormersPlaceAndOthersStay()
    {
        app::NoticeBar bar;
        bar.showNotice("changed", "dialog-information", "Changed once.", {});
        bar.showNotice("recovery", "dialog-information", "There is unsaved work.", {});
        bar.showNotice("changed", "dialog-information", "Changed twice.", {});
        QCOMPARE(sentences(bar), (QStringList{"There is unsaved work.", "Changed twice."}));
        bar.withdraw("recovery");
        QCOMPARE(sentences(bar), QStringList{"Changed twice."});
        bar.withdraw("nothing of that name");
        QVERIFY(bar.isVisible());
        bar.withdrawAll();
        QVERIFY(!bar.isVisible());
    }

    void anAnswerMayGiveTheNextNotice()
    {
        app::NoticeBar bar;
        bar.showNotice("changed", "dialog-information", "First.",
                       {{"Next", [&bar] { bar.showNotice("changed", "dialog-information", "Second.", {}); }}});
        QTest::mouseClick(buttonOf(bar, "Next"), Qt::LeftButton);
        QVERIFY(bar.isVisible());
        QCOMPARE(sentences(bar), QStringList{"Second."});
    }

    void aCardShowsItsPictureAndIsPressedByMouseAndKeys()
    {
        app::CardButton card("Swift rack", "A rack of servers that keep objects three times.", 80, 2);
        card.resize(card.sizeHint());
        card.show();
        QPixmap picture(card.pictureSize() / 2);
        picture.fill(Qt::magenta);
        const auto magenta = [&] { return pixelsLike(card, Qt::magenta); };
        QCOMPARE(magenta(), 0);
        card.setPicture(picture);
        QCOMPARE(magenta(), picture.width() * picture.height());
        QSignalSpy clicked(&card, &QAbstractButton::clicked);
        QTest::mouseClick(&card, Qt::LeftButton);
        QTest::keyClick(&card, Qt::Key_Space);
        QCOMPARE(clicked.count(), 2);
        QCOMPARE(card.accessibleDescription(), QString("A rack of servers that keep objects three times."));
    }

    void aCardOfManyLinesIsHigherAndNoNarrowerThanItsName()
    {
        const app::CardButton one("Name", "line", 0, 1), three("Name", "line", 0, 3), pictured("Name", "line", 80, 1);
        QVERIFY(three.sizeHint().height() > one.sizeHint().height());
        QCOMPARE(pictured.sizeHint().height() - one.sizeHint().height(), 80);
    }

    void aNameIsRefusedWithAReasonWhileItIsTyped()
    {
        QString whileRefused, whileFine;
        bool refusedEnabled = true, fineEnabled = false;
        atDialog([&](QDialog& dialog) {
            auto* line = dialog.findChild<QLineEdit*>();
            auto* ok = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
            line->selectAll();
            QTest::keyClicks(line, "a/b");
            whileRefused = dialog.findChild<QLabel*>("nameProblem")->text();
            refusedEnabled = ok->isEnabled();
            line->selectAll();
            QTest::keyClicks(line, "front");
            whileFine = dialog.findChild<QLabel*>("nameProblem")->text();
            fineEnabled = ok->isEnabled();
            QTest::mouseClick(ok, Qt::LeftButton);
        });
        QCOMPARE(app::askName(nullptr, "New role", "role1", withoutSlash), QString("front"));
        QCOMPARE(whileRefused, QString("A name has no slash."));
        QVERIFY(!refusedEnabled);
        QCOMPARE(whileFine, QString());
        QVERIFY(fineEnabled);
    }

    void theFieldForANameHasALabelWithAKey()
    {
        QString label, typed;
        atDialog([&](QDialog& dialog) {
            auto* line = dialog.findChild<QLineEdit*>();
            for (const auto* each : dialog.findChildren<QLabel*>())
                if (each->buddy() == line)
                    label = each->text();
            dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->setFocus();
            QTest::keyClick(&dialog, Qt::Key_N, Qt::AltModifier);
            QTest::keyClicks(dialog.focusWidget(), "front");
            typed = line->text();
            QTest::keyClick(&dialog, Qt::Key_Escape);
        });
        QCOMPARE(app::askName(nullptr, "New role", "role1", withoutSlash), QString());
        QCOMPARE(label, QString("&Name:"));
        QVERIFY(typed.contains("front"));
    }

    void whoLeavesTheQuestionForANameGivesNone()
    {
        atDialog([](QDialog& dialog) {
            QTest::keyClicks(dialog.findChild<QLineEdit*>(), "front");
            QTest::keyClick(&dialog, Qt::Key_Escape);
        });
        QCOMPARE(app::askName(nullptr, "New role", "role1", withoutSlash), QString());
    }

    void theThemeThatWasChosenIsKept()
    {
        const QTemporaryDir folder;
        qputenv("HEADROOM_SETTINGS", folder.filePath("settings.ini").toUtf8());
        QCOMPARE(app::storedTheme(), widgets::Theme::followDesktop);
        for (const auto theme : {widgets::Theme::dark, widgets::Theme::light, widgets::Theme::followDesktop}) {
            app::storeTheme(theme);
            QCOMPARE(app::storedTheme(), theme);
        }
        QVERIFY(app::recoveryFolder().startsWith(folder.path()));
    }

    void workInAThreadIsAnsweredInTheWindows()
    {
        QThreadPool pool;
        QObject receiver;
        QThread* worked = nullptr;
        QThread* answered = nullptr;
        int answer = 0;
        app::inThread(
            pool, &receiver,
            [&worked] {
                worked = QThread::currentThread();
                return 42;
            },
            [&](int what) {
                answered = QThread::currentThread();
                answer = what;
            });
        QTRY_COMPARE(answer, 42);
        QVERIFY(worked != QThread::currentThread());
        QCOMPARE(answered, QThread::currentThread());
    }

    void whoHasGoneIsNotAnswered()
    {
        QThreadPool pool;
        auto receiver = std::make_unique<QObject>();
        QSemaphore gone;
        bool answered = false;
        app::inThread(
            pool, receiver.get(),
            [&gone] {
                gone.acquire();
                return 1;
            },
            [&](int) { answered = true; });
        receiver.reset();
        gone.release();
        pool.waitForDone();
        QCoreApplication::processEvents(); // the answer has been posted
        QVERIFY(!answered);
    }

    void onlyTheAnswerToThePresentQuestionCounts()
    {
        app::Question question;
        QStringList heard;
        const auto hear = [&](const QString& answer) { heard += answer; };
        auto first = question.answeredBy(hear);
        question.renew();
        auto second = question.answeredBy(hear);
        second(QString("second"));
        first(QString("first")); // late
        QCOMPARE(heard, QStringList{"second"});
    }

private:
    static QString withoutSlash(const QString& name)
    {
        return name.contains('/') ? QString("A name has no slash.") : QString();
    }
    static QPushButton* buttonOf(const QWidget& bar, const QString& text)
    {
        for (auto* button : bar.findChildren<QPushButton*>())
            if (button->text() == text && button->isVisible())
                return button;
        return nullptr;
    }
    /// Sentences of the notices that are there, from above.
    static QStringList sentences(const QWidget& bar)
    {
        QCoreApplication::processEvents(); // a new notice shows when the bar has been laid out
        QStringList texts;
        for (const auto* label : bar.findChildren<QLabel*>())
            if (label->isVisible() && !label->text().isEmpty())
                texts += label->text();
        return texts;
    }
    static int pixelsLike(QWidget& widget, const QColor& colour)
    {
        const QImage image = widget.grab().toImage();
        int count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                count += image.pixelColor(x, y).rgb() == colour.rgb();
        return count;
    }
    /// Does something in the dialog that opens next.
    void atDialog(const std::function<void(QDialog&)>& act)
    {
        auto* timer = new QTimer(this);
        connect(timer, &QTimer::timeout, timer, [timer, act] {
            if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) {
                timer->stop();
                timer->deleteLater();
                act(*dialog);
            }
        });
        timer->start(20);
    }
};

HEADROOM_WIDGET_TEST(BaseTest)
#include "base_test.moc"
