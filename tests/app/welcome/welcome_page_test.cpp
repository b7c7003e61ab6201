// The page of a window without a project: what was opened last, what can be recovered, and the ways to begin.
#include "../sample_runs.h"

#include "app/base/card_button.h"
#include "app/base/settings.h"
#include "app/document/recent_files.h"
#include "app/welcome/welcome_page.h"
#include "tests/widget_tests.h"
#include "widgets/theme/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>
#include <QToolButton>

using namespace headroom;
using app::CardButton;

class WelcomePageTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        project::Findings findings;
        library_ = std::make_shared<const project::ComponentLibrary>(
            project::ComponentLibrary::load(project::libraryFolders(), findings));
    }
    void init()
    {
        folder_ = std::make_unique<QTemporaryDir>();
        qputenv("HEADROOM_SETTINGS", path("settings.ini").toUtf8());
        page_ = std::make_unique<app::WelcomePage>(library_);
        page_->resize(1200, 800);
        page_->show();
    }
    void cleanup()
    {
        page_.reset();
        widgets::applyTheme(*qApp, widgets::Theme::light);
    }

    void beforeTheFirstProjectItSaysHowOneComesIntoTheList()
    {
        QVERIFY(says("are listed here"));
        QVERIFY(recent().isEmpty());
        app::noteRecentFile(existing("a.headroom"));
        page_->refresh();
        QVERIFY(!says("are listed here"));
        QCOMPARE(recent(), QStringList{path("a.headroom")});
    }

    void theEightFilesOpenedLastAreListedTheLastOneFirst()
    {
        for (int i = 1; i <= 10; ++i)
            app::noteRecentFile(existing(QString("file%1.headroom").arg(i)));
        page_->refresh();
        QCOMPARE(recent().size(), 8);
        QCOMPARE(recent().first(), path("file10.headroom"));
        QCOMPARE(recent().last(), path("file3.headroom"));
    }

    void aFileThatIsGoneIsListedAndCannotBeOpened()
    {
        app::noteRecentFile(path("gone.headroom"));
        app::noteRecentFile(existing("here.headroom"));
        page_->refresh();
        QSignalSpy chosen(page_.get(), &app::WelcomePage::fileChosen);
        QVERIFY(!card("gone.headroom")->isEnabled());
        QVERIFY(card("gone.headroom")->accessibleDescription().startsWith("no longer there"));
        QTest::mouseClick(card("gone.headroom"), Qt::LeftButton);
        QCOMPARE(chosen.count(), 0);
        QTest::mouseClick(card("here.headroom"), Qt::LeftButton);
        QCOMPARE(chosen.value(0), QVariantList{path("here.headroom")});
    }

    void aFileTakenOffTheListMakesRoomForAnOlderOne()
    {
        for (int i = 1; i <= 9; ++i)
            app::noteRecentFile(existing(QString("file%1.headroom").arg(i)));
        page_->refresh();
        QVERIFY(!recent().contains(path("file1.headroom")));
        QTest::mouseClick(page_->findChild<QToolButton*>("forget " + path("file5.headroom")), Qt::LeftButton);
        QCOMPARE(recent().size(), 8);
        QVERIFY(!recent().contains(path("file5.headroom")));
        QVERIFY(recent().contains(path("file1.headroom")));
        QVERIFY(QFile::exists(path("file5.headroom")));
    }

    void aPinnedFileStaysAtTheTopHoweverManyFollow()
    {
        for (const char* name : {"kept.headroom", "other.headroom"})
            app::noteRecentFile(existing(name));
        page_->refresh();
        QTest::mouseClick(pinOf("kept.headroom"), Qt::LeftButton);
        QCOMPARE(recent(), (QStringList{path("kept.headroom"), path("other.headroom")}));
        QVERIFY(pinOf("kept.headroom")->isChecked());
        for (int i = 1; i <= 20; ++i)
            app::noteRecentFile(existing(QString("file%1.headroom").arg(i)));
        page_ = std::make_unique<app::WelcomePage>(library_); // as after a restart
        page_->resize(1200, 800);
        page_->show();
        QCOMPARE(recent().size(), 8);
        QCOMPARE(recent().first(), path("kept.headroom"));
        QCOMPARE(recent().at(1), path("file20.headroom"));
    }

    void aFileIsPinnedAndReleasedByKey()
    {
        for (const char* name : {"kept.headroom", "other.headroom"})
            app::noteRecentFile(existing(name));
        page_->refresh();
        page_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(page_.get()));
        settle();
        card("kept.headroom")->setFocus();
        QTest::keyClick(card("kept.headroom"), Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), pinOf("kept.headroom"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QCOMPARE(recent().first(), path("kept.headroom"));
        QCOMPARE(QApplication::focusWidget(), pinOf("kept.headroom")); // where it has gone to
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QCOMPARE(recent().first(), path("other.headroom"));
    }

    void filesAreTakenOffOneAfterTheOtherByKey()
    {
        for (const char* name : {"c.headroom", "b.headroom", "a.headroom"})
            app::noteRecentFile(existing(name));
        page_->refresh();
        page_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(page_.get()));
        settle();
        page_->findChild<QToolButton*>("forget " + path("b.headroom"))->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QCOMPARE(recent(), QStringList{path("a.headroom")});
    }

    void theButtonThatTakesAFileOffLiesOnItsCard()
    {
        app::noteRecentFile(path("gone.headroom"));
        page_->refresh();
        settle();
        auto* forget = page_->findChild<QToolButton*>("forget " + path("gone.headroom"));
        const QRect place(forget->mapTo(page_.get(), QPoint()), forget->size());
        const QRect under(card("gone.headroom")->mapTo(page_.get(), QPoint()), card("gone.headroom")->size());
        QVERIFY(under.contains(place));
        QVERIFY(forget->isEnabled()); // though the file is gone
        QTest::mouseClick(forget, Qt::LeftButton);
        QVERIFY(recent().isEmpty());
    }

    void theListIsReadAgainWheneverThePageComesBack()
    {
        page_->hide();
        app::noteRecentFile(existing("a.headroom"));
        QVERIFY(!page_->findChild<CardButton*>("recent " + path("a.headroom")));
        page_->show();
        QCOMPARE(recent(), QStringList{path("a.headroom")});
    }

    void theButtonsAskForANewProjectOrAFile()
    {
        QSignalSpy created(page_.get(), &app::WelcomePage::newRequested),
            opened(page_.get(), &app::WelcomePage::openRequested);
        QTest::mouseClick(page_->findChild<QPushButton*>("newProject"), Qt::LeftButton);
        page_->findChild<QPushButton*>("openProject")->setFocus();
        QTest::keyClick(page_->findChild<QPushButton*>("openProject"), Qt::Key_Space);
        QCOMPARE(created.count(), 1);
        QCOMPARE(opened.count(), 1);
    }

    void withoutLostWorkNothingIsSaidOfRecovery()
    {
        QVERIFY(!says("Not saved when the studio ended"));
        sample::writeFile(app::recoveryFolder() + "/nonsense.recovery", "this is no work");
        page_->refresh();
        QVERIFY(!says("Not saved when the studio ended"));
    }

    void aTemplateIsChosenByItsCard()
    {
        QTRY_VERIFY_WITH_TIMEOUT(page_->findChild<CardButton*>("template first-queue"), sample::patienceMs);
        auto* card = page_->findChild<CardButton*>("template first-queue");
        QTRY_VERIFY(card->isVisible());
        QSignalSpy chosen(page_.get(), &app::WelcomePage::templateChosen);
        card->setFocus();
        QTest::keyClick(card, Qt::Key_Space);
        QCOMPARE(chosen.count(), 1);
        QVERIFY(chosen[0][0].toString().endsWith("first-queue.headroom"));
    }

    void thePictureOfEachTemplateIsSeenAtAGlance_data()
    {
        QTest::addColumn<widgets::Theme>("theme");
        QTest::newRow("light") << widgets::Theme::light;
        QTest::newRow("dark") << widgets::Theme::dark;
    }
    void thePictureOfEachTemplateIsSeenAtAGlance()
    {
        QFETCH(widgets::Theme, theme);
        widgets::applyTheme(*qApp, theme);
        QTRY_COMPARE_WITH_TIMEOUT(templates().size(), app::DocumentFiles::samples().size(), sample::patienceMs);
        for (CardButton* one : templates())
            QTRY_VERIFY2(standingOut(*one) > 0.002, qPrintable(one->objectName()));
    }

    void templatesAreReadOnlyWhileTheyAreSeen()
    {
        page_->hide();
        QThreadPool::globalInstance()->waitForDone();
        QCoreApplication::processEvents();
        const qsizetype before = templates().size(); // one of them may have been on its way
        QTest::qWait(100);
        QVERIFY(QThreadPool::globalInstance()->waitForDone(0));
        QCOMPARE(templates().size(), before);
        page_->show();
        QTRY_COMPARE_WITH_TIMEOUT(templates().size(), app::DocumentFiles::samples().size(), sample::patienceMs);
    }

    void theTemplatesStandOnShelvesTheOnesForBeginnersFirst()
    {
        QTRY_VERIFY_WITH_TIMEOUT(page_->findChild<CardButton*>("template ceph-hdd"), sample::patienceMs);
        const auto place = [&](const char* card) { return page_->findChild<CardButton*>(card)->geometry(); };
        QTRY_VERIFY(place("template ceph-hdd").top() > place("template group-commit").bottom());
        QVERIFY(place("template group-commit").top() > place("template first-steps").bottom());
        QVERIFY(place("template first-steps").left() <= place("template swift-rack").left());
        QVERIFY(says("START HERE"));
    }

