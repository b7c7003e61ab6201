// The tab of components knows what the project uses, swaps it everywhere, and keeps one's own where the engine looks.

#include "../desk_test.h"

#include "tests/widget_tests.h"
#include "widgets/components/component_browser.h"
#include "widgets/components/component_form.h"

#include <QMenu>
#include <QMessageBox>
#include <QProcess>

using namespace headroom;
using project::Json;

namespace {

const QString ssd = "Intel_SSD_DC_S3700_Series_800GB";

} // namespace

class ComponentsTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void initTestCase() { qputenv("XDG_DATA_HOME", home_.path().toUtf8()); }
    void init()
    {
        desk_ = std::make_unique<studio::Desk>();
        QVERIFY(desk_->openRack(4));
        opened_ = desk_->document();
        desk_->action("Components")->trigger();
        browser_ = desk_->window().findChild<widgets::ComponentBrowser*>();
        QVERIFY(browser_->isVisible());
    }
    void cleanup() { desk_.reset(); }

    void aSwapReachesTheParametersAndIsOneStep()
    {
        auto& model = desk_->window().model();
        const auto* storage = project::findParameter(model.project(), "DRIVE");
        const std::string before = storage->value.get<std::string>();
        browser_->showKind("ssd");
        browser_->pick(ssd);
        auto* swap = browser_->findChild<QToolButton*>("swapComponent");
        QTimer::singleShot(50, this, [this, before] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            const auto title = desk_->window().files().library()->find(before)->model;
            for (QAction* action : menu->actions())
                if (action->text().contains(QString::fromStdString(title)))
                    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
            menu->close();
        });
        QTest::mouseClick(swap, Qt::LeftButton);
        QTRY_VERIFY(project::findParameter(model.project(), "DRIVE")->value == ssd.toStdString());
        QVERIFY(model.undoStack()->undoText().startsWith("Replace "));
        model.undoStack()->undo();
        QCOMPARE(desk_->document(), opened_);
    }

    void aComponentOfOnesOwnIsOfferedInThePanelAndFoundByTheEngine()
    {
        browser_->showKind("ssd");
        browser_->pick(ssd);
        QTest::mouseClick(browser_->findChild<QPushButton*>("copyComponent"), Qt::LeftButton);
        auto* form = browser_->findChild<widgets::ComponentForm*>();
        type(form, "model", "Faster drive");
        type(form, "rand_write_4k_iops", "99000");
        type(form, "interface", "SATA 6Gb/s");
        QTest::mouseClick(form->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save), Qt::LeftButton);
        const QString id = "Intel_Faster_drive";
        QVERIFY(desk_->window().files().library()->find(id.toStdString()));
        QCOMPARE(browser_->picked(), QStringList{id});
        QCOMPARE(desk_->window().files().library()->find(id.toStdString())->parameters.value("interface", ""),
                 std::string("SATA 6Gb/s"));

        QProcess engine;
        engine.start(qEnvironmentVariable("HEADROOM_ENGINE"), {"components", "ssd", "--json"});
        QVERIFY(engine.waitForFinished(studio::patienceMs));
        QVERIFY(engine.readAllStandardOutput().contains(id.toUtf8()));

        // It can be edited again, and taken out.
        QTest::mouseClick(browser_->findChild<QPushButton*>("editComponent"), Qt::LeftButton);
        form = browser_->findChildren<widgets::ComponentForm*>().back();
        QVERIFY(form->findChild<QLineEdit*>("id")->isReadOnly());
        type(form, "price_usd", "700 USD");
        QTest::mouseClick(form->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save), Qt::LeftButton);
        QCOMPARE(desk_->window().files().library()->find(id.toStdString())->figure("price_usd"), 700.0);
        QTimer::singleShot(100, this, [] {
            auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            QTest::mouseClick(question->button(QMessageBox::Yes), Qt::LeftButton);
        });
        QTest::mouseClick(browser_->findChild<QPushButton*>("removeComponent"), Qt::LeftButton);
        QVERIFY(!desk_->window().files().library()->find(id.toStdString()));
        QCOMPARE(desk_->document(), opened_);
    }

private:
    static void type(QWidget* form, const char* name, const QString& text)
    {
        auto* line = form->findChild<QLineEdit*>(name);
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
    }

    QTemporaryDir home_;
    widgets::ComponentBrowser* browser_ = nullptr;
    QByteArray opened_;
};

HEADROOM_WIDGET_TEST(ComponentsTest)
#include "components_test.moc"
