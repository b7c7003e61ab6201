// A project is saved and closed: its first file names it, a protected file stays as it is, and the start page comes
// back.

#include "../desk_test.h"
#include "tests/widget_tests.h"
#include "widgets/document/edits/field_edits.h"

#include <QDockWidget>

using namespace headroom;

class SavingTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { desk_.reset(); }

    void theFirstFileOfANewProjectNamesIt()
    {
        desk_->action("Ctrl+N")->trigger();
        desk_->answerFileDialog(desk_->path("photo-service.headroom"));
        desk_->action("Ctrl+S")->trigger();
        QCOMPARE(model().project().name, std::string("photo-service"));
        QVERIFY(model().isClean());
        QVERIFY(studio::Desk::read(desk_->path("photo-service.headroom"))["name"] == "photo-service");
    }

    void aNameThatTheUserGaveStays()
    {
        desk_->action("Ctrl+N")->trigger();
        setField(model(), {widgets::ElementKind::project, {}}, "name", "Photos of all");
        desk_->answerFileDialog(desk_->path("photo-service.headroom"));
        desk_->action("Ctrl+S")->trigger();
        QCOMPARE(model().project().name, std::string("Photos of all"));
    }

    void aCopyKeepsTheName()
    {
        QVERIFY(desk_->openRack(4));
        const std::string name = model().project().name;
        desk_->answerFileDialog(desk_->path("copy.headroom"));
        desk_->action("Ctrl+Shift+S")->trigger();
        QVERIFY(QFile::exists(desk_->path("copy.headroom")));
        QCOMPARE(model().project().name, name);
    }

    void aReadOnlyFileIsToldWhenItIsOpened()
    {
        const QString file = openProtected();
        auto* notice = desk_->window().findChild<QFrame*>("readOnly");
        QVERIFY(notice && notice->isVisible());
        desk_->answerFileDialog(desk_->path("mine.headroom"));
        QTest::mouseClick(notice->findChild<QPushButton*>(), Qt::LeftButton);
        QVERIFY(QFile::exists(desk_->path("mine.headroom")));
        QVERIFY(!desk_->window().findChild<QFrame*>("readOnly"));
        QVERIFY(desk_->window().openProject(desk_->path("mine.headroom")));
        QVERIFY(!desk_->window().findChild<QFrame*>("readOnly"));
    }

    void aReadOnlyFileStaysAsItIsAndAnotherIsOffered()
    {
        const QString file = openProtected();
        const auto before = studio::Desk::read(file);
        setField(model(), {widgets::ElementKind::run, {}}, "seed", 7);
        desk_->answerMessage([](QMessageBox& box) { return box.button(QMessageBox::Cancel); });
        desk_->action("Ctrl+S")->trigger();
        QVERIFY(studio::Desk::read(file) == before);
        QVERIFY(!model().isClean());
        desk_->answerMessage([this](QMessageBox& box) -> QAbstractButton* {
            QString words = box.text() + box.informativeText();
            [&] {
                QVERIFY2(words.contains("read-only") && !words.contains("make room", Qt::CaseInsensitive),
                         qPrintable(words));
            }();
            desk_->answerFileDialog(desk_->path("mine.headroom"));
            return box.defaultButton();
        });
        desk_->action("Ctrl+S")->trigger();
        QVERIFY(model().isClean());
        QVERIFY(studio::Desk::read(file) == before);
        QVERIFY(studio::Desk::read(desk_->path("mine.headroom"))["run"]["seed"] == 7);
    }

    void aFailedSaveLeavesTheNameAndOffersAnotherFile()
    {
        desk_->action("Ctrl+N")->trigger();
        const QString before = desk_->document();
        desk_->answerMessage([](QMessageBox& box) { return box.button(QMessageBox::Cancel); });
        QVERIFY(!desk_->window().files().saveTo(desk_->path("no/such/folder/photo.headroom")));
        QCOMPARE(QString(desk_->document()), before);
    }

    void aClosedProjectLeavesTheStartPage()
    {
        QVERIFY(desk_->openRack(4));
        desk_->action("Close project")->trigger();
        auto* welcome = desk_->window().findChild<QWidget*>("welcome");
        QVERIFY(welcome->isVisible());
        QCOMPARE(desk_->window().windowTitle(), QString("Headroom"));
        QVERIFY(!desk_->window().findChild<QDockWidget*>("properties")->isVisible());
        QVERIFY(!desk_->action("Close project")->isEnabled());
        QVERIFY(desk_->openRack(4));
        QVERIFY(!welcome->isVisible());
        QVERIFY(desk_->window().findChild<QDockWidget*>("properties")->isVisible());
        QVERIFY(desk_->window().software().scene()->boxes().size() > 3);
    }

    void unsavedChangesAreAskedForFirst()
    {
        QVERIFY(desk_->openRack(4));
        setField(model(), {widgets::ElementKind::run, {}}, "seed", 7);
        desk_->answerMessage([](QMessageBox& box) { return box.button(QMessageBox::Cancel); });
        desk_->action("Close project")->trigger();
        QVERIFY(desk_->window().files().isOpen());
        QVERIFY(model().field({widgets::ElementKind::run, {}}, "seed") == project::Json(7));
        desk_->answerMessage([](QMessageBox& box) { return box.button(QMessageBox::Discard); });
        desk_->action("Close project")->trigger();
        QVERIFY(!desk_->window().files().isOpen());
    }

private:
    widgets::DocumentModel& model() { return desk_->window().model(); }
    QString openProtected()
    {
        const QString file = desk_->write("theirs.headroom", studio::Desk::rack(4));
        QFile::setPermissions(file, QFile::ReadOwner | QFile::ReadUser);
        [&] { QVERIFY(desk_->window().openProject(file)); }();
        return file;
    }
};

HEADROOM_WIDGET_TEST(SavingTest)
#include "saving_test.moc"