private:
    QList<CardButton*> templates() const
    {
        QList<CardButton*> found;
        for (auto* one : page_->findChildren<CardButton*>())
            if (one->objectName().startsWith("template "))
                found.append(one);
        return found;
    }
    QString path(const QString& name) const { return folder_->filePath(name); }
    QString existing(const QString& name) const
    {
        sample::writeFile(path(name), "{}");
        return path(name);
    }
    /// Rows that were added just now show when the page has been laid out; former ones go then.
    static void settle() { QCoreApplication::processEvents(); }
    /// Share of the pixels of a card's picture that differ clearly from its background.
    static double standingOut(CardButton& card)
    {
        constexpr int edge = 4, clearly = 60;
        const QImage shown = card.grab().toImage();
        const int width = card.pictureSize().width(), height = card.pictureSize().height();
        const int background = qGray(shown.pixel(edge, edge));
        int found = 0;
        for (int y = edge; y < height - edge; ++y)
            for (int x = edge; x < width - edge; ++x)
                found += std::abs(qGray(shown.pixel(x, y)) - background) > clearly;
        return static_cast<double>(found) / (width * height);
    }
    QToolButton* pinOf(const QString& name) const { return page_->findChild<QToolButton*>("pin " + path(name)); }
    CardButton* card(const QString& name) const
    {
        settle();
        for (auto* one : page_->findChildren<CardButton*>("recent " + path(name)))
            if (one->isVisible())
                return one;
        return nullptr;
    }
    /// Files that are listed, from above.
    QStringList recent() const
    {
        QMap<int, QString> byHeight;
        settle();
        for (const auto* one : page_->findChildren<CardButton*>())
            if (one->objectName().startsWith("recent ") && one->isVisibleTo(page_.get()))
                byHeight[one->mapTo(page_.get(), QPoint()).y()] = one->toolTip();
        return byHeight.values();
    }
    bool says(const QString& part) const
    {
        settle();
        const auto labels = page_->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
            return label->isVisible() && label->text().contains(part, Qt::CaseInsensitive);
        });
    }

    app::DocumentFiles::Library library_;
    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<app::WelcomePage> page_;
};

HEADROOM_WIDGET_TEST(WelcomePageTest)
#include "welcome_page_test.moc"
