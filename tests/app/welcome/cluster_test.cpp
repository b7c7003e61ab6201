// "New from my cluster": files dropped onto the start page become a project that runs, by the real engine.
#include "../studio_desk.h"

#include "app/welcome/cluster_dialog.h"
#include "tests/widget_tests.h"

#include <QAbstractScrollArea>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QTextBrowser>

using namespace headroom;

class ClusterTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { desk_ = std::make_unique<studio::Desk>(); }
    void cleanup() { desk_.reset(); }

    void droppedFilesBecomeAProjectThatRuns()
    {
        withDialog([this](app::ClusterDialog& dialog) {
            auto* open = dialog.findChild<QPushButton*>("openCluster");
            QTRY_VERIFY_WITH_TIMEOUT(open->isEnabled(), studio::patienceMs);
            const QString story = dialog.findChild<QTextBrowser*>("clusterStory")->toPlainText();
            QVERIFY(story.contains("2 topics with 18 partitions on 4 brokers"));
            QVERIFY(story.contains("Assumed, because no file states it"));
            QVERIFY(story.contains("Micron 7450 PRO 3.84TB"));
            QTest::mouseClick(open, Qt::LeftButton);
        });
        drop({samples("topics")});
        QVERIFY(desk_->window().files().isOpen());
        QCOMPARE(desk_->window().files().displayName(), "topics");
        QVERIFY(desk_->window().isWindowModified());
        QCOMPARE(project::findParameter(desk_->window().model().project(), "NODES")->value, project::Json(4));
        QTest::mouseClick(desk_->button(studio::runKey), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!desk_->runs().empty() && desk_->runs().back().summary, studio::patienceMs);
        QVERIFY(desk_->runs().back().summary->operations.at("produce").count > 100);
    }

    void filesThatAreBrokenAreToldByTheirPlaceAndNothingOpens()
    {
        QFile file(desk_->path("report.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"osdmap\": {\"osds\": [");
        file.close();
        withDialog([](app::ClusterDialog& dialog) {
            auto* story = dialog.findChild<QTextBrowser*>("clusterStory");
            QTRY_VERIFY_WITH_TIMEOUT(story->toPlainText().contains("the error is at line 1"), studio::patienceMs);
            QVERIFY(story->toPlainText().contains("report.json"));
            QVERIFY(!dialog.findChild<QPushButton*>("openCluster")->isEnabled());
            dialog.reject();
        });
        drop({desk_->path("report.json")});
        QVERIFY(!desk_->window().files().isOpen());
    }

    void theButtonAsksForFilesAndTheDialogTakesThemToo()
    {
        withDialog([this](app::ClusterDialog& dialog) {
            QVERIFY(dialog.findChild<QTextBrowser*>("clusterStory")->toPlainText().contains("collect.sh"));
            dropOn(dialog, {samples("reef")});
            QTRY_VERIFY_WITH_TIMEOUT(dialog.findChild<QPushButton*>("openCluster")->isEnabled(), studio::patienceMs);
            QVERIFY(dialog.findChild<QTextBrowser*>("clusterStory")->toPlainText().contains("ACME FLASHER"));
            dialog.reject();
        });
        QTest::mouseClick(welcome()->findChild<QPushButton*>("newFromCluster"), Qt::LeftButton);
        QVERIFY(!desk_->window().files().isOpen());
    }

    void projectsThatAreDroppedOpenAsBefore()
    {
        const QString rack = desk_->write("dragged.headroom", studio::Desk::rack(4));
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(rack)});
        QVERIFY(app::clusterFilesIn(data).isEmpty());
    }

private:
    QWidget* welcome() { return desk_->window().findChild<QWidget*>("welcome"); }
    static QString samples(const QString& name) { return QString(HEADROOM_SOURCE_DIR "/tests/data/clusters/") + name; }

    /// Does something with the dialog once it is there; what follows opens it.
    template <typename Act>
    void withDialog(Act act)
    {
        QTimer::singleShot(0, this, [this, act] {
            auto* dialog = qobject_cast<app::ClusterDialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return withDialog(act);
            act(*dialog);
            if (QTest::currentTestFailed())
                dialog->reject();
        });
    }
    /// On what a person sees of a scroll area.
    void drop(const QStringList& files) { dropOn(*qobject_cast<QAbstractScrollArea*>(welcome())->viewport(), files); }
    static void dropOn(QWidget& widget, const QStringList& files)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& file : files)
            urls.append(QUrl::fromLocalFile(file));
        data.setUrls(urls);
        QDragEnterEvent enter({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&widget, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&widget, &event);
    }

    std::unique_ptr<studio::Desk> desk_;
};

HEADROOM_WIDGET_TEST(ClusterTest)
#include "cluster_test.moc"
