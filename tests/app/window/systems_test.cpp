// Two systems drawn by mouse and keyboard from an empty project, without a template and without a menu of the tree. The
// test counts the actions: a click, a drag or a completed field is one.

#include "system_desk.h"
#include "tests/widget_tests.h"

#include <cmath>

using namespace headroom;

class SystemsTest : public studio::SystemDesk
{
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { desk_.reset(); }

    /// Clients ask a web role of 8 threads, which asks a database with one disk.
    void threeTiersTakeFortyActions()
    {
        press("New role …", "database");
        press("New operation …", "get");
        declare({"key"});
        add("read");
        choose("volume", "New volume");
        type("bytes", "16 KiB");
        choose("through", "direct");

        newRole("web");
        newOperation("page");
        declare({"key"});
        add("compute");
        type("work", "1 ms");
        add("call");
        choose("role", "database");
        click("web", "workers");
        choose("kind", "threads");
        type("count", "8");

        newRole("clients");
        newOperation("visit");
        declare({"key"});
        add("call");
        choose("role", "web");

        hardware("database");
        press("Add workload");
        type("workers", "4");
        noProblems();
        if (QTest::currentTestFailed())
            return;
        const record::Summary& summary = run();
        QVERIFY2(summary.operations.contains("visit"), qPrintable(desk_->messages() + desk_->stateText()));
        const auto& visit = summary.operations.at("visit");
        // One disk serves four clients, each of which waits for its answer: the law of Little.
        QVERIFY2(visit.latency.meanMs > 4 && visit.latency.meanMs < 100,
                 qPrintable(QString::number(visit.latency.meanMs)));
        QVERIFY(std::abs(visit.perSecond * visit.latency.meanMs / 1000 / 4 - 1) < 0.05);
        qInfo("(a) takes %d actions", actions_);
        QVERIFY2(actions_ <= 40, qPrintable(QString::number(actions_)));
        comesAndGoes();
    }

    /// A cache in memory, on a miss one of three storage nodes by the key; two of three copies are written and flushed.
    void aCacheBeforeReplicatedStorageTakesNinetyActions()
    {
        press("New role …", "storage");
        press("New operation …", "read");
        declare({"key"});
        add("read");
        choose("volume", "New volume");
        type("bytes", "64 KiB");
        newOperation("write");
        declare({"key", "size"});
        add("write");
        type("bytes", "size");
        add("flush");

        newRole("web");
        newOperation("view");
        declare({"key"});
        add("cache");
        choose("state", "New cache");
        addAt("cache1", "miss", "call");
        choose("role", "storage");
        choose("operation", "read");
        choose("selector", "ring");
        choose("ring", "New ring");
        wire("call1", "reply", "reply");
        click("web", "cache");
        type("entries", "10000");
        newOperation("upload");
        declare({"key", "size"});
        add("for each");
        choose("over", "ring");
        choose("ring", "ring");
        add("call");
        choose("role", "storage");
        choose("operation", "write");
        choose("selector", "at device");
        type("device", "device");
        add("join");
        choose("of", "for-each1");
        choose("mode", "k");
        type("k", "2");

        newRole("clients");
        newOperation("view");
        declare({"key"});
        add("call");
        choose("role", "web");
        choose("operation", "view");
        newOperation("upload");
        declare({"key", "size"});
        add("call");
        choose("role", "web");
        choose("operation", "upload");

        hardware("storage");
        if (QTest::currentTestFailed())
            return;
        click(box(desk_->window().topology(), "storage"));
        type("count", "3");
        press("Add workload");
        type("workers", "4");
        noProblems();
        if (QTest::currentTestFailed())
            return;
        const record::Summary& summary = run();
        QVERIFY2(summary.operations.contains("view") && summary.operations.contains("upload"),
                 qPrintable(desk_->messages() + desk_->stateText()));
        const auto& view = summary.operations.at("view");
        const auto& upload = summary.operations.at("upload");
        QVERIFY(view.perSecond > 10 && upload.perSecond > 10);
        // Two disks have to reach their platters for an upload; some views are answered from memory.
        QVERIFY(upload.latency.meanMs > 4 && upload.latency.meanMs < 200);
        QVERIFY(view.latency.meanMs < upload.latency.meanMs);
        qInfo("(b) takes %d actions", actions_);
        QVERIFY2(actions_ <= 90, qPrintable(QString::number(actions_)));
        comesAndGoes();
    }
};

HEADROOM_WIDGET_TEST(SystemsTest)
#include "systems_test.moc"
